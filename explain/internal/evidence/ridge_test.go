package evidence

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/noise"
)

// exponentsUpTo are those of two variables up to a degree.
func exponentsUpTo(degree int) [][]uint8 {
	var out [][]uint8
	for d := range degree + 1 {
		for i := range d + 1 {
			out = append(out, []uint8{uint8(d - i), uint8(i)})
		}
	}
	return out
}

// On a circle the monomials of the circle are ahead of all of degree 2, these of the line and
// of monomials that no circle has.
func TestRidgeOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	rows := make([][]float64, 150)
	for i := range rows {
		a := 2 * math.Pi * rng.Float64()
		rows[i] = []float64{math.Cos(a) + 0.02*rng.NormFloat64(), math.Sin(a) + 0.02*rng.NormFloat64()}
	}
	shape := noise.NewAbsolute(2)
	circle := Ridge(rows, [][]uint8{{2, 0}, {0, 2}, {0, 0}}, nil, 2, shape)
	conic := Ridge(rows, exponentsUpTo(2), nil, 2, shape)
	assert.Greater(t, circle, conic+3)
	// x² and y² with one coefficient: one that is free costs as much as the rows determine it.
	assert.Greater(t, Ridge(rows, [][]uint8{{2, 0}, {0, 2}, {0, 0}}, []float64{1, 1, 0}, 2, shape), circle+2)
	assert.Less(t, Ridge(rows, [][]uint8{{2, 0}, {0, 2}, {0, 0}}, []float64{1, 2, 0}, 2, shape), circle-50)
	assert.Greater(t, conic, Ridge(rows, exponentsUpTo(1), nil, 2, shape)+100)
	assert.Greater(t, conic, Ridge(rows, [][]uint8{{1, 1}, {1, 0}, {0, 0}}, nil, 2, shape)+100)
}

// The components of (x·y + 1)^2 in two variables: 1, √2, √2, 1, √2, 1.
func TestPhiSizes(t *testing.T) {
	r := math.Sqrt2
	assert.InDeltaSlice(t, []float64{1, r, r, 1, r, 1}, phiSizes(exponentsUpTo(2), 2), 1e-12)
}

// A normal sample has about the density of the normal law that it was drawn from; rows in two
// clusters are a mixture rather than one Gaussian; columns of products are normal in logarithms.
func TestCloud(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	normal, clusters, logs := make([][]float64, 400), make([][]float64, 400), make([][]float64, 400)
	want := 0.0
	for i := range normal {
		x, y := rng.NormFloat64(), rng.NormFloat64()
		normal[i] = []float64{x, y}
		want += -(x*x+y*y)/2 - math.Log(2*math.Pi)
		clusters[i] = []float64{x + 20*float64(i%2), y}
		logs[i] = []float64{math.Exp(x), math.Exp(y)}
	}
	assert.InDelta(t, want, Cloud(normal), 20)
	require.Greater(t, Cloud(clusters), mixture(clusters, 1)+100)
	assert.Greater(t, Cloud(logs), mixtures(logs)+50)
}

// polynomial of a cubic that is folded, x = y³ - y, and rows near it.
func cubicRows(sigma float64) [][]float64 {
	rng := rand.New(rand.NewPCG(5, 6))
	rows := make([][]float64, 150)
	for i := range rows {
		y := 3*rng.Float64() - 1.5
		rows[i] = []float64{y*y*y - y + sigma*rng.NormFloat64(), y + sigma*rng.NormFloat64()}
	}
	return rows
}

// The evidence of all monomials of a degree falls slowly beyond that of the curve, whatever the products of
// branches on either side of the rows, and is never far behind that of the curve from which it starts.
func TestSmooth(t *testing.T) {
	shape := noise.NewAbsolute(2)
	cubic := Polynomial{Exponents: [][]uint8{{1, 0}, {0, 3}, {0, 1}}, Coefficients: []float64{1, -1, 1}}
	for _, sigma := range []float64{0.001, 0.02} {
		rows := cubicRows(sigma)
		own := Ridge(rows, cubic.Exponents, nil, 4, shape)
		for d := 3; d <= 4; d++ {
			smooth := Smooth(rows, exponentsUpTo(d), cubic, d, shape)
			assert.Less(t, smooth, own, "%v, %d", sigma, d)
			assert.Greater(t, smooth, own-90, "%v, %d", sigma, d)
		}
		assert.Less(t, Smooth(rows, exponentsUpTo(2), cubic, 2, shape), own-200)
	}
	// Some other cubic from the start leads to the same.
	line := Polynomial{Exponents: [][]uint8{{1, 0}, {0, 1}}, Coefficients: []float64{1, -1}}
	rows := cubicRows(0.02)
	assert.InDelta(t, Smooth(rows, exponentsUpTo(3), cubic, 3, shape), Smooth(rows, exponentsUpTo(3), line, 3, shape), 3)
}

// A sine, a decay, a logistic curve and a power are known as such, and a parabola is none of these.
func TestFunction(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	shape := noise.NewAbsolute(2)
	for _, tt := range []struct {
		name   string
		at     func(x float64) float64
		lo, hi float64
	}{
		{"an exponential function", func(x float64) float64 { return math.Exp(-x) }, 0, 3},
		{"a sine", math.Sin, 0, 6},
		{"a hyperbolic tangent", func(x float64) float64 { return 1 / (1 + math.Exp(-2*x)) }, -3, 3},
		{"a logarithm", math.Log, 0.1, 3},
		{"a power", func(x float64) float64 { return math.Pow(x, 0.37) }, 0.1, 3},
		{"a power", func(x float64) float64 { return math.Pow(x, 1.41) }, 0.1, 3},
		{"x log x", func(x float64) float64 { return x * math.Log(x) }, 0.1, 3},
		{"", func(x float64) float64 { return x * x }, 0, 1.5},
	} {
		rows := make([][]float64, 200)
		for i := range rows {
			x := tt.lo + (tt.hi-tt.lo)*rng.Float64()
			rows[i] = []float64{x + 0.002*rng.NormFloat64(), tt.at(x) + 0.002*rng.NormFloat64()}
		}
		parabola := Polynomial{Exponents: [][]uint8{{2, 0}, {0, 1}}, Coefficients: []float64{1, -1}}
		own, ok := Of(rows, parabola, shape)
		require.True(t, ok)
		nats, name := Function(rows, 0, 1, own.Density, shape)
		if tt.name == "" {
			assert.Less(t, nats, own.Total()-8)
			continue
		}
		assert.Equal(t, tt.name, name)
		assert.Greater(t, nats, own.Total()+100)
	}
}

// A function of no family in the list is near a polynomial of high degree, where the rows are enough for it.
func TestSmoothFunction(t *testing.T) {
	shape := noise.NewAbsolute(2)
	rows := make([][]float64, 60)
	for i := range rows {
		x := 0.2 + 0.04*float64(i)
		rows[i] = []float64{x, math.Round(1e7*(x+math.Exp(x))) / 1e7 / 10}
	}
	_, name := Function(rows, 0, 1, 0, shape)
	assert.Equal(t, "some smooth function", name)
	_, name = Function(rows[:27], 0, 1, 0, shape)
	assert.NotEqual(t, "some smooth function", name, "seven coefficients, less than four rows for each")
}

// Rows at seven values of x are seven places of a graph, so no polynomial of degree 6 and more is taken for a smooth function there.
func TestSmoothFunctionAtPlaces(t *testing.T) {
	shape, rng := noise.NewOneColumn(2, 1), rand.New(rand.NewPCG(13, 14))
	rows := make([][]float64, 84)
	for i := range rows {
		x := float64(i%7) / 4
		rows[i] = []float64{x, 0.5 + x + 0.02*math.Pow(-1, float64(i%7)) + 0.01*rng.NormFloat64()}
	}
	_, name := Function(rows, 0, 1, 0, shape)
	assert.NotEqual(t, "some smooth function", name)
}

// The constants of a function are found to the precision that the errors leave, however small these are.
func TestFunctionPrecise(t *testing.T) {
	shape := noise.NewAbsolute(2)
	for _, sigma := range []float64{1e-2, 1e-3, 1e-4, 1e-5} {
		rng := rand.New(rand.NewPCG(9, 10))
		rows := make([][]float64, 200)
		want := 0.0
		for i := range rows {
			x := 3*rng.Float64() - 1.2
			y := 0.3 + 0.9*math.Tanh(1.63*(x-0.37))
			slope := 0.9 * 1.63 * (1 - math.Pow(math.Tanh(1.63*(x-0.37)), 2))
			a, b := sigma*rng.NormFloat64(), sigma*rng.NormFloat64()
			rows[i] = []float64{x + a, y + b}
			offset := (b - slope*a) / math.Sqrt(1+slope*slope)
			want -= math.Log(2*math.Pi*sigma*sigma)/2 + offset*offset/sigma/sigma/2
		}
		nats, name := Function(rows, 0, 1, 0, shape)
		assert.Equal(t, "a hyperbolic tangent", name)
		assert.InDelta(t, want-30, nats, 30, "errors of %v", sigma) // what four constants cost
	}
}
