package main

import (
	"math"
	"math/rand/v2"
)

// model is a way in which measurements err. It changes rows in place, which lie on a
// variety; rms are the root mean squares of the columns, sigma is the size of the noise.
type model struct {
	name string
	add  func(rows [][]float64, rms []float64, sigma float64, rng *rand.Rand) [][]float64

	copies int // of every row with its errors; 0 means one
}

// each is a model that adds an error of unit variance, times sigma rms, to every cell.
func each(draw func(rng *rand.Rand) float64) func([][]float64, []float64, float64, *rand.Rand) [][]float64 {
	return func(rows [][]float64, rms []float64, sigma float64, rng *rand.Rand) [][]float64 {
		for _, x := range rows {
			for j := range x {
				x[j] += sigma * rms[j] * draw(rng)
			}
		}
		return rows
	}
}

// normal is a standard normal error.
func normal(rng *rand.Rand) float64 { return rng.NormFloat64() }

// laplace is an error of unit variance with two exponential tails.
func laplace(rng *rand.Rand) float64 {
	return (rng.ExpFloat64() - rng.ExpFloat64()) / math.Sqrt2
}

// student is Student's t with three degrees of freedom, of unit variance.
func student(rng *rand.Rand) float64 {
	square := 0.0
	for range 3 {
		square += math.Pow(rng.NormFloat64(), 2)
	}
	return rng.NormFloat64() / math.Sqrt(square)
}

// rounded writes every cell with so many digits.
func rounded(digits int) func([][]float64, []float64, float64, *rand.Rand) [][]float64 {
	return func(rows [][]float64, rms []float64, _ float64, _ *rand.Rand) [][]float64 {
		for _, x := range rows {
			for j, v := range x {
				step := math.Pow(10, math.Floor(math.Log10(rms[j]))+1-float64(digits))
				x[j] = step * math.Round(v/step)
			}
		}
		return rows
	}
}

// outliers adds noise, and replaces a share of the rows by points uniform in a box of three
// times their range.
func outliers(share float64) func([][]float64, []float64, float64, *rand.Rand) [][]float64 {
	return func(rows [][]float64, rms []float64, sigma float64, rng *rand.Rand) [][]float64 {
		rows = each(normal)(rows, rms, sigma, rng)
		for j := range rms {
			lo, hi := math.Inf(1), math.Inf(-1)
			for _, x := range rows {
				lo, hi = min(lo, x[j]), max(hi, x[j])
			}
			for i := range int(share * float64(len(rows))) {
				rows[i*int(1/share)][j] = lo - (hi - lo) + 3*(hi-lo)*rng.Float64()
			}
		}
		return rows
	}
}

// models are those that are measured.
var models = []model{
	{name: "normal", add: each(normal)},
	{name: "uniform", add: each(func(rng *rand.Rand) float64 { return math.Sqrt(12) * (rng.Float64() - 0.5) })},
	{name: "Laplace", add: each(laplace)},
	{name: "Student t3", add: each(student)},
	{name: "relative", add: func(rows [][]float64, _ []float64, sigma float64, rng *rand.Rand) [][]float64 {
		for _, x := range rows {
			for j := range x {
				x[j] *= 1 + sigma*rng.NormFloat64()
			}
		}
		return rows
	}},
	{name: "one column", add: func(rows [][]float64, rms []float64, sigma float64, rng *rand.Rand) [][]float64 {
		for _, x := range rows {
			x[len(x)-1] += sigma * rms[len(x)-1] * rng.NormFloat64()
		}
		return rows
	}},
	{name: "ten-fold", add: func(rows [][]float64, rms []float64, sigma float64, rng *rand.Rand) [][]float64 {
		for _, x := range rows {
			for j := range x {
				x[j] += sigma * rms[j] * math.Pow(10, -float64(j%2)) * rng.NormFloat64()
			}
		}
		return rows
	}},
	{name: "rounded to 2 digits", add: rounded(2)},
	{name: "rounded to 3 digits", add: rounded(3)},
	{name: "correlated 0.9", add: func(rows [][]float64, rms []float64, sigma float64, rng *rand.Rand) [][]float64 {
		for _, x := range rows {
			common := rng.NormFloat64()
			for j := range x {
				x[j] += sigma * rms[j] * (math.Sqrt(0.9)*common + math.Sqrt(0.1)*rng.NormFloat64())
			}
		}
		return rows
	}},
	{name: "heteroscedastic", add: func(rows [][]float64, rms []float64, sigma float64, rng *rand.Rand) [][]float64 {
		for _, x := range rows {
			size := sigma * (0.2 + 1.6*rng.Float64())
			for j := range x {
				x[j] += size * rms[j] * rng.NormFloat64()
			}
		}
		return rows
	}},
	{name: "5 % outliers", add: outliers(0.05)},
	{name: "20 % outliers", add: outliers(0.2)},
	{name: "rows three times", copies: 3, add: each(normal)},
}
