package explain_test

import (
	"fmt"
	"math"
	"math/rand/v2"
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
	check := func(equation, text string) explain.Checked {
		set := explaintest.ReadText(t, text)
		p, err := poly.MustRing(ring.Q, set.Variables()).Parse(equation)
		require.NoError(t, err)
		found, err := explain.Check(t.Context(), set, []*poly.Polynomial[ring.Rat]{p}, explain.CheckOptions{Worst: 100})
		require.NoError(t, err)
		return found[0]
	}
	rng := explaintest.Source(96)
	fees := func(rows int, digits func(float64) float64) string {
		text := ""
		for range rows {
			sales := 10000 + rng.IntN(300000) // cents
			text += fmt.Sprintf("%.2f,%.2f\n", float64(sales)/100, digits(float64(sales)*3/100)/100)
		}
		return text
	}
	const law, header = "100*y - 3*x", "x,y\n"
	cut := fees(40, math.Floor)
	for _, c := range []struct {
		rows          string
		column        string
		within, wrong int
		verdict       explain.Verdict
	}{
		{fees(40, math.Floor), "y", 80, 0, explain.WithinRounding},
		{fees(39, math.Floor) + "100,7\n", "y", 79, 1, explain.Fails},
		{fees(40, math.Ceil), "", -1, -1, explain.Fails},
	} {
		whole := check(law, header+cut)
		require.Equal(t, "y", whole.Rounding.CutOff)
		require.Empty(t, whole.Worst)
		whole.Merge(check(law, header+c.rows), 40)
		assert.Equal(t, c.verdict, whole.Verdict)
		assert.Equal(t, c.column, whole.Rounding.CutOff)
		if c.column != "" {
			assert.Equal(t, c.within, whole.Rounding.AsWritten)
			assert.Len(t, whole.Worst, c.wrong)
		} else {
			assert.Greater(t, len(whole.Worst), 20)
		}
	}
	assert.Equal(t, "y", check(law, header+fees(40, math.Ceil)).Rounding.RoundedUp)

	exact, sums := "", ""
	for range 60 {
		hundreds := 1 + rng.IntN(300)
		exact += fmt.Sprintf("%d00.00,%d\n", hundreds, 3*hundreds)
	}
	for range 100 {
		a, b := 1+rng.IntN(500), float64(1+rng.IntN(99))/100
		sums += fmt.Sprintf("%d,%.2f,%.0f\n", a, b, math.Floor(float64(a)+b+1.2)) // c - a - b goes from 0.2 to 1.2
	}
	for name, c := range map[string]struct{ law, text string }{
		"too few rows to tell": {law, header + fees(9, math.Floor)},
		"rounded":              {law, header + fees(40, math.Round)},
		"exact, with cells that are cut off, two in seven": {law, header + exact + fees(24, math.Floor)},
		"a cut off, or c rounded up":                       {"c - a - b", "a,b,c\n" + sums},
	} {
		found := check(c.law, c.text)
		assert.Empty(t, found.Rounding.CutOff+found.Rounding.RoundedUp, name)
	}

	text := "w,x,y\n"
	for w := range 10 {
		text += fmt.Sprintf("%d,10,%d.33\n%d,40,%d.33\n", 2*w, 2*w, 2*w+1, 2*w+2)
	}
	thirds := check("30*y - x - 30*w", text)
	assert.Equal(t, 20, thirds.Rounding.AsWritten)
	assert.Empty(t, thirds.Rounding.CutOff, "rounded thirds are those that are cut off")
}
