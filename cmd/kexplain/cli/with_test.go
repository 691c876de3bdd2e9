package cli

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/derived"
	"github.com/kexplain/kexplain/internal/sweeptest"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// TestSimplified: a list of columns is taken for an equation that has one of them and few
// measured constants.
func TestSimplified(t *testing.T) {
	R, err := poly.NewRing[ring.Rat](ring.Q, []string{"x", "y", "ln_x"}, poly.WithMaxDegree(2))
	require.NoError(t, err)
	definitions, err := derived.Parse("ln_x = ln(x)", []string{"x", "y"})
	require.NoError(t, err)
	of := func(text string, measured int) *explain.Result {
		p, err := R.Parse(text)
		require.NoError(t, err)
		return &explain.Result{Generators: []explain.Generator{{Polynomial: p, Terms: append(make([]explain.Term, 1), measuredTerms(measured)...)}}}
	}
	assert.True(t, simplified(of("y - ln_x", 2), definitions))
	assert.True(t, simplified(of("y - ln_x", 4), definitions))
	assert.False(t, simplified(of("y - ln_x", 5), definitions), "many constants")
	assert.False(t, simplified(of("y - x", 1), definitions), "known without")
	exact := of("y - ln_x", 5)
	exact.Generators[0].Rational = true
	assert.True(t, simplified(exact, definitions), "whole numbers")
}

func measuredTerms(n int) []explain.Term {
	out := make([]explain.Term, n)
	for i := range out {
		out[i].Stderr = 0.1
	}
	return out
}

// tableOf writes a table of 60 rows, x and a function of it.
func tableOf(f func(x float64) float64) string {
	var b strings.Builder
	b.WriteString("x,y\n")
	for i := range 60 {
		x := math.Round(1e8*(0.3+0.0451234567*float64(i))) / 1e8
		fmt.Fprintf(&b, "%.8f,%.8f\n", x, f(x))
	}
	return b.String()
}

// TestArgumentTakesPart: a column that stands within a function takes part where that function is not enough, but
// a curve in the two is no law.
func TestArgumentTakesPart(t *testing.T) {
	sweeptest.Sweep(t)
	for _, c := range []struct {
		with string
		f    func(x float64) float64
		want string
	}{
		{"s = sin(x)", func(x float64) float64 { return x - 0.3*math.Sin(x) }, "x = y + 0.3*s\n"},
		{"L = ln(x)", func(x float64) float64 { return x * math.Log(x) }, "y = x*L\n"},
		{"e = exp(x)", func(x float64) float64 { return x + math.Exp(x) }, "y = x + e\n"},
		{"s = sin(x)", math.Atan, ""},
	} {
		status, out, message := call(t, tableOf(c.f), "learn", "-", "--with", c.with)
		if c.want == "" {
			assert.True(t, status != 0 || strings.Contains(out, "#   doubt: "), "refused, or a curve\n%s", out)
			continue
		}
		assert.Zero(t, status, message)
		assert.Contains(t, out, "\n"+c.want)
	}
}

// TestConstantDerivative: a refusal says that a derived column is constant, or nearly so.
func TestConstantDerivative(t *testing.T) {
	fall := func(x float64) float64 { return 5 - 4.905*x*x }
	_, _, message := call(t, tableOf(fall), "learn", "-", "--with", "a = d2(y, x)")
	assert.Regexp(t, `a = d2\(y, x\) is within .* of -9\.81 at all rows`, message)
	_, _, message = call(t, tableOf(math.Sqrt), "learn", "-", "--columns", "x", "--with", "u = x + 1")
	assert.NotContains(t, message, "at all rows")
	_, _, message = call(t, "t,h\n"+falling(), "learn", "-", "--with", "a = d2(h, t)")
	assert.Contains(t, message, "a = d2(h, t) is -9.81 at all rows")
}

// falling are the heights of a fall at 40 times, without errors.
func falling() string {
	var b strings.Builder
	for i := range 40 {
		fmt.Fprintf(&b, "%.2f,%.6f\n", 0.1*float64(i), 100-4.905*0.01*float64(i*i))
	}
	return b.String()
}

// TestRefraction: with auto the law of refraction is one of two sines, and not a multiple of it.
func TestRefraction(t *testing.T) {
	for _, n := range []float64{1.33, 1.45, 1.5, 1.7} {
		var b strings.Builder
		b.WriteString("in_deg,out_deg\n")
		for i := range 39 {
			in := 2 * float64(i+1)
			fmt.Fprintf(&b, "%.0f,%.3f\n", in, 180/math.Pi*math.Asin(math.Sin(math.Pi/180*in)/n))
		}
		status, out, message := call(t, b.String(), "learn", "-", "--with", "auto")
		require.Zero(t, status, message)
		assert.Regexp(t, `(?m)^[0-9.()*]*sin_(in|out)_deg = [0-9.()*]*sin_(in|out)_deg$`, out)
		assert.Len(t, regexp.MustCompile(`(?m)^[^#\n].* = `).FindAllString(out, -1), 1, "one law\n%s", out)
	}
}
