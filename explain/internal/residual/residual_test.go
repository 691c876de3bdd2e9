package residual_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/residual"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// check tests equations in the columns of a table.
func check(t testing.TB, text string, equations ...string) []residual.Result {
	t.Helper()
	r, err := table.NewReader(strings.NewReader(text), "t.csv", table.Options{})
	require.NoError(t, err)
	R, err := poly.NewRing(ring.Q, r.Names())
	require.NoError(t, err)
	var polys []*poly.Polynomial[ring.Rat]
	for _, e := range equations {
		p, err := R.ParseEquation(e)
		require.NoError(t, err)
		polys = append(polys, p)
	}
	c, err := residual.New(polys)
	require.NoError(t, err)
	data, err := r.ReadAll(context.Background())
	require.NoError(t, err)
	require.NoError(t, c.Add(context.Background(), data))
	return c.Results()
}

func TestCircle(t *testing.T) {
	// Pythagorean points of the circle, one point 0.1 outside.
	got := check(t, "x,y\n0.6,0.8\n-5,0\n3,4\n3e0,-4.0\n5.1,0\n", "x^2 + y^2 = 25", "y = 0")
	want := residual.Result{
		Points: 5, Vanishing: 3,
		MaxAbs: ring.RatFromInt(24), MaxAbsLine: 2, // 1 - 25
		Max: 12, MaxLine: 2, // 24 / |(1.2, 1.6)|
		RMS: math.Sqrt((144 + math.Pow(1.01/10.2, 2)) / 5),
	}
	assert.InDelta(t, want.RMS, got[0].RMS, 1e-14)
	assert.InDelta(t, want.Max, got[0].Max, 1e-14)
	want.RMS, want.Max = got[0].RMS, got[0].Max
	assert.Equal(t, want, got[0])
	assert.Equal(t, 2, got[1].Vanishing)
}

// TestCancellation: the exact value survives where float64 sees nothing.
func TestCancellation(t *testing.T) {
	got := check(t, "x,y\n1e8,100000000.00000001\n", "x - y")[0]
	assert.Equal(t, "1/100000000", got.MaxAbs.String())
	assert.InDelta(t, 1e-8/math.Sqrt2, got.Max, 1e-22)
}

// TestSingular: no gradient, no distance.
func TestSingular(t *testing.T) {
	got := check(t, "x,y\n0,0\n1,0\n", "x^2 + y^2 + 1", "x^2 + y^2")
	assert.Equal(t, 1, got[0].Undefined)
	assert.Equal(t, 3, got[0].MaxLine)
	assert.Zero(t, got[1].Undefined, "f vanishes as well")
	assert.Equal(t, 0.5, got[1].Max)
	constant := check(t, "x,y\n0,0\n1,0\n", "1 = 0")[0]
	assert.Equal(t, 2, constant.Undefined)
	assert.Zero(t, constant.RMS)
	assert.Equal(t, ring.RatFromInt(1), constant.MaxAbs)
}

// TestDistance compares with the distance from a circle that is known, for
// points near it.
func TestDistance(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	var b strings.Builder
	sum, n := 0.0, 500
	for range n {
		angle, off := 2*math.Pi*rng.Float64(), 0.001*rng.NormFloat64()
		fmt.Fprintf(&b, "%.17g,%.17g\n", (10+off)*math.Cos(angle), (10+off)*math.Sin(angle))
		sum += off * off
	}
	got := check(t, b.String(), "x1^2 + x2^2 - 100")[0]
	assert.InEpsilon(t, math.Sqrt(sum/float64(n)), got.RMS, 1e-3)
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	R, err := poly.NewRing(ring.Q, []string{"x"})
	require.NoError(t, err)
	c, err := residual.New([]*poly.Polynomial[ring.Rat]{R.Var(0)})
	require.NoError(t, err)
	data, err := table.Read(context.Background(), "-", table.Options{Stdin: strings.NewReader("1\n2\n")})
	require.NoError(t, err)
	assert.ErrorIs(t, c.Add(ctx, data), context.Canceled)
}

// Three points, two of them on the unit circle.
func ExampleChecker() {
	data, err := table.Read(context.Background(), "-", table.Options{Stdin: strings.NewReader("x,y\n0.6,0.8\n0,1\n1.1,0\n")})
	if err != nil {
		fmt.Println(err)
		return
	}
	R, _ := poly.NewRing(ring.Q, data.Names())
	f, _ := R.ParseEquation("x^2 + y^2 = 1")
	c, _ := residual.New([]*poly.Polynomial[ring.Rat]{f})
	if err := c.Add(context.Background(), data); err != nil {
		fmt.Println(err)
		return
	}
	r := c.Results()[0]
	fmt.Printf("zero at %d of %d points, at most %v in line %d, distance %.4f\n",
		r.Vanishing, r.Points, r.MaxAbs, r.MaxAbsLine, r.Max)
	// Output:
	// zero at 2 of 3 points, at most 21/100 in line 4, distance 0.0955
}

// BenchmarkAdd counts points a second for a circle with decimals of six digits.
func BenchmarkAdd(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 4))
	var text strings.Builder
	const n = 4096
	for range n {
		fmt.Fprintf(&text, "%.6f,%.6f\n", rng.NormFloat64(), rng.NormFloat64())
	}
	data, err := table.Read(context.Background(), "-", table.Options{Stdin: strings.NewReader(text.String())})
	require.NoError(b, err)
	R, _ := poly.NewRing(ring.Q, data.Names())
	f, _ := R.ParseEquation("x1^2 + x2^2 - 1")
	c, _ := residual.New([]*poly.Polynomial[ring.Rat]{f})
	b.ReportAllocs()
	for b.Loop() {
		if err := c.Add(context.Background(), data); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(n*b.N)/b.Elapsed().Seconds(), "points/s")
}

// exactly is what Checker finds, in rational arithmetic throughout.
func exactly(p *poly.Polynomial[ring.Rat], rows [][]ring.Rat) (vanishing int, maxAbs ring.Rat, line int, sizes []float64) {
	for i, x := range rows {
		v := p.Eval(x).Abs()
		if v.IsZero() {
			vanishing++
		}
		if v.Cmp(maxAbs) > 0 {
			maxAbs, line = v, i+1
		}
		sizes = append(sizes, v.Float64())
	}
	return vanishing, maxAbs, line, sizes
}

// rationals are rows of a test.
type rationals [][]ring.Rat

func (r rationals) Rows() int                                 { return len(r) }
func (r rationals) Line(i int) int                            { return i + 1 }
func (r rationals) ExactRow(dst []ring.Rat, i int) []ring.Rat { copy(dst, r[i]); return dst }
func (r rationals) Row(i int) []float64 {
	x := make([]float64, len(r[i]))
	for j, v := range r[i] {
		x[j] = v.Float64()
	}
	return x
}

// TestAgainstExact: points on the zero set, a rounding away from it, far away, and
// at the ends of the range of float64 give what rational arithmetic gives.
func TestAgainstExact(t *testing.T) {
	R, err := poly.NewRing(ring.Q, []string{"x", "y"})
	require.NoError(t, err)
	tiny, err := ring.ParseRat("1e-60")
	require.NoError(t, err)
	huge, err := tiny.Inv()
	require.NoError(t, err)
	for k, text := range []string{"x^2 - y", "x^2 + y^2 - 25", "x^4*y^4 - 1/3*x*y + 1/7", "1/1000000007*x - y", "x^3*y^3 - y + 5"} {
		p, err := R.Parse(text)
		require.NoError(t, err)
		rng := rand.New(rand.NewPCG(1, 10+uint64(k)))
		var rows rationals
		for range 700 {
			x := ring.NewRat(rng.Int64N(2001)-1000, 1+rng.Int64N(1000))
			y := x.Mul(x)
			switch rng.IntN(8) {
			case 0:
				y = ring.NewRat(rng.Int64N(9)-4, 1)
			case 1:
				y = y.Add(tiny)
			case 2:
				x = x.Mul(tiny)
			case 3:
				x, y = x.Mul(tiny), y.Mul(huge)
			case 4:
				y = ring.Rat{}
			case 5, 6:
				x, y = ring.NewRat(3, 1), ring.NewRat(4, 1)
			}
			rows = append(rows, []ring.Rat{x, y})
		}
		c, err := residual.New([]*poly.Polynomial[ring.Rat]{p})
		require.NoError(t, err)
		require.NoError(t, c.Add(context.Background(), rows))
		got := c.Results()[0]
		vanishing, maxAbs, line, sizes := exactly(p, rows)
		assert.Equal(t, vanishing, got.Vanishing, text)
		assert.Equal(t, maxAbs.String(), got.MaxAbs.String(), text)
		assert.Equal(t, line, got.MaxAbsLine, text)
		dx, dy := p.Derivative(0), p.Derivative(1)
		sum, defined := 0.0, 0
		for i, size := range sizes {
			d := size / math.Hypot(dx.Eval(rows[i]).Float64(), dy.Eval(rows[i]).Float64())
			if size == 0 {
				d = 0
			}
			if !math.IsInf(d, 0) && !math.IsNaN(d) {
				sum += d * d
				defined++
			}
		}
		if !math.IsInf(sum, 0) {
			assert.InEpsilon(t, math.Sqrt(sum/float64(defined)), got.RMS, 1e-8, text)
		}
	}
}

// TestUnderflow: a power that float64 loses, in a term that it would hold, does not
// lose a zero.
func TestUnderflow(t *testing.T) {
	text := "x,y\n" + strings.Repeat("1,1\n", 300) + strings.Repeat("1e-90,1e140\n", 300)
	got := check(t, text, "1"+strings.Repeat("0", 80)+"*x^4*y^2 - 1")[0]
	assert.Equal(t, 300, got.Vanishing)
	assert.Equal(t, 2, got.MaxAbsLine)
}

// TestVisit shows every point once, in order, with what is known there: whole blocks, a zero,
// a plain point, a singular one, and points beyond the reach of float64.
func TestVisit(t *testing.T) {
	R := poly.MustRing(ring.Q, []string{"x", "y"})
	f, err := R.Parse("x^2 + y^2 - 25")
	require.NoError(t, err)
	rat := func(text string) ring.Rat {
		r, err := ring.ParseRat(text)
		require.NoError(t, err)
		return r
	}
	special := map[int][2]string{ // the others are (3, 4)
		1: {"0", "1"}, 2: {"0", "0"}, 255: {"3e160", "4e160"}, 256: {"5", "1e-200"},
		300: {"1.7e308", "0"}, 301: {"1.7e308", "0"}, 511: {"1e400", "0"},
	}
	var points rationals
	for i := range 512 { // two blocks, and not a point more
		x := [2]string{"3", "4"}
		if s, ok := special[i]; ok {
			x = s
		}
		points = append(points, []ring.Rat{rat(x[0]), rat(x[1])})
	}
	c, err := residual.New([]*poly.Polynomial[ring.Rat]{f, R.Var(0)})
	require.NoError(t, err)
	var seen [2]int
	require.NoError(t, c.Visit(context.Background(), points, func(k int, r residual.Row) {
		require.Equal(t, seen[k], r.Place)
		seen[k]++
		if k == 1 { // the distances from x = 0 are |x|; of the second one the square is too large for the mean
			require.Equal(t, r.Place != 301 && r.Place != 511, r.Defined)
			return
		}
		switch r.Place {
		case 1:
			assert.Equal(t, residual.Row{Place: 1, Distance: 12, Defined: true, Slopes: []float64{0, 2}}, r)
		case 2:
			assert.Equal(t, residual.Row{Place: 2, Slopes: []float64{0, 0}}, r, "no gradient, no distance")
		case 255:
			assert.True(t, r.Defined)
			assert.InEpsilon(t, 2.5e160, r.Distance, 1e-15)
			assert.Nil(t, r.Slopes)
		case 256:
			assert.False(t, r.Zero, "1e-400 is not zero")
			assert.True(t, r.Defined)
			assert.Less(t, r.Distance, 1e-300)
		case 300, 301:
			assert.InEpsilon(t, 0.85e308, r.Distance, 1e-15)
		case 511:
			assert.False(t, r.Defined, "no float64 is as large")
		default:
			assert.Equal(t, residual.Row{Place: r.Place, Zero: true, Defined: true, Slopes: []float64{6, 8}}, r)
		}
	}))
	assert.Equal(t, [2]int{512, 512}, seen)
	results := c.Results()[0]
	assert.Equal(t, 512, results.Points)
	assert.Equal(t, 505, results.Vanishing)
	assert.Equal(t, 2, results.Undefined)
	assert.Equal(t, 301, results.MaxLine)
	assert.InEpsilon(t, 0.85e308, results.Max, 1e-15)
	assert.InEpsilon(t, 0.85e308*math.Sqrt(2.0/510), results.RMS, 1e-12)
}

// TestSmallestDistance: a distance below all floats has a line all the same.
func TestSmallestDistance(t *testing.T) {
	got := check(t, "x,y\n0,0\n0,1e-200\n", "1e90*x + 1e-90*y = 0")[0]
	assert.Equal(t, 1, got.Vanishing)
	assert.Zero(t, got.Undefined)
	assert.Zero(t, got.Max)
	assert.Equal(t, 3, got.MaxLine)
}
