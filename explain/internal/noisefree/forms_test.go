package noisefree

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
)

// TestComputedForms: of the forms of a law beside others that one is printed which gives a column as it was computed.
func TestComputedForms(t *testing.T) {
	cents := func(x float64) float64 { return math.Round(100*x) / 100 }
	for _, c := range []struct {
		header string
		row    func(rng *rand.Rand) []float64
		want   []string
	}{
		{"base,bonus,tax,net", func(rng *rand.Rand) []float64 {
			base, bonus := cents(1500+4500*rng.Float64()), cents(500*rng.Float64())
			tax := cents(0.18 * (base + bonus))
			return []float64{base, bonus, tax, base + bonus - tax}
		}, []string{"base + bonus - tax - net", "9/50*base + 9/50*bonus - tax"}}, // not 9*net = 41*tax
		{"shares,price,fee,cost", func(rng *rand.Rand) []float64 {
			shares, price := float64(10+rng.IntN(400)), cents(5+100*rng.Float64())
			fee := cents(0.0025*shares*price + 4.95)
			return []float64{shares, price, fee, shares*price + fee}
		}, []string{"shares*price + fee - cost", "1/400*shares*price - fee + 99/20"}}, // not 401*fee = cost + 1980
		{"usd,eur,fee,total", func(rng *rand.Rand) []float64 {
			usd := cents(5 + 895*rng.Float64())
			eur := cents(0.9214 * usd)
			fee := cents(0.015 * eur)
			return []float64{usd, eur, fee, eur + fee}
		}, []string{"eur + fee - total", "3/200*eur - fee", "4607/5000*usd - eur"}},
		{"a,b,area,perimeter,diagonal", func(rng *rand.Rand) []float64 {
			a, b := float64(3+rng.IntN(45)), float64(3+rng.IntN(45))
			return []float64{a, b, a * b, 2*a + 2*b, cents(math.Hypot(a, b))}
		}, []string{"2*a + 2*b - perimeter", "a*b - area", "a^2 + b^2 - diagonal^2"}},
		{"kg,mg_per_kg,mg,mg_per_mL,mL", func(rng *rand.Rand) []float64 {
			kg, rate, strength := float64(40+rng.IntN(70)), []float64{2, 5, 7.5, 10}[rng.IntN(4)], []float64{10, 25, 50}[rng.IntN(3)]
			return []float64{kg, rate, kg * rate, strength, math.Round(10*kg*rate/strength) / 10}
		}, []string{"kg*mg_per_kg - mg", "mg_per_mL*mL - mg"}}, // not mg_per_mL*mL = kg*mg_per_kg
	} {
		rng := rand.New(rand.NewPCG(3, 1))
		var b strings.Builder
		b.WriteString(c.header + "\n")
		for range 80 {
			var cells []string
			for _, x := range c.row(rng) {
				cells = append(cells, strconv.FormatFloat(cents(x), 'f', -1, 64))
			}
			b.WriteString(strings.Join(cells, ",") + "\n")
		}
		set := explaintest.ReadText(t, b.String())
		f, err := Find(context.Background(), set.Variables(), set, Options{})
		require.NoError(t, err)
		assert.Equal(t, c.want, explaintest.EquationTexts(f.Laws()), c.header)
	}
}

// TestFloatsAreNotRounded: products that were computed in floats are no laws within
// rounding: half a unit of the last of 17 digits says nothing.
func TestFloatsAreNotRounded(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	var b strings.Builder
	b.WriteString("s,t,a,b,c\n")
	for range 60 {
		s, u := 2*rng.Float64()-1, 2*rng.Float64()-1
		fmt.Fprintf(&b, "%v,%v,%v,%v,%v\n", s, u, s*s, s*u, u*u)
	}
	set := explaintest.ReadText(t, b.String())
	found, err := Find(context.Background(), set.Variables(), set, Options{})
	require.NoError(t, err)
	assert.Empty(t, found.Within)
}
