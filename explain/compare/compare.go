package compare

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"time"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/border/approx"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/internal/judge"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// ErrConfig says that a setting is outside its range or names no method.
var ErrConfig = errors.New("compare: setting out of range")

// ErrPoints says that there are too few points to hold some out, or only one.
var ErrPoints = errors.New("compare: too few points")

// ErrRange says that a coordinate is too large or too small for its powers to be
// computed.
var ErrRange = errors.New("compare: powers out of range")

// Config says what is compared and how.
type Config struct {
	// Methods are names of methods; nil means all that Names lists.
	Methods []string
	// Degree is the largest degree of an equation; 0 means 2.
	Degree int
	// Epsilon is the threshold of all methods, a root mean square in units of
	// the largest absolute value of each variable. 0 means three times the
	// noise that approx.Noise finds, at least 1e-9 and at most 0.05.
	Epsilon float64
	// Own are thresholds for single methods, by name, in place of Epsilon. The
	// methods normalise polynomials in different ways, and one number is not
	// the best for all.
	Own map[string]float64
	// Hold is the share of the points that are held out; 0 means 0.3.
	Hold float64
	// Resamples is the number of half samples that decide whether two methods
	// differ; 0 means 6, and a negative number means none. One alone is refused,
	// and more than 1000.
	Resamples int
	// Seed determines which points are held out and the half samples.
	Seed uint64
	// Truth are the true generators, when they are known, in the variables of
	// the data.
	Truth []*poly.Polynomial[ring.Rat]
	// Sigma is the noise that the judge of recovery allows for, relative to the
	// size of each variable.
	Sigma float64
	// Foresee is told, before the work begins, how much it is; nil tells nobody.
	Foresee func(w Work)
	// Progress is told what is being done, the name of a method; nil tells nobody.
	Progress func(stage string)
}

// Work is what a comparison has to do.
type Work struct {
	Methods   int // fits of all points that are not held out
	Resamples int // half samples, on each of which every method is fitted again
	Rows      int // of a fit
	Monomials int
}

// Result is a comparison.
type Result struct {
	Variables []string // that vary
	// Constant are the variables that do not: they are left out, since x = c and
	// all its multiples would be found by every method.
	Constant    []string
	Train, Held int // numbers of points
	Degree      int
	// Monomials is the number of monomials of degree up to Degree. Where it is
	// larger than Train, polynomials vanish at any points.
	Monomials int
	Epsilon   float64
	Resamples int
	// Rounding is the distance, in units of the data, below which there is only
	// rounding.
	Rounding float64
	Methods  []Method
	// Angles[i][j] is the largest principal angle between what methods i and j
	// generate, NaN where one of them generates nothing.
	Angles [][]float64
	// Groups are the largest sets of methods no two of which the half samples
	// separate, a method that differs from all others by itself. Methods with
	// fewer than two scores are in none.
	Groups [][]string
}

// Method is what came of one method.
type Method struct {
	Name string
	// Epsilon is its threshold, also where the method does without one.
	Epsilon float64
	// Err says why there is nothing: the method failed or refused.
	Err error
	// Equations are the polynomials in the units of the data, without terms that
	// are nothing but rounding.
	Equations []*poly.Polynomial[float64]
	// Texts are the equations as the method states them: exact ones with their
	// rational coefficients. Exact says which of the two it is.
	Texts []string
	Exact bool
	// Degrees counts the equations of each degree, Terms their terms.
	Degrees []int
	Terms   int
	// Dimension is that of the space of polynomials of degree ≤ Degree that the
	// equations generate.
	Dimension int
	// TrainDistance and HeldDistance are the largest over the equations.
	TrainDistance, HeldDistance Distance
	// Same lists the methods that the half samples do not separate from this
	// one.
	Same []string
	// Truth is the verdict on recovery, nil when no truth is given.
	Truth *judge.Verdict
	// Seconds and Bytes are the time and the memory allocated by the fit.
	Seconds float64
	Bytes   uint64
}

// Distance is a root mean square and a maximum over points, in units of the data.
type Distance struct{ RMS, Max float64 }

// Run compares. The columns of x belong to the variables. Exact are the same
// points as rationals, for methods that compute exactly; nil takes the float64
// numbers as they are. The error is ErrConfig, ErrPoints, ErrRange, that of ctx, or
// one of the points; the failure of a method is part of the result.
func (c Config) Run(ctx context.Context, variables []string, x *mat.Dense, exact [][]ring.Rat) (*Result, error) {
	c, err := c.withDefaults()
	if err != nil {
		return nil, err
	}
	list, err := choose(c.Methods)
	if err != nil {
		return nil, err
	}
	if err := c.checkOwn(list); err != nil {
		return nil, err
	}
	all, variables, constant, err := c.varying(sample{x, exact}, variables)
	if err != nil {
		return nil, err
	}
	R, err := poly.NewRing[float64](ring.Float64, variables, poly.WithMaxDegree(c.Degree))
	if err != nil {
		return nil, fmt.Errorf("compare: %w", err)
	}
	monomials := numeric.Binomial(len(variables)+c.Degree, c.Degree)
	if monomials > limit.CompareMonomials {
		return nil, fmt.Errorf("%w: %d monomials of degree up to %d, the limit is %d", ErrConfig, monomials, c.Degree, limit.CompareMonomials)
	}
	train, held, err := c.split(all)
	if err != nil {
		return nil, err
	}
	if c.Foresee != nil {
		c.Foresee(Work{Methods: len(list), Resamples: max(0, c.Resamples), Rows: train.len(), Monomials: monomials})
	}
	if c.Epsilon == 0 {
		noise, err := approx.Noise(ctx, R, approx.Scaled(train.x, approx.LargestAbs(train.x)), c.Degree)
		if err != nil {
			return nil, err
		}
		c.Epsilon = min(limit.CompareMost, max(limit.CompareLeast, limit.CompareNoise*noise))
	}
	r := &Result{
		Variables: variables, Constant: constant, Train: train.len(), Held: held.len(),
		Degree: c.Degree, Monomials: monomials, Epsilon: c.Epsilon, Resamples: max(0, c.Resamples),
	}
	r.Rounding = limit.CompareRounding * mat.Norm(train.x, 2) / math.Sqrt(float64(train.len()))
	spans := make([]*judge.Span, len(list))
	for i, m := range list {
		c.tell(m.name)
		row, err := c.measure(ctx, R, m, train, held)
		if err != nil {
			return nil, err
		}
		spans[i] = judge.SpanOf(R, row.Equations, c.Degree, train.x)
		row.Dimension = spans[i].Dimension(row.Epsilon)
		if c.Truth != nil {
			if row.Truth, err = c.judge(ctx, row, train.x); err != nil {
				return nil, err
			}
		}
		r.Methods = append(r.Methods, *row)
	}
	c.tell("half samples")
	r.Angles = angles(r.Methods, spans)
	if err := c.separate(ctx, R, list, train, held, r); err != nil {
		return nil, err
	}
	return r, nil
}

func (c Config) tell(stage string) {
	if c.Progress != nil {
		c.Progress(stage)
	}
}

// withDefaults fills in the defaults and checks the ranges.
func (c Config) withDefaults() (Config, error) {
	if c.Degree == 0 {
		c.Degree = limit.CompareDegree
	}
	if c.Hold == 0 {
		c.Hold = limit.CompareHold
	}
	if c.Resamples == 0 {
		c.Resamples = limit.CompareResamples
	}
	switch {
	case c.Degree < 1:
		return c, fmt.Errorf("%w: degree %d", ErrConfig, c.Degree)
	case !(c.Hold > 0 && c.Hold < 1):
		return c, fmt.Errorf("%w: %v of the points held out, want a share between 0 and 1", ErrConfig, c.Hold)
	case !(c.Epsilon >= 0):
		return c, fmt.Errorf("%w: threshold %v", ErrConfig, c.Epsilon)
	case math.IsInf(c.Epsilon, 1):
		return c, fmt.Errorf("%w: threshold %v", ErrConfig, c.Epsilon)
	case !(c.Sigma >= 0) || math.IsInf(c.Sigma, 1):
		return c, fmt.Errorf("%w: noise %v", ErrConfig, c.Sigma)
	case c.Resamples == 1:
		return c, fmt.Errorf("%w: one half sample shows no spread, want 2 at least", ErrConfig)
	case c.Resamples > limit.CompareMaxResamples:
		return c, fmt.Errorf("%w: %d half samples, the limit is %d", ErrConfig, c.Resamples, limit.CompareMaxResamples)
	}
	return c, nil
}

// sample is a list of points, in floating point and exactly.
type sample struct {
	x     *mat.Dense
	exact [][]ring.Rat
}

func (s sample) len() int { n, _ := s.x.Dims(); return n }

// pick returns the points at the given places.
func (s sample) pick(places []int) sample {
	_, vars := s.x.Dims()
	out := sample{x: mat.NewDense(len(places), vars, nil)}
	for i, p := range places {
		out.x.SetRow(i, s.x.RawRowView(p))
		if s.exact != nil {
			out.exact = append(out.exact, s.exact[p])
		}
	}
	return out
}

// split divides the points into those for training and those held out.
func (c Config) split(all sample) (train, held sample, err error) {
	n := all.len()
	hold := int(c.Hold * float64(n))
	if hold < 1 || n-hold < 2 {
		return train, held, fmt.Errorf("%w: %d, of which %d would be held out", ErrPoints, n, hold)
	}
	order := rand.New(rand.NewPCG(c.Seed, 0)).Perm(n)
	slices.Sort(order[:hold])
	slices.Sort(order[hold:])
	return all.pick(order[hold:]), all.pick(order[:hold]), nil
}

// measure fits one method and measures what it returns.
func (c Config) measure(ctx context.Context, R *poly.Ring[float64], m method, train, held sample) (*Method, error) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := time.Now()
	f, err := c.fit(ctx, R, m, train)
	row := &Method{Name: m.name, Epsilon: c.threshold(m), Seconds: time.Since(start).Seconds()}
	runtime.ReadMemStats(&after)
	row.Bytes = after.TotalAlloc - before.TotalAlloc
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		row.Err = err
		return row, nil
	}
	row.Equations, row.Texts, row.Exact = f.polys, f.texts, f.texts != nil
	if row.Texts == nil {
		for _, p := range f.polys {
			row.Texts = append(row.Texts, p.String())
		}
	}
	row.Degrees = make([]int, c.Degree+1)
	for _, p := range f.polys {
		row.Degrees[min(c.Degree, max(0, p.Degree()))]++
		row.Terms += p.Len()
	}
	row.TrainDistance = distance(f.polys, train.x)
	row.HeldDistance = distance(f.polys, held.x)
	return row, nil
}

// checkOwn checks the thresholds of single methods.
func (c Config) checkOwn(list []method) error {
	for _, name := range slices.Sorted(maps.Keys(c.Own)) {
		i := slices.IndexFunc(list, func(m method) bool { return m.name == name })
		switch e := c.Own[name]; {
		case i < 0:
			return fmt.Errorf("%w: a threshold for %q, which is not compared", ErrConfig, name)
		case list[i].free:
			return fmt.Errorf("%w: a threshold for %q, which has none", ErrConfig, name)
		case !(e > 0) || math.IsInf(e, 1):
			return fmt.Errorf("%w: threshold %v for %q", ErrConfig, e, name)
		}
	}
	return nil
}

// threshold returns the threshold of a method.
func (c Config) threshold(m method) float64 {
	if e, ok := c.Own[m.name]; ok {
		return e
	}
	return c.Epsilon
}

// fit runs a method on scaled points and returns its equations in the units of
// the data, without zero polynomials and without terms that are rounding.
func (c Config) fit(ctx context.Context, R *poly.Ring[float64], m method, s sample) (*found, error) {
	if err := c.powers(s, R.Vars()); err != nil {
		return nil, err // of part of the points
	}
	c.Epsilon = c.threshold(m)
	unit := approx.LargestAbs(s.x)
	f, err := m.fit(ctx, task{Config: c, ring: R, points: s, scaled: approx.Scaled(s.x, unit), unit: unit})
	if err != nil {
		return nil, err
	}
	if f.texts == nil {
		for i, p := range f.polys {
			f.polys[i] = withoutRounding(p, unit)
		}
	}
	for i := len(f.polys) - 1; i >= 0; i-- {
		if f.polys[i].IsZero() {
			f.polys = slices.Delete(f.polys, i, i+1)
			if f.texts != nil {
				f.texts = slices.Delete(f.texts, i, i+1)
			}
		}
	}
	return f, nil
}

// judge holds the equations as they are stated against the truth.
func (c Config) judge(ctx context.Context, m *Method, points *mat.Dense) (*judge.Verdict, error) {
	T := c.Truth[0].Ring()
	room := max(c.Degree, T.MaxDegree())
	Q, err := poly.NewRing[ring.Rat](ring.Q, T.Vars(), poly.WithMaxDegree(room))
	if err != nil {
		return nil, fmt.Errorf("compare: %w", err)
	}
	var printed []judge.Printed
	for i, text := range m.Texts {
		p, err := Q.Parse(text)
		if err != nil {
			return nil, fmt.Errorf("compare: equation %d of %s: %w", i+1, m.Name, err)
		}
		printed = append(printed, judge.Printed{Polynomial: p})
	}
	v, err := judge.Judge(ctx, judge.Truth{Generators: c.Truth, Points: points, Sigma: c.Sigma}, printed)
	if err != nil {
		return nil, fmt.Errorf("compare: %w", err)
	}
	return v, nil
}
