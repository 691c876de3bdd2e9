package explain

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/exact"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/noisefree"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/rounding"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// noiseFree is what holds of data without noise.
type noiseFree struct {
	noisefree.Found
	data Data // whose columns and points those of Found are
}

// findNoiseFree looks for equations that hold without noise.
func findNoiseFree(ctx context.Context, data Data, o Options) (*noiseFree, error) {
	found, err := noisefree.Find(ctx, data.Variables, data.Points, noisefree.Options{
		MaxDegree: o.MaxDegree, Seed: o.Seed, EveryRow: o.Robust == RobustOff, Numbered: o.Numbered, AllColumns: o.Kernels != nil,
		Identities: o.Identities, OnlyConstant: o.Method != MethodSearch, NoiseGiven: o.givesNoise(),
		Allows: func(p *poly.Polynomial[ring.Rat]) bool { return o.allows(p, data.Variables) },
	})
	if err != nil {
		return nil, err
	}
	return &noiseFree{*found, data}, nil
}

// remainder is what the search with noise looks at, beside what holds without noise.
type remainder struct {
	found *noiseFree
	// data are those of found without the rows that break equations, the columns that number the
	// rows, and the columns that equations within rounding give.
	data    Data
	options Options                            // for the columns of data
	known   []*poly.Polynomial[ring.Rat]       // exact equations, in the columns of data
	solved  map[int]*poly.Polynomial[ring.Rat] // columns that equations within rounding give, by their places in found
	whole   problem.Whole                      // rows of which these are a sample, or nil
	// products are equations that rounding makes, which are not looked for.
	products []*poly.Polynomial[ring.Rat]
}

// beside searches with noise beside what holds without. Where columns are functions of others, it looks at the rows without the
// arguments first, then without the values, then at all of them, and then at the otherColumns, until it finds an equation that is in no
// doubt: what sin_i = 1.333*sin_r says of angles, a polynomial in the angles and their sines says in many terms, and more precisely.
func (f *noiseFree) beside(ctx context.Context, o Options, progress func(string)) (*Result, error) {
	var functions []rounding.Function
	if o.onlyCells() {
		functions = f.Functions()
	}
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
	if r != nil && ctx.Err() == nil {
		return r, nil
	}
	first := &Result{}
	if s != nil {
		first.Steps = s.Steps
	}
	if other, failed := f.besideComputed(ctx, first, o, progress); failed == nil && len(other.Generators) > 0 {
		return other, nil
	}
	return s, err
}

// without searches without some columns, then without others, until an equation is in no doubt. It returns the first result
// where none is, which is nil where there is no equation, and the columns that were left aside.
func (f *noiseFree) without(ctx context.Context, o Options, progress func(string), lists ...[]int) (r *Result, aside []int, err error) {
	for _, columns := range lists {
		slices.Sort(columns)
		columns = slices.Compact(columns)
		if len(columns) == 0 || f.Varying()-len(columns) < 2 {
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

// besideComputed searches again beside columns that were computed from others: without their arguments, and then without these
// columns, and without otherColumns. It returns the shortest that is found. If all columns have errors, many polynomials follow the rows as
// closely as a law of measured columns beside area = 0.7854*d^2. Long curves of decimals are left out, since they may only follow the
// rows. If the factor itself was measured, only the computed column is left aside: its arguments may be measurements of one another.
func (f *noiseFree) besideComputed(ctx context.Context, r *Result, o Options, progress func(string)) (*Result, error) {
	var computed, within, measured []Generator // in no doubt
	for _, g := range r.Generators {
		switch {
		case !g.Believed():
		case g.WithoutNoise():
			computed = append(computed, g)
		case f.holdsWithin(g):
			within = append(within, g)
		default:
			measured = append(measured, g)
		}
	}
	given, values, arguments := f.givenBy(computed)
	if o.noErrorsBeside(given) {
		return r, nil
	}
	fitted, rounded, _ := f.givenBy(within)
	known := slices.Concat(exact.Polynomials(f.Laws()), given, fitted)
	best := r
	lists := append([][]int{arguments, values, rounded}, f.otherColumns(measured)...)
	for k, columns := range lists {
		if slices.ContainsFunc(lists[:k], func(before []int) bool { return slices.Equal(before, columns) }) {
			continue
		}
		s, _, err := f.without(ctx, o, progress, columns)
		if err != nil {
			return nil, err
		}
		if s == nil {
			continue
		}
		s.Generators = slices.DeleteFunc(s.Generators, func(g Generator) bool {
			p, err := g.Polynomial.In(f.Ring)
			return !g.Believed() || g.curveOfDecimals(limit.FurtherTerms) || err != nil || rounding.Follows(p, known, nil, f.Rows())
		})
		if list := s.Generators; areBetter(list, measured) {
			r.leaveOut(func(g Generator) bool {
				found := slices.ContainsFunc(list, func(h Generator) bool { return h.String() == g.String() })
				return !g.Believed() && !found
			})
			again := "beside equations without noise, searched again without " + strings.Join(at(f.data.Variables, columns), ", ")
			s.Generators, s.Steps = slices.Concat(computed, within, list), slices.Concat(r.Steps, []string{again}, s.Steps)
			best, measured = s, list
		}
	}
	return best, best.inCommonRing(f.data.Variables)
}

// noErrorsBeside reports whether equations without noise give every column that has errors by columns that have none. Then no column
// has any: beside rho*v^2 = 2*g*h*rho + 2*p nothing in v can hold with noise if no other column has errors.
func (o Options) noErrorsBeside(given []*poly.Polynomial[ring.Rat]) bool {
	hasErrors := func(j int) bool {
		return j < len(o.Noise) && o.Noise[j] != 0 || j < len(o.Relative) && o.Relative[j] != 0
	}
	for j := range max(len(o.Noise), len(o.Relative)) {
		if hasErrors(j) && !slices.ContainsFunc(given, func(p *poly.Polynomial[ring.Rat]) bool {
			noisy := slices.DeleteFunc(p.UsedVars(), func(k int) bool { return !hasErrors(k) })
			return slices.Equal(noisy, []int{j})
		}) {
			return false
		}
	}
	return len(o.Noise)+len(o.Relative) > 0
}

// areBetter reports whether there are equations where there were none, or as many that are shorter. More of them need not be better:
// among fewer columns more relations hold by chance.
func areBetter(list, others []Generator) bool {
	if len(others) == 0 {
		return len(list) > 0
	}
	size := func(list []Generator) (terms, degrees int) {
		for _, g := range list {
			terms, degrees = terms+len(g.Terms), degrees+g.Polynomial.Degree()
		}
		return terms, degrees
	}
	terms, degrees := size(list)
	otherTerms, otherDegrees := size(others)
	return len(list) == len(others) && cmp.Or(cmp.Compare(terms, otherTerms), cmp.Compare(degrees, otherDegrees)) < 0
}

// givenBy are equations that hold without noise, the columns that they give, each the last one that it
// determines, and the other columns of these equations.
func (f *noiseFree) givenBy(computed []Generator) (given []*poly.Polynomial[ring.Rat], values, arguments []int) {
	for _, g := range computed {
		p, err := g.Polynomial.In(f.Ring)
		if err != nil {
			continue
		}
		given = append(given, p)
		in := p.UsedVars()
		for at, j := range slices.Backward(in) {
			if noisefree.Determines(p, j) && !slices.Contains(values, j) {
				values, arguments = append(values, j), append(arguments, slices.Delete(in, at, at+1)...)
				break
			}
		}
	}
	return given, values, arguments
}

// remaining is what found leaves to the search with noise, without some columns.
func remaining(found *noiseFree, o Options, aside []int) remainder {
	r := remainder{found: found, data: found.data, options: o}
	slips, solved := found.Slips(), found.Solved(aside...)
	r.solved = solved
	if len(slips) > 0 {
		r.data.Points = points.Without(r.data.Points, slips)
	}
	// What holds within rounding is not given: beside it every smooth surface that is near
	// the one that it gives would be found.
	for _, e := range found.Exactly {
		if p, ok := noisefree.Substituted(e.Polynomial, solved); ok {
			r.known = append(r.known, p)
		}
	}
	var keep []int
	var names []string
	for j, name := range found.data.Variables {
		if _, is := solved[j]; !is && !slices.Contains(found.Counters, j) && !slices.Contains(aside, j) {
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
	if n := rest.found.Distinct; n > limit.FewPlaces || limit.PlaceRows*n > rest.data.Points.Rows() {
		in = in.WithSettings(rest.found.data.Variables, rest.found.Settings)
	}
	for _, g := range rest.found.Forms {
		if p, ok := noisefree.Substituted(g.Vanishing, rest.solved); ok {
			in.Trivial = append(in.Trivial, p)
		}
	}
	// A setting that a law gives takes its few values all the same.
	for _, s := range rest.found.Settings {
		if value, is := rest.solved[s.Column]; is {
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
	if mode == RobustAuto && len(rest.found.Settings)+len(rest.found.Constant) == len(rest.found.data.Variables) {
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

// scale checks what is left to look for, and makes it a problem.
func scale(ctx context.Context, rest remainder, progress func(string)) (*problem.Problem, problem.Data, error) {
	o, in := rest.options, rest.problemData()
	var noiseErr error
	in.Noise, noiseErr = o.covariance(in.Names)
	if noiseErr == nil {
		in.Relative = o.Relative
	}
	s, err := in.Scale()
	switch {
	case err != nil:
		return nil, in, err
	case len(s.Keep) == 0:
		return nil, in, fmt.Errorf("%w: every column holds one value only", ErrData)
	case noiseErr != nil:
		return nil, in, noiseErr
	}
	if o.Kernels != nil {
		if s, err = unshifted(in, s); err != nil {
			return nil, in, err
		}
	}
	degree, err := in.Degree(len(s.Keep))
	if err != nil {
		return nil, in, err
	}
	if n := in.Points.Rows(); n < limit.MinRows {
		return nil, in, fmt.Errorf("%w: %s too few to tell an equation from chance, at least %d are needed", ErrData, plural.Count(n, "point")+plural.Verb(n, " is", " are"), limit.MinRows)
	}
	if _, err := newRing(s.Names, degree); err != nil {
		return nil, in, err
	}
	progress("moments")
	p, err := problem.New(ctx, s, s.Apply(in.Points), degree)
	return p, in, err
}

// unshifted are the units of data whose columns a kernel takes together: measured from 0, and
// none left out.
func unshifted(in problem.Data, s *problem.Scaling) (*problem.Scaling, error) {
	if len(s.Constant) > 0 {
		return nil, fmt.Errorf("%w: column %q holds one value only, and the kernel takes all columns", ErrData, s.Constant[0])
	}
	if s.Origin == nil {
		return s, nil
	}
	u, err := in.ScaleUnshifted()
	if err == nil && u == nil {
		err = fmt.Errorf("%w: columns vary too little about their mean for a kernel that takes them as they are", ErrData)
	}
	return u, err
}
