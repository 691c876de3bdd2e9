package explain

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/integer"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/response"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/internal/decimal"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// responseColumn returns the column that alone has errors, by the noise that is given.
func (o Options) responseColumn() (int, bool) {
	at := -1
	if o.Relative != nil || o.Method != MethodSearch || o.DegreeIn != nil {
		return at, false
	}
	for j, s := range o.Noise {
		switch {
		case s > 0 && at >= 0:
			return 0, false
		case s > 0:
			at = j
		}
	}
	return at, at >= 0
}

// learnResponse finds the law of the one column that has errors in the others. The result
// is nil where that is not asked for, or there is none.
func learnResponse(ctx context.Context, data Data, o Options, x *exactPart, progress func(string)) (*Result, error) {
	target, ok := o.responseColumn()
	n := data.Points.Rows()
	if !ok || len(x.found.Equations) > 0 || len(x.found.Settings) > 0 || n < limit.ResponseRows {
		return nil, nil
	}
	if x.isConstant(data.Variables[target]) {
		return nil, nil
	}
	var keep []int // the response last
	for j := range data.Variables {
		if j != target && !x.isConstant(data.Variables[j]) {
			keep = append(keep, j)
		}
	}
	keep = append(keep, target)
	if len(keep) < 2 {
		return nil, nil
	}
	progress("law of " + data.Variables[target])
	take := min(n, limit.ResponseSample)
	columns := make([][]float64, len(keep))
	for i := range take {
		row := data.Points.Row(i * n / take)
		for k, j := range keep {
			columns[k] = append(columns[k], row[j])
		}
	}
	last := len(keep) - 1
	var steps []string
	v := response.Find(ctx, columns[:last], columns[last], o.MaxDegree, func(format string, args ...any) {
		steps = append(steps, fmt.Sprintf(format, args...))
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if v.Law == nil {
		return nil, nil
	}
	names := make([]string, 0, len(keep))
	order := slices.Clone(keep)
	slices.Sort(order)
	place := make([]int, len(keep)) // of a column of the law among the variables
	for p, j := range order {
		names = append(names, data.Variables[j])
		place[slices.Index(keep, j)] = p
	}
	w := responseWriter{place: place}
	var err error
	if w.ring, err = newRing(names, v.Law.Degree()); err != nil {
		return nil, nil // the general search says why
	}
	g := w.generator(v.Law)
	g.Sigma = v.Law.Sigma / o.Noise[target]
	if v.Depends >= 0 {
		g.addDoubt(doubt{texts: []string{fmt.Sprintf("what it leaves depends on %s, which is chance with a probability of %s",
			data.Variables[keep[v.Depends]], decimal.Number(v.Chance, 1))}, approximation: true})
		g.Approximation = true
	}
	for _, a := range v.Absent {
		if tied(o.Identities, keep[a.Column], v.Law, keep) {
			continue
		}
		name := data.Variables[keep[a.Column]]
		g.addDoubt(doubt{texts: []string{fmt.Sprintf("%s does not occur in it, but an effect of %s of about %s in %s would not show; leave %s out if it has none",
			name, name, decimal.Number(a.Effect, 1), data.Variables[target], name)}})
	}
	if v.Smooth > 0 {
		g.addDoubt(doubt{texts: []string{fmt.Sprintf("some smooth surface describes the rows better, by %.1f nats, so it need not be a law", v.Smooth)}, approximation: true})
		g.Approximation = true
	}
	if v.Rival != nil {
		rw := responseWriter{place: place}
		if rw.ring, err = newRing(names, v.Rival.Degree()); err == nil {
			g.addDoubt(doubt{texts: []string{rw.generator(v.Rival).brief() + " = 0 describes the data as well"}, approximation: true})
			g.Approximation = true
		}
	}
	r := &Result{Variables: names, Points: n, Degree: v.Law.Degree(), Seed: o.Seed, Steps: steps}
	r.Noise = Noise{Sigma: g.Sigma, Unit: "noise levels given", Std: make([]float64, len(names))}
	r.Noise.Std[place[last]] = v.Law.Sigma
	if v.Law.Sigma > math.Sqrt(limit.RoundingVariance)*meanSize(columns[last]) {
		r.Noise.Stderr = g.Sigma / math.Sqrt(2*float64(take))
	}
	g.decide()
	r.Generators = []Generator{g}
	for _, name := range data.Variables {
		if x.isConstant(name) {
			r.Constant = append(r.Constant, name)
		}
	}
	slices.Sort(r.Constant)
	progress("exact check")
	return r, checkGenerators(ctx, r.Generators, points.Columns(data.Points, len(data.Variables), order))
}

// isRoot reports whether the law of a response gives it as a root, which may be of several
// branches: a search that passes from one to another can end beside the law.
func (r *Result) isRoot() bool {
	for j, noise := range r.Noise.Std {
		if noise > 0 && slices.ContainsFunc(r.Generators, func(g Generator) bool { return g.Polynomial.DegreeIn(j) > 1 }) {
			return true
		}
	}
	return false
}

// needsLess reports whether equations that are no curves need clearly less noise than the law of
// a response.
func (r *Result) needsLess(law *Result) bool {
	return len(r.Generators) > 0 && r.Generators[0].Kind != Curve && r.Noise.Sigma < law.Noise.Sigma-limit.MaxSteps*law.Noise.Stderr
}

// tied reports whether an identity ties a column to columns of a law: a law in the cosine of
// an angle leaves out the sine, but not the angle.
func tied(identities []*poly.Polynomial[ring.Rat], column int, l *response.Law, keep []int) bool {
	return slices.ContainsFunc(identities, func(f *poly.Polynomial[ring.Rat]) bool {
		return f.DegreeIn(column) > 0 && slices.ContainsFunc(l.Exponents, func(e []int) bool {
			for k, j := range keep {
				if j != column && e[k] > 0 && f.DegreeIn(j) > 0 {
					return true
				}
			}
			return false
		})
	})
}

func meanSize(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v * v
	}
	return math.Sqrt(sum / float64(len(x)))
}

// responseWriter writes laws of a response in a ring.
type responseWriter struct {
	ring  *poly.Ring[ring.Rat]
	place []int // of a column of the law among the variables
}

// generator writes a law: integers where all coefficients are rational, and else decimals
// with leading coefficient 1.
func (w responseWriter) generator(l *response.Law) Generator {
	terms := make([]Term, len(l.Exponents))
	for i, e := range l.Exponents {
		terms[i].Exponents = make([]int, len(e))
		for j, v := range e {
			terms[i].Exponents[w.place[j]] = v
		}
	}
	lead := 0
	for i, t := range terms {
		if w.ring.Compare(t.monomial(w.ring), terms[lead].monomial(w.ring)) > 0 {
			lead = i
		}
	}
	coefficients := l.In(lead)
	named := map[string]response.Coefficient{} // multiples of powers of π, by monomial
	for i, c := range coefficients {
		t := &terms[i]
		t.Estimate, t.Stderr, t.Exact = c.Estimate, c.Stderr, c.Den != 0 && c.Pi == 0
		if t.Exact {
			t.Coefficient = ring.RatFromBig(big.NewRat(int64(c.Num), int64(c.Den)))
		} else {
			t.Coefficient = integer.Decimals([]float64{c.Estimate}, mat.NewSymDense(1, []float64{c.Stderr * c.Stderr}))[0].Value
		}
		if c.Den != 0 && c.Pi != 0 {
			named[fmt.Sprint(t.Exponents)] = c
		}
	}
	g := newGenerator(w.ring, terms)
	if g.Rational {
		g.Polynomial = wholeNumbers(g.Polynomial)
		factor := g.Polynomial.LeadingCoefficient()
		for i := range g.Terms {
			t := &g.Terms[i]
			t.Coefficient = t.Coefficient.Mul(factor)
			t.Estimate, t.Stderr = t.Estimate*factor.Float64(), t.Stderr*factor.Float64()
		}
	}
	for _, t := range g.Terms {
		if c, ok := named[fmt.Sprint(t.Exponents)]; ok {
			g.Named = append(g.Named, fmt.Sprintf("%s is %s", decimal.Number(t.Coefficient.Float64(), 6), nameOf(c)))
		}
	}
	return g
}

// nameOf writes a multiple of a power of π.
func nameOf(c response.Coefficient) string {
	var b strings.Builder
	num, den := c.Num, c.Den
	if num < 0 {
		b.WriteByte('-')
		num = -num
	}
	power := func(k int) string {
		if k == 1 {
			return "pi"
		}
		return fmt.Sprintf("pi^%d", k)
	}
	switch {
	case c.Pi > 0 && num == 1:
		b.WriteString(power(c.Pi))
	case c.Pi > 0:
		fmt.Fprintf(&b, "%d*%s", num, power(c.Pi))
	default:
		fmt.Fprintf(&b, "%d", num)
	}
	switch {
	case c.Pi < 0 && den == 1:
		b.WriteString("/" + power(-c.Pi))
	case c.Pi < 0:
		fmt.Fprintf(&b, "/(%d*%s)", den, power(-c.Pi))
	case den > 1:
		fmt.Fprintf(&b, "/%d", den)
	}
	return b.String()
}
