package cli

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var sets = flag.Int("sets", 4, "random sets of points in TestConfirm")

// TestConfirm: check confirms what ideal prints, at every point, for points with
// coordinates up to 1e1000, as text and as JSON. More sets:
//
//	go test ./cmd/kexplain/cli -run TestConfirm -sets 1000
func TestConfirm(t *testing.T) {
	dir := t.TempDir()
	for seed := range *sets {
		rng := rand.New(rand.NewPCG(3, uint64(seed)))
		file, rows := filepath.Join(dir, "points.csv"), 1+rng.IntN(5)
		require.NoError(t, os.WriteFile(file, []byte(largePoints(rng, rows)), 0o666))
		for _, format := range []string{"text", "json"} {
			printed := output(t, "", "ideal", file, "--format", format)
			checked := output(t, printed, "check", "-", file)
			assert.Equal(t, strings.Count(checked, "\n#   "), strings.Count(checked, fmt.Sprintf("\n#   vanishes exactly at %d of %d point", rows, rows)), "seed %d", seed)
			assert.Contains(t, checked, "vanishes", "seed %d", seed)
		}
	}
}

// largePoints draws a table of so many different points.
func largePoints(rng *rand.Rand, rows int) string {
	var b strings.Builder
	columns := 1 + rng.IntN(3)
	b.WriteString("n")
	for j := range columns {
		fmt.Fprintf(&b, ",x%d", j+1)
	}
	for i := range rows {
		fmt.Fprintf(&b, "\n%d", i)
		for range columns {
			b.WriteString("," + largeNumber(rng))
		}
	}
	return b.String() + "\n"
}

// largeNumber draws a number of up to 1000 digits.
func largeNumber(rng *rand.Rand) string {
	sizes := []int{1, 2, 10, 20, 40, 300, 308, 309, 310, 400, 1000}
	digits := func() string {
		word := []byte{byte('1' + rng.IntN(9))}
		for range sizes[rng.IntN(len(sizes))] - 1 {
			word = append(word, byte('0'+rng.IntN(10)))
		}
		return string(word)
	}
	switch rng.IntN(5) {
	case 0:
		return fmt.Sprint(rng.IntN(7) - 3)
	case 1:
		return "-" + digits()
	case 2:
		return digits() + "/" + digits()
	case 3:
		return fmt.Sprintf("%de-%d", rng.IntN(199)-99, sizes[rng.IntN(len(sizes))])
	}
	return fmt.Sprintf("%d.%04de%d", rng.IntN(19)-9, rng.IntN(10000), sizes[rng.IntN(len(sizes))]-1)
}

// output runs a command that succeeds.
func output(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status := run(context.Background(), streams{in: strings.NewReader(stdin), out: &stdout, err: &stderr}, args)
	require.Equal(t, statusDone, status, "%v: %s", args, stderr.String())
	return stdout.String()
}

// TestErrorLine: no line of an error is longer than 400 bytes, and it is cut between
// characters.
func TestErrorLine(t *testing.T) {
	long := strings.Repeat("9", 3000)
	for _, args := range [][]string{
		{"check", "x = " + strings.Repeat("y", 3000), "-"},
		{"check", strings.Repeat("é", 3000), "-"},
		{"check", "x = 1/0 + " + long, "-"},
		{"check", "x +* " + long, "-"},
		{"learn", strings.Repeat("p", 3000)},
		{"learn", "-", "--columns", strings.Repeat("c", 3000)},
		{"learn", "-", "--noise", strings.Repeat("n", 3000)},
		{"learn", "-", "--" + strings.Repeat("n", 3000)},
		{"learn", "-", "--format", strings.Repeat("n", 3000)},
		{strings.Repeat("n", 3000)},
	} {
		var stderr bytes.Buffer
		table := strings.NewReader("x," + strings.Repeat("z", 1000) + "\n1,2\n2,3\n3,4\n4,1\n5,6\n")
		status := run(context.Background(), streams{in: table, out: &bytes.Buffer{}, err: &stderr}, args)
		assert.NotZero(t, status, "%.40v", args)
		line := stderr.String()
		assert.LessOrEqual(t, len(line), 400, "%.40v", args)
		assert.True(t, utf8.ValidString(line), "%.40v", args)
		assert.Equal(t, 1, strings.Count(line, "\n"), "%.40v", args)
	}
	assert.Equal(t, "short", errorLine("short"))
	assert.Len(t, errorLine(strings.Repeat("a", 5000)), 399)
}
