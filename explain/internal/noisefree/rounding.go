package noisefree

import (
	"context"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/exact"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/rounding"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// isLong reports whether an exact equation may hold because cells were rounded.
func isLong(e exact.Equation) bool {
	return e.Polynomial.Len() >= limit.RoundedTerms && e.Polynomial.Degree() > 1
}

// owedToRounding are the exact equations that may hold because cells were rounded: long ones, products of which one factor
// holds within rounding at all rows, and those that more rows break than have wrong cells, and that give a rounded column there too.
func (f *Found) owedToRounding() (owed []exact.Equation) {
	t, ok := f.Table()
	if !ok {
		return nil
	}
	for _, e := range f.Exactly {
		if isLong(e) || rounding.Sufficient(e.Polynomial, t) != e.Polynomial ||
			float64(len(e.Failing)) > limit.RoundingFailing*float64(f.Points.Rows()) && isComputed(e.Polynomial, t, nil) {
			owed = append(owed, e)
		}
	}
	return owed
}

// covers reports whether the laws say all that an equation does: each of its columns is a setting or in a law, and Spans holds. Spans alone is not
// enough, since the gradient along a column of small values is nearly 0. Beside n ≈ a^2 + a, the equation r = n - a^2 + 3*a + 7 gives a new column.
// An equation that gives a column of the laws, and not from settings alone, says more: rounding leaves two values or more.
func (f *Found) covers(p *poly.Polynomial[ring.Rat]) bool {
	laws := f.Laws()
	return f.Spans(p) && !f.gives(p) && !slices.ContainsFunc(p.UsedVars(), func(j int) bool {
		return !f.isSetting(j) && !slices.ContainsFunc(laws, func(l exact.Equation) bool { return l.Polynomial.DegreeIn(j) > 0 })
	})
}

// gives reports whether an equation of degree 1 in a column of the laws gives it at all rows, from others that are no settings.
func (f *Found) gives(p *poly.Polynomial[ring.Rat]) bool {
	free := slices.DeleteFunc(p.UsedVars(), f.isSetting)
	return len(free) > 1 && slices.ContainsFunc(free, func(j int) bool {
		return p.DegreeIn(j) == 1 && slices.ContainsFunc(f.Within, func(l exact.Equation) bool { return l.Polynomial.DegreeIn(j) > 0 })
	}) && rounding.Transversal(p, exact.Polynomials(f.Exactly), f.settingColumns(), f.Rows())
}

// withRounding is f with the equations that hold within rounding. Exact equations that may be owed to rounding, and say
// nothing beyond these, are left out.
func (f *Found) withRounding(ctx context.Context, o Options) (*Found, error) {
	g := *f
	if owed := f.owedToRounding(); len(owed) > 0 {
		short := *f
		short.Owed = slices.DeleteFunc(slices.Clone(owed), func(e exact.Equation) bool { return len(e.Failing) > 0 })
		short.Exactly = slices.DeleteFunc(slices.Clone(f.Exactly), func(e exact.Equation) bool {
			return slices.ContainsFunc(owed, func(o exact.Equation) bool { return o.Polynomial == e.Polynomial })
		})
		var err error
		if short.Within, err = short.lawsWithinRounding(ctx, o); err != nil {
			return nil, err
		}
		if len(short.Within) > 0 && !slices.ContainsFunc(owed, func(e exact.Equation) bool { return !short.covers(e.Polynomial) }) {
			g = short
		}
	}
	if g.Within == nil {
		var err error
		if g.Within, err = g.lawsWithinRounding(ctx, o); err != nil {
			return nil, err
		}
	}
	if slices.ContainsFunc(g.Within, func(e exact.Equation) bool { return !o.allows(e.Polynomial) }) {
		return f, nil
	}
	if err := g.exactBesideSlips(ctx); err != nil {
		return nil, err
	}
	if err := g.withinBesideRounded(ctx); err != nil {
		return nil, err
	}
	return g.simpler(), nil
}

// withinBesideRounded takes exact equations that some rows break to those within rounding, if they hold within rounding, and rounding
// explains these rows. It does if it is seen at all of them: another equation of the same columns holds there within rounding, and not
// exactly. And more of the rows at which it is seen break the equation than may have wrong cells. Where 2900.00 is written off in three
// years of 966.67 each, cost = age*annual + book is off by a cent in the last.
func (f *Found) withinBesideRounded(ctx context.Context) error {
	t, ok := f.Table()
	if !ok {
		return nil
	}
	var exactly []exact.Equation
	for _, e := range f.Exactly {
		within, err := f.explainedByRounding(ctx, e, t)
		switch {
		case err != nil:
			return err
		case within:
			f.Within = append(slices.Clip(f.Within), exact.Equation{Polynomial: e.Polynomial})
		default:
			exactly = append(exactly, e)
		}
	}
	f.Exactly = exactly
	return nil
}

// explainedByRounding is what withinBesideRounded asks of one equation.
func (f *Found) explainedByRounding(ctx context.Context, e exact.Equation, t rounding.Table) (bool, error) {
	if len(e.Failing) == 0 || len(t.Failing(e.Polynomial)) > 0 {
		return false, nil
	}
	seen := func(row []ring.Rat) bool {
		return slices.ContainsFunc(f.Within, func(l exact.Equation) bool {
			return shareColumns(l.Polynomial, e.Polynomial) && !l.Polynomial.Eval(row).IsZero()
		})
	}
	row := make([]ring.Rat, len(f.Variables))
	if slices.ContainsFunc(e.Failing, func(i int) bool { return !seen(f.Points.ExactRow(row, i)) }) {
		return false, nil
	}
	rounded := 0 // of the rows of the table, which may be a sample of all
	for _, row := range t.Rows {
		if seen(row) {
			rounded++
		}
	}
	if float64(len(e.Failing)*t.Len()) <= limit.RoundingFailing*float64(rounded*f.Points.Rows()) {
		return false, nil
	}
	list, err := equationsWithin(ctx, []rounding.Law{{Polynomial: e.Polynomial}}, f.Points.(rounding.Set), t)
	return err == nil && len(list[0].Failing) == 0, err
}

// shareColumns reports whether two equations have columns in common.
func shareColumns(p, q *poly.Polynomial[ring.Rat]) bool {
	return slices.ContainsFunc(p.UsedVars(), func(j int) bool { return q.DegreeIn(j) > 0 })
}

// exactBesideSlips takes laws within rounding that hold exactly, but for their slips, to those that do.
func (f *Found) exactBesideSlips(ctx context.Context) error {
	exactly, err := AtAllRows(ctx, f.Points, f.Within)
	f.Within = slices.DeleteFunc(f.Within, func(l exact.Equation) bool {
		holds := slices.ContainsFunc(exactly, func(e exact.Equation) bool {
			return e.Polynomial == l.Polynomial && slices.Equal(e.Failing, l.Failing)
		})
		if holds {
			f.Exactly = append(slices.Clip(f.Exactly), l)
		}
		return holds
	})
	return err
}

// simpler is f with its exact equations in their shortest forms. One gives way to a shorter one that says the same beside the others
// within rounding, if that holds within rounding: gross = hours*rate for 0.8*hours*rate = insurance + net, where taxes of a fifth come out in cents.
func (f *Found) simpler() *Found {
	g := *f
	g.Exactly = exact.Reduced(f.Exactly)
	if len(f.Within) == 0 {
		return &g
	}
	t, _ := f.Table() // without which nothing holds within rounding
	exactly := g.Exactly
	g.Exactly = nil
	for k, e := range slices.Backward(exactly) {
		others := slices.Concat(exactly[:k], g.Exactly, g.Within)
		form := exact.BestForm(e.Polynomial, others, e.Polynomial.Degree(), func(g, h *poly.Polynomial[ring.Rat]) bool {
			return rounding.Length(rounding.Decimal(g)) < rounding.Length(rounding.Decimal(h))
		})
		switch {
		case slices.ContainsFunc(others, func(o exact.Equation) bool { return poly.Primitive(o.Polynomial).Equal(poly.Primitive(form)) }):
			// it follows from the others
		case form != e.Polynomial && len(e.Failing) == 0 && len(t.Failing(form)) == 0:
			g.Within = append(slices.Clip(g.Within), exact.Equation{Polynomial: rounding.Decimal(form)})
		default:
			g.Exactly = append(g.Exactly, e)
		}
	}
	slices.Reverse(g.Exactly)
	return &g
}

// lawsWithinRounding looks for equations that hold within the rounding of the cells beside those
// that hold exactly. Cells of settings count as exact, and so do cells of columns that go in even
// steps, floats, and whole numbers that are counted.
func (f *Found) lawsWithinRounding(ctx context.Context, o Options) ([]exact.Equation, error) {
	if !o.NoiseGiven && f.ExplainsAll() && len(f.rounded()) == 0 {
		return nil, nil
	}
	t, ok := f.Table()
	if !ok {
		return nil, nil
	}
	laws, err := rounding.Find(ctx, t, rounding.Options{MaxDegree: o.MaxDegree, Seed: o.Seed, EveryRow: o.EveryRow})
	if err != nil {
		return nil, err
	}
	// What breaks at some rows and follows at the others was chosen with the rows. What holds exactly was seen, and not confirmed.
	laws = slices.DeleteFunc(laws, func(l rounding.Law) bool {
		return l.Polynomial.Degree() <= f.Degree && len(f.Laws()) > 0 && exact.HoldsAt(l.Polynomial, t.Rows) ||
			len(l.Failing) > 0 && (f.Spans(l.Polynomial) || f.Chance.Lead(l.Polynomial, len(l.Failing)) < limit.MinEvidence())
	})
	return equationsWithin(ctx, ComputedForms(laws, f.Exactly, t), f.Points.(rounding.Set), t)
}

// WithCut returns the equations and a further law within rounding on the monomials of a polynomial, if the cells of one column were cut off, see
// rounding.CutLaw. It returns nil if there is no such law, or not all rows obey it.
func (f *Found) WithCut(ctx context.Context, p *poly.Polynomial[ring.Rat], seed uint64) (*Found, error) {
	t, ok := f.Table()
	if !ok {
		return nil, nil
	}
	law, ok := rounding.CutLaw(t, p, seed)
	if !ok {
		return nil, nil
	}
	list, err := equationsWithin(ctx, []rounding.Law{law}, f.Points.(rounding.Set), t)
	if err != nil || slices.ContainsFunc(list, func(e exact.Equation) bool { return len(e.Failing) > 0 }) {
		return nil, err
	}
	g := *f
	g.Within = append(slices.Clip(g.Within), list...)
	return &g, nil
}

// equationsWithin are laws that hold within rounding with the rows of all at which they do not;
// where the laws are those of a sample, their own list is not that.
func equationsWithin(ctx context.Context, laws []rounding.Law, set rounding.Set, t rounding.Table) (out []exact.Equation, err error) {
	for _, l := range laws {
		e := exact.Equation{Polynomial: l.Polynomial, Failing: l.Failing, Counts: l.Counts}
		if t.Len() < set.Rows() {
			exactly := slices.Clone(t.Exact)
			for _, j := range l.Counts {
				exactly[j] = true
			}
			if e.Failing, err = rounding.Failing(ctx, l.Polynomial, rounding.RowsOf(set, exactly)); err != nil {
				return nil, err
			}
		}
		out = append(out, e)
	}
	return out, nil
}

// Table is the table of rounded cells. There is none if nothing is known of rounding.
func (f *Found) Table() (t rounding.Table, ok bool) {
	set, ok := f.Points.(rounding.Set)
	if !ok || f.Ring == nil {
		return t, false
	}
	t = rounding.Table{Ring: f.Ring, Known: exact.Polynomials(f.Exactly), Owed: exact.Polynomials(f.Owed), Levels: map[int]int{}, Readings: f.rounded(), Counted: f.counted()}
	for _, s := range f.Settings {
		t.Levels[s.Column] = len(s.Values)
	}
	for j := range f.Variables {
		if f.takesPart(j) {
			t.Columns = append(t.Columns, j)
		}
	}
	t.Exact = exact.EvenSteps(set, len(f.Variables))
	for j := range t.Exact {
		t.Exact[j] = t.Exact[j] || t.Levels[j] > 0 || f.looksComputed(j)
	}
	t.Rows, t.Half = sampled(set, t.Exact)
	return t, true
}

// sampled are the rows of a table with their half steps, those of exact columns being 0.
func sampled(set rounding.Set, exactly []bool) (cells, half [][]ring.Rat) {
	rows := rounding.RowsOf(set, exactly)
	for i := 0; i < rows.Len(); i += exact.SampleStep(rows.Len(), len(exactly)) {
		cells, half = append(cells, slices.Clone(rows.Cells(i))), append(half, slices.Clone(rows.Steps(i)))
	}
	return cells, half
}

// counted are the columns of whole numbers that obey a short exact equation among three or more of
// them: were they rounded each, it would miss by 1 at many rows.
func (f *Found) counted() (out []int) {
	whole := exact.WholeColumns(f.Points, len(f.Variables))
	for _, e := range f.Exactly {
		in := e.Polynomial.UsedVars()
		if len(in) < 3 || isLong(e) || slices.ContainsFunc(in, func(j int) bool { return !whole[j] }) {
			continue
		}
		out = append(out, in...)
	}
	return out
}

// Hides reports whether the rounding of the cells hides a term of an equation.
func (f *Found) Hides(p *poly.Polynomial[ring.Rat]) bool {
	t, ok := f.Table()
	return ok && rounding.Hides(p, t)
}

// Functions are the columns that are sines, logarithms and the like of others.
func (f *Found) Functions() []rounding.Function {
	t, ok := f.Table()
	if !ok {
		return nil
	}
	_, written := sampled(f.Points.(rounding.Set), make([]bool, len(f.Variables)))
	return rounding.Functions(t, written)
}
