package rounding

import (
	"cmp"
	"context"
	"iter"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/kexplain/kexplain/border/groebner"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// dependent reports whether an equation on the support follows from what is known: the
// normal forms of its monomials are linearly dependent.
func (s *search) dependent(ctx context.Context, c candidate) (bool, error) {
	ideal, err := s.ideal(ctx, c.degree)
	if ideal == nil || err != nil {
		return false, err
	}
	var forms []*poly.Polynomial[ring.Rat]
	for _, m := range c.support {
		f, err := ideal.NormalForm(s.t.Ring.Term(ring.RatFromInt(1), s.mons[m]))
		if err != nil {
			return false, err
		}
		for _, g := range forms {
			a := f.Coefficient(g.LeadingMonomial())
			if a.IsZero() {
				continue
			}
			ratio, err := a.Quo(g.LeadingCoefficient())
			if err != nil {
				return false, err
			}
			f = f.Sub(g.Scale(ratio))
		}
		if f.IsZero() {
			return true, nil
		}
		forms = append(forms, f)
	}
	return false, nil
}

// isMultiple reports whether a law is a monomial times another equation modulo what is known. That equation does not hold within rounding, or it would
// be a law itself: beside heat = power*cop, heat^2 = cop*power^2 + cop*power*ambient says heat = power + ambient, but no more exactly than the
// cells of cop.
func (s *search) isMultiple(ctx context.Context, l Law) (bool, error) {
	ideal, err := s.ideal(ctx, l.Polynomial.Degree())
	if ideal == nil || err != nil {
		return false, err
	}
	f, err := ideal.NormalForm(l.Polynomial)
	if err != nil || f.Len() > l.Polynomial.Len() || f.Len() < 2 {
		return false, err
	}
	return slices.ContainsFunc(s.t.Columns, func(j int) bool {
		for m := range f.Terms() {
			if f.Ring().Exponents(m)[j] == 0 {
				return false
			}
		}
		return true
	}), nil
}

// ideal is what follows from the equations known and the laws so far; nil for nothing.
func (s *search) ideal(ctx context.Context, d int) (*groebner.Truncated[ring.Rat], error) {
	if ideal, ok := s.ideals[d]; ok {
		return ideal, nil
	}
	upTo := d
	if numeric.CountMonomials(s.t.Ring.NumVars(), d+1) <= limit.ConsequenceMonomials {
		upTo++
	}
	var gens []*poly.Polynomial[ring.Rat]
	for _, p := range slices.Concat(s.t.Known, s.t.trivial()) {
		if p.Degree() <= upTo {
			gens = append(gens, p)
		}
	}
	for _, l := range s.laws {
		if l.Polynomial.Degree() <= upTo {
			gens = append(gens, l.Polynomial)
		}
	}
	if s.ideals == nil {
		s.ideals = map[int]*groebner.Truncated[ring.Rat]{}
	}
	if len(gens) == 0 {
		s.ideals[d] = nil
		return nil, nil
	}
	ideal, err := groebner.TruncatedOf(ctx, gens, upTo)
	s.ideals[d] = ideal
	return ideal, err
}

// containsMultiple reports whether a support has all monomials of a multiple of an equation that is
// known, and more.
func (s *search) containsMultiple(u support) bool {
	R := s.t.Ring
	has := func(m poly.Monomial) bool {
		return slices.ContainsFunc(u, func(k int) bool { return s.mons[k] == m })
	}
	multiple := func(p *poly.Polynomial[ring.Rat]) bool {
		lead := p.LeadingMonomial()
		return slices.ContainsFunc(u, func(k int) bool {
			factor, ok := R.DivMonomial(s.mons[k], lead)
			if !ok {
				return false
			}
			for m := range p.Terms() {
				if m, err := R.MulMonomial(m, factor); err != nil || !has(m) {
					return false
				}
			}
			return true
		})
	}
	return slices.ContainsFunc(s.t.Known, multiple) ||
		slices.ContainsFunc(s.laws, func(l Law) bool { return multiple(l.Polynomial) })
}

// follows reports whether a candidate follows from what is known.
func (s *search) follows(c candidate) bool {
	p, ok := s.fittedPolynomial(c)
	return ok && Follows(p, s.known(), nil, s.x)
}

// followsShorter reports whether a law follows from what is known and measured equations that are shorter: of fewer terms or
// of a lower degree, and in all.
func (s *search) followsShorter(l Law) bool {
	var shorter []*poly.Polynomial[ring.Rat]
	for _, m := range s.measured {
		simpler := cmp.Or(cmp.Compare(m.Len(), l.Polynomial.Len()), cmp.Compare(m.Degree(), l.Polynomial.Degree())) < 0
		if simpler && m.Len()+m.Degree()+limit.MeasuredConstant*(m.Len()-1) < Length(l.Polynomial) {
			shorter = append(shorter, m)
		}
	}
	return len(shorter) > 0 && Follows(l.Polynomial, append(shorter, s.known()...), nil, s.x)
}

// fittedPolynomial is a candidate with the coefficients of its fit. ok is false where they are out of range.
func (s *search) fittedPolynomial(c candidate) (p *poly.Polynomial[ring.Rat], ok bool) {
	terms := []poly.Term[ring.Rat]{{Monomial: s.mons[c.support[0]], Coefficient: ring.RatFromInt(-1)}}
	for k, m := range c.support[1:] {
		a, err := ring.RatFromFloat(c.c[k])
		if err != nil {
			return nil, false
		}
		terms = append(terms, poly.Term[ring.Rat]{Monomial: s.mons[m], Coefficient: a})
	}
	return s.t.Ring.FromTerms(terms), true
}

// isLoose reports whether a law owes it to the rounding of whole numbers that the rows agree with it: where
// lat = deg + min/60 is known, lat = deg + 0.5 holds within the rounding of deg, whatever min is.
func (s *search) isLoose(l Law) bool {
	for _, j := range s.t.Columns {
		if l.Polynomial.DegreeIn(j) > 0 && s.t.isWhole(j) {
			return Scatter(l.Polynomial, s.known(), s.x) > limit.SurfaceScatter
		}
	}
	return false
}

// known are the equations that are known and the laws.
func (s *search) known() []*poly.Polynomial[ring.Rat] {
	known := slices.Clone(s.t.Known)
	for _, l := range s.laws {
		known = append(known, l.Polynomial)
	}
	return known
}

// notGiven are the columns that no linear law gives by those before them: of total = net + vat and vat = 0.19*net it is net.
func (s *search) notGiven() []int {
	R := s.t.Ring
	last := func(p *poly.Polynomial[ring.Rat]) int {
		for k := len(s.t.Columns) - 1; k >= 0; k-- {
			if p.DegreeIn(s.t.Columns[k]) > 0 {
				return s.t.Columns[k]
			}
		}
		return -1
	}
	given := map[int]*poly.Polynomial[ring.Rat]{}
	for _, p := range s.known() {
		if p.Degree() != 1 {
			continue
		}
		for j := last(p); j >= 0; j = last(p) {
			q := given[j]
			if q == nil {
				given[j] = p
				break
			}
			x := R.VarMonomial(j)
			ratio, err := p.Coefficient(x).Quo(q.Coefficient(x))
			if err != nil {
				break
			}
			p = p.Sub(q.Scale(ratio))
		}
	}
	return slices.DeleteFunc(slices.Clone(s.t.Columns), func(j int) bool { return given[j] != nil })
}

// Follows reports whether an equation says hardly more at rows than others that are known,
// all of one ring: at most rows its gradient is nearly a combination of theirs and of the axes of
// fixed columns. So it is for what follows from them, and for a truncated series of that.
func Follows(p *poly.Polynomial[ring.Rat], known []*poly.Polynomial[ring.Rat], fixed []int, rows [][]float64) bool {
	if len(known) == 0 {
		return false
	}
	spread := numeric.Deviations(rows)
	near, n := 0, 0
	for x := range some(rows) {
		if n++; newPart(p, known, fixed, x, spread) < limit.FollowsSine {
			near++
		}
	}
	return 2*near > n
}

// isFactorOfOwed reports whether a polynomial divides an equation that may be owed to rounding.
func (t Table) isFactorOfOwed(p *poly.Polynomial[ring.Rat]) bool {
	return slices.ContainsFunc(t.Owed, func(e *poly.Polynomial[ring.Rat]) bool {
		rest, err := groebner.NormalForm(e, []*poly.Polynomial[ring.Rat]{p})
		return err == nil && rest.IsZero()
	})
}

// mayDivideOwed reports whether the monomials of a candidate allow that it divides such an equation: the equation has all of its columns, and the
// leading monomial of the candidate divides that of the equation.
func (s *search) mayDivideOwed(c candidate) bool {
	R := s.t.Ring
	return slices.ContainsFunc(s.t.Owed, func(e *poly.Polynomial[ring.Rat]) bool {
		lead := slices.MaxFunc(c.support, func(a, b int) int { return R.Compare(s.mons[a], s.mons[b]) })
		if _, ok := R.DivMonomial(e.LeadingMonomial(), s.mons[lead]); !ok {
			return false
		}
		return !slices.ContainsFunc(s.t.Columns, func(j int) bool {
			return e.DegreeIn(j) == 0 && slices.ContainsFunc(c.support, func(m int) bool { return s.exps[m][j] > 0 })
		})
	})
}

// Transversal reports whether the gradient of an equation is at no row a combination of those of others and of the axes of fixed columns.
func Transversal(p *poly.Polynomial[ring.Rat], others []*poly.Polynomial[ring.Rat], fixed []int, rows [][]float64) bool {
	spread := numeric.Deviations(rows)
	return !slices.ContainsFunc(rows, func(x []float64) bool { return newPart(p, others, fixed, x, spread) == 0 })
}

// some are rows spread evenly over all, at most limit.FollowsRows.
func some(rows [][]float64) iter.Seq[[]float64] {
	return func(yield func([]float64) bool) {
		n := min(limit.FollowsRows, len(rows))
		for i := range n {
			if !yield(rows[i*len(rows)/n]) {
				return
			}
		}
	}
}

// newPart is the sine of the gradient of p at a row to those of known equations and the axes of
// fixed columns.
func newPart(p *poly.Polynomial[ring.Rat], known []*poly.Polynomial[ring.Rat], fixed []int, x, spread []float64) float64 {
	var gradients [][]float64
	for _, j := range fixed {
		axis := make([]float64, len(x))
		axis[j] = 1
		gradients = append(gradients, axis)
	}
	for _, q := range known {
		gradients = append(gradients, gradient(q, x))
	}
	return Independent(append(gradients, gradient(p, x)), spread)
}

// Scatter is the median over rows of the distance to the zero set of p along that of known
// equations, in deviations of the columns, to first order. What approximates the known equations
// is nearly parallel to them, and the distance is large.
func Scatter(p *poly.Polynomial[ring.Rat], known []*poly.Polynomial[ring.Rat], rows [][]float64) float64 {
	spread := numeric.Deviations(rows)
	var distances []float64
	for x := range some(rows) {
		g := gradient(p, x)
		for j := range g {
			g[j] *= spread[j]
		}
		if v := value(p, x); v == 0 {
			distances = append(distances, 0)
		} else {
			distances = append(distances, math.Abs(v)/(newPart(p, known, nil, x, spread)*math.Sqrt(numeric.Dot(g, g))))
		}
	}
	return numeric.UpperMedian(distances)
}

// value is that of a polynomial at a row.
func value(p *poly.Polynomial[ring.Rat], x []float64) float64 {
	sum := 0.0
	for m, c := range p.Terms() {
		v := c.Float64()
		for j, e := range p.Ring().Exponents(m) {
			v *= math.Pow(x[j], float64(e))
		}
		sum += v
	}
	return sum
}

// gradient is that of a polynomial at a row.
func gradient(p *poly.Polynomial[ring.Rat], x []float64) []float64 {
	R := p.Ring()
	g, sizes := make([]float64, R.NumVars()), make([]float64, R.NumVars())
	for m, c := range p.Terms() {
		exponents := R.Exponents(m)
		for j, e := range exponents {
			if e == 0 {
				continue
			}
			v := c.Float64() * float64(e) * math.Pow(x[j], float64(e-1))
			for k, f := range exponents {
				if k != j {
					v *= math.Pow(x[k], float64(f))
				}
			}
			g[j], sizes[j] = g[j]+v, sizes[j]+math.Abs(v)
		}
	}
	if floats.Max(sizes)*limit.Cancelled > floats.Norm(g, math.Inf(1)) {
		return exactGradient(p, x)
	}
	return g
}

// exactGradient is gradient where floats cancel, as between the branches of a product that lie side by side.
func exactGradient(p *poly.Polynomial[ring.Rat], x []float64) []float64 {
	at, g := make([]ring.Rat, len(x)), make([]float64, len(x))
	for j, v := range x {
		at[j], _ = ring.RatFromFloat(v)
	}
	for j, d := range p.Gradient() {
		g[j] = d.Eval(at).Float64()
	}
	return g
}

// Independent is the part of the last vector that is orthogonal to the others, over its
// length, in columns of unit spread. The vectors are changed.
func Independent(vectors [][]float64, spread []float64) float64 {
	const zero = 1e-9
	var basis [][]float64
	left := 0.0
	for _, v := range vectors {
		for j := range v {
			v[j] *= spread[j]
		}
		length := math.Sqrt(numeric.Dot(v, v))
		for range 2 { // once more for what the first leaves in floats
			for _, b := range basis {
				d := numeric.Dot(v, b)
				for j := range v {
					v[j] -= d * b[j]
				}
			}
		}
		norm := math.Sqrt(numeric.Dot(v, v))
		if left = norm / length; !(left > zero) {
			left = 0
			continue
		}
		for j := range v {
			v[j] /= norm
		}
		basis = append(basis, v)
	}
	return left
}
