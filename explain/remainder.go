package explain

import (
	"context"
	"errors"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/exact"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/robust"
	"github.com/kexplain/kexplain/explain/internal/rounding"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/internal/decimal"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// remainder is what the search with noise looks at, beside what holds without noise.
type remainder struct {
	found *noiseFree
	// data are those of found without the rows that break equations, the columns that number the
	// rows, and the columns that equations within rounding give.
	data    Data
	options Options                      // for the columns of data
	known   []*poly.Polynomial[ring.Rat] // exact equations, in the columns of data
	whole   problem.Whole                // rows of which these are a sample, or nil
	// products are equations that rounding makes, which are not looked for.
	products []*poly.Polynomial[ring.Rat]
}

// beside searches with noise beside what holds without. Where columns are functions of others, it looks at the rows without the
// arguments first, then without the values, and then at all of them, until it finds an equation that is in no doubt: what
// sin_i = 1.333*sin_r says of angles, a polynomial in the angles and their sines says in many terms, and more precisely.
func (f *noiseFree) beside(ctx context.Context, o Options, progress func(string)) (*Result, error) {
	functions := f.functions(o)
	var arguments, values []int
	for _, g := range functions {
		arguments, values = append(arguments, g.Of), append(values, g.Column)
	}
	r, aside, err := f.without(ctx, o, progress, arguments, values)
	if err != nil {
		return nil, err
	}
	if r != nil {
		r.Functions = f.leftOut(functions, aside)
		if r.believed() {
			return r, nil
		}
	}
	s, err := remaining(f, o, nil).learn(ctx, progress)
	if err == nil && s.believed() {
		return f.besideComputed(ctx, s, o, progress)
	}
	if r == nil || ctx.Err() != nil {
		return s, err
	}
	return r, nil
}

// without searches without some columns, then without others, until an equation is in no doubt. It returns the first result
// where none is, which is nil where there is no equation, and the columns that were left aside.
func (f *noiseFree) without(ctx context.Context, o Options, progress func(string), lists ...[]int) (r *Result, aside []int, err error) {
	for _, columns := range lists {
		slices.Sort(columns)
		columns = slices.Compact(columns)
		if len(columns) == 0 || f.varying()-len(columns) < 2 {
			continue
		}
		s, err := remaining(f, o, columns).learn(ctx, progress)
		switch {
		case errors.Is(err, ErrData) || errors.As(err, new(*NoEquationError)):
			continue
		case err != nil:
			return nil, nil, err
		case s.believed():
			return s, columns, nil
		case r == nil:
			r, aside = s, columns
		}
	}
	return r, aside, nil
}

// remaining is what found leaves to the search with noise, without some columns.
func remaining(found *noiseFree, o Options, aside []int) remainder {
	r := remainder{found: found, data: found.data, options: o}
	slips, solved := found.slips(), found.solved()
	if len(slips) > 0 {
		r.data.Points = points.Without(r.data.Points, slips)
	}
	// What holds within rounding is not given: beside it every smooth surface that is near
	// the one that it gives would be found.
	for _, e := range found.exactly {
		if p, ok := substituted(e.Polynomial, solved); ok {
			r.known = append(r.known, p)
		}
	}
	var keep []int
	var names []string
	for j, name := range found.data.Variables {
		if _, is := solved[j]; !is && !slices.Contains(found.counters, j) && !slices.Contains(aside, j) {
			keep, names = append(keep, j), append(names, name)
		}
	}
	if len(keep) < len(found.data.Variables) {
		r.data = Data{Variables: names, Points: points.Columns(r.data.Points, len(found.data.Variables), keep)}
		r.options = o.ofColumns(keep, len(found.data.Variables))
	}
	if found.data.Whole != nil && len(slips) == 0 {
		r.whole = someColumns{Whole: found.data.Whole, place: keep, all: len(found.data.Variables)}
	}
	return r
}

// ofColumns are the options for some of n columns.
func (o Options) ofColumns(keep []int, n int) Options {
	for _, levels := range []*[]float64{&o.Noise, &o.Relative} {
		if len(*levels) == n {
			*levels = at(*levels, keep)
		}
	}
	if o.Grading != nil {
		o.Grading = at(o.Grading, keep)
	}
	if o.Covariance != nil && o.Covariance.SymmetricDim() == n {
		c := mat.NewSymDense(len(keep), nil)
		for a, i := range keep {
			for b, j := range keep {
				c.SetSym(a, b, o.Covariance.At(i, j))
			}
		}
		o.Covariance = c
	}
	return o
}

// at are the elements of a list at some places.
func at[T any](list []T, places []int) []T {
	var out []T
	for _, j := range places {
		out = append(out, list[j])
	}
	return out
}

// problemData are the data of the search with noise, with what is known of them.
func (rest remainder) problemData() problem.Data {
	in := problem.Data{
		Names: rest.data.Variables, Points: rest.data.Points, MaxDegree: rest.options.degree(rest.data.Variables),
		Grading: rest.options.Grading, Whole: rest.whole, Exact: rest.known,
	}
	for _, b := range rest.options.DegreeIn {
		in.Bounds = append(in.Bounds, problem.Bound{Names: b.Variables, Degree: b.Degree})
	}
	// Few different rows, each of which stands there again and again, are places: how many they are is judged as a whole.
	if n := rest.found.distinct; n > limit.FewPlaces || limit.PlaceRows*n > rest.data.Points.Rows() {
		in = in.WithSettings(rest.found.data.Variables, rest.found.settings)
	}
	solved := rest.found.solved()
	for _, g := range rest.found.forms {
		if p, ok := substituted(g.Vanishing, solved); ok {
			in.Trivial = append(in.Trivial, p)
		}
	}
	// A setting that a law gives takes its few values all the same.
	for _, s := range rest.found.settings {
		if value, is := solved[s.Column]; is {
			if p, err := exact.Vanishing(value, s.Values); err == nil {
				in.Trivial = append(in.Trivial, p)
			}
		}
	}
	in.Trivial = append(in.Trivial, rest.products...)
	in.Identities = rest.options.Identities
	in.Trivial = append(in.Trivial, in.Identities...)
	return in
}

// robust says whether rows may be set aside: none of a table whose columns all take few
// values, unless that is asked for. Any of these values lies on some zero set.
func (rest remainder) robust() Robust {
	mode := rest.options.robust()
	if mode == RobustAuto && len(rest.found.settings)+len(rest.found.constant) == len(rest.found.data.Variables) {
		return RobustOff
	}
	return mode
}

// someColumns are some columns of rows.
type someColumns struct {
	Whole
	place []int
	all   int
}

// Mean is that of the columns.
func (w someColumns) Mean(exponents []uint8, units []float64) float64 {
	e, u := make([]uint8, w.all), problem.UnitScales(w.all)
	for k, j := range w.place {
		e[j], u[j] = exponents[k], units[k]
	}
	return w.Whole.Mean(e, u)
}

// explainsAll reports whether nothing is left to look for with noise. Exact equations hold, no
// noise is given, and either no column that they leave free looks measured, or the rows lie on
// curves. Columns that do not look measured are counted or computed. That takes an equation of three columns: a column may be
// there in two units whether it is counted or measured.
func (f *noiseFree) explainsAll(o Options) bool {
	if o.Noise != nil || o.Relative != nil || o.Covariance != nil || len(f.laws()) == 0 {
		return false
	}
	tied := slices.ContainsFunc(f.laws(), func(e exact.Equation) bool { return !isUnitChange(e.Polynomial) })
	return tied && f.nothingMeasured() || f.dimension() <= 1
}

// isUnitChange reports whether an equation gives a column by a line in one other column, as degrees Fahrenheit by Celsius.
func isUnitChange(p *poly.Polynomial[ring.Rat]) bool {
	return len(p.UsedVars()) == 2 && p.Degree() == 1
}

// dimension is the number of columns that vary less the rank of the gradients of the exact
// equations and of identities, the largest at a few rows. Where it is 1 the rows lie on curves, and one more
// equation would leave points.
func (f *noiseFree) dimension() int {
	known := append(polynomials(f.laws()), f.identities...)
	n, most := f.data.Points.Rows(), 0
	row := make([]ring.Rat, len(f.data.Variables))
	for k := range limit.GradientRows {
		f.data.Points.ExactRow(row, k*(n-1)/limit.GradientRows)
		m := numeric.NewMatrix[ring.Rat](ring.Q, len(known), len(row))
		for i, p := range known {
			for j, d := range p.Gradient() {
				m.Set(i, j, d.Eval(row))
			}
		}
		most = max(most, numeric.Rank(m))
	}
	return f.varying() - most
}

// varying is the number of columns that vary and take part.
func (f *noiseFree) varying() int { return len(f.data.Variables) - len(f.constant) - len(f.counters) }

// nothingMeasured reports whether no column that the equations leave free looks measured.
func (f *noiseFree) nothingMeasured() bool {
	measured := map[int]bool{}
	for j := range f.data.Variables {
		measured[j] = f.looksMeasured(j)
	}
	for _, e := range f.laws() {
		for j := range f.data.Variables {
			if measured[j] && determines(e.Polynomial, j) {
				measured[j] = false
				break
			}
		}
	}
	return !slices.ContainsFunc(numeric.FirstInts(len(f.data.Variables)), func(j int) bool { return measured[j] })
}

// determines reports whether an equation gives column j as a polynomial in the others:
// it occurs in one term, by itself.
func determines(p *poly.Polynomial[ring.Rat], j int) bool {
	R := p.Ring()
	return p.DegreeIn(j) == 1 && p.Derivative(j).IsConstant() && !p.Coefficient(R.VarMonomial(j)).IsZero()
}

// looksMeasured reports whether the cells of a column look like measurements, or like floats:
// decimals of few digits, or most of them of many, or whole numbers that are readings. A
// column does not look measured where it takes few values, holds fractions, such as 0.5 beside 0.333333333333, or holds
// decimals that all are halves of halves, finer than any ruler.
func (f *noiseFree) looksMeasured(j int) bool {
	if f.isSetting(j) || f.isConstant(j) {
		return false
	}
	switch d := f.decimalsOf(j, 1); {
	case d.fraction || d.halved && d.finest >= limit.MinHalvings && d.finest <= uint(limit.MaxDenominatorBits):
		return false
	case d.number() == 0:
		return f.isReading(j)
	default:
		return d.long+d.between > d.short || d.short > 0 && d.between+d.long == 0
	}
}

// looksComputed reports whether more than a few decimals of a column have as many digits as a float: what was computed with
// errors of that size was not rounded only once. The other cells are sums and products that floats happen to hold.
func (f *noiseFree) looksComputed(j int) bool {
	d := f.decimalsOf(j, max(1, f.data.Points.Rows()/limit.FloatRows))
	return float64(d.long) > limit.FloatCells*float64(d.number())
}

// decimals says how the cells of a column that are no whole numbers are written.
type decimals struct {
	short, between, long int  // of few digits, of more, and of as many as a float has
	fraction             bool // some cell is written as a fraction, or no decimal is equal to it
	halved               bool // all are halves of halves, as 0.375 is
	finest               uint // so many times at most
}

// number is that of all decimals.
func (d decimals) number() int { return d.short + d.between + d.long }

// decimalsOf reads column j in every step-th row.
func (f *noiseFree) decimalsOf(j, step int) decimals {
	set, written := f.data.Points.(rounding.Set)
	row := make([]ring.Rat, len(f.data.Variables))
	d := decimals{halved: true}
	for i := 0; i < f.data.Points.Rows(); i += step {
		c := f.data.Points.ExactRow(row, i)[j]
		if c.IsInt() {
			continue
		}
		places, finite := c.Big().FloatPrec()
		if !finite || written && set.HalfStep(i, j).IsZero() && c.Den().BitLen() <= limit.MaxDenominatorBits {
			d.fraction = true
		}
		if !finite {
			continue
		}
		zeros := c.Den().TrailingZeroBits()
		d.halved = d.halved && c.Den().BitLen() == int(zeros)+1
		d.finest = max(d.finest, zeros)
		switch digits := decimal.Digits(c.Big(), places); {
		case digits >= limit.FloatDigits:
			d.long++
		case digits <= limit.MeasuredDigits:
			d.short++
		default:
			d.between++
		}
	}
	return d
}

// readings are the columns that may be readings of an instrument though they are whole numbers:
// they take many values, are in no equation, and a quadric in the other columns is near them.
func (f *noiseFree) readings() []int {
	return slices.DeleteFunc(numeric.FirstInts(len(f.data.Variables)), func(j int) bool {
		return !f.takesMany(j) ||
			slices.ContainsFunc(f.laws(), func(e exact.Equation) bool { return e.Polynomial.DegreeIn(j) > 0 }) ||
			f.scatter(j) > limit.ReadingScatter
	})
}

// rounded are the columns that may be rounded though they are whole numbers: readings, and columns that a law may give
// beside exact equations that leave two columns or more free: tax = 0.19*net in whole numbers beside gross = net + tax.
func (f *noiseFree) rounded() []int {
	if len(f.exactly) == 0 || f.dimension() <= 1 {
		return f.readings()
	}
	whole := wholeColumns(f.data.Points, len(f.data.Variables))
	return slices.DeleteFunc(numeric.FirstInts(len(f.data.Variables)), func(j int) bool {
		return !whole[j] || !f.takesMany(j) || f.scatter(j) > limit.ReadingScatter
	})
}

// isReading reports whether equations leave out a column that is a reading, most of whose values
// stand in one row only. Those of an argument of a program stand in many.
func (f *noiseFree) isReading(j int) bool {
	values, n := map[float64]bool{}, f.data.Points.Rows()
	for i := range n {
		values[f.data.Points.Row(i)[j]] = true
	}
	return len(f.laws()) > 0 && 2*len(values) > n && slices.Contains(f.readings(), j)
}

// scatter is robust.FromQuadric of a column, at rows spread evenly over all.
func (f *noiseFree) scatter(j int) float64 {
	all := f.data.Points.Rows()
	rows := make([][]float64, min(all, limit.ReadingRows))
	for i := range rows {
		rows[i] = f.data.Points.Row(i * all / len(rows))
	}
	return robust.FromQuadric(rows, j)
}

// wholeColumns says which columns have whole numbers only.
func wholeColumns(set Rows, columns int) []bool {
	row := make([]ring.Rat, columns)
	whole := slices.Repeat([]bool{true}, columns)
	for i := 0; i < set.Rows() && slices.Contains(whole, true); i++ {
		for j, c := range set.ExactRow(row, i) {
			whole[j] = whole[j] && c.IsInt()
		}
	}
	return whole
}
