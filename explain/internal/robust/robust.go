package robust

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/exact"
	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/search"
)

// Selection is the verdict about some rows of the data.
type Selection struct {
	*search.Verdict
	Data  problem.Data // these rows
	Aside []int        // the others, increasing
}

// WithoutOutliers returns the verdict about the rows that remain when gross outliers
// are set aside; the verdict about all where there are none or where the others
// satisfy no equation either. Unless always is set, outliers are looked for only where the
// residuals call for it or a clearly shorter law leaves a few rows aside.
//
// The searches that it makes, each where the one before came to nothing, are
//
//	without the rows far from what the others agree on (consensus), and those outside the middle (outsideMiddle)
//	without the former alone
//	both again, where no equation holds for all rows and many are far outside; up to limit.MaxGross of the rows may go
//
// After each of them all rows are held against its equations: those that fit come back and those
// that do not go, and the search is made again, until nothing changes or limit.OutlierRounds are
// over (iterate). Then lessNoise and simpler compare the verdict with that about all rows.
func WithoutOutliers(ctx context.Context, v *search.Verdict, data problem.Data, always bool, seed uint64) (*Selection, error) {
	plain := &Selection{Verdict: v, Data: data}
	if data.Points.Rows() < limit.MinRowsForOutliers {
		return plain, nil
	}
	suspicious := plain.suspicious(ctx)
	var whole *Selection // the equations of all rows, where none but factors of them are looked for
	if !always && !suspicious && plain.holdsForAll() {
		if plain.Noise() < limit.RoundingVariance && plain.irreducible(seed) {
			return plain, nil // there is no factor that fewer rows could satisfy
		}
		whole = plain
	}
	w := &withoutRows{data: data}
	found, err := w.consensusVerdict(ctx, seed, whole, limit.MaxOutliers)
	if found == nil && err == nil && len(v.Accepted) == 0 && manyFarOutside(data) {
		found, err = w.consensusVerdict(ctx, seed, whole, limit.MaxGross)
	}
	if found == nil || err != nil {
		return plain, err
	}
	if !always && !suspicious && !plain.lessNoise(found) && !plain.simpler(data, found) {
		return plain, nil
	}
	found.Steps.Add("%d of %d rows are set aside: more than %.3g standard deviations from the equations of the others",
		len(found.Aside), data.Points.Rows(), outlierDistance(found.Data.Points.Rows()-found.terms()))
	return found, nil
}

// suspicious reports whether some row may be an outlier: it is far from the equations of all, or there are none.
func (l *Selection) suspicious(ctx context.Context) bool {
	return len(l.Accepted) == 0 || slices.Max(l.deviations(ctx, l.Problem.Rows)) > limit.GrossDistance
}

// holdsForAll reports whether all rows satisfy the equations, with exact coefficients: without noise, or where no row is far
// outside the others.
func (l *Selection) holdsForAll() bool {
	return l.allExact() && (l.Noise() < limit.RoundingVariance || slices.Max(beyondMiddle(l.Data)) < limit.ExtremeRange)
}

// manyFarOutside reports whether more rows may be far outside than may be set aside as a rule.
func manyFarOutside(data problem.Data) bool {
	far := beyond(beyondMiddle(data), limit.FringeRange)
	return float64(len(far)) > limit.MaxOutliers/2*float64(data.Points.Rows())
}

// withoutRows searches data without some rows, and keeps what it found.
type withoutRows struct {
	data problem.Data
	done []searched
}

// searched is what was found without the rows of out, which is increasing; nil for no equation.
type searched struct {
	out []int
	*Selection
}

// consensusVerdict returns the verdict about the rows that agree, where at most a share of them does not;
// nil where there is none.
func (w *withoutRows) consensusVerdict(ctx context.Context, seed uint64, whole *Selection, share float64) (*Selection, error) {
	out, outside, err := consensus(ctx, w.data, seed, whole, share)
	if err != nil || len(out) == 0 {
		return nil, err
	}
	// What is far outside was judged by extrapolation: it waits for equations.
	found, all, err := w.iterate(ctx, union(out, outside), share)
	if found == nil && !all && err == nil {
		found, _, err = w.iterate(ctx, out, share)
	}
	return found, err
}

// iterate searches the rows without out, and again without those that are far
// from the equations found, until nothing changes. It returns nil where that
// ends without equations, without outliers or with more than a share of the rows. all reports whether all rows satisfy the equations.
func (w *withoutRows) iterate(ctx context.Context, out []int, share float64) (best *Selection, all bool, err error) {
	most := share * float64(w.data.Points.Rows())
	for range limit.OutlierRounds {
		next, err := w.search(ctx, out)
		if err != nil {
			return nil, false, err
		}
		if next == nil {
			break // too many came back
		}
		best = next
		deviations := next.deviations(ctx, next.Problem.Scaling.Apply(w.data.Points))
		far := outlierDistance(next.Data.Points.Rows() - next.terms())
		again := beyond(deviations, far)
		if all := slices.Max(deviations) < math.Max(far, limit.GrossDistance); all || float64(len(again)) > most {
			return nil, all, nil
		}
		if slices.Equal(again, out) {
			break
		}
		out = again
	}
	if best == nil || float64(len(best.Aside)) > most {
		return nil, false, nil
	}
	return best, false, nil
}

// outlierDistance is the distance beyond which a row is set aside, where there are so many more rows than coefficients: as
// unlikely by Student's t as OutlierDistance for ForQuantiles rows and more.
func outlierDistance(freedom int) float64 {
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(min(max(1, freedom), limit.ForQuantiles))}
	return -t.Quantile(distuv.UnitNormal.CDF(-limit.OutlierDistance))
}

// union returns what is in a or b, all increasing.
func union(a, b []int) []int {
	c := slices.Concat(a, b)
	slices.Sort(c)
	return slices.Compact(c)
}

// beyond returns the places of what is larger than most.
func beyond(list []float64, most float64) []int {
	var out []int
	for i, v := range list {
		if v > most {
			out = append(out, i)
		}
	}
	return out
}

// search searches among the rows that are not in out, which is
// increasing. It returns nil where they satisfy no equation.
//
// A column may take few values at these rows although it takes many at all: then the product
// of the x - v is zero at these rows, and so is every multiple of it. That was chosen with the
// rows and says nothing.
func (w *withoutRows) search(ctx context.Context, out []int) (*Selection, error) {
	if k := slices.IndexFunc(w.done, func(s searched) bool { return slices.Equal(s.out, out) }); k >= 0 {
		return w.done[k].Selection, nil
	}
	rest := w.data.Without(out)
	rest = rest.WithSettings(rest.Names, exact.Sampled(rest.Names, rest.Points).Settings())
	scaling, err := rest.Scale()
	if err != nil {
		return nil, err
	}
	if len(scaling.Keep) == 0 || rest.Points.Rows() < limit.MinRows {
		return nil, nil
	}
	degree, err := w.data.Degree(len(scaling.Keep))
	if err != nil {
		return nil, err
	}
	p, err := problem.New(ctx, scaling, scaling.Apply(rest.Points), degree)
	if err != nil {
		return nil, err
	}
	v, err := search.RunBoth(ctx, rest, p)
	if err != nil {
		return nil, err
	}
	var s *Selection
	if len(v.Accepted) > 0 {
		s = &Selection{Verdict: v, Data: rest, Aside: out}
	}
	w.done = append(w.done, searched{out, s})
	return s, nil
}

// deviations are those of rows from the accepted equations.
func (l *Selection) deviations(ctx context.Context, rows [][]float64) []float64 {
	return fit.Deviations(ctx, l.Problem, equation.ExactFits(l.Problem, l.Accepted), rows)
}

// allExact reports whether all coefficients of the accepted equations are exact.
// Noise that outliers add is too much to round.
func (l *Selection) allExact() bool {
	return !slices.ContainsFunc(l.Accepted, func(e equation.Equation) bool { return !e.Exact })
}

// largestNoise is the standard deviation of the noise in data units, of the
// variable that has most.
func (l *Selection) largestNoise() float64 {
	top := 0.0
	for j, c := range l.Problem.Scaling.Noise {
		top = math.Max(top, c*l.Problem.Scaling.Units[j])
	}
	return top * math.Sqrt(l.Noise())
}

// irreducible reports whether there is one equation, surely irreducible over the rationals. All are exact.
func (l *Selection) irreducible(seed uint64) bool {
	return len(l.Accepted) == 1 && l.Accepted[0].Integers(l.Problem).Irreducible(seed)
}
