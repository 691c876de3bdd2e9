package numeric

import (
	"iter"
	"math/bits"

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
func CountCombinations(n, k int) int { return min(Binomial(n, k), 1<<30) }

// CountMonomials is the number of monomials of degree at most d in n variables, but 2³⁰
// where there are more.
func CountMonomials(n, d int) int { return CountCombinations(n+d, d) }

// Binomial returns n over k, or the largest int where that is less.
func Binomial(n, k int) int {
	const top = int(^uint(0) >> 1)
	if k < 0 || k > n {
		return 0
	}
	if k > n-k {
		k = n - k
	}
	c := uint64(1)
	for i := 1; i <= k; i++ {
		hi, lo := bits.Mul64(c, uint64(n-k+i))
		if hi >= uint64(i) {
			return top
		}
		if c, _ = bits.Div64(hi, lo, uint64(i)); c > uint64(top) {
			return top // they increase up to k ≤ n/2
		}
	}
	return int(c)
}
