package explain

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/varieties"
	"github.com/kexplain/kexplain/internal/cputime"
	"github.com/kexplain/kexplain/internal/sweeptest"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// learnTexts learns and returns the equations as printed.
func learnTexts(t testing.TB, d Data, o Options) []string {
	t.Helper()
	r, err := Learn(context.Background(), d, o)
	require.NoError(t, err)
	return texts(r)
}

// noisyCircle has 200 points of a circle of radius 5 at 1 % noise.
func noisyCircle() [][]float64 {
	rng := explaintest.Source(7)
	return explaintest.Noisy(explaintest.CirclePoints(200, rng, 5), 0.01, rng)
}

// TestLearnVarieties learns known varieties up to the degree of their
// generators.
func TestLearnVarieties(t *testing.T) {
	tests := []struct {
		name   string
		degree int
		noisy  bool // with noise too, where KEXPLAIN_SWEEP is not set; the gate has the others
	}{
		{"circle_r10", 2, true}, {"crossing_lines", 2, false}, {"ellipse", 2, false}, {"kepler", 3, false}, {"nodal_cubic", 3, true},
		{"parabola", 2, false}, {"six_points", 3, true}, {"sphere", 2, false}, {"torus", 4, false}, {"twisted_cubic", 2, false},
		{"two_circles_sphere", 2, true}, {"whitney_umbrella", 3, true}, {"so2", 2, true}, {"linear_r10", 1, true}, {"veronese", 2, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			known, ok := varieties.ByName(tt.name)
			require.True(t, ok)
			for _, sigma := range []float64{0, 1e-3} {
				if sigma > 0 && (testing.Short() || !tt.noisy && !sweeptest.Sweeping(t)) {
					continue
				}
				data := dataOf(strings.Join(known.Variables, ","), known.Measure(200, sigma, 1))
				r, err := Learn(context.Background(), data, Options{MaxDegree: tt.degree})
				require.NoError(t, err, sigma)
				v := verdict(t, data, r, known.Generators, sigma)
				assert.True(t, v.Exact, "noise %g: %v is not %v", sigma, texts(r), known.Generators)
				assert.Empty(t, v.Wrong, "noise %g: %v", sigma, texts(r))
				for _, g := range r.Generators {
					if sigma == 0 {
						assert.InDelta(t, 1, g.Kernel.Certifying, 1e-6, "%v", g)
					}
					assert.Positive(t, g.Polynomial.LeadingCoefficient().Sign())
				}
			}
		})
	}
}

func TestLearnTransformed(t *testing.T) {
	circle := noisyCircle()
	with := func(f func(x []float64) []float64) [][]float64 {
		out := make([][]float64, len(circle))
		for i, x := range circle {
			out[i] = f(x)
		}
		return out
	}
	permuted := append([][]float64(nil), circle...)
	rng := explaintest.Source(120)
	rng.Shuffle(len(permuted), func(i, j int) { permuted[i], permuted[j] = permuted[j], permuted[i] })
	tests := []struct {
		name, names string
		rows        [][]float64
		want        []string
	}{
		{"as it is", "x,y", circle, []string{"x^2 + y^2 - 25"}},
		{"permuted rows", "x,y", permuted, []string{"x^2 + y^2 - 25"}},
		{"a constant column", "x,c,y", with(func(x []float64) []float64 { return []float64{x[0], 7, x[1]} }), []string{"c - 7", "x^2 + y^2 - 25"}},
		{"two equal columns alone", "x,y", with(func(x []float64) []float64 { return []float64{x[0], x[0]} }), []string{"x - y"}},
		{"two equal columns and a third", "x,y,z", with(func(x []float64) []float64 { return []float64{x[0], x[1], x[0]} }), []string{"x - z", "y^2 + z^2 - 25"}},
		{"in other units and far from the origin", "x,y", explaintest.ScaledRows(circle, 1e6, 1e9), []string{"x^2 + y^2 - 2000000000*x - 2000000000*y + 1999975000000000000"}},
		{"far from the origin", "x,y", explaintest.ScaledRows(circle, 1, 1e4), []string{"x^2 + y^2 - 20000*x - 20000*y + 199999975"}},
		{"one column far away", "x,y", with(func(x []float64) []float64 { return []float64{x[0], x[1] + 1e4} }), []string{"x^2 + y^2 - 20000*y + 99999975"}},
		{"every row twice, nearly", "x,y", append(explaintest.ScaledRows(circle, 1, 1e-9), circle...), []string{"x^2 + y^2 - 25"}},
		{"no more than needed", "x,y", circle[:20], []string{"x^2 + y^2 - 25"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			data := dataOf(tt.names, tt.rows)
			assert.Equal(t, tt.want, learnTexts(t, data, Options{MaxDegree: 2}))
		})
	}
}

// Learned coefficients follow the units of a column.
func TestLearnUnits(t *testing.T) {
	circle := noisyCircle()
	base, err := Learn(context.Background(), dataOf("x,y", circle), Options{MaxDegree: 2})
	require.NoError(t, err)
	for _, factor := range []float64{1e-3, 1e6} {
		r, err := Learn(context.Background(), dataOf("x,y", explaintest.ScaledRows(circle, factor, 0)), Options{MaxDegree: 2})
		require.NoError(t, err)
		require.Len(t, r.Generators, 1)
		terms := r.Generators[0].Terms
		require.Len(t, terms, 3)
		assert.InEpsilon(t, 1, terms[1].Estimate/terms[0].Estimate, 0.01)
		assert.InEpsilon(t, -25*factor*factor, terms[2].Estimate/terms[0].Estimate, 0.01)
		assert.InEpsilon(t, base.Noise.Sigma, r.Noise.Sigma, 1e-2, "σ has the unit of the root mean square")
		assert.InEpsilon(t, factor*base.Noise.Std[0], r.Noise.Std[0], 1e-2, "and the deviation that of the data")
	}
}

func TestLearnRefuses(t *testing.T) {
	sweeptest.Sweep(t)
	for k := range uint64(3) {
		for _, n := range []int{60, 200} {
			for vars := 2; vars <= 3; vars++ {
				for name, one := range map[string]func(*rand.Rand) float64{"uniform": (*rand.Rand).Float64, "Gaussian": (*rand.Rand).NormFloat64} {
					t.Run(fmt.Sprintf("%s/%d variables/%d points/%d", name, vars, n, k), func(t *testing.T) {
						rows := explaintest.Draw(n, explaintest.Source(100+k), func(rng *rand.Rand) []float64 {
							x := make([]float64, vars)
							for j := range x {
								x[j] = one(rng)
							}
							return x
						})
						r, err := Learn(context.Background(), dataOf("x,y,z"[:2*vars-1], rows), Options{MaxDegree: 3})
						var no *NoEquationError
						require.ErrorAs(t, err, &no, "%v", r)
						assert.Equal(t, 3, no.Degree)
						assert.Contains(t, err.Error(), "degree ≤ 3")
					})
				}
			}
		}
	}
}

// Prices of a share rise and fall together: no combination of them is singled out.
func TestLearnRefusesPrices(t *testing.T) {
	sweeptest.Sweep(t)
	price := 50.0
	rows := explaintest.Draw(60, explaintest.Source(701), func(rng *rand.Rand) []float64 {
		opened, high, low := price, price, price
		for range 50 {
			price *= math.Exp(0.0017 * rng.NormFloat64())
			high, low = max(high, price), min(low, price)
		}
		cents := func(x float64) float64 { return math.Round(100*x) / 100 }
		return []float64{cents(opened), cents(high), cents(low), cents(price)}
	})
	r, err := Learn(context.Background(), dataOf("open,high,low,close", rows), Options{})
	if err == nil {
		for _, g := range r.Generators {
			assert.NotEmpty(t, g.Doubt, "%v", g)
		}
	}
}

// A peak: most rows are near the axes, and those on its steep side come one after another. A row in which all columns
// are 0 keeps no law from being compared.
func TestLearnRefusesPeaks(t *testing.T) {
	sweeptest.Sweep(t)
	place := 0
	for name, c := range map[string]struct {
		columns string
		n       int
		row     func(rng *rand.Rand) []float64
	}{
		"diffraction": {"x,I", 120, func(rng *rand.Rand) []float64 {
			x := 24*rng.Float64() - 12
			return []float64{x, math.Pow(math.Sin(x)/x, 2) + 0.008*rng.NormFloat64()}
		}},
		"black body": {"um,B", 60, func(rng *rand.Rand) []float64 {
			um := 0.2 + 3.8*float64(place%60)/59
			place++
			b := 100 / (math.Pow(um, 5) * math.Expm1(2.5/um)) * (1 + 0.01*rng.NormFloat64())
			digits := math.Pow(10, 2-math.Floor(math.Log10(b)))
			return []float64{math.Round(100*um) / 100, math.Round(b*digits) / digits}
		}},
		"pixels": {"R,G,B", 250, func(rng *rand.Rand) []float64 {
			grey := 255 * rng.Float64()
			clipped := func(noise float64) float64 { return math.Round(min(255, max(0, grey+noise*rng.NormFloat64()))) }
			return []float64{clipped(20), clipped(14), clipped(25)}
		}},
	} {
		rows := explaintest.Draw(c.n, explaintest.Source(740), c.row)
		if c.columns == "R,G,B" {
			clear(rows[0])
		}
		r, err := Learn(context.Background(), dataOf(c.columns, rows), Options{})
		if err == nil {
			for _, g := range r.Generators {
				assert.NotEmpty(t, g.Doubt, "%s: %v", name, g)
			}
		}
	}
}

// A few wrong cells among rows of a conic: polynomials of degree 4 follow them, those of degree 2 do not.
func TestLearnLowerDegree(t *testing.T) {
	sweeptest.Sweep(t)
	for _, k := range []uint64{724, 726} {
		i := 0
		rows := explaintest.Draw(40, explaintest.Source(k), func(rng *rand.Rand) []float64 {
			length := 15 + 135*rng.Float64()
			period := 0.2006*math.Sqrt(length) + 0.004*rng.NormFloat64()
			if i++; i%13 == 0 {
				period += 0.5 - float64(rng.IntN(2))
			}
			return []float64{math.Round(10*length) / 10, math.Round(1000*period) / 1000}
		})
		r, err := Learn(context.Background(), dataOf("L,T", rows), Options{})
		require.NoError(t, err)
		assert.Len(t, r.Generators[0].Terms, 2, "%v", r)
		assert.Empty(t, r.Generators[0].Doubt)
		assert.Equal(t, []int{13, 26, 39}, r.Outliers)
	}
}

// The same bytes on any number of threads, beyond one chunk of rows too.
func TestLearnThreads(t *testing.T) {
	rng := explaintest.Source(121)
	data := dataOf("x,y", explaintest.Noisy(explaintest.CirclePoints(4096+100, rng, 5), 0.01, rng))
	run := func(threads int) string {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
		r, err := Learn(context.Background(), data, Options{MaxDegree: 2})
		require.NoError(t, err)
		return fmt.Sprintf("%+v %v %+v %+v", texts(r), r.Noise, r.Generators[0].Terms, r.Spectrum)
	}
	assert.Equal(t, run(1), run(4))
}

// TestNoSpectrum: the equations are the same without the spectra and readings, which only some want.
func TestNoSpectrum(t *testing.T) {
	data := dataOf("x,y", noisyCircle())
	full, err := Learn(t.Context(), data, Options{MaxDegree: 2})
	require.NoError(t, err)
	require.NotEmpty(t, full.Spectrum)
	require.NotZero(t, full.Generators[0].Kernel)
	brief, err := Learn(t.Context(), data, Options{MaxDegree: 2, NoSpectrum: true})
	require.NoError(t, err)
	assert.Equal(t, texts(full), texts(brief))
	assert.Empty(t, brief.Spectrum)
	assert.Zero(t, brief.Generators[0].Kernel)
}

func TestLearnEndsWithContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Learn(ctx, dataOf("x,y", noisyCircle()), Options{})
	require.ErrorIs(t, err, context.Canceled)

	rng := explaintest.Source(122)
	rows := explaintest.Draw(2000, rng, func(rng *rand.Rand) []float64 {
		x := make([]float64, 5)
		for j := range x {
			x[j] = rng.NormFloat64()
		}
		return x
	})
	ctx, cancel = context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	start := cputime.Now()
	_, err = Learn(ctx, dataOf("x,y,z,u,v", rows), Options{MaxDegree: 4})
	require.ErrorIs(t, err, context.DeadlineExceeded)
	assert.Less(t, cputime.Now()-start, 3*time.Second, "a tenth of a second on an idle machine")
}

func TestLearnUnfit(t *testing.T) {
	sweeptest.Sweep(t)
	good := noisyCircle()[:30]
	bad := func(v float64) [][]float64 {
		rows := append([][]float64(nil), good...)
		rows[3] = []float64{1, v}
		return rows
	}
	wide := explaintest.Draw(30, explaintest.Source(123), func(rng *rand.Rand) []float64 { return []float64{rng.Float64(), rng.Float64(), rng.Float64()} })
	tests := []struct {
		name string
		data Data
		o    Options
		text string // that the error has
	}{
		{"no points", Data{Variables: []string{"x"}}, Options{}, "no points"},
		{"four points", dataOf("x,y", good[:4]), Options{}, "4 points are too few"},
		{"not a number", dataOf("x,y", bad(math.NaN())), Options{}, "line 4: y is NaN"},
		{"infinite", dataOf("x,y", bad(math.Inf(-1))), Options{}, "line 4: y is -Inf"},
		{"too many names", Data{Variables: []string{"x", "y", "z"}, Points: dataOf("x,y", good).Points}, Options{}, "2 coordinates for 3 variables"},
		{"no names", Data{Points: dataOf("x,y", good).Points}, Options{}, "no variables"},
		{"one value only", dataOf("x,y", [][]float64{{1, 2}, {1, 2}, {1, 2}, {1, 2}, {1, 2}}), Options{}, "every column holds one value"},
		{"a name that is none", dataOf("x,2y", good), Options{}, `"2y" is not a variable name`},
		{"two columns of one name", dataOf("x,x", good), Options{}, `both called "x"`},
		{"one value only, and noise", dataOf("x,y", [][]float64{{1, 2}, {1, 2}, {1, 2}, {1, 2}, {1, 2}}), Options{Noise: []float64{1, 1}}, "every column holds one value"},
		{"negative degree", dataOf("x,y", good), Options{MaxDegree: -1}, "maximal degree -1 is negative"},
		{"too many monomials", dataOf("x,y,z", wide), Options{MaxDegree: 20}, "limit 861"},
		{"noise of other variables", dataOf("x,y", good), Options{Noise: []float64{1}}, "1 noise levels for 2 variables"},
		{"negative noise", dataOf("x,y", good), Options{Noise: []float64{1, -1}}, "noise -1 of y"},
		{"noise not a number", dataOf("x,y", good), Options{Noise: []float64{math.NaN(), 1}}, "noise NaN of x"},
		{"no noise at all, with Ideal PCA", dataOf("x,y", good), Options{Noise: []float64{0, 0}, Method: MethodIPCA}, "the noise of every variable is zero"},
		{"no noise of other variables", dataOf("x,y", good), Options{Noise: []float64{0}}, "1 noise levels for 2 variables"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := Learn(context.Background(), tt.data, tt.o)
			require.ErrorIs(t, err, ErrData)
			assert.Nil(t, r)
			assert.ErrorContains(t, err, tt.text)
		})
	}
}

// TestLearnWithoutNoise: noise of 0 in all columns asks for equations that hold exactly.
func TestLearnWithoutNoise(t *testing.T) {
	none := Options{Noise: []float64{0, 0, 0}}
	var exact, halfway, noisy [][]float64
	rng := explaintest.Source(7)
	for i := range 40 {
		x, y := math.Floor(50*rng.Float64()), math.Floor(50*rng.Float64())
		exact = append(exact, []float64{x, y, x + 3*y})
		halfway = append(halfway, []float64{x, y, math.Floor((x + 3*y) / 2)}) // x + 3*y - 2*z is 0 or 1
		noisy = append(noisy, []float64{float64(i), y, float64(2*i) + math.Floor(3*rng.Float64())})
	}
	for name, tt := range map[string]struct {
		rows [][]float64
		want string
	}{"exact": {exact, "x + 3*y - z"}, "few rows": {exact[:6], "x + 3*y - z"}, "rounded": {halfway, ""}, "noisy": {noisy, ""}} {
		r, err := Learn(context.Background(), dataOf("x,y,z", tt.rows), none)
		if tt.want == "" {
			var refusal *NoEquationError
			require.ErrorAs(t, err, &refusal, name)
			assert.Contains(t, refusal.Reason, "no polynomial vanishes at all rows as they are written but products such as", name)
			continue
		}
		require.NoError(t, err, name)
		require.Len(t, r.Generators, 1, name)
		assert.Equal(t, tt.want, r.Generators[0].Polynomial.String(), name)
		assert.Equal(t, len(tt.rows), r.Generators[0].Exact.Vanishing, name)
	}
}

func TestDefaultDegree(t *testing.T) {
	for vars, want := range map[int]int{1: 4, 2: 4, 4: 4, 5: 4, 6: 3, 7: 3, 8: 2, 12: 2, 13: 2, 33: 2, 40: 2, 41: 1, 256: 1} {
		assert.Equal(t, want, DefaultDegree(vars), "%d variables", vars)
	}
}

// TestLearnTables learns from the tables of the repository.
func TestLearnTables(t *testing.T) {
	boyle := readTable(t, filepath.Join("..", "testdata", "boyle.csv"))
	r, err := Learn(context.Background(), boyle, Options{})
	require.NoError(t, err)
	require.Len(t, r.Generators, 1)
	require.Len(t, r.Generators[0].Terms, 2, "volume times pressure is constant: %v", texts(r))
	assert.Equal(t, []int{1, 1}, r.Generators[0].Terms[0].Exponents)
	assert.InEpsilon(t, -1409, r.Generators[0].Terms[1].Estimate/r.Generators[0].Terms[0].Estimate, 0.01)

	planets := readTable(t, filepath.Join("..", "testdata", "planets.csv"), "a", "T")
	assert.Equal(t, []string{"a^3 - T^2"}, learnTexts(t, planets, Options{}))
}

// TestCheckUndefined: where the gradient is zero and the polynomial is not there
// is no distance, and that is said.
func TestCheckUndefined(t *testing.T) {
	R := poly.MustRing(ring.Q, []string{"x", "y"})
	f, err := R.Parse("x^2 + y^2 - 25")
	require.NoError(t, err)
	r := &Result{Generators: []Generator{{Polynomial: f, Rational: true}}}
	data := dataOf("x,y", [][]float64{{3, 4}, {0, 0}, {6, 0}})
	require.NoError(t, checkGenerators(context.Background(), r.Generators, data.Points))
	want := Residual{RMS: 11. / 12 / math.Sqrt2, Max: 11. / 12, MaxLine: 3, Undefined: 1}
	assert.InDelta(t, want.RMS, r.Generators[0].Residual.RMS, 1e-15)
	want.RMS = r.Generators[0].Residual.RMS
	assert.Equal(t, want, r.Generators[0].Residual)
	assert.Equal(t, Exact{Vanishing: 1, Points: 3, MaxAbs: ring.RatFromInt(25)}, r.Generators[0].Exact)
}

// The median of errors of one size is 2.2 times that of normal errors with the same
// variance; the line that has them is an equation all the same.
func TestLearnErrorsOfOneSize(t *testing.T) {
	rows := make([][]float64, 100)
	for i := range rows {
		a := float64(i) / 10
		rows[i] = []float64{a, 2*a + []float64{0.1, -0.1, -0.1, 0.1}[i%4]}
	}
	assert.Equal(t, []string{"2*x - y"}, learnTexts(t, dataOf("x,y", rows), Options{MaxDegree: 1}))
}

// Tables of a few rows: what all rows satisfy is found, and a power law that happens to
// follow them to some per cent is not taken for a law.
func TestLearnFewExactRows(t *testing.T) {
	law := func(n int, point func(t float64) []float64) (rows [][]float64) {
		for i := range n {
			rows = append(rows, point(float64(i)))
		}
		return rows
	}
	fall := func(t float64) []float64 { return []float64{t, t + t*t/2} }
	shifted := func(t float64) []float64 { return []float64{t + 1, t + 3} }
	assert.Equal(t, []string{"x - y + 2"}, learnTexts(t, dataOf("x,y", law(5, shifted)), Options{}))
	assert.Equal(t, []string{"x^2 + 2*x - 2*y"}, learnTexts(t, dataOf("x,y", law(7, fall)), Options{}))
	r, err := Learn(t.Context(), dataOf("x,y", law(5, fall)), Options{})
	if err != nil {
		require.ErrorAs(t, err, new(*NoEquationError))
	} else {
		assert.NotEmpty(t, r.Generators[0].Doubt, "%v", texts(r))
	}
	// Any line passes through two points, however often they are repeated.
	twice := [][]float64{{1, 3}, {4, 5}, {1, 3}, {4, 5}, {1, 3}, {4, 5}, {1, 3}, {4, 5}, {1, 3}, {4, 5}}
	for _, n := range []int{5, 10} {
		_, err = Learn(t.Context(), dataOf("x,y", twice[:n]), Options{MaxDegree: 1})
		assert.ErrorAs(t, err, new(*NoEquationError), "%d rows", n)
	}
	triples := [][]float64{{3, 4, 5}, {5, 12, 13}, {8, 15, 17}, {7, 24, 25}, {20, 21, 29}, {9, 40, 41}, {12, 35, 37}, {11, 60, 61}}
	assert.Equal(t, []string{"x^2 + y^2 - z^2"}, learnTexts(t, dataOf("x,y,z", triples), Options{}))
	_, err = Learn(t.Context(), dataOf("x,y,z", triples[:6]), Options{})
	assert.ErrorAs(t, err, new(*NoEquationError), "many supports of three terms meet five rows of small integers")
}

// A cubic with folds and irrational coefficients, at 5 % noise: the next point beyond the
// noise may be on another fold, and the points are a layer all the same.
func TestLearnFolds(t *testing.T) {
	for _, n := range []int{200, 1000, 5000} {
		rng := explaintest.Source(395)
		rows := explaintest.Noisy(explaintest.Draw(n, rng, func(rng *rand.Rand) []float64 {
			x := 4*rng.Float64() - 2
			return []float64{x, math.Sqrt2*x*x*x - math.E*x + math.Sqrt(3)}
		}), 0.05, rng)
		r, err := Learn(t.Context(), dataOf("x,y", rows), Options{MaxDegree: 3, Robust: RobustOff})
		require.NoError(t, err, "%d rows", n)
		require.Len(t, r.Generators, 1)
		assert.ElementsMatch(t, [][]int{{3, 0}, {1, 0}, {0, 1}, {0, 0}}, monomialsOf(r.Generators[0].Polynomial), "%v", texts(r))
	}
}
