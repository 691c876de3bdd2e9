package explain

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/exact"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/noisefree"
	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/internal/sweeptest"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// TestNoiseFreeTable: a table with a constant column, a sum, a product, a number for each row,
// and one row with an error.
func TestNoiseFreeTable(t *testing.T) {
	const n, wrong = 60, 17
	rng := rand.New(rand.NewPCG(1, 21))
	var b strings.Builder
	b.WriteString("id,one,x,y,z,level\n")
	for i := range n {
		x, y := rng.IntN(90), rng.IntN(90)
		z := x * y
		if i == wrong {
			z += 5
		}
		fmt.Fprintf(&b, "%d,7,%d,%d,%d,%d\n", i+1, x, y, z, 1+rng.IntN(3))
	}
	set := readText(t, b.String())
	data := Data{Variables: set.Variables(), Points: set}
	find := func(o Options) *noiseFree {
		f, err := findNoiseFree(context.Background(), data, o)
		require.NoError(t, err)
		return f
	}
	f := find(Options{})
	assert.Equal(t, []string{"one - 7"}, explaintest.EquationTexts(f.Constant))
	assert.Equal(t, []string{"x*y - z [17]"}, explaintest.EquationTexts(f.Exactly))
	assert.Empty(t, f.Within)
	assert.Equal(t, []int{0}, f.Counters)
	assert.Equal(t, []int{wrong}, f.Slips())
	assert.Equal(t, n-1, f.Distinct, "without the one that breaks an equation")
	assert.GreaterOrEqual(t, f.Complete, 2)
	assert.GreaterOrEqual(t, f.Degree, f.Complete)
	assert.Equal(t, []string{"one - 7", "x*y - z [17]"}, explaintest.EquationTexts(f.Equations()))
	require.Len(t, f.Settings, 1)
	assert.Equal(t, 5, f.Settings[0].Column)

	assert.Empty(t, find(Options{Robust: RobustOff}).Exactly, "one row breaks it")
	assert.Equal(t, find(Options{Numbered: true}).Counters, []int(nil))
	assert.Empty(t, find(Options{Kernels: func(int) feature.Kernel { return nil }}).Counters, "kernels take all columns")
	other := find(Options{Method: MethodIPCA})
	assert.Equal(t, []string{"one - 7"}, explaintest.EquationTexts(other.Equations()), "kernel matrices find the others")
	assert.Zero(t, other.Degree)

	product := explaintest.Parse(t, explaintest.RingOf(t, "x", "y", "z"), "z - x*y")
	known := find(Options{Identities: []*poly.Polynomial[ring.Rat]{product}})
	assert.Empty(t, known.Exactly, "by definition")
	grading := [][]int{{0}, {0}, {1}, {1}, {2}, {0}}
	assert.Len(t, find(Options{Grading: grading}).Exactly, 1)
	grading[4] = []int{1}
	assert.Empty(t, find(Options{Grading: grading}).Exactly, "z has another weight than x*y")

	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := findNoiseFree(cancelled, data, Options{})
	assert.ErrorIs(t, err, context.Canceled)
}

// TestNoiseFreeRounded: which equations within rounding are looked for, and at which rows they
// do not hold.
func TestNoiseFreeRounded(t *testing.T) {
	sweeptest.Sweep(t)
	set := readText(t, taxes(60, 20))
	data := Data{Variables: set.Variables(), Points: set}
	find := func(o Options) []string {
		f, err := findNoiseFree(context.Background(), data, o)
		require.NoError(t, err)
		return explaintest.EquationTexts(f.Equations())
	}
	both := []string{"net + vat - gross", "19/100*net - vat [19 39 59]"}
	assert.Equal(t, both, find(Options{}))
	assert.Equal(t, both, find(Options{Noise: []float64{0.01, 0.01, 0.01}}), "whatever the noise")
	assert.Equal(t, both[:1], find(Options{Robust: RobustOff}), "no row may break it")
	R := explaintest.RingOf(t, set.Variables()...)
	assert.Equal(t, both[:1], find(Options{Identities: []*poly.Polynomial[ring.Rat]{explaintest.Parse(t, R, "net^2 - vat")}}),
		"an identity's column has no cells")
	assert.Empty(t, find(Options{Method: MethodIPCA}))
	assert.Equal(t, both, find(Options{Grading: [][]int{{1}, {1}, {1}}}))
	assert.Empty(t, find(Options{Grading: [][]int{{1}, {2}, {1}}}))
}

func ratTexts(list []ring.Rat) (out []string) {
	for _, c := range list {
		out = append(out, c.String())
	}
	return out
}

// TestFormSettings: a difference that takes few values is said, in a result and in a refusal, unless a law within
// rounding says that it is 0.
func TestFormSettings(t *testing.T) {
	sweeptest.Sweep(t)
	learn := func(header string, row func(rng *rand.Rand, k int) []int) (*Result, error) {
		rng := rand.New(rand.NewPCG(8, 8))
		var b strings.Builder
		b.WriteString(header + "\n")
		for k := range 60 {
			b.WriteString(strings.Trim(strings.ReplaceAll(fmt.Sprint(row(rng, k)), " ", ","), "[]") + "\n")
		}
		set := readText(t, b.String())
		return Learn(context.Background(), Data{Variables: set.Variables(), Points: set}, Options{})
	}
	difference := func(list []Setting) {
		require.Len(t, list, 1)
		assert.Equal(t, "x - y", list[0].Name)
		assert.Equal(t, []string{"x", "y"}, list[0].Of)
		assert.Equal(t, []string{"-10", "-5", "0"}, ratTexts(list[0].Values))
	}
	r, err := learn("x,y,z", func(rng *rand.Rand, k int) []int { x := rng.IntN(1000); return []int{x, x + k%3*5, x * x} })
	require.NoError(t, err)
	assert.Contains(t, r.String(), "z = x^2")
	difference(r.Settings)

	_, err = learn("x,y", func(rng *rand.Rand, _ int) []int { x := rng.IntN(40); return []int{x, x + 5*rng.IntN(3)} })
	var none *NoEquationError
	require.ErrorAs(t, err, &none)
	difference(none.Forms)

	r, err = learn("b,c,sum,third", func(rng *rand.Rand, _ int) []int {
		x, y := rng.IntN(900), rng.IntN(900)
		return []int{x, y, x + y, (x + y + 1) / 3}
	})
	require.NoError(t, err)
	assert.Contains(t, r.String(), "sum = 3*third")
	assert.Empty(t, r.Settings)
}

// TestNothingBesideForms: beside lo + hi - 2*mid, which is 0 or 1, what has its gradient says nothing.
func TestNothingBesideForms(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 53))
	var b strings.Builder
	b.WriteString("lo,hi,mid\n")
	for range 200 {
		lo := rng.IntN(100)
		hi := lo + rng.IntN(150)
		fmt.Fprintf(&b, "%d,%d,%d\n", lo, hi, (lo+hi)/2)
	}
	set := readText(t, b.String())
	R := explaintest.RingOf(t, set.Variables()...)
	linear := explaintest.Parse(t, R, "lo + hi - 2*mid")
	f := noiseFreeOf(Data{Variables: set.Variables(), Points: set}, noisefree.Found{Ring: R, Forms: []exact.Form{{Linear: linear}}})
	for _, text := range []string{"lo*hi + 2*lo*mid + hi^2 - 4*mid^2 - 2*mid", "50*lo + 50*hi - 100*mid - 31"} {
		g := exactGenerator(explaintest.Parse(t, R, text))
		g.Exact.Points = 200
		assert.True(t, f.implies(g), text)
	}
	sound := readText(t, "T,v\n24.5,346.1\n23.0,345.2\n12.5,338.9\n18.5,342.5\n7.0,335.5\n29.5,349.2\n15.5,340.7\n")
	S := explaintest.RingOf(t, sound.Variables()...)
	law := exactGenerator(explaintest.Parse(t, S, "500*v - 303*T - 165650"))
	law.Exact.Points = sound.Rows()
	rounded := noiseFreeOf(Data{Variables: sound.Variables(), Points: sound}, noisefree.Found{Ring: S, Forms: []exact.Form{{Linear: explaintest.Parse(t, S, "3*T - 5*v")}}})
	assert.False(t, rounded.implies(law), "rounding makes four values of 3*T - 5*v")
	r := &Result{Variables: set.Variables(), Generators: []Generator{exactGenerator(explaintest.Parse(t, R, "50*lo + 50*hi - 100*mid - 31"))}}
	r.Generators[0].Exact.Points = 200
	_, err := f.resultWith(context.Background(), r, Options{}, nil)
	assert.ErrorAs(t, err, new(*NoEquationError))
}

// TestHoldsWithoutDoubt: an equation that the search with noise finds and that is zero at all of many rows holds, whatever pattern
// its residuals had before rounding: here of the midpoint algorithm for two circles.
func TestHoldsWithoutDoubt(t *testing.T) {
	text := "r,x,y,d\n"
	for _, r := range []int{31, 38} {
		for x, y, d := 0, r, 1-r; x <= y; x++ {
			text += fmt.Sprintf("%d,%d,%d,%d\n", r, x, y, d)
			if d < 0 {
				d += 2*x + 3
			} else {
				d += 2*(x-y) + 5
				y--
			}
		}
	}
	set := readText(t, text)
	r, err := Learn(context.Background(), Data{Variables: set.Variables(), Points: set}, Options{MaxDegree: 2})
	require.NoError(t, err)
	for _, g := range r.Generators {
		if g.Exact.Vanishing == g.Exact.Points {
			assert.Equal(t, Holds, g.Kind, "%v", g)
			assert.Empty(t, g.Doubt, "%v", g)
		}
	}
	assert.Contains(t, texts(r), "x^2 + y^2 - 69*r + 2*x - y - d + 1179")
}

// TestExactBesideRounded: n is near a^2 + a, within what rounding a to whole numbers moves it by, and r is exactly the rest. The
// second says something of r, and the first nothing. It is found where the noise is given as 0, too.
func TestExactBesideRounded(t *testing.T) {
	for seed := range uint64(sweeptest.Draws(t, 2, 20)) {
		rng := rand.New(rand.NewPCG(seed, 99))
		var b strings.Builder
		b.WriteString("n,a,r\n")
		for range 400 {
			n := 1 + rng.IntN(1_000_000)
			a := int(math.Sqrt(float64(n)))
			fmt.Fprintf(&b, "%d,%d,%d\n", n, a, n-a*a+3*a+7)
		}
		set := readText(t, b.String())
		for _, noise := range [][]float64{nil, {0, 0, 0}} {
			r, err := Learn(context.Background(), Data{Variables: set.Variables(), Points: set}, Options{MaxDegree: 2, Noise: noise})
			require.NoError(t, err)
			require.Len(t, r.Generators, 1)
			assert.Equal(t, "r = n + 3*a + 7 - a^2", r.Generators[0].Equation())
			assert.True(t, r.Generators[0].Holds)
		}
	}
}

// TestExactGives: in Bresenham's algorithm for a line, v = 2*Y*x + 2*Y - 2*X*y - X holds exactly. Without its last term the equation holds within the
// rounding of y, a whole number, and is shorter. But the exact equation gives y at every row, where rounding leaves several values. So it stands.
func TestExactGives(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 98))
	var b strings.Builder
	b.WriteString("X,Y,x,y,v\n")
	for range 300 {
		X, Y, y := 2+rng.IntN(250), rng.IntN(300), 0
		v, end := 2*Y-X, rng.IntN(X+1)
		for range end {
			if v >= 0 {
				y++
				v -= 2 * X
			}
			v += 2 * Y
		}
		fmt.Fprintf(&b, "%d,%d,%d,%d,%d\n", X, Y, end, y, v)
	}
	set := readText(t, b.String())
	r, err := Learn(context.Background(), Data{Variables: set.Variables(), Points: set}, Options{})
	require.NoError(t, err)
	require.Len(t, r.Generators, 1)
	assert.Equal(t, "v = 2*Y*x + 2*Y - 2*X*y - X", r.Generators[0].Equation())
	assert.True(t, r.Generators[0].Holds)
}

// TestFactorOfOwed: at 18 rows the rounding errors are 0 or a quarter of a unit, so that a product of two curves holds exactly. One of its factors holds
// within rounding at all rows. The digits of that factor are too few for evidence of their own, but the exact product is evidence for them.
// In the other table (batch_g - 750)*(oil*batch_g - 100*oil_g) = 0 holds exactly. It does not give oil_g at the rows of 750 g, so the second factor stands.
func TestFactorOfOwed(t *testing.T) {
	var b strings.Builder
	b.WriteString("d,drop\n")
	for d := range 18 {
		fmt.Fprintf(&b, "%d,%.2f\n", d+1, math.Floor(6.75*float64((d+1)*(d+1))+0.5)/100)
	}
	rng := rand.New(rand.NewPCG(1, 97))
	var cream strings.Builder
	cream.WriteString("water,oil,rest,batch_g,oil_g\n")
	for range 72 {
		water, oil, batch := 700+rng.IntN(90), 100+rng.IntN(120), []int{500, 750, 1000, 2000, 2500}[rng.IntN(5)]
		fmt.Fprintf(&cream, "%.1f,%.1f,%.1f,%d,%.1f\n", float64(water)/10, float64(oil)/10, float64(1000-water-oil)/10, batch, float64((oil*batch+50)/100)/10)
	}
	for text, want := range map[string][]string{b.String(): {"drop = 27/400*d^2"}, cream.String(): {"water + oil + rest = 100", "oil_g = 1/100*oil*batch_g"}} {
		set := readText(t, text)
		r, err := Learn(context.Background(), Data{Variables: set.Variables(), Points: set}, Options{})
		require.NoError(t, err)
		var got []string
		for _, g := range r.Generators {
			got = append(got, g.Equation())
		}
		assert.Equal(t, want, got)
	}
}

// TestOnlyProducts: of half a number, rounded up, x - 2*y is 0 or -1. A refusal where the noise is given as 0 does not say that
// nothing vanishes: the product of the two does.
func TestOnlyProducts(t *testing.T) {
	var b strings.Builder
	b.WriteString("x,y\n")
	for i := range 120 {
		x := 37 * i % 509
		fmt.Fprintf(&b, "%d,%d\n", x, (x+1)/2)
	}
	set := readText(t, b.String())
	_, err := Learn(context.Background(), Data{Variables: set.Variables(), Points: set}, Options{Noise: []float64{0, 0}})
	assert.ErrorContains(t, err, "no polynomial vanishes at all rows as they are written but products such as (s - a)*(s - b), where s takes the values a and b only")
}
