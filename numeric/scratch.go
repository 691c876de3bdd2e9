package numeric

import "sync"

var scratch sync.Pool

// Scratch returns n numbers in memory that may have been used before, whatever stands there. Reuse gives it back.
func Scratch(n int) []float64 {
	if x, ok := scratch.Get().(*[]float64); ok && cap(*x) >= n {
		return (*x)[:n]
	}
	return make([]float64, n)
}

// Reuse gives back numbers that nothing looks at any more.
func Reuse(x []float64) { scratch.Put(&x) }
