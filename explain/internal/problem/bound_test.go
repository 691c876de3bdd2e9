package problem

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/numeric/moment"
)

// Bilinear in (u) and (x): 1, u, x, u x of the six monomials of degree ≤ 2.
func TestAllowed(t *testing.T) {
	table, err := moment.NewMonomials(2, 4)
	require.NoError(t, err)
	s := &Scaling{Names: []string{"u", "x"}, Bounds: []Bound{{[]string{"u"}, 1}, {[]string{"x"}, 1}}}
	p := &Problem{allowed: allowedBy(s, table, 2)}
	n := 0
	for a := range table.Len(2) {
		if p.Allowed(a) {
			n++
			assert.LessOrEqual(t, max(table.Exponents(a)[0], table.Exponents(a)[1]), uint8(1))
		}
	}
	assert.Equal(t, 4, n)
	assert.True(t, (&Problem{}).Allowed(5), "no bounds")
}
