package exact_test

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/internal/exact"
	"github.com/kexplain/kexplain/ring"
)

// tableOf is a table of whole numbers.
func tableOf(names []string, rows [][]int64) exact.Table {
	t := exact.Table{Names: names}
	for _, row := range rows {
		cells := make([]ring.Rat, len(row))
		for j, x := range row {
			cells[j] = ring.RatFromInt(x)
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// TestExclusion: a program is in one of two states. With the tokens that readers hold, and those that a writer does, the rows confirm
// what is left of k0 in either; and readers and a writer never meet, which is chance in a table of few rows.
func TestExclusion(t *testing.T) {
	for rows, want := range map[int][]string{200: {"readers*writing", "c1*readers + c2*writing - k0 + k"}, 12: nil} {
		rng := rand.New(rand.NewPCG(1, 28))
		var cells [][]int64
		for range rows {
			k0, c1, c2, readers, writing := 50+rng.Int64N(100), 1+rng.Int64N(9), 10+rng.Int64N(30), int64(0), int64(0)
			if rng.IntN(4) == 0 {
				writing = 1
			} else {
				readers = rng.Int64N(8)
			}
			cells = append(cells, []int64{k0, c1, c2, readers, writing, k0 - c1*readers - c2*writing})
		}
		table := tableOf([]string{"k0", "c1", "c2", "readers", "writing", "k"}, cells)
		assert.Equal(t, want, texts(find(t, table, exact.Options{MaxDegree: 2})), "%d rows", rows)
	}
}

// TestExclusionOfALaw: y is x where a sensor is not saturated, and 100 where it is.
func TestExclusionOfALaw(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 28))
	var cells [][]int64
	for range 200 {
		x := rng.Int64N(120)
		saturated := int64(0)
		if x > 100 {
			saturated = 1
		}
		cells = append(cells, []int64{x, min(x, 100), saturated})
	}
	table := tableOf([]string{"x", "y", "sat"}, cells)
	assert.Equal(t, []string{"y*sat - 100*sat", "x*sat - y*sat - x + y"}, texts(find(t, table, exact.Options{MaxDegree: 2})))
}

// TestNoExclusion: flags of a category, runs of which each has its own settings, long stretches of rows, a flag that stands in few rows and
// two of many counts that are mostly 0 say nothing of what never meets.
func TestNoExclusion(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 28))
	draw := func(n int, row func(i int64) []int64) (rows [][]int64) {
		for i := range n {
			rows = append(rows, row(int64(i)))
		}
		return rows
	}
	order := rng.Perm(100)
	many := func() int64 { return rng.Int64N(100000) }
	for name, rows := range map[string][][]int64{
		"days": draw(200, func(int64) []int64 {
			day := make([]int64, 5)
			day[rng.IntN(5)] = 1
			return append(day[:3], rng.Int64N(9), many())
		}),
		"runs": draw(200, func(i int64) []int64 {
			run := i % 8
			return []int64{[]int64{0, 0, 1, 0, 2, 0, 1, 0}[run], []int64{3, 5, 0, 2, 0, 1, 0, 4}[run], many(), many(), run}
		}),
		"stretches": draw(200, func(i int64) []int64 {
			return []int64{min(1, i/150), 7 * (1 - min(1, i/140)) * (1 + i%3), many(), many(), i * i % 211}
		}),
		"three rows": draw(200, func(i int64) []int64 { return []int64{max(0, 1-(i+30)%67), many(), many(), many()} }),
		"counts": draw(100, func(i int64) []int64 {
			row := []int64{0, 0, many(), many(), many(), many()}
			if place := order[i]; place < 48 {
				row[place/24] = 1 + rng.Int64N(4)
			}
			return row
		}),
	} {
		names := make([]string, len(rows[0]))
		for j := range names {
			names[j] = "x" + strconv.Itoa(j)
		}
		got := texts(find(t, tableOf(names, rows), exact.Options{MaxDegree: 2}))
		if name == "runs" { // the settings of eight runs obey other equations
			assert.NotContains(t, got, "x0*x1")
			continue
		}
		assert.Empty(t, got, name)
	}
}
