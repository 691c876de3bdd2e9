package cli

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestForeseen: before work of more than two seconds ideal says how long it takes at
// most, and how large the answer is; short work begins without a word.
func TestForeseen(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	points := func(n int) string {
		var b strings.Builder
		b.WriteString("x,y\n")
		for range n {
			fmt.Fprintf(&b, "%d,%d\n", rng.IntN(20001)-10000, rng.IntN(20001)-10000)
		}
		return b.String()
	}
	status, _, err := call(t, points(700), "ideal", "-", "--timeout", "20ms")
	assert.Equal(t, statusNoAnswer, status)
	assert.NotContains(t, err, "standard monomials") // a tenth of a second
	if !testing.Short() {
		_, _, err = call(t, points(700), "ideal", "-", "--timeout", "2s")
		assert.Regexp(t, `(?m)^kexplain ideal: 700 points: the coefficients take from (less than a|[0-9.]+) s(econd)?, if they are short, to about [0-9.]+ (s|minutes), [0-9.]+ [MG]B of memory and [0-9.]+ GB of output; more than 2 GB is refused as soon as it is sure; --degree and --modulo take less$`, err)
	}
	_, _, err = call(t, points(2000), "ideal", "-", "--timeout", "20ms")
	assert.Contains(t, err, "kexplain ideal: 2000 points: the standard monomials take about 5.3 s\n")
	// The points of a grid have short coefficients, and 100 points are quick.
	var grid strings.Builder
	for i := range 400 {
		fmt.Fprintf(&grid, "%d,%d\n", i%20, i/20)
	}
	for _, text := range []string{grid.String(), points(100)} {
		status, out, err := call(t, text, "ideal", "-")
		assert.Equal(t, statusDone, status)
		assert.NotEmpty(t, out)
		assert.Empty(t, err)
	}
}

// TestIdealLimit: the number of points is one that processors of 32 bits have too. There
// every table was once refused for more than -2147483648 points.
func TestIdealLimit(t *testing.T) {
	for _, degree := range []int{1, 3, 60} {
		most, _, err := (&idealOptions{degree: degree}).limit(2)
		require.NoError(t, err)
		assert.Positive(t, most)
		assert.LessOrEqual(t, most, math.MaxInt32)
	}
}
