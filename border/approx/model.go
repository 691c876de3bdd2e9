package approx

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
)

// ErrParameter says that a parameter of a method is outside its range.
var ErrParameter = errors.New("approx: parameter out of range")

// ErrNotFinite says that a coordinate of a point is NaN or infinite.
var ErrNotFinite = errors.New("approx: coordinate not finite")

// Method is an algorithm with its parameters.
type Method interface {
	// String returns the name of the method, such as "abm".
	fmt.Stringer
	// Fit learns polynomials in the variables of R that almost vanish at the
	// rows of x. No polynomial has a degree above R.MaxDegree, where the search
	// stops. The rows are neither changed nor kept. It panics when x has not as
	// many columns as R has variables.
	//
	// The error is ErrParameter, ErrNotFinite or that of ctx.
	Fit(ctx context.Context, R *poly.Ring[float64], x *mat.Dense) (*Model, error)
}

// Model is a list of almost vanishing polynomials, its generators. It does not
// change and is safe for use by several goroutines.
type Model struct {
	ring     *poly.Ring[float64]
	degrees  []int
	eval     evaluator
	order    []poly.Monomial
	border   []poly.Monomial
	complete bool
}

// evaluator is the formula of the generators of a model.
type evaluator interface {
	// valuesTo writes the value of generator j at row i of x to dst(i, j).
	valuesTo(dst, x *mat.Dense)
	// polynomials expands the generators.
	polynomials(ctx context.Context, R *poly.Ring[float64]) ([]*poly.Polynomial[float64], error)
}

// Ring returns the ring of the polynomials.
func (m *Model) Ring() *poly.Ring[float64] { return m.ring }

// Len returns the number of generators.
func (m *Model) Len() int { return len(m.degrees) }

// Degrees returns the degree of every generator.
func (m *Model) Degrees() []int { return slices.Clone(m.degrees) }

// OrderIdeal returns the terms outside the leading terms in ascending order, nil
// for methods without terms. They are closed under division where nothing is near
// the threshold; NewBorder checks it.
func (m *Model) OrderIdeal() []poly.Monomial { return slices.Clone(m.order) }

// BorderTerms returns the border term of every generator, nil for methods
// without terms.
func (m *Model) BorderTerms() []poly.Monomial { return slices.Clone(m.border) }

// Complete reports whether the search ended because every candidate vanished,
// and not because the degrees of the ring were exhausted.
func (m *Model) Complete() bool { return m.complete }

// Polynomials returns the generators with all their coefficients. It may take
// long and much memory for the nested products of VCA in many variables.
func (m *Model) Polynomials(ctx context.Context) ([]*poly.Polynomial[float64], error) {
	if m.Len() == 0 {
		return nil, nil
	}
	return m.eval.polynomials(ctx, m.ring)
}

// evalRows is the number of points that are evaluated at once, few enough for
// the values of some hundred terms to stay in the caches.
const evalRows = 1024

// Values returns the values of the generators at the rows of x, a column for
// each generator, nil when there are no generators. It panics when x has not as
// many columns as the ring has variables.
func (m *Model) Values(ctx context.Context, x *mat.Dense) (*mat.Dense, error) {
	n, vars := x.Dims()
	if vars != m.ring.NumVars() {
		panic(fmt.Sprintf("approx: points with %d coordinates for %d variables", vars, m.ring.NumVars()))
	}
	if m.Len() == 0 {
		return nil, nil
	}
	out := mat.NewDense(n, m.Len(), nil)
	for lo := 0; lo < n; lo += evalRows {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		hi := min(lo+evalRows, n)
		m.eval.valuesTo(out.Slice(lo, hi, 0, m.Len()).(*mat.Dense), x.Slice(lo, hi, 0, vars).(*mat.Dense))
	}
	return out, nil
}

// Features returns the absolute values of the generators at the rows of x:
// small where a point lies near the set that was learned. Nil when there are no
// generators.
func (m *Model) Features(ctx context.Context, x *mat.Dense) (*mat.Dense, error) {
	v, err := m.Values(ctx, x)
	if v != nil {
		v.Apply(func(_, _ int, f float64) float64 { return math.Abs(f) }, v)
	}
	return v, err
}

// Unscale takes polynomials in the variables t_i = x_i/unit[i] to polynomials in
// the x_i. It panics when unit has another length than there are variables.
func Unscale(polys []*poly.Polynomial[float64], unit []float64) []*poly.Polynomial[float64] {
	out := make([]*poly.Polynomial[float64], len(polys))
	for k, p := range polys {
		R := p.Ring()
		if len(unit) != R.NumVars() {
			panic(fmt.Sprintf("approx: %d units for %d variables", len(unit), R.NumVars()))
		}
		var terms []poly.Term[float64]
		for m, c := range p.Terms() {
			for i, e := range R.Exponents(m) {
				for range e {
					c /= unit[i]
				}
			}
			terms = append(terms, poly.Term[float64]{Monomial: m, Coefficient: c})
		}
		out[k] = R.FromTerms(terms)
	}
	return out
}

// LargestAbs returns the largest absolute value of each column of x, 1 for a
// column of zeros: the units in which every method here expects its points.
func LargestAbs(x *mat.Dense) []float64 {
	n, vars := x.Dims()
	unit := make([]float64, vars)
	for i := range n {
		for j, v := range x.RawRowView(i) {
			unit[j] = max(unit[j], math.Abs(v))
		}
	}
	for j, u := range unit {
		if u == 0 {
			unit[j] = 1
		}
	}
	return unit
}

// Scaled returns the rows of x divided by the units.
func Scaled(x *mat.Dense, unit []float64) *mat.Dense {
	y := mat.DenseCopyOf(x)
	n, _ := y.Dims()
	for i := range n {
		row := y.RawRowView(i)
		for j := range row {
			row[j] /= unit[j]
		}
	}
	return y
}

// parameter is a number that a method needs: positive, and at most the largest
// that is allowed.
type parameter struct {
	name           string
	value, largest float64
}

// epsilon is the parameter that most methods have.
func epsilon(v float64) parameter { return parameter{"Epsilon", v, math.MaxFloat64} }

// check returns ErrParameter unless 0 < value ≤ largest.
func (p parameter) check() error {
	if p.value > 0 && p.value <= p.largest {
		return nil
	}
	want := "a positive number"
	if p.largest < math.MaxFloat64 {
		want += fmt.Sprintf(" up to %v", p.largest)
	}
	return fmt.Errorf("%w: %s = %v, want %s", ErrParameter, p.name, p.value, want)
}

// start checks what every Fit needs: parameters in their range, points that are
// finite, and as many columns as variables.
func start(R *poly.Ring[float64], x *mat.Dense, params ...parameter) error {
	for _, p := range params {
		if err := p.check(); err != nil {
			return err
		}
	}
	n, vars := x.Dims()
	if vars != R.NumVars() {
		panic(fmt.Sprintf("approx: points with %d coordinates for %d variables", vars, R.NumVars()))
	}
	for i := range n {
		for j, v := range x.RawRowView(i) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("%w: row %d, column %d", ErrNotFinite, i+1, j+1)
			}
		}
	}
	return nil
}

// threshold returns the largest singular value of an N-row matrix that counts as
// vanishing: √N·eps, or the size of rounding where that is larger, so that more
// columns than rows are found dependent whatever eps is.
func threshold(eps float64, n int, values []float64) float64 {
	return max(eps*math.Sqrt(float64(n)), numeric.RankTolerance(len(values))*values[0])
}

// above returns how many of the values, which descend, are above the threshold.
func above(values []float64, threshold float64) int {
	k := len(values)
	for k > 0 && values[k-1] <= threshold {
		k--
	}
	return k
}
