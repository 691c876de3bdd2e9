package exact

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/numeric/modular"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// search holds what is known while degrees and sets of columns are walked through.
type search struct {
	table        Table
	R            ringOfRows
	t            *residues
	cols         []int
	work         *ops
	laws         []law
	trivial      []vector
	leading      []poly.Monomial // of what vanishes at the rows, below the degree at work
	undetermined []undetermined
	done         int  // the largest degree that is finished
	ended        bool // no further degree can be
	tooFewRows   bool // for want of rows

	shuffled []int // memory of sampled
}

// law is a polynomial that vanishes at all rows and is confirmed.
type law struct {
	vector
	poly *poly.Polynomial[ring.Rat]
}

// undetermined is a set of columns in which, from a degree on, far more polynomials vanish than
// laws make: for want of rows.
type undetermined struct {
	cols   []int
	degree int
}

// run walks on through the degrees up to bound.
func (s *search) run(ctx context.Context, bound int) error {
	for d := s.done + 1; d <= bound && !s.ended; d++ {
		full, leading := s.allColumns(d)
		if full && leading == nil {
			s.done = d
			continue
		}
		if !full {
			s.tooFewRows = len(s.t.x) < numeric.CountMonomials(len(s.cols), d)
			if d > limit.SubsetDegree {
				if err := s.smallSubsets(ctx, d); err != nil {
					return err
				}
				continue
			}
		}
		finished, err := s.subsetsBySize(ctx, d, full)
		if err != nil {
			return err
		}
		s.besideTrivial(d)
		if s.ended = !finished; s.ended {
			break
		}
		s.leading = append(s.leading, leading...)
		s.done = d
	}
	return nil
}

// allColumns looks at all columns at once, in the monomials of degree ≤ d that no leading
// monomial so far divides. It returns the leading monomials of the polynomials of degree d
// that vanish at the rows and are no multiples of earlier ones, and false if there are
// more monomials than rows or than can be looked at.
func (s *search) allColumns(d int) (full bool, leading []poly.Monomial) {
	if numeric.CountMonomials(len(s.cols), d) > 8*limit.ExactMonomials {
		return false, nil
	}
	sp := s.standard(d)
	if n := len(sp.mons); n > min(limit.ExactMonomials, len(s.t.x)) || n*n*n/3 > s.work.left {
		return false, nil
	}
	e := s.t.rank(sp, numeric.FirstInts(len(s.t.x)), s.work)
	if len(e.rows) == len(sp.mons) {
		return true, nil
	}
	// Pivots were taken from the smallest monomial up: the others lead the kernel.
	for k, m := range sp.mons {
		if !slices.Contains(e.pivot, k) {
			leading = append(leading, m)
		}
	}
	return true, leading
}

// standard are the monomials of degree ≤ d that no leading monomial so far divides.
func (s *search) standard(d int) *space {
	return newSpace(s.R, s.cols, d, func(m poly.Monomial) bool {
		return slices.ContainsFunc(s.leading, func(l poly.Monomial) bool { return s.R.Divides(l, m) })
	})
}

// subsetsBySize looks at the sets of columns by size. It reports whether it came to the end
// before the work was used up.
func (s *search) subsetsBySize(ctx context.Context, d int, full bool) (finished bool, err error) {
	for size := 1; size <= len(s.cols); size++ {
		if terms := (size + d - 1) / d; terms-1+limit.MinSpareRows > len(s.t.x) {
			return true, nil // the rows confirm no law of all these columns
		}
		before := len(s.laws) + len(s.trivial)
		tooMuch := s.subsetWork(size, d) > s.work.left
		if full && size < len(s.cols) && (tooMuch || size >= limit.SubsetColumns) {
			s.examine(s.cols, d)
			return true, nil
		}
		if tooMuch {
			return false, s.fewTerms(ctx, d)
		}
		for cols := range subsets(s.cols, size) {
			if err := ctx.Err(); err != nil || s.work.left < 0 {
				return false, err
			}
			s.examine(cols, d)
		}
		if full && (size == 1 || len(s.laws)+len(s.trivial) > before) && s.explained(d) {
			return true, nil
		}
	}
	return true, nil
}

// subsetWork is the number of multiplications, about, that elimination takes in all sets of so many
// columns.
func (s *search) subsetWork(size, d int) int {
	n := numeric.CountMonomials(size, d)
	return numeric.CountCombinations(len(s.cols), size) * n * n * n / 4
}

// smallSubsets looks at sets of columns so small that there are two rows for each monomial.
func (s *search) smallSubsets(ctx context.Context, d int) error {
	for size := 2; size < len(s.cols) && 2*numeric.CountMonomials(size, d) <= len(s.t.x); size++ {
		if s.subsetWork(size, d) > s.work.left {
			break
		}
		for cols := range subsets(s.cols, size) {
			if err := ctx.Err(); err != nil {
				return err
			}
			s.examine(cols, d)
		}
	}
	return nil
}

// subsets yields the sets of k of the elements, in lexicographic order.
func subsets(of []int, k int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		for at := range numeric.Combinations(len(of), k) {
			set := make([]int, k)
			for i, a := range at {
				set[i] = of[a]
			}
			if !yield(set) {
				return
			}
		}
	}
}

// explained reports whether everything of degree ≤ d that vanishes at the rows follows,
// within that degree, from what is known.
func (s *search) explained(d int) bool {
	sp := newSpace(s.R, s.cols, d, nil)
	if len(sp.mons) > limit.ExactMonomials {
		return false
	}
	rank := len(s.t.rank(s.standard(d), numeric.FirstInts(len(s.t.x)), s.work).rows)
	return len(s.knownIn(sp).rows) == len(sp.mons)-rank
}

// lawsIn is what follows from laws within a space.
func (s *search) lawsIn(sp *space) *known {
	k := newKnown(s.R, sp, s.t.m, s.work)
	for _, l := range s.laws {
		if numeric.IsSubset(l.vars, sp.cols) {
			k.multiples(l.vector)
		}
	}
	return k
}

// knownIn is what follows from laws and trivial polynomials within a space.
func (s *search) knownIn(sp *space) *known {
	k := s.lawsIn(sp)
	for _, f := range s.trivial {
		if numeric.IsSubset(f.vars, sp.cols) {
			k.multiples(f)
		}
	}
	return k
}

// examine finds the laws of degree ≤ d in a set of columns that are not known.
func (s *search) examine(cols []int, d int) {
	for _, c := range s.undetermined {
		if c.degree <= d && numeric.IsSubset(c.cols, cols) {
			return
		}
	}
	sp := newSpace(s.R, cols, d, nil)
	e := s.t.rank(sp, numeric.FirstInts(len(s.t.x)), s.work)
	n := len(sp.mons)
	if len(e.rows) == n {
		return
	}
	k := s.knownIn(sp)
	news := n - len(e.rows) - len(k.rows)
	if news <= 0 {
		return
	}
	if news > limit.MaxKernelVectors {
		s.undetermined = append(s.undetermined, undetermined{cols, d})
		return
	}
	for _, f := range s.circuits(sp, e, k) {
		if k.contains(sp.vectorOf(f.vector)) {
			continue
		}
		if !s.take(f) && !slices.ContainsFunc(s.otherForms(f), s.take) {
			s.trivial = append(s.trivial, f.vector)
		}
		k.multiples(f.vector)
	}
}

// otherForms are the polynomials of no more terms that a law of the same columns makes of f by cancelling a term: beside
// sat*(y - 100) the polynomial (1 - sat)*(y - x) for y - x + x*sat - 100*sat.
func (s *search) otherForms(f law) (out []law) {
	for _, l := range s.laws {
		if l.degree > f.degree || !numeric.IsSubset(l.vars, f.vars) {
			continue
		}
		for k, m := range f.mons {
			if at := slices.Index(l.mons, m); at >= 0 {
				c := s.t.m.Neg(s.t.m.Mul(f.coef[k], s.t.m.Inv(l.coef[at])))
				mons, coef := slices.Clone(f.mons), slices.Clone(f.coef)
				for i, m := range l.mons {
					mons, coef = append(mons, m), append(coef, s.t.m.Mul(c, l.coef[i]))
				}
				if g := s.sum(mons, coef); len(g.mons) <= len(f.mons) {
					out = append(out, law{vector: g})
				}
			}
		}
	}
	return out
}

// besideTrivial finds laws of degree ≤ d that follow from trivial polynomials: where the rows are those of three values of x
// and y, x = y*q + r is the sum of two polynomials that interpolate between these. What holds among settings alone may
// be said by their values.
func (s *search) besideTrivial(d int) {
	if len(s.trivial) == 0 || s.subsetWork(len(s.cols), d) > s.work.left {
		return
	}
	sp := newSpace(s.R, s.cols, d, nil)
	e, k, settings := s.t.rank(sp, numeric.FirstInts(len(s.t.x)), s.work), s.lawsIn(sp), s.table.Settings()
	for _, f := range s.circuits(sp, e, k) {
		if takesMany(f.vars, settings) && !k.contains(sp.vectorOf(f.vector)) && s.take(f) {
			k.multiples(f.vector)
		}
	}
}

// take adds a polynomial to the laws if it is confirmed.
func (s *search) take(f law) bool {
	rows := numeric.FirstInts(len(s.t.x))
	if !s.confirmed(f.vector, rows) {
		return false
	}
	f.poly = lift(s.R, s.table, s.t, f.vector, rows)
	if f.poly == nil || !s.vanishes(f.poly) {
		return false
	}
	s.laws = append(s.laws, f)
	return true
}

// vectorOf spreads a polynomial over the monomials of the space.
func (s *space) vectorOf(f vector) []uint64 {
	v := make([]uint64, len(s.mons))
	for i, m := range f.mons {
		v[s.at[m]] = f.coef[i]
	}
	return v
}

// circuits returns kernel vectors that are not known, the shortest first: those that
// elimination shows in several orders of the monomials.
func (s *search) circuits(sp *space, e *echelon, k *known) []law {
	var out []law
	seen := map[string]bool{}
	n := len(sp.mons)
	for _, order := range sp.orders(s.t.rng) {
		for _, v := range e.kernel(n, order) {
			id := make([]byte, n)
			for j, c := range v {
				if c != 0 {
					id[j] = 1
				}
			}
			if seen[string(id)] {
				continue
			}
			seen[string(id)] = true
			if f := newVector(s.R, sp.mons, v); !k.contains(v) {
				out = append(out, law{vector: f})
			}
		}
	}
	stable.Sort(out, func(a, b law) int {
		return cmp.Or(cmp.Compare(len(a.mons), len(b.mons)), cmp.Compare(a.shape(), b.shape()))
	})
	head := out[:min(len(out), limit.ShortestByDigits)]
	for i, f := range head {
		head[i].poly = reconstruct(s.R, f.mons, []modular.Modulus{s.t.m}, [][]uint64{normalised(&s.t.m, f.coef)})
	}
	stable.Sort(head, func(a, b law) int {
		return cmp.Or(cmp.Compare(len(a.mons), len(b.mons)), compareLength(a.poly, b.poly))
	})
	return out
}

// compareLength orders polynomials by their length, those that are not known last.
func compareLength(p, q *poly.Polynomial[ring.Rat]) int {
	switch {
	case p == nil && q == nil:
		return 0
	case p == nil:
		return 1
	case q == nil:
		return -1
	}
	pt, ps := length(p)
	qt, qs := length(q)
	return cmp.Or(cmp.Compare(pt, qt), cmp.Compare(ps, qs))
}

// vanishes checks a polynomial at all rows of the search in rational arithmetic.
func (s *search) vanishes(p *poly.Polynomial[ring.Rat]) bool {
	rows := make([][]ring.Rat, len(s.t.rows))
	for k, i := range s.t.rows {
		rows[k] = s.table.Rows[i]
	}
	return len(failing(p, rows)) == 0
}
