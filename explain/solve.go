package explain

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/internal/sides"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
	"gonum.org/v1/gonum/mat"
)

// ErrNotSolved says that an equation is not solved for a variable by division: it does
// not contain the variable, or in a higher degree than one.
var ErrNotSolved = errors.New("explain: not solved by division")

// Solution is an equation that is solved for a variable: the variable is
// -Rest/Slope wherever Slope is not 0. Neither contains it.
type Solution struct {
	Variable    string
	Slope, Rest *poly.Polynomial[ring.Rat]
}

// Solve solves the equation p = 0 for a variable of its ring. The error matches
// ErrNotSolved where p is not of degree one in it.
func Solve(p *poly.Polynomial[ring.Rat], variable string) (Solution, error) {
	R := p.Ring()
	i, ok := R.VarIndex(variable)
	if !ok {
		return Solution{}, fmt.Errorf("%w: %s has no %s", ErrNotSolved, sides.OfZero(p), variable)
	}
	switch d := p.DegreeIn(i); {
	case d < 1:
		return Solution{}, fmt.Errorf("%w: %s says nothing of %s", ErrNotSolved, sides.OfZero(p), variable)
	case d > 1:
		return Solution{}, fmt.Errorf("%w: %s is of degree %d in %s, only degree 1 is solved", ErrNotSolved, sides.OfZero(p), d, variable)
	}
	slope := p.Derivative(i)
	product, err := slope.Mul(R.Var(i))
	if err != nil {
		return Solution{}, fmt.Errorf("explain: %w", err)
	}
	return Solution{Variable: variable, Slope: slope, Rest: p.Sub(product)}, nil
}

// At returns the value of the variable at a point, whose own coordinate of the
// variable does not count. The error is ring.ErrDomain where the slope is 0.
func (s Solution) At(point []ring.Rat) (ring.Rat, error) {
	return s.Rest.Eval(point).Neg().Quo(s.Slope.Eval(point))
}

// String returns "y = …": a polynomial where the slope is 1 or -1 or divides all
// coefficients, otherwise a quotient of polynomials with whole coefficients, those below
// beginning with a positive one.
func (s Solution) String() string {
	rest, slope := s.Rest.Neg(), s.Slope
	if c, err := s.scale(); err == nil {
		rest, slope = rest.Scale(c), slope.Scale(c)
	}
	if slope.IsConstant() {
		if inverse, err := slope.LeadingCoefficient().Inv(); err == nil {
			if value := rest.Scale(inverse); isWhole(value) || inverse.IsInt() {
				return fmt.Sprintf("%s = %s", s.Variable, value)
			}
		}
	}
	above := rest.String()
	if rest.Len() > 1 || strings.Contains(above, "/") {
		above = "(" + above + ")"
	}
	return fmt.Sprintf("%s = %s/%s", s.Variable, above, bracketed(slope))
}

// scale is the factor that makes the coefficients of both parts whole numbers without a
// common divisor, and the first one of the slope positive.
func (s Solution) scale() (ring.Rat, error) {
	R := s.Slope.Ring()
	i, ok := R.VarIndex(s.Variable)
	if !ok {
		return ring.Rat{}, ErrNotSolved
	}
	product, err := s.Slope.Mul(R.Var(i))
	if err != nil {
		return ring.Rat{}, err
	}
	whole := product.Add(s.Rest)
	c, err := poly.Primitive(whole).LeadingCoefficient().Quo(whole.LeadingCoefficient())
	if err == nil && c.Sign()*s.Slope.LeadingCoefficient().Sign() < 0 {
		c = c.Neg()
	}
	return c, err
}

// isWhole reports whether all coefficients are whole numbers.
func isWhole(p *poly.Polynomial[ring.Rat]) bool {
	for _, c := range p.Terms() {
		if !c.IsInt() {
			return false
		}
	}
	return true
}

// bracketed writes a polynomial below a quotient.
func bracketed(p *poly.Polynomial[ring.Rat]) string {
	text := p.String()
	if p.Len() > 1 || strings.ContainsAny(text, "*/") {
		return "(" + text + ")"
	}
	return text
}

// subject is the term that measured coefficients b are divided by, so that the equation is solved for its column. The
// column stands in one term only, by itself, and is no setting, and its coefficient is known well. It is the one that
// alone has errors, or else the last one. It is -1 where there is none.
func (w *writer) subject(places []int, b []float64, cov *mat.SymDense) int {
	terms := make([][]int, len(places))
	for i, at := range places {
		terms[i] = w.p.Table.IntExponents(at)
	}
	loose := func(at int) bool { return math.Sqrt(math.Max(0, cov.At(at, at))) > limit.MaxLoose*math.Abs(b[at]) }
	if shape := w.p.Shape; shape.Single() {
		if at, degree := alone(terms, shape.Column); degree == 1 && !loose(at) {
			return at
		}
	}
	settings := w.p.Settings()
	for _, j := range slices.Backward(numeric.FirstInts(w.ring.NumVars())) {
		at, degree := alone(terms, j)
		switch {
		case degree == 1 && !loose(at) && !slices.Contains(settings, j):
			return at
		case degree > 1:
			return -1 // v^2 = 19.6*h has the last column on the left already
		}
	}
	return -1
}

// alone is the term that is a power of a column, and its degree. The degree is 0 if the column is in products or in
// several terms.
func alone(terms [][]int, column int) (at, degree int) {
	in := 0
	for i, e := range terms {
		if e[column] == 0 {
			continue
		}
		in++
		if d := (Term{Exponents: e}).degree(); d == e[column] {
			at, degree = i, d
		}
	}
	if in > 1 {
		return 0, 0
	}
	return at, degree
}

// roundoff is more than the relative rounding error of a value in float64, in the sum of
// the absolute values of the terms.
const roundoff = 0x1p-40

// Tolerance returns a number that the polynomial stays below in size at the points, as
// float64 computes it: the largest value there, and what rounding may add. Points in the
// given lines, increasing, do not count. It returns 0 where the polynomial is exactly zero
// and float64 computes that: all numbers are whole and below 2⁵³ on the way. Variables of
// the polynomial are those that set.Variables names.
func Tolerance(set *points.Set, p *poly.Polynomial[ring.Rat], without []int) float64 {
	R := p.Ring()
	names := set.Variables()
	columns := make([]int, R.NumVars())
	for j, v := range R.Vars() {
		columns[j] = slices.Index(names, v)
	}
	value := poly.NewEvaluator(p)
	largest, terms, whole := 0.0, 0.0, true
	point, values := make([]ring.Rat, len(columns)), [][]ring.Rat{make([]ring.Rat, 1)}
	for i := range set.Rows() {
		if _, gone := slices.BinarySearch(without, set.Line(i)); gone {
			continue
		}
		for j, c := range columns {
			point[j] = set.Exact(i, c)
			whole = whole && (p.DegreeIn(j) == 0 || point[j].IsInt())
		}
		value.EvalTo(values, [][]ring.Rat{point})
		largest = math.Max(largest, math.Abs(values[0][0].Float64()))
		terms = math.Max(terms, sumOfSizes(p, point))
	}
	for _, c := range p.Terms() {
		whole = whole && c.IsInt()
	}
	if largest == 0 && whole && terms < 1<<53 {
		return 0
	}
	return largest + roundoff*terms
}

// Roundoff returns what rounding may make of a polynomial that is exactly zero at the
// points, when float64 computes its values there: a number in the units of the polynomial,
// as Tolerance returns one. It is 0 where float64 computes zero: coefficients and
// coordinates are whole, and the sum of the sizes of the terms is below 2⁵³ in the box of
// the points. A point has one coordinate for each variable.
func Roundoff(p *poly.Polynomial[ring.Rat], points [][]ring.Rat) float64 {
	whole, size := true, make([]ring.Rat, p.Ring().NumVars())
	for _, point := range points {
		for j, x := range point {
			whole = whole && (p.DegreeIn(j) == 0 || x.IsInt())
			if x.Sign() < 0 {
				x = x.Neg()
			}
			if x.Cmp(size[j]) > 0 {
				size[j] = x
			}
		}
	}
	for _, c := range p.Terms() {
		whole = whole && c.IsInt()
	}
	terms := sumOfSizes(p, size)
	if whole && terms < 1<<53 {
		return 0
	}
	return math.Min(roundoff*terms, math.MaxFloat64)
}

// sumOfSizes returns the sum of the absolute values of the terms at a point.
func sumOfSizes(p *poly.Polynomial[ring.Rat], point []ring.Rat) float64 {
	sum := 0.0
	for m, c := range p.Terms() {
		size := math.Abs(c.Float64())
		for j, e := range p.Ring().Exponents(m) {
			size *= math.Pow(math.Abs(point[j].Float64()), float64(e))
		}
		sum += size
	}
	return sum
}
