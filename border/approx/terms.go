package approx

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/poly"
)

// term is a monomial as the product of an earlier one and a variable.
type term struct {
	monomial         poly.Monomial
	parent, variable int // monomial = terms[parent]·x_variable; parent < 0 for 1
}

// orderIdeal is a growing set of terms, each the multiple of an earlier one by a
// variable, with the values of each at the points. It is an order ideal wherever
// multiples of what vanishes vanish too.
type orderIdeal struct {
	ring   *poly.Ring[float64]
	x      *mat.Dense
	terms  []term
	values [][]float64 // one column a term
	place  map[poly.Monomial]int
	level  int // the degree that is complete
	first  int // place of the first term of that degree
}

// newOrderIdeal returns {1}.
func newOrderIdeal(R *poly.Ring[float64], x *mat.Dense) *orderIdeal {
	n, _ := x.Dims()
	ones := make([]float64, n)
	for i := range ones {
		ones[i] = 1
	}
	var one poly.Monomial
	return &orderIdeal{
		ring: R, x: x, terms: []term{{one, -1, -1}}, values: [][]float64{ones},
		place: map[poly.Monomial]int{one: 0},
	}
}

// border returns the terms x_i·o of the next degree in ascending order, o of the
// last degree. With corners it leaves out those with a divisor outside the order
// ideal: what remains are the minimal generators of the complement.
func (o *orderIdeal) border(corners bool) []term {
	var next []term
	seen := make(map[poly.Monomial]bool)
	for p := o.first; p < len(o.terms); p++ {
		for v := range o.ring.NumVars() {
			m, err := o.ring.MulMonomial(o.terms[p].monomial, o.ring.VarMonomial(v))
			if err != nil || seen[m] || corners && !o.dividesInto(m) {
				continue
			}
			seen[m] = true
			next = append(next, term{m, p, v})
		}
	}
	stable.Sort(next, func(s, t term) int { return o.ring.Compare(s.monomial, t.monomial) })
	return next
}

// dividesInto reports whether every m/x_i is in the order ideal.
func (o *orderIdeal) dividesInto(m poly.Monomial) bool {
	for v := range o.ring.NumVars() {
		if q, ok := o.ring.DivMonomial(m, o.ring.VarMonomial(v)); ok {
			if _, in := o.place[q]; !in {
				return false
			}
		}
	}
	return true
}

// column returns the values of a border term at the points.
func (o *orderIdeal) column(t term) []float64 {
	c := slices.Clone(o.values[t.parent])
	for i := range c {
		c[i] *= o.x.At(i, t.variable)
	}
	return c
}

// grow makes the terms, of one degree and in ascending order, the last degree of
// the order ideal.
func (o *orderIdeal) grow(terms []term, values [][]float64) {
	o.first = len(o.terms)
	o.level++
	for i, t := range terms {
		o.place[t.monomial] = len(o.terms)
		o.terms = append(o.terms, t)
		o.values = append(o.values, values[i])
	}
}

// matrix returns the values of the columns in front and of the terms of o.
func (o *orderIdeal) matrix(front [][]float64) *mat.Dense {
	n, _ := o.x.Dims()
	all := append(slices.Clone(front), o.values...)
	m := mat.NewDense(n, len(all), nil)
	for j, c := range all {
		m.SetCol(j, c)
	}
	return m
}

// generator is c·t + Σ_k tail_k·o_k with a border term t and the terms o_k of
// the order ideal that are there; the tail may be shorter than the ideal.
type generator struct {
	border term
	lead   float64
	tail   []float64
}

// byDegree goes through the borders, one degree after another, until one is empty.
// split takes the terms of a border in ascending order and returns generators with
// such border terms and, with their values, the terms that join the order ideal.
func (o *orderIdeal) byDegree(cornersOnly bool, split func(border []term) (gens []generator, kept []term,
	values [][]float64, err error)) (*Model, error) {
	var all []generator
	for {
		border := o.border(cornersOnly)
		if len(border) == 0 {
			return o.model(all, o.level < o.ring.MaxDegree()), nil
		}
		gens, kept, values, err := split(border)
		if err != nil {
			return nil, err
		}
		all = append(all, gens...)
		o.grow(kept, values)
	}
}

// oneByOne tries one border term at a time. try returns the generator with border
// term t, whose values are c, or nil where t has to join the order ideal: the next
// call can count on it, but the border stays that of the last degree.
func (o *orderIdeal) oneByOne(ctx context.Context, cornersOnly bool, try func(t term, c []float64) (*generator, error)) (*Model, error) {
	return o.byDegree(cornersOnly, func(border []term) (gens []generator, kept []term, values [][]float64, err error) {
		for _, t := range border {
			if err := ctx.Err(); err != nil {
				return nil, nil, nil, err
			}
			c := o.column(t)
			g, err := try(t, c)
			if err != nil {
				return nil, nil, nil, err
			}
			if g != nil {
				gens = append(gens, *g)
				continue
			}
			kept, values = append(kept, t), append(values, c)
		}
		return gens, kept, values, nil
	})
}

// model returns the model with the given generators.
func (o *orderIdeal) model(gens []generator, complete bool) *Model {
	m := &Model{ring: o.ring, complete: complete}
	e := &termEvaluator{terms: o.terms}
	for _, t := range o.terms {
		m.order = append(m.order, t.monomial)
	}
	if len(gens) > 0 {
		e.tails = mat.NewDense(len(o.terms), len(gens), nil)
	}
	for j, g := range gens {
		m.degrees = append(m.degrees, g.border.monomial.Degree())
		m.border = append(m.border, g.border.monomial)
		e.border = append(e.border, g.border)
		e.leads = append(e.leads, g.lead)
		for k, c := range g.tail {
			e.tails.Set(k, j, c)
		}
	}
	m.eval = e
	return m
}

// termEvaluator holds generators as combinations of terms.
type termEvaluator struct {
	terms  []term
	border []term    // nil when generators have no border term
	leads  []float64 // coefficient of the border terms
	tails  *mat.Dense
}

func (e *termEvaluator) valuesTo(dst, x *mat.Dense) {
	n, _ := x.Dims()
	t := mat.NewDense(n, len(e.terms), nil)
	column := make([]float64, n)
	coordinate := make([]float64, n)
	product := func(s term) []float64 {
		mat.Col(column, s.parent, t)
		mat.Col(coordinate, s.variable, x)
		floats.Mul(column, coordinate)
		return column
	}
	for j, s := range e.terms {
		if s.parent < 0 {
			for i := range n {
				t.Set(i, j, 1)
			}
			continue
		}
		t.SetCol(j, product(s))
	}
	dst.Mul(t, e.tails)
	for j, s := range e.border {
		for i, v := range product(s) {
			dst.Set(i, j, dst.At(i, j)+e.leads[j]*v)
		}
	}
}

func (e *termEvaluator) polynomials(ctx context.Context, R *poly.Ring[float64]) ([]*poly.Polynomial[float64], error) {
	_, count := e.tails.Dims()
	out := make([]*poly.Polynomial[float64], count)
	for j := range out {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		terms := make([]poly.Term[float64], 0, len(e.terms)+1)
		for k, t := range e.terms {
			terms = append(terms, poly.Term[float64]{Monomial: t.monomial, Coefficient: e.tails.At(k, j)})
		}
		if e.border != nil {
			terms = append(terms, poly.Term[float64]{Monomial: e.border[j].monomial, Coefficient: e.leads[j]})
		}
		out[j] = R.FromTerms(terms)
	}
	return out, nil
}
