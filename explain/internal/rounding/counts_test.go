package rounding

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// TestWholeNumbersAreCounts: whole numbers are exact in a law where the rows allow it, then the one that the law
// gives is rounded, and only then several are.
func TestWholeNumbersAreCounts(t *testing.T) {
	between := func(rng *rand.Rand, from, to int) float64 { return float64(from + rng.IntN(to-from)) }
	n := 0
	for _, c := range []struct {
		name   string
		names  []string
		places []int
		row    func(rng *rand.Rand) []float64
		read   []int  // columns that may be rounded
		known  string // an exact equation, whose columns are counted
		want   []string
		slips  []int
		counts []int
	}{
		{name: "a wrong total is within the rounding of the number of pieces", names: []string{"qty", "price", "total"}, places: []int{0, 2, 2},
			row: func(rng *rand.Rand) []float64 {
				qty, price := between(rng, 1, 60), cents(2+40*rng.Float64())
				if n++; n == 7 {
					return []float64{15, 14.9, 224.5}
				}
				return []float64{qty, price, qty * price}
			}, want: []string{"qty*price - total"}, slips: []int{6}, counts: []int{0}},
		{name: "minutes and seconds", names: []string{"deg", "min", "sec", "decimal"}, places: []int{0, 0, 1, 5},
			row: func(rng *rand.Rand) []float64 {
				d, m, s := between(rng, 0, 60), between(rng, 0, 60), math.Round(600*rng.Float64())/10
				return []float64{d, m, s, d + m/60 + s/3600}
			}, read: []int{0}, want: []string{"3600*deg + 60*min + sec - 3600*decimal"}, counts: []int{0, 1}},
		{name: "a tax in whole numbers beside an exact sum", names: []string{"net", "rate", "tax", "gross"}, places: []int{0, 0, 0, 0},
			row: func(rng *rand.Rand) []float64 {
				net, rate := between(rng, 30, 2000), pick(rng, 7, 19)
				tax := math.Round(net * rate / 100)
				return []float64{net, rate, tax, net + tax}
			}, read: []int{0, 2, 3}, known: "net + tax - gross", want: []string{"1/100*net*rate - tax"}, counts: []int{0}},
		{name: "a sum that needs no rounding", names: []string{"m", "cm", "all"}, places: []int{0, 0, 0},
			row: func(rng *rand.Rand) []float64 {
				m, cm := between(rng, 0, 20), between(rng, 0, 100)
				return []float64{m, cm, 100*m + cm}
			}, read: []int{0, 1, 2}, known: "100*m + cm - all", want: []string{}},
		{name: "a line that rounds whole numbers comes before a curve that does not", names: []string{"mm", "inch", "pt"}, places: []int{1, 2, 0},
			row: func(rng *rand.Rand) []float64 {
				inch := cents(1 + 20*rng.Float64())
				return []float64{25.4 * inch, inch, 72 * inch}
			}, read: []int{2}, want: []string{"mm - 127/5*inch", "72*inch - pt"}},
		{name: "two readings", names: []string{"m", "s", "pace"}, places: []int{0, 0, 3},
			row: func(rng *rand.Rand) []float64 {
				m, s := 300+900*rng.Float64(), 60+500*rng.Float64()
				return []float64{math.Round(m), math.Round(s), 100 * s / m}
			}, read: []int{0, 1}, want: []string{"1/100*m*pace - s"}},
	} {
		n = 0
		table := rounded(t, c.names, c.places, draw(300, 4, c.row))
		table.Readings = c.read
		if c.known != "" {
			p := parse(t, c.known, c.names...)
			p, err := p.In(table.Ring)
			require.NoError(t, err)
			table.Known = []*poly.Polynomial[ring.Rat]{p}
			for j := range c.names {
				if p.DegreeIn(j) > 0 {
					table.Counted = append(table.Counted, j)
				}
			}
		}
		laws, err := Find(context.Background(), table, Options{MaxDegree: 2})
		require.NoError(t, err)
		require.Equal(t, c.want, texts(laws), c.name)
		for _, l := range laws {
			assert.Equal(t, c.slips, l.Failing, c.name)
			counts := slices.DeleteFunc(slices.Clone(l.Counts), func(j int) bool { return l.Polynomial.DegreeIn(j) == 0 })
			assert.ElementsMatch(t, c.counts, counts, c.name)
		}
	}
}

// TestFindAngles: the angles of a triangle in whole degrees add up to 180 or miss it by 1. Each angle takes part with a
// coefficient that is surer than the 180 is, and the three errors add up to less than three times one: both are needed.
func TestFindAngles(t *testing.T) {
	for seed := range uint64(20) {
		table := rounded(t, []string{"alpha", "beta", "gamma"}, []int{0, 0, 0}, draw(30, seed, func(rng *rand.Rand) []float64 {
			alpha := 20 + 80*rng.Float64()
			beta := 20 + (130-alpha)*rng.Float64()
			return []float64{alpha, beta, 180 - alpha - beta}
		}))
		table.Readings = []int{0, 1, 2}
		laws, err := Find(context.Background(), table, Options{MaxDegree: 1})
		require.NoError(t, err)
		assert.Equal(t, []string{"alpha + beta + gamma - 180"}, texts(laws), seed)
	}
}

// TestWithCounts: cells that count are exact in a copy of the table.
func TestWithCounts(t *testing.T) {
	table := rounded(t, []string{"x", "y"}, []int{0, 0}, draw(20, 1, func(rng *rand.Rand) []float64 {
		return []float64{float64(rng.IntN(9000)), float64(rng.IntN(9000))}
	}))
	view := table.WithCounts([]int{1})
	assert.True(t, view.isWhole(0))
	assert.False(t, view.isWhole(1), "exact")
	assert.True(t, table.isWhole(1))
	table.Rows[3][0] = ring.NewRat(1, 2)
	assert.False(t, table.isWhole(0))
}

// TestTells: apparent power is given by readings that are coarser than it, so this does not make it a count; it is rounded in
// another law. A quantity is a count where its product with a price is rounded to cents.
func TestTells(t *testing.T) {
	power := rounded(t, []string{"U", "I", "S", "P", "Q"}, []int{0, 1, 0, 0, 0}, draw(60, 31, func(rng *rand.Rand) []float64 {
		u, i := math.Round(180+80*rng.Float64()), math.Round(10*(2+14*rng.Float64()))/10
		s := u * i
		p := s * (0.4 + 0.5*rng.Float64())
		return []float64{u, i, math.Round(s), math.Round(p), math.Round(math.Sqrt(s*s - p*p))}
	}))
	power.Readings = []int{2, 3, 4}
	laws, err := Find(context.Background(), power, Options{})
	require.NoError(t, err)
	assert.Equal(t, []string{"U*I - S", "S^2 - P^2 - Q^2"}, texts(laws))

	bills := rounded(t, []string{"n", "price", "total"}, []int{0, 3, 2}, draw(60, 32, func(rng *rand.Rand) []float64 {
		n, price := float64(1+rng.IntN(40)), math.Round(1000*(1+9*rng.Float64()))/1000
		return []float64{n, price, cents(n * price)}
	}))
	law := Law{Polynomial: parse(t, "n*price - total", "n", "price", "total"), Counts: []int{0}}
	assert.True(t, bills.tells(law, 0))
	law = Law{Polynomial: parse(t, "U*I - S", "U", "I", "S", "P", "Q"), Counts: []int{2}}
	assert.False(t, power.tells(law, 2))
}
