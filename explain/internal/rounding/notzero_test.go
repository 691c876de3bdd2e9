package rounding

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/internal/sweeptest"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// TestWhereNotZero: a discount is 0, or 5 % of the price.
func TestWhereNotZero(t *testing.T) {
	for seed := range uint64(3) {
		rows := draw(60, seed, func(rng *rand.Rand) []float64 {
			price, discount := cents(20+280*rng.Float64()), 0.0
			if price > 100 {
				discount = cents(0.05 * price)
			}
			return []float64{price, discount, cents(price - discount)}
		})
		table := rounded(t, []string{"price", "discount", "due"}, []int{2, 2, 2}, rows)
		known, err := table.Ring.Parse("price - discount - due")
		require.NoError(t, err)
		table.Known = []*poly.Polynomial[ring.Rat]{known}
		laws, err := Find(context.Background(), table, Options{})
		require.NoError(t, err)
		assert.Equal(t, []string{"1/20*price*discount - discount^2"}, texts(laws), "seed %d", seed)
		failing, err := Failing(context.Background(), laws[0].Polynomial, table)
		require.NoError(t, err)
		assert.Empty(t, failing)
	}
}

// TestWhereNotZeroNone: of columns with zeros that have nothing to do with each other no such law is found.
func TestWhereNotZeroNone(t *testing.T) {
	for seed := range uint64(sweeptest.Draws(t, 5, 60)) {
		rows := draw(60, 300+seed, func(rng *rand.Rand) []float64 {
			row := []float64{0, 0, cents(1 + 8*rng.Float64())}
			for j := range 2 {
				if rng.IntN(2) == 0 {
					row[j] = cents(1 + 8*rng.Float64())
				}
			}
			return row
		})
		laws, err := Find(context.Background(), rounded(t, []string{"a", "b", "c"}, []int{2, 2, 2}, rows), Options{})
		require.NoError(t, err)
		assert.Empty(t, texts(laws), "seed %d", seed)
	}
}

// TestWhereNotZeroWhole: whole numbers of a program, p*s - q*r = 1 in one part of it, have no such laws.
func TestWhereNotZeroWhole(t *testing.T) {
	rows := draw(80, 9, func(rng *rand.Rand) []float64 {
		p, q, r := float64(rng.IntN(40)), float64(1+rng.IntN(40)), float64(1+rng.IntN(40))
		if rng.IntN(4) == 0 {
			p = 0
		}
		s := float64(rng.IntN(9))
		if p > 0 {
			s = math.Round(q * r / p)
		}
		return []float64{p, q, r, s}
	})
	table := rounded(t, []string{"p", "q", "r", "s"}, []int{0, 0, 0, 0}, rows)
	table.Readings = []int{0, 1, 2, 3}
	laws, err := Find(context.Background(), table, Options{})
	require.NoError(t, err)
	for _, l := range laws {
		assert.Same(t, l.Polynomial, withoutFactor(l.Polynomial, 0), "%v", l.Polynomial)
	}
}

// TestWithoutFactor divides by a column as often as it can be.
func TestWithoutFactor(t *testing.T) {
	R, err := poly.NewRing(ring.Q, []string{"x", "y"})
	require.NoError(t, err)
	for text, want := range map[string]string{"x^3*y - 2*x^2": "x*y - 2", "x + y": "x + y", "3*x^2": "3", "0": "0"} {
		p, err := R.Parse(text)
		require.NoError(t, err)
		assert.Equal(t, want, withoutFactor(p, 0).String())
	}
}

// TestGradientCancels: the branches of a product lie so close to each other that floats lose its gradient.
func TestGradientCancels(t *testing.T) {
	R, err := poly.NewRing(ring.Q, []string{"x", "y"})
	require.NoError(t, err)
	p := R.One()
	for _, text := range []string{"x - 5*y - 12000", "100*x - 500*y - 1200001", "100*x - 500*y - 1199999", "50*x - 250*y - 599999", "50*x - 250*y - 600001"} {
		q, err := R.Parse(text)
		require.NoError(t, err)
		p, err = p.Mul(q)
		require.NoError(t, err)
	}
	g := gradient(p, []float64{52000, 8000})
	assert.InDelta(t, -5, g[1]/g[0], 1e-9)
	assert.False(t, math.IsNaN(g[0]))
}
