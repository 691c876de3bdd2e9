package table

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/points/table/layout"
	"github.com/kexplain/kexplain/explain/points/table/scan"
	"github.com/kexplain/kexplain/internal/cputime"
)

// TestWide reads tables of very many columns, whose names are all the same, all
// different, or made into identifiers. What is quadratic in the columns takes
// minutes here, and the test a second.
func TestWide(t *testing.T) {
	if testing.Short() {
		t.Skip("a table of 100,000 columns")
	}
	const columns = 100_000
	start := cputime.Now()
	row := strings.Repeat("1,", columns-1) + "2\n"
	for _, name := range []string{"a", "a b", "v %d"} {
		names := make([]string, columns)
		for i := range names {
			names[i] = name
			if strings.Contains(name, "%") {
				names[i] = fmt.Sprintf(name, i)
			}
		}
		r, err := NewReader(strings.NewReader(strings.Join(names, ",")+"\n"+row+row), "w.csv", Options{Columns: []string{"1-100000"}})
		require.NoError(t, err)
		seen := map[string]bool{}
		for _, id := range layout.Identifiers(r.Names()) {
			require.True(t, layout.IsIdentifier(id) && !seen[id], id)
			seen[id] = true
		}
	}
	assert.Less(t, cputime.Now()-start, 20*time.Second)
}

// TestTooWide: the limit of columns is said, whatever separates them.
func TestTooWide(t *testing.T) {
	for _, sep := range scan.Separators {
		row := strings.Repeat("1"+string(rune(sep)), layout.MaxColumns) + "1\n"
		_, err := read(row+row, Options{})
		require.ErrorIs(t, err, scan.ErrInput)
		assert.Equal(t, fmt.Sprintf("t.csv:1: found more than %d cells separated by %s, expected at most %d columns; one row of the table goes on one line",
			layout.MaxColumns, sep.Plain(), layout.MaxColumns), err.Error())
	}
}

// TestCommasAlone: a line of 16 MiB, which compresses to 16 kB, takes memory for itself
// and not for a list of its parts.
func TestCommasAlone(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := read(strings.Repeat(",", MaxLine-2)+"\n", Options{})
	require.ErrorIs(t, err, scan.ErrInput)
	runtime.ReadMemStats(&after)
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(10*MaxLine))
}

// TestUnique numbers names that occur twice, and never gives out one twice.
func TestUnique(t *testing.T) {
	u := layout.NewUnique(0)
	var got []string
	for _, name := range []string{"a", "a", "a_2", "a", "b_2", "b", "b", "a"} {
		got = append(got, u.Take(name))
	}
	assert.Equal(t, []string{"a", "a_2", "a_2_2", "a_3", "b_2", "b", "b_3", "a_4"}, got)
}

// Keep takes some of the columns that are taken, and says why.
func TestKeep(t *testing.T) {
	r, err := NewReader(strings.NewReader("a,w,b (m),c\n1,x,2,3\n4,y,5,6\n"), "k.csv", Options{})
	require.NoError(t, err)
	r.Keep([]int{2, 1}, "the others are far")
	got, err := r.ReadAll(t.Context())
	require.NoError(t, err)
	assert.Equal(t, []string{"c", "b (m)"}, got.Info.Columns)
	assert.Equal(t, []string{"", "m"}, got.Info.Units)
	assert.Equal(t, []string{"w"}, got.Info.Text)
	assert.Equal(t, []float64{3, 2, 6, 5}, got.Values())
	assert.Contains(t, got.Info.String(), "the others are far")
	assert.Panics(t, func() { r.Keep([]int{0}, "") })
}
