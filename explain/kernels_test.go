package explain_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/internal/sweeptest"
)

// invariant returns the kernels of the polynomials of an invariant scalar product.
func invariant(inner feature.Kernel, each int) func(d int) feature.Kernel {
	return func(d int) feature.Kernel {
		if d%each != 0 {
			return nil
		}
		return feature.Through{Outer: feature.Polynomial{Degree: d / each}, Inner: inner}
	}
}

func round(v float64) float64 { return math.Round(1e9*v) / 1e9 }

// Kernels of a group lead to the equations that are invariant under it, and to no others.
func TestInvariantEquations(t *testing.T) {
	sweeptest.Sweep(t)
	r := rand.New(rand.NewPCG(3, 1))
	// 2×2 matrices X with X Xᵀ = [[2s, 1], [1, 3/s]]: b of them an equation in X Xᵀ, ad − bc = √5 is not.
	var rows, swapped, triangles [][]float64
	for range 60 {
		sin, cos := math.Sincos(2 * math.Pi * r.Float64())
		s := 0.5 + 1.5*r.Float64()
		p, q, u := math.Sqrt2*s, 1/(math.Sqrt2*s), math.Sqrt(2.5)/s // the Cholesky factor
		// Rounded: relations that hold nearly turn the space, and ad − bc comes near it.
		rows = append(rows, []float64{round(p * cos), round(-p * sin), round(q*cos + u*sin), round(-q*sin + u*cos)})
		x := 0.4 + 2*r.Float64()
		swapped = append(swapped, []float64{x, 1 / x})
		a, b := 2*r.NormFloat64(), 2*r.NormFloat64()
		triangles = append(triangles, []float64{a, b, a + 2*cos, b + 2*sin, r.NormFloat64(), r.NormFloat64()})
	}
	for _, c := range []struct {
		name, variables string
		rows            [][]float64
		kernels         func(d int) feature.Kernel
		degree          int
		want            []string
	}{
		{"right unitary", "abcd", rows, invariant(feature.RightUnitary{Rows: 2}, 2), 2, []string{"a*c + b*d - 1"}},
		{"rigid motions", "abcdef", triangles, invariant(feature.RigidMotion{Rows: 3}, 2), 2, []string{"a^2 - 2*a*c + b^2 - 2*b*d + c^2 + d^2 - 4"}},
		{"sign", "ab", swapped, invariant(feature.FiniteRotation{Order: 2}, 2), 2, []string{"a*b - 1"}},
		{"permutations", "ab", swapped, func(d int) feature.Kernel {
			return feature.Average{Kernel: feature.Polynomial{Degree: d}, Group: feature.ColumnPermutations{Rows: 1}}
		}, 3, []string{"a*b - 1"}},
		{"ANOVA", "ab", swapped, func(d int) feature.Kernel { return feature.ANOVA{Degree: d} }, 2, []string{"a*b - 1"}},
	} {
		var names []string
		for _, v := range c.variables {
			names = append(names, string(v))
		}
		o := explain.Options{MaxDegree: c.degree, Method: explain.MethodIPCA, Kernels: c.kernels}
		got, err := explain.Learn(context.Background(), explain.Data{Variables: names, Points: explaintest.Points(c.rows)}, o)
		require.NoError(t, err, c.name)
		var found []string
		for _, g := range got.Generators {
			found = append(found, g.Polynomial.String())
		}
		assert.Equal(t, c.want, found, c.name)
	}
	// Ten rows are few for the seven terms of a squared distance, not for its two coefficients
	// among the functions of a rigid motion; without a law there is none.
	few := explain.Options{MaxDegree: 2, Method: explain.MethodIPCA, Kernels: invariant(feature.RigidMotion{Rows: 3}, 2)}
	names := []string{"a", "b", "c", "d", "e", "f"}
	for i, row := range triangles[:10] {
		for j := range row {
			row[j] = round(row[j])
		}
		triangles[i] = row
	}
	got, err := explain.Learn(context.Background(), explain.Data{Variables: names, Points: explaintest.Points(triangles[:10])}, few)
	require.NoError(t, err)
	require.Len(t, got.Generators, 1)
	assert.Equal(t, "a^2 - 2*a*c + b^2 - 2*b*d + c^2 + d^2 - 4", got.Generators[0].Polynomial.String())
	var cloud [][]float64
	for range 10 {
		var row []float64
		for range 6 {
			row = append(row, round(r.NormFloat64()))
		}
		cloud = append(cloud, row)
	}
	var refused *explain.NoEquationError
	_, err = explain.Learn(context.Background(), explain.Data{Variables: names, Points: explaintest.Points(cloud)}, few)
	require.ErrorAs(t, err, &refused)
	// Where nothing invariant holds there is none, though an equation holds.
	var line [][]float64
	for i := range 40 {
		line = append(line, []float64{float64(i), float64(2*i + 1)})
	}
	_, err = explain.Learn(context.Background(), explain.Data{Variables: []string{"a", "b"}, Points: explaintest.Points(line)},
		explain.Options{MaxDegree: 1, Method: explain.MethodIPCA, Kernels: invariant(feature.FiniteRotation{Order: 2}, 2)})
	var none *explain.NoEquationError
	require.ErrorAs(t, err, &none)
	constant := [][]float64{}
	for i := range 40 {
		constant = append(constant, []float64{math.Sqrt(float64(i + 2)), math.Pi})
	}
	_, err = explain.Learn(context.Background(), explain.Data{Variables: []string{"a", "b"}, Points: explaintest.Points(constant)},
		explain.Options{Method: explain.MethodIPCA, Kernels: invariant(feature.FiniteRotation{Order: 2}, 2)})
	require.ErrorIs(t, err, explain.ErrData)
}
