package explain

import (
	"context"
	"maps"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/exact"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/rounding"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// rounded are points that know how far their coordinates were rounded, as points.Set does.
type rounded interface {
	Rows
	HalfStep(i, j int) ring.Rat
}

// findWithin is findRounded, and drops long exact equations that say nothing beyond what holds within
// rounding.
func (x *exactPart) findWithin(ctx context.Context, o Options) error {
	all := x.found.Equations
	var short, long []exact.Equation
	for _, e := range all {
		if e.Polynomial.Len() >= limit.RoundedTerms && e.Polynomial.Degree() >= limit.RoundedDegree {
			long = append(long, e)
		} else {
			short = append(short, e)
		}
	}
	if len(long) > 0 {
		x.found.Equations = short
		if err := x.findRounded(ctx, o); err != nil {
			return err
		}
		if len(x.within) > 0 && !slices.ContainsFunc(long, func(e exact.Equation) bool { return !x.gradientInSpan(e.Polynomial) }) {
			return nil
		}
		x.found.Equations, x.within, x.solved = all, nil, nil
	}
	return x.findRounded(ctx, o)
}

// gradientInSpan reports whether the gradient of p lies in the space of those of the equations that
// were found otherwise, at most rows and for fixed settings.
func (x *exactPart) gradientInSpan(p *poly.Polynomial[ring.Rat]) bool {
	vars, n := len(x.data.Variables), x.data.Points.Rows()
	var cells [][]ring.Rat
	for i := range min(limit.ParallelRows, n) {
		cells = append(cells, x.data.Points.ExactRow(make([]ring.Rat, vars), i*n/min(limit.ParallelRows, n)))
	}
	unit := make([]float64, vars) // the range of each column
	for j := range unit {
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, c := range cells {
			lo, hi = min(lo, c[j].Float64()), max(hi, c[j].Float64())
		}
		unit[j] = hi - lo
	}
	gradient := func(p *poly.Polynomial[ring.Rat], at []ring.Rat) []float64 {
		g := make([]float64, vars)
		for j, d := range p.Gradient() {
			g[j] = d.Eval(at).Float64() * unit[j]
		}
		return g
	}
	apart := 0
	for _, at := range cells {
		var normals [][]float64
		for _, s := range x.found.Settings {
			axis := make([]float64, vars)
			axis[s.Column] = 1
			normals = append(normals, axis)
		}
		for _, e := range slices.Concat(x.found.Equations, x.within) {
			normals = append(normals, gradient(e.Polynomial, at))
		}
		jac := mat.NewDense(len(normals), vars, nil)
		for i, g := range normals {
			jac.SetRow(i, g)
		}
		_, basis := numeric.LeastNorm(jac, make([]float64, len(normals)), 1e-6)
		g := gradient(p, at)
		full := mat.Norm(mat.NewVecDense(vars, g), 2)
		for _, b := range basis {
			c := mat.Dot(mat.NewVecDense(vars, g), mat.NewVecDense(vars, b))
			for j := range g {
				g[j] -= c * b[j]
			}
		}
		if mat.Norm(mat.NewVecDense(vars, g), 2) > limit.ParallelSine*full {
			apart++
		}
	}
	return float64(apart) <= limit.ParallelPart*float64(len(cells))
}

// findRounded looks for equations that hold within the rounding of the cells beside those
// that hold exactly. Cells of settings count as exact, those of columns that go in even
// steps, and floats.
func (x *exactPart) findRounded(ctx context.Context, o Options) error {
	set, ok := x.data.Points.(rounded)
	if !ok || x.found.Ring == nil || o.Noise != nil || o.Covariance != nil || x.explainsAll(o) {
		return nil
	}
	n, vars := set.Rows(), len(x.data.Variables)
	t := rounding.Table{Ring: x.found.Ring, Levels: map[int]int{}}
	for _, s := range x.found.Settings {
		t.Levels[s.Column] = len(s.Values)
	}
	for j, name := range x.data.Variables {
		if !x.isConstant(name) && !slices.Contains(x.counters, j) {
			t.Columns = append(t.Columns, j)
		}
	}
	for _, e := range x.found.Equations {
		t.Known = append(t.Known, e.Polynomial)
	}
	exactly := rounding.EvenSteps(set, vars)
	for j := range exactly {
		exactly[j] = exactly[j] || t.Levels[j] > 0 || x.looksComputed(j)
	}
	step := max(1, n*vars/limit.ExactCells)
	for i := 0; i < n; i += step {
		t.Rows = append(t.Rows, set.ExactRow(make([]ring.Rat, vars), i))
		t.Half = append(t.Half, halfSteps(set, exactly, i))
	}
	laws, err := rounding.Find(ctx, t, rounding.Options{MaxDegree: o.MaxDegree, Seed: o.Seed, EveryRow: o.Robust == RobustOff})
	if err != nil {
		return err
	}
	for _, l := range laws {
		e := exact.Equation{Polynomial: l.Polynomial, Failing: l.Failing}
		if step > 1 {
			if e.Failing, err = x.failingRows(ctx, set, exactly, l); err != nil {
				return err
			}
		}
		x.within = append(x.within, e)
		x.slips = append(x.slips, e.Failing...)
	}
	slices.Sort(x.slips)
	x.slips = slices.Compact(x.slips)
	x.eliminate()
	return nil
}

// eliminate solves the equations that hold within rounding for columns, the last that
// each determines, and writes the exact equations without these: what is looked for with
// noise is looked for among the others.
func (x *exactPart) eliminate() {
	x.solved = map[int]*poly.Polynomial[ring.Rat]{}
	for _, e := range x.within {
		p, ok := x.substituted(e.Polynomial)
		if !ok {
			continue
		}
		for j := len(x.data.Variables) - 1; j >= 0; j-- {
			if !determines(p, j) {
				continue
			}
			R := p.Ring()
			c, err := ring.RatFromInt(-1).Quo(p.Coefficient(R.VarMonomial(j)))
			if err != nil {
				break
			}
			value := R.Var(j).Add(p.Scale(c))
			for k, f := range x.solved {
				if f, err = f.SubstituteVar(j, value); err == nil {
					x.solved[k] = f
				}
			}
			x.solved[j] = value
			break
		}
	}
}

// substituted is an equation with the columns that are solved for replaced.
func (x *exactPart) substituted(p *poly.Polynomial[ring.Rat]) (*poly.Polynomial[ring.Rat], bool) {
	for _, j := range slices.Sorted(maps.Keys(x.solved)) {
		var err error
		if p, err = p.SubstituteVar(j, x.solved[j]); err != nil {
			return nil, false
		}
	}
	return p, !p.IsZero()
}

// implies reports whether an equation found with noise says nothing beside those that hold
// exactly or within rounding. One that holds exactly itself is of a lower degree than what
// would show that it follows. A long one with decimals, which need not be a law, follows the rows at best.
func (x *exactPart) implies(g Generator) bool {
	if len(x.laws()) == 0 || g.Exact.Vanishing == g.Exact.Points {
		return false
	}
	if g.Approximation && g.manyDecimals() && len(g.Terms) >= limit.ManyTerms {
		return true
	}
	p, err := g.Polynomial.In(x.found.Ring)
	if err != nil {
		return false
	}
	var known []*poly.Polynomial[ring.Rat]
	for _, e := range x.equations() {
		known = append(known, e.Polynomial)
	}
	rows := make([][]float64, x.data.Points.Rows())
	for i := range rows {
		rows[i] = x.data.Points.Row(i)
	}
	return rounding.Follows(p, known, rows)
}

// halfSteps are the half steps of a row, 0 in columns that count as exact.
func halfSteps(set rounded, exactly []bool, i int) []ring.Rat {
	half := make([]ring.Rat, len(exactly))
	for j := range half {
		if !exactly[j] {
			half[j] = set.HalfStep(i, j)
		}
	}
	return half
}

// looksComputed reports whether most decimals of a column have as many digits as a float: what was
// computed with errors of that size was not rounded only once.
func (x *exactPart) looksComputed(j int) bool {
	n := x.data.Points.Rows()
	row := make([]ring.Rat, len(x.data.Variables))
	long, all := 0, 0
	for i := 0; i < n; i += max(1, n/limit.FloatRows) {
		c := x.data.Points.ExactRow(row, i)[j]
		if places, finite := c.Big().FloatPrec(); finite && places > 0 {
			all++
			if len(strings.TrimLeft(c.Big().FloatString(places), "-0.")) >= limit.FloatDigits {
				long++
			}
		}
	}
	return 2*long > all
}

// failingRows lists the rows at which a law does not hold within rounding.
func (x *exactPart) failingRows(ctx context.Context, set rounded, exactly []bool, l rounding.Law) ([]int, error) {
	e := rounding.New(l.Polynomial)
	row := make([]ring.Rat, len(x.data.Variables))
	var out []int
	for i := range set.Rows() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if e.Zero(set.ExactRow(row, i), halfSteps(set, exactly, i)) != ring.Yes {
			out = append(out, i)
		}
	}
	return out, nil
}

// laws are the equations that are no constants: those that hold exactly, then those within
// rounding.
func (x *exactPart) laws() []exact.Equation { return slices.Concat(x.found.Equations, x.within) }

// countWithinRounding counts, for the generators with exact coefficients, at how many points they
// hold within the rounding of the cells.
func (r *Result) countWithinRounding(data Data) {
	set, ok := data.Points.(*points.Set)
	if !ok {
		return
	}
	columns := make([]int, len(r.Variables))
	for j, v := range r.Variables {
		columns[j] = slices.Index(data.Variables, v)
	}
	set = set.Select(nil, columns)
	levels := levelsOf(set)
	for k := range r.Generators {
		g := &r.Generators[k]
		if g.nearer(set) {
			g.addDoubt(doubt{texts: []string{"the rows miss it by far less than half a unit of the last digit of any cell, and do miss it: for exact cells it is an approximation"}, approximation: true})
			g.Approximation = true
			g.decide()
			continue
		}
		if !g.Rational || g.Holds || g.Approximation {
			continue
		}
		b := newRoundingBox(g.Polynomial, set, levels, &g.Rounding)
		aside := 0
		for i := range set.Rows() {
			before := g.Rounding.AsWritten
			b.count(i, false, &g.Rounding)
			if g.Rounding.AsWritten == before && slices.Contains(r.Outliers, set.Line(i)) {
				aside++
			}
		}
		g.Within = g.Rounding.Rounded && g.Rounding.AsWritten+aside == set.Rows()
	}
}

// roundingBox counts the points at which an equation holds within rounding.
type roundingBox struct {
	equation *rounding.Equation
	set      rounded
	setting  []bool // by column: it takes few values again and again, or goes in even steps, and is rounded
	center   []ring.Rat
	half     []ring.Rat
}

// newRoundingBox prepares an equation in the columns of a set.
func newRoundingBox(p *poly.Polynomial[ring.Rat], set rounded, levels map[int]int, r *Rounding) *roundingBox {
	names := p.Ring().Vars()
	b := &roundingBox{rounding.New(p), set, make([]bool, len(names)), make([]ring.Rat, len(names)), make([]ring.Rat, len(names))}
	for j, name := range names {
		if p.DegreeIn(j) == 0 {
			continue
		}
		for i := range set.Rows() {
			if !set.HalfStep(i, j).IsZero() {
				r.Rounded = true
				if b.setting[j] = levels[j] > 0; b.setting[j] {
					r.Settings = append(r.Settings, name)
				}
				break
			}
		}
	}
	return b
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
	b.set.ExactRow(b.center, i)
	for j := range b.half {
		if b.half[j] = b.set.HalfStep(i, j); b.setting[j] {
			b.half[j] = ring.Rat{}
		}
	}
	within := b.equation.Zero(b.center, b.half)
	if within == ring.Yes {
		r.AsWritten++
	} else if len(r.Settings) > 0 {
		for j := range b.half {
			b.half[j] = b.set.HalfStep(i, j)
		}
		within = b.equation.Zero(b.center, b.half)
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
	for j, even := range rounding.EvenSteps(set, n) {
		if even {
			out[j] = set.Rows()
		}
	}
	return out
}
