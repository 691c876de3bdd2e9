package rounding

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// tableOf are rows of which all have the same half steps.
func tableOf(rows [][]ring.Rat, half []ring.Rat) Table {
	return Table{Rows: rows, Half: slices.Repeat([][]ring.Rat{half}, len(rows))}
}

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
		got := Nearer(p, tableOf(rows, half))
		assert.Equal(t, c.want, got, name)
	}
}

// TestMeasuredFiner: a law within the rounding of a column is none where the rows obey another one far more closely.
func TestMeasuredFiner(t *testing.T) {
	R := poly.MustRing(ring.Q, []string{"x", "y"})
	rounded := func(v float64, digits int) ring.Rat {
		scale := math.Pow10(digits)
		return ring.NewRat(int64(math.Round(v*scale)), int64(scale))
	}
	for name, c := range map[string]struct {
		equation string
		row      func(rng *rand.Rand, i int) (x, y ring.Rat)
		half     [2]ring.Rat
		want     bool
	}{
		"weights in whole kilograms, read to four decimals": {"5*y - 2*x", func(rng *rand.Rand, i int) (x, y ring.Rat) {
			return rounded(float64(i%11*2), 0), rounded(0.0213+0.4012*float64(i%11*2)+0.002*rng.NormFloat64(), 4)
		}, [2]ring.Rat{ring.NewRat(1, 2), ring.NewRat(1, 20000)}, true},
		"the same weights rounded to kilograms": {"5*y - 2*x", func(rng *rand.Rand, _ int) (x, y ring.Rat) {
			v := 20 * rng.Float64()
			return rounded(v, 0), rounded(0.4*v, 4)
		}, [2]ring.Rat{ring.NewRat(1, 2), ring.NewRat(1, 20000)}, false},
		"a product of whole numbers that is rounded": {"10*y - 3*x", func(rng *rand.Rand, _ int) (x, y ring.Rat) {
			v := rng.IntN(1000)
			return rounded(float64(v), 0), rounded(0.3*float64(v), 0)
		}, [2]ring.Rat{ring.NewRat(1, 2), ring.NewRat(1, 2)}, false},
		"half a step up": {"20*y - 27*x - 138", func(rng *rand.Rand, _ int) (x, y ring.Rat) {
			tenths := int64(1 + rng.IntN(300))
			return ring.NewRat(tenths, 10), ring.NewRat((135*tenths+6900+5)/10, 100)
		}, [2]ring.Rat{ring.NewRat(1, 20), ring.NewRat(1, 200)}, false},
		"both rounded": {"10*y - 3*x", func(rng *rand.Rand, _ int) (x, y ring.Rat) {
			v := 100 * rng.Float64()
			return rounded(v, 1), rounded(0.3*v, 1)
		}, [2]ring.Rat{ring.NewRat(1, 20), ring.NewRat(1, 20)}, false},
		"exact": {"y - 2*x", func(rng *rand.Rand, _ int) (x, y ring.Rat) {
			v := float64(rng.IntN(1000))
			return rounded(v, 0), rounded(2*v, 0)
		}, [2]ring.Rat{ring.NewRat(1, 2), ring.NewRat(1, 2)}, false},
	} {
		p, err := R.Parse(c.equation)
		require.NoError(t, err)
		for seed := range uint64(20) {
			rng := rand.New(rand.NewPCG(seed, 3))
			var rows [][]ring.Rat
			for i := range 21 {
				x, y := c.row(rng, i)
				rows = append(rows, []ring.Rat{x, y})
			}
			got := missesOf(p, tableOf(rows, c.half[:])).measuredFiner(p.Len())
			assert.Equal(t, c.want, got, "%s, draw %d", name, seed)
		}
	}
}

// TestFindNothingCoarse: weights that are whole kilograms, up and down again, and a load cell with an offset obey
// mV = 0.4*kg within the rounding of the kilograms only.
func TestFindNothingCoarse(t *testing.T) {
	var rows [][]float64
	for i, mV := range []float64{0.0238, 0.8241, 1.6289, 2.4338, 3.2330, 4.0332, 4.8360, 5.6402, 6.4410, 7.2413, 8.0427,
		7.2421, 6.4424, 5.6382, 4.8376, 4.0336, 3.2307, 2.4274, 1.6219, 0.8252, 0.0250} {
		rows = append(rows, []float64{float64(2 * min(i, 20-i)), mV})
	}
	table := rounded(t, []string{"kg", "mV"}, []int{0, 4}, rows)
	table.Readings, table.Levels = []int{0}, map[int]int{} // most weights stand in two rows only
	for i := range table.Half {
		table.Half[i][0] = ring.NewRat(1, 2)
	}
	laws, err := Find(context.Background(), table, Options{})
	require.NoError(t, err)
	assert.Empty(t, texts(laws))
}

// TestNearerManyRows: cells that were rounded are no nearer than rounding leaves them, however many rows there are.
func TestNearerManyRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	R := poly.MustRing(ring.Q, []string{"x", "y"})
	p, err := R.Parse("y - 7/10*x")
	require.NoError(t, err)
	half := []ring.Rat{ring.NewRat(1, 20), ring.NewRat(1, 20)}
	for _, n := range []int{100, 800, 3000} {
		var rows [][]ring.Rat
		for range n {
			x := int64(rng.IntN(100_000))
			rows = append(rows, []ring.Rat{ring.NewRat(x, 10), ring.NewRat(int64(math.Round(0.7*float64(x))), 10)})
		}
		assert.False(t, Nearer(p, tableOf(rows, half)), "%d rows", n)
	}
}

// TestNearerRepeatedCells: rows that repeat the cells of others are no further evidence. Ten values may all be near by chance, and a
// thousand rows of these ten say no more.
func TestNearerRepeatedCells(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	R := poly.MustRing(ring.Q, []string{"x", "y"})
	half := []ring.Rat{ring.NewRat(1, 2), ring.NewRat(1, 20)}
	near := 0
	for a := range int64(50) {
		p, err := R.Parse(fmt.Sprintf("y - %d/10000*x", 4500+a))
		require.NoError(t, err)
		var rows [][]ring.Rat
		for range 1000 {
			x := int64(130 + rng.IntN(10))
			rows = append(rows, []ring.Rat{ring.RatFromInt(x), ring.NewRat(int64(math.Round(float64((4500+a)*x)/1000)), 10)})
		}
		if Nearer(p, tableOf(rows, half)) {
			near++
		}
	}
	assert.Zero(t, near)
}

// TestNearerExactColumns: a column whose cells are exact has no errors. Reciprocals that were computed of rounded columns make the
// products equal much more precisely than rounding leaves them.
func TestNearerExactColumns(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	R := poly.MustRing(ring.Q, []string{"u", "v", "x", "y"})
	p, err := R.Parse("u*x - v*y")
	require.NoError(t, err)
	half := []ring.Rat{ring.NewRat(1, 200), ring.NewRat(1, 200), {}, {}}
	var rows [][]ring.Rat
	for range 30 {
		u, v := 100+rng.IntN(900), 100+rng.IntN(900)
		x, errX := ring.RatFromFloat(100 / float64(u))
		y, errY := ring.RatFromFloat(100 / float64(v))
		require.NoError(t, errors.Join(errX, errY))
		rows = append(rows, []ring.Rat{ring.NewRat(int64(u), 100), ring.NewRat(int64(v), 100), x, y})
	}
	m := missesOf(p, tableOf(rows, half))
	assert.True(t, m.near(p.Len(), 0, leastRounded))
	assert.False(t, m.near(p.Len(), 0, slices.Min[[]float64]), "a column without cells may have errors")
}

// TestMeasuredFinerOfMany: a product z = u*v that is off by a few units in the last of 18 digits was not rounded in z, and the rounding
// of u or v would leave it far further off.
func TestMeasuredFinerOfMany(t *testing.T) {
	R := poly.MustRing(ring.Q, []string{"u", "v", "z"})
	p, err := R.Parse("z - u*v")
	require.NoError(t, err)
	to := func(v, unit int64) int64 { return (v + unit/2) / unit * unit }
	for name, c := range map[string]struct {
		u, z int64 // units to which they are rounded
		off  int   // what is added to z, at most
		want bool
	}{
		"z is off by up to 9": {1, 1, 9, true},
		"z is rounded":        {1, 100_000, 0, false},
		"u is rounded":        {100, 1, 0, false},
		"both are rounded":    {100, 100_000, 0, false},
		"none is rounded":     {1, 1, 0, false},
	} {
		rng := rand.New(rand.NewPCG(9, 10))
		half := []ring.Rat{ring.NewRat(c.u, 2), ring.NewRat(1, 2), ring.NewRat(c.z, 2)}
		var rows [][]ring.Rat
		for range 60 {
			u, v := 100_000_000+rng.Int64N(900_000_000), 100_000_000+rng.Int64N(900_000_000)
			z := to(u*v, c.z) + int64(rng.IntN(c.off+1))
			rows = append(rows, []ring.Rat{ring.RatFromInt(to(u, c.u)), ring.RatFromInt(v), ring.RatFromInt(z)})
		}
		m := missesOf(p, tableOf(rows, half))
		assert.Equal(t, c.want, m.measuredFiner(p.Len()), name)
	}
}
