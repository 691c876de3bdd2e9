package numeric

import (
	"math"
	"slices"
)

// FirstInts returns 0, 1, …, n-1.
func FirstInts(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// GCD returns the greatest common divisor of integers, not negative; that of 0 and b is |b|.
func GCD(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// Dot returns Σ x_i y_i, added from first to last.
func Dot(x, y []float64) float64 {
	sum := 0.0
	for i, v := range x {
		sum += v * y[i]
	}
	return sum
}

// RootMeanSquare returns √(Σ x_i² / n), added from first to last; 0 of an empty list.
func RootMeanSquare(x []float64) float64 { return math.Sqrt(Dot(x, x) / float64(max(1, len(x)))) }

// UpperMedian returns the middle number of a list that is not empty, the larger of two.
func UpperMedian(x []float64) float64 {
	return Nth(slices.Clone(x), len(x)/2)
}

// Deviations returns the standard deviation √(Σ (x - mean)² / n) of every column of
// rows, of which there must be one.
func Deviations(rows [][]float64) []float64 {
	out := make([]float64, len(rows[0]))
	n := float64(len(rows))
	for j := range out {
		mean, square := 0.0, 0.0
		for _, x := range rows {
			mean += x[j] / n
		}
		for _, x := range rows {
			square += (x[j] - mean) * (x[j] - mean) / n
		}
		out[j] = math.Sqrt(square)
	}
	return out
}
