package explain

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// gradientTolerance is the eigenvalue of G, scaled to unit diagonal and relative to
// the largest, below which a combination of monomials has no gradient on the
// data that doubles can tell from rounding.
const gradientTolerance = 1e-12

// smallest returns the smallest λ with M v = λ G v, and its v, for the forms
// restricted to the monomials idx. Monomials on which G vanishes (the constant
// 1, variables without noise) are eliminated first: there v minimises M.
// v has unit G-norm. ok is false where the restricted problem has no solution in
// double precision: G v is negligible for every v, or M is not finite.
func smallest(m, g *mat.SymDense, idx []int) (lambda float64, v []float64, ok bool) {
	k := len(idx)
	var flat, rest []int // places in idx
	for i, a := range idx {
		if g.At(a, a) > 0 {
			rest = append(rest, i)
		} else {
			flat = append(flat, i)
		}
	}
	r, f := len(rest), len(flat)
	if r == 0 {
		return 0, nil, false
	}
	// Equilibrate: monomials of unit mean square gradient.
	scale := make([]float64, k)
	for _, i := range rest {
		scale[i] = 1 / math.Sqrt(g.At(idx[i], idx[i]))
	}
	for _, i := range flat {
		scale[i] = 1
		if d := m.At(idx[i], idx[i]); d > 0 {
			scale[i] = 1 / math.Sqrt(d)
		}
	}
	at := func(s *mat.SymDense, i, j int) float64 { return s.At(idx[i], idx[j]) * scale[i] * scale[j] }

	schur := mat.NewSymDense(r, nil)
	gram := mat.NewSymDense(r, nil)
	for i := range r {
		for j := i; j < r; j++ {
			schur.SetSym(i, j, at(m, rest[i], rest[j]))
			gram.SetSym(i, j, at(g, rest[i], rest[j]))
		}
	}
	var solved mat.Dense // M_ff⁻¹ M_fr
	if f > 0 {
		mff, mfr := mat.NewSymDense(f, nil), mat.NewDense(f, r, nil)
		for i := range f {
			for j := i; j < f; j++ {
				mff.SetSym(i, j, at(m, flat[i], flat[j]))
			}
			for j := range r {
				mfr.Set(i, j, at(m, flat[i], rest[j]))
			}
		}
		var chol mat.Cholesky
		if !chol.Factorize(mff) {
			return 0, nil, false
		}
		if err := chol.SolveTo(&solved, mfr); err != nil {
			return 0, nil, false
		}
		for i := range r {
			for j := i; j < r; j++ {
				sum := 0.0
				for l := range f {
					sum += mfr.At(l, i) * solved.At(l, j)
				}
				schur.SetSym(i, j, schur.At(i, j)-sum)
			}
		}
	}
	// Whiten G by its own eigenvectors: directions without gradient are left out.
	var eg mat.EigenSym
	if !eg.Factorize(gram, true) {
		return 0, nil, false
	}
	values := eg.Values(nil)
	var basis mat.Dense
	eg.VectorsTo(&basis)
	first := 0
	for first < r && values[first] <= gradientTolerance*values[r-1] {
		first++
	}
	w := mat.NewDense(r, r-first, nil)
	for j := first; j < r; j++ {
		for i := range r {
			w.Set(i, j-first, basis.At(i, j)/math.Sqrt(values[j]))
		}
	}
	if r == first {
		return 0, nil, false
	}
	var half, white mat.Dense
	half.Mul(schur, w)
	white.Mul(w.T(), &half)
	sym := mat.NewSymDense(r-first, nil)
	for i := range r - first {
		for j := i; j < r-first; j++ {
			x := (white.At(i, j) + white.At(j, i)) / 2
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return 0, nil, false
			}
			sym.SetSym(i, j, x)
		}
	}
	var e mat.EigenSym
	if !e.Factorize(sym, true) {
		return 0, nil, false
	}
	lambda = e.Values(nil)[0]
	var ev mat.Dense
	e.VectorsTo(&ev)
	v = make([]float64, k)
	for i := range r {
		for j := range r - first {
			v[rest[i]] += w.At(i, j) * ev.At(j, 0)
		}
	}
	for i := range f {
		for j := range r {
			v[flat[i]] -= solved.At(i, j) * v[rest[j]]
		}
	}
	for i := range v {
		v[i] *= scale[i]
	}
	return lambda, v, true
}
