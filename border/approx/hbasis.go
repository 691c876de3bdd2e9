package approx

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
)

// HBasis computes an approximate H-basis degree by degree [Sauer 2007, Section 4].
// The candidates of degree d are an orthonormal basis of the forms of degree d
// that are orthogonal to the leading forms known so far, that is to the products
// of the leading forms of generators with monomials. Their values, made
// orthogonal to the polynomials of lower degree that do not vanish, are
// decomposed by singular values as in VCA. In contrast to VCA a generator has a
// leading form with coefficients of norm 1, no candidate is a multiple of a
// generator, and there are no more candidates than forms.
type HBasis struct {
	// Epsilon is the largest root mean square of a generator's values, for a
	// leading form with coefficients of norm 1. It must be positive. Two leading
	// forms count as dependent when the sine of their angle is at most Epsilon.
	Epsilon float64
}

// String returns "h-basis".
func (h HBasis) String() string { return "h-basis" }

// Fit implements Method.
func (h HBasis) Fit(ctx context.Context, R *poly.Ring[float64], x *mat.Dense) (*Model, error) {
	if err := start(R, x, epsilon(h.Epsilon)); err != nil {
		return nil, err
	}
	n, _ := x.Dims()
	s := &formSearch{o: newOrderIdeal(R, x), n: n}
	s.accept([]float64{1}, s.o.values[0])
	complete := false
	for degree := 1; degree <= R.MaxDegree() && !complete; degree++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		s.nextDegree()
		candidates, err := s.candidates(h.Epsilon)
		if err != nil {
			return nil, err
		}
		if candidates == nil {
			complete = true
			break
		}
		kept, err := s.split(ctx, candidates, h.Epsilon, degree)
		if err != nil {
			return nil, err
		}
		complete = kept == 0
	}
	m := &Model{ring: R, degrees: s.degrees, complete: complete}
	e := &termEvaluator{terms: s.o.terms}
	if len(s.gens) > 0 {
		e.tails = mat.NewDense(len(s.o.terms), len(s.gens), nil)
		for j, g := range s.gens {
			for k, c := range g {
				e.tails.Set(k, j, c)
			}
		}
	}
	m.eval = e
	return m, nil
}

// formSearch is the state of HBasis. Polynomials are coefficient vectors over the
// terms of o, which holds all monomials of the degrees reached.
type formSearch struct {
	o       *orderIdeal
	n       int
	forms   *mat.Dense  // rows span the leading forms of the last degree, nil for none
	fresh   [][]float64 // leading forms found in the last degree
	start   int         // place in o of the first monomial of the last degree
	kept    [][]float64 // polynomials that do not vanish, orthonormal values
	values  [][]float64 // their values
	gens    [][]float64
	degrees []int
}

// accept records a polynomial with its values, which must be orthogonal to the
// others, scaled to norm 1.
func (s *formSearch) accept(p, values []float64) {
	f := 1 / floats.Norm(values, 2)
	p, v := append([]float64(nil), p...), append([]float64(nil), values...)
	floats.Scale(f, p)
	floats.Scale(f, v)
	s.kept, s.values = append(s.kept, p), append(s.values, v)
}

// nextDegree takes all monomials of the next degree into o and replaces the
// leading forms by their products with the variables.
func (s *formSearch) nextDegree() {
	old := s.start
	var rows [][]float64
	if s.forms != nil {
		r, _ := s.forms.Dims()
		for i := range r {
			rows = append(rows, s.forms.RawRowView(i))
		}
	}
	rows = append(rows, s.fresh...)
	previous := s.o.terms[old:]
	s.start = len(s.o.terms)
	s.o.growAll()
	s.forms, s.fresh = nil, nil
	if len(rows) == 0 {
		return
	}
	R := s.o.ring
	s.forms = mat.NewDense(len(rows)*R.NumVars(), len(s.o.terms)-s.start, nil)
	for i, row := range rows {
		for v := range R.NumVars() {
			for j, c := range row {
				// The degree fits: the product is a monomial of the new degree.
				m, _ := R.MulMonomial(previous[j].monomial, R.VarMonomial(v))
				s.forms.Set(i*R.NumVars()+v, s.o.place[m]-s.start, c)
			}
		}
	}
}

// candidates returns an orthonormal basis, as rows, of the forms orthogonal to
// the leading forms, and replaces these by an orthonormal basis of their span.
// It is nil when there are none.
func (s *formSearch) candidates(tol float64) (*mat.Dense, error) {
	count := len(s.o.terms) - s.start
	if s.forms == nil {
		id := mat.NewDense(count, count, nil)
		for i := range count {
			id.Set(i, i, 1)
		}
		return id, nil
	}
	svd, err := numeric.SVDOf(s.forms)
	if err != nil {
		return nil, err
	}
	rank := 0
	for rank < count && svd.Values[rank] > tol {
		rank++
	}
	s.forms = nil
	if rank > 0 {
		s.forms = mat.DenseCopyOf(svd.V.Slice(0, count, 0, rank).T())
	}
	return svd.Null(rank), nil
}

// split sorts the combinations of candidates into generators and polynomials
// that do not vanish, and returns the number of the latter.
func (s *formSearch) split(ctx context.Context, forms *mat.Dense, eps float64, degree int) (int, error) {
	count, _ := forms.Dims()
	rests := mat.NewDense(s.n, count, nil)
	polys := make([][]float64, count)
	for j := range count {
		polys[j] = make([]float64, len(s.o.terms))
		copy(polys[j][s.start:], forms.RawRowView(j))
		v := make([]float64, s.n)
		for k, c := range forms.RawRowView(j) {
			floats.AddScaled(v, c, s.o.values[s.start+k])
		}
		s.orthogonalise(polys[j], v)
		rests.SetCol(j, v)
	}
	svd, err := numeric.TallSVD(ctx, rests, false)
	if err != nil {
		return 0, err
	}
	kept := 0
	for j, sigma := range svd.Values {
		w := mat.Col(nil, j, svd.V)
		p := make([]float64, len(s.o.terms))
		for k, c := range w {
			floats.AddScaled(p, c, polys[k])
		}
		if sigma <= eps*math.Sqrt(float64(s.n)) {
			s.gens = append(s.gens, p)
			s.degrees = append(s.degrees, degree)
			s.fresh = append(s.fresh, p[s.start:])
			continue
		}
		var v mat.VecDense
		v.MulVec(rests, mat.NewVecDense(count, w))
		s.accept(p, v.RawVector().Data)
		kept++
	}
	return kept, nil
}

// orthogonalise subtracts from p and its values v the projection on the kept
// polynomials, twice for working precision.
func (s *formSearch) orthogonalise(p, v []float64) {
	for range 2 {
		for k, q := range s.values {
			c := floats.Dot(q, v)
			floats.AddScaled(v, -c, q)
			floats.AddScaled(p[:len(s.kept[k])], -c, s.kept[k])
		}
	}
}
