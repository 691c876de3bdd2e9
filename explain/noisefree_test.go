package explain

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/exact"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/judge"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/rounding"
	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/internal/sweeptest"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// equationsOf reads equations in columns.
func equationsOf(t testing.TB, R *poly.Ring[ring.Rat], list ...string) []exact.Equation {
	t.Helper()
	var out []exact.Equation
	for _, text := range list {
		out = append(out, exact.Equation{Polynomial: explaintest.Parse(t, R, text)})
	}
	return out
}

// equationTexts are equations as printed, with the rows that break them.
func equationTexts(list []exact.Equation) []string {
	out := []string{}
	for _, e := range list {
		text := e.Polynomial.String()
		if len(e.Failing) > 0 {
			text += fmt.Sprint(" ", e.Failing)
		}
		out = append(out, text)
	}
	return out
}

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
	assert.Equal(t, []string{"one - 7"}, equationTexts(f.constant))
	assert.Equal(t, []string{"x*y - z [17]"}, equationTexts(f.exactly))
	assert.Empty(t, f.within)
	assert.Equal(t, []int{0}, f.counters)
	assert.Equal(t, []int{wrong}, f.slips())
	assert.Equal(t, n-1, f.distinct, "without the one that breaks an equation")
	assert.GreaterOrEqual(t, f.complete, 2)
	assert.GreaterOrEqual(t, f.degree, f.complete)
	assert.Equal(t, []string{"one - 7", "x*y - z [17]"}, equationTexts(f.equations()))
	require.Len(t, f.settings, 1)
	assert.Equal(t, 5, f.settings[0].Column)

	assert.Empty(t, find(Options{Robust: RobustOff}).exactly, "one row breaks it")
	assert.Equal(t, find(Options{Numbered: true}).counters, []int(nil))
	assert.Empty(t, find(Options{Kernels: func(int) feature.Kernel { return nil }}).counters, "kernels take all columns")
	other := find(Options{Method: MethodIPCA})
	assert.Equal(t, []string{"one - 7"}, equationTexts(other.equations()), "kernel matrices find the others")
	assert.Zero(t, other.degree)

	product := explaintest.Parse(t, explaintest.RingOf(t, "x", "y", "z"), "z - x*y")
	known := find(Options{Identities: []*poly.Polynomial[ring.Rat]{product}})
	assert.Empty(t, known.exactly, "by definition")
	grading := [][]int{{0}, {0}, {1}, {1}, {2}, {0}}
	assert.Len(t, find(Options{Grading: grading}).exactly, 1)
	grading[4] = []int{1}
	assert.Empty(t, find(Options{Grading: grading}).exactly, "z has another weight than x*y")

	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := findNoiseFree(cancelled, data, Options{})
	assert.ErrorIs(t, err, context.Canceled)
}

// TestNoiseFreeSample: of a large table evenly spread rows are taken, no more cells than the
// limit; a row that breaks an equation elsewhere is found, and an equation that many rows break
// is none.
func TestNoiseFreeSample(t *testing.T) {
	small := Data{Variables: []string{"x", "y"}, Points: Dense(mat.NewDense(7, 2, nil))}
	assert.Len(t, exact.Sampled(small.Variables, small.Points).Rows, 7)
	n := limit.ExactCells/2 + 5
	x := mat.NewDense(n, 2, nil)
	for i := range n {
		x.SetRow(i, []float64{float64(i), float64(2 * i)})
	}
	large := Data{Variables: []string{"x", "y"}, Points: Dense(x)}
	got := exact.Sampled(large.Variables, large.Points)
	assert.Equal(t, large.Variables, got.Names)
	require.Len(t, got.Rows, (n+1)/2)
	for i, row := range got.Rows {
		require.Equal(t, []float64{float64(2 * i), float64(4 * i)}, []float64{row[0].Float64(), row[1].Float64()})
	}
	for cells, step := range map[int]int{2: 1, limit.ExactCells: 1, limit.ExactCells + 2: 2, 2 * limit.ExactCells: 2, 2*limit.ExactCells + 2: 3} {
		assert.Equal(t, step, exact.SampleStep(cells/2, 2), cells)
	}
}

// TestNoiseFreeAtAllRows holds the rows that break an equation against values term by term.
func TestNoiseFreeAtAllRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 22))
	R := explaintest.RingOf(t, "x", "y")
	list := equationsOf(t, R, "x - y", "x^2 - y", "x*y - y")
	for range 20 {
		n := 5 + rng.IntN(40)
		x := mat.NewDense(n, 2, nil)
		for i := range n {
			v := float64(rng.IntN(2))
			x.SetRow(i, []float64{v, v})
			if rng.IntN(4) == 0 {
				x.Set(i, 1, 2)
			}
		}
		data := Data{Variables: []string{"x", "y"}, Points: Dense(x)}
		var want []string
		for _, e := range list {
			var failing []int
			for i := range n {
				if e.Polynomial.Eval(data.Points.ExactRow(make([]ring.Rat, 2), i)).Sign() != 0 {
					failing = append(failing, i)
				}
			}
			if float64(len(failing)) <= limit.MaxBroken*float64(n) {
				want = append(want, equationTexts([]exact.Equation{{Polynomial: e.Polynomial, Failing: failing}})...)
			}
		}
		got, err := atAllRows(context.Background(), data, list)
		require.NoError(t, err)
		assert.ElementsMatch(t, want, equationTexts(got))
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := atAllRows(cancelled, dataOf("x,y", [][]float64{{1, 1}}), list)
	assert.ErrorIs(t, err, context.Canceled)
	got, err := atAllRows(cancelled, dataOf("x,y", [][]float64{{1, 1}}), nil)
	assert.NoError(t, err)
	assert.Empty(t, got)
}

// TestNoiseFreeStandAside: columns that number the rows stand aside unless an equation has them,
// and as long as two others are left that vary.
func TestNoiseFreeStandAside(t *testing.T) {
	R := explaintest.RingOf(t, "a", "b", "x", "y", "c")
	f := &noiseFree{data: Data{Variables: R.Vars()}, constant: equationsOf(t, R, "c - 1")}
	assert.Equal(t, []int{0, 1}, f.standAside([]int{0, 1}))
	assert.Equal(t, []int{0, 1}, f.standAside([]int{0, 1, 2}), "two are left")
	f.exactly = equationsOf(t, R, "a - x")
	assert.Equal(t, []int{1}, f.standAside([]int{0, 1}))
	f.constant = append(f.constant, equationsOf(t, R, "y - 1", "x - 1")...)
	assert.Empty(t, f.standAside([]int{0, 1}))
}

// TestNoiseFreeConstantsAndSlips: rows that break several equations are named once.
func TestNoiseFreeConstantsAndSlips(t *testing.T) {
	R := explaintest.RingOf(t, "x", "y", "c")
	f := &noiseFree{constant: equationsOf(t, R, "c - 1"), exactly: equationsOf(t, R, "x - y"), within: equationsOf(t, R, "x - 2*c")}
	f.constant[0].Failing, f.exactly[0].Failing, f.within[0].Failing = []int{4}, []int{1, 4, 9}, []int{0, 9}
	assert.Equal(t, []int{0, 1, 4, 9}, f.slips())
	assert.Equal(t, []bool{false, false, true}, []bool{f.isConstant(0), f.isConstant(1), f.isConstant(2)})
	assert.Equal(t, []string{"x - y [1 4 9]", "x - 2*c [0 9]"}, equationTexts(f.laws()))
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
		return equationTexts(f.equations())
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
	f := &noiseFree{data: data, ring: R, exactly: equationsOf(t, R, "net + vat - gross"), chance: judge.NewChance(set.Variables(), set, set.Rows())}
	g, err := f.withRounding(context.Background(), Options{Grading: [][]int{{1}, {2}, {1}}})
	require.NoError(t, err)
	assert.Empty(t, g.within, "net and vat have other weights")
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = f.withRounding(cancelled, Options{})
	require.ErrorIs(t, err, context.Canceled)

	law := explaintest.Parse(t, R, "19*net - 100*vat")
	failing, err := rounding.Failing(context.Background(), law, rounding.RowsOf(set, make([]bool, 3)))
	require.NoError(t, err)
	assert.Equal(t, []int{19, 39, 59}, failing)
	failing, err = rounding.Failing(context.Background(), law, rounding.RowsOf(set, []bool{true, true, false}))
	require.NoError(t, err)
	assert.Greater(t, len(failing), 30, "cells that count as exact have no rounding")
	laws := []rounding.Law{{Polynomial: law, Failing: []int{2}}}
	whole, err := equationsWithin(context.Background(), laws, set, rounding.Table{Rows: make([][]ring.Rat, set.Rows())})
	require.NoError(t, err)
	assert.Equal(t, []string{"19*net - 100*vat [2]"}, equationTexts(whole))
	sample, err := equationsWithin(context.Background(), laws, set, rounding.Table{Exact: make([]bool, 3)})
	require.NoError(t, err)
	assert.Equal(t, []string{"19*net - 100*vat [19 39 59]"}, equationTexts(sample))
	_, err = equationsWithin(cancelled, laws, set, rounding.Table{Exact: make([]bool, 3)})
	assert.ErrorIs(t, err, context.Canceled)
	_, err = rounding.Failing(cancelled, law, rounding.RowsOf(set, make([]bool, 3)))
	assert.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, []string{"1/200", "0", "1/200"}, ratTexts(rounding.RowsOf(set, []bool{false, true, false}).Steps(3)))
}

// TestNoiseFreeLong: an exact product that is owed to rounding gives way to the sum within
// rounding, and one that says more than the sum does not.
func TestNoiseFreeLong(t *testing.T) {
	sweeptest.Sweep(t)
	R := explaintest.RingOf(t, "x", "y", "z")
	for text, long := range map[string]bool{
		"x^2 + x*y + x + y + z": true, "x^3 + x^2 + x + y": false, "x + y + z + 2*z + 1": false, "x^4 + x^2 + x + y + z + z^2 + 1": true,
	} {
		assert.Equal(t, long, isLong(equationsOf(t, R, text)[0]), text)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	var b strings.Builder
	b.WriteString("x,y,z\n")
	for range 90 {
		p := 0.05 + 0.9*rng.Float64()
		fmt.Fprintf(&b, "%.3f,%.3f,%.3f\n", p*p, 2*p*(1-p), (1-p)*(1-p))
	}
	set := readText(t, b.String())
	find := func(exactly ...string) []string {
		f := &noiseFree{data: Data{Variables: set.Variables(), Points: set}, ring: R, exactly: equationsOf(t, R, exactly...),
			chance: judge.NewChance(set.Variables(), set, set.Rows())}
		g, err := f.withRounding(context.Background(), Options{})
		require.NoError(t, err)
		return equationTexts(g.laws())
	}
	product := "(x + y + z - 1)*(x + y + z - 999/1000)*(x + y + z - 1001/1000)"
	laws := []string{"x + y + z - 1", "4*x*z - y^2"}
	assert.ElementsMatch(t, laws, find(product))
	assert.ElementsMatch(t, laws, find())
	other := explaintest.Parse(t, R, "(x + 1)^3*(y + 2)*(z - 3)")
	assert.Contains(t, find(product, other.String()), other.String(), "it says more than the laws")
}

func ratTexts(list []ring.Rat) (out []string) {
	for _, c := range list {
		out = append(out, c.String())
	}
	return out
}

// TestNoiseFreeRoundedSettings: cells of a setting count as exact: 0.3 times the setting 0.5 is
// 0.15, and with 0.45 or 0.55 it would be 0.2 as well.
func TestNoiseFreeRoundedSettings(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 23))
	var b strings.Builder
	b.WriteString("gain,x,y,spread\n")
	for i := range 80 {
		gain, x := float64(1+i%4)/2, 10*rng.Float64()
		fmt.Fprintf(&b, "%.1f,%.3f,%.3f,%.3f\n", gain, x, x+gain, rng.NormFloat64())
	}
	set := readText(t, b.String())
	f, err := findNoiseFree(context.Background(), Data{Variables: set.Variables(), Points: set}, Options{})
	require.NoError(t, err)
	require.NotEmpty(t, f.settings)
	for _, e := range f.laws() {
		assert.Contains(t, e.Polynomial.String(), "gain", "%v", equationTexts(f.laws()))
	}
	assert.True(t, slices.ContainsFunc(f.laws(), func(e exact.Equation) bool { return e.Polynomial.Degree() == 1 }), "%v", equationTexts(f.laws()))
}

// TestNoiseFreeComputed: a column looks computed where more of its decimals than a few have the digits of a float.
func TestNoiseFreeComputed(t *testing.T) {
	for _, c := range []struct {
		cells string
		want  bool
	}{
		{"0.1234567890123456 0.2345678901234567 0.5", true}, {"0.30000000000000004 0.25 0.5", true},
		{"0.1234567890123456" + strings.Repeat(" 0.25", 9), false}, {"0.1234567890123456" + strings.Repeat(" 0.25", 8), true}, {"1 2 3", false}, {"1 2 0.1234567890123456", true},
		{"0.00000000000012345 0.00000000000012347", false}, {"-12.3456789012345 -2.34567890123456", true},
		{"-12.345678901234 -2.3456789012345", false}, {"1/3 1/7", false},
	} {
		set := readText(t, "x,y\n"+strings.ReplaceAll(c.cells, " ", ",1\n")+",1\n")
		f := &noiseFree{data: Data{Variables: set.Variables(), Points: set}}
		assert.Equal(t, c.want, f.looksComputed(0), c.cells)
		assert.False(t, f.looksComputed(1), "whole numbers")
	}
}

// TestNoiseFreeSpans: the gradient of a product lies in the space of that of its factor where
// the factor is zero, and in that of the settings.
func TestNoiseFreeSpans(t *testing.T) {
	R := explaintest.RingOf(t, "x", "y", "z")
	var rows [][]float64
	for i := range 2 * limit.FollowsRows {
		v := float64(i)
		rows = append(rows, []float64{v, 2 * v, v * v})
	}
	f := &noiseFree{data: dataOf("x,y,z", rows), within: equationsOf(t, R, "y - 2*x")}
	assert.True(t, f.spans(explaintest.Parse(t, R, "x*y - 2*x^2 + 3*y - 6*x")))
	assert.False(t, f.spans(explaintest.Parse(t, R, "z - x^2")))
	f.settings = []exact.Setting{{Column: 2}}
	assert.False(t, f.spans(explaintest.Parse(t, R, "z - x^2")))
	f.settings = append(f.settings, exact.Setting{Column: 0})
	assert.True(t, f.spans(explaintest.Parse(t, R, "z - x^2")))
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
	f := &noiseFree{data: Data{Variables: set.Variables(), Points: set}, ring: R, forms: []exact.Form{{Linear: linear}}}
	for _, text := range []string{"lo*hi + 2*lo*mid + hi^2 - 4*mid^2 - 2*mid", "50*lo + 50*hi - 100*mid - 31"} {
		g := exactGenerator(explaintest.Parse(t, R, text))
		g.Exact.Points = 200
		assert.True(t, f.implies(g), text)
	}
	sound := readText(t, "T,v\n24.5,346.1\n23.0,345.2\n12.5,338.9\n18.5,342.5\n7.0,335.5\n29.5,349.2\n15.5,340.7\n")
	S := explaintest.RingOf(t, sound.Variables()...)
	law := exactGenerator(explaintest.Parse(t, S, "500*v - 303*T - 165650"))
	law.Exact.Points = sound.Rows()
	rounded := &noiseFree{data: Data{Variables: sound.Variables(), Points: sound}, ring: S, forms: []exact.Form{{Linear: explaintest.Parse(t, S, "3*T - 5*v")}}}
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
