package explain

import (
	"context"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/exact"
	"github.com/kexplain/kexplain/explain/internal/judge"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/rounding"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Setting is a column, or a linear form in columns, that takes few values again and again.
type Setting struct {
	Name   string     // of the column, or the form: sat - loyal
	Of     []string   // the columns of a form; nil for a column
	Values []ring.Rat // ascending
}

// Slip is a row that breaks equations which the others obey exactly.
type Slip struct {
	Line       int
	Generators []int // places in Result.Generators
}

// noiseFree is what holds of data without noise: equations that are zero at the cells exactly as
// they are written, and equations that are zero within the rounding of the cells.
type noiseFree struct {
	data     Data
	ring     *poly.Ring[ring.Rat] // of the columns, nil where these have no names of variables
	constant []exact.Equation     // of the columns that hold one value
	exactly  []exact.Equation     // the others
	within   []exact.Equation     // that hold within rounding
	settings []exact.Setting
	forms    []exact.Form // linear, that take few values at all rows
	counters []int        // columns that number the rows and take no part
	distinct int          // different rows
	chance   *judge.Chance

	identities []*poly.Polynomial[ring.Rat] // that were known before, in the ring

	degree     int  // up to which everything that vanishes was looked at
	complete   int  // up to which everything that vanishes follows from the equations
	tooFewRows bool // to look at the next degree
}

// findNoiseFree looks for equations that hold exactly, and for those that hold within the
// rounding of the cells.
func findNoiseFree(ctx context.Context, data Data, o Options) (*noiseFree, error) {
	found, err := exact.Find(ctx, exact.Sampled(data.Variables, data.Points), exact.Options{MaxDegree: o.MaxDegree, Seed: o.Seed,
		EveryRow: o.Robust == RobustOff, Numbered: o.Numbered})
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil: // of a ring: the search with noise says it in its words
		return &noiseFree{data: data, chance: judge.NewChance(data.Variables, data.Points, data.Points.Rows())}, nil
	}
	f := &noiseFree{data: data, ring: found.Ring, settings: found.Settings, distinct: found.Distinct}
	f.chance = judge.NewChance(data.Variables, data.Points, f.distinct*exact.SampleStep(data.Points.Rows(), len(data.Variables)))
	for _, g := range o.Identities {
		if p, err := g.In(f.ring); err == nil { // an identity in other variables says nothing
			f.identities = append(f.identities, p)
		}
	}
	if f.constant, err = atAllRows(ctx, data, found.Constant); err != nil {
		return nil, err
	}
	if o.Method == MethodSearch { // with other methods kernel matrices are to find the equations
		f.degree, f.complete, f.tooFewRows = found.Degree, found.Complete, found.TooFewRows
		if f.exactly, err = atAllRows(ctx, data, found.Equations); err != nil {
			return nil, err
		}
		f.forms = slices.DeleteFunc(found.Forms, func(g exact.Form) bool { return !f.everywhere(g) })
		if f.exactly, err = exact.Beyond(ctx, f.exactly, f.identities); err != nil {
			return nil, err
		}
		f.exactly = slices.DeleteFunc(f.exactly, func(e exact.Equation) bool {
			return !o.allows(e.Polynomial, data.Variables) || f.chance.Excludes(e.Polynomial, len(e.Failing)) != ""
		})
	}
	if o.Kernels == nil { // these take all columns
		f.counters = f.standAside(found.Counters)
	}
	// A column that is computed from others has no cells, and no rounding of its own.
	if o.Method != MethodSearch || len(o.Identities) > 0 {
		return f, nil
	}
	return f.withRounding(ctx, o)
}

// atAllRows are the equations of a sample with the rows of all that break them, without those
// that many rows break: the sample was too small to show that.
func atAllRows(ctx context.Context, data Data, list []exact.Equation) ([]exact.Equation, error) {
	if len(list) == 0 {
		return nil, nil
	}
	out := make([]exact.Equation, len(list))
	evaluators := make([]*poly.Evaluator[ring.Rat], len(list))
	for k, e := range list {
		out[k].Polynomial = e.Polynomial
		evaluators[k] = poly.NewEvaluator(e.Polynomial)
	}
	n := data.Points.Rows()
	row, value := make([]ring.Rat, len(data.Variables)), [][]ring.Rat{make([]ring.Rat, 1)}
	for i := range n {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		data.Points.ExactRow(row, i)
		for k, e := range evaluators {
			if e.EvalTo(value, [][]ring.Rat{row}); !value[0][0].IsZero() {
				out[k].Failing = append(out[k].Failing, i)
			}
		}
	}
	return slices.DeleteFunc(out, func(e exact.Equation) bool { return float64(len(e.Failing)) > limit.MaxBroken*float64(n) }), nil
}

// everywhere reports whether a form has no other values at all rows than at the sample.
func (f *noiseFree) everywhere(g exact.Form) bool {
	value, row := poly.NewEvaluator(g.Vanishing), make([]ring.Rat, len(f.data.Variables))
	cell := [][]ring.Rat{make([]ring.Rat, 1)}
	for i := range f.data.Points.Rows() {
		if value.EvalTo(cell, [][]ring.Rat{f.data.Points.ExactRow(row, i)}); !cell[0][0].IsZero() {
			return false
		}
	}
	return true
}

// standAside are the columns that number the rows and occur in no equation, as many of them as
// leave two other columns that vary. What is written 3.0, 4.0, 5.0 was measured.
func (f *noiseFree) standAside(numbering []int) (aside []int) {
	varying := len(f.data.Variables) - len(f.constant)
	set, digits := f.data.Points.(rounding.Set)
	for _, j := range numbering {
		used := slices.ContainsFunc(f.exactly, func(e exact.Equation) bool { return e.Polynomial.DegreeIn(j) > 0 })
		measured := digits && !set.HalfStep(0, j).IsZero() && set.HalfStep(0, j).Cmp(ring.NewRat(1, 2)) < 0
		if !used && !measured && varying-len(aside) > 2 {
			aside = append(aside, j)
		}
	}
	return aside
}

// isLong reports whether an exact equation may hold because cells were rounded.
func isLong(e exact.Equation) bool {
	return e.Polynomial.Len() >= limit.RoundedTerms && e.Polynomial.Degree() > 1
}

// owedToRounding are the exact equations that may hold because cells were rounded: long ones, products of which one factor
// holds within rounding at all rows, and those that more rows break than have wrong cells, and that give a rounded column there too.
func (f *noiseFree) owedToRounding() (owed []*poly.Polynomial[ring.Rat]) {
	t, ok := f.table()
	if !ok {
		return nil
	}
	for _, e := range f.exactly {
		if isLong(e) || rounding.Sufficient(e.Polynomial, t) != e.Polynomial ||
			float64(len(e.Failing)) > limit.RoundingFailing*float64(f.data.Points.Rows()) && isComputed(e.Polynomial, t, nil) {
			owed = append(owed, e.Polynomial)
		}
	}
	return owed
}

// withRounding is f with the equations that hold within rounding. Exact equations that may be owed to rounding, and say
// nothing beyond these, are left out.
func (f *noiseFree) withRounding(ctx context.Context, o Options) (*noiseFree, error) {
	g := *f
	if owed := f.owedToRounding(); len(owed) > 0 {
		short := *f
		short.exactly = slices.DeleteFunc(slices.Clone(f.exactly), func(e exact.Equation) bool { return slices.Contains(owed, e.Polynomial) })
		var err error
		if short.within, err = short.lawsWithinRounding(ctx, o); err != nil {
			return nil, err
		}
		if len(short.within) > 0 && !slices.ContainsFunc(owed, func(p *poly.Polynomial[ring.Rat]) bool { return !short.spans(p) }) {
			g = short
		}
	}
	if g.within == nil {
		var err error
		if g.within, err = g.lawsWithinRounding(ctx, o); err != nil {
			return nil, err
		}
	}
	if slices.ContainsFunc(g.within, func(e exact.Equation) bool { return !o.allows(e.Polynomial, f.data.Variables) }) {
		return f, nil
	}
	err := g.exactBesideSlips(ctx)
	return g.simpler(), err
}

// exactBesideSlips takes laws within rounding that hold exactly, but for their slips, to those that do.
func (f *noiseFree) exactBesideSlips(ctx context.Context) error {
	exactly, err := atAllRows(ctx, f.data, f.within)
	f.within = slices.DeleteFunc(f.within, func(l exact.Equation) bool {
		holds := slices.ContainsFunc(exactly, func(e exact.Equation) bool {
			return e.Polynomial == l.Polynomial && slices.Equal(e.Failing, l.Failing)
		})
		if holds {
			f.exactly = append(slices.Clip(f.exactly), l)
		}
		return holds
	})
	return err
}

// spans reports whether the gradient of p lies in the space of those of the laws, for fixed
// settings.
func (f *noiseFree) spans(p *poly.Polynomial[ring.Rat]) bool {
	var fixed []int
	for _, s := range f.settings {
		fixed = append(fixed, s.Column)
	}
	return rounding.Follows(p, polynomials(f.laws()), fixed, f.rows())
}

// rows are the rows as floats.
func (f *noiseFree) rows() [][]float64 {
	rows := make([][]float64, f.data.Points.Rows())
	for i := range rows {
		rows[i] = f.data.Points.Row(i)
	}
	return rows
}

// polynomials are those of equations.
func polynomials(list []exact.Equation) []*poly.Polynomial[ring.Rat] {
	var out []*poly.Polynomial[ring.Rat]
	for _, e := range list {
		out = append(out, e.Polynomial)
	}
	return out
}

// lawsWithinRounding looks for equations that hold within the rounding of the cells beside those
// that hold exactly. Cells of settings count as exact, and so do cells of columns that go in even
// steps, floats, and whole numbers that are counted.
func (f *noiseFree) lawsWithinRounding(ctx context.Context, o Options) ([]exact.Equation, error) {
	if f.explainsAll(o) && len(f.rounded()) == 0 {
		return nil, nil
	}
	t, ok := f.table()
	if !ok {
		return nil, nil
	}
	laws, err := rounding.Find(ctx, t, rounding.Options{MaxDegree: o.MaxDegree, Seed: o.Seed, EveryRow: o.Robust == RobustOff})
	if err != nil {
		return nil, err
	}
	// What breaks at some rows and follows at the others was chosen with the rows. What holds exactly was seen, and not confirmed.
	laws = slices.DeleteFunc(laws, func(l rounding.Law) bool {
		return l.Polynomial.Degree() <= f.degree && len(f.laws()) > 0 && exact.HoldsAt(l.Polynomial, t.Rows) ||
			len(l.Failing) > 0 && (f.spans(l.Polynomial) || f.chance.Lead(l.Polynomial, len(l.Failing)) < limit.MinEvidence())
	})
	return equationsWithin(ctx, computedForms(laws, f.exactly, t), f.data.Points.(rounding.Set), t)
}

// table is the table of rounded cells. There is none if nothing is known of rounding.
func (f *noiseFree) table() (t rounding.Table, ok bool) {
	set, ok := f.data.Points.(rounding.Set)
	if !ok || f.ring == nil {
		return t, false
	}
	t = rounding.Table{Ring: f.ring, Known: polynomials(f.exactly), Levels: map[int]int{}, Readings: f.rounded(), Counted: f.counted()}
	for _, s := range f.settings {
		t.Levels[s.Column] = len(s.Values)
	}
	for j := range f.data.Variables {
		if f.takesPart(j) {
			t.Columns = append(t.Columns, j)
		}
	}
	t.Exact = exact.EvenSteps(set, len(f.data.Variables))
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
func (f *noiseFree) counted() (out []int) {
	whole := wholeColumns(f.data.Points, len(f.data.Variables))
	for _, e := range f.exactly {
		in := e.Polynomial.UsedVars()
		if len(in) < 3 || isLong(e) || slices.ContainsFunc(in, func(j int) bool { return !whole[j] }) {
			continue
		}
		out = append(out, in...)
	}
	return out
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

// laws are the equations that are no constants: those that hold exactly, then those within
// rounding.
func (f *noiseFree) laws() []exact.Equation { return slices.Concat(f.exactly, f.within) }

// equations are all that were found, those of constant columns first.
func (f *noiseFree) equations() []exact.Equation { return slices.Concat(f.constant, f.laws()) }

// isConstant reports whether column j holds one value only.
func (f *noiseFree) isConstant(j int) bool {
	return slices.ContainsFunc(f.constant, func(e exact.Equation) bool { return e.Polynomial.DegreeIn(j) > 0 })
}

// isSetting reports whether column j takes few values again and again.
func (f *noiseFree) isSetting(j int) bool {
	return slices.ContainsFunc(f.settings, func(s exact.Setting) bool { return s.Column == j })
}

// takesPart reports whether column j varies and does not only number the rows.
func (f *noiseFree) takesPart(j int) bool { return !f.isConstant(j) && !slices.Contains(f.counters, j) }

// takesMany reports whether column j takes part and is no setting.
func (f *noiseFree) takesMany(j int) bool { return f.takesPart(j) && !f.isSetting(j) }

// slips are the rows that break an equation, ascending.
func (f *noiseFree) slips() []int {
	var out []int
	for _, e := range f.equations() {
		out = append(out, e.Failing...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
