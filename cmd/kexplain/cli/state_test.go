package cli

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestKilled kills kexplain state again and again, with no way to clean up, and gives the same
// command again: in the end no row is lost or counted twice.
func TestKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("reads files many times")
	}
	program, err := exec.LookPath("kexplain") // as testscript has it
	require.NoError(t, err)
	dir := t.TempDir()
	rng := rand.New(rand.NewPCG(1, 1))
	args := []string{"state", "--degree", "3", "--resume", "--output", filepath.Join(dir, "all.kxs")}
	var files []string
	for k := range 12 {
		var b strings.Builder
		b.WriteString("x,y,z\n")
		for range 5000 {
			fmt.Fprintf(&b, "%d,%.2f,%.3f\n", rng.IntN(100), rng.Float64(), rng.NormFloat64())
		}
		files = append(files, filepath.Join(dir, fmt.Sprintf("f%d.csv", k)))
		require.NoError(t, os.WriteFile(files[k], []byte(b.String()), 0o666))
	}
	want := filepath.Join(dir, "want.kxs")
	out, err := exec.Command(program, append([]string{"state", "--degree", "3", "--output", want}, files...)...).CombinedOutput()
	require.NoError(t, err, "%s", out)
	killed := 0
	for wait := 5 * time.Millisecond; ; wait += 10 * time.Millisecond {
		c := exec.Command(program, append(args, files...)...)
		require.NoError(t, c.Start())
		timer := time.AfterFunc(wait, func() { _ = c.Process.Kill() })
		err := c.Wait()
		timer.Stop()
		if err == nil {
			break
		}
		killed++
	}
	a, err := os.ReadFile(want)
	require.NoError(t, err)
	b, err := os.ReadFile(filepath.Join(dir, "all.kxs"))
	require.NoError(t, err)
	assert.True(t, string(a) == string(b), "the bytes of a run that nobody killed")
	assert.Positive(t, killed)
	t.Logf("killed %d times", killed)
}

// TestOnce: of many rows learn keeps a state, one file or several, and says what it says of that.
func TestOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("reads many rows")
	}
	dir := t.TempDir()
	rng := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	b.WriteString("x,y\n")
	for range manyRows + 1000 {
		x := rng.Float64()
		fmt.Fprintf(&b, "%.3f,%.3f\n", x, 2*x+0.5+0.01*rng.NormFloat64())
	}
	file, kept := filepath.Join(dir, "many.csv"), filepath.Join(dir, "many.kxs")
	require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o666))
	after := func(args ...string) string {
		status, out, stderr := call(t, "", args...)
		require.Zero(t, status, stderr)
		_, rest, _ := strings.Cut(out, "\n")
		return rest
	}
	after("state", file, "--degree", "1", "--output", kept)
	once := after("learn", file, "--degree", "1")
	assert.Contains(t, once, "a sample of 8000 rows of 201000; the noise and the decimals are those of all rows")
	assert.Equal(t, after("learn", kept), strings.ReplaceAll(once, "--degree 1", ""))
	assert.NotContains(t, after("learn", file, "--degree", "1", "--residuals", filepath.Join(dir, "r.csv")), "sample")

	// The size of a file says how many rows there may be. It says so wrongly where most lines are comments.
	text := b.String()
	long, remarks := filepath.Join(dir, "long.csv"), filepath.Join(dir, "remarks.csv")
	require.NoError(t, os.WriteFile(long, []byte(text+text[len("x,y\n"):]), 0o666))
	assert.Contains(t, after("learn", long, "--degree", "1"), "a sample of 8000 rows of 402000")
	few := text[:len(text)/2]
	few = few[:strings.LastIndexByte(few, '\n')+1]
	require.NoError(t, os.WriteFile(file, []byte(few), 0o666))
	require.NoError(t, os.WriteFile(remarks, []byte(few+strings.Repeat("# "+strings.Repeat("remark ", 1<<10)+"\n", 1<<10)), 0o666))
	assert.Equal(t, after("learn", file, "--degree", "1"), strings.ReplaceAll(after("learn", remarks, "--degree", "1"), "remarks.csv", "many.csv"))
}
