package report

import (
	"context"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/points"
)

// TestSolvedErrors: a fall h = a + b t - c t² with errors in h alone, solved for h, has the
// errors of ordinary least squares.
func TestSolvedErrors(t *testing.T) {
	const rows, sigma = 60, 0.004
	random := rand.New(rand.NewPCG(1, 1))
	data := mat.NewDense(rows, 2, nil)
	design, h := mat.NewDense(rows, 3, nil), mat.NewVecDense(rows, nil)
	for i := range rows {
		s := float64(i) * 0.02
		height := math.Round((1.5+1.93*s-4.853*s*s+sigma*random.NormFloat64())*1e5) / 1e5
		design.SetRow(i, []float64{1, s, s * s})
		h.SetVec(i, height)
		data.SetRow(i, []float64{s, height})
	}
	var moments, inverse mat.Dense
	moments.Mul(design.T(), design)
	require.NoError(t, inverse.Inverse(&moments))

	r, err := explain.Learn(context.Background(), explain.Data{Variables: []string{"t", "h"}, Points: points.FromDense([]string{"t", "h"}, data)}, explain.Options{MaxDegree: 2, Noise: []float64{1e-9, 1}})
	require.NoError(t, err)
	require.Len(t, r.Generators, 1)
	g := newGenerator(r.Generators[0])
	require.NotNil(t, g.covariance)
	for i, term := range g.Terms {
		assert.InDelta(t, float64(term.Stderr*term.Stderr), g.covariance.At(i, i), 1e-6*g.covariance.At(i, i))
	}

	want := mat.NewVecDense(3, nil)
	require.NoError(t, want.SolveVec(design, h))
	said := g.measuredQuotient(1, 1)
	found := regexp.MustCompile(`([0-9.]+)\(([0-9]{2})\)(\*t(?:\^2)?)?`).FindAllStringSubmatch(said, -1)
	require.Len(t, found, 3, said)
	for k, at := range map[int]int{1: 0, 0: 1, 2: 2} { // t, 1, t^2
		value, err := strconv.ParseFloat(found[at][1], 64)
		require.NoError(t, err)
		digits, err := strconv.ParseFloat(found[at][2], 64)
		require.NoError(t, err)
		stderr := sigma * math.Sqrt(inverse.At(k, k))
		assert.InDelta(t, math.Abs(want.AtVec(k)), value, 0.05*stderr, said)
		assert.InEpsilon(t, stderr, digits*math.Pow10(-len(found[at][1])+2), 0.2, said)
	}
}
