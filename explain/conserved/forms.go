package conserved

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/derived"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/numeric/moment"
)

// evaluated are the monomials and the gradient form on rows.
type evaluated struct {
	monomials *moment.Monomials
	units     []float64   // root mean square of each column that is used
	values    [][]float64 // of the monomials in units, a row each; nil for a row that was left out
	gradient  *mat.SymDense
	// derivatives of the monomials that are not zero.
	derivatives []derivative
	// covariance is that of the errors of the columns in units, of each row: k × k.
	covariance [][]float64
}

// levels are the standard deviations of the errors of columns: a fixed size, and a part of the value.
type levels struct{ fixed, part []float64 }

// newLevels are the levels of the options. Columns that have no errors get some that are next to none, without
// which the gradient form would not know them.
func newLevels(o Options, deviations []float64) levels {
	l := levels{slices.Clone(o.Noise), slices.Clone(o.Relative)}
	if l.fixed == nil {
		l.fixed = slices.Clone(deviations)
	}
	if l.part == nil {
		l.part = make([]float64, len(l.fixed))
	}
	for j, d := range deviations {
		l.fixed[j] = math.Max(l.fixed[j], limit.MotionExact*d)
	}
	return l
}

// variances writes those at a row.
func (l levels) variances(dst, row []float64) {
	for j, s := range l.fixed {
		part := l.part[j] * row[j]
		dst[j] = s*s + part*part
	}
}

// of returns the root mean squares over rows.
func (l levels) of(rows [][]float64) []float64 {
	out, variance := make([]float64, len(l.fixed)), make([]float64, len(l.fixed))
	for _, row := range rows {
		l.variances(variance, row)
		floats.AddScaled(out, 1/float64(len(rows)), variance)
	}
	for j, v := range out {
		out[j] = math.Sqrt(v)
	}
	return out
}

// evaluate computes the columns that are used, the monomials in units of their root
// mean squares, and the gradient form G. If ranges are given, rows where a derived column is out of
// its range are left out; they may be half of all rows.
func evaluate(d Data, m *moment.Monomials, noise levels, rows [][]float64, ranges [][2]float64) (*evaluated, error) {
	e := &evaluated{monomials: m, units: make([]float64, len(d.Use)), values: make([][]float64, len(rows)), covariance: make([][]float64, len(rows))}
	used, n, err := e.use(d, noise, rows, ranges)
	if err != nil {
		return nil, err
	}
	e.derivatives = derivatives(m, len(d.Use))
	for i, x := range used {
		if x == nil {
			continue
		}
		e.scale(x, e.covariance[i])
		e.values[i] = make([]float64, m.Len(m.Degree()))
		m.EvalTo(e.values[i], x)
	}
	e.gradient = e.gradientForm(n)
	return e, nil
}

// use returns the columns that are used at each row, nil at one that is left out, and the number of the
// others. It sets the covariances, not yet in units, and the units.
func (e *evaluated) use(d Data, noise levels, rows [][]float64, ranges [][2]float64) (used [][]float64, n int, err error) {
	k := len(d.Use)
	used = make([][]float64, len(rows))
	variance := make([]float64, len(noise.fixed))
	for i, x := range rows {
		all := derived.Floats(append([]float64(nil), x...), d.Derived)
		if ranges != nil && !inside(all[len(x):], ranges) {
			continue
		}
		n++
		noise.variances(variance, x)
		cov := derived.Covariance(x, variance, d.Derived)
		used[i], e.covariance[i] = make([]float64, k), make([]float64, k*k)
		for a, j := range d.Use {
			v := all[j]
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, 0, fmt.Errorf("%w: row %d: a column is %g there", ErrData, i+1, v)
			}
			used[i][a] = v
			e.units[a] += v * v / float64(len(rows))
			for b, l := range d.Use {
				e.covariance[i][a*k+b] = cov[j][l]
			}
		}
	}
	if 2*n < len(rows) {
		return nil, 0, fmt.Errorf("%w: %d of %d rows are within the ranges of the derived columns", ErrData, n, len(rows))
	}
	for a := range e.units {
		if e.units[a] = math.Sqrt(e.units[a] * (float64(len(rows)) / float64(n))); e.units[a] == 0 {
			e.units[a] = 1
		}
	}
	return used, n, nil
}

// scale divides a row and its covariance by the units.
func (e *evaluated) scale(x, covariance []float64) {
	for a := range x {
		x[a] /= e.units[a]
		for b := range x {
			covariance[a*len(x)+b] /= e.units[a] * e.units[b]
		}
	}
}

// gradientForm is the mean of J C Jᵀ over n rows, J the derivatives of the monomials and C the
// covariance of the errors of the row.
func (e *evaluated) gradientForm(n int) *mat.SymDense {
	k, size := len(e.units), e.monomials.Len(e.monomials.Degree())
	sum := make([]float64, size*size) // its upper triangle
	jacobian, weighed := make([]float64, k*size), make([]float64, k*size)
	for i, values := range e.values {
		if values == nil {
			continue
		}
		e.jacobian(jacobian, values)
		clear(weighed)
		for a := range k {
			for b := range k {
				if c := e.covariance[i][a*k+b]; c != 0 {
					floats.AddScaled(weighed[a*size:(a+1)*size], c, jacobian[b*size:(b+1)*size])
				}
			}
		}
		for _, d := range e.derivatives {
			c := jacobian[d.column*size+d.monomial] / float64(n)
			floats.AddScaled(sum[d.monomial*size+d.monomial:(d.monomial+1)*size], c, weighed[d.column*size+d.monomial:(d.column+1)*size])
		}
	}
	form := mat.NewSymDense(size, nil)
	for p := range size {
		for q := p; q < size; q++ {
			form.SetSym(p, q, sum[p*size+q])
		}
	}
	return form
}

// inside reports whether values lie within ranges.
func inside(values []float64, ranges [][2]float64) bool {
	for j, v := range values {
		if !(ranges[j][0] <= v && v <= ranges[j][1]) {
			return false
		}
	}
	return true
}

// ranges are the least and the largest value of each derived column.
func (d Data) ranges() [][2]float64 {
	out := make([][2]float64, len(d.Derived))
	for i, x := range d.Rows {
		for j, v := range derived.Floats(append([]float64(nil), x...), d.Derived)[len(x):] {
			if i == 0 {
				out[j] = [2]float64{v, v}
			}
			out[j] = [2]float64{math.Min(out[j][0], v), math.Max(out[j][1], v)}
		}
	}
	return out
}

// derivative says that the derivative of a monomial with respect to a column is a multiple
// of another monomial.
type derivative struct {
	monomial, column, of int
	factor               float64
}

// derivatives lists those of all monomials that are not zero.
func derivatives(m *moment.Monomials, columns int) []derivative {
	var out []derivative
	exponents := make([]uint8, columns)
	for p := range m.Len(m.Degree()) {
		copy(exponents, m.Exponents(p))
		for a, x := range exponents {
			if x > 0 {
				exponents[a]--
				out = append(out, derivative{p, a, m.Position(exponents), float64(x)})
				exponents[a]++
			}
		}
	}
	return out
}

// jacobian writes the derivatives of all monomials with respect to each variable,
// a variable after another.
func (e *evaluated) jacobian(dst, values []float64) {
	clear(dst)
	for _, d := range e.derivatives {
		dst[d.column*len(values)+d.monomial] = d.factor * values[d.of]
	}
}

// standard returns the monomials but 1 that are no combination of smaller ones on the
// rows, and the combinations that the others are.
func (e *evaluated) standard() (places []int, identities []Identity) {
	n := len(e.values)
	size := len(e.values[0])
	var basis [][]float64 // orthonormal
	var kept []int
	var coordinates [][]float64 // of the kept monomials in the basis
	for p := range size {
		v := make([]float64, n)
		for i := range v {
			v[i] = e.values[i][p]
		}
		norm := floats.Norm(v, 2)
		along := make([]float64, len(basis)+1)
		for range 2 {
			for b, q := range basis {
				c := floats.Dot(q, v)
				along[b] += c
				floats.AddScaled(v, -c, q)
			}
		}
		left := floats.Norm(v, 2)
		if left <= limit.IdentityTolerance*norm {
			if !e.multiple(p, identities) {
				identities = append(identities, e.identity(p, kept, solveTriangular(coordinates, along)))
			}
			continue
		}
		along[len(basis)] = left
		floats.Scale(1/left, v)
		basis, kept, coordinates = append(basis, v), append(kept, p), append(coordinates, along)
	}
	for _, p := range kept {
		if p > 0 {
			places = append(places, p)
		}
	}
	return places, identities
}

// solveTriangular returns c with Σ c_k coordinates[k] = along: coordinates[k] has k+1
// entries.
func solveTriangular(coordinates [][]float64, along []float64) []float64 {
	c := make([]float64, len(coordinates))
	for k := len(coordinates) - 1; k >= 0; k-- {
		v := along[k]
		for j := k + 1; j < len(coordinates); j++ {
			v -= c[j] * coordinates[j][k]
		}
		c[k] = v / coordinates[k][k]
	}
	return c
}

// multiple reports whether monomial p is a multiple of the leading one of an identity.
func (e *evaluated) multiple(p int, identities []Identity) bool {
	for _, f := range identities {
		divides := true
		for a, x := range f.Terms[0].Exponents {
			divides = divides && int(e.monomials.Exponents(p)[a]) >= x
		}
		if divides {
			return true
		}
	}
	return false
}

// identity is the monomial p minus its combination of the kept ones, in data units.
func (e *evaluated) identity(p int, kept []int, c []float64) Identity {
	terms := []Term{{Exponents: e.monomials.IntExponents(p), Coefficient: 1}}
	for k, v := range c {
		if math.Abs(v) > 1e3*limit.IdentityTolerance {
			terms = append(terms, Term{Exponents: e.monomials.IntExponents(kept[k]), Coefficient: -v * e.unit(p) / e.unit(kept[k])})
		}
	}
	return Identity{Terms: terms}
}

// unit is the value of monomial p at the units: it turns a coefficient in units into
// one in data units when divided by it.
func (e *evaluated) unit(p int) float64 {
	u := 1.0
	for a, x := range e.monomials.Exponents(p) {
		u *= math.Pow(e.units[a], float64(x))
	}
	return u
}

// grouped are the forms W and G.
type grouped struct {
	within, gradient *mat.SymDense
}

// of returns the forms for groups of rows.
func (e *evaluated) of(groups [][2]int) grouped {
	size := e.monomials.Len(e.monomials.Degree())
	within := mat.NewSymDense(size, nil)
	free := 0
	for _, g := range groups {
		var rows [][]float64
		for _, x := range e.values[g[0]:g[1]] {
			if x != nil {
				rows = append(rows, x)
			}
		}
		n := len(rows)
		if n < 2 {
			continue
		}
		free += n - 1
		block := mat.NewDense(n, size, nil)
		mean := make([]float64, size)
		for _, x := range rows {
			floats.AddScaled(mean, 1/float64(n), x)
		}
		for i, x := range rows {
			floats.SubTo(block.RawRowView(i), x, mean)
		}
		var square mat.SymDense
		square.SymOuterK(1, block.T())
		within.AddSym(within, &square)
	}
	within.ScaleSym(1/float64(max(1, free)), within)
	return grouped{within: within, gradient: e.gradient}
}

// leaveOut is e without a block of rows.
func (e *evaluated) leaveOut(block [2]int) *evaluated {
	rest := *e
	rest.values = slices.Clone(e.values)
	clear(rest.values[block[0]:block[1]])
	return &rest
}
