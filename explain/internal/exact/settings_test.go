package exact_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/exact"
	"github.com/kexplain/kexplain/ring"
)

// TestFollowsAtSettings: what follows from a law at each value of a setting is no law beside it; what says more is.
func TestFollowsAtSettings(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 41))
	quantities := []int64{1, 2, 3, 10, 25}
	for name, c := range map[string]struct {
		row  func(v, x int64) []int64
		want []string
	}{
		"a product over the quantities": {func(v, x int64) []int64 { return []int64{v, x, v * x} }, []string{"a*b - c"}},
		"another law of the setting": {func(v, x int64) []int64 { return []int64{v, x, v * x, v * v * x * x} },
			[]string{"a*b - c", "c^2 - d"}},
		"a second setting": {func(v, x int64) []int64 { return []int64{24 + 12*(v%3), x, 500 * (x % 3), (24+12*(v%3))*x + 500*(x%3)} },
			[]string{"a*b + c - d"}},
		"a law of settings": {func(v, x int64) []int64 { return []int64{v, v * v, x, v * v * x} }, []string{"a^2 - b", "b*c - d"}},
	} {
		t.Run(name, func(t *testing.T) {
			var table exact.Table
			for range 150 {
				var row []ring.Rat
				for _, x := range c.row(quantities[rng.IntN(5)], 100+rng.Int64N(9000)) {
					row = append(row, ring.RatFromInt(x))
				}
				table.Rows = append(table.Rows, row)
			}
			table.Names = []string{"a", "b", "c", "d"}[:len(table.Rows[0])]
			r, err := exact.Find(context.Background(), table, exact.Options{})
			require.NoError(t, err)
			var got []string
			for _, e := range r.Equations {
				got = append(got, e.Polynomial.String())
			}
			assert.ElementsMatch(t, c.want, got)
		})
	}
}

// TestFollowsBesideSlips: a wrong cell is no value of a setting, at which the product over the others would have to follow.
func TestFollowsBesideSlips(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 43))
	table := exact.Table{Names: []string{"a", "b", "c"}}
	for i := range 300 {
		size, n := 12*(1+rng.Int64N(4)), 1+rng.Int64N(60)
		row := []ring.Rat{ring.RatFromInt(n), ring.RatFromInt(size), ring.RatFromInt(n * size)}
		if i == 100 {
			row[1] = ring.RatFromInt(242)
		}
		table.Rows = append(table.Rows, row)
	}
	r, err := exact.Find(context.Background(), table, exact.Options{})
	require.NoError(t, err)
	require.Len(t, r.Equations, 1)
	assert.Equal(t, "a*b - c", r.Equations[0].Polynomial.String())
	assert.Equal(t, []int{100}, r.Equations[0].Failing)
}

// TestPowers: the side of a tile is 3 or 5 cm, and the area has its square. The product over both sides is no law
// beside that. Where the areas are no power of the side, the product is what holds, and so it is below the degree of the law.
func TestPowers(t *testing.T) {
	for name, c := range map[string]struct {
		area   func(side int64) int64
		degree int
		want   []string
	}{
		"squares":      {func(side int64) int64 { return side * side }, 0, []string{"a*b^2 - c"}},
		"cubes":        {func(side int64) int64 { return side * side * side }, 0, []string{"a*b^3 - c"}},
		"no power":     {func(side int64) int64 { return 4 + side }, 0, []string{"63*a^2 - 16*a*c + c^2"}},
		"lower degree": {func(side int64) int64 { return side * side }, 2, []string{"225*a^2 - 34*a*c + c^2"}},
	} {
		rng := rand.New(rand.NewPCG(1, 42))
		table := exact.Table{Names: []string{"a", "b", "c"}}
		for range 50 {
			tiles, side := 1+rng.Int64N(400), 3+2*rng.Int64N(2)
			table.Rows = append(table.Rows, []ring.Rat{ring.RatFromInt(tiles), ring.RatFromInt(side), ring.RatFromInt(tiles * c.area(side))})
		}
		r, err := exact.Find(context.Background(), table, exact.Options{MaxDegree: c.degree})
		require.NoError(t, err)
		var got []string
		for _, e := range r.Equations {
			got = append(got, e.Polynomial.String())
		}
		assert.Equal(t, c.want, got, name)
	}
}

// TestStartingValues: in traces of a division from a few starting values x and y are settings. Their law of two values
// and of three follows from what interpolates between these; that of four makes a product over the starts a consequence.
func TestStartingValues(t *testing.T) {
	for name, starts := range map[string][][2]int64{
		"two":   {{186, 7}, {118, 3}},
		"three": {{20, 16}, {186, 7}, {118, 3}},
		"four":  {{29, 3}, {76, 4}, {116, 11}, {114, 7}},
	} {
		t.Run(name, func(t *testing.T) {
			table := exact.Table{Names: []string{"x", "y", "q", "r"}}
			for _, s := range starts {
				for q, r := int64(0), s[0]; r >= 0; q, r = q+1, r-s[1] {
					row := make([]ring.Rat, 4)
					for j, x := range []int64{s[0], s[1], q, r} {
						row[j] = ring.RatFromInt(x)
					}
					table.Rows = append(table.Rows, row)
				}
			}
			r, err := exact.Find(context.Background(), table, exact.Options{})
			require.NoError(t, err)
			require.Len(t, r.Equations, 1)
			assert.Equal(t, "y*q - x + r", r.Equations[0].Polynomial.String())
			assert.Empty(t, r.Equations[0].Failing)
		})
	}
}

// TestNoLawOfAnswers: three answers of five levels that differ by a level at most obey cubics, which say that and no more.
func TestNoLawOfAnswers(t *testing.T) {
	for seed := range uint64(4) {
		rng := rand.New(rand.NewPCG(seed, 61))
		table := exact.Table{Names: []string{"a", "b", "c"}}
		for range 40 {
			a := 1 + rng.Int64N(5)
			near := func() ring.Rat { return ring.RatFromInt(min(5, max(1, a-1+rng.Int64N(3)))) }
			table.Rows = append(table.Rows, []ring.Rat{ring.RatFromInt(a), near(), near()})
		}
		r, err := exact.Find(context.Background(), table, exact.Options{})
		require.NoError(t, err)
		assert.Empty(t, r.Equations, "seed %d", seed)
	}
}

// TestIndicatorSum: of three columns of zeros and ones exactly one is 1 in each row; of two that is an interpolation between two rows, and
// of flags that may all be 0 nothing is said.
func TestIndicatorSum(t *testing.T) {
	for _, c := range []struct {
		kinds, columns int
		want           []string
	}{{3, 3, []string{"a + b + c - 1"}}, {2, 2, nil}, {4, 3, nil}} {
		rng := rand.New(rand.NewPCG(2, 46))
		table := exact.Table{Names: []string{"a", "b", "c"}[:c.columns]}
		table.Names = append(table.Names, "x")
		for range 60 {
			row := make([]ring.Rat, c.columns+1)
			if kind := rng.IntN(c.kinds); kind < c.columns {
				row[kind] = ring.RatFromInt(1)
			}
			row[c.columns] = ring.RatFromInt(rng.Int64N(100000))
			table.Rows = append(table.Rows, row)
		}
		assert.Equal(t, c.want, texts(find(t, table, exact.Options{})), "%d kinds", c.kinds)
	}
}

// TestOwedToSettings: what follows from the laws before it at most values of a setting, and at the others holds for want of rows, is no law.
func TestOwedToSettings(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 41))
	var discounts, roots [][]int64
	for range 150 {
		price, qty, percent := 100*(1+rng.Int64N(300)), 1+rng.Int64N(20), []int64{0, 5, 10, 20}[rng.IntN(4)]
		off := price * qty * percent / 100
		discounts = append(discounts, []int64{price, qty, percent, off, price*qty - off})
	}
	for len(roots) < 300 { // the digits of an integer square root, base 2
		n := 1 + rng.Int64N(8000)
		x, c, d := n, int64(0), int64(1)
		for 4*d <= n {
			d *= 4
		}
		for ; d > 0; d /= 4 {
			roots = append(roots, []int64{n, x, c, d})
			if x >= c+d {
				x, c = x-c-d, c/2+d
			} else {
				c /= 2
			}
		}
	}
	for name, c := range map[string]struct {
		names []string
		cells [][]int64
		want  []string
	}{
		"discounts":    {[]string{"price", "qty", "percent", "off", "net"}, discounts, []string{"price*qty - off - net", "percent*off + percent*net - 100*off"}},
		"square roots": {[]string{"n", "x", "c", "d"}, roots, []string{"4*n*d - 4*x*d - c^2"}},
	} {
		assert.Equal(t, c.want, texts(find(t, tableOf(c.names, c.cells), exact.Options{})), name)
	}
}
