package exact

import (
	"context"
	"slices"

	"github.com/kexplain/kexplain/border/groebner"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Options of Find. The zero value is what most tables want.
type Options struct {
	// MaxDegree is the largest degree of an equation; zero stands for limit.ExactDegree, as
	// far as the work stays small.
	MaxDegree int
	Seed      uint64
	// EveryRow asks for equations that no row breaks.
	EveryRow bool
	// Numbered says that columns that number the rows are columns like others.
	Numbered bool
}

// Equation is a polynomial that is zero at all rows, or at all but a few.
type Equation struct {
	Polynomial *poly.Polynomial[ring.Rat] // primitive, over the columns of the table
	Failing    []int                      // rows where it is not zero, ascending
	Counts     []int                      // of one that holds within rounding: columns of whole numbers whose cells are exact in it
}

// Result is what Find found.
type Result struct {
	Ring      *poly.Ring[ring.Rat]
	Constant  []Equation // of the columns that hold one value, x - c
	Equations []Equation // the others, generators: the shortest first
	Settings  []Setting
	Forms     []Form // that take few values at all rows; the columns of a Setting are none
	Counters  []int  // columns that number or name the rows
	Distinct  int    // different rows, as far as they were looked at
	// Degree is the largest degree up to which everything that vanishes was looked at.
	Degree int
	// Complete is the largest degree up to which the equations generate everything that
	// vanishes, at the rows at which no equation fails.
	Complete int
	// TooFewRows says that polynomials of the next degree vanish for want of rows, so that
	// nothing is learned from them.
	TooFewRows bool
}

// Find finds the equations that hold exactly at the rows, or at all but a few. The
// names must be names of variables. The error is that of the context, or of a ring of
// too many columns.
func Find(ctx context.Context, t Table, o Options) (*Result, error) {
	k := task{table: t, options: o, bound: o.MaxDegree, work: limit.ExactWorkAsked}
	if k.bound == 0 {
		k.bound, k.work = limit.ExactDegree, limit.ExactWork
	}
	var err error
	if k.R, err = newRing(t.Names, k.bound); err != nil {
		return nil, err
	}
	k.bound = min(k.bound, k.R.MaxDegree()/2)
	r := &Result{Ring: k.R, Settings: t.Settings()}
	if !o.Numbered {
		r.Counters = slices.Compact(slices.Sorted(slices.Values(append(t.counters(), t.identifiers()...))))
	}
	if len(t.Rows) < limit.MinRows {
		return r, nil
	}
	var cols []int
	for j := range t.Names {
		v := t.values(j, 2)
		if len(v) == 1 {
			r.Constant = append(r.Constant, Equation{Polynomial: poly.Primitive(k.R.Var(j).Sub(k.R.Const(v[0])))})
			continue
		}
		cols = append(cols, j)
	}
	if len(cols) < 2 {
		return r, nil
	}
	return r, k.among(ctx, cols, r)
}

// task is what a table is searched for: equations up to a degree, with so many multiplications
// for each walk through the degrees.
type task struct {
	table   Table
	R       ringOfRows
	options Options
	bound   int
	work    int
}

// among adds the equations of columns that vary.
func (k task) among(ctx context.Context, cols []int, r *Result) error {
	t, rows := k.table, numeric.FirstInts(len(k.table.Rows))
	others := slices.DeleteFunc(slices.Clone(cols), func(j int) bool { return slices.Contains(r.Counters, j) })
	// A column that numbers the rows stands aside where two others are left.
	aside := r.Counters
	if len(others) < 2 {
		aside = nil
	}
	s, rows, err := k.search(ctx, rows, cols, aside)
	if err != nil {
		return err
	}
	// Without the rows that break a law: a wrong cell is a value of a setting where nothing holds.
	good := t.at(rows)
	settings := good.Settings()
	s.powers(settings, min(limit.PowerDegree, k.bound))
	laws, alone := s.generators(), s
	// A column that numbers the rows adds monomials and no law: what holds among the others
	// needs fewer rows without it.
	if len(others) >= 2 && len(others) < len(cols) {
		if s.complete() < k.bound {
			if alone, _, err = k.search(ctx, rows, others, nil); err != nil {
				return err
			}
			s.laws = append(s.laws, alone.laws...)
			laws = s.generators()
		}
		if !slices.ContainsFunc(laws, func(l law) bool { return !numeric.IsSubset(l.vars, others) && !t.numbering(l, r.Counters) }) {
			s, cols = alone, others
		}
	}
	r.Distinct = len(s.t.distinct(numeric.FirstInts(len(s.t.x)), cols))
	r.Degree, r.Complete, r.TooFewRows = s.done, s.complete(), s.tooFewRows
	var kept []law
	for _, l := range laws {
		// A column that counts the rows may take part in another law.
		counters := slices.DeleteFunc(slices.Clone(r.Counters), func(j int) bool {
			return slices.ContainsFunc(laws, func(other law) bool { return slices.Contains(other.vars, j) && !t.numbering(other, r.Counters) })
		})
		if t.numbering(l, counters) {
			continue
		}
		owed, err := s.owedToSettings(ctx, good, l, kept, laws, settings)
		if err != nil {
			return err
		}
		if owed {
			r.Complete = min(r.Complete, l.degree-1)
			continue
		}
		kept = append(kept, l)
		e := Equation{Polynomial: l.poly, Failing: failing(l.poly, t.Rows)}
		linear := linearForm(l.poly)
		if linear == nil {
			r.Equations = append(r.Equations, e)
			continue
		}
		r.Complete = min(r.Complete, l.degree-1)
		if len(e.Failing) == 0 {
			r.Forms = append(r.Forms, Form{linear, l.poly, t.valuesOf(linear)})
		}
	}
	return nil
}

// search walks through the degrees, and sets aside rows that break what the others obey. It
// returns the rows that are left.
func (k task) search(ctx context.Context, rows, cols, counters []int) (*search, []int, error) {
	s := k.newSearch(rows, cols)
	// Slips come before the higher degrees: where rows break two laws, but none both, the
	// product of the two would pass for a law.
	if err := s.run(ctx, min(limit.SlipDegree, k.bound)); err != nil {
		return nil, nil, err
	}
	walked := false
	if !k.options.EveryRow {
		if bad := s.slips(ctx, counters, min(limit.SlipMostDegree, k.bound)); len(bad) > 0 {
			t, rest, err := k.setAside(ctx, s, rows, bad)
			if err != nil {
				return nil, nil, err
			}
			walked, s, rows = t != s, t, rest
		}
	}
	if !walked {
		if err := s.run(ctx, k.bound); err != nil {
			return nil, nil, err
		}
	}
	if bad := s.factoredSlips(); !k.options.EveryRow && len(bad) > 0 {
		return k.setAside(ctx, s, rows, bad)
	}
	return s, rows, nil
}

// setAside walks through the degrees again, at the rows that are not in bad. It returns this walk, with the laws of s that fewer rows may not
// confirm, and its rows; or s with all of its rows, where s says more in fewer terms.
func (k task) setAside(ctx context.Context, s *search, rows, bad []int) (*search, []int, error) {
	rest := without(rows, bad)
	t := k.newSearch(rest, s.cols)
	if err := t.run(ctx, k.bound); err != nil {
		return nil, nil, err
	}
	if !t.keep(s.laws) {
		return s, rows, nil
	}
	return t, rest, nil
}

// keep adds laws of more rows that do not follow from those of the search: fewer rows may be too few to confirm them. A product of two laws, each
// broken at some rows, does follow from one of them. keep reports false if a law follows only with laws longer than itself: then all rows say
// more, in fewer terms, than these rows do.
func (s *search) keep(laws []law) bool {
	own := s.laws
	for _, l := range laws {
		sp := newSpace(s.R, l.vars, l.degree, nil)
		long, short := newKnown(s.R, sp, s.t.m, s.work), newKnown(s.R, sp, s.t.m, s.work)
		for _, f := range own {
			if numeric.IsSubset(f.vars, l.vars) {
				long.multiples(f.vector)
				if len(f.mons) <= len(l.mons) {
					short.multiples(f.vector)
				}
			}
		}
		switch {
		case !long.contains(sp.vectorOf(l.vector)):
			s.laws = append(s.laws, l)
		case !short.contains(sp.vectorOf(l.vector)):
			return false
		}
	}
	// What follows from a law is not trivial.
	s.trivial = slices.DeleteFunc(s.trivial, func(f vector) bool {
		sp := newSpace(s.R, f.vars, f.degree, nil)
		return s.lawsIn(sp).contains(sp.vectorOf(f))
	})
	return true
}

// newSearch begins a walk through the degrees at some rows and columns.
func (k task) newSearch(rows, cols []int) *search {
	return &search{
		table: k.table, R: k.R, t: newResidues(k.table, rows, cols, k.options.Seed), cols: cols,
		work: &ops{left: k.work},
	}
}

// without are the rows that are not in bad, which ascends.
func without(rows, bad []int) []int {
	return slices.DeleteFunc(slices.Clone(rows), func(i int) bool { _, is := slices.BinarySearch(bad, i); return is })
}

// newRing returns the ring in all columns, with room for products.
func newRing(names []string, bound int) (*poly.Ring[ring.Rat], error) {
	for d := 2*bound + 2; ; d /= 2 {
		R, err := poly.NewRing[ring.Rat](ring.Q, names, poly.WithMaxDegree(d))
		if err == nil || d <= 2 {
			return R, err
		}
	}
}

// HoldsAt reports whether a polynomial is zero at all rows.
func HoldsAt(p *poly.Polynomial[ring.Rat], rows [][]ring.Rat) bool { return len(failing(p, rows)) == 0 }

// failing lists the rows where a polynomial is not zero.
func failing(p *poly.Polynomial[ring.Rat], rows [][]ring.Rat) []int {
	values := make([]ring.Rat, len(rows))
	poly.NewEvaluator(p).EvalTo([][]ring.Rat{values}, rows)
	var out []int
	for i, v := range values {
		if !v.IsZero() {
			out = append(out, i)
		}
	}
	return out
}

// complete is the degree below that of everything trivial.
func (s *search) complete() int {
	d := s.done
	for _, f := range s.trivial {
		d = min(d, f.degree-1)
	}
	for _, c := range s.undetermined {
		d = min(d, c.degree-1)
	}
	return d
}

// Beyond are the equations of a list that do not follow from identities, all of one ring. The error is
// that of ctx.
func Beyond(ctx context.Context, list []Equation, identities []*poly.Polynomial[ring.Rat]) (out []Equation, err error) {
	if len(identities) == 0 || len(list) == 0 {
		return list, nil
	}
	basis, err := groebner.Basis(ctx, identities)
	if err != nil {
		return nil, err
	}
	for _, e := range list {
		follows, err := groebner.Member(e.Polynomial, basis)
		if err != nil {
			return nil, err
		}
		if !follows {
			out = append(out, e)
		}
	}
	return out, nil
}

// Polynomials are those of equations.
func Polynomials(list []Equation) []*poly.Polynomial[ring.Rat] {
	var out []*poly.Polynomial[ring.Rat]
	for _, e := range list {
		out = append(out, e.Polynomial)
	}
	return out
}
