package certify

import (
	"cmp"
	"fmt"
	"math"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/learn"
)

// gaps are the ranks at which a spectrum may be cut: where neighbouring singular values
// differ by a factor of at least least, and the lower one is as much below that of the
// constant 1, the root of the number of rows. Of n rows no more than n singular values are
// not zero; those beyond say nothing. Several gaps are kept, since what they cut off is
// judged afterwards; but where singular values are zero up to rounding, only these count.
func gaps(s learn.Spectrum, least float64) []int {
	var list []int
	for k := 1; k < min(len(s.Values), s.Rows); k++ {
		if s.Values[k-1] > s.Floor && s.Values[k] <= s.Floor {
			return []int{k}
		}
		if s.Values[k-1] > s.Floor && s.Values[k] <= math.Sqrt(float64(s.Rows))/least && gapAt(s, k) >= least {
			list = append(list, k)
		}
	}
	return list
}

// gapAt is the ratio of the singular values around rank k, those below the floor counting as
// the floor.
func gapAt(s learn.Spectrum, k int) float64 {
	return s.Values[k-1] / max(s.Values[k], s.Floor)
}

// firstGap cuts at the first of the gaps, so that all that any of them cuts off is kept.
type firstGap struct {
	least float64 // zero stands for limit.SpaceGap
}

func (c firstGap) factor() float64 { return cmp.Or(c.least, limit.SpaceGap) }

// String returns the rule.
func (c firstGap) String() string {
	return fmt.Sprintf("the first gap below 1, at least a factor %g", c.factor())
}

// Cut finds the gap, or returns learn.ErrNoGap.
func (c firstGap) Cut(s learn.Spectrum) (learn.Cut, error) {
	list := gaps(s, c.factor())
	if len(list) == 0 {
		return learn.Cut{}, fmt.Errorf("%w: none of a factor %g", learn.ErrNoGap, c.factor())
	}
	return learn.Cut{Rank: list[0], Gap: gapAt(s, list[0]), Reason: c.String()}, nil
}
