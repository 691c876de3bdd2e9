package exact

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// equationOn is a search on a table of whole numbers, and an equation in its columns.
func equationOn(t *testing.T, text string, names []string, cells [][]int64) (*search, vector) {
	t.Helper()
	table := Table{Names: names}
	for _, row := range cells {
		var r []ring.Rat
		for _, v := range row {
			r = append(r, ring.RatFromInt(v))
		}
		table.Rows = append(table.Rows, r)
	}
	R, err := newRing(names, 6)
	require.NoError(t, err)
	p, err := R.Parse(text)
	require.NoError(t, err)
	s := task{table: table, R: R, options: Options{Seed: 1}, work: limit.ExactWorkAsked}.newSearch(numeric.FirstInts(len(cells)), numeric.FirstInts(len(names)))
	f := vector{degree: p.Degree()}
	for m, c := range p.Terms() {
		f.mons, f.coef = append(f.mons, m), append(f.coef, residue(&s.t.m, c))
		for j, e := range R.Exponents(m) {
			if e > 0 && !slices.Contains(f.vars, j) {
				f.vars = append(f.vars, j)
			}
		}
	}
	slices.Sort(f.vars)
	return s, f
}

// lines are rows (x, y) with y = 2x for so many different large x.
func lines(n int) [][]int64 {
	rng := rand.New(rand.NewPCG(1, 5))
	seen := map[int64]bool{}
	var out [][]int64
	for len(out) < n {
		if x := 1 + rng.Int64N(1e6); !seen[x] {
			seen[x] = true
			out = append(out, []int64{x, 2 * x})
		}
	}
	return out
}

// TestConfirmed: how many rows confirm an equation that vanishes at all of them.
func TestConfirmed(t *testing.T) {
	for _, n := range []int{3, 4, 8} { // fewestSpare beyond the one free coefficient
		s, f := equationOn(t, "y - 2*x", []string{"x", "y"}, lines(n))
		assert.Equal(t, n-1 >= limit.MinSpareRows, s.confirmed(f, numeric.FirstInts(n)), n)
	}
	// Rows that differ in other columns are one.
	var again [][]int64
	for i := range int64(20) {
		again = append(again, []int64{i % 3 * 1000, i % 3 * 2000, i * i})
	}
	s, f := equationOn(t, "y - 2*x", []string{"x", "y", "z"}, again)
	assert.False(t, s.confirmed(f, numeric.FirstInts(20)))
	// s*(y - 2x) vanishes where s is 0, whatever x and y are: such rows confirm nothing.
	for _, rows := range []struct{ zero, one int }{{30, 30}, {30, 2}, {30, 0}, {0, 30}} {
		var cells [][]int64
		for i, xy := range lines(rows.zero + rows.one) {
			if i < rows.zero {
				cells = append(cells, []int64{0, xy[0], 7 + 3*xy[1] + int64(i*i)})
			} else {
				cells = append(cells, []int64{1 + int64(i%3), xy[0], xy[1]})
			}
		}
		s, f := equationOn(t, "s*y - 2*s*x", []string{"s", "x", "y"}, cells)
		assert.Equal(t, rows.one > 10, s.confirmed(f, numeric.FirstInts(len(cells))), fmt.Sprint(rows))
	}
	// Four points of a parabola are as few with a factor in a column that tells their copies apart.
	for columns, text := range map[string]string{"x y": "y - 2*x^2 - 3*x", "x y k": "k*y - 2*k*x^2 - 3*k*x"} {
		var cells [][]int64
		for i := range int64(24) {
			x, k := 1000*(i%4), 10+i/4
			row := map[string]int64{"x": x, "y": 2*x*x + 3*x, "k": k}
			var r []int64
			for _, name := range strings.Fields(columns) {
				r = append(r, row[name])
			}
			cells = append(cells, r)
		}
		s, f := equationOn(t, text, strings.Fields(columns), cells)
		assert.False(t, s.confirmed(f, numeric.FirstInts(len(s.t.x))), text)
	}
	// Two settings of three values each: nothing but an interpolation.
	var grid [][]int64
	for i := range int64(36) {
		a, b := i%3, i/3%2
		grid = append(grid, []int64{a, b, 5*a*a + 3*a*b + 7*b, i * 1009 % 97})
	}
	s, f = equationOn(t, "c - 5*a^2 - 3*a*b - 7*b", []string{"a", "b", "c", "d"}, grid)
	assert.False(t, s.confirmed(f, numeric.FirstInts(len(grid))))
	// w = q(x)*z with a quadratic q: through three values of x there always is one.
	for values, want := range map[int64]bool{3: false, 4: true} {
		var through [][]int64
		for i, xy := range lines(60) {
			x := int64(i) % values
			through = append(through, []int64{x, xy[0], (2*x*x - 7*x + 11) * xy[0]})
		}
		s, f := equationOn(t, "w - 2*x^2*z + 7*x*z - 11*z", []string{"x", "z", "w"}, through)
		assert.Equal(t, want, s.confirmed(f, numeric.FirstInts(len(through))), values)
	}
}

// TestSubstitute: values take the place of columns, and for some of them nothing is left.
func TestSubstitute(t *testing.T) {
	s, f := equationOn(t, "x^2*y - 5*x*y + 6*y", []string{"x", "y"}, lines(8)) // y (x-2)(x-3)
	at := func(x, y int64) []uint64 { return []uint64{s.t.m.FromInt64(x), s.t.m.FromInt64(y)} }
	for x, want := range map[int64]int64{0: 6, 1: 2, 2: 0, 3: 0, 4: 2} {
		g := s.substitute(f, []int{0}, at(x, 0))
		if want == 0 {
			assert.Empty(t, g.mons)
			continue
		}
		assert.Equal(t, vector{mons: []poly.Monomial{s.R.VarMonomial(1)}, coef: []uint64{s.t.m.FromInt64(want)}, vars: []int{1}, degree: 1}, g)
	}
	assert.Empty(t, s.substitute(f, []int{1}, at(0, 0)).mons)
	assert.Len(t, s.substitute(f, []int{1}, at(0, 1)).mons, 3)
}

// TestAsked: settings alone are asked for less, more terms for more; a row says as much as
// the column of the widest range.
func TestAsked(t *testing.T) {
	s, short := equationOn(t, "y - 2*x", []string{"x", "y"}, lines(40))
	_, long := equationOn(t, "y - 2*x + x^2 - y^2", []string{"x", "y"}, lines(40))
	assert.Greater(t, s.requiredBits(long), s.requiredBits(short))
	assert.InDelta(t, limit.ExactBits+1.585, s.requiredBits(short), 1e-3, "log2 of the pairs of 1, x, y")
	assert.InDelta(t, 21, s.bitsPerRow(short), 0.2, "numbers up to two million")
	var few [][]int64
	for i := range int64(40) {
		few = append(few, []int64{i % 2, i % 4})
	}
	s, f := equationOn(t, "y^2 - 3*y*x", []string{"x", "y"}, few)
	assert.Equal(t, float64(limit.SettingBits), s.requiredBits(f))
	assert.Equal(t, 2.0, s.bitsPerRow(f))
	assert.Equal(t, []int{0, 1, 2, 3}, s.levels(numeric.FirstInts(4), 1))
}

// TestFewRowsOfManyColumns: six rows confirm no law of five columns, and any six columns obey some equation of degree 1. The sum of
// three columns is found, and no larger set of columns is looked at.
func TestFewRowsOfManyColumns(t *testing.T) {
	const rows, columns = 6, 10
	rng := rand.New(rand.NewPCG(6, 10))
	var names []string
	cells := make([][]int64, rows)
	for i := range cells {
		cells[i] = make([]int64, columns)
		for j := range cells[i] {
			cells[i][j] = rng.Int64N(1e9)
		}
		cells[i][7] = cells[i][2] + cells[i][4]
	}
	for j := range columns {
		names = append(names, fmt.Sprintf("x%d", j))
	}
	s, sum := equationOn(t, "x2 + x4 - x7", names, cells)
	require.NoError(t, s.run(t.Context(), 1))
	require.Len(t, s.laws, 1)
	assert.Equal(t, sum.mons, s.laws[0].mons)
	assert.Empty(t, s.trivial)
	assert.Empty(t, s.undetermined)
}
