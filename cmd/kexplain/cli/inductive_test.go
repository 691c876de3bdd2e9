package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCohendiv runs the first two commands of docs/howto/invariants.md, where there
// is a C compiler: they make the table that the others read.
func TestCohendiv(t *testing.T) {
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("no C compiler: ", err)
	}
	page, err := os.ReadFile(filepath.Join(top(t), "docs", "howto", "invariants.md"))
	require.NoError(t, err)
	var compile, run string
	for line := range strings.Lines(string(page)) {
		if rest, ok := strings.CutPrefix(line, "$ cc "); ok {
			compile = rest
		}
		if rest, ok := strings.CutPrefix(line, "$ ("); ok {
			run = "(" + rest
		}
	}
	dir := t.TempDir()
	require.NoError(t, os.Symlink(filepath.Join(top(t), "testdata"), filepath.Join(dir, "testdata")))
	for _, command := range []string{cc + " " + compile, run} {
		c := exec.Command("sh", "-c", command)
		c.Dir = dir
		out, err := c.CombinedOutput()
		require.NoError(t, err, "%s: %s", command, out)
	}
	want, err := os.ReadFile(filepath.Join(top(t), "testdata", "cohendiv.csv"))
	require.NoError(t, err)
	got, err := os.ReadFile(filepath.Join(dir, "cohendiv.csv"))
	require.NoError(t, err)
	assert.Equal(t, string(want), string(got))
}

// TestLearnedInvariants proves what learn prints on the trace.
func TestLearnedInvariants(t *testing.T) {
	status, learned, _ := call(t, "", "learn", "testdata/cohendiv.csv", "--degree", "2")
	require.Zero(t, status)
	status, out, stderr := call(t, learned, "inductive", "-", "--init", "q = 0, r = x, a = 1, b = y",
		"--step", "a = 2*a; b = 2*b", "--step", "r = r - b; q = q + a; a = 1; b = y")
	assert.Zero(t, status, stderr)
	assert.Contains(t, out, "# proved: they hold at the start, and every step keeps them")
}
