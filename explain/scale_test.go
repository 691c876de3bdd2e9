package explain_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/internal/sweeptest"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// An equation does not depend on the units of its columns: with these multiplied
// by powers of ten it is the same one in the new units, and exact where it was.
func TestLearnScales(t *testing.T) {
	sweeptest.Sweep(t)
	curves := []struct {
		name, equation string
		point          func(rng *rand.Rand) []float64
	}{
		{"circle", "x^2 + y^2 - 25", func(rng *rand.Rand) []float64 {
			a := 2 * math.Pi * rng.Float64()
			return []float64{5 * math.Cos(a), 5 * math.Sin(a)}
		}},
		{"ellipse", "4*x^2 + 9*y^2 - 36", func(rng *rand.Rand) []float64 {
			a := 2 * math.Pi * rng.Float64()
			return []float64{3 * math.Cos(a), 2 * math.Sin(a)}
		}},
		{"kepler", "x^3 - y^2", func(rng *rand.Rand) []float64 {
			a := 0.4 + 2*rng.Float64()
			return []float64{a, math.Pow(a, 1.5)}
		}},
	}
	scales := [][2]int{{0, 0}, {2, 2}, {3, 3}, {6, 6}, {-6, -6}, {6, 0}, {0, -3}, {9, -9}}
	for k, c := range curves {
		plain := explaintest.Noisy(explaintest.Draw(200, explaintest.Source(uint64(700+k)), c.point), 0.005, explaintest.Source(uint64(710+k)))
		for _, scale := range scales {
			t.Run(fmt.Sprintf("%s/1e%d,1e%d", c.name, scale[0], scale[1]), func(t *testing.T) {
				rows := make([][]float64, len(plain))
				for i, x := range plain {
					rows[i] = []float64{x[0] * math.Pow10(scale[0]), x[1] * math.Pow10(scale[1])}
				}
				r, err := explain.Learn(context.Background(), explain.DataOf("x,y", rows), explain.Options{MaxDegree: 3})
				require.NoError(t, err)
				assert.Equal(t, []string{inUnits(t, c.equation, scale[0], scale[1])}, explain.Texts(r))
			})
		}
	}
}

// A scanned ball is a law without a doubt, 4 and 7 radii from the origin:
// neither the evidence of a law nor the neighbours of a row depend on where 0 is.
func TestLearnFarFromTheOrigin(t *testing.T) {
	sweeptest.Sweep(t)
	for _, tt := range []struct {
		names  string
		centre []float64
		radius float64
		noise  float64
		degree int
	}{
		{"x,y,z", []float64{3, -7, 110}, 25.4, 0.05, 3},
		{"x,y,z", []float64{-48, -40, 63}, 12.8, 0.02, 3},
	} {
		rows := explaintest.Draw(120, explaintest.Source(720), func(rng *rand.Rand) []float64 {
			x, square := make([]float64, len(tt.centre)), 0.0
			for j := range x {
				x[j] = rng.NormFloat64()
				square += x[j] * x[j]
			}
			for j, c := range tt.centre {
				x[j] = c + tt.radius*x[j]/math.Sqrt(square) + tt.noise*rng.NormFloat64()
			}
			return x
		})
		r, err := explain.Learn(t.Context(), explain.DataOf(tt.names, rows), explain.Options{MaxDegree: tt.degree})
		require.NoError(t, err, "%v", tt.centre)
		require.Len(t, r.Generators, 1)
		g := r.Generators[0]
		assert.Empty(t, g.Doubt, "%v", g)
		for _, term := range g.Terms {
			if j := slices.Index(term.Exponents, 1); j >= 0 {
				assert.InEpsilon(t, -2*tt.centre[j], term.Coefficient.Float64()/g.Terms[0].Coefficient.Float64(), 0.01, "%v", g)
			}
		}
		assert.Len(t, g.Terms, 2*len(tt.centre)+1, "%v", g)
	}
}

// In a narrow range a plane describes the rows of a law as well. The law has fewer constants,
// and it is printed; columns measured from their middle hide a constant of the plane.
func TestLearnInNarrowRange(t *testing.T) {
	sweeptest.Sweep(t)
	for _, tt := range []struct {
		names, law string
		row        func(u, v float64) []float64 // of two random numbers in [0, 1]
		column     int                          // with errors
		noise      float64                      // part of each value
	}{
		{"p,T,V", "p*V - T", func(u, v float64) []float64 { p, T := 990+50*u, 290+20*v; return []float64{p, T, 83.14 * T / p} }, 2, 1e-3},
		{"T,v", "v^2 - T", func(u, _ float64) []float64 { T := 255 + 60*u; return []float64{T, math.Sqrt(401.9 * T)} }, 1, 1e-3},
		{"r,v", "r*v^2 - 1", func(u, _ float64) []float64 { r := 6700 + 700*u; return []float64{r, math.Sqrt(398600 / r)} }, 1, 5e-4},
	} {
		rng := explaintest.Source(730)
		rows := explaintest.Draw(80, rng, func(rng *rand.Rand) []float64 { return tt.row(rng.Float64(), rng.Float64()) })
		for _, x := range rows {
			x[tt.column] *= 1 + tt.noise*rng.NormFloat64()
		}
		r, err := explain.Learn(t.Context(), explain.DataOf(tt.names, rows), explain.Options{})
		require.NoError(t, err, tt.law)
		require.Len(t, r.Generators, 1, "%s: %v", tt.law, r)
		g := r.Generators[0]
		assert.Empty(t, g.Doubt, "%v", g)
		assert.Equal(t, sortedMonomials(explaintest.Parse(t, g.Polynomial.Ring(), tt.law)), sortedMonomials(g.Polynomial), "%v", g)
	}
}

// sortedMonomials are the monomials of a polynomial as text.
func sortedMonomials(p *poly.Polynomial[ring.Rat]) (out []string) {
	for m := range p.Terms() {
		out = append(out, p.Ring().FormatMonomial(m))
	}
	slices.Sort(out)
	return out
}

// A circle at ten to thirty of its radii from the origin is singled out in whole numbers, by rows that tell the constant from its
// neighbours.
func TestLearnCircleOnMap(t *testing.T) {
	sweeptest.Sweep(t)
	for _, tt := range []struct{ x, y, r float64 }{{100, 50, 5}, {60, 80, 4}, {230, 400, 20}} {
		rows := explaintest.Draw(400, explaintest.Source(740), func(rng *rand.Rand) []float64 {
			a := 2 * math.Pi * rng.Float64()
			return []float64{tt.x + tt.r*math.Cos(a) + 0.01*tt.r*rng.NormFloat64(), tt.y + tt.r*math.Sin(a) + 0.01*tt.r*rng.NormFloat64()}
		})
		r, err := explain.Learn(t.Context(), explain.DataOf("x,y", rows), explain.Options{})
		require.NoError(t, err)
		require.Len(t, r.Generators, 1)
		g := r.Generators[0]
		assert.Empty(t, g.Doubt, "%v", g)
		assert.Equal(t, fmt.Sprintf("x^2 + y^2 - %g*x - %g*y + %g", 2*tt.x, 2*tt.y, tt.x*tt.x+tt.y*tt.y-tt.r*tt.r), g.Polynomial.String())
	}
}

// inUnits is an equation in x and y for columns multiplied by 10^i and 10^j.
func inUnits(t *testing.T, equation string, i, j int) string {
	t.Helper()
	R := explaintest.RingOf(t, "x", "y")
	p, err := explaintest.Parse(t, R, equation).Substitute([]*poly.Polynomial[ring.Rat]{
		R.Var(0).Scale(problem.PowerOfTen(-i)), R.Var(1).Scale(problem.PowerOfTen(-j)),
	})
	require.NoError(t, err)
	return poly.Primitive(p).String()
}

// Errors stand in one column only. Of so many rows the search sees that they are not as it
// first takes them, and a multiple or a polynomial of many terms would explain that.
func TestManyRows(t *testing.T) {
	sweeptest.Sweep(t)
	for equation, f := range map[string]func(x, y float64) float64{
		"x*y - z":           func(x, y float64) float64 { return x * y },
		"x^2 + y^2 - z - 1": func(x, y float64) float64 { return x*x + y*y - 1 },
	} {
		t.Run(equation, func(t *testing.T) {
			rng := explaintest.Source(8)
			rows := make([][]float64, 8000)
			for i := range rows {
				x, y := 4*rng.Float64()-2, 4*rng.Float64()-2
				rows[i] = []float64{x, y, f(x, y) + 0.01*rng.NormFloat64()}
			}
			r, err := explain.Learn(context.Background(), explain.DataOf("x,y,z", rows), explain.Options{MaxDegree: 3})
			require.NoError(t, err)
			assert.Equal(t, []string{equation}, explain.Texts(r))
		})
	}
}
