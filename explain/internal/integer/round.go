package integer

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/numeric"
)

// Vector is a candidate for the exact coefficients of an equation, up to a common factor.
type Vector struct {
	N    []int64 // primitive, one a monomial
	chi2 float64 // squared distance from the estimate in standard errors
	Cost float64 // χ²/2 plus the length of the integers, in nats
}

// IntegerLength is the length of the integers alone, or of the fractions that they stand for, in nats.
func (v Vector) IntegerLength() float64 { return v.Cost - v.chi2/2 }

// Rounding is what the data say about exact coefficients.
type Rounding struct {
	Best        Vector
	Posterior   float64 // of Best among the integer vectors, 0 where there is none
	Gain        float64 // nats by which Best beats real coefficients, ExactPrior of them expected beforehand
	RealLength  float64 // description length of real coefficients, nats
	MixtureGain float64 // nats by which Best beats mixtures with real coefficients, where Gain is positive
	Square      int     // how many of the terms, the last ones, are a square in Best, 0 for none
}

// short reports whether integers describe the coefficients better than real
// numbers, and no others do.
func (r Rounding) short() bool { return r.Posterior > limit.MinPosterior && r.Gain > 0 }

// Probability is that of Best among all integer vectors, real coefficients, and mixtures of both, where integers are expected by
// ExactPrior less rarity.
func (r Rounding) Probability(rarity float64) float64 {
	return 1 / (1/r.Posterior + math.Exp(rarity-r.Gain) + math.Exp(-r.MixtureGain))
}

// Exact reports whether the coefficients can be said exactly.
func (r Rounding) Exact() bool { return r.short() && r.Probability(0) > limit.MinPosterior }

// Sure is Exact with the stricter limits for few rows. Few rows determine few digits,
// and some short integers are always near these: so they must be shorter than real numbers without being
// expected beforehand, and their probability among integers must be higher, since the errors are uncertain.
func (r Rounding) Sure() bool {
	return r.Exact() && r.Posterior > limit.MinPosteriorFew && r.Gain > limit.ExactPrior
}

// Length is the description length of the coefficients.
func (r Rounding) Length() float64 {
	if r.short() {
		return r.Best.Cost
	}
	return r.RealLength
}

// Shortest is the length of the coefficients as integers or real numbers, whichever
// is shorter, also where several vectors of integers are about as short.
func (r Rounding) Shortest() float64 {
	if r.Best.N == nil {
		return r.RealLength
	}
	return math.Min(r.Best.Cost, r.RealLength)
}

// Round looks for integer vectors proportional to the estimates a with the covariance
// cov. size is how large each coefficient would make its term the largest. The columns of the
// monomials m are in their decades, the powers of ten that make their sizes ordinary.
func Round(a []float64, cov *mat.SymDense, size []float64, m Monomials) Rounding {
	return RoundUpTo(a, cov, size, m, limit.MaxScale, limit.MaxWidth)
}

// RoundUpTo is Round with a bound for the smallest integer and with the number of vectors
// that the beam keeps.
func RoundUpTo(a []float64, cov *mat.SymDense, size []float64, m Monomials, maxScale int64, width int) Rounding {
	return round(a, cov, size, m, maxScale, width, true)
}

// LengthUpTo is RoundUpTo(…).Shortest(). It takes less time, since it does not look at mixtures.
func LengthUpTo(a []float64, cov *mat.SymDense, size []float64, m Monomials, maxScale int64, width int) float64 {
	return round(a, cov, size, m, maxScale, width, false).Shortest()
}

// round is RoundUpTo. MixtureGain stays 0 unless mixtures is set.
func round(a []float64, cov *mat.SymDense, size []float64, m Monomials, maxScale int64, width int, mixtures bool) Rounding {
	k := len(a)
	if k == 1 {
		// A monomial has no coefficient that data could determine.
		one := Vector{N: []int64{1}, Cost: lengthOf([]int64{1})}
		return Rounding{Best: one, Posterior: 1, Gain: math.Inf(1), MixtureGain: math.Inf(1)}
	}
	ref := Reference(a, cov)
	if a[ref] == 0 {
		return Rounding{RealLength: RealLength(a, cov, size)}
	}
	real := RealLength(a, cov, size)
	ratio, rcov := Ratios(a, cov, ref)
	for i, r := range ratio {
		// Ten digits are the most that the doubles behind the estimate carry.
		rcov.SetSym(i, i, rcov.At(i, i)*(1+1e-9)+1e-20*r*r)
	}
	var chol mat.Cholesky
	if !chol.Factorize(rcov) {
		return Rounding{RealLength: real}
	}
	var l mat.TriDense
	chol.LTo(&l)
	// Vectors longer than this can neither be taken nor cast doubt on another.
	bound := real + limit.ExactPrior + limit.VectorMargin
	var found []Vector
	have := map[string]bool{}
	var n []int64
	var key []byte
	for _, u := range unitsOf(m.Decades) {
		b := newBeam(u.to(ratio, ref), u.factor(&l, ref), width)
		for scale := int64(1); scale <= maxScale; scale++ {
			for _, v := range b.nearest(scale, bound) {
				n = append(append(append(n[:0], v.n[:ref]...), scale), v.n[ref:]...)
				if !u.from(n) {
					continue
				}
				key = key[:0]
				for _, c := range n {
					key = binary.AppendVarint(key, c)
				}
				if have[string(key)] {
					continue
				}
				have[string(key)] = true
				c := Vector{N: slices.Clone(n), chi2: v.chi2}
				c.Cost = c.chi2/2 + lengthIn(c.N, m.Decades) - m.saved(c.N)
				found = append(found, c)
				bound = math.Min(bound, c.Cost+limit.VectorMargin)
			}
		}
		b.ratio = nil
		beams.Put(b)
	}
	if len(found) == 0 {
		return Rounding{RealLength: real}
	}
	stable.Sort(found, func(a, b Vector) int { return cmp.Compare(a.Cost, b.Cost) })
	total := 0.0
	for _, f := range found {
		total += math.Exp(found[0].Cost - f.Cost)
	}
	best := found[0]
	r := Rounding{Best: best, Posterior: 1 / total, Gain: real - best.Cost + limit.ExactPrior, RealLength: real}
	r.Square = m.square(best.N).terms
	if mixtures && r.short() {
		r.MixtureGain = mixtureGain(best.N, a, ratio, ref, &chol, size, m)
	}
	return r
}

// Reference is the place of the coefficient that all others are divided by: the smallest of the
// coefficients that the data determine. A small one needs few multiples, and quotients by an
// uncertain number are far from normal. Where the data determine none, it is the coefficient
// with the smallest relative error.
func Reference(a []float64, cov *mat.SymDense) int {
	sure := func(i int) float64 {
		if a[i] == 0 {
			return 0
		}
		return math.Abs(a[i]) / math.Sqrt(math.Max(0, cov.At(i, i)))
	}
	ref := 0
	for i := range a {
		switch si, sr := sure(i) >= limit.MinReferenceT, sure(ref) >= limit.MinReferenceT; {
		case si && sr && math.Abs(a[i]) < math.Abs(a[ref]), si && !sr, !si && !sr && sure(i) > sure(ref):
			ref = i
		}
	}
	return ref
}

// Ratios returns a_i / a_ref for i ≠ ref with their covariance.
func Ratios(a []float64, cov *mat.SymDense, ref int) ([]float64, *mat.SymDense) {
	k := len(a)
	jac := mat.NewDense(k-1, k, nil)
	r := make([]float64, 0, k-1)
	for i := range k {
		if i == ref {
			continue
		}
		row := len(r)
		jac.Set(row, i, 1/a[ref])
		jac.Set(row, ref, -a[i]/a[ref]/a[ref])
		r = append(r, a[i]/a[ref])
	}
	var half, full mat.Dense
	half.Mul(jac, cov)
	full.Mul(&half, jac.T())
	return r, numeric.Symmetric(&full)
}

// reduce divides integers by their greatest common divisor.
func reduce(n []int64) {
	g := int64(0)
	for _, v := range n {
		g = numeric.GCD(g, v)
	}
	for i := range n {
		n[i] /= max(g, 1)
	}
}

// RealLength is the description length in nats of real coefficients: each up to
// the size at which its term is the largest, to the precision of the estimate.
func RealLength(a []float64, cov *mat.SymDense, size []float64) float64 {
	ref := 0
	for i := range a {
		if math.Abs(a[i])/size[i] > math.Abs(a[ref])/size[ref] {
			ref = i
		}
	}
	_, rcov := Ratios(a, cov, ref)
	length := 0.0
	r := 0
	for i := range a {
		if i != ref {
			unit := size[i] / math.Abs(a[ref])
			length += math.Log(2 * unit / math.Sqrt(2*math.Pi))
			rcov.SetSym(r, r, rcov.At(r, r)*(1+1e-9)+1e-20*unit*unit)
			r++
		}
	}
	var chol mat.Cholesky
	if !chol.Factorize(rcov) {
		return math.Inf(1)
	}
	return length - chol.LogDet()/2
}
