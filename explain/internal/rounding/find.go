package rounding

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/kexplain/kexplain/border/groebner"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/internal/parallel"
	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Law is an equation that holds within rounding.
type Law struct {
	Polynomial *poly.Polynomial[ring.Rat] // decimals where all are short, else integers
	Failing    []int                      // rows at which it does not hold, ascending
	Counts     []int                      // columns of whole numbers whose cells are exact in it, though they may be rounded
	Nats       float64                    // of evidence that its coefficients are these
}

// Options of Find.
type Options struct {
	MaxDegree int // of a law, 0 for 3, and 6 of two terms, as no law has more
	Seed      uint64
	EveryRow  bool // asks for laws that no row breaks
}

// Find finds equations of two to five terms, linear ones of up to eight, that hold within the rounding of the cells at
// all rows, or at all but a few, and whose coefficients are simple numbers.
//
// A support is fitted by least squares, each row weighed by its rounding. Where every row
// then agrees, the coefficient known best is replaced by the simplest number within its
// errors, or in what all rows allow, and the others are fitted again. Zero decides whether the equation that comes out
// holds at each row. It is a law if that cannot be chance, twice: the rows do not agree
// where one column is shifted against the others; and numbers as simple as the coefficients
// hardly ever lie in intervals as short as those that the rows leave.
//
// Linear laws are sought first: where readings vary little, their mean is their geometric mean too. So a product of
// readings gives way to the sum of the same readings where both hold, see asSum.
//
// Columns that are others in other units, or products of settings times a constant, come last, see addCopies. Where a degree has too many supports, products of
// different columns stand for it, see affordable, and it is looked at without the columns that linear laws give by those before them.
//
// Whole numbers are counts until the rows say otherwise: the laws of a degree are sought with all of them exact, then
// with one column of them rounded, that which a law gives, and then with all rounded that occur in no law as counts.
//
// A law that is a monomial times another equation beside the laws before it is none, see isMultiple. At last laws are looked for that hold
// where a column is not 0, see whereNotZero.
func Find(ctx context.Context, t Table, o Options) ([]Law, error) {
	laws, err := find(ctx, t, o)
	if err != nil {
		return nil, err
	}
	return whereNotZero(ctx, t, o, laws)
}

// find is Find without those laws.
func find(ctx context.Context, t Table, o Options) ([]Law, error) {
	if len(t.Columns) < 2 || len(t.Rows) < limit.RoundingSpareRows {
		return nil, nil
	}
	s, most, ofTwo := &search{given: t}, limit.RoundingDegree, limit.RoundingPowers
	if o.MaxDegree > 0 {
		most, ofTwo = min(most, o.MaxDegree), min(ofTwo, o.MaxDegree)
	}
	if err := s.stage(ctx, o.Seed, 1, 1, limit.RoundingLinearTerms); err != nil {
		return nil, err
	}
	if most > 1 {
		if err := s.withoutTangents(ctx, o.Seed); err != nil {
			return nil, err
		}
		if err := s.stage(ctx, o.Seed, most, ofTwo, limit.RoundingTerms); err != nil {
			return nil, err
		}
	}
	s.addCopies()
	if o.EveryRow { // found all the same: what vanishes at a spoilt row may be a factor of another
		s.laws = slices.DeleteFunc(s.laws, func(l Law) bool { return len(l.Failing) > 0 })
	}
	return s.laws, nil
}

// search is a run of Find.
type search struct {
	given   Table
	*sample // of a view of the table
	laws    []Law
	// measured are polynomials that all rows agree with, and whose coefficients are no simple numbers.
	measured []*poly.Polynomial[ring.Rat]
	copies   []copied                              // see addCopies
	ideals   map[int]*groebner.Truncated[ring.Rat] // of what is known and the laws, by degree
}

// stage finds the laws of so many terms up to a degree, and up to another one those of two.
func (s *search) stage(ctx context.Context, seed uint64, degree, ofTwo, terms int) error {
	for _, views := range []func(*search) []Table{allCounted, oneRounded, someRounded} {
		var samples []*sample
		for _, view := range views(s) {
			if slices.ContainsFunc(view.Columns, view.Rounded) {
				samples = append(samples, newSample(view, limit.RoundingSample, seed))
			}
		}
		for size := 2; size <= terms; size++ {
			degree := degree
			if size == 2 {
				degree = ofTwo
			}
			if err := s.ofSize(ctx, samples, size, degree); err != nil {
				return err
			}
			var reduced []*sample
			for _, full := range samples {
				few := full.t
				few.Columns = s.notGiven()
				if full.t.affordable(size, degree).less(few.affordable(size, degree)) {
					reduced = append(reduced, newSample(few, limit.RoundingSample, seed))
				}
			}
			if err := s.ofSize(ctx, reduced, size, degree); err != nil {
				return err
			}
		}
	}
	return nil
}

// candidate is a support that all rows agree with.
type candidate struct {
	support
	fitted
	view    *sample // in which it was found
	degree  int
	between int     // see search.between
	factors int     // of all its monomials
	length  int     // of the law that it may be, by Length; of two terms
	chances float64 // nats that so many candidates ask of each
}

// compareCandidates compares two by the order in which they are decided: by degree, what interpolates first, and of two terms
// those with fewer factors and of less length. A law between two values of a setting says more than the product of what holds at
// each, cost = gallons*price more than mpg*cost = miles*price, and total = people*each more than 23*bill = 20*people*each.
func compareCandidates(a, b candidate) int {
	if c := cmp.Or(cmp.Compare(a.degree, b.degree), cmp.Compare(min(b.between, 1), min(a.between, 1))); c != 0 || len(a.support) > 2 {
		return c
	}
	return cmp.Or(cmp.Compare(a.factors, b.factors), cmp.Compare(a.length, b.length))
}

// ofSize finds the laws of so many terms, up to a degree. The candidates of all views are decided together.
func (s *search) ofSize(ctx context.Context, views []*sample, size, degree int) error {
	if len(views) == 0 {
		return nil
	}
	s.sample = views[len(views)-1] // where there is no candidate, questions such as notGiven look at the columns of this view
	found := make([][]candidate, len(views))
	parallel.Each(ctx, len(views), func(k int) {
		in := *s
		in.sample = views[k]
		found[k] = in.candidates(ctx, size, degree)
	})
	if err := ctx.Err(); err != nil {
		return err
	}
	all := slices.Concat(found...)
	stable.Sort(all, compareCandidates)
	for _, c := range all {
		s.sample = c.view
		switch dependent, err := s.dependent(ctx, c); {
		case err != nil:
			return err
		case dependent:
			continue
		}
		l, ok := s.law(c, limit.RoundingNats+c.chances)
		if !ok {
			continue
		}
		switch multiple, err := s.isMultiple(ctx, l); {
		case err != nil:
			return err
		case !multiple:
			s.laws, s.ideals = append(s.laws, s.asSum(l)), nil
		}
	}
	return nil
}

// candidates are the supports of so many terms that all rows of a view agree with, those that were found when ctx ends.
func (s *search) candidates(ctx context.Context, size, degree int) (found []candidate) {
	upTo := s.t.affordable(size, degree)
	if upTo.degree == 0 || len(s.rows) < size-1+limit.RoundingSpareRows {
		return nil
	}
	s.evaluate(upTo)
	n := 0
	for set := range numeric.Combinations(len(s.mons), size) {
		if n++; n%4096 == 0 && ctx.Err() != nil {
			break
		}
		if !s.admissible(set) {
			continue
		}
		u := s.ordered(set)
		if c, ok := s.fitOfGroups(u); ok {
			c.between, c.length = s.between(u), s.lengthOf(c)
			found = append(found, c)
		}
	}
	stable.Sort(found, compareCandidates)
	found = found[:min(len(found), limit.RoundingChecked)]
	for k, c := range found {
		asLow, _ := slices.BinarySearchFunc(found, c.degree+1, func(o candidate, degree int) int { return cmp.Compare(o.degree, degree) })
		found[k].chances = math.Log(float64(1+asLow)) + limit.RoundingNatsNext*float64(size-2) + limit.RoundingBetween*float64(c.between)
	}
	return found
}

// admissible reports whether a support may carry a law: of two columns or more, one of which
// is rounded and one no setting; and without a common factor.
func (s *search) admissible(set []int) bool {
	if len(set) == 2 && s.power(set) {
		return false
	}
	if j := s.t.notZero; j != nil && !slices.ContainsFunc(set, func(m int) bool { return s.exps[m][*j] > 0 }) {
		return false
	}
	columns, rounded, free := 0, false, false
	for _, j := range s.t.Columns {
		least, most := math.MaxInt, 0
		for _, m := range set {
			least, most = min(least, s.exps[m][j]), max(most, s.exps[m][j])
		}
		if least > 0 {
			return false
		}
		if most == 0 {
			continue
		}
		columns++
		rounded = rounded || s.isRounded[j]
		free = free || s.t.Levels[j] == 0
	}
	return columns >= 2 && rounded && free
}

// power reports whether two monomials are powers of others, the same: x² and y².
func (s *search) power(set []int) bool {
	divisor := 0
	for _, m := range set {
		for _, e := range s.exps[m] {
			for e > 0 {
				divisor, e = e, divisor%e
			}
		}
	}
	return divisor > 1
}

// between counts the products of other columns that have coefficients in as many powers of a setting as that has values: to
// interpolate between these any such coefficients would do.
func (s *search) between(u support) (n int) {
	for _, j := range s.t.Columns {
		levels := s.t.Levels[j]
		if levels == 0 || levels > len(u) {
			continue
		}
		for _, m := range u {
			powers, first := 0, true // among the powers of j times the same
			for _, other := range u {
				if s.sameBut(j, m, other) {
					powers++
					first = first && s.exps[m][j] <= s.exps[other][j]
				}
			}
			if first && powers >= levels {
				n++
			}
		}
	}
	return n
}

// sameBut reports whether two monomials have the same exponents but for that of a column.
func (s *search) sameBut(column, a, b int) bool {
	for k, e := range s.exps[a] {
		if k != column && e != s.exps[b][k] {
			return false
		}
	}
	return true
}

// ordered puts the monomial first that the rounding moves most, in parts of itself.
func (s *search) ordered(set []int) support {
	u := support(set)
	first := 0
	for k, m := range u {
		if s.relative[m] > s.relative[u[first]] {
			first = k
		}
	}
	u = slices.Clone(u)
	u[0], u[first] = u[first], u[0]
	return u
}

// fitOfGroups fits a support at small groups of rows first and, where the rows of one agree, at
// twice as many again and again, without those that do not.
func (s *search) fitOfGroups(u support) (candidate, bool) {
	size := len(u) - 1 + limit.RoundingGroupSpare
	var f fitted
	agree := false
	for g := 0; g < limit.RoundingGroups && !agree && (g+1)*size <= len(s.rows); g++ {
		rows := s.order[g*size : (g+1)*size]
		f = fitted{}
		agree = s.first(u, rows, &f) && s.within(u, &f, rows) && s.fit(u, rows, &f)
	}
	if !agree || s.containsMultiple(u) {
		return candidate{}, false
	}
	for n := 2 * size; ; n *= 2 {
		all := s.order[:min(n, len(s.rows))]
		inside := s.inside(u, &f, all)
		if float64(len(inside)) < (1-2*limit.RoundingFailing)*float64(len(all)) || !s.fit(u, inside, &f) {
			return candidate{}, false
		}
		if len(all) == len(s.rows) {
			break
		}
	}
	inside := s.inside(u, &f, s.order)
	if float64(len(inside)) < (1-limit.RoundingFailing)*float64(len(s.order)) || !s.within(u, &f, inside) {
		return candidate{}, false
	}
	c := candidate{support: u, fitted: f, view: s.sample}
	for _, m := range u {
		c.degree = max(c.degree, s.mons[m].Degree())
		c.factors += s.mons[m].Degree()
	}
	return c, true
}

// within reports whether the misses at the rows are as small as rounding makes them: on average
// where the coefficients were fitted by least squares, and at every row else.
func (s *search) within(u support, f *fitted, rows []int) bool {
	sum := 0.0
	for _, i := range rows {
		miss, slack := s.miss(u, &f.c, i)
		if slack > 0 {
			sum += miss / slack * (miss / slack)
		}
	}
	return sum <= float64(len(rows))
}

// inside lists the rows whose misses are within the slack and what the errors of the
// coefficients add to it.
func (s *search) inside(u support, f *fitted, rows []int) []int {
	errors := f.se
	for k := range errors {
		errors[k] *= limit.RoundingErrors
	}
	out := make([]int, 0, len(rows))
	for _, i := range rows {
		miss, slack := s.miss(u, &f.c, i)
		for k, m := range u[1:] {
			slack += errors[k] * math.Abs(s.value[m][i])
		}
		if math.Abs(miss) <= slack {
			out = append(out, i)
		}
	}
	return out
}
