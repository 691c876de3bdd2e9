package rounding

import (
	"math"
	"strings"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Interval is a coefficient, without its sign, and what the cells allow in its place.
type Interval struct {
	Coefficient ring.Rat
	Low, High   float64
}

// Loose returns the coefficients of an equation within rounding that the cells do not single out: numbers as simple lie in what they
// allow, the other coefficients being as they are, with a probability of more than 1 - MinPosterior. The equation is taken as
// solved for a column; the list is empty where no column stands alone. row returns the cells of one of n rows and half their steps.
// The intervals are those to first order.
func Loose(p *poly.Polynomial[ring.Rat], n int, row func(i int) (x, half []float64)) (out []Interval) {
	ref := alone(p)
	if ref < 0 {
		return nil
	}
	terms := listed(p)
	inverse, err := ring.RatFromInt(1).Quo(terms[ref].Coefficient)
	if err != nil {
		panic(err) // a term has no coefficient 0
	}
	q := p.Scale(inverse)
	terms = listed(q)
	low, high := make([]float64, len(terms)), make([]float64, len(terms))
	for k := range terms {
		low[k], high[k] = math.Inf(-1), math.Inf(1)
	}
	for i := range n {
		x, half := row(i)
		f, slack := value(q, x), 0.0
		for j, d := range gradient(q, x) {
			slack += math.Abs(d) * half[j]
		}
		for k, t := range terms {
			v := 1.0
			for j, e := range p.Ring().Exponents(t.Monomial) {
				v *= math.Pow(x[j], float64(e))
			}
			if v != 0 {
				low[k], high[k] = math.Max(low[k], -f/v-slack/math.Abs(v)), math.Min(high[k], -f/v+slack/math.Abs(v))
			}
		}
	}
	for k, t := range terms {
		c, width := t.Coefficient.Float64(), high[k]-low[k]
		if k == ref || !(width > 0) || math.IsInf(width, 0) || -math.Log(width/math.Abs(c)*complexity(t.Coefficient)) >= limit.MinEvidence() {
			continue
		}
		a, b := c+low[k], c+high[k]
		if c < 0 {
			a, b = -b, -a
		}
		out = append(out, Interval{t.Coefficient.Abs(), a, b})
	}
	return out
}

// listed are the terms of a polynomial.
func listed(p *poly.Polynomial[ring.Rat]) (out []poly.Term[ring.Rat]) {
	for m, c := range p.Terms() {
		out = append(out, poly.Term[ring.Rat]{Monomial: m, Coefficient: c})
	}
	return out
}

// alone is the place of the last term that is a column times 1 or -1, or else the last that is a column, or -1.
func alone(p *poly.Polynomial[ring.Rat]) int {
	at, unit := -1, false
	for k, t := range listed(p) {
		if one := t.Coefficient.Abs().IsOne(); t.Monomial.Degree() == 1 && (one || !unit) {
			at, unit = k, one
		}
	}
	return at
}

// complexity is that of a number, see number: of a decimal its digits, of a fraction the larger of its numbers for each
// smaller one.
func complexity(r ring.Rat) float64 {
	out := math.Inf(1)
	if p, q, ok := r.Abs().Frac64(); ok && min(p, q) <= int64(limit.RoundingFraction) {
		out = float64(limit.RoundingFraction) * float64(max(p, q))
	}
	if places, finite := r.Big().FloatPrec(); finite {
		digits, _, _ := strings.Cut(strings.TrimRight(strings.Replace(r.Abs().Big().FloatString(places), ".", "", 1), "0"), "e")
		m := 0.0
		for _, d := range digits {
			m = 10*m + float64(d-'0')
		}
		out = math.Min(out, m)
	}
	return out
}
