package exact

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/slip"
	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// slips looks for laws, up to a degree, that most rows obey and the others break by more
// than a rounding: samples of a few rows, drawn at random, are all unspoilt often enough,
// and a polynomial with which a sample of more rows than coefficients agrees exactly is
// then tried at every row. Only sets with a column in no law so far are looked at: a
// spoilt cell breaks every law that its column is in. It returns the rows of the table
// that are not to be relied on.
func (s *search) slips(ctx context.Context, counters []int, degree int) []int {
	cols := slices.DeleteFunc(slices.Clone(s.cols), func(j int) bool { return slices.Contains(counters, j) })
	work := s.work
	s.work = &ops{left: limit.SlipWork}
	defer func() { s.work = work }()
	return s.rowsThatBreak(s.consensus(ctx, cols, degree))
}

// factoredSlips looks for laws that are products of x - c and a law that most rows obey: the
// others have c in the column x. Of few rows that is what the walk through the degrees meets where
// one is spoilt.
func (s *search) factoredSlips() []int {
	var found []slipLaw
	for _, f := range s.laws {
		for _, j := range f.vars {
			for i, x := range s.t.x {
				if len(s.substitute(f.vector, []int{j}, x).mons) > 0 {
					continue
				}
				c := s.R.Const(s.table.Rows[s.t.rows[i]][j])
				quotients, rest, err := f.poly.DivMod([]*poly.Polynomial[ring.Rat]{s.R.Var(j).Sub(c)})
				if err != nil || !rest.IsZero() {
					continue
				}
				if l := s.atAllRows(law{s.residues(quotients[0]), quotients[0]}); l != nil {
					found = append(found, *l)
				}
			}
		}
	}
	return s.rowsThatBreak(found)
}

// residues are the coefficients of a polynomial modulo the prime of the search.
func (s *search) residues(p *poly.Polynomial[ring.Rat]) vector {
	sp := &space{}
	var values []uint64
	for m, c := range p.Terms() {
		sp.mons = append(sp.mons, m)
		values = append(values, residue(&s.t.m, c))
	}
	return newVector(s.R, sp.mons, values)
}

// rowsThatBreak lists the rows of the table at which laws fail by slips.
func (s *search) rowsThatBreak(found []slipLaw) []int {
	stable.Sort(found, func(a, b slipLaw) int {
		return cmp.Or(cmp.Compare(len(a.failing), len(b.failing)), cmp.Compare(len(a.mons), len(b.mons)))
	})
	bad := map[int]bool{}
	var kept []slipLaw
	for _, f := range found {
		if s.failuresAreSlips(f, kept) {
			kept = append(kept, f)
			for _, i := range f.failing {
				bad[s.t.rows[i]] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(bad))
}

// coveredColumns are the columns of the laws so far that are not products: where rows break two
// laws, but none both, the product of the two vanishes everywhere.
func (s *search) coveredColumns() map[int]bool {
	out := map[int]bool{}
	for _, l := range s.laws {
		if l.degree > limit.SlipDegree || l.degree == 2 && s.quadricRank(l.vector) <= 2 {
			continue
		}
		for _, j := range l.vars {
			out[j] = true
		}
	}
	return out
}

// quadricRank is the rank of the symmetric matrix of a polynomial of degree 2, made
// homogeneous. That of a product of two linear polynomials is at most 2.
func (s *search) quadricRank(f vector) int {
	n := len(f.vars)
	a := make([][]uint64, n+1)
	for i := range a {
		a[i] = make([]uint64, n+1)
	}
	half := s.t.m.Inv(s.t.m.FromInt64(2))
	for k, m := range f.mons {
		var at []int
		for i, j := range f.vars {
			for range s.R.Exponent(m, j) {
				at = append(at, i)
			}
		}
		for len(at) < 2 {
			at = append(at, n)
		}
		c := s.t.m.Mul(half, f.coef[k])
		a[at[0]][at[1]] = s.t.m.Add(a[at[0]][at[1]], c)
		a[at[1]][at[0]] = s.t.m.Add(a[at[1]][at[0]], c)
	}
	e := &echelon{m: s.t.m, work: s.work}
	order := numeric.FirstInts(n + 1)
	for _, row := range a {
		e.add(row, order)
	}
	return len(e.rows)
}

// slipLaw is a polynomial that vanishes at most rows.
type slipLaw struct {
	law
	failing []int // rows of the residues, ascending
}

// consensus lists polynomials of few columns, up to a degree, with which most rows agree.
func (s *search) consensus(ctx context.Context, cols []int, most int) []slipLaw {
	var found []slipLaw
	covered := s.coveredColumns()
	isCovered := func(j int) bool { return covered[j] }
	isOpen := func(j int) bool { return !covered[j] }
	// Rows that break a law of few columns and obey another one obey the product of the two. And total = v*qty for some values v of
	// unit in total = unit*qty is a product that some rows break.
	product := func(set []int, degree int) bool {
		return degree > limit.SlipDegree && slices.ContainsFunc(found, func(l slipLaw) bool { return numeric.IsSubset(l.vars, set) || numeric.IsSubset(set, l.vars) })
	}
	look := func(size, degree, round int) {
		if size > len(cols) || numeric.CountCombinations(len(cols), size)*s.trialCost(size, degree) > s.work.left {
			return
		}
		share := limit.MaxBroken
		if degree > limit.SlipDegree || degree == limit.SlipDegree && size > limit.SlipColumnsFirst {
			share = limit.SlipFew
		}
		for set := range subsets(cols, size) {
			if ctx.Err() != nil || !slices.ContainsFunc(set, isOpen) || round > 0 && slices.ContainsFunc(set, isCovered) || product(set, degree) {
				continue
			}
			if f := s.sampled(set, degree, share, found); f != nil {
				found = append(found, *f)
			}
		}
	}
	upTo := func(first, last, degree, round int) {
		for size := first; size <= last; size++ {
			look(size, degree, round)
		}
	}
	// Where the columns are few, there is time for so many samples that some are unspoilt though many rows are not. The columns of
	// a law at all rows are not spoilt: what many of their rows obey is a case.
	for round := range limit.SlipRounds {
		for degree := 1; degree <= min(most, limit.SlipDegree); degree++ {
			upTo(2, limit.SlipColumnsFirst, degree, round)
		}
		for degree := 1; degree <= min(most, limit.SlipDegree); degree++ {
			upTo(limit.SlipColumnsFirst+1, limit.SlipColumns, degree, round)
		}
		for degree := limit.SlipDegree + 1; degree <= most; degree++ {
			upTo(2, limit.SlipColumns, degree, round)
		}
	}
	return found
}

func (s *search) trialCost(size, degree int) int {
	n := numeric.CountMonomials(size, degree)
	return limit.SlipTrials * n * n * (n + limit.SlipSpareRows) / 4
}

// sampled looks for one polynomial in a set of columns, in all of them, that no more than a share of the rows
// break.
func (s *search) sampled(cols []int, degree int, share float64, found []slipLaw) *slipLaw {
	sp := newSpace(s.R, cols, degree, nil)
	n := len(sp.mons)
	if len(s.t.x) < n+limit.MinSpareRows {
		return nil
	}
	k, before := s.knownIn(sp), s.knownIn(sp)
	for _, f := range found {
		if numeric.IsSubset(f.vars, cols) {
			before.multiples(f.vector)
		}
	}
	order := numeric.FirstInts(len(sp.mons))
	sample := make([][]uint64, n+limit.SlipSpareRows)
	for i := range sample {
		sample[i] = make([]uint64, n)
	}
	e := &echelon{m: s.t.m, work: s.work}
	shuffled := slices.Grow(s.shuffled[:0], len(s.t.x))[:len(s.t.x)]
	for i := range shuffled {
		shuffled[i] = i
	}
	s.shuffled = shuffled
	for range limit.SlipTrials {
		e.rows, e.pivot = e.rows[:0], e.pivot[:0]
		full := false
		for i, v := range sample {
			other := i + s.t.rng.IntN(len(shuffled)-i)
			shuffled[i], shuffled[other] = shuffled[other], shuffled[i]
			sp.values(&s.t.m, v, s.t.x[shuffled[i]])
			if len(e.rows) < n-1 {
				e.add(v, order)
			} else if full = !e.contains(v); full {
				break
			}
		}
		if full || n-len(e.rows) <= len(k.rows) {
			continue
		}
		for _, f := range s.circuits(sp, e, k) {
			if len(f.vars) < len(cols) || f.poly == nil || before.contains(sp.vectorOf(f.vector)) ||
				f.degree == 2 && s.quadricRank(f.vector) <= 2 {
				continue
			}
			if l := s.atAllRows(f); l != nil && float64(len(l.failing)) <= share*float64(len(s.t.x)) {
				return l
			}
		}
	}
	return nil
}

// atAllRows counts the rows that a polynomial is not zero at, and returns nil unless they are
// few and the others confirm it, with one row more for each that fails.
func (s *search) atAllRows(f law) *slipLaw {
	most := int(limit.MaxBroken * float64(len(s.t.x)))
	l := slipLaw{law: f}
	sup, v := s.t.support(s.R, f.mons), make([]uint64, len(f.mons))
	var zero []int
	for i := range s.t.x {
		if sup.zero(f.coef, v, i) {
			zero = append(zero, i)
			continue
		}
		if l.failing = append(l.failing, i); len(l.failing) > most {
			return nil
		}
	}
	s.work.spend(2 * len(v) * len(s.t.x))
	// Columns of few values are not spoilt: other values would be seen. A sum may be spoilt of which no part takes many.
	many := 0
	for _, j := range f.vars {
		if !s.t.few[j] {
			many++
		}
	}
	if many < min(2, f.degree) || len(zero)-len(f.mons) < limit.MinSpareRows+len(l.failing) || !s.confirmed(f.vector, zero) {
		return nil
	}
	return &l
}

// failuresAreSlips reports whether the rows that a law fails at are slips: no other law that
// shares all its columns holds there, no value of a setting goes with failing, and most
// are off by more than a rounding.
func (s *search) failuresAreSlips(f slipLaw, laws []slipLaw) bool {
	if len(f.failing) == 0 {
		return true
	}
	excused := map[int]bool{}
	covered := map[int]bool{}
	for _, l := range laws {
		shared := false
		for _, j := range l.vars {
			if slices.Contains(f.vars, j) {
				covered[j], shared = true, true
			}
		}
		if shared {
			for _, i := range l.failing {
				excused[i] = true
			}
		}
	}
	for j := range s.coveredColumns() {
		covered[j] = true
	}
	if !slices.ContainsFunc(f.vars, func(j int) bool { return !covered[j] }) &&
		slices.ContainsFunc(f.failing, func(i int) bool { return !excused[i] }) {
		return false
	}
	return !s.failuresGrouped(f.failing) && !s.failuresRounded(f) && !s.failuresObeyLaw(f)
}

// failuresObeyLaw reports whether the failing rows obey a law of their own, of the same columns and
// degree: they are a second case then, and not slips.
func (s *search) failuresObeyLaw(f slipLaw) bool {
	sp := newSpace(s.R, f.vars, f.degree, nil)
	e := s.t.rank(sp, f.failing, s.work)
	k := s.knownIn(sp)
	if len(sp.mons)-len(e.rows) <= len(k.rows) {
		return s.failuresNearLaw(f, sp)
	}
	for _, g := range s.circuits(sp, e, k) {
		if s.confirmed(g.vector, f.failing) {
			return true
		}
	}
	return false
}

// failuresNearLaw is failuresObeyLaw for rows that obey the law up to the rounding of floats.
func (s *search) failuresNearLaw(f slipLaw, sp *space) bool {
	if len(f.failing) < len(sp.mons)+limit.MinSpareRows {
		return false
	}
	m := mat.NewDense(len(f.failing), len(sp.mons), nil)
	for j, monomial := range sp.mons {
		sum, values := 0.0, make([]float64, len(f.failing))
		for k, i := range f.failing {
			values[k] = s.R.Term(ring.RatFromInt(1), monomial).Eval(s.table.Rows[s.t.rows[i]]).Float64()
			sum = math.Hypot(sum, values[k])
		}
		for k, v := range values {
			m.Set(k, j, v/math.Max(sum, math.SmallestNonzeroFloat64))
		}
	}
	svd, err := numeric.SVDOf(m)
	return err == nil && svd.Values[len(svd.Values)-1] < limit.FloatRounding
}

// failuresGrouped reports whether the values of a column tell which rows fail.
func (s *search) failuresGrouped(failing []int) bool {
	fails := map[int]bool{}
	for _, i := range failing {
		fails[i] = true
	}
	return slices.ContainsFunc(s.cols, func(j int) bool {
		return slip.Grouped(len(s.t.x), func(i int) int { return s.t.level[i][j] }, func(i int) bool { return fails[i] })
	})
}
