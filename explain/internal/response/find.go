package response

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/stat"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/internal/parallel"
	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/numeric"
)

// Verdict is what a search came to.
type Verdict struct {
	Law       *Law
	Posterior float64 // of the law among all that were fitted; those that say the same count with it
	Rival     *Law    // the most likely other law, where the posterior is below ResponsePosterior
	Behind    float64 // by how many nats the rival is less likely
	// Depends is the column on which what the law leaves depends, but for a chance of
	// Chance, or -1.
	Depends int
	Chance  float64
	Absent  []Absent // what does not occur in a law of a response with errors
	// Smooth is by how many nats a smooth surface predicts the rows better than the law, where
	// that is more than a law may be longer; else 0.
	Smooth float64
	// Function is an elementary function that describes the rows better than a law with measured constants, if one does.
	Function *Function
}

// Trace is called with what a search does: a format, and values for it. Laws, powers and columns are among
// these, for the caller to write with names.
type Trace func(format string, values ...any)

func silent(string, ...any) {}

// Column is the number of a column, from 0 on. The response is the last.
type Column int

// Powers are the exponents of a product of columns, in twelfths.
type Powers []int

// Find looks for the law of a response y in the columns x, of any degree, or of at most
// degree where that is not 0. trace may be nil.
func Find(ctx context.Context, x [][]float64, y []float64, degree int, trace Trace) Verdict {
	v := Verdict{Depends: -1}
	if trace == nil {
		trace = silent
	}
	f, size := newForm(x, len(y)), numeric.RootMeanSquare(y)
	sums := sync.OnceValue(func() []candidate { return signomials(ctx, x, y) })
	surface := smooth(ctx, f, y)
	if surface == nil {
		return v
	}
	// A response without noise is looked at as if it had a little: all that its surfaces miss is less
	// than that. A law that is found so must hold without.
	exact, little := limit.ResponseExact*size, limit.ResponseNoisy*size
	if surface.press < limit.ResponseClean*size {
		forms, _ := reduce(ctx, f, surface, y, little)
		if laws := lawsOf(ctx, forms, sums, x, y, surface.press, degree, exact, trace); len(laws) > 0 && laws[0].Sigma <= exact {
			return judge(forms, laws, x, y, surface.press, trace)
		}
	}
	press := surface.press // the least of all surfaces: with a wider margin others are looked at
	// Where noise and what a surface misses are of one size, scalings show with a wider margin only.
	for _, errors := range []float64{exact / 100, 2 * surface.press} {
		forms, least := reduce(ctx, f, surface, y, errors)
		press = min(press, least)
		enough := max(exact, press*(1+limit.PredictionMargin))
		laws := lawsOf(ctx, forms, sums, x, y, press, degree, enough, trace)
		if len(laws) > 0 && laws[0].Sigma <= enough {
			if w := judge(forms, laws, x, y, press, trace); w.stands() || v.Law == nil {
				v = w
			}
		}
		if v.stands() {
			break
		}
		if len(laws) > 0 && v.Law == nil && v.Rival == nil {
			v.Rival = laws[0]
		}
	}
	return v
}

// lawsOf are the laws of the two forms with the fewest coordinates, and of the columns themselves, of at
// most a degree, the best first. It looks no further than the first form with a law that leaves no more than
// enough and that nothing speaks against. press is the error with which a surface predicts the response.
func lawsOf(ctx context.Context, forms []*form, sums func() []candidate, x [][]float64, y []float64, press float64, degree int, enough float64,
	trace Trace) (laws []*Law) {
	size, spread := numeric.RootMeanSquare(y), stat.StdDev(y, nil)
	oneSign := slices.Min(y) > 0 || slices.Max(y) < 0
	trace("a smooth surface predicts %v to %.3g of its size", Column(len(x)), press/size)
	for i, f := range forms {
		if i > 1 && i < len(forms)-1 || ctx.Err() != nil {
			continue
		}
		f.tell(trace)
		list := proposals(ctx, f, y, press)
		if i == 0 {
			list = append(list, sums()...)
		}
		laws = distinct(append(laws, search(ctx, list, y)...))
		laws = slices.DeleteFunc(laws, func(l *Law) bool {
			return degree > 0 && l.Degree() > degree || l.Sigma > limit.MaxUnexplained*spread || !l.determined() || oneSign && l.isSquare()
		})
		sortByScore(laws)
		for _, l := range laws[:min(len(laws), 5)] {
			trace("  %v: %.1f nats, leaves %.3g", l, -l.score, l.Sigma/size)
		}
		if len(laws) > 0 && laws[0].Sigma <= enough && judge(forms, laws, x, y, press, silent).stands() {
			break
		}
	}
	return laws
}

// stands reports whether nothing speaks against the law.
func (v Verdict) stands() bool {
	return v.Law != nil && v.Depends < 0 && v.Smooth == 0 && v.Function == nil && !v.Law.Follows()
}

// judge is the verdict about the first of some laws, which leaves no more than a smooth surface
// whose error of prediction is press. A law with measured constants is compared with elementary functions, where one
// of the forms has a single coordinate.
func judge(forms []*form, laws []*Law, x [][]float64, y []float64, press float64, trace Trace) Verdict {
	v, size := Verdict{Law: laws[0], Posterior: 1, Depends: -1}, numeric.RootMeanSquare(y)
	if v.Law.Sigma <= limit.ResponseExact*size {
		return v
	}
	if v.Depends, v.Chance = v.Law.dependence(x, y); v.Depends >= 0 {
		trace("what the law leaves depends on %v, by chance with a probability of %.2g", Column(v.Depends), v.Chance)
	}
	v.Absent = v.Law.absent(x, y)
	behind := v.Law.score - float64(len(y))*math.Log(press/size)
	trace("the law, with its length, is %.1f nats behind a smooth surface, at most %.0f", behind, limit.MaxBehindSurface)
	if behind > limit.MaxBehindSurface {
		v.Smooth = behind
	}
	one := slices.IndexFunc(forms, func(f *form) bool { return len(f.coords) == 1 })
	if one >= 0 && v.Law.Measured() >= limit.FunctionConstants {
		g := forms[one].elementaryOf(y)
		g.Nats = v.Law.score - g.score
		trace("%s of %v is %.1f nats ahead of the law", g.Name, Powers(g.Of), g.Nats)
		if g.Nats > limit.MinEvidence() {
			v.Function = &g
		}
	}
	v.weigh(laws)
	if len(laws) > 1 {
		trace("posterior of the first of these %d laws: %.4g", len(laws), v.Posterior)
	}
	return v
}

// weigh finds the posterior of the law, the first of all.
func (v *Verdict) weigh(laws []*Law) {
	same, others := 0.0, 0.0
	for _, l := range laws {
		odds := math.Exp(v.Law.score - l.score)
		if v.Law.same(l) {
			same += odds
			continue
		}
		others += odds
		if v.Rival == nil {
			v.Rival, v.Behind = l, l.score-v.Law.score
		}
	}
	if v.Posterior = same / (same + others); v.Posterior >= limit.ResponsePosterior {
		v.Rival, v.Behind = nil, 0
	}
}

func sortByScore(laws []*Law) {
	stable.Sort(laws, func(a, b *Law) int { return cmp.Compare(a.score, b.score) })
}

// proposals are the candidates of a form.
func proposals(ctx context.Context, f *form, y []float64, press float64) (list []candidate) {
	for i, k := range kinds {
		if i > 0 && len(f.coords) == 0 {
			break // the response is a constant times the factor
		}
		list = append(list, propose(ctx, f, y, k, 0)...)
		if k.power == 2 && press > limit.ResponseClean*numeric.RootMeanSquare(y) {
			list = append(list, propose(ctx, f, y, k, press*press)...)
		}
	}
	return list
}

// search fits candidates, and those that come of changes to the best.
func search(ctx context.Context, list []candidate, y []float64) []*Law {
	seen := map[string]bool{}
	laws := fitAll(ctx, stable.Unseen(list, seen, candidate.key), y)
	sortByScore(laws)
	for range limit.ResponseRounds {
		list = nil
		for _, l := range laws[:min(len(laws), limit.ResponseClimbed)] {
			list = append(list, stable.Unseen(l.estimate.neighbours(y), seen, candidate.key)...)
		}
		if len(list) == 0 {
			break
		}
		best := laws[0].score
		laws = append(laws, fitAll(ctx, list, y)...)
		sortByScore(laws)
		if laws[0].score >= best-limit.ResponseGain {
			break
		}
	}
	return laws
}

// fitAll fits candidates and returns those that can be.
func fitAll(ctx context.Context, list []candidate, y []float64) []*Law {
	laws := make([]*Law, len(list))
	parallel.Each(ctx, len(list), func(i int) {
		if e, ok := list[i].fitted(y); ok {
			laws[i] = e.law(y)
		}
	})
	return slices.DeleteFunc(laws, func(l *Law) bool { return l == nil || math.IsNaN(l.score) })
}

// key names the support of a candidate.
func (c candidate) key() string { return unordered(c.exps) }

// unordered is a text of terms that does not depend on their order.
func unordered[E any](exponents [][]E) string {
	terms := make([]string, len(exponents))
	for i, e := range exponents {
		terms[i] = fmt.Sprint(e)
	}
	slices.Sort(terms)
	return fmt.Sprint(terms)
}

// distinct leaves one of several laws with the same terms.
func distinct(list []*Law) []*Law {
	return stable.Unseen(list, map[string]bool{}, func(l *Law) string { return unordered(l.Exponents) })
}
