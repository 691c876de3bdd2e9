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
	"github.com/kexplain/kexplain/numeric"
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
func learnResponse(ctx context.Context, rest remainder, progress func(string)) (*Result, error) {
	data, o := rest.data, rest.options
	target, ok := o.responseColumn()
	n := data.Points.Rows()
	if !ok || len(rest.found.Exactly) > 0 || len(rest.found.Settings) > 0 || n < limit.ResponseRows {
		return nil, nil
	}
	s := newResponseSearch(rest, target)
	if !slices.Contains(s.order, target) || len(s.order) < 2 {
		return nil, nil
	}
	progress("law of " + data.Variables[target])
	columns := s.columns()
	y := columns[len(columns)-1]
	var steps []string
	v := response.Find(ctx, columns[:len(columns)-1], y, o.MaxDegree, func(format string, values ...any) {
		steps = append(steps, fmt.Sprintf(format, s.named(values)...))
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if v.Law == nil {
		return nil, nil
	}
	g, err := s.generator(v.Law)
	if err != nil {
		return nil, nil // the general search says why
	}
	g.Sigma, g.Deviations = v.Law.Sigma/o.Noise[target], []Deviation{{Column: data.Variables[target], Std: v.Law.Sigma}}
	d := s.doubts(v, o.Identities)
	g.addDoubt(d)
	g.Approximation = d.approximation // whole numbers as well
	g.decide()
	g.Posterior = v.Posterior // after decide: rows with noise prove nothing, even where it rounds to 1
	r := &Result{
		Variables: g.Polynomial.Ring().Vars(), Points: n, Degree: v.Law.Degree(), Seed: o.Seed, Steps: steps,
		Generators: []Generator{g},
		Noise:      Noise{Sigma: g.Sigma, Unit: "noise levels given", Std: make([]float64, len(s.order))},
	}
	r.Noise.Std[slices.Index(s.order, target)] = v.Law.Sigma
	if v.Law.Sigma > math.Sqrt(limit.RoundingVariance)*numeric.RootMeanSquare(y) {
		r.Noise.Stderr = g.Sigma / math.Sqrt(2*float64(len(y)))
	}
	progress("exact check")
	return r, checkGenerators(ctx, r.Generators, points.Columns(data.Points, len(data.Variables), s.order))
}

// responseSearch is the search for the law of one column, and writes what it finds. A law
// has the response for its last column; the variables are in the order of the data.
type responseSearch struct {
	data   Data
	target int
	keep   []int // the columns of a law
	order  []int // the same, ascending
}

// newResponseSearch takes the columns that vary.
func newResponseSearch(rest remainder, target int) *responseSearch {
	s := &responseSearch{data: rest.data, target: target}
	for j, name := range rest.data.Variables {
		if !rest.found.IsConstant(slices.Index(rest.found.data.Variables, name)) {
			s.order = append(s.order, j)
		}
	}
	s.keep = append(slices.DeleteFunc(slices.Clone(s.order), func(j int) bool { return j == target }), target)
	return s
}

// columns are the values of the columns of a law, at a sample of the rows.
func (s *responseSearch) columns() [][]float64 {
	n := s.data.Points.Rows()
	take := min(n, limit.ResponseSample)
	columns := make([][]float64, len(s.keep))
	for i := range take {
		row := s.data.Points.Row(i * n / take)
		for k, j := range s.keep {
			columns[k] = append(columns[k], row[j])
		}
	}
	return columns
}

// doubts are what speaks against the law of a verdict. With any of them it is an approximation.
func (s *responseSearch) doubts(v response.Verdict, identities []*poly.Polynomial[ring.Rat]) (d doubt) {
	names, target := s.data.Variables, s.data.Variables[s.target]
	add := func(format string, args ...any) {
		d.add(fmt.Sprintf(format, args...))
		d.approximation = true
	}
	if v.Depends >= 0 {
		add("what it leaves depends on %s, which is chance with a probability of %s", names[s.keep[v.Depends]], decimal.Number(v.Chance, 1))
	}
	for _, a := range v.Absent {
		if tied(identities, s.keep[a.Column], v.Law, s.keep) {
			continue
		}
		name := names[s.keep[a.Column]]
		add("%s does not occur in it, but an effect of %s of about %s in %s would not show; leave %s out if it has none",
			name, name, decimal.Number(a.Effect, 1), target, name)
	}
	if v.Law.Follows() {
		add("with %d measured constants a polynomial follows any smooth surface, so it need not be a law", v.Law.Measured())
	}
	if v.Smooth > 0 {
		add("some smooth surface describes the rows better, by %.1f nats, so it need not be a law", v.Smooth)
	}
	if f := v.Function; f != nil {
		add("%s of %s describes the rows better, by %.1f nats, so it need not be a law", f.Name, s.product(f.Of), f.Nats)
	}
	if v.Rival != nil {
		if g, err := s.generator(v.Rival); err == nil {
			add("%s is only %.1f nats less likely", g.brief(), v.Behind)
		}
	}
	return d
}

// named writes the laws, powers and columns among the values of a step with the names of the columns.
func (s *responseSearch) named(values []any) []any {
	out := slices.Clone(values)
	for i, v := range values {
		switch v := v.(type) {
		case response.Column:
			out[i] = s.data.Variables[s.keep[v]]
		case response.Powers:
			out[i] = s.product(v)
		case []response.Powers:
			var products []string
			for _, p := range v {
				products = append(products, s.product(p))
			}
			out[i] = strings.Join(products, ", ")
		case *response.Law:
			out[i] = fmt.Sprint(v.Exponents)
			if g, err := s.generator(v); err == nil {
				out[i] = g.brief()
			}
		}
	}
	return out
}

// product writes powers of the columns, in twelfths.
func (s *responseSearch) product(twelfths []int) string {
	var above, below []string
	for k, e := range twelfths {
		if e == 0 {
			continue
		}
		text, side := s.data.Variables[s.keep[k]], &above
		if e < 0 {
			side = &below
		}
		if r := big.NewRat(int64(max(e, -e)), 12); r.IsInt() && r.Num().Int64() > 1 {
			text += "^" + r.RatString()
		} else if !r.IsInt() {
			text += "^(" + r.RatString() + ")"
		}
		*side = append(*side, text)
	}
	out := strings.Join(above, "*")
	if out == "" {
		out = "1"
	}
	switch len(below) {
	case 0:
		return out
	case 1:
		return out + "/" + below[0]
	}
	return out + "/(" + strings.Join(below, "*") + ")"
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

// alone is the term of the response by itself, if it stands in no other one.
func (s *responseSearch) alone(l *response.Law) (at int, ok bool) {
	at, degree := alone(l.Exponents, len(s.keep)-1)
	return at, degree == 1
}

// generator writes a law: integers where all coefficients are rational, and else decimals with one coefficient 1: that of
// the response if it stands in one term, by itself, and no other coefficient is recognised, and else the leading one.
func (s *responseSearch) generator(l *response.Law) (Generator, error) {
	names := make([]string, len(s.order))
	for p, j := range s.order {
		names[p] = s.data.Variables[j]
	}
	R, err := newRing(names, l.Degree())
	if err != nil {
		return Generator{}, err
	}
	terms := make([]Term, len(l.Exponents))
	for i, e := range l.Exponents {
		terms[i].Exponents = make([]int, len(e))
		for k, v := range e {
			terms[i].Exponents[slices.Index(s.order, s.keep[k])] = v
		}
	}
	lead := 0
	for i, t := range terms {
		if R.Compare(t.monomial(R), terms[lead].monomial(R)) > 0 {
			lead = i
		}
	}
	coefficients := l.In(lead)
	if at, ok := s.alone(l); ok && !slices.ContainsFunc(slices.Delete(slices.Clone(coefficients), lead, lead+1), response.Coefficient.Recognised) {
		coefficients = l.Quotients(at)
	}
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
	g := newGenerator(R, terms)
	if g.Rational {
		g.Polynomial = poly.Primitive(g.Polynomial)
		factor := g.Polynomial.LeadingCoefficient()
		for i := range g.Terms {
			t := &g.Terms[i]
			t.Coefficient = t.Coefficient.Mul(factor)
			t.Estimate, t.Stderr = t.Estimate*factor.Float64(), t.Stderr*factor.Float64()
		}
	}
	for _, t := range g.Terms {
		if c, ok := named[fmt.Sprint(t.Exponents)]; ok {
			// Without the sign, which depends on the side of the equation.
			text := fmt.Sprintf("%s is %s", decimal.Number(math.Abs(t.Coefficient.Float64()), 6), multipleOfPi(ring.NewRat(int64(c.Num), int64(c.Den)).Abs(), c.Pi))
			if !slices.Contains(g.Named, text) {
				g.Named = append(g.Named, text)
			}
		}
	}
	return g, nil
}
