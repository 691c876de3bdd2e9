package response

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/numeric/moment"
)

// neighbours are supports with one term less, one term more, and one exchanged: the added
// terms are those along which the residuals have the largest component beside the terms
// that are there (a score test).
func (e estimate) neighbours(y []float64) []candidate {
	k, r := len(e.exps), len(e.form.coords)
	var out []candidate
	for drop := range k {
		if k > 2 {
			out = append(out, e.without(drop))
		}
	}
	power := 0
	for _, x := range e.exps {
		power = max(power, int(x[r]))
	}
	degree := 2
	for degree < limit.ResponseDegree && numeric.Binomial(r+2+degree, degree+1) <= limit.ResponseClimbTerms {
		degree++
	}
	t, err := moment.NewMonomials(r+1, degree)
	if err != nil {
		return nil
	}
	out = append(out, e.more(y, t, power)...)
	for drop := range k {
		if k <= 2 || k > limit.ResponseDropTerms {
			break
		}
		c := e.without(drop)
		f, ok := c.fitted(y)
		if !ok || !f.hasResponse() {
			continue
		}
		for _, g := range f.more(y, t, power) {
			if !slices.ContainsFunc(e.exps, func(x []uint8) bool { return slices.Equal(x, g.exps[len(g.exps)-1]) }) {
				out = append(out, g)
			}
		}
	}
	return slices.DeleteFunc(out, func(c candidate) bool { return !c.hasResponse() || c.commonFactor() })
}

// hasResponse reports whether the response occurs.
func (c candidate) hasResponse() bool {
	r := len(c.form.coords)
	return slices.ContainsFunc(c.exps, func(e []uint8) bool { return e[r] > 0 })
}

// commonFactor reports whether a coordinate divides all terms.
func (c candidate) commonFactor() bool {
	for j := range c.exps[0] {
		if !slices.ContainsFunc(c.exps, func(e []uint8) bool { return e[j] == 0 }) {
			return true
		}
	}
	return false
}

func (e estimate) without(drop int) candidate {
	return candidate{
		form: e.form,
		exps: slices.Delete(slices.Clone(e.exps), drop, drop+1), coefs: slices.Delete(slices.Clone(e.coefs), drop, drop+1),
	}
}

// more returns the candidates with the most promising further term, of a power of the response
// up to the given one.
func (e estimate) more(y []float64, t *moment.Monomials, power int) []candidate {
	if len(e.exps) >= limit.ResponseTerms {
		return nil
	}
	roots, fitted, ok := e.roots(y)
	if !ok {
		return nil
	}
	r := len(e.form.coords)
	units, v := e.form.units(y, power)
	further := e.changes(t, roots, units, v)
	residual := make([]float64, len(y))
	for i := range y {
		residual[i] = y[i] - roots[i].value
	}
	scores := scoreTests(further, orthonormal(fitted, e.fixed), residual)
	scores = slices.DeleteFunc(scores, func(s score) bool {
		exps := t.Exponents(s.column)
		return int(exps[r]) > power || slices.ContainsFunc(e.exps, func(x []uint8) bool { return slices.Equal(x, exps) })
	})
	stable.Sort(scores, func(a, b score) int { return cmp.Compare(b.gain, a.gain) })
	var out []candidate
	for _, s := range scores[:min(len(scores), limit.ResponseWidth)] {
		exps := slices.Clone(t.Exponents(s.column))
		out = append(out, candidate{
			form: e.form, exps: append(slices.Clone(e.exps), exps),
			coefs: append(slices.Clone(e.coefs), s.coef/unitOf(exps, units, v)),
		})
	}
	return out
}

// roots are the responses that an estimate gives, and the changes of the response with its
// terms, rows × terms.
func (e estimate) roots(y []float64) (roots []root, fitted *mat.Dense, ok bool) {
	d, k := e.design(y), len(e.exps)
	roots, fitted = make([]root, len(y)), mat.NewDense(len(y), k, nil)
	for i := range y {
		r := d.root(e.coefs, i, math.Sqrt(e.square))
		if !r.finite() {
			return nil, nil, false
		}
		roots[i] = r
		row := fitted.RawRowView(i)
		d.gradient(row, r, i)
		for a := range row {
			row[a] *= e.coefs[a]
		}
	}
	return roots, fitted, true
}

// changes are those of the response with every monomial of t in units, to first order:
// -m/(∂f/∂y), rows × monomials, and 0 where that is not finite.
func (e estimate) changes(t *moment.Monomials, roots []root, units []float64, v reading) *mat.Dense {
	r := len(e.form.coords)
	x := make([]float64, r+1)
	out := mat.NewDense(len(roots), t.Len(t.Degree()), nil)
	for i, y := range roots {
		for j, c := range e.form.coords {
			x[j] = c.value[i] / units[j]
		}
		x[r] = y.value / e.form.factor[i] / v.unit
		row := out.RawRowView(i)
		t.EvalTo(row, x)
		for a, m := range row {
			g := -m / y.slope
			if math.IsInf(g, 0) || math.IsNaN(g) {
				g = 0
			}
			row[a] = g
		}
	}
	return out
}

// score says what a further column adds to a linear fit.
type score struct {
	column int
	gain   float64 // squares that it explains, over the variance of the residuals
	coef   float64
}

// scoreTests are the score tests of columns beside those that are fitted, of which q is an
// orthonormal basis. A column that depends on these has none.
func scoreTests(columns, q *mat.Dense, residual []float64) []score {
	n, k := columns.Dims()
	_, rank := q.Dims()
	var along mat.Dense
	along.Mul(q.T(), columns)
	var product mat.VecDense
	product.MulVec(columns.T(), mat.NewVecDense(n, residual))
	variance := numeric.Dot(residual, residual)/float64(n) + 1e-300
	var out []score
	for a := range k {
		square := 0.0
		for i := range n {
			square += columns.At(i, a) * columns.At(i, a)
		}
		beside := square // the part at right angles to what is fitted
		for b := range rank {
			beside -= along.At(b, a) * along.At(b, a)
		}
		if beside < 1e-10*square {
			continue
		}
		s := product.AtVec(a)
		out = append(out, score{a, s * s / beside / variance, s / beside})
	}
	return out
}

// orthonormal is an orthonormal basis of the columns but one, or of all with -1, by Gram–Schmidt, twice.
func orthonormal(m *mat.Dense, without int) *mat.Dense {
	n, k := m.Dims()
	q := mat.NewDense(n, k, nil)
	at := 0
	for a := range k {
		if a == without {
			continue
		}
		v := mat.VecDenseCopyOf(m.ColView(a))
		for range 2 {
			for b := range at {
				v.AddScaledVec(v, -mat.Dot(q.ColView(b), v), q.ColView(b))
			}
		}
		if norm := mat.Norm(v, 2); norm > 0 {
			v.ScaleVec(1/norm, v)
		}
		q.SetCol(at, v.RawVector().Data)
		at++
	}
	return q
}
