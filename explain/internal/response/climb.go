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
	d := e.design(y)
	d.choose(e.coefs)
	d.level = math.Sqrt(e.square)
	out = append(out, e.more(d, y, t, power)...)
	for drop := range k {
		if k <= 2 || k > limit.ResponseDropTerms {
			break
		}
		c := e.without(drop)
		f, ok := c.fitted(y)
		if !ok || !f.hasResponse() {
			continue
		}
		d := f.design(y)
		d.choose(f.coefs)
		d.level = math.Sqrt(f.square)
		for _, g := range f.more(d, y, t, power) {
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

// more returns the candidates with the most promising further term.
func (e estimate) more(d *design, y []float64, t *moment.Monomials, power int) []candidate {
	n, k, r := len(y), len(e.exps), len(e.form.coords)
	if k >= limit.ResponseTerms {
		return nil
	}
	units, v := e.form.units(y, power)
	grads := mat.NewDense(n, k, nil)
	residual, slopes, roots := make([]float64, n), make([]float64, n), make([]float64, n)
	grad := make([]float64, k)
	for i := range n {
		root, ok := d.solve(e.coefs, i, grad)
		if !ok {
			return nil
		}
		q := d.at(e.coefs, i)
		roots[i], residual[i] = root, y[i]-root
		slopes[i] = q[1]
		if q[2] != 0 {
			slopes[i] = d.branch[i] * math.Hypot(q[1]+2*q[2]*root, 2*q[2]*d.level)
		}
		for a := range k {
			grads.Set(i, a, grad[a]*e.coefs[a])
		}
	}
	// The terms themselves, but for the one that is fixed, span what is fitted already.
	var basis mat.Dense
	basis.CloneFrom(grads)
	q := orthonormal(&basis, e.fixed)
	type gain struct {
		a    int
		t    float64
		coef float64
	}
	var gains []gain
	row, x := make([]float64, t.Len(t.Degree())), make([]float64, r+1)
	all := mat.NewDense(n, len(row), nil)
	for i := range n {
		for j, c := range e.form.coords {
			x[j] = c.value[i] / units[j]
		}
		x[r] = roots[i] / e.form.factor[i] / v.unit
		t.EvalTo(row, x)
		for a := range row {
			g := -row[a] / slopes[i]
			if math.IsInf(g, 0) || math.IsNaN(g) {
				g = 0
			}
			row[a] = g
		}
		all.SetRow(i, row)
	}
	var inner mat.Dense
	inner.Mul(q.T(), all)
	var score mat.VecDense
	score.MulVec(all.T(), mat.NewVecDense(n, residual))
	square := 0.0
	for _, v := range residual {
		square += v * v
	}
	square = square/float64(n) + 1e-300
	for a := range row {
		ex := t.Exponents(a)
		if int(ex[r]) > power || slices.ContainsFunc(e.exps, func(x []uint8) bool { return slices.Equal(x, ex) }) {
			continue
		}
		full, rest := 0.0, 0.0
		for i := range n {
			full += all.At(i, a) * all.At(i, a)
		}
		rest = full
		for b := range k - 1 {
			rest -= inner.At(b, a) * inner.At(b, a)
		}
		if rest < 1e-10*full {
			continue
		}
		s := score.AtVec(a)
		gains = append(gains, gain{a, s * s / rest / square, s / rest})
	}
	stable.Sort(gains, func(a, b gain) int { return cmp.Compare(b.t, a.t) })
	var out []candidate
	for _, g := range gains[:min(len(gains), limit.ResponseWidth)] {
		ex := slices.Clone(t.Exponents(g.a))
		unit := math.Pow(v.unit, float64(ex[r]))
		for j, u := range units {
			unit *= math.Pow(u, float64(ex[j]))
		}
		out = append(out, candidate{form: e.form, exps: append(slices.Clone(e.exps), ex), coefs: append(slices.Clone(e.coefs), g.coef/unit)})
	}
	return out
}

// orthonormal is an orthonormal basis of the columns but one, by Gram–Schmidt, twice.
func orthonormal(m *mat.Dense, without int) *mat.Dense {
	n, k := m.Dims()
	q := mat.NewDense(n, max(1, k-1), nil)
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
