package evidence

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// levelSteps are the steps to the most likely levels: beyond them none changes by a tenth of
// its standard error.
const levelSteps = 100

// Levels returns the standard deviations of the errors of each column that make the values of f
// at the rows most likely, in units of the largest of them: a value has the variance
// Σ_j v_j (∂_j f)². Columns that are not in f have 1.
//
// Each step multiplies v_j by the root of Σ (∂_j f)² f²/V² over Σ (∂_j f)²/V, as in Févotte,
// Bertin, Durrieu, Nonnegative matrix factorization with the Itakura–Saito divergence, Neural
// Computation 21 (2009): no step is less likely than the one before, and no v_j is negative.
func Levels(rows [][]float64, f Polynomial) []float64 {
	e, vars := newField(f, len(rows), new(space)), len(rows[0])
	e.at(byVariable(rows), len(rows))
	square, slopes := make([]float64, len(rows)), chunks(make([]float64, len(rows)*vars), vars)
	for i, g := range slopes {
		v := e.value[i]
		square[i] = v*v + math.SmallestNonzeroFloat64
		for j, column := range e.grad {
			g[j] = column[i] * column[i]
		}
	}
	v := slices.Repeat([]float64{1}, vars)
	up, down := make([]float64, vars), make([]float64, vars)
	for range levelSteps {
		clear(up)
		clear(down)
		for i, g := range slopes {
			total := floats.Dot(v, g) + math.SmallestNonzeroFloat64
			a, b := square[i]/total/total, 1/total
			for j, s := range g {
				up[j] += float64(a * s)
				down[j] += float64(b * s)
			}
		}
		for j := range v {
			if down[j] > 0 {
				v[j] *= math.Sqrt(up[j] / down[j])
			}
		}
	}
	most := 0.0
	for j, w := range v {
		if in(f, j) {
			most = max(most, w)
		}
	}
	for j, w := range v {
		if v[j] = 1; in(f, j) && most > 0 {
			v[j] = math.Sqrt(w / most)
		}
	}
	return v
}

// in reports whether a variable is in f.
func in(f Polynomial, j int) bool {
	return slices.ContainsFunc(f.Exponents, func(e []uint8) bool { return e[j] > 0 })
}
