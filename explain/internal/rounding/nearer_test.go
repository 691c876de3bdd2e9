package rounding

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// TestNearer: only what no rounding leaves so near, and not on the zero set, is nearer.
func TestNearer(t *testing.T) {
	R := poly.MustRing(ring.Q, []string{"x", "y"})
	rng := rand.New(rand.NewPCG(1, 2))
	unit := func(digits int) func(float64) ring.Rat { // rounds to so many decimals
		return func(v float64) ring.Rat {
			scale := math.Pow10(digits)
			return ring.NewRat(int64(math.Round(v*scale)), int64(scale))
		}
	}
	whole, tenth, fine := unit(0), unit(1), unit(6)
	a, b := 1.0, 1.0
	for name, c := range map[string]struct {
		equation string
		row      func() (x, y ring.Rat)
		half     [2]int64 // denominators of twice the half units
		want     bool
	}{
		"a quotient that tends to a root": {"x^2 - 2*y^2", func() (x, y ring.Rat) { a, b = a+2*b, a+b; return whole(a), whole(b) }, [2]int64{1, 1}, true},
		"rounded to whole numbers":        {"10*y - 3*x", func() (x, y ring.Rat) { v := float64(rng.IntN(1000)); return whole(v), whole(0.3 * v) }, [2]int64{1, 1}, false},
		"both rounded":                    {"10*y - 3*x", func() (x, y ring.Rat) { v := 100 * rng.Float64(); return tenth(v), tenth(0.3 * v) }, [2]int64{10, 10}, false},
		"one rounded finely":              {"7*y - 3*x", func() (x, y ring.Rat) { v := float64(rng.IntN(1000)); return whole(v), fine(3 * v / 7) }, [2]int64{1, 1e6}, false},
		"errors beyond rounding": {"y - 2*x - 3", func() (x, y ring.Rat) {
			v := float64(rng.IntN(1000))
			return whole(v), fine(2*v + 3 + 0.1*rng.NormFloat64())
		}, [2]int64{1, 1e6}, false},
		"exact":                {"y - 2*x", func() (x, y ring.Rat) { v := float64(rng.IntN(1000)); return whole(v), whole(2 * v) }, [2]int64{1, 1}, false},
		"any number of digits": {"x^2 - 2*y^2", func() (x, y ring.Rat) { v := float64(1 + rng.IntN(1000)); return whole(v), whole(v / math.Sqrt2) }, [2]int64{1, 0}, false},
	} {
		p, err := R.Parse(c.equation)
		require.NoError(t, err)
		half := []ring.Rat{{}, {}}
		for j, d := range c.half {
			if d > 0 {
				half[j] = ring.NewRat(1, 2*d)
			}
		}
		var rows [][]ring.Rat
		for range 16 {
			x, y := c.row()
			rows = append(rows, []ring.Rat{x, y})
		}
		got := Nearer(p, func(i int) []ring.Rat { return rows[i] }, func(int) []ring.Rat { return half }, len(rows))
		assert.Equal(t, c.want, got, name)
	}
}

// TestErlangTail compares with the probability of a Poisson process, and with draws.
func TestErlangTail(t *testing.T) {
	assert.InDelta(t, math.Exp(-2), erlangTail(1, 2), 1e-15)
	assert.InDelta(t, 1, erlangTail(3, -1), 0)
	assert.Zero(t, erlangTail(3, 1e4))
	rng := rand.New(rand.NewPCG(3, 4))
	const draws, n, x = 100_000, 7, 10.0
	above := 0.0
	for range draws {
		sum := 0.0
		for range n {
			sum += rng.ExpFloat64()
		}
		if sum >= x {
			above++
		}
	}
	p := erlangTail(n, x)
	assert.InDelta(t, p, above/draws, 4*math.Sqrt(p*(1-p)/draws))
}
