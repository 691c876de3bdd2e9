package explain_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain"
)

// twoViews are the images x, y, u, v of points 2 to 4 before the first of two cameras; the
// second is turned and moved.
func twoViews(rows int, noise float64, seed uint64) *mat.Dense {
	rng := rand.New(rand.NewPCG(seed, 8))
	turn := mat.NewDense(3, 3, []float64{0.9811, 0.0631, -0.1827, -0.1088, 0.9615, -0.2522, 0.1598, 0.2673, 0.9503})
	out := mat.NewDense(rows, 4, nil)
	for i := range rows {
		p, q := mat.NewVecDense(3, []float64{2*rng.Float64() - 1, 2*rng.Float64() - 1, 2 + 2*rng.Float64()}), new(mat.VecDense)
		q.MulVec(turn, p)
		q.AddVec(q, mat.NewVecDense(3, []float64{-0.0745, 0.5999, -0.3530}))
		for j, v := range []float64{p.AtVec(0) / p.AtVec(2), p.AtVec(1) / p.AtVec(2), q.AtVec(0) / q.AtVec(2), q.AtVec(1) / q.AtVec(2)} {
			out.Set(i, j, v+noise*rng.NormFloat64())
		}
	}
	return out
}

// Two views of points have one law, linear in the coordinates of each. The rows are also a
// cloud about a plane, 30 times as thick, which is no further law and does not take its place.
func TestLearnBilinear(t *testing.T) {
	names := []string{"x", "y", "u", "v"}
	o := explain.Options{DegreeIn: []explain.DegreeBound{{Variables: []string{"u", "v"}, Degree: 1}, {Variables: []string{"x", "y"}, Degree: 1}}}
	r, err := explain.Learn(context.Background(), explain.Data{Variables: names, Points: explain.Dense(twoViews(150, 0.001, 1))}, o)
	require.NoError(t, err)
	require.Len(t, r.Generators, 1)
	assert.Less(t, r.Noise.Sigma, 0.01)
	assert.Empty(t, r.Generators[0].Doubt)
}

// One of the nine coefficients of these views is too small to be seen. The law has the other eight terms,
// and with the ninth it says the same.
func TestLearnBilinearOfEight(t *testing.T) {
	names := []string{"x", "y", "u", "v"}
	o := explain.Options{DegreeIn: []explain.DegreeBound{{Variables: []string{"u", "v"}, Degree: 1}, {Variables: []string{"x", "y"}, Degree: 1}}}
	r, err := explain.Learn(context.Background(), explain.Data{Variables: names, Points: explain.Dense(twoViews(150, 0.002, 0))}, o)
	require.NoError(t, err)
	require.Len(t, r.Generators, 1)
	assert.Len(t, r.Generators[0].Terms, 8)
	assert.Empty(t, r.Generators[0].Doubt)
}

// TestDeclared: all nine monomials that the bounds allow are kept where none of their coefficients is within two standard
// errors of 0, and eight of them are no rival. The ninth is 2.6 from 0 at an error of 0.001, 4.0 at half of it.
func TestDeclared(t *testing.T) {
	names := []string{"x", "y", "u", "v"}
	o := explain.Options{DegreeIn: []explain.DegreeBound{{Variables: []string{"u", "v"}, Degree: 1}, {Variables: []string{"x", "y"}, Degree: 1}}}
	for _, noise := range []float64{0.0005, 0.001} {
		r, err := explain.Learn(context.Background(), explain.Data{Variables: names, Points: explain.Dense(twoViews(150, noise, 12))}, o)
		require.NoError(t, err)
		require.Len(t, r.Generators, 1)
		assert.Len(t, r.Generators[0].Terms, 9, "%g", noise)
		assert.Empty(t, r.Generators[0].Doubt, "a constant known to a third is no reason to doubt all that was allowed")
	}
}

// TestBoundsOfExactEquations: bounds of degrees hold for equations without noise too. What holds of y = x², z = x³
// without x is z² = y³.
func TestBoundsOfExactEquations(t *testing.T) {
	var rows [][]float64
	for i := range 25 {
		x := float64(i - 9)
		rows = append(rows, []float64{x, x * x, x * x * x})
	}
	r, err := explain.Learn(context.Background(), explain.DataOf("x,y,z", rows), explain.Options{DegreeIn: []explain.DegreeBound{{Variables: []string{"x"}}}})
	require.NoError(t, err)
	assert.Equal(t, []string{"y^3 - z^2"}, explain.Texts(r))
}
