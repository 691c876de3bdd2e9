package evidence

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/noise"
)

// source is a random source for one test.
func source(k uint64) *rand.Rand { return rand.New(rand.NewPCG(k, 14)) }

// circle is x² + y² - 1.
var circle = Polynomial{Exponents: [][]uint8{{0, 0}, {2, 0}, {0, 2}}, Coefficients: []float64{-1, 1, 1}}

// onCircle are points of the circle with errors.
func onCircle(n int, sigma float64, rng *rand.Rand) [][]float64 {
	rows := make([][]float64, n)
	for i := range rows {
		phi := 2 * math.Pi * rng.Float64()
		rows[i] = []float64{math.Cos(phi) + sigma*rng.NormFloat64(), math.Sin(phi) + sigma*rng.NormFloat64()}
	}
	return rows
}

// gradient writes the gradient of Σ c_i m_i at the point, and returns its value.
func (e *evaluator) gradient(c, grad []float64) float64 {
	f := 0.0
	for i, v := range e.values {
		f += c[i] * v
	}
	for j, d := range e.slopes {
		grad[j] = 0
		for i, v := range d {
			grad[j] += c[i] * v
		}
	}
	return f
}

func TestEvaluatorAgainstDifferences(t *testing.T) {
	rng := source(1)
	exps := [][]uint8{{0, 0, 0}, {1, 0, 2}, {3, 1, 0}, {1, 1, 1}, {0, 0, 4}}
	e := newEvaluator(exps)
	c := []float64{0.5, -1, 2, 0.3, 0.1}
	grad, other := make([]float64, 3), make([]float64, 3)
	for range 20 {
		x := []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
		e.at(x)
		e.gradient(c, grad)
		for j := range x {
			const h = 1e-5
			at := func(d float64) float64 {
				y := append([]float64(nil), x...)
				y[j] += d
				e.at(y)
				return e.gradient(c, other)
			}
			assert.InDelta(t, (at(h)-at(-h))/(2*h), grad[j], 1e-5*(1+math.Abs(grad[j])))
		}
	}
}

// The density of points that are uniform on the circle is 1/2π, and that along a segment of
// length 3 is 1/3.
func TestDensity(t *testing.T) {
	rng := source(2)
	rows := onCircle(600, 0, rng)
	d := Density(rows, circle, noise.NewAbsolute(2))
	assert.InDelta(t, -math.Log(2*math.Pi), d/600, 0.08)
	line := Polynomial{Exponents: [][]uint8{{1, 0}, {0, 1}}, Coefficients: []float64{1, -1}}
	for i := range rows {
		u := 3 * rng.Float64() / math.Sqrt2
		rows[i] = []float64{u, u}
	}
	assert.InDelta(t, -math.Log(3), Density(rows, line, noise.NewAbsolute(2))/600, 0.08)
}

// Two lines, one on each side of the rows, are nearer to them than the line between, but each has half
// of them: the density falls by log 2 a row.
func TestTwoBranchesHalveTheDensity(t *testing.T) {
	rng := source(3)
	const n, sigma = 600, 0.05
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = []float64{2*rng.Float64() - 1, sigma * rng.NormFloat64()}
	}
	one := Polynomial{Exponents: [][]uint8{{1, 0}, {0, 1}}, Coefficients: []float64{0, 1}}
	two := Polynomial{Exponents: [][]uint8{{0, 0}, {0, 2}}, Coefficients: []float64{-sigma * sigma * 0.64, 1}}
	shape := noise.NewAbsolute(2)
	a, ok := Of(rows, one, shape)
	require.True(t, ok)
	b, ok := Of(rows, two, shape)
	require.True(t, ok)
	assert.InDelta(t, math.Ln2, (a.Density-b.Density)/n, 0.2)
	assert.Greater(t, a.Total(), b.Total())
}

// The shape that made the errors is the likeliest, at the size that they have.
func TestShapeOfErrors(t *testing.T) {
	shapes := []noise.Shape{noise.NewAbsolute(2), noise.NewRelative(2), noise.NewOneColumn(2, 0), noise.NewOneColumn(2, 1), noise.NewOneRelative(2, 1)}
	const n, sigma = 250, 0.02
	for truth, shape := range shapes {
		rng := source(10 + uint64(truth))
		rows := make([][]float64, n)
		c := make([]float64, 2)
		for i := range rows {
			x := 0.1 + 1.4*rng.Float64()
			rows[i] = []float64{x, x*x + 0.5}
			shape.VarianceTo(c, rows[i])
			for j := range c {
				rows[i][j] += sigma * math.Sqrt(c[j]) * rng.NormFloat64()
			}
		}
		best, at, size := math.Inf(-1), -1, 0.0
		on := [][]uint8{{0, 0}, {0, 1}, {2, 0}}
		for k, s := range shapes {
			f, ok := NewSupport(rows, on).Refit(Polynomial{Exponents: on, Coefficients: []float64{0.5, -0.9, 1}}, s)
			require.True(t, ok)
			e, ok := Offsets(rows, f, s)
			require.True(t, ok)
			if e.Likelihood > best {
				best, at, size = e.Likelihood, k, e.Sigma
			}
			if k == truth {
				assert.InDelta(t, -1, f.Coefficients[1]/f.Coefficients[2], 0.03)
			}
		}
		assert.Equal(t, truth, at, "shape %d", truth)
		assert.InEpsilon(t, sigma, size, 0.15)
	}
}

func TestTooFewRows(t *testing.T) {
	_, ok := Of(onCircle(3, 0.1, source(4)), circle, noise.NewAbsolute(2))
	assert.False(t, ok)
	_, ok = Offsets(nil, circle, noise.NewAbsolute(2))
	assert.False(t, ok)
}

// A row at a singular point has no normal, and the evidence of the others is there all the same.
func TestOffsetsAtSingularPoint(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 52))
	var rows [][]float64
	for range 100 {
		a, r := 2*math.Pi*rng.Float64(), 1+rng.Float64()
		rows = append(rows, []float64{r * math.Cos(a), r * math.Sin(a), r + 0.01*rng.NormFloat64()})
	}
	cone := Polynomial{Exponents: [][]uint8{{2, 0, 0}, {0, 2, 0}, {0, 0, 2}}, Coefficients: []float64{1, 1, -1}}
	want, ok := Of(rows, cone, noise.NewAbsolute(3))
	require.True(t, ok)
	got, ok := Of(append(rows, []float64{0, 0, 0}), cone, noise.NewAbsolute(3))
	assert.True(t, ok)
	assert.InDelta(t, want.Likelihood, got.Likelihood, 15)
	assert.InEpsilon(t, 0.01/math.Sqrt2, got.Sigma, 0.2)
}

// Two axes as one term.
func TestOffsetsOfOneTerm(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 53))
	var rows [][]float64
	for i := range 200 {
		x := []float64{0.01 * rng.NormFloat64(), 0.01 * rng.NormFloat64()}
		x[i%2] += 1 + rng.Float64()
		rows = append(rows, x)
	}
	got, ok := Of(rows, Polynomial{Exponents: [][]uint8{{1, 1}}, Coefficients: []float64{1}}, noise.NewAbsolute(2))
	assert.True(t, ok)
	assert.InEpsilon(t, 0.01, got.Sigma, 0.2)
	assert.Greater(t, got.Total(), Cloud(rows)+100)
}

// Errors of 1 % of each value over three decades: the small rows have small errors, and count as the others do.
func TestOffsetsOverDecades(t *testing.T) {
	rng := source(6)
	rows, sum := make([][]float64, 200), 0.0
	for i := range rows {
		x := math.Pow(10, 3*rng.Float64()-3)
		a, b := 0.01*rng.NormFloat64(), 0.01*rng.NormFloat64()
		rows[i] = []float64{x * (1 + a), math.Pow(x, 1.5) * (1 + b)}
		// The offset along the unit normal of x³ = y² and its deviation, with u = 3x² and v = 2y there.
		u, v := 3*x*x, 2*math.Pow(x, 1.5)
		norm := math.Hypot(u, v)
		offset, deviation := (u*x*a-v*math.Pow(x, 1.5)*b)/norm, 0.01*math.Hypot(u*x, v*math.Pow(x, 1.5))/norm
		sum -= math.Log(2*math.Pi)/2 + math.Log(deviation) + offset*offset/deviation/deviation/2
	}
	shape := noise.Shape{Kind: noise.Relative, Abs: []float64{1e-9, 1e-9}, Rel: []float64{1, 1}}
	got, ok := Offsets(rows, Polynomial{Exponents: [][]uint8{{3, 0}, {0, 2}}, Coefficients: []float64{1, -1}}, shape)
	require.True(t, ok)
	assert.InDelta(t, sum, got.Likelihood, 5)
	assert.InEpsilon(t, 0.01, got.Sigma, 0.15)
}

// The distance from a double line is that from the line, where f/|∇f| is half of it: a square is not nearer to the rows.
func TestOffsetsOfASquare(t *testing.T) {
	rng := source(7)
	rows := make([][]float64, 300)
	for i := range rows {
		x := rng.Float64()
		rows[i] = []float64{x + 0.01*rng.NormFloat64(), x + 0.01*rng.NormFloat64()}
	}
	line, ok := Offsets(rows, Polynomial{Exponents: [][]uint8{{1, 0}, {0, 1}}, Coefficients: []float64{1, -1}}, noise.NewAbsolute(2))
	require.True(t, ok)
	square, ok := Offsets(rows, Polynomial{Exponents: [][]uint8{{2, 0}, {1, 1}, {0, 2}}, Coefficients: []float64{1, -2, 1}}, noise.NewAbsolute(2))
	require.True(t, ok)
	assert.Less(t, square.Likelihood, line.Likelihood+0.1*300)
}

// A product with a column without errors gains by the rows where that is 0, by less than log 1000: no more than the least
// variance along a normal allows.
func TestOffsetsOfAProduct(t *testing.T) {
	rng := source(8)
	rows, zeros := make([][]float64, 300), 0.0
	for i := range rows {
		x, z := rng.Float64(), float64(rng.IntN(5))/4
		rows[i] = []float64{x, x*x + 0.01*rng.NormFloat64(), z}
		if z == 0 {
			zeros++
		}
	}
	shape := noise.NewOneColumn(3, 1)
	one, ok := Offsets(rows, Polynomial{Exponents: [][]uint8{{2, 0, 0}, {0, 1, 0}}, Coefficients: []float64{1, -1}}, shape)
	require.True(t, ok)
	product, ok := Offsets(rows, Polynomial{Exponents: [][]uint8{{2, 0, 1}, {0, 1, 1}}, Coefficients: []float64{1, -1}}, shape)
	require.True(t, ok)
	assert.Less(t, product.Likelihood, one.Likelihood+math.Log(1000)*zeros)
}

// TestMedianOffset: the median of normal errors is 0.67 of their root mean square.
func TestMedianOffset(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	var rows [][]float64
	for range 4000 {
		x := rng.Float64()
		rows = append(rows, []float64{x + 0.03*rng.NormFloat64(), 2*x + 0.03*rng.NormFloat64()})
	}
	line := Polynomial{Exponents: [][]uint8{{0, 1}, {1, 0}}, Coefficients: []float64{1, -2}}
	median, ok := MedianOffset(rows, line, noise.NewAbsolute(2))
	assert.True(t, ok)
	assert.InDelta(t, 0.6745, median, 0.03)
}
