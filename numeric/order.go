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
		less := lo + smallerFirst(x[lo:hi+1], pivot)
		if k < less {
			hi = less - 1
			continue
		}
		if less == lo { // the pivot is the least: its copies come next
			for i, v := range x[lo : hi+1] {
				if v == pivot {
					x[lo+i], x[less] = x[less], v
					less++
				}
			}
			if k < less {
				return pivot
			}
		}
		lo = less
	}
	slices.Sort(x[lo : hi+1])
	return x[k]
}

// smallerFirst brings the numbers below pivot to the front, and returns how many these are. Every number is moved: a branch would
// be guessed wrong half of the time.
func smallerFirst(x []float64, pivot float64) int {
	n := 0
	for i, v := range x {
		x[i], x[n] = x[n], v
		more := 0
		if v < pivot {
			more = 1
		}
		n += more
	}
	return n
}
