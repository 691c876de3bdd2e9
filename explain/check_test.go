package explain_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/equations"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// checkText checks equations on a table.
func checkText(t testing.TB, table, list string, o explain.CheckOptions) []explain.Checked {
	t.Helper()
	set, err := points.ReadFrom(context.Background(), strings.NewReader(table), "t.csv", points.Options{})
	require.NoError(t, err)
	parsed, err := equations.Split("list", list)
	require.NoError(t, err)
	_, polys, err := parsed.Parse(set.Variables())
	require.NoError(t, err)
	checked, err := explain.Check(context.Background(), set, polys, o)
	require.NoError(t, err)
	return checked
}

// invoices are sums in cents with a tax of 19 %, some rows with another.
func invoices(rows int, wrong ...int) string {
	rng := rand.New(rand.NewPCG(1, 5))
	var b strings.Builder
	b.WriteString("net,vat,gross\n")
	for i := range rows {
		net := 100 + rng.IntN(1000000)
		vat := int(math.Round(float64(net*19) / 100))
		for _, w := range wrong {
			if i == w {
				vat += 3
			}
		}
		fmt.Fprintf(&b, "%d.%02d,%d.%02d,%d.%02d\n", net/100, net%100, vat/100, vat%100, (net+vat)/100, (net+vat)%100)
	}
	return b.String()
}

func TestCheckWithinRounding(t *testing.T) {
	got := checkText(t, invoices(500), "vat = 19/100*net, gross = net + vat, vat = 0.15966384*gross, vat = 0.1899*net", explain.CheckOptions{})
	assert.Equal(t, explain.WithinRounding, got[0].Verdict)
	assert.Equal(t, explain.Rounding{Rounded: true, Within: 500, AsWritten: 500}, got[0].Rounding)
	assert.Less(t, got[0].Exact.Vanishing, 50)
	assert.Empty(t, got[0].Worst)
	assert.Equal(t, explain.Exactly, got[1].Verdict)
	assert.Equal(t, 500, got[1].Exact.Vanishing)
	assert.Equal(t, explain.WithinRounding, got[2].Verdict, "in cents up to 10,000 it holds too")
	assert.Equal(t, explain.Fails, got[3].Verdict)
	assert.Len(t, got[3].Worst, 5)
	assert.Equal(t, "gross = net + vat: holds exactly", got[1].String())
	assert.Regexp(t, `^vat = 1899/10000\*net: does not hold; it holds exactly at \d+ of 500 points$`, got[3].String())
	assert.Regexp(t, `^line \d+ is off by \d`, got[3].Worst[0].String())
}

// TestCheckNamesRows: the rows with a slip of three cents are named, and no others.
func TestCheckNamesRows(t *testing.T) {
	got := checkText(t, invoices(500, 7, 300), "vat = 19/100*net", explain.CheckOptions{})[0]
	assert.Equal(t, explain.Fails, got.Verdict)
	assert.Equal(t, 498, got.Rounding.Within)
	var lines []int
	for _, m := range got.Worst {
		lines = append(lines, m.Line)
	}
	assert.ElementsMatch(t, []int{9, 302}, lines)
}

// TestCheckWithinNoise: the noise given is accepted for what it is, and half of it is
// not, and more than there is does no harm.
func TestCheckWithinNoise(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 6))
	var b strings.Builder
	b.WriteString("x,y\n")
	for range 400 {
		x := 10 * rng.Float64()
		fmt.Fprintf(&b, "%.9f,%.9f\n", x+0.01*rng.NormFloat64(), x*x+0.05*rng.NormFloat64())
	}
	for _, c := range []struct {
		noise []float64
		want  explain.Verdict
	}{
		{nil, explain.Fails},
		{[]float64{0.01, 0.05}, explain.WithinNoise},
		{[]float64{0.005, 0.025}, explain.Fails},
		{[]float64{0.02, 0.1}, explain.WithinNoise},
		{[]float64{0, 0}, explain.Fails},
	} {
		got := checkText(t, b.String(), "y = x^2", explain.CheckOptions{Noise: c.noise})[0]
		assert.Equal(t, c.want, got.Verdict, "%v", c.noise)
		if c.want == explain.WithinNoise && c.noise[0] == 0.01 {
			assert.InDelta(t, 1, got.Noise.RMS, 0.1)
			assert.InDelta(t, 3, got.Noise.Max, 1.2)
		}
	}
	slip := checkText(t, b.String()+"3,12\n", "y = x^2", explain.CheckOptions{Noise: []float64{0.01, 0.05}})[0]
	assert.Equal(t, explain.Fails, slip.Verdict)
	assert.Equal(t, 402, slip.Worst[0].Line)
	assert.Equal(t, 402, slip.Noise.MaxLine)
}

// TestCheckLearned: the noise that an equation was learned with counts for it alone, where none
// was given for all.
func TestCheckLearned(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 6))
	var b strings.Builder
	b.WriteString("x,y\n")
	for range 400 {
		x := 10 * rng.Float64()
		fmt.Fprintf(&b, "%.9f,%.9f\n", x, x*x+0.05*rng.NormFloat64())
	}
	for _, c := range []struct {
		o    explain.CheckOptions
		want []explain.Verdict
	}{
		{explain.CheckOptions{Learned: [][]float64{{0, 0.05}, nil}}, []explain.Verdict{explain.WithinNoise, explain.Fails}},
		{explain.CheckOptions{Learned: [][]float64{{0, 0.04}}}, []explain.Verdict{explain.Fails, explain.Fails}},
		{explain.CheckOptions{Learned: [][]float64{{0, 0.05}}, Noise: []float64{0, 0.01}}, []explain.Verdict{explain.Fails, explain.Fails}},
	} {
		got := checkText(t, b.String(), "y = x^2, y = x^2 + 1", c.o)
		assert.Equal(t, c.want, []explain.Verdict{got[0].Verdict, got[1].Verdict})
		assert.Equal(t, c.o.Noise == nil, got[0].Noise.Learned != nil)
		assert.Equal(t, c.o.Noise == nil, got[1].Noise == nil)
	}
}

// TestCheckUndecided: a box that a zero set only touches is not decided, and said to be
// so.
func TestCheckUndecided(t *testing.T) {
	got := checkText(t, "x,y\n1.5,1\n", "(x^2 - 2)^2 = 0", explain.CheckOptions{})[0]
	assert.Equal(t, explain.Rounding{Rounded: true}, got.Rounding)
	got = checkText(t, "x,y\n1.4,1\n", "(x^2 - 2)^2 = 0", explain.CheckOptions{})[0]
	assert.Equal(t, explain.Rounding{Rounded: true, Undecided: 1}, got.Rounding)
	assert.Equal(t, explain.Undecided, got.Verdict)
}

// TestCheckedMerge: what is found file by file is what is found in the whole table.
func TestCheckedMerge(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 12))
	x := mat.NewDense(60, 2, nil)
	for i := range 60 {
		x.SetRow(i, []float64{float64(rng.IntN(9)), float64(rng.IntN(9)) + 0.25*float64(rng.IntN(3))})
	}
	set := points.FromDense([]string{"x", "y"}, x)
	R, err := poly.NewRing[ring.Rat](ring.Q, []string{"x", "y"})
	require.NoError(t, err)
	curve, err := R.Parse("x^2 - y")
	require.NoError(t, err)
	polys := []*poly.Polynomial[ring.Rat]{curve, R.Var(0)}
	o := explain.CheckOptions{Noise: []float64{0.5, 0.5}, Worst: 7}
	whole, err := explain.Check(context.Background(), set, polys, o)
	require.NoError(t, err)
	var parts []explain.Checked
	for from := 0; from < 60; from += 20 {
		part, err := explain.Check(context.Background(), points.FromDense([]string{"x", "y"}, x.Slice(from, from+20, 0, 2).(*mat.Dense)), polys, o)
		require.NoError(t, err)
		if from == 0 {
			parts = part
			continue
		}
		for k := range parts {
			parts[k].Merge(part[k], from)
		}
	}
	for k, p := range parts {
		w := whole[k]
		assert.InDelta(t, w.Residual.RMS, p.Residual.RMS, 1e-12)
		assert.InDelta(t, w.Noise.RMS, p.Noise.RMS, 1e-12)
		w.Residual.RMS, w.Noise.RMS, w.Polynomial = p.Residual.RMS, p.Noise.RMS, p.Polynomial
		assert.Equal(t, w, p)
	}
}

func TestCheckRefuses(t *testing.T) {
	ctx := context.Background()
	set := points.FromDense([]string{"x", "y"}, mat.NewDense(1, 2, []float64{1, 2}))
	R := poly.MustRing(ring.Q, []string{"y", "z"})
	for _, noise := range [][]float64{nil, {1}} {
		_, err := explain.Check(ctx, set, []*poly.Polynomial[ring.Rat]{R.Var(0)}, explain.CheckOptions{Noise: noise})
		assert.ErrorIs(t, err, explain.ErrData)
	}
	S := poly.MustRing(ring.Q, []string{"y"})
	_, err := explain.Check(ctx, set, []*poly.Polynomial[ring.Rat]{S.Var(0)}, explain.CheckOptions{Noise: []float64{1, -1}})
	assert.ErrorIs(t, err, explain.ErrData)
	ended, cancel := context.WithCancel(ctx)
	cancel()
	_, err = explain.Check(ended, set, []*poly.Polynomial[ring.Rat]{S.Var(0)}, explain.CheckOptions{})
	assert.ErrorIs(t, err, context.Canceled)
	none, err := explain.Check(ctx, set, nil, explain.CheckOptions{})
	assert.NoError(t, err)
	assert.Empty(t, none)
}

// An invoice in cents: the tax is 19 % of the net sum, rounded.
func ExampleCheck() {
	ctx := context.Background()
	table := "net,vat\n10.03,1.91\n7.55,1.43\n100.00,19.00\n3.33,0.65\n"
	set, err := points.ReadFrom(ctx, strings.NewReader(table), "invoice.csv", points.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	list, err := equations.Split("law", "vat = 19/100*net")
	if err != nil {
		fmt.Println(err)
		return
	}
	_, polys, err := list.Parse(set.Variables())
	if err != nil {
		fmt.Println(err)
		return
	}
	checked, err := explain.Check(ctx, set, polys, explain.CheckOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range checked {
		fmt.Printf("%v = 0 %v\n", c.Polynomial, c.Verdict)
		fmt.Printf("exactly at %d of %d, within rounding at %d\n", c.Exact.Vanishing, c.Exact.Points, c.Rounding.Within)
		fmt.Println("not in line", c.Worst[0].Line)
	}
	// Output:
	// -19/100*net + vat = 0 does not hold
	// exactly at 1 of 4, within rounding at 3
	// not in line 5
}
