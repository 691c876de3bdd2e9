package evidence

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/kexplain/kexplain/explain/internal/limit"
)

// correlationSteps are tried from end to end, and as many between the neighbours of the best.
const correlationSteps = 17

// Correlation returns the correlation of the errors of any two columns, of one size in each, that makes the values of f at
// the rows most likely: a value has the variance (1-ρ) Σ_j (∂_j f)² + ρ (Σ_j ∂_j f)². It lies between
// -1/(n-1), for rows of n columns, and limit.MaxShared.
func Correlation(rows [][]float64, f Polynomial) float64 {
	e, vars := newField(f, len(rows), new(space)), len(rows[0])
	e.at(byVariable(rows), len(rows))
	apart, shared := make([]float64, len(rows)), make([]float64, len(rows))
	for _, column := range e.grad {
		for i, g := range column {
			apart[i] += float64(g * g)
			shared[i] += g
		}
	}
	unlikely := func(rho float64) float64 {
		mean, logs, n := 0.0, 0.0, float64(len(rows))
		for i, a := range apart {
			v := float64((1-rho)*a) + float64(rho*shared[i]*shared[i]) + math.SmallestNonzeroFloat64
			mean += e.value[i] * e.value[i] / v / n
			logs += math.Log(v) / n
		}
		return math.Log(mean) + logs
	}
	if vars < 2 {
		return 0
	}
	// With ρ = low + (1-low)/(1+e^-u), equal steps of u are equal parts of what is left to both ends.
	low := -1 / float64(vars-1)
	at := func(u float64) float64 { return low + (1-low)/(1+math.Exp(-u)) }
	end := math.Log((1-low)/(1-limit.MaxShared) - 1)
	from, to := -end, end
	best, least := 0.0, unlikely(0)-settled
	steps := make([]float64, correlationSteps)
	for range 2 {
		found := (from + to) / 2
		for _, u := range floats.Span(steps, from, to) {
			if v := unlikely(at(u)); v < least {
				best, least, found = at(u), v, u
			}
		}
		step := (to - from) / (correlationSteps - 1)
		from, to = max(found-step, -end), min(found+step, end)
	}
	return best
}
