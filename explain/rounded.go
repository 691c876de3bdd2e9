package explain

import (
	"context"
	"maps"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/exact"
	"github.com/kexplain/kexplain/explain/internal/limit"
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

// countWithinRounding counts, for the generators with exact coefficients, at how many points they
// hold within the rounding of the cells. Points at which all do were not set aside with reason.
func (r *Result) countWithinRounding(ctx context.Context, data Data) error {
	set, ok := data.Points.(*points.Set)
	if !ok {
		return nil
	}
	set = set.Select(nil, places(r.Variables, data.Variables))
	levels := levelsOf(set)
	counts := maps.Clone(levels) // and whole numbers: slips may be within their rounding
	for j, whole := range wholeColumns(set, len(r.Variables)) {
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

// takeBack takes back the points that were set aside at lines where no equation misses.
func (r *Result) takeBack(ctx context.Context, set *points.Set, missed map[int]bool) error {
	left := slices.DeleteFunc(slices.Clone(r.Outliers), func(line int) bool { return !missed[line] })
	if len(left) == len(r.Outliers) {
		return nil
	}
	r.Outliers = left
	rows := slices.DeleteFunc(numeric.FirstInts(set.Rows()), func(i int) bool { return slices.Contains(left, set.Line(i)) })
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
	g.Rounding = Rounding{}
	b := newRoundingBox(g.Polynomial, set, fixed, &g.Rounding)
	g.Within = g.Rounding.Rounded
	for i := range set.Rows() {
		before := g.Rounding.AsWritten
		if b.count(i, false, &g.Rounding); g.Rounding.AsWritten > before {
			continue
		}
		if g.Within = g.Within && slices.Contains(outliers, set.Line(i)); missed != nil {
			missed[set.Line(i)] = true
		}
	}
	if g.Within && g.Exact.Vanishing < g.Exact.Points {
		written := newRoundingBox(g.Polynomial, set, levels, &Rounding{})
		if g.Within = !rounding.MeasuredFiner(g.Polynomial, written.rows); !g.Within {
			return
		}
		for _, l := range rounding.Loose(g.Polynomial, b.rows) {
			g.Rounding.Loose = append(g.Rounding.Loose, Interval(l))
		}
		g.Named = append(append(g.Named, looseMultiplesOfPi(g.Rounding.Loose)...), b.cutOff(g)...)
	}
}

// roundingBox counts the points at which an equation holds within rounding.
type roundingBox struct {
	equation *rounding.Equation
	rows     rounding.Rows // with exact settings: columns that take few values again and again, or go in even steps, and are rounded
	all      rounding.Rows // in which settings are rounded, too
}

// newRoundingBox prepares an equation in the columns of a set.
func newRoundingBox(p *poly.Polynomial[ring.Rat], set rounding.Set, levels map[int]int, r *Rounding) *roundingBox {
	names := p.Ring().Vars()
	settings := make([]bool, len(names))
	for _, j := range p.UsedVars() {
		for i := range set.Rows() {
			if !set.HalfStep(i, j).IsZero() {
				r.Rounded = true
				if settings[j] = levels[j] > 0; settings[j] {
					r.Settings = append(r.Settings, names[j])
				}
				break
			}
		}
	}
	return &roundingBox{rounding.New(p), rounding.RowsOf(set, settings), rounding.RowsOf(set, make([]bool, len(names)))}
}

// count adds one point, which is a zero or not.
func (b *roundingBox) count(i int, zero bool, r *Rounding) ring.Truth {
	if zero {
		r.Within++
		r.AsWritten++
		return ring.Yes
	}
	if !r.Rounded {
		return ring.No
	}
	within := b.equation.Zero(b.rows.Cells(i), b.rows.Steps(i))
	if within == ring.Yes {
		r.AsWritten++
	} else if len(r.Settings) > 0 {
		within = b.equation.Zero(b.all.Cells(i), b.all.Steps(i))
	}
	switch within {
	case ring.Yes:
		r.Within++
	case ring.Unknown:
		r.Undecided++
	}
	return within
}

// levelsOf counts the values of the columns that take few, again and again, and of those that
// go in even steps: their cells are exact as they are written.
func levelsOf(set Rows) map[int]int {
	out := map[int]int{}
	if set.Rows() == 0 {
		return out
	}
	t := exact.Table{Rows: make([][]ring.Rat, set.Rows())}
	n := len(set.Row(0))
	for i := range t.Rows {
		t.Rows[i] = set.ExactRow(make([]ring.Rat, n), i)
	}
	t.Names = slices.Repeat([]string{""}, n)
	for _, s := range t.Settings() {
		out[s.Column] = len(s.Values)
	}
	for j, even := range exact.EvenSteps(set, n) {
		if even {
			out[j] = set.Rows()
		}
	}
	return out
}

// computed writes generators with exact coefficients, found beside the laws without noise, in the forms of computedForms, or
// else in the shortest.
func (f *noiseFree) computed(list []Generator) {
	known := f.laws()
	if len(known) == 0 || !slices.ContainsFunc(list, func(g Generator) bool { return g.Rational }) {
		return
	}
	t, ok := f.table()
	if !ok {
		return
	}
	for k, g := range list {
		if p, err := g.Polynomial.In(f.ring); err == nil && g.Rational && !g.Holds {
			form := computedForms([]rounding.Law{{Polynomial: p}}, known, t.WithCounts(t.Counted))[0].Polynomial
			if form == p {
				form = exact.ShortestForm(p, known)
			}
			if form != p {
				list[k] = g.inForm(poly.Primitive(form))
			}
		}
	}
}

// computedForms are laws within rounding in the forms, beside equations that are known and each other, that give a
// rounded column where the other cells are as they are written: tax = 0.18*base + 0.18*bonus for 9*net = 41*tax
// beside net = base + bonus - tax. Of several the shortest is taken. A law without such a form gives way to a shorter one of no
// more terms that holds at as many rows, or stays as it is. A factor that suffices takes the place of its product.
func computedForms(laws []rounding.Law, known []exact.Equation, t rounding.Table) []rounding.Law {
	laws, known = slices.Clone(laws), slices.Clone(known)
	degree := 1
	for _, e := range known {
		degree = max(degree, min(e.Polynomial.Degree(), limit.RoundingDegree))
	}
	for _, l := range laws {
		known = append(known, exact.Equation{Polynomial: l.Polynomial, Failing: l.Failing})
	}
	wrong := map[int]bool{}
	for _, e := range known {
		for _, i := range e.Failing {
			wrong[i] = true
		}
	}
	given := t
	for k, l := range laws {
		t := given.WithCounts(l.Counts)
		at := len(known) - len(laws) + k
		computed := map[*poly.Polynomial[ring.Rat]]bool{l.Polynomial: isComputed(l.Polynomial, t, wrong)}
		form := exact.BestForm(l.Polynomial, slices.Delete(slices.Clone(known), at, at+1), max(degree, l.Polynomial.Degree()),
			func(g, h *poly.Polynomial[ring.Rat]) bool {
				shorter := rounding.Shorter(rounding.Decimal(g), rounding.Decimal(h))
				if computed[h] && !shorter {
					return false
				}
				computed[g] = isComputed(g, t, wrong)
				return computed[g] || shorter && g.Len() <= h.Len() && len(t.Failing(g)) <= len(l.Failing)
			})
		if form = rounding.Sufficient(form, t); form == l.Polynomial {
			continue
		}
		laws[k].Polynomial, laws[k].Failing = rounding.Decimal(form), t.Failing(form)
		known[at].Polynomial = laws[k].Polynomial
	}
	return laws
}

// isComputed reports whether an equation gives a rounded column within half a unit of its last digit, at all rows
// that are not wrong, the other cells being as they are written.
func isComputed(p *poly.Polynomial[ring.Rat], t rounding.Table, wrong map[int]bool) bool {
	e := rounding.New(p)
	return slices.ContainsFunc(t.Columns, func(j int) bool {
		if p.DegreeIn(j) == 0 || !t.Rounded(j) {
			return false
		}
		half := make([]ring.Rat, p.Ring().NumVars())
		for i, row := range t.Rows {
			if half[j] = t.Half[i][j]; !wrong[i] && e.Zero(row, half) != ring.Yes {
				return false
			}
		}
		return true
	})
}

// markProducts notes the equations that are products that rounding makes, and adds a doubt to them.
func (a *answer) markProducts(data Data) {
	set, ok := data.Points.(*points.Set)
	if !ok || a.err != nil {
		return
	}
	set = set.Select(nil, places(a.Variables, data.Variables))
	for i := range a.Generators {
		if g := &a.Generators[i]; isOwedToRounding(g.Polynomial, set) {
			a.products = append(a.products, g.Polynomial)
			g.addDoubt(doubt{texts: []string{"two of its branches are closer to each other than one step of the digits of a column: rounding may have made it; more digits would tell"}, approximation: true})
			g.decide()
		}
	}
}

// isOwedToRounding reports whether an equation has several branches within one step of the decimals of a column, at most
// points: its derivative in that column is zero within a step of the cell. Rounded cells of one
// line lie on two or three parallel lines, and such an equation is the product of these.
func isOwedToRounding(p *poly.Polynomial[ring.Rat], set *points.Set) bool {
	n, columns := set.Rows(), len(set.Variables())
	whole := wholeColumns(set, columns)
	for j, derivative := range p.Gradient() {
		if whole[j] || p.DegreeIn(j) < 2 { // in one branch only
			continue
		}
		e := rounding.New(derivative)
		row, reach := make([]ring.Rat, columns), make([]ring.Rat, columns)
		near := 0
		for i := 0; i < n && 2*(near+n-i) > n; i++ {
			half := set.HalfStep(i, j)
			if reach[j] = half.Add(half); !half.IsZero() && e.Zero(set.ExactRow(row, i), reach) == ring.Yes {
				near++
			}
		}
		if 2*near > n {
			return true
		}
	}
	return false
}
