package rounding

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/internal/decimal"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Interval is a coefficient, without its sign, and the bounds of what the cells allow in its place.
type Interval struct {
	Coefficient ring.Rat
	Monomial    string // of the term, "1" for a constant
	Low, High   float64
}

// Loose returns the coefficients of an equation within rounding that the cells do not single out. There are none where a column is a factor, or no
// term is a column times a number. The equation is divided by the coefficient of such a column, unless some term has the coefficient 1 or -1: of
// min*kmh = 60*km the 60 is looked at, not 1/60. Then one coefficient at a time may change, and to first order it lies in an interval.
// It is loose if another number as simple lies there with a probability of more than 1 - MinPosterior.
func Loose(p *poly.Polynomial[ring.Rat], rows Rows) (out []Interval) {
	ref := alone(p)
	if ref < 0 || slices.ContainsFunc(numeric.FirstInts(p.Ring().NumVars()), func(j int) bool { return withoutFactor(p, j) != p }) {
		return nil
	}
	if one := func(k int) bool { return p.Term(k).Coefficient.Abs().IsOne() }; !one(ref) {
		if k := slices.IndexFunc(numeric.FirstInts(p.Len()), one); k >= 0 {
			ref = k
		}
	}
	inverse, err := ring.RatFromInt(1).Quo(p.Term(ref).Coefficient)
	if err != nil {
		panic(err) // a term has no coefficient 0
	}
	q := p.Scale(inverse)
	exponents, low, high := make([][]int, q.Len()), make([]float64, q.Len()), make([]float64, q.Len())
	for k := range exponents {
		exponents[k] = q.Ring().Exponents(q.Term(k).Monomial)
		low[k], high[k] = math.Inf(-1), math.Inf(1)
	}
	x, half := make([]float64, q.Ring().NumVars()), make([]float64, q.Ring().NumVars())
	for i := range rows.Len() {
		for j, c := range rows.Cells(i) {
			x[j] = c.Float64()
		}
		for j, h := range rows.Steps(i) {
			half[j] = h.Float64()
		}
		f, slack := value(q, x), 0.0
		for j, d := range gradient(q, x) {
			slack += math.Abs(d) * half[j]
		}
		for k, list := range exponents {
			v := 1.0
			for j, e := range list {
				v *= math.Pow(x[j], float64(e))
			}
			if v != 0 {
				low[k], high[k] = math.Max(low[k], -f/v-slack/math.Abs(v)), math.Min(high[k], -f/v+slack/math.Abs(v))
			}
		}
	}
	for k := range exponents {
		exact := q.Term(k).Coefficient
		c, width := exact.Float64(), high[k]-low[k]
		if k == ref || !(width > 0) || math.IsInf(width, 0) || -math.Log(width/math.Abs(c)*complexity(exact)) >= limit.MinEvidence() {
			continue
		}
		a, b := c+low[k], c+high[k]
		if c < 0 {
			a, b = -b, -a
		}
		out = append(out, Interval{exact.Abs(), q.Ring().FormatMonomial(q.Term(k).Monomial), a, b})
	}
	return out
}

// alone is the place of the last term that is a column times 1 or -1, or else of the last that is a column times a number, or -1.
func alone(p *poly.Polynomial[ring.Rat]) int {
	at, unit := -1, false
	for k := range p.Len() {
		t := p.Term(k)
		if one := t.Coefficient.Abs().IsOne(); t.Monomial.Degree() == 1 && (one || !unit) {
			at, unit = k, one
		}
	}
	return at
}

// complexity is that of a number of this value. It is infinite where the number is neither a decimal nor a simple fraction.
func complexity(r ring.Rat) float64 {
	out := math.Inf(1)
	if p, q, ok := r.Abs().Frac64(); ok && min(p, q) <= int64(limit.RoundingFraction) {
		out = float64(limit.RoundingFraction) * float64(max(p, q))
	}
	if places, finite := r.Big().FloatPrec(); finite {
		m := 0.0
		for _, d := range strings.TrimRight(strings.Replace(r.Abs().Big().FloatString(places), ".", "", 1), "0") {
			m = 10*m + float64(d-'0')
		}
		out = math.Min(out, m)
	}
	return out
}

// Hides reports whether the rounding of the cells hides a term of p: at nearly all rows where the term is not 0 it is no larger than
// what the half steps of the cells move p by. Whole numbers count as exact. Such a term says nothing of the rows: with coefficients such as
// 1 and 4e8 an equation may be near all rows for the sake of the others.
func Hides(p *poly.Polynomial[ring.Rat], t Table) bool {
	var whole []int
	for _, j := range t.Columns {
		if t.isWhole(j) {
			whole = append(whole, j)
		}
	}
	m := missesOf(p, t.WithCounts(whole))
	for k := range p.Len() {
		hidden, rows := 0, 0
		for i, terms := range m.terms {
			if terms[k] == 0 {
				continue
			}
			if rows++; math.Abs(terms[k]) <= floats.Sum(m.reach[i]) {
				hidden++
			}
		}
		if rows > 0 && float64(hidden) >= limit.HiddenShare*float64(rows) {
			return true
		}
	}
	return false
}

// Decimal is an equation in integers, or with 1 or -1 before a column, the last possible,
// where that takes no more digits.
func Decimal(p *poly.Polynomial[ring.Rat]) *poly.Polynomial[ring.Rat] {
	best, R := poly.Primitive(p), p.Ring()
	for j := range R.NumVars() {
		a := best.Coefficient(R.VarMonomial(j))
		if a.IsZero() {
			continue
		}
		inverse, err := a.Abs().Quo(a.Mul(a))
		if err != nil {
			continue
		}
		p := best.Scale(inverse)
		if n, ok := digits(p); ok {
			if least, _ := digits(best); n <= least {
				best = p
			}
		}
	}
	return best
}

// Length is the number of terms of an equation, its degree and the digits of its coefficients together.
func Length(p *poly.Polynomial[ring.Rat]) int {
	n, _ := digits(p)
	return n + p.Len() + p.Degree()
}

// Shorter reports whether an equation is shorter than another: by Length, or of the same length with fewer factors in
// all of its terms, as dose = rate*volume is than kg*per_kg = rate*volume.
func Shorter(p, q *poly.Polynomial[ring.Rat]) bool {
	factors := func(p *poly.Polynomial[ring.Rat]) (n int) {
		for m := range p.Terms() {
			n += m.Degree()
		}
		return n
	}
	return cmp.Or(cmp.Compare(Length(p), Length(q)), cmp.Compare(factors(p), factors(q))) < 0
}

// digits is the number of digits of all coefficients but 1 and -1, and false where one is
// no decimal of few places or few digits.
func digits(p *poly.Polynomial[ring.Rat]) (n int, ok bool) {
	for _, c := range p.Terms() {
		places, finite := c.Big().FloatPrec()
		if !finite {
			return 0, false
		}
		own := decimal.Digits(c.Big(), places)
		if min(places, own) > limit.RoundingPlaces {
			return 0, false
		}
		if !c.Abs().IsOne() {
			n += own
		}
	}
	return n, true
}

// lengthOf is the length of the law that a candidate of two terms may be; of others, and where no number is simple, it is none.
func (s *search) lengthOf(c candidate) int {
	if len(c.support) > 2 {
		return 0
	}
	if l := s.surest(c, limit.RoundingNats); l.Polynomial != nil {
		return Length(l.Polynomial)
	}
	return math.MaxInt
}
