package explain

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/exact"
	"github.com/kexplain/kexplain/explain/internal/judge"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/noisefree"
	"github.com/kexplain/kexplain/explain/internal/residual"
	"github.com/kexplain/kexplain/explain/internal/rounding"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// finer reports whether an equation with decimals needs errors that are far smaller than those of rounding, in
// every column that has any: then it follows cells that are exact.
func (rest remainder) finer(g Generator) bool {
	set, ok := rest.found.data.Points.(rounding.Set)
	if !ok || g.Rational || len(g.Deviations) == 0 {
		return false
	}
	for _, d := range g.Deviations {
		j := slices.Index(rest.found.data.Variables, d.Column)
		for i := range rest.found.data.Points.Rows() {
			if d.Std > limit.FinerThanRounding*set.HalfStep(i, j).Float64() {
				return false
			}
		}
	}
	return true
}

// settle counts the points that obey generators with exact coefficients, and writes those of columns that were cut off.
func (r *Result) settle(ctx context.Context, data Data) error {
	if err := r.countWithinRounding(ctx, data); err != nil {
		return err
	}
	return r.writeUncut(ctx, data)
}

// countWithinRounding counts, for the generators with exact coefficients, at how many points they
// hold within the rounding of the cells. Points at which all do were not set aside with reason.
func (r *Result) countWithinRounding(ctx context.Context, data Data) error {
	set, ok := data.Points.(*points.Set)
	if !ok {
		return nil
	}
	set = set.Select(nil, places(r.Variables, data.Variables))
	levels := exact.Levels(set)
	counts := maps.Clone(levels) // and whole numbers: slips may be within their rounding
	for j, whole := range exact.WholeColumns(set, len(r.Variables)) {
		if whole {
			counts[j] = set.Rows()
		}
	}
	far := r.Slips != nil // some point that was set aside
	missed := map[int]bool{}
	for k := range r.Generators {
		g := &r.Generators[k]
		switch {
		case g.nearer(set):
			g.doubtNearer()
			g.decide()
			far = true
		case g.Holds && g.Exact.Points == set.Rows():
		case !g.Rational || g.Approximation:
			far = true
		default:
			if r.slips(k) {
				if g.countWithin(set, levels, counts, r.Outliers, nil); g.Within {
					continue
				}
			}
			g.countWithin(set, levels, g.exactCells(levels, set.Rows()), r.Outliers, missed)
		}
	}
	if far {
		return nil
	}
	return r.takeBack(ctx, set, missed)
}

// checkGenerators evaluates generators at every point in rational arithmetic.
func checkGenerators(ctx context.Context, generators []Generator, rows points.Rows) error {
	polys := make([]*poly.Polynomial[ring.Rat], len(generators))
	for i, g := range generators {
		polys[i] = g.Polynomial
	}
	c, err := residual.New(polys)
	if err != nil {
		return err
	}
	if err := c.Add(ctx, rows); err != nil {
		return err
	}
	for i, res := range c.Results() {
		g := &generators[i]
		g.Residual = Residual{RMS: res.RMS, Max: res.Max, MaxLine: res.MaxLine, Undefined: res.Undefined}
		g.Exact = Exact{Vanishing: res.Vanishing, Points: res.Points, MaxAbs: res.MaxAbs}
	}
	return nil
}

// hold makes equations exact that are zero, as they are printed, at every point but some that were set aside. It leaves out those that hold
// by chance or have too many exceptions, and returns why the first of them is left out.
func (r *Result) hold(chance *judge.Chance, aside int) (out string) {
	all := r.Generators
	r.Generators = nil
	for _, g := range all {
		zero := g.Exact.Vanishing == g.Exact.Points
		if reason := chance.Excludes(g.Polynomial, aside); zero && reason != "" {
			out = cmp.Or(out, reason)
			r.Steps = append(r.Steps, fmt.Sprintf("left out, since %s: %s", reason, g.Equation()))
			continue
		}
		if zero && (g.Exact.Points >= limit.RowsPerTerm*len(g.Terms) || !g.Rational) {
			g.hold(chance)
		}
		r.Generators = append(r.Generators, g)
	}
	return out
}

// hold makes an equation exact that is zero, as it is printed, at every point, which is a fact.
func (g *Generator) hold(chance *judge.Chance) {
	exact := newGenerator(g.Polynomial.Ring(), exactTerms(poly.Primitive(g.Polynomial)))
	g.Polynomial, g.Terms, g.Rational, g.Holds = exact.Polynomial, exact.Terms, true, true
	g.Covariance, g.Approximation, g.Doubt, g.Named, g.Posterior, g.Evidence = nil, false, chance.Doubt(g.Polynomial, 0), nil, 1, nil
	g.decide()
}

// takeBack takes back the points that were set aside at lines where no equation misses.
func (r *Result) takeBack(ctx context.Context, set *points.Set, missed map[int]bool) error {
	left := slices.DeleteFunc(slices.Clone(r.Outliers), func(line int) bool { return !missed[line] })
	if len(left) == len(r.Outliers) {
		return nil
	}
	r.Outliers = left
	rows := r.agreeing(set)
	if err := checkGenerators(ctx, r.Generators, set.Select(rows, nil)); err != nil {
		return err
	}
	for k := range r.Generators {
		r.Generators[k].Holds = r.Generators[k].Exact.Vanishing == len(rows)
	}
	return nil
}

// slips reports whether rows break a generator that was found without noise.
func (r *Result) slips(k int) bool {
	return slices.ContainsFunc(r.Slips, func(s Slip) bool { return slices.Contains(s.Generators, k) })
}

// exactCells are the levels of the columns whose cells are exact in a generator: those of settings and the counts, of which each
// row may have its own.
func (g *Generator) exactCells(levels map[int]int, rows int) map[int]int {
	levels = maps.Clone(levels)
	for _, name := range g.counts {
		if j, ok := g.Polynomial.Ring().VarIndex(name); ok {
			levels[j] = rows
		}
	}
	return levels
}

// countWithin counts at how many points a generator holds within rounding, cells of fixed columns having no errors, and adds the lines
// of the others to missed, unless nil. Fixed are settings, which have levels, and counts. The latter may have been rounded all the
// same: whether the points obey a finer equation is asked with settings fixed only.
func (g *Generator) countWithin(set *points.Set, levels, fixed map[int]int, outliers []int, missed map[int]bool) {
	b := rounding.NewBox(g.Polynomial, set, fixed)
	g.Within = b.Rounded
	for i := range set.Rows() {
		before := b.AsWritten
		if b.Count(i, false); b.AsWritten > before {
			continue
		}
		if g.Within = g.Within && slices.Contains(outliers, set.Line(i)); missed != nil {
			missed[set.Line(i)] = true
		}
	}
	g.Rounding = roundingOf(b)
	if g.Within && g.Exact.Vanishing < g.Exact.Points {
		written := rounding.NewBox(g.Polynomial, set, levels)
		if g.Within = !rounding.MeasuredFiner(g.Polynomial, written.Rows); !g.Within {
			if missed != nil {
				for _, line := range outliers { // only rounding explains these, and the others obey an equation more closely
					missed[line] = true
				}
			}
			return
		}
		for _, l := range rounding.Loose(g.Polynomial, b.Rows) {
			g.Rounding.Loose = append(g.Rounding.Loose, Interval(l))
		}
		g.Named = append(g.Named, looseMultiplesOfPi(g.Rounding.Loose)...)
		g.findCut(b.All)
	}
}

// roundingOf is what a box has counted.
func roundingOf(b *rounding.Box) Rounding {
	return Rounding{Rounded: b.Rounded, Within: b.Within, Undecided: b.Undecided, AsWritten: b.AsWritten, Settings: b.Settings}
}

// computed writes generators with exact coefficients, found beside the laws without noise, in the forms of noisefree.ComputedForms, or
// else in the shortest.
func (f *noiseFree) computed(list []Generator) {
	known := f.Laws()
	if len(known) == 0 || !slices.ContainsFunc(list, func(g Generator) bool { return g.Rational }) {
		return
	}
	t, ok := f.Table()
	if !ok {
		return
	}
	for k, g := range list {
		if p, err := g.Polynomial.In(f.Ring); err == nil && g.Rational && !g.Holds {
			form := noisefree.ComputedForms([]rounding.Law{{Polynomial: p}}, known, t.WithCounts(t.Counted))[0].Polynomial
			if form == p {
				form = exact.ShortestForm(p, known)
			}
			if form != p {
				list[k] = g.inForm(poly.Primitive(form))
			}
		}
	}
}

// withCut adds a law to what holds without noise, if the cells of a column of a generator with decimals were cut off and obey it within
// rounding. It returns nil if there is no such law.
func (f *noiseFree) withCut(ctx context.Context, r *Result, o Options) (*noiseFree, error) {
	if !o.onlyCells() || o.givesNoise() {
		return nil, nil
	}
	for _, g := range r.Generators {
		p, err := g.Polynomial.In(f.Ring)
		if err != nil || g.Rational {
			continue
		}
		found, err := f.WithCut(ctx, p, o.Seed)
		if err != nil {
			return nil, err
		}
		if found != nil {
			return &noiseFree{*found, f.data}, nil
		}
	}
	return nil, nil
}

// holdsWithin reports whether a generator, be its constants measured, holds within the rounding of the cells at nearly all rows.
func (f *noiseFree) holdsWithin(g Generator) bool {
	t, ok := f.Table()
	p, err := g.Polynomial.In(f.Ring)
	return ok && err == nil && float64(len(t.Failing(p))) <= limit.RoundingFailing*float64(t.Len())
}

// otherColumns are columns that may be left aside in place of those that the equations within rounding are solved for: factors of such a
// solution, all terms of which stand in an equation that was found, if any was. Beside mass = density*water + density*spirit, what
// holds of the mass and the two volumes is a polynomial of more terms in the density and the volumes.
func (f *noiseFree) otherColumns(found []Generator) (lists [][]int) {
	solved := f.Solved()
	for _, column := range slices.Sorted(maps.Keys(solved)) {
		value := solved[column]
		if value.Len() < 2 || len(found) > 0 && !slices.ContainsFunc(found, func(g Generator) bool { return f.hasTerms(g, value) }) {
			continue
		}
		for _, j := range value.UsedVars() {
			if d := value.Derivative(j); value.DegreeIn(j) == 1 && d.Len() == value.Len() {
				lists = append(lists, []int{j})
			}
		}
	}
	return lists
}

// hasTerms reports whether a generator has all monomials of a polynomial.
func (f *noiseFree) hasTerms(g Generator, value *poly.Polynomial[ring.Rat]) bool {
	p, err := g.Polynomial.In(f.Ring)
	if err != nil {
		return false
	}
	for m := range value.Terms() {
		if p.Coefficient(m).IsZero() {
			return false
		}
	}
	return true
}

// leftOut are those of functions that have a column among some.
func (f *noiseFree) leftOut(functions []rounding.Function, columns []int) (out []Function) {
	for _, j := range columns {
		for _, g := range functions {
			if g.Of == j || g.Column == j {
				out = append(out, Function{Column: f.data.Variables[g.Column], Of: f.data.Variables[g.Of], Name: g.Name, Degrees: g.Degrees, LeftOut: f.data.Variables[j]})
				break
			}
		}
	}
	return out
}

// markProducts notes the equations that are products that rounding makes, and adds a doubt to them.
func (a *answer) markProducts(data Data) {
	set, ok := data.Points.(*points.Set)
	if !ok || a.err != nil {
		return
	}
	set = set.Select(nil, places(a.Variables, data.Variables))
	for i := range a.Generators {
		if g := &a.Generators[i]; rounding.IsOwed(g.Polynomial, set) {
			a.products = append(a.products, g.Polynomial)
			g.addDoubt(doubt{texts: []string{"two of its branches are closer to each other than one step of the digits of a column: rounding may have made it; more digits would tell"}, approximation: true})
			g.decide()
		}
	}
}

// findCut finds the column that was cut off, if half a unit of it stands in an equation, and the equation without this half. The cells
// allow other numbers for the half; they are not listed.
func (g *Generator) findCut(rows rounding.Rows) {
	cut, uncut, ok := rounding.CutOff(g.Polynomial, rows)
	if !ok {
		return
	}
	R := g.Polynomial.Ring()
	for m := range g.Polynomial.Derivative(cut.Column).Terms() {
		g.Rounding.Loose = slices.DeleteFunc(g.Rounding.Loose, func(l Interval) bool { return l.Monomial == R.FormatMonomial(m) })
	}
	g.Rounding.cut(cut, R.Vars())
	g.uncut = uncut
}

// cut names the column of a cut.
func (r *Rounding) cut(c rounding.Cut, names []string) {
	if c.Up {
		r.RoundedUp = names[c.Column]
	} else {
		r.CutOff = names[c.Column]
	}
}

// writeUncut writes equations of columns that were cut off as they were before that, without half a unit. What is said of rounding is said
// of the cells moved by this half.
func (r *Result) writeUncut(ctx context.Context, data Data) error {
	for k := range r.Generators {
		g := &r.Generators[k]
		if g.uncut == nil {
			continue
		}
		before := newGenerator(g.uncut.Ring(), exactTerms(g.uncut))
		g.Polynomial, g.Terms = before.Polynomial, before.Terms
		set := data.Points.(*points.Set).Select(nil, places(r.Variables, data.Variables)) // as it was counted at
		if g.Exact.Points < set.Rows() {
			set = set.Select(r.agreeing(set), nil)
		}
		if err := checkGenerators(ctx, r.Generators[k:k+1], set); err != nil {
			return err
		}
	}
	return nil
}

// agreeing are the rows that were not set aside.
func (r *Result) agreeing(set *points.Set) []int {
	return slices.DeleteFunc(numeric.FirstInts(set.Rows()), func(i int) bool { return slices.Contains(r.Outliers, set.Line(i)) })
}
