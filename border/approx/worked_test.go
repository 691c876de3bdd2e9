package approx_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/border/approx"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// workedExample is an example with numbers that others have printed, or that can
// be read off.
type workedExample struct {
	name   string
	source string
	vars   []string
	points *mat.Dense
	eps    float64
	// scaled divides the points by their largest absolute values first. Printed
	// coefficients are then those in the given variables with the leading
	// coefficient 1 in the scaled ones.
	scaled bool
	order  []string // the order ideal, ascending; nil when it is not printed
	want   []string // the border basis, ascending by border term
	from   int      // degree from which border polynomials are printed
	tol    float64  // what the printed digits, or rounding, allow
}

// workedExamples are those whose points and results could be found. In the
// decimals of ApCoCoA n/2⁵⁴ stands for fractions such as 1/2 less rounding.
func workedExamples() []workedExample {
	xyz := []string{"x", "y", "z"}
	return []workedExample{
		{
			name:   "three points, one stretched",
			source: "ApCoCoA manual, $numerical.BBasisOfPoints (Num.ABM, revision 5781), the algorithm of Heldt, Kreuzer, Poulisse and Pokutta, manuscript of August 2006",
			vars:   xyz, points: mat.NewDense(3, 3, []float64{1, 0, 0, 0, 0, 1, 0, 2, 0}), eps: 0.001, scaled: true,
			order: []string{"1", "z", "y"},
			want: []string{"x + 9007199254740991/18014398509481984*y + z - 1", "z^2 - 9007199254740991/9007199254740992*z", "1/2*y*z",
				"1/4*y^2 - 9007199254740991/18014398509481984*y", "x*z", "1/2*x*y"},
			tol: 1e-14,
		},
		{
			// All border polynomials of degree 2 lie in the ideal of y and z,
			// the linear one does not.
			name:   "three points, all stretched, in the ideal of y and z",
			source: "ApCoCoA manual, $numerical.BBasisOfPointsInIdeal (Num.SubAVI, revision 7039)",
			vars:   xyz, points: mat.NewDense(3, 3, []float64{2, 0, 0, 0, 3, 0, 0, 0, 1}), eps: 0.001, scaled: true, from: 2,
			want: []string{"z^2 - z", "1/3*y*z", "1/9*y^2 - 9007199254740991/27021597764222976*y", "1/2*x*z", "1/6*x*y"},
			tol:  1e-14,
		},
		{
			name:   "unit points",
			source: "points of ApCoCoA manual, Num.AVI; result by hand",
			vars:   xyz, points: mat.NewDense(3, 3, []float64{1, 0, 0, 0, 0, 1, 0, 1, 0}), eps: 0.001,
			order: []string{"1", "z", "y"},
			want:  []string{"x + y + z - 1", "z^2 - z", "y*z", "y^2 - y", "x*z", "x*y"},
			tol:   1e-14,
		},
		{
			name:   "nearly unit points",
			source: "points of ApCoCoA manual, Num.ABM; result by hand",
			vars:   xyz, points: mat.NewDense(3, 3, []float64{1, 0, 0, 0, 0, 1, 0, 0.99, 0}), eps: 0.1,
			order: []string{"1", "z", "y"},
			want:  []string{"x + 100/99*y + z - 1", "z^2 - z", "y*z", "y^2 - 0.99*y", "x*z", "x*y"},
			tol:   1e-14,
		},
		{
			name:   "five points",
			source: "Kehrein and Kreuzer, Computing border bases (2006), Example 19; ApCoCoA manual, BB.BBasisForMP",
			vars:   []string{"x", "y"}, points: mat.NewDense(5, 2, []float64{0, 0, 0, -1, 1, 0, 1, 1, -1, 1}), eps: 1e-9,
			order: []string{"1", "y", "x", "y^2", "x*y"},
			want:  []string{"x^2 + x*y - 1/2*y^2 - x - 1/2*y", "y^3 - y", "x*y^2 - x*y", "x^2*y - 1/2*y^2 - 1/2*y"},
			tol:   1e-13,
		},
		{
			name:   "seven points",
			source: "Kehrein and Kreuzer, Computing border bases (2006), Example 20",
			vars:   xyz, points: sevenPoints(), eps: 1e-9, scaled: true,
			order: []string{"1", "z", "y", "x", "x^2", "x^3", "x^4"},
			want: []string{
				"z^2 + 3*y - 7*z", "y*z - 4*y", "y^2 - 4*y", "x*z - 4*y", "x*y - 4*y",
				"x^2*z - 16*y", "x^2*y - 16*y", "x^3*z - 64*y", "x^3*y - 64*y", "x^4*z - 256*y", "x^4*y - 256*y",
				"x^5 - 8*x^4 + 14*x^3 + 8*x^2 - 15*x + 15*y",
			},
			tol: 1e-11,
		},
	}
}

// sevenPoints are the zeros of Example 20.
func sevenPoints() *mat.Dense {
	return mat.NewDense(7, 3, []float64{0, 0, 0, 1, 0, 0, -1, 0, 0, 3, 0, 0, 5, 0, 0, 4, 4, 4, 0, 0, 7})
}

// TestWorkedExamples holds the three methods that make border bases to the
// examples: the order ideal exactly, and every polynomial, with the coefficient
// that is printed for its border term, to the printed digits.
func TestWorkedExamples(t *testing.T) {
	for _, e := range workedExamples() {
		for _, m := range []approx.Method{
			approx.AVI{Epsilon: e.eps}, approx.ABM{Epsilon: e.eps}, approx.OAVI{Psi: e.eps * e.eps, FullBorder: true},
		} {
			t.Run(fmt.Sprintf("%s/%v", e.name, m), func(t *testing.T) {
				R := poly.MustRing[float64](ring.Float64, e.vars, poly.WithMaxDegree(6))
				x, unit := e.points, slices.Repeat([]float64{1}, len(e.vars))
				if e.scaled {
					unit = approx.LargestAbs(x)
					x = approx.Scaled(x, unit)
				}
				model, err := m.Fit(context.Background(), R, x)
				require.NoError(t, err)
				b, err := approx.NewBorder(model)
				require.NoError(t, err)
				require.LessOrEqual(t, b.Commutator(), e.tol)
				if e.order != nil {
					var order []string
					for _, o := range model.OrderIdeal() {
						order = append(order, R.FormatMonomial(o))
					}
					require.Equal(t, e.order, order, e.source)
				}
				polys := slices.DeleteFunc(approx.Unscale(b.Polynomials(), unit),
					func(p *poly.Polynomial[float64]) bool { return p.Degree() < e.from })
				require.Len(t, polys, len(e.want), e.source)
				for j, text := range e.want {
					requireNear(t, R, text, polys[j], e.tol)
				}
			})
		}
	}
}

// requireNear compares with a printed polynomial, both with the leading
// coefficient that is printed; the printed one decides which term leads.
func requireNear(t *testing.T, R *poly.Ring[float64], text string, got *poly.Polynomial[float64], tol float64) {
	t.Helper()
	want, err := R.Parse(text)
	require.NoError(t, err)
	lead := want.LeadingMonomial()
	require.NotZero(t, got.Coefficient(lead), "%s: no term %s in %v", text, R.FormatMonomial(lead), got)
	got = got.Scale(want.Coefficient(lead) / got.Coefficient(lead))
	for m, d := range got.Sub(want).Terms() {
		require.LessOrEqual(t, math.Abs(d), tol*max(1, math.Abs(want.Coefficient(m))), "%v, not %s", got, text)
	}
}

// TestUnitCoefficients compares generators whose coefficients have norm 1 with
// printed ones: the polynomials with which Example 4.12 of Heldt, Kreuzer, Poulisse
// and Pokutta begins, which are those of the seven points with three decimals
// and some error, and the parabola in the manual of LearnVanishingIdeal.jl.
func TestUnitCoefficients(t *testing.T) {
	for _, c := range []struct {
		name   string
		vars   []string
		points *mat.Dense
		degree int
		want   []string
		tol    float64
	}{
		{
			"example 4.12", []string{"x", "y", "z"}, sevenPoints(), 6,
			[]string{"0.130*z^2 + 0.39*y - 0.911*z", "0.242*y*z - 0.97*y", "0.243*x*z - 0.97*y", "0.242*y^2 - 0.97*y", "0.243*x*y - 0.97*y",
				"0.035*x^5 - 0.284*x^4 + 0.497*x^3 + 0.284*x^2 - 0.532*x + 0.533*y"},
			0.008, // 15/√775 = 0.539 is printed as 0.532
		},
		{
			"parabola", []string{"x", "y"}, mat.NewDense(5, 2, []float64{-2, 5, 2, 5, 0, 1, 1, 2, -1, 2}), 2,
			[]string{"-0.58*x^2 + 0.58*y - 0.58"}, 0.005,
		},
	} {
		R := poly.MustRing[float64](ring.Float64, c.vars, poly.WithMaxDegree(c.degree))
		methods := []approx.Method{approx.AVI{Epsilon: 1e-9}, approx.ABM{Epsilon: 1e-9}}
		if len(c.want) == 1 {
			methods = append(methods, approx.SVD{Epsilon: 1e-9})
		}
		for _, m := range methods {
			model, err := m.Fit(context.Background(), R, c.points)
			require.NoError(t, err)
			polys, err := model.Polynomials(context.Background())
			require.NoError(t, err)
			for _, text := range c.want {
				want, err := R.Parse(text)
				require.NoError(t, err)
				at := 0
				if border := model.BorderTerms(); border != nil {
					at = slices.Index(border, want.LeadingMonomial())
				}
				require.GreaterOrEqual(t, at, 0, "%s, %v: no generator for %s", c.name, m, text)
				got := polys[at]
				got = got.Scale(math.Copysign(1, got.Coefficient(want.LeadingMonomial())*want.LeadingCoefficient()))
				for _, d := range got.Sub(want).Terms() {
					require.InDelta(t, 0, d, c.tol, "%s, %v: %v, not %s", c.name, m, got, text)
				}
			}
		}
	}
}
