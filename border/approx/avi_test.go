package approx_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/border/approx"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// TestAVIGuarantee checks, on points with errors of the size of ε, what the AVI
// algorithm promises [Heldt, Kreuzer, Pokutta, Poulisse 2009, Theorem 3.3]: O is an
// order ideal, no polynomial of norm 1 in its span vanishes up to ε, there is one
// generator for each border term up to the degree, of norm 1, with this term and
// terms of O only, and its values are of the size of ε: at most ε but for what the
// stabilised echelon form drops, which is below τ = 3 ε for every term.
func TestAVIGuarantee(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 29))
	generators, largest := 0, 0.0
	for range 60 {
		n, d := 20+rng.IntN(60), 2+rng.IntN(3)
		eps := math.Pow(10, -1-3*rng.Float64())
		x := mat.NewDense(n, 2, nil)
		shape := rng.IntN(3)
		for i := range n { // an ellipse, two lines, or a parabola
			a := 2 * rng.Float64()
			p := [][]float64{{math.Cos(3 * a), 0.5 * math.Sin(3*a)}, {a - 1, float64(i%2) - 0.5}, {a - 1, (a - 1) * (a - 1)}}[shape]
			x.SetRow(i, []float64{p[0] + 0.3*eps*rng.NormFloat64(), p[1] + 0.3*eps*rng.NormFloat64()})
		}
		R := poly.MustRing[float64](ring.Float64, []string{"x", "y"}, poly.WithMaxDegree(d))
		model, err := approx.AVI{Epsilon: eps}.Fit(context.Background(), R, x)
		require.NoError(t, err)
		order := model.OrderIdeal()
		values := mat.NewDense(n, len(order), nil)
		for j, m := range order {
			for i := range n {
				values.Set(i, j, R.Term(1, m).Eval(x.RawRowView(i)))
			}
			for v := range 2 {
				if q, ok := R.DivMonomial(m, R.VarMonomial(v)); ok {
					require.Contains(t, order, q, "closed under division")
				}
			}
		}
		svd, err := numeric.SVDOf(values)
		require.NoError(t, err)
		require.Greater(t, svd.Values[len(order)-1], eps*math.Sqrt(float64(n)), "nothing in the span of O vanishes")

		var border []poly.Monomial
		for _, m := range R.MonomialsUpTo(d) {
			parent := func(v int) bool {
				q, ok := R.DivMonomial(m, R.VarMonomial(v))
				return ok && slices.Contains(order, q)
			}
			if !slices.Contains(order, m) && (parent(0) || parent(1)) {
				border = append(border, m)
			}
		}
		require.ElementsMatch(t, border, model.BorderTerms())
		polys, err := model.Polynomials(context.Background())
		require.NoError(t, err)
		for j, p := range polys {
			norm, rms := 0.0, 0.0
			for m, c := range p.Terms() {
				require.True(t, m == model.BorderTerms()[j] || slices.Contains(order, m), "%v has a term outside", p)
				norm = math.Hypot(norm, c)
			}
			require.InDelta(t, 1, norm, 1e-12)
			for i := range n {
				rms = math.Hypot(rms, p.Eval(x.RawRowView(i))/math.Sqrt(float64(n)))
			}
			largest = max(largest, rms/eps)
			generators++
		}
	}
	require.Greater(t, generators, 100)
	require.LessOrEqual(t, largest, 4.0, "values relative to ε")
}
