package explain_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/internal/sweeptest"
	"github.com/kexplain/kexplain/ring"
)

// law is a curve with its equation.
type law struct {
	name, variables string
	point           func(rng *rand.Rand) []float64
	equation        string
}

var laws = []law{
	{"ohm", "I,U", func(rng *rand.Rand) []float64 { i := 0.1 + 1.9*rng.Float64(); return []float64{i, 47 * i} }, "47*I - U"},
	{"kepler", "a,T", func(rng *rand.Rand) []float64 { a := 0.3 + 3*rng.Float64(); return []float64{a, a * math.Sqrt(a)} }, "a^3 - T^2"},
	{"circle", "x,y", func(rng *rand.Rand) []float64 {
		sin, cos := math.Sincos(2 * math.Pi * rng.Float64())
		return []float64{2 * cos, 2 * sin}
	}, "x^2 + y^2 - 4"},
}

// grossErrors replaces one cell in a share of the rows by one drawn from three
// times the range of its column, and returns the lines.
func grossErrors(rows [][]float64, share float64, rng *rand.Rand) []int {
	lo, hi := append([]float64(nil), rows[0]...), append([]float64(nil), rows[0]...)
	for _, x := range rows {
		for j, v := range x {
			lo[j], hi[j] = math.Min(lo[j], v), math.Max(hi[j], v)
		}
	}
	var lines []int
	for i, x := range rows {
		if rng.Float64() < share {
			j := rng.IntN(len(x))
			x[j] = lo[j] + (3*rng.Float64()-1)*(hi[j]-lo[j])
			lines = append(lines, i+1)
		}
	}
	return lines
}

// slips multiplies one cell in a share of the rows by ten, a tenth or minus one.
func slips(rows [][]float64, share float64, rng *rand.Rand) []int {
	var lines []int
	for i, x := range rows {
		if rng.Float64() < share {
			x[rng.IntN(len(x))] *= []float64{10, 0.1, -1}[rng.IntN(3)]
			lines = append(lines, i+1)
		}
	}
	return lines
}

// TestLawBesideErrors has a hundred rows of a law, of which some five are wrong. A
// polynomial of degree 4 passes through these, too. KEXPLAIN_TESTMULT=4 draws four
// tables of each kind.
func TestLawBesideErrors(t *testing.T) {
	seeds := uint64(1)
	if m, err := strconv.Atoi(os.Getenv("KEXPLAIN_TESTMULT")); err == nil && m > 0 {
		seeds *= uint64(m)
	}
	spoil := []func([][]float64, float64, *rand.Rand) []int{grossErrors, slips}
	for kind, wrong := range spoil {
		for i, l := range laws {
			for k, sigma := range []float64{0, 0.001, 0.01} {
				if k != (i+kind)%3 && !sweeptest.Sweeping(t) {
					continue // each law with another noise, for each kind of errors
				}
				t.Run(fmt.Sprintf("%s/%s/%g", []string{"errors", "slips"}[kind], l.name, sigma), func(t *testing.T) {
					if testing.Short() && sigma != 0.01 {
						t.Skip("takes long under the race detector")
					}
					t.Parallel()
					for seed := range seeds {
						rng := explaintest.Source(100*seed + 7)
						rows := explaintest.Noisy(explaintest.Draw(100, rng, l.point), sigma, rng)
						lines := wrong(rows, 0.05, rng)
						data := explain.DataOf(l.variables, rows)
						r, err := explain.Learn(context.Background(), data, explain.Options{})
						if !assert.NoError(t, err, "seed %d", seed) || !assert.Len(t, r.Generators, 1, "seed %d: %v", seed, explain.Texts(r)) {
							continue
						}
						assert.ElementsMatch(t, explain.MonomialsOf(explaintest.Parse(t, explaintest.RingOf(t, r.Variables...), l.equation)), explain.MonomialsOf(r.Generators[0].Polynomial), "seed %d: %v", seed, explain.Texts(r))
						assert.False(t, r.Generators[0].Approximation, "seed %d: %v", seed, explain.Texts(r))
						assert.Subset(t, lines, r.Outliers, "seed %d", seed)
						if sigma == 0 {
							assert.Equal(t, []string{l.equation}, explain.Texts(r), "seed %d", seed)
						}
					}
				})
			}
		}
	}
}

// TestSecondPopulation has a second line with a sixth of the rows, which is no slip.
func TestSecondPopulation(t *testing.T) {
	for _, sigma := range []float64{0, 0.001} {
		rng := explaintest.Source(21)
		k := 0
		rows := explaintest.Draw(120, rng, func(rng *rand.Rand) []float64 {
			k++
			x := 0.1 + 1.9*rng.Float64()
			if k%6 == 0 {
				return []float64{x, 20 * x}
			}
			return []float64{x, 2 * x}
		})
		r, err := explain.Learn(context.Background(), explain.DataOf("x,y", explaintest.Noisy(rows, sigma, rng)), explain.Options{})
		require.NoError(t, err)
		assert.Empty(t, r.Outliers)
		require.Len(t, r.Generators, 1)
		assert.Len(t, r.Generators[0].Terms, 3, "%v", explain.Texts(r))
	}
}

// TestTwoLostPoints has a line with two values that lost their decimal points. A parabola passes
// through both, with less than twice the noise of the line.
func TestTwoLostPoints(t *testing.T) {
	sweeptest.Sweep(t)
	for seed := range uint64(6) {
		rng := explaintest.Source(seed)
		var rows [][]float64
		for i := range 90 {
			x, lost := -10+40*rng.Float64(), 1.0
			if i == 30 || i == 60 {
				x, lost = 4+4*rng.Float64(), 10
			}
			y := lost * (331.3 + 0.606*x + 0.3*rng.NormFloat64())
			rows = append(rows, []float64{math.Round(10*x) / 10, math.Round(10*y) / 10})
		}
		r, err := explain.Learn(context.Background(), explain.DataOf("T,c", rows), explain.Options{})
		require.NoError(t, err)
		assert.Equal(t, []int{31, 61}, r.Outliers, "seed %d", seed)
		require.Len(t, r.Generators, 1, "seed %d", seed)
		assert.Equal(t, 1, r.Generators[0].Polynomial.Degree(), "seed %d: %v", seed, explain.Texts(r))
		assert.False(t, r.Generators[0].Approximation, "seed %d: %v", seed, explain.Texts(r))
	}
}

// TestShortestPair: of two laws of two terms those with the fewest factors are printed, whichever products need the least noise.
func TestShortestPair(t *testing.T) {
	sweeptest.Sweep(t)
	about := func(rng *rand.Rand, v, part float64) float64 { return v * (1 + part*rng.NormFloat64()) }
	for seed := range uint64(4) {
		orbits := explaintest.Draw(68, explaintest.Source(900+seed), func(rng *rand.Rand) []float64 {
			r := math.Exp(1.9 + 1.9*rng.Float64())
			v := math.Sqrt(398.6 / r)
			return []float64{r, about(rng, v, 0.002), about(rng, 2*math.Pi*r/v, 0.003)}
		})
		laws, err := explain.Learn(context.Background(), explain.DataOf("r,v,T", orbits), explain.Options{})
		require.NoError(t, err)
		assert.ElementsMatch(t, []string{"r*v^2 1", "v*T r"}, supports(laws))
	}
}

// supports are the monomials of the generators.
func supports(r *explain.Result) (out []string) {
	for _, g := range r.Generators {
		R, text := g.Polynomial.Ring(), ""
		for m := range g.Polynomial.Terms() {
			text += " " + R.Term(ring.RatFromInt(1), m).String()
		}
		out = append(out, text[1:])
	}
	return out
}

// TestLawIsPrintedOnce: beside y = x², which holds exactly, the law of a noisy z does not turn into y = x² again.
func TestLawIsPrintedOnce(t *testing.T) {
	for seed := range uint64(4) {
		rows := explaintest.Draw(300, explaintest.Source(950+seed), func(rng *rand.Rand) []float64 {
			x := float64(rng.IntN(193)-96) / 64
			return []float64{x, x * x, x*x*x + 0.015*rng.NormFloat64()}
		})
		r, err := explain.Learn(context.Background(), explain.DataOf("x,y,z", rows), explain.Options{MaxDegree: 2})
		require.NoError(t, err)
		assert.ElementsMatch(t, slices.Compact(slices.Sorted(slices.Values(supports(r)))), supports(r), "seed %d", seed)
		assert.Contains(t, supports(r), "x*y z", "seed %d: %v", seed, explain.Texts(r))
	}
}
