package learn

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/kexplain/kexplain/ring"
)

// ErrNoGap says that the singular values fall off without a gap, so that no
// number of vanishing directions suggests itself. It wraps ring.ErrUnable: name
// a Threshold or a Rank.
var ErrNoGap = fmt.Errorf("learn: no gap in the singular values: %w", ring.ErrUnable)

// ErrCutoff says that a cut-off does not make sense for the data.
var ErrCutoff = errors.New("learn: cut-off out of range")

// Spectrum is what a Cutoff decides on.
type Spectrum struct {
	// Values are singular values of the (cross-)kernel matrix in orthonormal
	// coordinates of the feature space, in decreasing order: one for each
	// dimension of the space that the features can reach.
	Values []float64
	// Rows is the number of data points.
	Rows int
	// Floor is the size of the rounding errors of Values; smaller values are
	// as good as zero.
	Floor float64
}

// Cut says how many directions are kept and why.
type Cut struct {
	// Rank is the number of singular values kept; the others belong to the
	// certifying features.
	Rank int
	// Gap is the ratio of the last value kept to the first one not kept, with
	// the floor in place of values below it; 1 where one side is empty.
	Gap float64
	// Reason is one line for people.
	Reason string
}

// Cutoff chooses how many principal directions are kept. Threshold,
// RelativeThreshold, Rank and Automatic are the ones here.
type Cutoff interface {
	fmt.Stringer
	// Cut decides. It returns ErrNoGap or ErrCutoff when it cannot.
	Cut(s Spectrum) (Cut, error)
}

// Threshold keeps the singular values above Sigma, in the unit of the kernel
// matrix: σ/√N is the root mean square, over the data, of a feature of φ-norm 1.
// This is the ε of CKI, Algorithm 1.
type Threshold struct{ Sigma float64 }

// String returns "singular values above 0.01".
func (c Threshold) String() string { return fmt.Sprintf("singular values above %g", c.Sigma) }

// Cut keeps the values above Sigma. Sigma must not be negative or NaN.
func (c Threshold) Cut(s Spectrum) (Cut, error) {
	if !(c.Sigma >= 0) {
		return Cut{}, fmt.Errorf("%w: threshold %g", ErrCutoff, c.Sigma)
	}
	return s.above(c.Sigma, c.String()), nil
}

// RelativeThreshold keeps the singular values above Ratio times the largest.
type RelativeThreshold struct{ Ratio float64 }

// String returns "singular values above 0.01 of the largest".
func (c RelativeThreshold) String() string {
	return fmt.Sprintf("singular values above %g of the largest", c.Ratio)
}

// Cut keeps the values above Ratio times the largest. Ratio must be in [0, 1].
func (c RelativeThreshold) Cut(s Spectrum) (Cut, error) {
	if !(c.Ratio >= 0 && c.Ratio <= 1) {
		return Cut{}, fmt.Errorf("%w: relative threshold %g", ErrCutoff, c.Ratio)
	}
	if len(s.Values) == 0 {
		return s.at(0, c.String()), nil
	}
	return s.above(c.Ratio*s.Values[0], c.String()), nil
}

// Rank keeps the K largest singular values.
type Rank struct{ K int }

// String returns "the 3 largest singular values".
func (c Rank) String() string { return fmt.Sprintf("the %d largest singular values", c.K) }

// Cut keeps K values. K must be between 0 and their number.
func (c Rank) Cut(s Spectrum) (Cut, error) {
	if c.K < 0 || c.K > len(s.Values) {
		return Cut{}, fmt.Errorf("%w: rank %d of %d singular values", ErrCutoff, c.K, len(s.Values))
	}
	return s.at(c.K, c.String()), nil
}

// Automatic cuts at the largest ratio of two neighbouring singular values,
// values below the floor counting as the floor. Nothing is cut among values
// that are all far above the floor and close together: a ratio below MinGap is
// no gap.
type Automatic struct {
	// MinGap is the least ratio that counts as a gap. Zero means 10.
	MinGap float64
}

// defaultMinGap: noise of one part in a hundred makes singular values of true
// equations a hundred times smaller than those of the others, in good cases;
// the values of generic points fall off by factors of 2 to 5.
const defaultMinGap = 10

// String returns "the largest gap, at least a factor 10".
func (c Automatic) String() string {
	return fmt.Sprintf("the largest gap, at least a factor %g", c.minGap())
}

func (c Automatic) minGap() float64 {
	if c.MinGap == 0 {
		return defaultMinGap
	}
	return c.MinGap
}

// Cut finds the largest gap, or returns ErrNoGap. MinGap must be at least 1.
func (c Automatic) Cut(s Spectrum) (Cut, error) {
	if !(c.minGap() >= 1) {
		return Cut{}, fmt.Errorf("%w: smallest gap %g", ErrCutoff, c.MinGap)
	}
	if len(s.Values) == 0 || s.Values[0] <= s.Floor {
		return s.at(0, "all singular values are zero"), nil
	}
	best := 1
	for k := 1; k < len(s.Values); k++ {
		if s.gap(k) > s.gap(best) {
			best = k
		}
	}
	if len(s.Values) == 1 || s.gap(best) < c.minGap() {
		return Cut{}, fmt.Errorf("%w: the largest ratio of neighbours is %.3g, a gap starts at %g", ErrNoGap, s.gap(best), c.minGap())
	}
	return s.at(best, c.String()), nil
}

// above keeps the values above the bound and the floor.
func (s Spectrum) above(bound float64, reason string) Cut {
	k := 0
	for k < len(s.Values) && s.Values[k] > max(bound, s.Floor) {
		k++
	}
	return s.at(k, reason)
}

// at is the cut behind the first k values.
func (s Spectrum) at(k int, reason string) Cut {
	return Cut{Rank: k, Gap: s.gap(k), Reason: reason}
}

// gap is the ratio of the values around a cut behind the first k.
func (s Spectrum) gap(k int) float64 {
	if k == 0 || k == len(s.Values) {
		return 1
	}
	low := max(s.Values[k], s.Floor)
	if low == 0 {
		return math.Inf(1)
	}
	return max(1, s.Values[k-1]/low)
}

// ByDegree takes a rule of its own for each degree, the first for degree 1, the
// last for all beyond; for AVICA. With Rank{h_d}, h_d the number of functions of
// degree at most d on S that are independent, thresholds are "according to the
// Hilbert function of S" (DKL, section 3.5).
type ByDegree []Cutoff

// String lists the rules.
func (c ByDegree) String() string {
	parts := make([]string, len(c))
	for d, rule := range c {
		parts[d] = fmt.Sprintf("degree %d: %v", d+1, rule)
	}
	return strings.Join(parts, "; ")
}

// Cut is the rule for degree 1; ErrCutoff where there is none.
func (c ByDegree) Cut(s Spectrum) (Cut, error) {
	if len(c) == 0 || c[0] == nil {
		return Cut{}, fmt.Errorf("%w: no rule for degree 1", ErrCutoff)
	}
	return c[0].Cut(s)
}

// atDegree returns the rule for a degree.
func atDegree(c Cutoff, degree int) Cutoff {
	if b, ok := c.(ByDegree); ok && len(b) > 0 {
		if rule := b[min(degree, len(b))-1]; rule != nil {
			return rule
		}
		return ByDegree{}
	}
	return c
}
