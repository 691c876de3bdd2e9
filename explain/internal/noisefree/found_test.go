package noisefree

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/exact"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/judge"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/rounding"
	"github.com/kexplain/kexplain/internal/sweeptest"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// TestSample: of a large table evenly spread rows are taken, no more cells than the
// limit; a row that breaks an equation elsewhere is found, and an equation that many rows break
// is none.
func TestSample(t *testing.T) {
	variables, n := []string{"x", "y"}, limit.ExactCells/2+5
	large := make(explaintest.Points, n)
	for i := range n {
		large[i] = []float64{float64(i), float64(2 * i)}
	}
	assert.Len(t, exact.Sampled(variables, large[:7]).Rows, 7)
	got := exact.Sampled(variables, large)
	assert.Equal(t, variables, got.Names)
	require.Len(t, got.Rows, (n+1)/2)
	for i, row := range got.Rows {
		require.Equal(t, []float64{float64(2 * i), float64(4 * i)}, []float64{row[0].Float64(), row[1].Float64()})
	}
	for cells, step := range map[int]int{2: 1, limit.ExactCells: 1, limit.ExactCells + 2: 2, 2 * limit.ExactCells: 2, 2*limit.ExactCells + 2: 3} {
		assert.Equal(t, step, exact.SampleStep(cells/2, 2), cells)
	}
}

// TestAtAllRows holds the rows that break an equation against values term by term.
func TestAtAllRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 22))
	R := explaintest.RingOf(t, "x", "y")
	list := explaintest.Equations(t, R, "x - y", "x^2 - y", "x*y - y")
	for range 20 {
		n := 5 + rng.IntN(40)
		data := make(explaintest.Points, n)
		for i := range n {
			v := float64(rng.IntN(2))
			data[i] = []float64{v, v}
			if rng.IntN(4) == 0 {
				data[i][1] = 2
			}
		}
		var want []string
		for _, e := range list {
			var failing []int
			for i := range n {
				if e.Polynomial.Eval(data.ExactRow(make([]ring.Rat, 2), i)).Sign() != 0 {
					failing = append(failing, i)
				}
			}
			if float64(len(failing)) <= limit.MaxBroken*float64(n) {
				want = append(want, explaintest.EquationTexts([]exact.Equation{{Polynomial: e.Polynomial, Failing: failing}})...)
			}
		}
		got, err := AtAllRows(context.Background(), data, list)
		require.NoError(t, err)
		assert.ElementsMatch(t, want, explaintest.EquationTexts(got))
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := AtAllRows(cancelled, explaintest.Points{{1, 1}}, list)
	assert.ErrorIs(t, err, context.Canceled)
	got, err := AtAllRows(cancelled, explaintest.Points{{1, 1}}, nil)
	assert.NoError(t, err)
	assert.Empty(t, got)
}

// TestStandAside: columns that number the rows stand aside unless an equation has them,
// and as long as two others are left that vary.
func TestStandAside(t *testing.T) {
	R := explaintest.RingOf(t, "a", "b", "x", "y", "c")
	f := &Found{Variables: R.Vars(), Constant: explaintest.Equations(t, R, "c - 1")}
	assert.Equal(t, []int{0, 1}, f.standAside([]int{0, 1}))
	assert.Equal(t, []int{0, 1}, f.standAside([]int{0, 1, 2}), "two are left")
	f.Exactly = explaintest.Equations(t, R, "a - x")
	assert.Equal(t, []int{1}, f.standAside([]int{0, 1}))
	f.Constant = append(f.Constant, explaintest.Equations(t, R, "y - 1", "x - 1")...)
	assert.Empty(t, f.standAside([]int{0, 1}))
}

// TestConstantsAndSlips: rows that break several equations are named once.
func TestConstantsAndSlips(t *testing.T) {
	R := explaintest.RingOf(t, "x", "y", "c")
	f := &Found{Constant: explaintest.Equations(t, R, "c - 1"), Exactly: explaintest.Equations(t, R, "x - y"), Within: explaintest.Equations(t, R, "x - 2*c")}
	f.Constant[0].Failing, f.Exactly[0].Failing, f.Within[0].Failing = []int{4}, []int{1, 4, 9}, []int{0, 9}
	assert.Equal(t, []int{0, 1, 4, 9}, f.Slips())
	assert.Equal(t, []bool{false, false, true}, []bool{f.IsConstant(0), f.IsConstant(1), f.IsConstant(2)})
	assert.Equal(t, []string{"x - y [1 4 9]", "x - 2*c [0 9]"}, explaintest.EquationTexts(f.Laws()))
}

// TestWithRounding: which equations within rounding are looked for, and at which rows they do not hold.
func TestWithRounding(t *testing.T) {
	set := explaintest.ReadText(t, explaintest.Taxes(60, 20))
	R := explaintest.RingOf(t, set.Variables()...)
	f := &Found{Variables: set.Variables(), Points: set, Ring: R, Exactly: explaintest.Equations(t, R, "net + vat - gross"), Chance: judge.NewChance(set.Variables(), set, set.Rows())}
	g, err := f.withRounding(context.Background(), Options{Allows: func(p *poly.Polynomial[ring.Rat]) bool { return p.Len() > 2 }})
	require.NoError(t, err)
	assert.Empty(t, g.Within, "not allowed")
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
	assert.Equal(t, []string{"19*net - 100*vat [2]"}, explaintest.EquationTexts(whole))
	sample, err := equationsWithin(context.Background(), laws, set, rounding.Table{Exact: make([]bool, 3)})
	require.NoError(t, err)
	assert.Equal(t, []string{"19*net - 100*vat [19 39 59]"}, explaintest.EquationTexts(sample))
	_, err = equationsWithin(cancelled, laws, set, rounding.Table{Exact: make([]bool, 3)})
	assert.ErrorIs(t, err, context.Canceled)
	_, err = rounding.Failing(cancelled, law, rounding.RowsOf(set, make([]bool, 3)))
	assert.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, "[1/200 0 1/200]", fmt.Sprint(rounding.RowsOf(set, []bool{false, true, false}).Steps(3)))
}

// TestTribonacci: the numbers come ever nearer to x*z + z/2 = y^2 + y, which is within the rounding of x at all rows but one. Numbers that
// were rounded would be spread over half a unit.
func TestTribonacci(t *testing.T) {
	text, x, y, z := "x,y,z\n", 0, 0, 1
	for range 36 {
		text += fmt.Sprintf("%d,%d,%d\n", x, y, z)
		x, y, z = y, z, x+y+z
	}
	set := explaintest.ReadText(t, text)
	f, err := Find(context.Background(), set.Variables(), set, Options{})
	require.NoError(t, err)
	assert.Equal(t, []string{"x^3 + 2*x^2*y + x^2*z + 2*x*y^2 - 2*x*y*z - x*z^2 + 2*y^3 - 2*y*z^2 + z^3 - 1"}, explaintest.EquationTexts(f.Laws()))
}

// TestWithinBesideRounded: rows at which rounding is seen, and that break an exact equation, have no slips; a slip has one where few such rows
// break it.
func TestWithinBesideRounded(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for _, c := range []struct {
		name            string
		slips           bool
		exactly, within []string
	}{
		{"depreciation", false, []string{}, []string{"life*annual - cost", "age*annual - cost + book"}},
		{"slips", true, []string{"age*annual - cost + book [10 20]"}, []string{"life*annual - cost"}},
	} {
		text := "cost,life,age,annual,book\n"
		for i := range 60 {
			life := []int64{3, 5, 8, 10}[rng.IntN(4)]
			cost, age := 5000*(20+rng.Int64N(500)), 1+rng.Int64N(life) // in cents
			if c.slips {
				cost += rng.Int64N(5000)
			}
			annual := (2*cost + life) / (2 * life)
			book := (cost*(life-age)*2 + life) / (2 * life)
			if c.slips {
				if book = cost - age*annual; i == 10 || i == 20 {
					book++
				}
			}
			text += fmt.Sprintf("%.2f,%d,%d,%.2f,%.2f\n", float64(cost)/100, life, age, float64(annual)/100, float64(book)/100)
		}
		set := explaintest.ReadText(t, text)
		f, err := Find(context.Background(), set.Variables(), set, Options{})
		require.NoError(t, err)
		assert.Equal(t, c.exactly, explaintest.EquationTexts(f.Exactly), c.name)
		assert.ElementsMatch(t, c.within, explaintest.EquationTexts(f.Within), c.name)
		if c.slips {
			continue
		}
		var at [2][]int // the rows at which rounding is not seen, and at which it is
		for i, row := range f.Rows() {
			k := 0
			if math.Abs(row[1]*row[3]-row[0]) > 1e-3 {
				k = 1
			}
			at[k] = append(at[k], i)
		}
		table, _ := f.Table()
		e := exact.Equation{Polynomial: explaintest.Parse(t, f.Ring, "age*annual - cost + book")}
		for _, rows := range [][]int{at[1], append(slices.Clone(at[1]), at[0][0])} {
			e.Failing = rows
			explained, err := f.explainedByRounding(context.Background(), e, table)
			require.NoError(t, err)
			assert.Equal(t, len(rows) == len(at[1]), explained, "%v", rows)
		}
	}
}

// TestLong: an exact product that is owed to rounding gives way to the sum within
// rounding, and one that says more than the sum does not.
func TestLong(t *testing.T) {
	sweeptest.Sweep(t)
	R := explaintest.RingOf(t, "x", "y", "z")
	for text, long := range map[string]bool{
		"x^2 + x*y + x + y + z": true, "x^3 + x^2 + x + y": false, "x + y + z + 2*z + 1": false, "x^4 + x^2 + x + y + z + z^2 + 1": true,
	} {
		assert.Equal(t, long, isLong(explaintest.Equations(t, R, text)[0]), text)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	var b strings.Builder
	b.WriteString("x,y,z\n")
	for range 90 {
		p := 0.05 + 0.9*rng.Float64()
		fmt.Fprintf(&b, "%.3f,%.3f,%.3f\n", p*p, 2*p*(1-p), (1-p)*(1-p))
	}
	set := explaintest.ReadText(t, b.String())
	find := func(exactly ...string) []string {
		f := &Found{Variables: set.Variables(), Points: set, Ring: R, Exactly: explaintest.Equations(t, R, exactly...),
			Chance: judge.NewChance(set.Variables(), set, set.Rows())}
		g, err := f.withRounding(context.Background(), Options{})
		require.NoError(t, err)
		return explaintest.EquationTexts(g.Laws())
	}
	product := "(x + y + z - 1)*(x + y + z - 999/1000)*(x + y + z - 1001/1000)"
	laws := []string{"x + y + z - 1", "4*x*z - y^2"}
	assert.ElementsMatch(t, laws, find(product))
	assert.ElementsMatch(t, laws, find())
	other := explaintest.Parse(t, R, "(x + 1)^3*(y + 2)*(z - 3)")
	assert.Contains(t, find(product, other.String()), other.String(), "it says more than the laws")
}

// TestRoundedSettings: cells of a setting count as exact: 0.3 times the setting 0.5 is
// 0.15, and with 0.45 or 0.55 it would be 0.2 as well.
func TestRoundedSettings(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 23))
	var b strings.Builder
	b.WriteString("gain,x,y,spread\n")
	for i := range 80 {
		gain, x := float64(1+i%4)/2, 10*rng.Float64()
		fmt.Fprintf(&b, "%.1f,%.3f,%.3f,%.3f\n", gain, x, x+gain, rng.NormFloat64())
	}
	set := explaintest.ReadText(t, b.String())
	f, err := Find(context.Background(), set.Variables(), set, Options{})
	require.NoError(t, err)
	require.NotEmpty(t, f.Settings)
	for _, e := range f.Laws() {
		assert.Contains(t, e.Polynomial.String(), "gain", "%v", explaintest.EquationTexts(f.Laws()))
	}
	assert.True(t, slices.ContainsFunc(f.Laws(), func(e exact.Equation) bool { return e.Polynomial.Degree() == 1 }), "%v", explaintest.EquationTexts(f.Laws()))
}

// TestComputed: a column looks computed where more of its decimals than a few have the digits of a float.
func TestComputed(t *testing.T) {
	for _, c := range []struct {
		cells string
		want  bool
	}{
		{"0.1234567890123456 0.2345678901234567 0.5", true}, {"0.30000000000000004 0.25 0.5", true},
		{"0.1234567890123456" + strings.Repeat(" 0.25", 9), false}, {"0.1234567890123456" + strings.Repeat(" 0.25", 8), true}, {"1 2 3", false}, {"1 2 0.1234567890123456", true},
		{"0.00000000000012345 0.00000000000012347", false}, {"-12.3456789012345 -2.34567890123456", true},
		{"-12.345678901234 -2.3456789012345", false}, {"1/3 1/7", false},
	} {
		set := explaintest.ReadText(t, "x,y\n"+strings.ReplaceAll(c.cells, " ", ",1\n")+",1\n")
		f := &Found{Variables: set.Variables(), Points: set}
		assert.Equal(t, c.want, f.looksComputed(0), c.cells)
		assert.False(t, f.looksComputed(1), "whole numbers")
	}
}

// TestSpans: the gradient of a product lies in the space of that of its factor where
// the factor is zero, and in that of the settings.
func TestSpans(t *testing.T) {
	R := explaintest.RingOf(t, "x", "y", "z")
	var rows [][]float64
	for i := range 2 * limit.FollowsRows {
		v := float64(i)
		rows = append(rows, []float64{v, 2 * v, v * v})
	}
	f := &Found{Variables: strings.Split("x,y,z", ","), Points: explaintest.Points(rows), Within: explaintest.Equations(t, R, "y - 2*x")}
	assert.True(t, f.Spans(explaintest.Parse(t, R, "x*y - 2*x^2 + 3*y - 6*x")))
	assert.False(t, f.Spans(explaintest.Parse(t, R, "z - x^2")))
	f.Settings = []exact.Setting{{Column: 2}}
	assert.False(t, f.Spans(explaintest.Parse(t, R, "z - x^2")))
	f.Settings = append(f.Settings, exact.Setting{Column: 0})
	assert.True(t, f.Spans(explaintest.Parse(t, R, "z - x^2")))
}

// TestSolved: the columns that equations within rounding give, by those that are left.
func TestSolved(t *testing.T) {
	R := explaintest.RingOf(t, "x", "y", "z", "w")
	f := &Found{Variables: R.Vars()}
	for _, c := range []struct {
		within []string
		want   map[int]string
	}{
		{[]string{"3*w - x*y", "z + w - 2"}, map[int]string{2: "-1/3*x*y + 2", 3: "1/3*x*y"}},
		{[]string{"w - z", "z - y"}, map[int]string{2: "y", 3: "y"}},
		{[]string{"w^2 - z", "w^2 - x"}, map[int]string{2: "w^2", 0: "w^2"}},
		{[]string{"w - x", "2*w - 2*x"}, map[int]string{3: "x"}},
		{[]string{"w^2 - x^2"}, map[int]string{}},
		{[]string{"x*w - y"}, map[int]string{1: "x*w"}},
		{[]string{"x*w - y + w"}, map[int]string{1: "x*w + w"}},
	} {
		f.Within = explaintest.Equations(t, R, c.within...)
		got := map[int]string{}
		for j, p := range f.Solved() {
			got[j] = p.String()
		}
		assert.Equal(t, c.want, got, "%v", c.within)
	}
	solved := map[int]*poly.Polynomial[ring.Rat]{3: explaintest.Parse(t, R, "x + y")}
	p, ok := Substituted(explaintest.Parse(t, R, "w^2 - z"), solved)
	assert.True(t, ok)
	assert.Equal(t, "x^2 + 2*x*y + y^2 - z", p.String())
	for _, text := range []string{"w - x - y", "w^2 - 2*w*x - 2*w*y + x^2 + 2*x*y + y^2 - 4"} {
		_, ok = Substituted(explaintest.Parse(t, R, text), solved)
		assert.False(t, ok, text)
	}
	huge := map[int]*poly.Polynomial[ring.Rat]{3: R.Var(0)}
	for {
		next, err := huge[3].Mul(huge[3])
		if err != nil {
			break
		}
		huge[3] = next
	}
	_, ok = Substituted(explaintest.Parse(t, R, "w^2 - z"), huge)
	assert.False(t, ok, "beyond the degrees of the ring")
	f.Within = []exact.Equation{{Polynomial: R.Var(3).Sub(huge[3])}, {Polynomial: explaintest.Parse(t, R, "w^2 - z")}}
	assert.Equal(t, huge, f.Solved())
	for text, want := range map[string]bool{"w - x": true, "w*x - y": false, "w^2 - x": false, "x - y": false, "w + w*x": false, "5*w": true} {
		assert.Equal(t, want, Determines(explaintest.Parse(t, R, text), 3), text)
	}
}
