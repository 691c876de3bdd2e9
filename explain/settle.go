package explain

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/internal/decimal"
	"github.com/kexplain/kexplain/ring"
)

// settled is a coefficient as it will be printed.
type settled struct {
	value    ring.Rat
	estimate float64
	stderr   float64
	exact    bool
}

// Rounding of single coefficients beside others that stay decimal.
//
// A coefficient that is known to l bits, and is no fraction, has one with p q ≤ 2^(l-t)
// within e standard errors by chance with a probability of at most 2 e (3/π²) 2^-t:
// of coprime p and q there are (3/π²) 2^(l-t) ε with p/q in an interval of relative
// length ε. With the values below this is 0.002.
//
// Which coefficients are settled must not depend on their errors, or those that
// stay decimals were selected by theirs: an interval of 95 % about a coefficient
// that is decimal because it is two standard errors from the fraction that it
// is never holds it, and the errors of all others are correlated with its own.
// So within settleErrors only the number of bits counts, and a true fraction
// is outside once in a thousand times.
const (
	settleBits   = 10  // t
	settleOne    = 8   // the same for 1 and -1, which are more likely beforehand
	settleAlike  = 5   // and between monomials that differ in the order of the variables only
	settleErrors = 3.3 // e
)

// settle rounds each coefficient for which the data pay, the one with most bits to
// spare first, the others refitted after each; the rest stay decimals. Those that are
// alike, if any, belong to monomials that are the leading one but for the order of the
// variables: y² beside x², as of a circle.
func settle(b []float64, cov *mat.SymDense, alike []bool) []settled {
	k := len(b)
	mean := append([]float64(nil), b...)
	c := mat.NewSymDense(k, nil)
	c.CopySym(cov)
	out := make([]settled, k)
	done := make([]bool, k)
	for {
		best, at, value := 0.0, -1, ring.Rat{}
		for i := range k {
			se := math.Sqrt(math.Max(0, c.At(i, i)))
			if done[i] || se == 0 {
				continue
			}
			r, bits, ok := simplest(mean[i]-settleErrors*se, mean[i]+settleErrors*se)
			if !ok {
				continue
			}
			if gain := math.Log2(math.Abs(mean[i])/se) - bits - bitsToSettle(r, alike != nil && alike[i]); gain > best {
				best, at, value = gain, i, r
			}
		}
		if at < 0 {
			break
		}
		done[at] = true
		out[at] = settled{value: value, estimate: mean[at], stderr: math.Sqrt(c.At(at, at)), exact: true}
		condition(mean, c, at, value.Float64())
	}
	for i := range k {
		if !done[i] {
			out[i] = asDecimal(mean[i], c.At(i, i))
		}
	}
	return out
}

// unsettled are the coefficients as decimals, all of them.
func unsettled(b []float64, cov *mat.SymDense) []settled {
	out := make([]settled, len(b))
	for i, v := range b {
		out[i] = asDecimal(v, cov.At(i, i))
	}
	return out
}

// asDecimal is a coefficient with a variance as it is printed beside its error.
func asDecimal(x, variance float64) settled {
	se := math.Sqrt(math.Max(0, variance))
	return settled{value: rounded(x, se), estimate: x, stderr: se}
}

// allExact reports whether no coefficient stayed a decimal.
func allExact(list []settled) bool {
	return !slices.ContainsFunc(list, func(c settled) bool { return !c.exact })
}

// bitsToSettle is how many bits more than those of the rational the data must
// determine.
func bitsToSettle(r ring.Rat, alike bool) float64 {
	switch {
	case !r.Abs().Equal(ring.RatFromInt(1)):
		return settleBits
	case alike:
		return settleAlike
	}
	return settleOne
}

// condition fixes coordinate at of a Gaussian to a value.
func condition(mean []float64, c *mat.SymDense, at int, value float64) {
	v := c.At(at, at)
	step := value - mean[at]
	k := len(mean)
	column := make([]float64, k)
	for i := range k {
		column[i] = c.At(i, at)
	}
	for i := range k {
		mean[i] += column[i] / v * step
		for j := i; j < k; j++ {
			c.SetSym(i, j, c.At(i, j)-column[i]*column[j]/v)
		}
	}
}

// simplest returns the rational of the smallest denominator in [lo, hi], by
// descent in the Stern–Brocot tree, and its length in bits. ok is false where
// that is longer than a machine word.
func simplest(lo, hi float64) (r ring.Rat, bits float64, ok bool) {
	if lo <= 0 && hi >= 0 {
		return ring.Rat{}, 0, true
	}
	if hi < 0 {
		r, bits, ok := simplest(-hi, -lo)
		return r.Neg(), bits, ok
	}
	p, q, ok := sternBrocot(lo, hi)
	if !ok {
		return ring.Rat{}, 0, false
	}
	return ring.NewRat(p, q), math.Log2(float64(p)) + math.Log2(float64(q)), true
}

// maxFraction bounds numerators and denominators of simplest.
const maxFraction = 1 << 31

// sternBrocot returns p/q in [lo, hi], 0 < lo, with the least q, by the
// continued fraction that the two ends share.
func sternBrocot(lo, hi float64) (p, q int64, ok bool) {
	whole := math.Floor(lo)
	switch {
	case !(whole < maxFraction):
		return 0, 0, false
	case whole == lo:
		return int64(whole), 1, true
	case whole+1 <= hi:
		return int64(whole) + 1, 1, true
	}
	// lo and hi have the same whole part: invert what is left.
	r, s, ok := sternBrocot(1/(hi-whole), 1/(lo-whole))
	if !ok || r > maxFraction || int64(whole)*r+s > maxFraction {
		return 0, 0, false
	}
	return int64(whole)*r + s, r, true
}

// rounded is x to the digits that its standard error leaves.
func rounded(x, se float64) ring.Rat {
	text := decimal.Round(x, se)
	r, err := ring.ParseRat(text)
	if err != nil {
		panic("explain: a formatted float did not parse: " + text)
	}
	return r
}
