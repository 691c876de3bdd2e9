package integer

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/internal/decimal"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/ring"
)

// Coefficient is a coefficient as it will be printed.
type Coefficient struct {
	Value    ring.Rat
	Estimate float64
	Stderr   float64
	Exact    bool
}

// Settle rounds each coefficient that the data determine to enough bits, the one with most
// bits left over first, and refits the others after each; the rest stay decimals.
// conjugate, if not nil, marks the monomials that a permutation of the variables makes the
// leading one: y² beside x², as of a circle.
//
// A coefficient that is known to l bits, and is no fraction, has one with p q ≤ 2^(l-t)
// within e standard errors by chance with a probability of at most 2 e (3/π²) 2^-t:
// of coprime p and q there are (3/π²) 2^(l-t) ε with p/q in an interval of relative
// length ε. With t = SettleBits and e = SettleErrors this is 0.002.
//
// Which coefficients are settled must not depend on their errors, or those that
// stay decimals were selected by theirs: an interval of 95 % about a coefficient
// that is decimal because it is two standard errors from the fraction that it
// is never holds it, and the errors of all others are correlated with its own.
// So within SettleErrors only the number of bits counts, and a true fraction
// is outside once in a thousand times.
//
// The matrix is the covariance of the decimals given the settled ones, whose rows are 0.
func Settle(b []float64, cov *mat.SymDense, conjugate []bool) ([]Coefficient, *mat.SymDense) {
	k := len(b)
	mean := append([]float64(nil), b...)
	c := mat.NewSymDense(k, nil)
	c.CopySym(cov)
	out := make([]Coefficient, k)
	done := make([]bool, k)
	for {
		best, at, value := 0.0, -1, ring.Rat{}
		for i := range k {
			se := math.Sqrt(math.Max(0, c.At(i, i)))
			if done[i] || se == 0 {
				continue
			}
			r, bits, ok := simplest(mean[i]-limit.SettleErrors*se, mean[i]+limit.SettleErrors*se)
			if !ok {
				continue
			}
			if gain := math.Log2(math.Abs(mean[i])/se) - bits - bitsToSettle(r, conjugate != nil && conjugate[i]); gain > best {
				best, at, value = gain, i, r
			}
		}
		if at < 0 {
			break
		}
		done[at] = true
		out[at] = Coefficient{Value: value, Estimate: mean[at], Stderr: math.Sqrt(c.At(at, at)), Exact: true}
		numeric.Condition(mean, c, at, value.Float64())
	}
	for i := range k {
		if !done[i] {
			out[i] = decimalCoefficient(mean[i], c.At(i, i))
		}
	}
	return out, c
}

// MultipleOfPi recognises a decimal as r·π^power, power 1, 2, -1 or -2, where it is known to enough bits for a choice among
// these four, see Settle.
func MultipleOfPi(estimate, stderr float64) (r ring.Rat, power int, ok bool) {
	const choice = 2 // bits
	best := 0.0
	for _, k := range []int{1, 2, -1, -2} {
		unit := math.Pow(math.Pi, float64(k))
		x, se := math.Abs(estimate)/unit, stderr/unit
		if !(se > 0) {
			continue
		}
		q, bits, found := simplest(x-limit.SettleErrors*se, x+limit.SettleErrors*se)
		if !found || q.IsZero() {
			continue
		}
		if gain := math.Log2(x/se) - bits - bitsToSettle(q, false) - choice; gain > best {
			best, r, power, ok = gain, q, k, true
		}
	}
	return r, power, ok
}

// Sharper returns a decimal coefficient with so many digits more.
func (c Coefficient) Sharper(digits int) Coefficient {
	c.Value = rounded(c.Estimate, c.Stderr*math.Pow10(-digits))
	return c
}

// Decimals are the coefficients as decimals, all of them.
func Decimals(b []float64, cov *mat.SymDense) []Coefficient {
	out := make([]Coefficient, len(b))
	for i, v := range b {
		out[i] = decimalCoefficient(v, cov.At(i, i))
	}
	return out
}

// decimalCoefficient is a coefficient with a variance as it is printed beside its error.
func decimalCoefficient(x, variance float64) Coefficient {
	se := math.Sqrt(math.Max(0, variance))
	return Coefficient{Value: rounded(x, se), Estimate: x, Stderr: se}
}

// AllExact reports whether no coefficient stayed a decimal.
func AllExact(list []Coefficient) bool {
	return !slices.ContainsFunc(list, func(c Coefficient) bool { return !c.Exact })
}

// bitsToSettle is how many bits more than those of the rational the data must determine.
func bitsToSettle(r ring.Rat, conjugate bool) float64 {
	switch {
	case !r.Abs().Equal(ring.RatFromInt(1)):
		return limit.SettleBits
	case conjugate:
		return limit.SettleConjugate
	}
	return limit.SettleOne
}

// simplest returns the rational of the smallest denominator in [lo, hi] and its length in
// bits. ok is false where that is longer than a machine word.
func simplest(lo, hi float64) (r ring.Rat, bits float64, ok bool) {
	if lo <= 0 && hi >= 0 {
		return ring.Rat{}, 0, true
	}
	if hi < 0 {
		r, bits, ok := simplest(-hi, -lo)
		return r.Neg(), bits, ok
	}
	p, q, ok := numeric.SimplestFraction(lo, hi, limit.MaxFraction)
	if !ok {
		return ring.Rat{}, 0, false
	}
	return ring.NewRat(p, q), math.Log2(float64(p)) + math.Log2(float64(q)), true
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
