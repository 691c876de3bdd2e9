package conserved

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/numeric"
)

// solution is the combination of monomials at places that needs the least noise.
type solution struct {
	places   []int
	v        []float64 // with vᵀ G v = 1, in units
	variance float64
}

// rounding is the noise that doubles leave of an exact law: half their digits.
const rounding = 1e-8

func (s solution) noise() float64 { return math.Sqrt(math.Max(rounding*rounding, s.variance)) }

// ridge keeps the gradient form definite where monomials are nearly dependent, as a
// part of its mean diagonal entry.
const ridge = 1e-12

// decompose solves W u = λ G u at places: λ increasing, and the vectors as columns.
func (g grouped) decompose(places []int) (lambda []float64, u *mat.Dense, ok bool) {
	k := len(places)
	w, b := mat.NewSymDense(k, nil), mat.NewSymDense(k, nil)
	scale := make([]float64, k)
	for i, p := range places {
		if scale[i] = 1 / math.Sqrt(g.gradient.At(p, p)); math.IsInf(scale[i], 0) {
			return nil, nil, false
		}
	}
	for i, p := range places {
		for j := i; j < k; j++ {
			q := places[j]
			w.SetSym(i, j, g.within.At(p, q)*scale[i]*scale[j])
			b.SetSym(i, j, g.gradient.At(p, q)*scale[i]*scale[j])
		}
		b.SetSym(i, i, b.At(i, i)+ridge)
	}
	var chol mat.Cholesky
	if !chol.Factorize(b) {
		return nil, nil, false
	}
	var half, white mat.Dense
	var l mat.TriDense
	chol.LTo(&l)
	if err := l.SolveTo(&half, false, w); err != nil {
		return nil, nil, false
	}
	if err := l.SolveTo(&white, false, half.T()); err != nil {
		return nil, nil, false
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(numeric.Symmetric(&white), true) {
		return nil, nil, false
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	u = new(mat.Dense)
	if err := l.SolveTo(u, true, &vectors); err != nil {
		return nil, nil, false
	}
	for i := range k {
		for j := range k {
			u.Set(i, j, u.At(i, j)*scale[i])
		}
	}
	return eigen.Values(nil), u, true
}

// path is the backward elimination from all places down to three, with the best pair of all and the best single
// place after it. Greedy steps may have left out what fewer terms need: few of them are exchanged for others.
func (g grouped) path(all []int) []solution {
	var out []solution
	places := slices.Clone(all)
	for len(places) > 2 {
		lambda, u, ok := g.decompose(places)
		if !ok {
			return out
		}
		out = append(out, solution{places: slices.Clone(places), v: mat.Col(nil, 0, u), variance: lambda[0]})
		drop, least := 0, math.Inf(1)
		for i := range places {
			if root := secular(lambda, u.RawRowView(i), least); root < least {
				drop, least = i, root
			}
		}
		places = slices.Delete(places, drop, drop+1)
	}
	for i, f := range out {
		if n := len(f.places); n <= limit.MotionExchanged && n < len(all) {
			out[i] = g.exchanged(all, f)
		}
	}
	for m := min(2, len(all)); m > 0; m-- {
		places := g.few(all, m)
		lambda, u, ok := g.decompose(places)
		if !ok {
			return out
		}
		out = append(out, solution{places: places, v: mat.Col(nil, 0, u), variance: lambda[0]})
	}
	return out
}

// exchanged is a combination with one place after another exchanged for one of all, as long as that lowers the noise: each time the exchange
// that lowers it most. A variance below 0 comes from rounding and counts as 0.
func (g grouped) exchanged(all []int, f solution) solution {
	var pencil numeric.SmallPencil
	var w, b [numeric.MaxSmall * numeric.MaxSmall]float64
	k := len(f.places)
	variance := func(places []int) float64 {
		for i, p := range places {
			for j, q := range places {
				w[i*k+j], b[i*k+j] = g.within.At(p, q), g.gradient.At(p, q)
			}
		}
		if finite := pencil.Solve(k, w[:k*k], b[:k*k], ridge); finite < k {
			return math.Inf(1) // nearly dependent
		}
		return max(0, pencil.Value(0))
	}
	places, least := slices.Clone(f.places), max(0, f.variance)
	for exchange := true; exchange; {
		exchange = false
		at, by := 0, 0
		for i, old := range places {
			for _, p := range all {
				if slices.Contains(places, p) {
					continue
				}
				places[i] = p
				if v := variance(places); v < least*(1-limit.MotionExchange) {
					at, by, least, exchange = i, p, v, true
				}
				places[i] = old
			}
		}
		if exchange {
			places[at] = by
		}
	}
	slices.Sort(places)
	lambda, u, ok := g.decompose(places)
	if !ok || !(lambda[0] < f.variance) {
		return f
	}
	return solution{places: places, v: mat.Col(nil, 0, u), variance: lambda[0]}
}

// few returns the one or two of all places that need the least noise.
func (g grouped) few(all []int, m int) []int {
	best, least := all[:m], math.Inf(1)
	for i, p := range all {
		if lambda := g.within.At(p, p) / g.gradient.At(p, p); m == 1 && lambda < least {
			best, least = all[i:i+1], lambda
		}
		for _, q := range all[i+1:] {
			if lambda := g.ofPair(p, q); m == 2 && lambda < least {
				best, least = []int{p, q}, lambda
			}
		}
	}
	return slices.Clone(best)
}

// ofPair returns the least λ of det(W - λ G) = 0 at two places.
func (g grouped) ofPair(p, q int) float64 {
	w, v := g.within, g.gradient
	a := v.At(p, p)*v.At(q, q) - v.At(p, q)*v.At(p, q)
	b := (w.At(p, p)*v.At(q, q) + w.At(q, q)*v.At(p, p) - 2*w.At(p, q)*v.At(p, q)) / 2
	c := w.At(p, p)*w.At(q, q) - w.At(p, q)*w.At(p, q)
	if root := b + math.Sqrt(math.Max(0, b*b-a*c)); a > 0 && root > 0 {
		return math.Max(0, c/root)
	}
	return math.Inf(1)
}

// secular returns the least λ of the pencil with the coordinate left out whose entries
// in the eigenvectors are u: the root of Σ u_k²/(λ_k - μ) in (λ_0, λ_1), which exists
// by interlacing (G. Golub, SIAM Review 15 (1973) 318–334). A root above most is not
// computed, and +∞ returned.
func secular(lambda, u []float64, most float64) float64 {
	lo, hi := lambda[0], lambda[1]
	if u[0] == 0 || hi <= lo {
		return lo
	}
	// below reports whether μ is below the root: the sum rises from -∞ at λ_0 to +∞ at λ_1.
	below := func(mu float64) bool {
		sum := 0.0
		for k, x := range u {
			sum += x * x / (lambda[k] - mu)
		}
		return sum < 0
	}
	if most < hi && below(most) {
		return math.Inf(1)
	}
	for range 60 {
		mid := lo + (hi-lo)/2
		if mid == lo || mid == hi {
			break
		}
		if below(mid) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi
}
