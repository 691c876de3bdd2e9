package approx_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/border/approx"
	"github.com/kexplain/kexplain/internal/judge"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// edgePoints are points at which something is degenerate, with the number of
// different values that polynomials up to the degree can take on them: what
// vanishes has that codimension.
var edgePoints = []struct {
	name   string
	x      *mat.Dense
	degree int
	rank   int
}{
	{"one point", mat.NewDense(1, 2, []float64{0.5, -1}), 3, 1},
	{"the origin", mat.NewDense(1, 2, []float64{0, 0}), 3, 1},
	{"one point four times", mat.NewDense(4, 2, []float64{0.5, -1, 0.5, -1, 0.5, -1, 0.5, -1}), 3, 1},
	{"two points, repeated unevenly", mat.NewDense(4, 2, []float64{1, 0, 1, 0, 1, 0, 0, 1}), 3, 2},
	{"constant column", mat.NewDense(5, 2, []float64{1, 0.25, -1, 0.25, 0.5, 0.25, -0.3, 0.25, 0, 0.25}), 3, 4},
	{"zero column", mat.NewDense(5, 2, []float64{1, 0, -1, 0, 0.5, 0, -0.3, 0, 0, 0}), 3, 4},
	{"equal columns", mat.NewDense(4, 2, []float64{1, 1, -1, -1, 0.5, 0.5, 0.25, 0.25}), 3, 4},
	{"fewer points than monomials", mat.NewDense(3, 2, []float64{1, 0, 0, 1, -0.5, 0.3}), 4, 3},
}

// TestEdges expects every method to find all that vanishes, and nothing else.
func TestEdges(t *testing.T) {
	for _, c := range edgePoints {
		R := poly.MustRing[float64](ring.Float64, []string{"x", "y"}, poly.WithMaxDegree(c.degree))
		n, _ := c.x.Dims()
		for _, m := range append(all(1e-9), approx.SVD{}) {
			model, err := m.Fit(context.Background(), R, c.x)
			require.NoError(t, err, "%s, %v", c.name, m)
			polys, err := model.Polynomials(context.Background())
			require.NoError(t, err)
			for _, p := range polys {
				for i := range n {
					require.InDelta(t, 0, p.Eval(c.x.RawRowView(i)), 1e-12, "%s, %v: %v", c.name, m, p)
				}
			}
			want := len(R.MonomialsUpTo(c.degree)) - c.rank
			// Columns that do not vary cannot be standardised: the unit square serves.
			square := mat.NewDense(4, 2, []float64{1, 1, 1, -1, -1, 1, -1, -1})
			require.Equal(t, want, judge.SpanOf(R, polys, c.degree, square).Dimension(1e-9), "%s, %v: %v", c.name, m, polys)
		}
	}
}

// TestEdgeBorder makes border bases of the degenerate points that are few enough
// for the degree: the exact one nearby is the same, and its points are those.
func TestEdgeBorder(t *testing.T) {
	for _, c := range edgePoints {
		if c.rank == 4 {
			continue // the degree ends the search
		}
		R := poly.MustRing[float64](ring.Float64, []string{"x", "y"}, poly.WithMaxDegree(c.degree))
		for _, m := range []approx.Method{approx.AVI{Epsilon: 1e-9}, approx.ABM{Epsilon: 1e-9}, approx.OAVI{Psi: 1e-18, FullBorder: true}} {
			model, err := m.Fit(context.Background(), R, c.x)
			require.NoError(t, err)
			b, err := approx.NewBorder(model)
			require.NoError(t, err, "%s, %v", c.name, m)
			require.Len(t, b.OrderIdeal(), c.rank)
			exact, distance, err := b.Nearest(context.Background(), 1e-12)
			require.NoError(t, err, "%s, %v", c.name, m)
			require.LessOrEqual(t, distance, 1e-12)
			points := exact.Points()
			n, _ := c.x.Dims()
			for i := range n {
				nearest := math.Inf(1)
				for k := range c.rank {
					nearest = min(nearest, math.Hypot(points.At(k, 0)-c.x.At(i, 0), points.At(k, 1)-c.x.At(i, 1)))
				}
				require.Less(t, nearest, 1e-9, "%s, %v: point %d is not among %v", c.name, m, i+1, mat.Formatted(points))
			}
		}
	}
}

// TestNearestRefusals checks what Nearest cannot do.
func TestNearestRefusals(t *testing.T) {
	R := poly.MustRing[float64](ring.Float64, []string{"x", "y"}, poly.WithMaxDegree(4))
	model, err := approx.ABM{Epsilon: 0.3}.Fit(context.Background(), R,
		mat.NewDense(6, 2, []float64{1, 0, 0, 1, -0.5, 0.3, -0.9, -1, 0.4, 0.5, 0.2, -0.8}))
	require.NoError(t, err)
	b, err := approx.NewBorder(model)
	require.NoError(t, err)
	require.Greater(t, b.Commutator(), 1e-3)
	for _, tol := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		_, _, err = b.Nearest(context.Background(), tol)
		require.ErrorIs(t, err, approx.ErrParameter)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, _, err = b.Nearest(ctx, 1e-12)
	require.ErrorIs(t, err, context.Canceled)
	_, _, err = b.Nearest(context.Background(), 1e-300)
	require.ErrorIs(t, err, approx.ErrNoConvergence, "below rounding")
}

// TestBelowRounding lets the threshold go far below rounding: what depends on the
// order ideal in floating point vanishes all the same.
func TestBelowRounding(t *testing.T) {
	R := xyz(6)
	x := twistedCubic(5, 0.1)
	for _, m := range []approx.Method{
		approx.AVI{Epsilon: 1e-30}, approx.ABM{Epsilon: 1e-30}, approx.OAVI{Psi: 1e-60, FullBorder: true},
		approx.OAVI{Psi: 1e-60, FullBorder: true, Boost: approx.WeakBoost},
	} {
		model, err := m.Fit(context.Background(), R, x)
		require.NoError(t, err, "%v", m)
		require.True(t, model.Complete(), "%v", m)
		b, err := approx.NewBorder(model)
		require.NoError(t, err, "%v", m)
		require.Len(t, b.OrderIdeal(), 5, "%v", m)
		require.Less(t, b.Commutator(), 1e-8, "%v", m)
	}
}

// TestFamily: the names of a family are those of the methods, and a free member
// does not look at its threshold.
func TestFamily(t *testing.T) {
	for _, f := range []approx.Family{{}, {Corners: true, Gap: true}} {
		for _, m := range f.Members() {
			require.Regexp(t, "^"+m.Name+"(-|$)", m.With(0.1).String())
			require.Equal(t, m.Free, m.With(0.1) == m.With(0.2), m.Name)
		}
	}
}
