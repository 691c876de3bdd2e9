package approx

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/poly"
)

// layer is one degree of a model of nested products. Its candidates are the
// variables in degree 1 and products of two earlier non-vanishing polynomials
// later on. Their projections on all earlier non-vanishing polynomials are
// subtracted, and linear combinations of the rests are kept for the next
// degree or vanish.
type layer struct {
	products   [][2]int   // into the non-vanishing polynomials; nil in degree 1
	projection *mat.Dense // earlier non-vanishing polynomials × candidates
	keep       *mat.Dense // candidates × new non-vanishing polynomials, nil for none
	vanish     *mat.Dense // candidates × generators, nil for none
}

// split keeps the first k columns of a matrix of combinations, nil when there are
// none, and lets the others vanish.
func (l *layer) split(combinations *mat.Dense, k int) {
	if combinations == nil {
		return
	}
	rows, cols := combinations.Dims()
	if k > 0 {
		l.keep = mat.DenseCopyOf(combinations.Slice(0, rows, 0, k))
	}
	if k < cols {
		l.vanish = mat.DenseCopyOf(combinations.Slice(0, rows, k, cols))
	}
}

// nestedEvaluator evaluates layers. Polynomial 0, the only one of degree 0, is
// the constant.
type nestedEvaluator struct {
	constant float64
	layers   []layer
}

func (e *nestedEvaluator) valuesTo(dst, x *mat.Dense) {
	n, _ := x.Dims()
	kept := mat.NewDense(n, 1, nil)
	kept.Apply(func(int, int, float64) float64 { return e.constant }, kept)
	at := 0
	for _, l := range e.layers {
		c := l.candidates(kept, x)
		var rest mat.Dense
		rest.Mul(kept, l.projection)
		c.Sub(c, &rest)
		if l.vanish != nil {
			_, g := l.vanish.Dims()
			dst.Slice(0, n, at, at+g).(*mat.Dense).Mul(c, l.vanish)
			at += g
		}
		if l.keep != nil {
			kept = beside(kept, c, l.keep)
		}
	}
}

// candidates returns the values of the candidates of the layer.
func (l layer) candidates(kept, x *mat.Dense) *mat.Dense {
	if l.products == nil {
		return mat.DenseCopyOf(x)
	}
	n, _ := x.Dims()
	c := mat.NewDense(n, len(l.products), nil)
	for i := range n {
		row, f := c.RawRowView(i), kept.RawRowView(i)
		for j, p := range l.products {
			row[j] = f[p[0]] * f[p[1]]
		}
	}
	return c
}

// beside returns the matrix (a, b·v).
func beside(a, b, v *mat.Dense) *mat.Dense {
	n, p := a.Dims()
	_, q := v.Dims()
	out := mat.NewDense(n, p+q, nil)
	out.Slice(0, n, 0, p).(*mat.Dense).Copy(a)
	out.Slice(0, n, p, p+q).(*mat.Dense).Mul(b, v)
	return out
}

func (e *nestedEvaluator) polynomials(ctx context.Context, R *poly.Ring[float64]) ([]*poly.Polynomial[float64], error) {
	kept := []*poly.Polynomial[float64]{R.Const(e.constant)}
	var out []*poly.Polynomial[float64]
	for d, l := range e.layers {
		rests, err := l.rests(ctx, R, kept)
		if err != nil {
			return nil, fmt.Errorf("approx: expansion at degree %d: %w", d+1, err)
		}
		if l.vanish != nil {
			_, g := l.vanish.Dims()
			for j := range g {
				out = append(out, combination(R, rests, mat.Col(nil, j, l.vanish)))
			}
		}
		if l.keep != nil {
			_, f := l.keep.Dims()
			for j := range f {
				kept = append(kept, combination(R, rests, mat.Col(nil, j, l.keep)))
			}
		}
	}
	return out, nil
}

// rests returns the candidates of the layer less their projections.
func (l layer) rests(ctx context.Context, R *poly.Ring[float64], kept []*poly.Polynomial[float64]) ([]*poly.Polynomial[float64], error) {
	_, count := l.projection.Dims()
	out := make([]*poly.Polynomial[float64], count)
	for j := range out {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var c *poly.Polynomial[float64]
		if l.products == nil {
			c = R.Var(j)
		} else {
			var err error
			if c, err = kept[l.products[j][0]].Mul(kept[l.products[j][1]]); err != nil {
				return nil, err
			}
		}
		out[j] = c.Sub(combination(R, kept, mat.Col(nil, j, l.projection)))
	}
	return out, nil
}

// combination returns Σ c_i·p_i.
func combination(R *poly.Ring[float64], p []*poly.Polynomial[float64], c []float64) *poly.Polynomial[float64] {
	sum := make(map[poly.Monomial]float64)
	var order []poly.Monomial
	for i, ci := range c {
		if ci == 0 {
			continue
		}
		for m, a := range p[i].Terms() {
			if _, ok := sum[m]; !ok {
				order = append(order, m)
			}
			sum[m] += ci * a
		}
	}
	terms := make([]poly.Term[float64], len(order))
	for i, m := range order {
		terms[i] = poly.Term[float64]{Monomial: m, Coefficient: sum[m]}
	}
	return R.FromTerms(terms)
}

// nested is a search through layers: what VCA and GradientVCA share.
type nested struct {
	eval    *nestedEvaluator
	x       *mat.Dense
	kept    *mat.Dense // values of the non-vanishing polynomials
	first   []int      // the non-vanishing polynomials of degree 1
	last    []int      // those of the last degree
	degrees []int      // of the generators

	// probe are points in general position: a combination of candidates that
	// vanishes there is the zero polynomial.
	probe *mat.Dense
}

// newNested starts with the constant.
func newNested(x *mat.Dense, constant float64) *nested {
	n, _ := x.Dims()
	kept := mat.NewDense(n, 1, nil)
	kept.Apply(func(int, int, float64) float64 { return constant }, kept)
	return &nested{eval: &nestedEvaluator{constant: constant}, x: x, kept: kept}
}

// run goes through the degrees of the ring, until no candidates are left. Decide
// gets a layer with the values of its rests and fills in what is kept and what
// vanishes.
func (s *nested) run(R *poly.Ring[float64], decide func(l *layer, rests *mat.Dense) error) (*Model, error) {
	var products [][2]int
	for degree := 1; degree <= R.MaxDegree(); degree++ {
		l, rests := s.project(products)
		if err := decide(&l, rests); err != nil {
			return nil, err
		}
		s.push(l, rests)
		if products = s.products(); len(products) == 0 {
			break
		}
	}
	return s.model(R), nil
}

// products returns the candidates of the next degree: products of the
// polynomials of degree 1 with those of the last degree, each once.
func (s *nested) products() [][2]int {
	var out [][2]int
	for a, i := range s.first {
		for b, j := range s.last {
			if len(s.eval.layers) == 1 && b < a {
				continue // both factors have degree 1
			}
			out = append(out, [2]int{i, j})
		}
	}
	return out
}

// project returns the layer of the given candidates with its projection, and the
// values of the rests. The kept polynomials have orthogonal values.
func (s *nested) project(products [][2]int) (layer, *mat.Dense) {
	l := layer{products: products}
	c := l.candidates(s.kept, s.x)
	var along mat.Dense
	along.Mul(s.kept.T(), c)
	n, k := s.kept.Dims()
	for i := range k {
		norm := 0.0
		for r := range n {
			norm += s.kept.At(r, i) * s.kept.At(r, i)
		}
		floats.Scale(1/norm, along.RawRowView(i))
	}
	var rest mat.Dense
	rest.Mul(s.kept, &along)
	c.Sub(c, &rest)
	l.projection = &along
	return l, c
}

// push adds a finished layer; rests are the values of its rests.
func (s *nested) push(l layer, rests *mat.Dense) {
	s.eval.layers = append(s.eval.layers, l)
	degree := len(s.eval.layers)
	if l.vanish != nil {
		_, g := l.vanish.Dims()
		for range g {
			s.degrees = append(s.degrees, degree)
		}
	}
	s.last = nil
	if l.keep != nil {
		_, old := s.kept.Dims()
		_, f := l.keep.Dims()
		for j := range f {
			s.last = append(s.last, old+j)
		}
		s.kept = beside(s.kept, rests, l.keep)
	}
	if degree == 1 {
		s.first = s.last
	}
}

// model returns what has been found.
func (s *nested) model(R *poly.Ring[float64]) *Model {
	return &Model{ring: R, degrees: s.degrees, eval: s.eval, complete: len(s.last) == 0}
}
