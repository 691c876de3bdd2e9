package problem

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/numeric/moment"
)

// Bilinear in (u) and (x): 1, u, x, u x of the six monomials of degree ≤ 2.
func TestAllowed(t *testing.T) {
	table, err := moment.NewMonomials(2, 4)
	require.NoError(t, err)
	s := &Scaling{Names: []string{"u", "x"}, Bounds: []Bound{{[]string{"u"}, 1}, {[]string{"x"}, 1}}}
	p := &Problem{Table: table, allowed: allowedBy(s, table, 2)}
	n := 0
	for a := range table.Len(2) {
		if p.Allowed(a) {
			n++
			assert.LessOrEqual(t, max(table.Exponents(a)[0], table.Exponents(a)[1]), uint8(1))
		}
	}
	assert.Equal(t, 4, n)
	assert.True(t, (&Problem{}).Allowed(5), "no bounds")
	assert.Equal(t, 4, p.Choices(2))
	assert.Equal(t, 3, p.Choices(1), "1, u and x")
	assert.Equal(t, 6, (&Problem{Table: table}).Choices(2), "no bounds")
	assert.True(t, p.Bounded())
	assert.True(t, p.Declared([]int{0, 1, 2, 4}))
	assert.False(t, p.Declared([]int{0, 1, 4}), "a part of it")
	assert.False(t, (&Problem{}).Bounded())
	assert.False(t, (&Problem{}).Declared([]int{0, 1, 2, 4}), "no bounds")
}

// TestClasses splits the monomials of x and y, in m and m², by their weight.
func TestClasses(t *testing.T) {
	table, err := moment.NewMonomials(2, 2)
	require.NoError(t, err)
	p := &Problem{weights: weightsOf([][]int{{1}, {2}}, table, 2)}
	all := numeric.FirstInts(6)
	got := map[string]int{}
	for _, class := range p.Classes(all) {
		assert.True(t, p.Homogeneous(class))
		got[p.weights[class[0]]] = len(class)
	}
	// 1; x; x², y; xy; y²
	assert.Equal(t, map[string]int{"[0]": 1, "[1]": 1, "[2]": 2, "[3]": 1, "[4]": 1}, got)
	assert.False(t, p.Homogeneous(all))
	assert.Equal(t, [][]int{all}, (&Problem{}).Classes(all))
}
