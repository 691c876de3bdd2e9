package explain

import (
	"context"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/border/groebner"
	"github.com/kexplain/kexplain/explain/internal/exact"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/robust"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Setting is a column that takes few values again and again.
type Setting struct {
	Name   string
	Values []ring.Rat // ascending
}

// Slip is a row that breaks equations which the others obey exactly.
type Slip struct {
	Line       int
	Generators []int // places in Result.Generators
}

// exactPart is what holds exactly in the data, found before anything is rounded.
type exactPart struct {
	data   Data
	found  *exact.Result
	within []exact.Equation // what holds within the rounding of the cells
	// solved has the columns for which these are solved, in the others.
	solved   map[int]*poly.Polynomial[ring.Rat]
	slips    []int // rows that break an equation
	counters []int // columns that number the rows and take no part
}

// findExact looks for equations that hold exactly.
func findExact(ctx context.Context, data Data, o Options) (*exactPart, error) {
	rows, step := data.Points.Rows(), 1
	if cells := rows * len(data.Variables); cells > limit.ExactCells {
		step = (cells + limit.ExactCells - 1) / limit.ExactCells
	}
	t := exact.Table{Names: data.Variables}
	for i := 0; i < rows; i += step {
		t.Rows = append(t.Rows, data.Points.ExactRow(make([]ring.Rat, len(data.Variables)), i))
	}
	found, err := exact.Find(ctx, t, exact.Options{MaxDegree: o.MaxDegree, Seed: o.Seed, EveryRow: o.Robust == RobustOff, Numbered: o.Numbered})
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil: // of a ring: the search with noise says it in its words
		return &exactPart{data: data, found: &exact.Result{}}, nil
	}
	if o.Method != MethodSearch {
		// The kernel matrices are to find them.
		found.Equations, found.Degree, found.Complete, found.TooFewRows = nil, 0, 0, false
	}
	if o.Kernels != nil {
		found.Counters = nil // they take all columns
	}
	x := &exactPart{data: data, found: found}
	if err := x.checkAllRows(ctx); err != nil {
		return nil, err
	}
	if err := x.withoutIdentities(ctx, o.Identities); err != nil {
		return nil, err
	}
	x.found.Equations = slices.DeleteFunc(x.found.Equations, func(e exact.Equation) bool { return !o.homogeneous(e.Polynomial, data.Variables) })
	for _, e := range x.equations() {
		x.slips = append(x.slips, e.Failing...)
	}
	slices.Sort(x.slips)
	x.slips = slices.Compact(x.slips)
	used := map[int]bool{}
	for _, e := range found.Equations {
		for j := range data.Variables {
			used[j] = used[j] || e.Polynomial.DegreeIn(j) > 0
		}
	}
	// A column that numbers the rows stands aside where two others are left.
	varying := len(data.Variables) - len(found.Constant)
	for _, j := range found.Counters {
		if !used[j] && varying-len(x.counters) > 2 {
			x.counters = append(x.counters, j)
		}
	}
	// A column that is computed from others has no cells, and no rounding of its own.
	if o.Method != MethodSearch || len(o.Identities) > 0 {
		return x, nil
	}
	err = x.findWithin(ctx, o)
	if slices.ContainsFunc(x.within, func(e exact.Equation) bool { return !o.homogeneous(e.Polynomial, data.Variables) }) {
		x.within, x.solved = nil, nil
	}
	return x, err
}

// checkAllRows tries the equations at all rows, and drops those that many break: a sample
// was too small to show it.
func (x *exactPart) checkAllRows(ctx context.Context) error {
	n := x.data.Points.Rows()
	row := make([]ring.Rat, len(x.data.Variables))
	for _, list := range []*[]exact.Equation{&x.found.Constant, &x.found.Equations} {
		evaluators := make([]*poly.Evaluator[ring.Rat], len(*list))
		for k := range *list {
			(*list)[k].Failing = nil
			evaluators[k] = poly.NewEvaluator((*list)[k].Polynomial)
		}
		value := [][]ring.Rat{make([]ring.Rat, 1)}
		for i := range n {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if len(*list) == 0 {
				break
			}
			x.data.Points.ExactRow(row, i)
			for k, e := range evaluators {
				if e.EvalTo(value, [][]ring.Rat{row}); !value[0][0].IsZero() {
					(*list)[k].Failing = append((*list)[k].Failing, i)
				}
			}
		}
		*list = slices.DeleteFunc(*list, func(e exact.Equation) bool { return float64(len(e.Failing)) > limit.MaxBroken*float64(n) })
	}
	return nil
}

// withoutIdentities drops the equations that follow from identities: they hold by definition.
func (x *exactPart) withoutIdentities(ctx context.Context, identities []*poly.Polynomial[ring.Rat]) error {
	if len(identities) == 0 || len(x.found.Equations) == 0 {
		return nil
	}
	R := x.found.Equations[0].Polynomial.Ring()
	var gens []*poly.Polynomial[ring.Rat]
	for _, f := range identities {
		if g, err := f.In(R); err == nil {
			gens = append(gens, g)
		}
	}
	basis, err := groebner.Basis(ctx, gens)
	if err != nil {
		return err
	}
	for i := len(x.found.Equations) - 1; i >= 0; i-- {
		follows, err := groebner.Member(x.found.Equations[i].Polynomial, basis)
		if err != nil {
			return err
		}
		if follows {
			x.found.Equations = slices.Delete(x.found.Equations, i, i+1)
		}
	}
	return nil
}

// equations are all that were found, those of constant columns first.
func (x *exactPart) equations() []exact.Equation {
	return slices.Concat(x.found.Constant, x.laws())
}

// robust says whether rows may be set aside: none of a table whose columns all take few
// values, unless that is asked for. Any of these values lies on some zero set.
func (x *exactPart) robust(o Options) robust.Mode {
	if o.robust() == RobustAuto && len(x.found.Settings)+len(x.found.Constant) == len(x.data.Variables) {
		return robust.Mode(RobustOff)
	}
	return robust.Mode(o.robust())
}

// addKnown adds to data what is known of them beforehand.
func (x *exactPart) addKnown(data *problem.Data) {
	// What holds within rounding is not given: beside it every smooth surface that is near
	// the one that it gives would be found.
	for _, e := range x.found.Equations {
		if p, ok := x.substituted(e.Polynomial); ok {
			data.Exact = append(data.Exact, p)
		}
	}
	R := x.found.Ring
	data.Levels = map[string]int{}
	if x.found.Distinct <= limit.FewPlaces {
		return // not settings but places: how many they are is judged as a whole
	}
	for _, s := range x.found.Settings {
		data.Levels[x.data.Variables[s.Column]] = len(s.Values)
		product := R.One()
		for _, v := range s.Values {
			var err error
			if product, err = product.Mul(R.Var(s.Column).Sub(R.Const(v))); err != nil {
				product = nil // of a degree beyond the ring, and that of any search
				break
			}
		}
		if product != nil {
			data.Trivial = append(data.Trivial, product)
		}
	}
}

// hasEquations reports whether there are equations.
func (x *exactPart) hasEquations() bool { return len(x.equations()) > 0 }

// explainsAll reports whether nothing is left to look for with noise: exact equations hold, no
// noise is given, and no column that they leave free looks measured. Whole numbers,
// fractions and decimals of many digits among which equations hold exactly are counted or
// computed.
func (x *exactPart) explainsAll(o Options) bool {
	return len(x.laws()) > 0 && o.Noise == nil && o.Relative == nil && o.Covariance == nil && (x.nothingMeasured() || x.dimension() <= 1)
}

// dimension is the number of columns that vary less the rank of the gradients of the exact
// equations, the largest at a few rows. Where it is 1 the rows lie on curves, and one more
// equation would leave points.
func (x *exactPart) dimension() int {
	n, most := x.data.Points.Rows(), 0
	row := make([]ring.Rat, len(x.data.Variables))
	for k := range limit.GradientRows {
		x.data.Points.ExactRow(row, k*(n-1)/limit.GradientRows)
		m := numeric.NewMatrix[ring.Rat](ring.Q, len(x.laws()), len(row))
		for i, e := range x.laws() {
			for j, d := range e.Polynomial.Gradient() {
				m.Set(i, j, d.Eval(row))
			}
		}
		most = max(most, numeric.Rank(m))
	}
	return len(x.data.Variables) - len(x.found.Constant) - len(x.counters) - most
}

// nothingMeasured reports whether no column that the equations leave free looks measured.
func (x *exactPart) nothingMeasured() bool {
	measured := map[int]bool{}
	for j := range x.data.Variables {
		measured[j] = x.looksMeasured(j)
	}
	for _, e := range x.laws() {
		for j := range x.data.Variables {
			if measured[j] && determines(e.Polynomial, j) {
				measured[j] = false
				break
			}
		}
	}
	return !slices.ContainsFunc(x.columns(x.data.Variables), func(j int) bool { return measured[j] })
}

// isConstant reports whether a column holds one value only.
func (x *exactPart) isConstant(name string) bool {
	return slices.ContainsFunc(x.found.Constant, func(e exact.Equation) bool {
		j, ok := e.Polynomial.Ring().VarIndex(name)
		return ok && e.Polynomial.DegreeIn(j) > 0
	})
}

// determines reports whether an equation gives column j as a polynomial in the others:
// it occurs in one term, by itself.
func determines(p *poly.Polynomial[ring.Rat], j int) bool {
	R := p.Ring()
	return p.DegreeIn(j) == 1 && p.Derivative(j).IsConstant() && !p.Coefficient(R.VarMonomial(j)).IsZero()
}

// looksMeasured reports whether the cells of a column look like measurements, or computed with
// rounding: decimals that are no settings, of few digits or of as many as a float has.
// Fractions are computed, and so are decimals all of which are halves of halves, finer than
// any ruler.
func (x *exactPart) looksMeasured(j int) bool {
	if slices.ContainsFunc(x.found.Settings, func(s exact.Setting) bool { return s.Column == j }) ||
		x.isConstant(x.data.Variables[j]) {
		return false
	}
	set, written := x.data.Points.(rounded)
	row := make([]ring.Rat, len(x.data.Variables))
	short, between, long := 0, 0, 0
	halved, finest := true, uint(0)
	for i := range x.data.Points.Rows() {
		c := x.data.Points.ExactRow(row, i)[j]
		if c.IsInt() {
			continue
		}
		if written && set.HalfStep(i, j).IsZero() && c.Den().BitLen() <= limit.MaxDenominatorBits {
			return false
		}
		places, finite := c.Big().FloatPrec()
		if !finite {
			return false
		}
		zeros := c.Den().TrailingZeroBits()
		halved = halved && c.Den().BitLen() == int(zeros)+1
		finest = max(finest, zeros)
		digits := len(strings.TrimLeft(c.Big().FloatString(places), "-0."))
		switch {
		case digits >= limit.FloatDigits:
			long++
		case digits <= limit.MeasuredDigits && places <= limit.MeasuredDigits:
			short++
		default:
			between++
		}
	}
	if halved && finest >= limit.MinHalvings && finest <= uint(limit.MaxDenominatorBits) {
		return false
	}
	return long > between+short || short > 0 && between+long == 0
}

// remaining are the data that the search with noise looks at: without the rows that break exact
// equations, the columns that number the rows and those that equations within rounding give.
func (x *exactPart) remaining(o Options) (Data, Options) {
	data := x.data
	if len(x.slips) > 0 {
		data.Points = points.Without(data.Points, x.slips)
	}
	if len(x.counters)+len(x.solved) == 0 {
		return data, o
	}
	var keep []int
	names := []string{}
	for j, name := range data.Variables {
		if _, solved := x.solved[j]; !solved && !slices.Contains(x.counters, j) {
			keep, names = append(keep, j), append(names, name)
		}
	}
	data = Data{Variables: names, Points: points.Columns(data.Points, len(x.data.Variables), keep)}
	for _, levels := range []*[]float64{&o.Noise, &o.Relative} {
		if len(*levels) == len(x.data.Variables) {
			var kept []float64
			for _, j := range keep {
				kept = append(kept, (*levels)[j])
			}
			*levels = kept
		}
	}
	if o.Grading != nil {
		var kept [][]int
		for _, j := range keep {
			kept = append(kept, o.Grading[j])
		}
		o.Grading = kept
	}
	if o.Covariance != nil && o.Covariance.SymmetricDim() == len(x.data.Variables) {
		c := mat.NewSymDense(len(keep), nil)
		for a, i := range keep {
			for b, j := range keep {
				c.SetSym(a, b, o.Covariance.At(i, j))
			}
		}
		o.Covariance = c
	}
	return data, o
}

// shorten writes generators with exact coefficients in the shortest form that the others
// lead to, of those that need no more noise: x² + y² = 2x for x² + y² - z² - 4x + 4 beside
// z² + 2x = 4. Without noise any form is as good, and the reduced one is taken.
func (r *Result) shorten(noiseFree bool) {
	form := exact.ShortestForm
	if noiseFree {
		form = exact.ReducedForm
	}
	for i, g := range r.Generators {
		if !g.Rational {
			continue
		}
		var others []exact.Equation
		for j, other := range r.Generators {
			if j != i && other.Rational && (noiseFree || other.Sigma <= limit.ComparableNoise*g.Sigma) {
				others = append(others, exact.Equation{Polynomial: other.Polynomial})
			}
		}
		if f := form(g.Polynomial, others); f != g.Polynomial {
			r.Generators[i] = g.inForm(f)
		}
	}
}
