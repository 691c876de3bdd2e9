package explain

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// integers is a candidate for the exact coefficients of an equation.
type integers struct {
	n    []int64 // primitive, one a monomial
	chi2 float64 // squared distance from the estimate in standard errors
	cost float64 // χ²/2 plus the length of the integers, in nats
}

// rounding is what the data say about exact coefficients.
type rounding struct {
	best      integers
	posterior float64 // of best among the integer vectors, 0 where there is none
	gain      float64 // nats by which best beats real coefficients, exactPrior of them expected beforehand
	real      float64 // description length of real coefficients, nats
	spare     float64 // nats by which best beats mixtures with real coefficients, where it beats those
}

// minPosterior is the probability among integer vectors from which on one is
// taken to be the exact coefficients.
const minPosterior = 0.98

// short reports whether integers describe the coefficients better than real
// numbers, and no others do.
func (r rounding) short() bool { return r.posterior > minPosterior && r.gain > 0 }

// minLead is the evidence in nats for integers, with what is expected beforehand, from
// which on they are claimed: odds of seven to one.
const minLead = 2

// exact reports whether the coefficients can be said exactly.
func (r rounding) exact() bool { return r.short() && r.spare > 0 && r.gain > minLead }

// sure is exact for few rows. Among the few digits that these determine, some short
// integers are always near: they are no more expected than other coefficients, and
// errors that are themselves uncertain make the probability so.
func (r rounding) sure() bool { return r.exact() && r.posterior > minSure && r.gain > exactPrior }

// minSure is minPosterior for few rows.
const minSure = 0.998

// length is the description length of the coefficients.
func (r rounding) length() float64 {
	if r.short() {
		return r.best.cost
	}
	return r.real
}

// shortest is the length of the coefficients as integers or real numbers, whichever
// is shorter, also where several vectors of integers are about as short.
func (r rounding) shortest() float64 {
	if r.best.n == nil {
		return r.real
	}
	return math.Min(r.best.cost, r.real)
}

// exactPrior is by how much more, in nats, exact coefficients are expected than
// real ones before the data are seen: twenty to one.
const exactPrior = 3

// The smallest integer goes up to maxScale, in a first look to quickScale; of
// the vectors rounded up to some coefficient the best maxWidth are kept, or
// quickWidth.
const (
	maxScale, quickScale = 40, 12
	maxWidth, quickWidth = 24, 6
)

// round looks for integer vectors proportional to a within its covariance.
func round(a []float64, cov *mat.SymDense, size []float64) rounding {
	return roundUpTo(a, cov, size, maxScale, maxWidth)
}

// roundUpTo is round with a bound for the smallest integer and a width of the
// beam.
func roundUpTo(a []float64, cov *mat.SymDense, size []float64, maxScale int64, width int) rounding {
	k := len(a)
	if k == 1 {
		// A monomial has no coefficient that data could determine.
		one := integers{n: []int64{1}, cost: lengthOf([]int64{1})}
		return rounding{best: one, posterior: 1, gain: math.Inf(1), spare: math.Inf(1)}
	}
	ref := reference(a, cov)
	if a[ref] == 0 {
		return rounding{real: realLength(a, cov, size)}
	}
	ratio, rcov := ratios(a, cov, ref)
	var chol mat.Cholesky
	reg := mat.NewSymDense(k-1, nil)
	for i := range k - 1 {
		for j := i; j < k-1; j++ {
			reg.SetSym(i, j, rcov.At(i, j))
		}
		// Ten digits are the most that the doubles behind the estimate carry.
		reg.SetSym(i, i, reg.At(i, i)*(1+1e-9)+1e-20*ratio[i]*ratio[i])
	}
	if !chol.Factorize(reg) {
		return rounding{real: realLength(a, cov, size)}
	}
	real := realLength(a, cov, size)
	var l mat.TriDense
	chol.LTo(&l)
	// Vectors longer than this can neither be taken nor cast doubt on another.
	bound := real + exactPrior + doubtful
	var found []integers
	have := map[string]bool{}
	var n []int64
	var key []byte
	b := newBeam(ratio, &l, width)
	for scale := int64(1); scale <= maxScale; scale++ {
		for _, v := range b.nearest(scale, bound) {
			n = append(append(append(n[:0], v.n[:ref]...), scale), v.n[ref:]...)
			reduce(n)
			key = key[:0]
			for _, c := range n {
				key = binary.AppendVarint(key, c)
			}
			if have[string(key)] {
				continue
			}
			have[string(key)] = true
			c := integers{n: slices.Clone(n), chi2: v.chi2}
			c.cost = c.chi2/2 + lengthOf(c.n)
			found = append(found, c)
			bound = math.Min(bound, c.cost+doubtful)
		}
	}
	if len(found) == 0 {
		return rounding{real: real}
	}
	slices.SortStableFunc(found, func(a, b integers) int { return cmp.Compare(a.cost, b.cost) })
	total := 0.0
	for _, f := range found {
		total += math.Exp(found[0].cost - f.cost)
	}
	best := found[0]
	r := rounding{best: best, posterior: 1 / total, gain: real - best.cost + exactPrior, real: real}
	if r.short() {
		r.spare = spare(best.n, a, ratio, ref, &chol, size)
	}
	return r
}

// doubtful is the evidence in nats by which an integer vector may be worse than
// the best and still count against it: one in three thousand.
const doubtful = 8

// reference is the coefficient that all others are divided by: the smallest of those
// that the data determine, so that few multiples need to be tried, as quotients by an
// uncertain number are far from normal. Where none is determined, it is the surest.
func reference(a []float64, cov *mat.SymDense) int {
	sure := func(i int) float64 {
		if a[i] == 0 {
			return 0
		}
		return math.Abs(a[i]) / math.Sqrt(math.Max(0, cov.At(i, i)))
	}
	ref := 0
	for i := range a {
		switch si, sr := sure(i) >= minSureness, sure(ref) >= minSureness; {
		case si && sr && math.Abs(a[i]) < math.Abs(a[ref]), si && !sr, !si && !sr && sure(i) > sure(ref):
			ref = i
		}
	}
	return ref
}

// minSureness is the number of standard errors from which on the quotients by a
// coefficient are nearly normal.
const minSureness = 8

// ratios returns a_i / a_ref for i ≠ ref with their covariance.
func ratios(a []float64, cov *mat.SymDense, ref int) ([]float64, *mat.SymDense) {
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
	out := mat.NewSymDense(k-1, nil)
	for i := range k - 1 {
		for j := i; j < k-1; j++ {
			out.SetSym(i, j, (full.At(i, j)+full.At(j, i))/2)
		}
	}
	return r, out
}

// maxInteger bounds the integers that are tried: beyond it, doubles have no
// digits after the point.
const maxInteger = 1e15

// reduce divides integers by their greatest common divisor.
func reduce(n []int64) {
	g := int64(0)
	for _, v := range n {
		for v != 0 {
			g, v = v, g%v
		}
	}
	if g < 0 {
		g = -g
	}
	for i := range n {
		n[i] /= max(g, 1)
	}
}

// realLength is the description length in nats of real coefficients: each up to
// the size at which its term is the largest, to the precision of the estimate.
func realLength(a []float64, cov *mat.SymDense, size []float64) float64 {
	ref := 0
	for i := range a {
		if math.Abs(a[i])/size[i] > math.Abs(a[ref])/size[ref] {
			ref = i
		}
	}
	_, rcov := ratios(a, cov, ref)
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
