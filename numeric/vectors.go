package numeric

import (
	"math"

	"github.com/kexplain/kexplain/numeric/internal/kernel"
)

// FirstInts returns 0, 1, …, n-1.
func FirstInts(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// IsSubset reports whether every element of a is in b; both ascend.
func IsSubset(a, b []int) bool {
	k := 0
	for _, x := range a {
		for k < len(b) && b[k] < x {
			k++
		}
		if k == len(b) || b[k] != x {
			return false
		}
	}
	return true
}

// GCD returns the greatest common divisor of integers, not negative; that of 0 and b is |b|.
func GCD(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// SimplestFraction returns p/q with the least q in [lo, hi], 0 < lo ≤ hi, by the continued
// fraction that the two ends share. ok is false where p or q would exceed most, which is at
// most 2³¹.
func SimplestFraction(lo, hi float64, most int64) (p, q int64, ok bool) {
	p, q = 1, 0 // of the ends so far, and beforeP/beforeQ one step earlier
	for beforeP, beforeQ := int64(0), int64(1); ; {
		whole := math.Floor(lo)
		last := whole == lo || whole+1 <= hi
		if last && whole < lo {
			whole++
		}
		if !(whole < float64(most)) {
			return 0, 0, false
		}
		p, beforeP = int64(whole)*p+beforeP, p
		q, beforeQ = int64(whole)*q+beforeQ, q
		switch {
		case max(p, q) > most:
			return 0, 0, false
		case last:
			return p, q, true
		}
		// lo and hi have the same whole part: invert what is left.
		lo, hi = 1/(hi-whole), 1/(lo-whole)
	}
}

// Dot returns Σ x_i y_i, added from first to last.
func Dot(x, y []float64) float64 {
	sum := 0.0
	for i, v := range x {
		sum += v * y[i]
	}
	return sum
}

// Axpy adds a·x to y, each product rounded before its sum, on every machine alike. It panics if
// there are fewer in y than in x.
func Axpy(a float64, x, y []float64) { kernel.Axpy(a, x, y) }

// Multiply writes the products of a and b to dst, which may be one of them. It panics if there are
// fewer in a or b than in dst.
func Multiply(dst, a, b []float64) { kernel.Mul(dst, a, b) }

// AddProduct adds the products of c·a and b to dst, each rounded before its sum, on every machine
// alike. It panics if there are fewer in a or b than in dst.
func AddProduct(dst []float64, c float64, a, b []float64) { kernel.AddProduct(dst, c, a, b) }

// Bordered is what a symmetric elimination knows of its next pivots, which LastAtMost compares: those after one
// more row, Base + F·Column, are Pivots plus C times the squares of this row, each product rounded before its sum.
type Bordered = kernel.Bordered

// GramLanes is the number of columns that Gram takes.
const GramLanes = kernel.Lanes

// Gram adds wᵀx to sum, by rows, where w and x have rows of GramLanes numbers: one row after the
// other, each product rounded before its sum. It panics if there are fewer rows in x than in w.
func Gram(sum *[GramLanes * GramLanes]float64, w, x []float64) { kernel.Gram(sum, w, x) }

// RootMeanSquare returns √(Σ x_i² / n), added from first to last; 0 of an empty list.
func RootMeanSquare(x []float64) float64 { return math.Sqrt(Dot(x, x) / float64(max(1, len(x)))) }

// UpperMedian returns the middle number of a list that is not empty, the larger of two.
func UpperMedian(x []float64) float64 {
	work := Scratch(len(x))
	defer Reuse(work)
	copy(work, x)
	return Nth(work, len(x)/2)
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
