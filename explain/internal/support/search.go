package support

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/known"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/numeric/moment"
)

// smallest returns the smallest λ with M v = λ G v for the forms restricted to the
// monomials idx, and its v with unit G-norm. ok is false where the restricted
// problem has no solution in double precision: G v is negligible for every v, or M
// is not finite.
func smallest(m, g *mat.SymDense, idx []int) (lambda float64, v []float64, ok bool) {
	return numeric.LeastEigen(m, g, idx, limit.GradientTolerance)
}

// search looks for the supports with the smallest eigenvalues of (M, G). The Variance
// of a Fit is this eigenvalue here.
type search struct {
	table *moment.Monomials
	m, g  *mat.SymDense
	known *known.Ideal
	// modulo leaves out the leading monomials of the known ideal.
	modulo bool
	only   func(a int) bool // the monomials that may occur; nil for all
	pairs  func(a int) bool // that may occur in supports of two besides, nil for none
	limit  float64          // on the eigenvalue
	least  float64          // eigenvalue of a support that larger ones cannot better
	keep   int              // supports kept for every size and degree
	nodes  int              // budget of the exhaustive search for one size and degree
	max    int              // largest size, numeric.MaxSmall at most

	pencil numeric.SmallPencil
	a, b   [numeric.MaxSmall * numeric.MaxSmall]float64
}

// degree returns, for every size up to s.max, the best supports whose largest
// monomial has degree d > 0 exactly, without a common factor, and products of variables.
func (s *search) degree(ctx context.Context, d int) []Fit {
	lo, hi := s.table.Len(d-1), s.table.Len(d)
	out := s.products(lo, hi)
	if s.pairs != nil {
		// F = c p d² has one constant where d takes two values, and p d and p in place of p d² two.
		pairs := *s
		pairs.only, pairs.modulo = s.pairs, false
		out = append(out, pairs.exhaust(lo, hi, 2)...)
	}
	var previous []Fit
	for k := 2; k <= min(s.max, hi) && ctx.Err() == nil; k++ {
		var found []Fit
		if numeric.Binomial(hi, k) <= s.budget(k) {
			found = s.exhaust(lo, hi, k)
		} else {
			found = append(s.extend(previous, hi), s.inSquares(lo, hi, k)...)
		}
		previous = found
		out = append(out, found...)
	}
	return out
}

// inSquares is exhaust among the monomials in the squares of the columns, if it can visit all of these: d^2*h^2 + d^2*k^2 + d^2*l^2 = a^2.
func (s *search) inSquares(lo, hi, k int) []Fit {
	squares, n := *s, 0
	squares.only = func(a int) bool {
		return s.allowed(a) && !slices.ContainsFunc(s.table.Exponents(a), func(e uint8) bool { return e%2 != 0 })
	}
	for a := range hi {
		if squares.only(a) {
			n++
		}
	}
	if numeric.Binomial(n, k) > s.budget(k) {
		return nil
	}
	return squares.exhaust(lo, hi, k)
}

// budget is the number of supports of size k that are visited one by one. Most equations that
// people look for have three or four terms: all of these are visited, also in many columns.
func (s *search) budget(k int) int {
	if k == 3 || k == 4 {
		return max(s.nodes, limit.SearchSmall)
	}
	return s.nodes
}

// products returns the products of two and more different variables, of degree d
// exactly, that vanish: the data lie on several coordinate hyperplanes.
func (s *search) products(lo, hi int) []Fit {
	best := &shortlist{limit: s.keep, ceiling: s.limit}
	for a := lo; a < hi; a++ {
		if s.allowed(a) && productOfVariables(s.table.Exponents(a)) {
			s.offer(best, []int{a})
		}
	}
	return best.items
}

// twos returns the best supports of two of the monomials.
func (s *search) twos(all []int) []Fit {
	best := &shortlist{limit: s.keep, ceiling: s.limit}
	for k, b := range all {
		for _, a := range all[:k] {
			s.offer(best, []int{a, b})
		}
	}
	return best.items
}

// productOfVariables reports whether the exponents are those of a product of at
// least two different variables.
func productOfVariables(e []uint8) bool {
	count := 0
	for _, k := range e {
		if k > 1 {
			return false
		}
		count += int(k)
	}
	return count > 1
}

// exhaust visits all supports of size k by a bordered Cholesky factorisation of
// M - tG: the last pivot of a support is negative exactly where its smallest
// eigenvalue is below t. t shrinks to the worst support kept, and below any smaller
// support by a factor: see descent.
func (s *search) exhaust(lo, hi, k int) []Fit {
	best := &shortlist{limit: s.keep, ceiling: s.limit}
	w := newDescent(s, best, hi, k)
	for c := len(w.may) - 1; c >= k-1 && w.may[c] >= lo; c-- {
		w.from(c)
	}
	return best.items
}

// allowed reports whether monomial a may occur.
func (s *search) allowed(a int) bool {
	return (s.only == nil || s.only(a)) && (!s.modulo || s.known.Standard(a))
}

// offer enters a support in the list if it belongs there.
func (s *search) offer(best *shortlist, idx []int) {
	if commonFactor(s.table, idx) {
		return
	}
	sorted := slices.Clone(idx)
	slices.Sort(sorted)
	if s.above(sorted, best.worst()) {
		return
	}
	u, ok := s.solve(sorted)
	if !ok || u.Variance >= best.worst() || s.known.Dependent(sorted) {
		return
	}
	best.add(u)
}

// above reports whether the smallest eigenvalue on a support is surely above t: M - tG has a
// Cholesky factor. That takes a small part of the time of the eigenvalue.
func (s *search) above(idx []int, t float64) bool {
	k := len(idx)
	if math.IsInf(t, 0) {
		return false
	}
	l := s.a[:k*k]
	for i, a := range idx {
		for j, b := range idx[:i+1] {
			x := s.m.At(a, b) - t*s.g.At(a, b)
			for h := range j {
				x -= l[i*k+h] * l[j*k+h]
			}
			if j < i {
				l[i*k+j] = x / l[j*k+j]
				continue
			}
			if !(x > 1e-12*(s.m.At(a, a)+math.Abs(t)*s.g.At(a, a))) {
				return false
			}
			l[i*k+i] = math.Sqrt(x)
		}
	}
	return true
}

// solve finds the smallest eigenvalue on a support.
func (s *search) solve(idx []int) (Fit, bool) {
	lambda, ok := s.eigenvalue(idx)
	if !ok {
		return Fit{}, false
	}
	u := Fit{idx, make([]float64, len(idx)), lambda}
	s.pencil.VectorTo(u.C, 0)
	return u, true
}

// eigenvalue leaves the small pencil of idx solved and returns its smallest
// eigenvalue.
func (s *search) eigenvalue(idx []int) (float64, bool) {
	k := len(idx)
	for i, a := range idx {
		for j, b := range idx {
			s.a[i*k+j], s.b[i*k+j] = s.m.At(a, b), s.g.At(a, b)
		}
	}
	if s.pencil.Solve(k, s.a[:k*k], s.b[:k*k], limit.GradientTolerance) == 0 {
		return 0, false
	}
	lambda := s.pencil.Value(0)
	return lambda, !math.IsNaN(lambda)
}

// commonFactor reports whether a variable divides all monomials of idx, of which
// there is more than one.
func commonFactor(t *moment.Monomials, idx []int) bool {
	if len(idx) == 1 {
		return false
	}
	for j := range t.Vars() {
		all := true
		for _, a := range idx {
			if t.Exponents(a)[j] == 0 {
				all = false
				break
			}
		}
		if all {
			return true
		}
	}
	return false
}

// extend adds one of the first hi monomials to each of the given supports.
func (s *search) extend(from []Fit, hi int) []Fit {
	best := &shortlist{limit: s.keep, ceiling: s.limit}
	seen := map[string]bool{}
	for _, f := range from {
		for a := range hi {
			at, in := slices.BinarySearch(f.Idx, a)
			if in || !s.allowed(a) {
				continue
			}
			idx := stable.Insert(slices.Clone(f.Idx), at, a)
			key := problem.KeyOf(idx)
			if seen[key] {
				continue
			}
			seen[key] = true
			s.offer(best, idx)
		}
	}
	return best.items
}

// eliminate starts from all monomials idx and drops one at a time: the monomial whose loss
// raises the smallest eigenvalue least. While there are many, it drops several at a time. It
// returns the path.
func (s *search) eliminate(ctx context.Context, idx []int) []Fit {
	var out []Fit
	idx = slices.Clone(idx)
	for len(idx) >= 2 && ctx.Err() == nil {
		lambda, v, ok := smallest(s.m, s.g, idx)
		if !ok {
			return out
		}
		if !(lambda < s.limit) {
			return out // and so have all supports within this one
		}
		out = append(out, Fit{slices.Clone(idx), v, lambda})
		cost := s.loss(idx, lambda, v)
		order := numeric.FirstInts(len(idx))
		stable.Sort(order, func(a, b int) int { return cmp.Compare(cost[a], cost[b]) })
		drop := max(1, (len(idx)-limit.EliminateSingly)/limit.EliminatePart)
		gone := slices.Clone(order[:drop])
		slices.Sort(gone)
		for i := len(gone) - 1; i >= 0; i-- {
			idx = slices.Delete(idx, gone[i], gone[i]+1)
		}
	}
	return out
}

// loss returns, to first order, by how much the eigenvalue rises when a monomial
// is dropped: v_i² / ((M - λG)⁺)_ii.
func (s *search) loss(idx []int, lambda float64, v []float64) []float64 {
	k := len(idx)
	m := mat.NewSymDense(k, nil)
	for i := range k {
		for j := i; j < k; j++ {
			m.SetSym(i, j, s.m.At(idx[i], idx[j])-lambda*s.g.At(idx[i], idx[j]))
		}
	}
	inv := numeric.InverseBeside(m, v)
	cost := make([]float64, k)
	for i := range k {
		cost[i] = v[i] * v[i] / math.Max(inv.At(i, i), 1e-300)
	}
	return cost
}

// shortlist keeps the limit best supports.
type shortlist struct {
	limit   int
	ceiling float64
	items   []Fit
}

func (h *shortlist) worst() float64 {
	if len(h.items) < h.limit {
		return h.ceiling
	}
	return h.items[len(h.items)-1].Variance
}

func (h *shortlist) add(s Fit) {
	i := sort.Search(len(h.items), func(i int) bool { return h.items[i].Variance > s.Variance })
	h.items = stable.Insert(h.items, i, s)
	if len(h.items) > h.limit {
		h.items = h.items[:h.limit]
	}
}
