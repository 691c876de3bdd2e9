package numeric

import "slices"

// Nth returns the number that would be in place k, from 0, if x were sorted, and orders x so far
// that no number before that place is larger and none behind it smaller; NaN come first, as
// slices.Sort has them. It takes time in proportion to len(x) [C. A. R. Hoare, Algorithm 65:
// find, Communications of the ACM 4 (1961) 321–322].
func Nth(x []float64, k int) float64 {
	lo, hi := 0, len(x)-1
	for i, v := range x {
		if v != v {
			x[i], x[lo] = x[lo], v
			lo++
		}
	}
	if k < lo {
		return x[k]
	}
	const short, rounds = 16, 64 // what is left then is sorted
	for round := 0; hi-lo > short && round < rounds; round++ {
		a, b, c := x[lo], x[(lo+hi)/2], x[hi]
		pivot := max(min(a, b), min(max(a, b), c))
		i, j := lo, hi
		for i <= j {
			for x[i] < pivot {
				i++
			}
			for pivot < x[j] {
				j--
			}
			if i <= j {
				x[i], x[j] = x[j], x[i]
				i++
				j--
			}
		}
		switch {
		case k <= j:
			hi = j
		case k >= i:
			lo = i
		default:
			return x[k]
		}
	}
	slices.Sort(x[lo : hi+1])
	return x[k]
}
