package cli

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/varieties"
	"github.com/kexplain/kexplain/internal/sharedtest"
)

// equationsOf returns the lines of a text report that are equations.
func equationsOf(report string) []string {
	var found []string
	for line := range strings.Lines(report) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			found = append(found, line)
		}
	}
	return found
}

// TestPublishedData learns the laws in published data, with default settings.
func TestPublishedData(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long under the race detector")
	}
	tests := []struct {
		path string
		law  string // what the equations must be, as a regular expression
	}{
		// M. Schmidt, H. Lipson, Science 324 (2009) 81-85, supplement.
		{"schmidt-lipson/circle_1.txt", `^x\^2 \+ y\^2 = 16$`},
		{"schmidt-lipson/lienar_a_1.txt", `^30\*x \+ v \+ 10\*a = 124$`},
		// A filmed pendulum: a circle, its centre and radius to the pixel.
		{"schmidt-lipson/real_pend_circle_1.txt", `^x\^2 \+ y\^2 - 15\d(\.\d+)?\(\d+\)\*x - 20\d(\.\d+)?\(\d+\)\*y = -11\d\d\d(\.\d+)?\(\d+\)$`},
	}
	for _, tt := range tests {
		t.Run(tt.path, func(t *testing.T) {
			status, out, stderr := call(t, "", "learn", sharedtest.Path(t, "data", tt.path))
			require.Equal(t, statusDone, status, stderr)
			assert.Regexp(t, regexp.MustCompile(tt.law), strings.Join(equationsOf(out), "; "))
		})
	}
}

// TestVarieties learns known varieties without noise and at noise 1e-3 and
// checks the equations on the points without noise.
func TestVarieties(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, name := range []string{"circle_r10", "sphere", "two_circles_sphere", "twisted_cubic"} {
		t.Run(name, func(t *testing.T) {
			v, ok := varieties.ByName(name)
			require.True(t, ok)
			dir := t.TempDir()
			require.NoError(t, varieties.Write(t.Context(), dir, v, varieties.Settings{N: []int{200}, Sigma: []float64{0, 1e-3}, Seed: 1}))
			dir = filepath.Join(dir, name)
			for _, file := range []string{"n200_s0.csv", "n200_s1e-3.csv"} {
				status, out, stderr := call(t, "", "learn", filepath.Join(dir, file), "--degree", "2")
				require.Equal(t, statusDone, status, stderr)
				assert.NotContains(t, out, "measured constant", "every coefficient is exact")
				status, _, stderr = call(t, out, "check", "-", filepath.Join(dir, "n200_s0.csv"))
				require.Equal(t, statusDone, status, stderr)
			}
		})
	}
}

// BenchmarkProcess runs kexplain learn as a process on 1000 points in three
// variables, degree 2: a sphere with noise of 1 %.
func BenchmarkProcess(b *testing.B) {
	dir := b.TempDir()
	program := filepath.Join(dir, "kexplain")
	build := exec.Command("go", "build", "-o", program, ".")
	if out, err := build.CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	rng := rand.New(rand.NewPCG(1, 5))
	var text strings.Builder
	text.WriteString("x,y,z\n")
	for range 1000 {
		x, y, z := rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()
		scale := 10 * (1 + 0.01*rng.NormFloat64()) / math.Hypot(x, math.Hypot(y, z))
		fmt.Fprintf(&text, "%.6f,%.6f,%.6f\n", scale*x, scale*y, scale*z)
	}
	data := filepath.Join(dir, "sphere.csv")
	require.NoError(b, os.WriteFile(data, []byte(text.String()), 0o644))
	for b.Loop() {
		out, err := exec.Command(program, "learn", data, "--degree", "2").Output()
		if err != nil {
			b.Fatal(err)
		}
		if len(equationsOf(string(out))) == 0 {
			b.Fatalf("no equation in %s", out)
		}
	}
}
