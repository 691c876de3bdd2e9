package explain

import (
	"context"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/numeric/moment"
)

// Data that fill space are no layer about anything, however they are
// correlated, a noisy circle is one; in units of their covariance.
func TestLayerAcross(t *testing.T) {
	correlated := func(rho float64) func(rng *rand.Rand) []float64 {
		return func(rng *rand.Rand) []float64 {
			a, b := rng.NormFloat64(), rng.NormFloat64()
			return []float64{a, rho*a + math.Sqrt(1-rho*rho)*b}
		}
	}
	tests := []struct {
		name, poly string
		rows       [][]float64
		lo, hi     float64
	}{
		{"Gaussian, a circle", "x^2 + y^2 - 1", draw(600, source(230), correlated(0)), 0.75, 1.25},
		{"Gaussian, a parabola", "x^2 - y", draw(600, source(231), correlated(0)), 0.75, 1.25},
		{"Gaussian half as wide, a circle", "x^2 + y^2 - 1", scaledRows(draw(600, source(230), correlated(0)), 0.5, 0), 0.75, 1.25},
		{"correlation 0.4, a circle", "x^2 + y^2 - 1", draw(600, source(232), correlated(0.4)), 0.75, 1.25},
		{"correlation 0.4, a parabola", "x^2 - y", draw(600, source(233), correlated(0.4)), 0.75, 1.25},
		{"correlation 0.95, a circle", "x^2 + y^2 - 1", draw(600, source(232), correlated(0.95)), 0.75, 1.25},
		{"correlation 0.95, a parabola", "x^2 - y", draw(600, source(233), correlated(0.95)), 0.75, 1.25},
		{"correlation 0.95, the line", "x - y", draw(600, source(233), correlated(0.95)), 0.75, 1.25},
		{"correlation -0.999, a circle", "x^2 + y^2 - 1", draw(600, source(234), correlated(-0.999)), 0.75, 1.25},
		{"a circle", "x^2 + y^2 - 1", noisyUnit(600, 0.003, 234), 0, 0.1},
		{"a circle, few points", "x^2 + y^2 - 1", noisyUnit(40, 0.003, 235), 0, 0.1},
		{"a circle, another through it", "x^2 + y^2 - 2*x", noisyUnit(600, 0.003, 234), maxThin, 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := plain(t, tt.rows, 2)
			f := fitOf(t, s, tt.poly)
			f.s = 1e-5
			spread := covarianceSpread(tt.rows)
			white := spread.whitened(s.sample)
			feet, grads := s.footPoints(f, s.sample)
			noise := s.noiseAcross(f, feet, grads, spread)
			across, steps := stepsAcross(s.sample, white, grads, spread, noise, white, func(i int) float64 {
				return beyondNoise * beyondNoise * noise[i]
			})
			assert.Positive(t, steps)
			assert.True(t, tt.lo <= across && across <= tt.hi, "across %.3f", across)
			got := s.layer(f, spread)
			assert.GreaterOrEqual(t, got.across, across, "the worse of two units counts")
			assert.Equal(t, tt.lo >= maxThin, got.fills())
		})
	}
}

// The thickness of a linear relation of two columns is √(1-ρ) in units of the
// columns, and 1 in units of the covariance.
func TestLayerThickness(t *testing.T) {
	for _, rho := range []float64{0, 0.5, 0.95, 0.999} {
		s := plain(t, draw(4000, source(238), func(rng *rand.Rand) []float64 {
			a, b := rng.NormFloat64(), rng.NormFloat64()
			return []float64{a, rho*a + math.Sqrt(1-rho*rho)*b}
		}), 1)
		f, ok := root(s.flow, fitOf(t, s, "x - y").idx, 0)
		require.True(t, ok)
		assert.InEpsilon(t, math.Sqrt(1-rho), s.layer(f, columnSpread(s.sample)).thickness, 0.05, "ρ = %g", rho)
		assert.InEpsilon(t, 1, s.layer(f, covarianceSpread(s.sample)).thickness, 0.05, "ρ = %g", rho)
	}
}

// Where the noise is as large as the data there are no steps beyond it, and all
// points are at one place.
func TestLayerWithoutSteps(t *testing.T) {
	s := plain(t, noisyUnit(100, 0.01, 236), 2)
	f := fitOf(t, s, "x^2 + y^2 - 1")
	f.s = 1
	l := s.layer(f, covarianceSpread(s.rows))
	assert.Zero(t, l.steps)
	assert.Equal(t, 1, l.places)
}

// Neighbouring residuals of an approximation have the same sign.
func TestWave(t *testing.T) {
	arc := draw(400, source(237), func(rng *rand.Rand) []float64 {
		a := 3*rng.Float64() - 1.5
		return []float64{a, math.Cos(a)}
	})
	tests := []struct {
		name, poly string
		rows       [][]float64
		lo, hi     float64
	}{
		{"a parabola for the cosine", "x^2 + y - 1", arc, 2 * maxWave, 100},
		{"a cubic for the cosine", "x^3 + x^2 + y - 1", arc, 2 * maxWave, 100},
		{"a circle with noise", "x^2 + y^2 - 1", noisyUnit(400, 0.01, 238), -maxWave, maxWave},
		{"a circle with more noise", "x^2 + y^2 - 1", noisyUnit(400, 0.05, 239), -maxWave, maxWave},
		{"a line with noise", "x + 2*y - 1", noisy(draw(400, source(240), func(rng *rand.Rand) []float64 {
			a := rng.Float64()
			return []float64{1 - 2*a, a}
		}), 0.02, source(241)), -maxWave, maxWave},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := plain(t, tt.rows, 3)
			f, ok := root(s.flow, fitOf(t, s, tt.poly).idx, 0)
			require.True(t, ok)
			got := s.correlation(f).errors
			assert.True(t, tt.lo <= got && got <= tt.hi, "%.1f standard errors", got)
		})
	}
}

// Clusters are as many places as there are clusters, whatever their number of
// points, and points without noise each their own.
func TestPlaces(t *testing.T) {
	for vars := 2; vars <= 6; vars++ {
		for _, each := range []int{1, 30, 150} {
			rows := fiveClusters(vars, each, 0.01)
			s := plain(t, rows, 1)
			assert.Equal(t, 5, s.places(fit{s: 1e-4}, rows), "%d variables, %d points each", vars, each)
			assert.Equal(t, len(rows), s.places(fit{s: 0}, rows))
			s.metric = newNoiseMetric(moment.Independent(append([]float64{0}, ones(vars-1)...)))
			assert.Greater(t, s.places(fit{s: 1e-4}, rows), len(rows)-3, "a variable without noise tells them apart, to rounding")
		}
	}
}

// fiveClusters has clusters along a diagonal.
func fiveClusters(vars, each int, spread float64) [][]float64 {
	rng := source(239 + uint64(vars))
	var rows [][]float64
	for c := range 5 {
		for range each {
			x := make([]float64, vars)
			for j := range x {
				x[j] = float64(c) + spread*rng.NormFloat64()
			}
			rows = append(rows, x)
		}
	}
	return rows
}

// Clusters are counted without knowing their noise; what is no clusters counts
// by its rows.
func TestClusters(t *testing.T) {
	for vars := 2; vars <= 6; vars++ {
		for _, each := range []int{4, 30, 150} {
			assert.Equal(t, 5, clusters(fiveClusters(vars, each, 0.05)), "%d variables, %d points each", vars, each)
		}
	}
	var flat, grid [][]float64
	for _, x := range fiveClusters(2, 50, 0.001) {
		flat = append(flat, []float64{x[0] + 30*(x[0]-math.Round(x[0])), x[1]})
	}
	assert.Equal(t, 5, clusters(flat), "wider in one variable")
	for i := range 200 {
		grid = append(grid, []float64{float64(i % 5), float64(i % 4)})
	}
	assert.Equal(t, 20, clusters(grid), "repeated points")
	var rounded [][]float64
	for _, x := range fiveClusters(2, 60, 0.05) {
		rounded = append(rounded, []float64{math.Round(10*x[0]) / 10, math.Round(10*x[1]) / 10})
	}
	assert.Equal(t, 5, clusters(rounded), "rounded")
	assert.Equal(t, 1, clusters(grid[:1]))
	for name, rows := range map[string][][]float64{
		"Gaussian":       draw(400, source(303), func(rng *rand.Rand) []float64 { return []float64{rng.NormFloat64(), rng.NormFloat64()} }),
		"circle":         noisyUnit(200, 0.01, 304),
		"circle, sparse": noisyUnit(20, 0.01, 305),
		"two lines":      draw(200, source(306), func(rng *rand.Rand) []float64 { return []float64{rng.Float64(), float64(rng.IntN(2))} }),
	} {
		assert.Equal(t, len(rows), clusters(rows), name)
	}
}

func TestLongestLink(t *testing.T) {
	edges := func(lengths ...float64) (out []edge) {
		for _, l := range lengths {
			out = append(out, edge{length: l})
		}
		return out
	}
	assert.Equal(t, 3.0, longestLink(edges(30, 2, 1, 3, 40)))
	assert.Equal(t, 2.0, longestLink(edges(1, 1, 2, 30, 100)), "the largest leap, not the longest edge")
	assert.Equal(t, 3.0, longestLink(edges(0.001, 1, 2, 3, 7, 2)), "not among the shorter half")
	assert.Equal(t, 2.0, longestLink(edges(0, 0, 0, 2, 30, 2)), "repeated points")
	assert.Equal(t, 0.0, longestLink(edges(0, 0)), "one point")
	assert.Equal(t, 2.0, longestLink(edges(2, 2)), "no leap")
}

// The cone a² + 1.45b² = c² is nearly a plane for a, b in [1, 5]. In units of the
// covariance its noise is as large as steps along it, and it is an equation all the same:
// refused, it left its place to multiples with other integers.
func TestLearnFlatCone(t *testing.T) {
	for k := range uint64(4) {
		rng := source(380 + k)
		cone := noisy(draw(300, rng, func(rng *rand.Rand) []float64 {
			a, b := 1+4*rng.Float64(), 1+4*rng.Float64()
			return []float64{a, b, math.Sqrt(a*a + 1.45*b*b)}
		}), 0.01, rng)
		r, err := Learn(t.Context(), dataOf("a,b,c", cone), Options{MaxDegree: 3})
		require.NoError(t, err)
		require.Len(t, r.Generators, 1, "%v", texts(r))
		var shape [][]int
		for _, term := range r.Generators[0].Terms {
			shape = append(shape, term.Exponents)
		}
		assert.ElementsMatch(t, [][]int{{2, 0, 0}, {0, 2, 0}, {0, 0, 2}}, shape, "%v", texts(r))
	}
}

// Many conics and more quartics pass through some clusters, and none is an
// equation of the data.
func TestLearnRefusesClusters(t *testing.T) {
	sets := 60
	if testing.Short() {
		sets = 15
	}
	for seed := range uint64(sets) {
		rng := source(242 + seed)
		var rows [][]float64
		for range 2 + rng.IntN(7) {
			a, b := 4*rng.Float64()-2, 4*rng.Float64()-2
			for range 30 {
				rows = append(rows, []float64{a + 0.01*rng.NormFloat64(), b + 0.01*rng.NormFloat64()})
			}
		}
		r, err := Learn(context.Background(), dataOf("x,y", rows), Options{MaxDegree: 2})
		if err == nil {
			t.Errorf("set %d: %v", seed, texts(r))
			continue
		}
		assert.ErrorAs(t, err, new(*NoEquationError))
	}
}

// Two or three clusters in many variables satisfy several linear equations with short
// integers at their noise, of which each alone may seem to be told.
func TestLearnRefusesFewClusters(t *testing.T) {
	for seed := range uint64(6) {
		rng := source(370 + seed)
		centres := draw(2+int(seed%2), rng, func(rng *rand.Rand) []float64 {
			x := make([]float64, 5)
			for j := range x {
				x[j] = 2*rng.Float64() - 1
			}
			return x
		})
		rows := noisy(draw(200, rng, func(rng *rand.Rand) []float64 { return slices.Clone(centres[rng.IntN(len(centres))]) }), 0.04, rng)
		r, err := Learn(t.Context(), dataOf("x,y,z,u,v", rows), Options{MaxDegree: 2})
		assert.ErrorAs(t, err, new(*NoEquationError), "set %d: %v", seed, r)
	}
}

// Columns that are merely correlated obey no equation, however few or many rows
// there are.
func TestLearnRefusesCorrelation(t *testing.T) {
	for _, n := range []int{50, 200, 1000} {
		for _, rho := range []float64{0.8, 0.95} {
			rows := draw(n, source(302), func(rng *rand.Rand) []float64 {
				a, b := rng.NormFloat64(), rng.NormFloat64()
				return []float64{3 + a, 5 + 2*rho*a + 2*math.Sqrt(1-rho*rho)*b}
			})
			r, err := Learn(context.Background(), dataOf("x,y", rows), Options{MaxDegree: 3})
			assert.ErrorAs(t, err, new(*NoEquationError), "%d rows, correlation %g: %v", n, rho, r)
		}
	}
}

func TestLearnRefusesIris(t *testing.T) {
	r, err := Learn(context.Background(), readTable(t, filepath.Join("..", "testdata", "iris.csv"), "1-4"), Options{MaxDegree: 2})
	assert.ErrorAs(t, err, new(*NoEquationError), "%v", r)
}

// Five rows of Galileo: the square of the distance is proportional to the
// height [Drake, Galileo's discovery of the parabolic trajectory, 1975].
func TestLearnFromFiveRows(t *testing.T) {
	rows := [][]float64{{1000, 1500}, {828, 1340}, {800, 1328}, {600, 1172}, {300, 800}}
	r, err := Learn(context.Background(), dataOf("height,distance", rows), Options{})
	require.NoError(t, err)
	require.Len(t, r.Generators, 1)
	require.Len(t, r.Generators[0].Terms, 2)
	assert.Equal(t, []int{0, 2}, r.Generators[0].Terms[0].Exponents)
	assert.InEpsilon(t, -2220, r.Generators[0].Terms[1].Estimate, 0.02)
}
