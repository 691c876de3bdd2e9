package approx

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
)

// ErrNotBorder says that generators are not a border prebasis: a term of the
// border has no generator, because the search was stopped by the degree of the
// ring or left border terms out, or the terms that do not lead are no order ideal,
// which happens where errors make a term vanish and not its multiple.
var ErrNotBorder = errors.New("approx: not a border prebasis")

// ErrNoConvergence says that no exact border basis was found nearby.
var ErrNoConvergence = errors.New("approx: no exact border basis nearby")

// Border is a border prebasis: for each term b of the border ∂O of an order ideal
// O a polynomial b − Σ_t c_t t, t in O. It is a border basis when the
// multiplication matrices commute [Mourrain 1999; Kreuzer, Robbiano,
// Computational Commutative Algebra 2, Theorem 6.4.30], and an approximate one
// when their commutators are small.
type Border struct {
	ring   *poly.Ring[float64]
	order  []poly.Monomial
	border []poly.Monomial
	place  map[poly.Monomial]int // of O; those of ∂O are −1 − their place
	coeff  *mat.Dense            // O × ∂O: c_t
}

// NewBorder returns the generators of a model, scaled to leading coefficient 1, as
// a border prebasis. The error is ErrNotBorder.
func NewBorder(m *Model) (*Border, error) {
	e, ok := m.eval.(*termEvaluator)
	if !ok || e.border == nil {
		return nil, fmt.Errorf("%w: the model has no generators with border terms", ErrNotBorder)
	}
	b := &Border{ring: m.ring, order: m.order, border: m.border, place: make(map[poly.Monomial]int)}
	for i, t := range b.order {
		b.place[t] = i
	}
	for j, t := range b.border {
		b.place[t] = -1 - j
	}
	for _, t := range b.order {
		for v := range m.ring.NumVars() {
			if q, ok := m.ring.DivMonomial(t, m.ring.VarMonomial(v)); ok {
				if i, ok := b.place[q]; !ok || i < 0 {
					return nil, fmt.Errorf("%w: %s is in O, its divisor %s is not", ErrNotBorder, m.ring.FormatMonomial(t), m.ring.FormatMonomial(q))
				}
			}
			s, err := m.ring.MulMonomial(t, m.ring.VarMonomial(v))
			if err != nil {
				return nil, fmt.Errorf("%w: %s times a variable exceeds the degrees of the ring", ErrNotBorder, m.ring.FormatMonomial(t))
			}
			if _, ok := b.place[s]; !ok {
				return nil, fmt.Errorf("%w: no polynomial for %s", ErrNotBorder, m.ring.FormatMonomial(s))
			}
		}
	}
	b.coeff = mat.NewDense(len(b.order), len(b.border), nil)
	for j := range b.border {
		for i := range b.order {
			b.coeff.Set(i, j, -e.tails.At(i, j)/e.leads[j])
		}
	}
	return b, nil
}

// OrderIdeal returns O in ascending order.
func (b *Border) OrderIdeal() []poly.Monomial { return slices.Clone(b.order) }

// Polynomials returns b − Σ c_t t for every term of the border.
func (b *Border) Polynomials() []*poly.Polynomial[float64] {
	out := make([]*poly.Polynomial[float64], len(b.border))
	for j, lead := range b.border {
		terms := []poly.Term[float64]{{Monomial: lead, Coefficient: 1}}
		for i, t := range b.order {
			terms = append(terms, poly.Term[float64]{Monomial: t, Coefficient: -b.coeff.At(i, j)})
		}
		out[j] = b.ring.FromTerms(terms)
	}
	return out
}

// Multiplication returns the matrix of the multiplication by variable v on the
// span of O modulo the prebasis: column j holds the coefficients of x_v·t_j.
func (b *Border) Multiplication(v int) *mat.Dense {
	k := len(b.order)
	m := mat.NewDense(k, k, nil)
	for j := range k {
		i := b.product(j, v)
		if i >= 0 {
			m.Set(i, j, 1)
			continue
		}
		for r := range k {
			m.Set(r, j, b.coeff.At(r, -1-i))
		}
	}
	return m
}

// product returns the place of x_v·t_j.
func (b *Border) product(j, v int) int {
	m, err := b.ring.MulMonomial(b.order[j], b.ring.VarMonomial(v))
	if err != nil {
		panic(err) // NewBorder has looked at every product
	}
	return b.place[m]
}

// Commutator returns the largest Frobenius norm of a commutator of two
// multiplication matrices: zero for a border basis, and the ε of an ε-approximate
// one.
func (b *Border) Commutator() float64 {
	largest := 0.0
	for _, c := range b.commutators() {
		largest = max(largest, mat.Norm(c, 2))
	}
	return largest
}

// commutators returns M_v M_w − M_w M_v for v < w.
func (b *Border) commutators() []*mat.Dense {
	n := b.ring.NumVars()
	m := make([]*mat.Dense, n)
	for v := range m {
		m[v] = b.Multiplication(v)
	}
	var out []*mat.Dense
	for v := range n {
		for w := v + 1; w < n; w++ {
			var c, d mat.Dense
			c.Mul(m[v], m[w])
			d.Mul(m[w], m[v])
			c.Sub(&c, &d)
			out = append(out, &c)
		}
	}
	return out
}

// nearestSteps bounds the Newton steps of Nearest. The convergence is quadratic
// near a smooth point of the border basis scheme, so few are needed where it
// converges at all.
const nearestSteps = 50

// Nearest returns an exact border basis with the same order ideal near b, and the
// Euclidean distance between the two coefficient vectors. A prebasis with the
// given O is a point c of an affine space in which the border bases are the zero
// set of the entries F of all commutators, the border basis scheme. With its
// Jacobian J at c and the start c₀ the iteration is
//
//	c ← c₀ + J⁺(J (c − c₀) − F(c)),
//
// the point nearest to c₀ at which the commutators linearised at c vanish, so a
// fixed point is a nearest point to first order. Commutators count as zero at
// tol. The error is ErrNoConvergence when that is not reached, ErrParameter, or
// that of ctx. Each step decomposes a matrix with |O|·|∂O| columns.
func (b *Border) Nearest(ctx context.Context, tol float64) (*Border, float64, error) {
	if err := (parameter{"tol", tol, math.MaxFloat64}).check(); err != nil {
		return nil, 0, err
	}
	next := &Border{ring: b.ring, order: b.order, border: b.border, place: b.place, coeff: mat.DenseCopyOf(b.coeff)}
	for range nearestSteps {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		if next.Commutator() <= tol {
			var d mat.Dense
			d.Sub(next.coeff, b.coeff)
			return next, mat.Norm(&d, 2), nil
		}
		if err := next.step(ctx, b); err != nil {
			return nil, 0, err
		}
	}
	return nil, 0, fmt.Errorf("%w: commutator %.3g after %d steps", ErrNoConvergence, next.Commutator(), nearestSteps)
}

// step replaces the coefficients of b by the point nearest to those of origin at
// which the linearised commutators vanish.
func (b *Border) step(ctx context.Context, origin *Border) error {
	rows, cols := b.coeff.Dims()
	unknowns := rows * cols
	jacobian, value := b.linearised()
	equations := len(value)
	// J·(c' − c) = −F with c' = c₀ + d: J d = J (c − c₀) − F.
	shift := mat.NewVecDense(unknowns, nil)
	for i := range rows {
		for j := range cols {
			shift.SetVec(i*cols+j, b.coeff.At(i, j)-origin.coeff.At(i, j))
		}
	}
	right := mat.NewVecDense(equations, nil)
	right.MulVec(jacobian, shift)
	right.SubVec(right, mat.NewVecDense(equations, value))
	svd, err := numeric.TallSVD(ctx, jacobian, true)
	if err != nil {
		return cmp.Or(ctx.Err(), fmt.Errorf("%w: %w", ErrNoConvergence, err))
	}
	rank := 0
	for rank < svd.Rank && svd.Values[rank] > schemeRank*svd.Values[0] {
		rank++
	}
	if rank == 0 {
		return fmt.Errorf("%w: singular point", ErrNoConvergence)
	}
	var d, along mat.VecDense
	along.MulVec(svd.U.Slice(0, equations, 0, rank).T(), right)
	for k := range rank {
		along.SetVec(k, along.AtVec(k)/svd.Values[k])
	}
	d.MulVec(svd.V.Slice(0, unknowns, 0, rank), &along)
	for i := range rows {
		for j := range cols {
			b.coeff.Set(i, j, origin.coeff.At(i, j)+d.AtVec(i*cols+j))
		}
	}
	return nil
}

// schemeRank is the relative size below which a singular value of the Jacobian
// counts as zero: the entries of commutators are dependent, and off the scheme the
// dependence holds only up to the size of the commutators.
const schemeRank = 1e-6

// linearised returns the Jacobian of the commutators with respect to the
// coefficients, and the commutators, entry by entry.
func (b *Border) linearised() (*mat.Dense, []float64) {
	n, k := b.ring.NumVars(), len(b.order)
	_, cols := b.coeff.Dims()
	m := make([]*mat.Dense, n)
	for v := range m {
		m[v] = b.Multiplication(v)
	}
	pairs := n * (n - 1) / 2
	jacobian := mat.NewDense(max(1, pairs*k*k), k*cols, nil)
	value := make([]float64, max(1, pairs*k*k))
	for p, c := range b.commutators() {
		for i := range k {
			copy(value[(p*k+i)*k:], c.RawRowView(i))
		}
	}
	// d(M_v M_w − M_w M_v) = dM_v M_w + M_v dM_w − dM_w M_v − M_w dM_v, where
	// column j of dM_v is the differential of column i of the coefficients
	// when x_v t_j is border term i.
	p := 0
	for v := range n {
		for w := v + 1; w < n; w++ {
			b.addDifferential(jacobian, p, v, m[w], 1)
			b.addDifferential(jacobian, p, w, m[v], -1)
			p++
		}
	}
	return jacobian, value
}

// addDifferential adds sign·(dM_v·m − m·dM_v) to the rows of pair p.
func (b *Border) addDifferential(jacobian *mat.Dense, p, v int, m *mat.Dense, sign float64) {
	k := len(b.order)
	_, cols := b.coeff.Dims()
	for j := range k {
		i := b.product(j, v)
		if i >= 0 {
			continue
		}
		column := -1 - i
		for r := range k { // the unknown c_r of that border term
			unknown := r*cols + column
			for s := range k {
				// (dM_v·m)(r, s) = m(j, s), (m·dM_v)(s, j) = m(s, r).
				row := (p*k+r)*k + s
				jacobian.Set(row, unknown, jacobian.At(row, unknown)+sign*m.At(j, s))
				row = (p*k+s)*k + j
				jacobian.Set(row, unknown, jacobian.At(row, unknown)-sign*m.At(s, r))
			}
		}
	}
}

// Points returns the points at which an exact border basis vanishes when they are
// real and distinct: the joint eigenvalues of the transposed multiplication
// matrices, as rows. Complex pairs are left out, so the number of rows may be
// smaller than that of the terms of O; it is nil when there is none. They are
// found from a combination of the matrices with fixed incommensurable weights.
func (b *Border) Points() *mat.Dense {
	k, n := len(b.order), b.ring.NumVars()
	sum := mat.NewDense(k, k, nil)
	m := make([]*mat.Dense, n)
	for v := range n {
		m[v] = b.Multiplication(v)
		var s mat.Dense
		s.Scale(1/math.Sqrt(float64(2+3*v)), m[v].T())
		sum.Add(sum, &s)
	}
	var eig mat.Eigen
	if !eig.Factorize(sum, mat.EigenRight) {
		return nil
	}
	var vectors mat.CDense
	eig.VectorsTo(&vectors)
	var rows [][]float64
	for j, lambda := range eig.Values(nil) {
		if imag(lambda) != 0 {
			continue
		}
		u := mat.NewVecDense(k, nil)
		for i := range k {
			u.SetVec(i, real(vectors.At(i, j)))
		}
		point := make([]float64, n)
		for v := range n {
			var w mat.VecDense
			w.MulVec(m[v].T(), u)
			point[v] = mat.Dot(u, &w) / mat.Dot(u, u)
		}
		rows = append(rows, point)
	}
	if len(rows) == 0 {
		return nil
	}
	out := mat.NewDense(len(rows), n, nil)
	for i, r := range rows {
		out.SetRow(i, r)
	}
	return out
}
