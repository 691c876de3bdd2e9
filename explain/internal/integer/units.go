package integer

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/limit"
)

// Integers are short or long in a unit. A person who measures a circle in micrometres has not
// made its equation longer: so integers are looked for with each column in its decade. But most
// tables have units that belong together, volts with amperes and watts, and there E = 7 m v² is
// short in the units of the file, although E is in the hundreds. Both count.

// lengthIn is the length in nats of a vector n in the decades of its monomials. Where the units of the file differ, half of the
// probability is for n and half for the same coefficients in those units.
func lengthIn(n []int64, decades []int) float64 {
	own := slices.Clone(n)
	if decades == nil || !times(own, decades, -1) || slices.Equal(own, n) {
		return shortest(n)
	}
	return math.Ln2 - math.Log(math.Exp(-shortest(n))+math.Exp(-shortest(own)))
}

// times multiplies each n_i by 10^(sign·exponents_i) and all by a power of ten that makes them integers again. Then it divides them
// by their common factor. It reports whether no integer passes MaxInteger; if one does, n is left half done.
func times(n []int64, exponents []int, sign int) bool {
	least := math.MaxInt
	for _, k := range exponents {
		least = min(least, sign*k)
	}
	for i, k := range exponents {
		for range sign*k - least {
			if n[i] *= 10; math.Abs(float64(n[i])) > limit.MaxInteger {
				return false
			}
		}
	}
	reduce(n)
	return true
}

// units are units of the monomials in which integers are looked for. nil stands for their decades. Else they are the
// units of the file, in which the i-th monomial is 10^units[i] times as large.
type units []int

// unitsOf are the units to look in.
func unitsOf(decades []int) []units {
	if decades == nil {
		return []units{nil}
	}
	return []units{nil, decades}
}

// to returns ratios to the coefficient ref in these units.
func (u units) to(ratio []float64, ref int) []float64 {
	out := slices.Clone(ratio)
	for r := range out {
		out[r] *= u.ratio(r, ref)
	}
	return out
}

// factor returns the Cholesky factor of the covariance of the ratios in these units, from that in the decades.
func (u units) factor(l *mat.TriDense, ref int) *mat.TriDense {
	if u == nil {
		return l
	}
	n, kind := l.Triangle()
	out := mat.NewTriDense(n, kind, nil)
	for r := range n {
		for c := range r + 1 {
			out.SetTri(r, c, l.At(r, c)*u.ratio(r, ref))
		}
	}
	return out
}

// ratio is what the r-th ratio to the coefficient ref has to be multiplied by.
func (u units) ratio(r, ref int) float64 {
	if u == nil {
		return 1
	}
	i := r
	if r >= ref {
		i++
	}
	return math.Pow10(u[ref] - u[i])
}

// from turns integers in these units into those in the decades, without a common factor. It reports whether that is possible, as times
// does.
func (u units) from(n []int64) bool {
	if u == nil {
		reduce(n)
		return true
	}
	return times(n, u, 1)
}
