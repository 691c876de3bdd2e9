package numeric

import (
	"iter"
	"math"

	"gonum.org/v1/gonum/stat/combin"
)

// Combinations yields the sets of k of the numbers 0, …, n-1 in lexicographic order, each in
// increasing order. A set is valid until the next one is yielded.
func Combinations(n, k int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		if k < 0 || k > n {
			return
		}
		g := combin.NewCombinationGenerator(n, k)
		for at := make([]int, k); g.Next(); {
			if !yield(g.Combination(at)) {
				return
			}
		}
	}
}

// CountCombinations is the number of these sets, but 2³⁰ where there are more.
func CountCombinations(n, k int) int {
	c := 1.0
	for i := range k {
		c *= float64(n-i) / float64(i+1)
	}
	return int(math.Min(c, 1<<30))
}
