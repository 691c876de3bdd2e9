package judge

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
)

// wavy returns n points about the unit circle, in order, whose distance from it is a
// wave of three periods and noise, both of the given size.
func wavy(t *testing.T, n int, wave, noise float64, k uint64) *problem.Problem {
	rows, rng := make([][]float64, n), explaintest.Source(k)
	for i := range rows {
		a := 2 * math.Pi * float64(i) / float64(n)
		r := 1 + wave*math.Sqrt2*math.Sin(3*a) + noise*rng.NormFloat64()
		rows[i] = []float64{r * math.Cos(a), r * math.Sin(a)}
	}
	return explaintest.Plain(t, rows, 3)
}

// A coarse approximation is refused, and so is a long one.
func TestApproximations(t *testing.T) {
	refused := func(p *problem.Problem, text string, variance float64) bool {
		f := fitOf(t, p, text)
		f.Variance = variance
		e := equation.Equation{Estimate: fit.Estimate{Fit: f, Evidence: fit.Gather(p, f)}}
		return Refusal(func(yield func(Test) bool) { approximation(p, e, yield) }) != ""
	}
	const short, long = "x^2 + y^2 - 1", "x^3 + x*y^2 + x^2 + y^2 - x - 1"
	coarse := 1.1 * limit.MaxApproximateNoise * limit.MaxApproximateNoise
	p := wavy(t, 400, 0.02, 0.002, 981)
	assert.False(t, refused(p, short, 4e-4))
	assert.True(t, refused(p, short, coarse))
	assert.True(t, refused(p, long, 4e-4))
	p.Scaling.NoiseGiven = true
	assert.False(t, refused(p, short, coarse), "the noise was given")
	assert.False(t, refused(wavy(t, 400, 0, 0.02, 982), long, 4e-4), "noise")
}

// An exact equation with a repeated factor is refused before anything else is asked; decimals are not looked at.
func TestSquareFree(t *testing.T) {
	p := wavy(t, 40, 0.02, 0.002, 984)
	of := func(text string, exact bool) equation.Equation {
		f := fitOf(t, p, text)
		return equation.Equation{Estimate: fit.Estimate{Fit: f}, Coefficients: f.C, Exact: exact}
	}
	for text, free := range map[string]bool{
		"x^2 - 2*x*y + y^2": false, "x^3 - 2*x^2*y + x*y^2": false, "x^2 - y^2": true, "x^2 + y^2 - 1": true, "x - y": true,
	} {
		failed := Refusal(func(yield func(Test) bool) { squareFree(p, of(text, true), yield) })
		assert.Equal(t, free, failed == "", text)
	}
	assert.Empty(t, Refusal(func(yield func(Test) bool) { squareFree(p, of("x^2 - 2*x*y + y^2", false), yield) }))
	for test := range Claim(p, of("x^2 - 2*x*y + y^2", true)) {
		assert.Equal(t, "repeated factors", test.Name, "the first test")
		break
	}
}

// TestWeakIntegers: a coefficient that is not told from 0 is refused, however short the integers are.
func TestWeakIntegers(t *testing.T) {
	p := wavy(t, 400, 0, 0.02, 985)
	e := exactEquation(t, p, "x^2 + y^2 - 1", 50)
	for _, c := range []struct {
		gain, t float64
		refused bool
	}{{2, 1.9, true}, {2, 2.1, false}, {15, 0.9, true}, {15, 1.1, false}} {
		e.Rounding.Gain = c.gain
		e.Estimate.Cov.SetSym(1, 1, math.Pow(e.Estimate.Fit.C[1]/c.t, 2))
		failed := Refusal(func(yield func(Test) bool) { proof(p, e, yield) })
		assert.Equal(t, c.refused, strings.Contains(failed, "standard errors from 0"), "%g nats, %g standard errors: %s", c.gain, c.t, failed)
	}
}

// Refusals say what a curve is, and what places are, so that a reader knows what to do.
func TestInWords(t *testing.T) {
	p := wavy(t, 20, 0.02, 0.002, 983)
	for text, want := range map[string]string{"2*x + y - 1": "a line", "x^2 + y^2 - 1": "a curve of 3 terms", "x*y - x - y - 1": "a curve of 4 terms"} {
		assert.Equal(t, want, inWords(p, equation.Equation{Estimate: fit.Estimate{Fit: fitOf(t, p, text)}}))
	}
	assert.Equal(t, "the errors that the nearest equation needs are as large as the differences between the rows", places(0, 1).Reason)
	assert.Equal(t, "with errors as large as the nearest equation needs, only 4 places of the rows can be told apart, and many curves pass through so few", places(0, 4).Reason)
}

func TestTestString(t *testing.T) {
	assert.Equal(t, "rows: 12, at least 20 rows (failed)", Test{Name: "rows", Value: 12, Limit: 20, AtLeast: true, Unit: "rows"}.String())
	assert.Equal(t, "thickness: 0.05, at most 0.15 of the spread", Test{Name: "thickness", Value: 0.05, Limit: 0.15, Unit: "of the spread"}.String())
}

// A list of tests ends with the first that fails; nothing is measured beyond it.
func TestRefusalIsTheFirst(t *testing.T) {
	measured := 0
	list := func(yield func(Test) bool) {
		for _, test := range []Test{
			{Value: 1, Limit: 2, Reason: "not more than 2"},
			{Value: 2, Limit: 2, AtLeast: true, Reason: "as much as 2"},
			{Value: 1, Limit: 2, AtLeast: true, Reason: "too little"},
			{Value: 3, Limit: 2, Reason: "too much"},
		} {
			measured++
			if !yield(test) {
				return
			}
		}
	}
	assert.Equal(t, "too little", Refusal(list))
	assert.Equal(t, 3, measured)
}

// TestTogetherGain: what speaks for whole numbers counts for the places of the rows by as much as it is more than decimals need.
func TestTogetherGain(t *testing.T) {
	s := explaintest.Plain(t, explaintest.NoisyUnit(60, 0.02, 710), 2)
	places := func(gain float64) float64 {
		e := exactEquation(t, s, "x^2 + y^2 - 1", 0)
		e.Estimate.Fit.Variance = 4e-4
		e.Rounding.Posterior, e.Rounding.Gain, e.Rounding.MixtureGain = 1, gain, 100
		value := 0.0
		for test := range Together(s, []equation.Equation{e}) {
			if test.Unit == "nats" {
				value = test.Value
				break
			}
		}
		return value
	}
	assert.InDelta(t, 7.8, places(10)-places(1), 1e-2)
}
