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

// TestMisfitDoubted: of an oscillator with dry friction, a = -20 x - 0.9 sign(v), an equation with a small friction in proportion to
// the speed comes near. It needs larger errors than the windows show. With such friction it needs no larger ones.
func TestMisfitDoubted(t *testing.T) {
	for dry, doubted := range map[bool]bool{true: true, false: false} {
		rng := rand.New(rand.NewPCG(3, 1))
		var b strings.Builder
		b.WriteString("t,x\n")
		x, v := 1.6, 0.0
		for i := range 1200 {
			fmt.Fprintf(&b, "%.2f,%.4f\n", 0.01*float64(i), x+0.0015*rng.NormFloat64())
			const parts = 100
			for range parts {
				friction := 0.3 * v
				if dry {
					friction = 0.9 * math.Tanh(v/0.01)
				}
				v -= 0.01 / parts * (20*x + friction)
				x += 0.01 / parts * v
			}
		}
		status, out, errors := call(t, b.String(), "learn", "-", "--with", "v = d(x,t), a = d2(x,t)", "--target", "a")
		require.Zero(t, status, errors)
		assert.Equal(t, doubted, strings.Contains(out, "times as large as the windows of the derivatives show"), out)
		assert.Equal(t, doubted, strings.Contains(out, "# approximately:"), out)
	}
}

// TestWalkDoubted: a random walk is at the place where it was, to the size of its steps. A map is not.
func TestWalkDoubted(t *testing.T) {
	for walk, says := range map[bool]string{true: "says that x changes little from one row to the next", false: "p^2"} {
		rng := rand.New(rand.NewPCG(3, 2))
		var b strings.Builder
		b.WriteString("x\n")
		x := 0.3
		for range 600 {
			fmt.Fprintf(&b, "%.4f\n", x)
			if walk {
				x += rng.NormFloat64()
			} else {
				x = 1.7 - x*x
			}
		}
		status, out, errors := call(t, b.String(), "learn", "-", "--with", "p = lag(x)")
		require.Zero(t, status, errors)
		assert.Contains(t, out, says)
		assert.Equal(t, walk, strings.Contains(out, "doubt:"), out)
	}
}

// TestErrorsInParts: pressures and volumes of adiabats have errors of 0.4 %. As errors of one size these are far too large where a gas is thin,
// and polynomials in the columns and their logarithms that make up for that seemed constant.
func TestErrorsInParts(t *testing.T) {
	inParts := 0
	for seed := range uint64(4) {
		rng := rand.New(rand.NewPCG(4, seed))
		var b strings.Builder
		b.WriteString("run,V,p\n")
		for run := range 8 {
			c := 3 + 3*rng.Float64()
			for range 60 {
				logV := 1 + 2*rng.Float64()
				fmt.Fprintf(&b, "%d,%.3f,%.2f\n", run, math.Exp(logV)*(1+0.004*rng.NormFloat64()), 10*math.Exp(c-1.4*logV)*(1+0.004*rng.NormFloat64()))
			}
		}
		status, out, errors := call(t, b.String(), "learn", "-", "--with", "lp = ln(p), lV = ln(V)", "--columns", "p,V", "--groups", "run")
		require.Zero(t, status, errors)
		inParts += strings.Count(out, "# errors in parts of the values of p, V\n")
		assert.Regexp(t, `(?m)^lp \+ 1\.(39|40)\d*\(\d+\)\*lV = constant$`, out)
		assert.NotContains(t, out, "doubt:")
	}
	assert.Positive(t, inParts)
}

// TestAroundFirst: with --groups, speeds may be listed behind a function of the angle, if they do not need it.
func TestAroundFirst(t *testing.T) {
	learn := func(with string) (int, string, string) {
		return call(t, "", "learn", "testdata/pendulum.csv", "--columns", "t,angle", "--with", with, "--groups", "auto")
	}
	status, want, errors := learn("w = d(angle,t), c = cos(angle)")
	require.Zero(t, status, errors)
	assert.Contains(t, want, "*c = constant")
	status, out, errors := learn("c = cos(angle), w = d(angle,t)")
	require.Zero(t, status, errors)
	assert.Equal(t, want, out)
	status, _, errors = learn("c = cos(angle), w = d(c,t)")
	assert.Equal(t, 2, status)
	assert.Contains(t, errors, "columns of neighbouring rows such as w come before others with --groups")
}
