package conserved

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/kexplain/kexplain/explain/derived"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/numeric/moment"
)

// ErrData says that the rows or the groups are unfit.
var ErrData = errors.New("conserved: unfit data")

// Data are the rows of a table and their groups.
type Data struct {
	// Names are those of the measured columns.
	Names []string
	// Rows are the measured columns.
	Rows [][]float64
	// Derived are further columns.
	Derived []derived.Definition
	// Use are the columns that polynomials may contain: a measured column, or
	// len(Names) + k for the k-th derived one. Nil means all.
	Use []int
	// Trial numbers the runs: rows of one trial follow one another. Groups never
	// cross from one trial to the next. Nil means one trial.
	Trial []int
}

// Options of Find. The zero value is a useful choice.
type Options struct {
	// Degree is the largest degree of a law. Zero means the lowest up to DefaultDegree
	// that has one.
	Degree int
	// Window is the number of rows of a group; trials are cut into windows, and a
	// rest shorter than half a window is added to the window before it. Zero lets the
	// program choose, Trials takes each trial as a group.
	Window int
	// Noise gives the standard deviations of the measured columns up to a common
	// factor. Nil means the same for all, in units of each column's deviation from its
	// mean.
	Noise []float64
	// Relative gives errors in proportion to the values, beside those of Noise, which is not nil then: 0.02 for 2 %.
	Relative []float64
	// Seed of the nulls.
	Seed uint64
}

// Trials is the Options.Window that takes each trial as a group.
const Trials = -1

// Term is a monomial with its coefficient.
type Term struct {
	Exponents   []int // of the columns of Result.Names
	Coefficient float64
	Error       float64   // standard error; 0 for the leading coefficient, which is 1
	Values      []float64 // of the term at the rows, nil in an Identity
}

// Constant is the value of a law in a group.
type Constant struct {
	First, Last  int // rows
	Value, Error float64
	// Drift is the change of the value from the first row to the last, and its error.
	Drift, DriftError float64
}

// Law is a polynomial that is constant within groups.
type Law struct {
	Terms []Term
	// Covariance is that of the errors of the coefficients, in the order of Terms.
	Covariance [][]float64
	// Noise is the size of errors that would explain why the law is not quite constant, in
	// units of each measured column's noise (Options.Noise).
	Noise float64
	// Next is the noise that the best polynomial with one term less needs.
	Next float64
	// Null is the least noise of the nulls with this number of terms, and Nats the
	// evidence against them.
	Null, Nats float64
	// Between is the share of the variance of the polynomial that lies between
	// groups, 1 for a law whose constants differ by far more than it varies.
	Between   float64
	Constants []Constant
	Motion    Motion // within groups
}

// Identity is a combination of monomials that is zero on all rows.
type Identity struct{ Terms []Term }

// Denominator returns the least number, up to a limit, by which all coefficients become whole, to
// within the rounding of an identity, and whether there is one.
func (f Identity) Denominator() (least int, ok bool) {
	for least = 1; least <= limit.IdentityDenominator; least++ {
		if !slices.ContainsFunc(f.Terms, func(t Term) bool {
			c := t.Coefficient * float64(least)
			return math.Abs(c-math.Round(c)) > limit.IdentityRounding*math.Abs(c)
		}) {
			return least, true
		}
	}
	return 0, false
}

// Result is what Find returns.
type Result struct {
	Names      []string // of the columns that polynomials may contain
	Degree     int      // the largest searched
	Window     int      // rows of a group, or Trials
	Groups     int
	Trials     int
	Rows       int
	Monomials  int // searched, after the identities were divided out
	Identities []Identity
	Laws       []Law
	// Nearest is the best polynomial where no law was found, for a refusal.
	Nearest *Law
}

// DefaultDegree is the largest degree ≤ 4 with at most 130 monomials, at least 1.
func DefaultDegree(columns int) int {
	d := limit.DefaultDegree
	for d > 1 && numeric.Binomial(columns+d, d) > limit.DefaultMonomials {
		d--
	}
	return d
}

// Find returns the polynomials that are constant within groups. Without a degree it
// takes the lowest one that has a law, up to DefaultDegree, or the next if the law there
// needs clearly less noise.
func Find(ctx context.Context, d Data, o Options) (*Result, error) {
	if o.Degree != 0 {
		return find(ctx, d, o)
	}
	var best *Result
	for o.Degree = 1; o.Degree <= DefaultDegree(useful(d)) && !best.settled(o.Degree); o.Degree++ {
		r, err := find(ctx, d, o)
		if err != nil {
			return nil, err
		}
		if best == nil || len(best.Laws) == 0 || r.betterThan(best) {
			best = r
		}
	}
	return best, nil
}

// settled reports whether polynomials of a degree need not be searched: there is a law whose values
// do not even hint at motion. Else one degree above that of the law is searched. The square of a law may
// need less noise than the law, and is not a better one.
func (r *Result) settled(degree int) bool {
	if r == nil || len(r.Laws) == 0 || r.Laws[0].Motion.Seen() {
		return false
	}
	return r.Laws[0].Motion.Size < limit.MotionHint || degree > r.Degree+1 || degree > limit.MotionDegree
}

// betterThan reports whether the first law of r needs clearly less noise than that of lower,
// a result of lower degree that has a law, or is constant where that is approximately so: the
// truncation of a law may be nearly constant.
func (r *Result) betterThan(lower *Result) bool {
	if len(r.Laws) == 0 {
		return false
	}
	high, low := r.Laws[0], lower.Laws[0]
	return !low.AboutAsGood(high.Noise) || low.Motion.Approximate() && !high.Motion.Approximate()
}

// AboutAsGood reports whether a law needs little more noise than another of the same measured columns.
func (l Law) AboutAsGood(noise float64) bool { return l.Noise <= noise*limit.MotionDegreeRatio }

// Sure reports whether there is a law and the first is in no doubt.
func (r *Result) Sure() bool {
	return len(r.Laws) > 0 && !r.Laws[0].Motion.Approximate() && !r.Dense(r.Laws[0]) && !r.Alike(r.Laws[0])
}

// Alike reports whether a law has constants in windows that differ by little more than it varies within them. What changes
// along a run changes within windows, too, so that it may be any slow change, or an equation of all rows.
func (r *Result) Alike(l Law) bool { return r.Window > 0 && l.Between < limit.MotionBetween }

// Dense reports whether a law of degree 2 and more has so many of the monomials that were searched
// that it may follow any smooth function that is constant.
func (r *Result) Dense(l Law) bool {
	n := len(l.Terms)
	return r.Degree > 1 && n >= limit.ManyTerms && float64(n) > limit.MotionDense*float64(r.Monomials)
}

// find takes the polynomials of degree ≤ o.Degree.
func find(ctx context.Context, d Data, o Options) (*Result, error) {
	s, err := newSearch(d, o)
	if err != nil {
		return nil, err
	}
	window := o.Window
	var e *elimination
	if window == 0 {
		if window, e, err = s.chooseWindow(ctx); err != nil {
			return nil, err
		}
	}
	r := &Result{Names: s.names, Degree: o.Degree, Window: window, Rows: len(d.Rows), Monomials: len(s.places), Identities: s.identities}
	groups := cut(s.trials, window)
	r.Groups, r.Trials = len(groups), len(s.trials)
	if len(groups) < 2 {
		return nil, fmt.Errorf("%w: one group of rows; a law has a constant in each of several groups: choose a smaller window", ErrData)
	}
	places := slices.Clone(s.places)
	nulls := s.nullForms(groups)
	var accepted []solution
	most := math.Inf(1) // noise of a further law
	for len(r.Laws) < limit.MotionLaws {
		if len(r.Laws) == 1 {
			// Where motion has one constant, another may be the same in all groups.
			nulls = nulls[:s.rolls]
		}
		if e == nil {
			if e, err = s.eliminate(ctx, groups, nulls, places, most); err != nil {
				return nil, err
			}
		}
		if len(e.steps) == 0 {
			break
		}
		law := s.law(e.best, e.nats, e.steps, groups, e.least)
		if law.Nats < limit.MotionNats || law.Motion.refutes() || s.loose(law) || law.Noise > most || r.coarser(law) || !s.independentOf(e.best, accepted) {
			if len(r.Laws) == 0 {
				r.Nearest = &law
			}
			break
		}
		r.Laws = append(r.Laws, law)
		most = limit.MotionNoise * r.Laws[0].Noise
		accepted = append(accepted, e.best)
		for _, f := range s.multiples(e.best, groups) {
			places = s.without(places, f, s.forms.of(groups), accepted)
		}
		e = nil
	}
	return r, nil
}

// loose reports whether the rows do not determine a law. One of its coefficients may be 0 within its error. Or the law needs
// larger errors than a correlation has, in columns whose errors are not known: if the rows of each group are on
// some curve, large errors make polynomials constant there, and the nulls are on no curves.
func (s *search) loose(l Law) bool {
	return !s.noiseGiven && l.Noise > limit.MotionLoose || slices.ContainsFunc(l.Terms, func(t Term) bool {
		return math.Abs(t.Coefficient) < limit.MinDecimalT*t.Error
	})
}

// coarser reports whether a law is constant approximately only, where the first one is constant.
func (r *Result) coarser(l Law) bool {
	return r.Sure() && l.Motion.Approximate()
}

// useful is the number of columns that polynomials may contain.
func useful(d Data) int {
	if d.Use == nil {
		return len(d.Names) + len(d.Derived)
	}
	return len(d.Use)
}

// search is what does not depend on the groups.
type search struct {
	data       Data
	names      []string
	places     []int  // of the monomials that are searched
	still      []bool // of the measured columns
	identities []Identity
	trials     [][2]int // first row and the row after the last
	forms      *evaluated
	nulls      []*evaluated // of the rolled rows, then of the permuted ones
	rolls      int          // of the nulls are of rolled rows
	noiseGiven bool
	spread     float64 // root mean square of the deviations of the columns with errors, in units of these
}

func newSearch(d Data, o Options) (*search, error) {
	n := len(d.Rows)
	if n < limit.MotionRows {
		return nil, fmt.Errorf("%w: %s too few for a law of motion, at least %d are needed", ErrData, plural.Count(n, "row")+plural.Verb(n, " is", " are"), limit.MotionRows)
	}
	for _, levels := range [][]float64{o.Noise, o.Relative} {
		if levels != nil && len(levels) != len(d.Names) {
			return nil, fmt.Errorf("%w: %s for %s", ErrData, plural.Count(len(levels), "noise level"), plural.Count(len(d.Names), "measured column"))
		}
	}
	s := &search{data: d, noiseGiven: o.Noise != nil}
	if d.Trial == nil {
		d.Trial = jumps(d.Rows)
	}
	s.trials = runs(n, d.Trial)
	if !slices.ContainsFunc(s.trials, func(t [2]int) bool { return t[1]-t[0] > 1 }) {
		return nil, fmt.Errorf("%w: every group has one row, and what is conserved is the same in the rows of a group", ErrData)
	}
	if d.Use == nil {
		for j := range len(d.Names) + len(d.Derived) {
			s.data.Use = append(s.data.Use, j)
		}
	}
	for _, j := range s.data.Use {
		if j < len(d.Names) {
			s.names = append(s.names, d.Names[j])
		} else {
			s.names = append(s.names, d.Derived[j-len(d.Names)].Name)
		}
	}
	if c := numeric.Binomial(len(s.names)+o.Degree, o.Degree); c > limit.MotionMonomials {
		return nil, fmt.Errorf("%w: %d monomials of degree ≤ %d in %s, the limit is %d: take fewer columns or a lower degree",
			ErrData, c, o.Degree, plural.Count(len(s.names), "column"), limit.MotionMonomials)
	}
	m, err := moment.NewMonomials(len(s.names), o.Degree)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrData, err)
	}
	noise := newLevels(o, deviations(d.Rows))
	groups := cut(s.trials, o.Window)
	if s.still, err = d.still(groups); err != nil {
		return nil, err
	}
	for j, still := range s.still {
		if still {
			noise.fixed[j], noise.part[j] = 0, 0
		}
	}
	if s.forms, err = evaluate(s.data, m, noise, d.Rows, nil); err != nil {
		return nil, err
	}
	s.spread = spread(deviations(d.Rows), noise.of(d.Rows))
	s.places, s.identities = s.forms.standard()
	s.places, s.identities = s.forms.moving(s.places, s.identities, groups)
	rng, ranges := rand.New(rand.NewPCG(o.Seed, 1)), s.data.ranges()
	for i := range limit.RolledNulls + limit.PermutedNulls {
		rows := s.permuted(rng)
		if i < limit.RolledNulls {
			rows = s.rolled(rng)
		}
		// A derived column of two measured ones may have no value once they are rolled, or one that
		// motion never has: near r = 0, 1/r would outweigh all other rows.
		if forms, err := evaluate(s.data, m, noise, rows, ranges); err == nil {
			s.nulls = append(s.nulls, forms)
			if i < limit.RolledNulls {
				s.rolls++
			}
		}
	}
	if len(s.nulls) < limit.RolledNulls/2+limit.PermutedNulls {
		return nil, fmt.Errorf("%w: no test against chance: the derived columns have no value on most rows once measured columns are shifted in time", ErrData)
	}
	return s, nil
}

// spread is the root mean square of deviations in units of the errors, of the columns that have any.
func spread(deviations, noise []float64) float64 {
	var in []float64
	for j, s := range noise {
		if s > 0 {
			in = append(in, deviations[j]/s)
		}
	}
	return numeric.RootMeanSquare(in)
}

// deviations returns the standard deviation of every column, 1 for a constant one.
func deviations(rows [][]float64) []float64 {
	out := numeric.Deviations(rows)
	for j, d := range out {
		if d == 0 {
			out[j] = 1
		}
	}
	return out
}
