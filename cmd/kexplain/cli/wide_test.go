package cli

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// wideTable is a table of n rows and 150 columns. Of the last one, c149 = c0 + 2*c1 - c2 holds to within an error of the given size.
func wideTable(n int, noise float64) string {
	rng := rand.New(rand.NewPCG(8, 0))
	var b strings.Builder
	for j := range 150 {
		fmt.Fprintf(&b, "c%d,", j)
	}
	for range n {
		b.WriteString("\n")
		x := make([]float64, 150)
		for j := range x {
			x[j] = 10 + 3*rng.NormFloat64()
		}
		x[149] = x[0] + 2*x[1] - x[2] + noise*rng.NormFloat64()
		for _, v := range x {
			fmt.Fprintf(&b, "%.4f,", v)
		}
	}
	return strings.ReplaceAll(b.String()+"\n", ",\n", "\n")
}

// TestLearnWideTable: of a table of more columns than a monomial has room for, those that the others give are searched.
func TestLearnWideTable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "wide.csv")
	learn := func(data string, args ...string) (int, string, string) {
		require.NoError(t, os.WriteFile(file, []byte(data), 0o600))
		return call(t, "", append([]string{"learn", file}, args...)...)
	}
	for _, args := range [][]string{nil, {"--degree", "1"}} {
		status, out, _ := learn(wideTable(400, 0.03), args...)
		assert.Zero(t, status)
		assert.Contains(t, out, "\nc149 = c0 + 2*c1 - c2\n")
		assert.Contains(t, out, "the other 138 columns give these best, by linear regression: only these are searched")
	}
	status, out, stderr := learn(wideTable(400, 100))
	assert.Equal(t, statusNoAnswer, status)
	assert.Empty(t, out)
	assert.Contains(t, stderr, "the other 138 columns give these best")

	for _, tt := range []struct {
		rows    int
		args    []string
		message string
	}{
		{299, nil, "too few complete rows: found 299 for 150 columns, expected at least 300; choose some columns with --columns"},
		{400, []string{"--noise", "c0=1"}, "found 150 columns of numbers, expected at most 112; choose some with --columns"},
		{400, []string{"--target", "c0"}, "found 150 columns of numbers, expected at most 112; choose some with --columns"},
	} {
		status, out, stderr := learn(wideTable(tt.rows, 0.03), tt.args...)
		assert.NotZero(t, status, "%v", tt.args)
		assert.Empty(t, out, "%v", tt.args)
		assert.Contains(t, stderr, tt.message, "%v", tt.args)
		assert.Equal(t, 1, strings.Count(stderr, "\n"), "%v", tt.args)
	}
	row := strings.Repeat("1,", 2000) + "2\n"
	status, _, stderr = learn(row + row)
	assert.NotZero(t, status)
	assert.Contains(t, stderr, "found 2001 columns of numbers, expected at most 2000; choose some with --columns")
	status, _, stderr = call(t, wideTable(400, 0.03), "learn", "-")
	assert.NotZero(t, status)
	assert.Contains(t, stderr, "standard input: found 150 columns of numbers, expected at most 112")
}
