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

	"github.com/kexplain/kexplain/internal/sweeptest"
	"github.com/kexplain/kexplain/poly"
)

// learnText learns from a table of n rows.
func learnText(t *testing.T, header string, n int, row func(i int, rng *rand.Rand) string) *Result {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, 2))
	var b strings.Builder
	b.WriteString(header + "\n")
	for i := range n {
		b.WriteString(row(i, rng) + "\n")
	}
	set := readText(t, b.String())
	r, err := Learn(context.Background(), Data{Variables: set.Variables(), Points: set}, Options{})
	require.NoError(t, err)
	return r
}

// TestSlipsOfCounts: a cell that is wrong by less than half a piece is a slip, and the others are exact or within
// the rounding of decimals.
func TestSlipsOfCounts(t *testing.T) {
	sweeptest.Sweep(t)
	r := learnText(t, "qty,price,total", 24, func(i int, rng *rand.Rand) string {
		qty, cents := 2+rng.IntN(28), 200+rng.IntN(4000)
		if i == 4 {
			return "15,14.90,224.50"
		}
		return fmt.Sprintf("%d,%.2f,%.2f", qty, float64(cents)/100, float64(qty*cents)/100)
	})
	require.Len(t, r.Generators, 1)
	assert.True(t, r.Generators[0].Holds)
	assert.Equal(t, 23, r.Generators[0].Exact.Vanishing)
	assert.Equal(t, []Slip{{Line: 6, Generators: []int{0}}}, r.Slips)

	r = learnText(t, "deg,min,lat", 60, func(i int, rng *rand.Rand) string {
		deg, minute := 40+rng.IntN(20), rng.IntN(60)
		lat := float64(deg) + float64(minute)/60
		if i == 7 {
			lat += 0.3
		}
		return fmt.Sprintf("%d,%d,%.4f", deg, minute, lat)
	})
	require.Len(t, r.Generators, 1)
	g := r.Generators[0]
	assert.Equal(t, "60*deg + min - 60*lat", poly.Primitive(g.Polynomial).String())
	assert.True(t, g.Within)
	assert.Equal(t, 59, g.Rounding.AsWritten)
	assert.Equal(t, []string{"deg", "min"}, g.Rounding.Settings)
	assert.Equal(t, []Slip{{Line: 9, Generators: []int{0}}}, r.Slips)
}

// TestRoundedBesideExact: beside an exact sum of whole numbers, one of them is a rounded product.
func TestRoundedBesideExact(t *testing.T) {
	r := learnText(t, "net,rate,tax,gross", 50, func(_ int, rng *rand.Rand) string {
		net, rate := 30+rng.IntN(2000), []int{7, 19}[rng.IntN(2)]
		tax := int(math.Round(float64(net*rate) / 100))
		return fmt.Sprintf("%d,%d,%d,%d", net, rate, tax, net+tax)
	})
	require.Len(t, r.Generators, 2)
	assert.True(t, r.Generators[0].Holds)
	assert.True(t, r.Generators[1].Within)
	assert.Equal(t, "net*rate - 100*tax", poly.Primitive(r.Generators[1].Polynomial).String())
}
