package theorems

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// v⊥ of CKI by hand: on a line in degree 1, |v⊥|² = 49 at (5, 7), and in degree 2 on the line,
// |v⊥|² = 8 = (t² − t)(2)²/‖t² − t‖²_φ at 2.
func TestCertifyingDistanceInstances(t *testing.T) {
	s, err := Find("CKI-33")
	require.NoError(t, err)
	line, err := ParseInstance([]byte(`{"d":1,"theta":"1","X":[["3","0"],["3","0"],["-3","0"],["-3","0"]],"Z":[["1","2"],["1","-2"],["-1","2"],["-1","-2"]],
		"H":[["5/16","3/16","1/16","-1/16"],["3/16","5/16","-1/16","1/16"],["1/16","-1/16","5/16","3/16"],["-1/16","1/16","3/16","5/16"]],
		"V":[["1/2","1/2"],["1/2","1/2"],["1/2","-1/2"],["1/2","-1/2"]],"c":["5","7"]}`))
	require.NoError(t, err)
	j, err := s.Forms()[0].Judge(line, Correct())
	require.NoError(t, err)
	assert.True(t, j.Satisfied() && j.Conclusion)
	c := NewCase(line, Correct())
	V := c.mat("V")
	perp := product(frameRow(c, "c"), identity(4).Sub(product(V, star(V))))
	assert.True(t, same(perp.Row(0), Vector{ratio(7, 2), ratio(-7, 2), ratio(7, 2), ratio(-7, 2)}), "%v", perp.Row(0))
	assert.True(t, eq(residual(c), whole(49)))

	square, err := ParseInstance([]byte(`{"d":2,"theta":"2","X":[["0"],["1"]],"Z":[["0"],["1"],["-1"]],"c":["2"],"f":{"2":"1","1":"-1"}}`))
	require.NoError(t, err)
	c = NewCase(square, Correct())
	f := c.expr("f")
	assert.True(t, eq(residual(c), whole(8)))
	assert.True(t, eq(residual(c), div(pow(c.value(f, c.vec("c")), 2), c.inner(c.space(), f, f))))
}

// The conjecture rank K_XZ = min(frk X, frk Z) fails at X = {2}, Z = {−1}, θ = 1/2, d = 1.
func TestRankConjectureInstance(t *testing.T) {
	s, err := ParseConjecture("draw X: points 1..3 in 1, Z: points 1..3 in 1, d: 1, theta > 0\nthen rank(K(X,Z)) == min(frk(X), frk(Z))")
	require.NoError(t, err)
	in, err := ParseInstance([]byte(`{"d":1,"theta":"1/2","X":[["2"]],"Z":[["-1"]]}`))
	require.NoError(t, err)
	j, err := s.Forms()[0].Judge(in, Correct())
	require.NoError(t, err)
	assert.True(t, j.Refutes())
}
