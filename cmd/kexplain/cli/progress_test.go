package cli

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestProgress: commands that may work long say what they are doing.
func TestProgress(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for the first update, a second")
	}
	rng := rand.New(rand.NewPCG(1, 1))
	var table strings.Builder
	table.WriteString("a,b,c,d\n")
	for range 6000 {
		fmt.Fprintf(&table, "%.6f,%.6f,%.6f,%.6f\n", rng.Float64(), rng.Float64(), rng.Float64(), rng.Float64())
	}
	tests := []struct {
		stages string
		args   []string
	}{
		{"proving", []string{"inductive", "x^9*y^3 + z^7*w = x*w^5 + 1, y^9*z^3 + w^7*x = y*x^5 + 1, z^9*w^3 + x^7*y = z*y^5 + 3",
			"--init", "x=1", "--step", "x := x+y^3; y := y*x^3+z; z := x*y*z"}},
		{"kexplain|ipca|gradient-vca|half samples", []string{"compare", "-", "--degree", "4"}},
	}
	for _, tt := range tests {
		want, stderr := regexp.MustCompile(`\{"stage":"(`+tt.stages+`)","seconds":`), ""
		for _, timeout := range []string{"1300ms", "5s"} { // the longer one beside other work
			if !want.MatchString(stderr) {
				_, _, stderr = call(t, table.String(), append(tt.args, "--progress", "json", "--timeout", timeout)...)
			}
		}
		assert.Regexp(t, want, stderr)
	}
}
