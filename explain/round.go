package explain

import (
	"math"
	"sort"

	"gonum.org/v1/gonum/mat"
)

// integers is a candidate for the exact coefficients of an equation.
type integers struct {
	n    []int64 // primitive, one a monomial
	chi2 float64 // squared distance from the estimate in standard errors
	cost float64 // χ²/2 plus the length of the integers, in nats
}

// bitsOf is the length in bits of a positive integer under a prior that
// prefers small numbers, round ones (m·10^e) and perfect powers.
func bitsOf(n int64) float64 {
	if n < 0 {
		n = -n
	}
	best := plainBits(n)
	zeros := 0.0
	for m := n; m%10 == 0 && m > 0; {
		m /= 10
		zeros++
		best = math.Min(best, plainBits(m)+1+2*math.Log2(zeros+1))
	}
	if n <= 1<<40 {
		x := float64(n)
		for i, r := range [...]float64{math.Sqrt(x), math.Cbrt(x), math.Sqrt(math.Sqrt(x)), math.Pow(x, 0.2)} {
			if r := math.Round(r); r > 1 && math.Pow(r, float64(i+2)) == x {
				best = math.Min(best, plainBits(int64(r))+float64(i+2))
			}
		}
	}
	return best
}

// plainBits is -log2 of 6/π² / n².
func plainBits(n int64) float64 { return 0.718 + 2*math.Log2(float64(n)) }

// bitsAfter is the length of v after the numbers before: one that has occurred,
// or its negative, costs little.
func bitsAfter(before []int64, v int64) float64 {
	bits := bitsOf(v)
	for _, u := range before {
		if u == v || u == -v {
			bits = math.Min(bits, 1)
			break
		}
	}
	return bits + 1 // sign
}

// lengthOf is the length in nats of a vector of nonzero integers.
func lengthOf(n []int64) float64 {
	bits := 0.0
	for i, v := range n {
		bits += bitsAfter(n[:i], v)
	}
	return (bits - 1) * math.Ln2 // one sign is free
}

// rounding is what the data say about exact coefficients.
type rounding struct {
	best      integers
	posterior float64 // of best among the integer vectors, 0 where there is none
	gain      float64 // nats by which best beats real coefficients
	real      float64 // description length of real coefficients, nats
}

// minPosterior is the probability among integer vectors from which on one is
// taken to be the exact coefficients.
const minPosterior = 0.98

// exact reports whether the coefficients can be said exactly.
func (r rounding) exact() bool { return r.posterior > minPosterior && r.gain > 0 }

// length is the description length of the coefficients as they will be
// printed.
func (r rounding) length() float64 {
	if r.exact() {
		return r.best.cost
	}
	return r.real
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
	ref := 0
	for i := range a {
		if math.Abs(a[i]) < math.Abs(a[ref]) {
			ref = i
		}
	}
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
	var found []integers
	have := map[string]bool{}
	for scale := int64(1); scale <= maxScale; scale++ {
		for _, c := range nearest(ratio, &chol, scale, width) {
			n := make([]int64, k)
			copy(n, c.n[:ref])
			n[ref] = scale
			copy(n[ref+1:], c.n[ref:])
			g := gcdAll(n)
			key := ""
			for i := range n {
				n[i] /= g
				key += string(rune(n[i]&0xffff)) + string(rune(n[i]>>16&0xffff)) + "|"
			}
			if have[key] {
				continue
			}
			have[key] = true
			found = append(found, integers{n, c.chi2, c.chi2/2 + lengthOf(n)})
		}
	}
	if len(found) == 0 {
		return rounding{real: realLength(a, cov, size)}
	}
	sort.Slice(found, func(i, j int) bool { return found[i].cost < found[j].cost })
	total := 0.0
	for _, f := range found {
		total += math.Exp(found[0].cost - f.cost)
	}
	real := realLength(a, cov, size)
	return rounding{best: found[0], posterior: 1 / total, gain: real - found[0].cost + exactPrior, real: real}
}

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

// nearest returns integer vectors near scale·ratio, rounding one coordinate
// after another given those before it, with a small beam.
func nearest(ratio []float64, chol *mat.Cholesky, scale int64, width int) []integers {
	k := len(ratio)
	// cov = L Lᵀ; coordinates in the given order, conditional on the earlier ones.
	var l mat.TriDense
	chol.LTo(&l)
	type node struct {
		n    []int64
		z    []float64
		chi2 float64
		bits float64
	}
	beam := []node{{}}
	cut := 16 + 2*float64(k)
	for i := range k {
		var next []node
		for _, b := range beam {
			mean := ratio[i] * float64(scale)
			for j, z := range b.z {
				mean += l.At(i, j) * z * float64(scale)
			}
			sd := l.At(i, i) * float64(scale)
			if math.Abs(mean) > 1e15 {
				continue
			}
			base := math.Round(mean)
			for _, step := range []float64{0, 1, -1, 2, -2, 3, -3} {
				n := base + step
				if n == 0 {
					continue
				}
				z := (n - mean) / sd
				chi2 := b.chi2 + z*z
				if chi2 > cut {
					continue
				}
				next = append(next, node{append(append([]int64(nil), b.n...), int64(n)), append(append([]float64(nil), b.z...), z), chi2, b.bits + bitsAfter(b.n, int64(n))})
			}
		}
		sort.SliceStable(next, func(a, b int) bool {
			return next[a].chi2/2+next[a].bits*math.Ln2 < next[b].chi2/2+next[b].bits*math.Ln2
		})
		if len(next) > width {
			next = next[:width]
		}
		beam = next
	}
	out := make([]integers, len(beam))
	for i, b := range beam {
		out[i] = integers{n: b.n, chi2: b.chi2}
	}
	return out
}

func gcdAll(n []int64) int64 {
	g := int64(0)
	for _, v := range n {
		if v < 0 {
			v = -v
		}
		for v != 0 {
			g, v = v, g%v
		}
	}
	if g == 0 {
		return 1
	}
	return g
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
