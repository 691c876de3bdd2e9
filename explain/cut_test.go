package explain_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// TestLearnCutInTwoTerms: the distance of an image stands in two terms of the equation of a lens, and is cut off to whole millimetres. The
// nearest equation with errors had another term, f*o + f*i = o*i + 0.298(26)*o.
func TestLearnCutInTwoTerms(t *testing.T) {
	rows := explaintest.Draw(60, explaintest.Source(92), func(rng *rand.Rand) []float64 {
		f := []float64{50, 80, 100, 200}[rng.IntN(4)]
		o := f + 10 + float64(rng.IntN(700))
		return []float64{f, o, f * o / (o - f)}
	})
	text := "f,o,i\n"
	for _, row := range rows {
		text += fmt.Sprintf("%.0f,%.0f,%d\n", row[0], row[1], int(row[2]))
	}
	set := explaintest.ReadText(t, text)
	r, err := explain.Learn(t.Context(), explain.Data{Variables: set.Variables(), Points: set}, explain.Options{})
	require.NoError(t, err)
	require.Len(t, r.Generators, 1)
	g := r.Generators[0]
	assert.True(t, g.Within)
	assert.Equal(t, "o*i = f*o + f*i", g.Equation())
	assert.Equal(t, "i", g.Rounding.CutOff)
	assert.Equal(t, len(rows), g.Rounding.AsWritten)
	assert.Equal(t, len(rows), g.Exact.Points)

	checked, err := explain.Check(t.Context(), set, []*poly.Polynomial[ring.Rat]{g.Polynomial}, explain.CheckOptions{})
	require.NoError(t, err)
	assert.Equal(t, explain.WithinRounding, checked[0].Verdict)
	assert.Equal(t, g.Exact, checked[0].Exact)
	assert.Equal(t, "i", checked[0].Rounding.CutOff)
	assert.Equal(t, len(rows), checked[0].Rounding.AsWritten)
	assert.Empty(t, checked[0].Worst)
}

// TestCheckCut: of two files the column was cut off in both, or rows of the second break the equation, and those of the first are among the worst.
func TestCheckCut(t *testing.T) {
	p, err := poly.MustRing(ring.Q, []string{"x", "y"}).Parse("100*y - 3*x")
	require.NoError(t, err)
	check := func(rows ...string) explain.Checked {
		set := explaintest.ReadText(t, "x,y\n"+strings.Join(rows, "\n")+"\n")
		found, err := explain.Check(t.Context(), set, []*poly.Polynomial[ring.Rat]{p}, explain.CheckOptions{})
		require.NoError(t, err)
		return found[0]
	}
	first := func() explain.Checked { return check("158.06,4.74", "318.98,9.56", "280.68,8.42") }
	for _, c := range []struct {
		rows    []string
		cut     string
		within  int
		misfits int
		why     string
	}{
		{rows: []string{"632.55,18.97", "300.00,9.00"}, cut: "y", within: 5, why: "9 is exact, 18.9765 cut off"},
		{rows: []string{"632.55,18.98", "300.00,9.00"}, within: 4, misfits: 1, why: "18.9765 rounded"},
		{rows: []string{"632.55,18.96"}, within: 2, misfits: 2, why: "18.9765 wrong"},
	} {
		whole := first()
		require.Equal(t, "y", whole.Rounding.CutOff)
		require.Empty(t, whole.Worst)
		whole.Merge(check(c.rows...), 3)
		assert.Equal(t, c.cut, whole.Rounding.CutOff, c.why)
		assert.Equal(t, c.within, whole.Rounding.Within, c.why)
		assert.Len(t, whole.Worst, c.misfits, c.why)
		assert.Equal(t, c.cut != "", whole.Verdict == explain.WithinRounding, c.why)
	}

	long := []string{"158.06,4.74", "318.98,9.56", "280.68,8.42", "632.55,18.97", "300.00,9.00", "1055.18,31.65", "1851.94,55.55", "2758.36,82.75", "1052.88,31.58",
		"2776.38,83.29", "1658.17,49.74", "971.73,92.15"}
	slip := check(long...)
	assert.Equal(t, "y", slip.Rounding.CutOff, "all but one were cut off")
	assert.Equal(t, 11, slip.Rounding.AsWritten)
	require.Len(t, slip.Worst, 1)
	assert.Equal(t, 13, slip.Worst[0].Line)
	assert.Equal(t, explain.Fails, slip.Verdict)
	exact := check("100,3", "200,6.00", "300,9", "400,12", "500,15", "600,18", "733.30,21.99", "800,24", "900,27")
	assert.Empty(t, exact.Rounding.CutOff, "exact, with a cell that is too small by one unit")
	sum, err := poly.MustRing(ring.Q, []string{"a", "b", "c"}).Parse("c - a - b")
	require.NoError(t, err)
	set := explaintest.ReadText(t, "a,b,c\n3,0.7,5\n11,0.4,12\n27,0.9,28\n8,0.8,10\n45,0.3,46\n60,0.6,61\n14,0.9,16\n33,0.5,34\n")
	both, err := explain.Check(t.Context(), set, []*poly.Polynomial[ring.Rat]{sum}, explain.CheckOptions{})
	require.NoError(t, err)
	assert.Equal(t, 5, both[0].Rounding.AsWritten)
	assert.Empty(t, both[0].Rounding.CutOff+both[0].Rounding.RoundedUp, "a cut off, or c rounded up")
	thirds, err := poly.MustRing(ring.Q, []string{"w", "x", "y"}).Parse("30*y - x - 30*w")
	require.NoError(t, err)
	text := "w,x,y\n"
	for w := range 10 {
		text += fmt.Sprintf("%d,10,%d.33\n%d,40,%d.33\n", 2*w, 2*w, 2*w+1, 2*w+2)
	}
	found, err := explain.Check(t.Context(), explaintest.ReadText(t, text), []*poly.Polynomial[ring.Rat]{thirds}, explain.CheckOptions{})
	require.NoError(t, err)
	assert.Equal(t, 20, found[0].Rounding.AsWritten)
	assert.Empty(t, found[0].Rounding.CutOff, "rounded thirds are those that are cut off")
}
