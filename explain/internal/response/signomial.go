package response

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/internal/parallel"
	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/numeric"
)

// signomial is Σ c_a Π x_j^e_aj with real exponents [Duffin and Peterson, J. Optim. Theory Appl. 11 (1973) 3–35], which
// is near a power of the response.
type signomial struct {
	coefs []float64
	exps  [][]float64
	rest  []float64 // what is left of the response at the rows
}

// signomials looks for y^k = Σ c_a Π x_j^e_aj with few terms, where k is one of limit.SignomialPowers. Terms are added one
// after another, as long as they gain more than they cost. The next begins as the product of a
// few columns and reciprocals that explains most of what is left [orthogonal matching pursuit; Pati, Rezaiifar and
// Krishnaprasad, Proc. 27th Asilomar Conf. (1993) 40–44]. Then all exponents are fitted as real
// numbers, and rounded for a candidate.
//
// No smooth surface is needed: no polynomial in logarithms follows a sum of which now one term is the largest and now
// another, or whose terms cancel.
func signomials(ctx context.Context, x [][]float64, y []float64) []candidate {
	var out []candidate
	for _, power := range limit.SignomialPowers {
		t := newTarget(x, y, power)
		list := []signomial{{rest: t.value}}
		for range limit.SignomialTerms {
			longer := t.longer(ctx, list)
			if len(longer) == 0 || !(t.gain(list[0], longer[0]) > 0) {
				break
			}
			list = longer
			for _, s := range list {
				if c, ok := t.candidate(x, y, s); ok {
					out = append(out, c)
				}
			}
		}
	}
	return out
}

// target is the power of the response that is to be a signomial, at some rows.
type target struct {
	power   int
	value   []float64   // the power times the weight of the row
	weight  []float64   // an error of y^k is one of y over k y^(k-1)
	columns [][]float64 // in units
	logs    [][]float64 // of the columns in units, nil of one that is not positive: its exponents stay
	units   []float64
	starts  [][]float64 // exponents of the products with which a term begins
	start   *mat.Dense  // these, rows × products
}

func newTarget(x [][]float64, y []float64, power int) *target {
	t := &target{power: power}
	least := limit.ResponseFactor * numeric.RootMeanSquare(y)
	n := min(len(y), limit.SignomialRows)
	for i := range n {
		v := y[i*len(y)/n]
		w := math.Pow(math.Max(math.Abs(v), least), float64(1-power))
		t.weight, t.value = append(t.weight, w), append(t.value, w*math.Pow(v, float64(power)))
	}
	lowest := make([]int, len(x))
	for j, column := range x {
		unit := numeric.RootMeanSquare(column)
		var values, logs []float64
		for i := range n {
			v := column[i*len(y)/n] / unit
			values, logs = append(values, v), append(logs, math.Log(v))
		}
		if slices.Min(column) <= 0 {
			logs = nil
		}
		if !slices.Contains(column, 0) {
			lowest[j] = -1
		}
		t.units, t.columns, t.logs = append(t.units, unit), append(t.columns, values), append(t.logs, logs)
	}
	for degree := range limit.SignomialStart + 1 {
		t.starts = append(t.starts, signs(lowest, degree)...)
		if len(t.starts) > limit.SignomialStarts {
			break
		}
	}
	t.start = mat.NewDense(n, len(t.starts), nil)
	for a, e := range t.starts {
		t.start.SetCol(a, t.product(e))
	}
	return t
}

// signs are all vectors of exponents -1, 0 and 1, no lower than lowest, of which as many as degree are not 0.
func signs(lowest []int, degree int) (out [][]float64) {
	if len(lowest) == 0 {
		if degree == 0 {
			out = append(out, nil)
		}
		return out
	}
	for k := lowest[0]; k <= min(1, degree); k++ {
		for _, e := range signs(lowest[1:], degree-max(k, -k)) {
			out = append(out, append([]float64{float64(k)}, e...))
		}
	}
	return out
}

// product is one at the rows, with their weights.
func (t *target) product(exps []float64) []float64 {
	out := make([]float64, len(t.value))
	for i, w := range t.weight {
		sum := 0.0
		for j, e := range exps {
			switch {
			case e == 0:
			case t.logs[j] != nil:
				sum += e * t.logs[j][i]
			default:
				w *= math.Pow(t.columns[j][i], e)
			}
		}
		out[i] = w * math.Exp(sum)
	}
	return out
}

// products are the terms of a signomial without coefficients, rows × terms.
func (t *target) products(exps [][]float64) *mat.Dense {
	m := mat.NewDense(len(t.value), len(exps), nil)
	for a, e := range exps {
		m.SetCol(a, t.product(e))
	}
	return m
}

// fitted is the signomial with these exponents that leaves least.
func (t *target) fitted(exps [][]float64) (s signomial, ok bool) {
	m := t.products(exps)
	coefs, _, ok := solve(m, t.value, 0)
	if !ok {
		return signomial{}, false
	}
	rest := slices.Clone(t.value)
	numeric.Axpy(-1, product(m, coefs), rest)
	return signomial{coefs, exps, rest}, true
}

// key names the exponents to a digit, in whatever order the terms are.
func (s signomial) key() string {
	exps := make([][]int, len(s.exps))
	for a, e := range s.exps {
		for _, v := range e {
			exps[a] = append(exps[a], int(math.Round(10*v)))
		}
	}
	return unordered(exps)
}

// square is that of what is left.
func (s signomial) square() float64 { return numeric.Dot(s.rest, s.rest) }

// gain is by how many nats a signomial with one term more is better, beside the cost of its parameters.
func (t *target) gain(s, longer signomial) float64 {
	n := float64(len(t.value))
	exact := n * math.Pow(limit.ResponseExact*numeric.RootMeanSquare(t.value), 2)
	return n/2*math.Log((s.square()+exact)/(longer.square()+exact)) - float64(1+len(t.units))/2*math.Log(n)
}

// longer are the best signomials with one term more.
func (t *target) longer(ctx context.Context, list []signomial) []signomial {
	var all []signomial
	for _, s := range list {
		q := mat.NewDense(len(t.value), 1, nil)
		if len(s.exps) > 0 {
			q = orthonormal(t.products(s.exps), -1)
		}
		scores := scoreTests(t.start, q, s.rest)
		stable.Sort(scores, func(a, b score) int { return cmp.Compare(b.gain, a.gain) })
		for _, next := range scores[:min(len(scores), limit.SignomialWidth)] {
			all = append(all, signomial{exps: append(slices.Clip(s.exps), t.starts[next.column])})
		}
	}
	parallel.Each(ctx, len(all), func(i int) { all[i] = t.refined(all[i].exps) })
	all = slices.DeleteFunc(all, func(s signomial) bool { return s.rest == nil || math.IsNaN(s.square()) })
	if ctx.Err() != nil {
		return nil
	}
	stable.Sort(all, func(a, b signomial) int { return cmp.Compare(a.square(), b.square()) })
	all = stable.Unseen(all, map[string]bool{}, signomial.key) // descents from several beginnings end at one place
	return all[:min(len(all), limit.SignomialWidth)]
}

// refined fits the exponents of positive columns with the coefficients by damped Gauss–Newton steps [Marquardt,
// J. SIAM 11 (1963) 431–441]. Nothing is left of a signomial where that fails.
func (t *target) refined(exps [][]float64) signomial {
	s, ok := t.fitted(exps)
	if !ok {
		return signomial{}
	}
	for range limit.SignomialSteps {
		next, ok := t.step(s)
		if !ok {
			break
		}
		converged := next.square() > s.square()*(1-limit.SignomialConverged)
		if s = next; converged {
			break
		}
	}
	return s
}

// step is the signomial after the step that is damped least of those that leave less. Coefficients follow from the exponents.
func (t *target) step(s signomial) (signomial, bool) {
	n, terms := len(t.value), len(s.exps)
	var free [][2]int // term and column
	for a := range terms {
		for j, logs := range t.logs {
			if logs != nil {
				free = append(free, [2]int{a, j})
			}
		}
	}
	if len(free) == 0 {
		return signomial{}, false
	}
	m := t.products(s.exps)
	design := mat.NewDense(n, terms+len(free), nil)
	for i := range n {
		row := design.RawRowView(i)
		copy(row, m.RawRowView(i))
		for p, f := range free {
			row[terms+p] = s.coefs[f[0]] * m.At(i, f[0]) * t.logs[f[1]][i]
		}
	}
	for _, damping := range limit.SignomialDampings {
		change, _, ok := solve(design, s.rest, damping)
		if !ok {
			continue
		}
		exps := make([][]float64, terms)
		for a, e := range s.exps {
			exps[a] = slices.Clone(e)
		}
		far := false
		for p, f := range free {
			exps[f[0]][f[1]] += change[terms+p]
			far = far || math.Abs(exps[f[0]][f[1]]) > limit.SignomialExponent
		}
		if far {
			continue
		}
		if next, ok := t.fitted(exps); ok && next.square() < s.square() {
			return next, true
		}
	}
	return signomial{}, false
}

// candidate is the signomial with rounded exponents as a polynomial in the columns and in the
// response over a product of powers of the columns.
func (t *target) candidate(x [][]float64, y []float64, s signomial) (candidate, bool) {
	exps := make([][]float64, len(s.exps))
	for a, e := range s.exps {
		for _, v := range e {
			exps[a] = append(exps[a], math.Round(v))
		}
	}
	s, ok := t.fitted(exps)
	// One product whose reciprocal is the response is found as the response.
	if !ok || len(exps) == 1 && t.power < 0 {
		return candidate{}, false
	}
	// v is y over x^(low/k), so that v^k = Σ c_a x^(e_a-low), or 1 = v^-k Σ c_a x^(e_a-low), has no negative exponents.
	low, f := make([]int, len(x)), newForm(x, len(y))
	size := max(t.power, -t.power)
	for j, column := range x {
		for _, e := range exps {
			low[j] = min(low[j], int(e[j]))
		}
		low[j] -= (low[j]%size + size) % size
		k := low[j] / t.power
		if k == 0 {
			continue
		}
		f.factorExps[j] = twelfths * k
		for i, v := range column {
			f.factor[i] *= math.Pow(v, float64(k))
		}
	}
	c := candidate{form: f}
	for a, e := range exps {
		term, coef := make([]uint8, len(x)+1), s.coefs[a]
		for j, k := range e {
			term[j] = uint8(int(k) - low[j])
			coef /= math.Pow(t.units[j], k)
		}
		if t.power < 0 {
			term[len(x)] = uint8(size)
		}
		c.exps, c.coefs = append(c.exps, term), append(c.coefs, coef)
	}
	power := make([]uint8, len(x)+1)
	if t.power > 0 {
		power[len(x)] = uint8(size)
	}
	c.exps, c.coefs = append(c.exps, power), append(c.coefs, -1)
	return c, true
}
