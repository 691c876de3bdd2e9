package evidence

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/kexplain/kexplain/explain/internal/limit"
)

// correlationSteps are those from the smallest to the largest 1-ρ, 14 % each: it is known to 9 % from 250 rows.
const correlationSteps = 40

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
			v := (1-rho)*a + rho*shared[i]*shared[i] + math.SmallestNonzeroFloat64
			mean += e.value[i] * e.value[i] / v / n
			logs += math.Log(v) / n
		}
		return math.Log(mean) + logs
	}
	if vars < 2 {
		return 0
	}
	apartness := make([]float64, correlationSteps) // 1-ρ
	floats.LogSpan(apartness, 1-limit.MaxShared, 1+limit.MaxShared/float64(vars-1))
	best, least := 0.0, unlikely(0)
	for _, a := range apartness {
		if u := unlikely(1 - a); u < least {
			best, least = 1-a, u
		}
	}
	return best
}
