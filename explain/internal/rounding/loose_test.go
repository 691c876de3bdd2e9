package rounding

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/ring"
)

// rowsOf are n rows of floats with the same half steps.
func rowsOf(t *testing.T, n int, half []float64, row func(i float64) []float64) Table {
	t.Helper()
	rats := func(list []float64) (out []ring.Rat) {
		for _, x := range list {
			r, err := ring.RatFromFloat(x)
			require.NoError(t, err)
			out = append(out, r)
		}
		return out
	}
	var rows [][]ring.Rat
	for i := range n {
		rows = append(rows, rats(row(float64(i))))
	}
	return tableOf(rows, rats(half))
}

// TestLoose: of lengths to 0.1 the cells allow 2.53 to 2.55 in place of 2.54, and there are many numbers of three digits; of lengths to 0.001
// they single 2.54 out. No column stands alone in 39·x·y = 40·z².
func TestLoose(t *testing.T) {
	R := explaintest.RingOf(t, "x", "y", "z")
	p := explaintest.Parse(t, R, "2.54*x - y")
	at := func(half float64) []Interval {
		return Loose(p, rowsOf(t, 30, []float64{half, half, 0}, func(x float64) []float64 {
			round := func(v float64) float64 { return math.Round(v/2/half) * 2 * half }
			return []float64{round(1 + x), round(2.54 * (1 + x)), 0}
		}))
	}
	require.Len(t, at(0.05), 1)
	loose := at(0.05)[0]
	assert.Equal(t, "127/50", loose.Coefficient.String())
	assert.InDelta(t, 2.54, loose.Low, 0.02)
	assert.InDelta(t, 2.54, loose.High, 0.02)
	assert.Less(t, loose.Low, 2.54)
	assert.Greater(t, loose.High, 2.54)
	assert.Empty(t, at(0.0005))
	// The constant is the one that the equation has, 55 and not 1/55.
	list := Loose(explaintest.Parse(t, R, "x*y - 55*z"), rowsOf(t, 30, []float64{0.5, 0.5, 0.5}, func(i float64) []float64 {
		x, z := 5+i/3, 7+math.Mod(i, 7)
		return []float64{x, 55 * z / x, z}
	}))
	require.Len(t, list, 1)
	assert.Equal(t, "55", list[0].Coefficient.String())
	assert.Empty(t, Loose(explaintest.Parse(t, R, "39*x*y - 40*z^2"), Table{}))
}

func TestComplexity(t *testing.T) {
	R := explaintest.RingOf(t, "x")
	for text, want := range map[string]float64{"2.54*x": 254, "1/3*x": 36, "5*x": 5, "1200*x": 12, "1379/3*x": 12 * 1379, "0.0190*x": 19} {
		assert.InDelta(t, want, complexity(explaintest.Parse(t, R, text).LeadingCoefficient()), 1e-9, text)
	}
}

// TestHides: a term that the rounding of the cells covers at all rows is seen; a small one that it does not cover, and one that is 0 at
// most rows, are terms as others are.
func TestHides(t *testing.T) {
	names := []string{"order", "subtotal", "rebate", "total"}
	table := rounded(t, names, []int{0, 2, 2, 2}, draw(100, 3, func(rng *rand.Rand) []float64 {
		subtotal, rebate := cents(10+500*rng.Float64()), 0.0
		if rng.IntN(4) == 0 {
			rebate = cents(0.05 * subtotal)
		}
		return []float64{float64(70000 + rng.IntN(1000)), subtotal, rebate, subtotal - rebate}
	}))
	for text, want := range map[string]bool{
		"subtotal - rebate - total":                                       false,
		"order*total + 400000000*subtotal*rebate - 8000000000*rebate^2":   true,
		"subtotal*rebate - 20*rebate^2":                                   false,
		"100000000*subtotal - 100000000*total + order - 100000000*rebate": true,
	} {
		p, err := table.Ring.Parse(text)
		require.NoError(t, err)
		assert.Equal(t, want, Hides(p, table), text)
	}
}

// TestDecimal: a number of few places or few digits is a decimal, and one of many digits stays a fraction of integers.
func TestDecimal(t *testing.T) {
	R := explaintest.RingOf(t, "x", "y", "z")
	for text, want := range map[string]string{
		"11*x - 50*y":                    "11/50*x - y",
		"21*x^2*y - 5000000*z":           "21/5000000*x^2*y - z",
		"3927*x^2 - 50000000*y":          "3927/50000000*x^2 - y",
		"314159*x^2 - 4000000000*y":      "314159*x^2 - 4000000000*y",
		"3*x - 7*y":                      "3*x - 7*y",
		"1000000000*x^2 - 10000000*y":    "100*x^2 - y",
		"21*x^2*y - 5000000*z - 314159":  "21*x^2*y - 5000000*z - 314159",
		"21*x^2*y - 5000000*z + 1000000": "21/5000000*x^2*y - z + 1/5",
	} {
		assert.Equal(t, want, Decimal(explaintest.Parse(t, R, text)).String(), text)
	}
}

// TestLooseAsPrinted: where a term has no number, the numbers of the others are those of the equation as it is printed, and not parts of the
// number of a column.
func TestLooseAsPrinted(t *testing.T) {
	p := explaintest.Parse(t, explaintest.RingOf(t, "x", "y", "z"), "x*y + 72*z - 140*x")
	list := Loose(p, rowsOf(t, 40, []float64{0.5, 0.5, 0.05}, func(i float64) []float64 {
		x, y := 50+3*math.Mod(7*i, 11), 20+math.Mod(13*i, 60)
		return []float64{x, y, math.Round(10*(140-y)*x/72) / 10}
	}))
	require.Len(t, list, 2)
	for k, want := range []int64{140, 72} {
		assert.Equal(t, ring.RatFromInt(want), list[k].Coefficient)
		assert.Less(t, list[k].Low, float64(want))
		assert.Greater(t, list[k].High, float64(want))
	}
}
