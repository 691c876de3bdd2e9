package numeric

import (
	"errors"
	"fmt"

	"github.com/kexplain/kexplain/ring"
)

// ErrNotHermitian says that a matrix differs from its conjugate transpose.
var ErrNotHermitian = errors.New("numeric: matrix is not equal to its conjugate transpose")

// Semidefinite answers whether a Hermitian matrix A is positive semidefinite,
// with a certificate for either answer.
type Semidefinite[E any] struct {
	// Yes is the answer.
	Yes bool
	// L and D are the certificate of Yes: A = L diag(D) L*, where L is lower
	// triangular with ones on its diagonal and no entry of D is negative. Nil
	// otherwise.
	L *Matrix[E]
	D []E
	// Rank is the number of positive entries of D, the rank of A.
	Rank int
	// Witness and Value are the certificate of No: w*Aw = Value < 0.
	Witness []E
	Value   E
}

// PositiveSemidefinite decides over ring.Q, ring.Qi or another exact ordered
// field, whether a Hermitian matrix is positive semidefinite, by elimination
// without exchanges. It returns ErrNotHermitian if a is not Hermitian, and
// panics if it is not square, or the field is not exact or has no order.
//
// Reference: G. Golub, C. Van Loan, Matrix Computations, 4th ed., section
// 4.2.8; over an exact field no pivoting is needed.
func PositiveSemidefinite[E any](a *Matrix[E]) (*Semidefinite[E], error) {
	a.mustSquare("definiteness")
	a.mustExact("definiteness")
	sign := signOf(a.k)
	if a.Equal(a.ConjT()) != ring.Yes {
		return nil, ErrNotHermitian
	}
	k, n := a.k, a.rows
	s := &Semidefinite[E]{L: Identity(k, n), D: make([]E, n)}
	rest := a.Clone() // the Schur complement in rows and columns from j on
	for j := range n {
		d := rest.row(j)[j]
		switch sign(d) {
		case -1:
			w := ring.Zeros(k, n)
			w[j] = k.One()
			return s.refute(a, w), nil
		case 0:
			for i := j + 1; i < n; i++ {
				if !isZero(k, rest.row(i)[j]) {
					return s.refute(a, isotropicDescent(rest, i, j)), nil
				}
			}
			s.D[j] = k.Zero()
		default:
			s.D[j] = d
			s.Rank++
			s.eliminate(rest, j)
		}
	}
	s.Yes, s.Value = true, k.Zero()
	return s, nil
}

// eliminate fills column j of L and subtracts the rank-one part from rest.
func (s *Semidefinite[E]) eliminate(rest *Matrix[E], j int) {
	k := rest.k
	inv := mustInv(k, rest.row(j)[j])
	for i := j + 1; i < rest.rows; i++ {
		x := rest.row(i)[j]
		if isZero(k, x) {
			continue
		}
		l := k.Mul(x, inv)
		s.L.row(i)[j] = l
		rest.v.Axpy(rest.row(i)[j:], k.Neg(l), rest.row(j)[j:])
	}
}

// isotropicDescent returns w with w*Sw < 0 for a Hermitian S with S_jj = 0 and
// c = S_ji ≠ 0: for w = e_i − t c e_j the value is S_ii − 2 t |c|², and
// t = (S_ii² + 1)/|c|² makes it negative whatever S_ii is.
func isotropicDescent[E any](s *Matrix[E], i, j int) []E {
	k := s.k
	c, d := s.row(j)[i], s.row(i)[i]
	norm := k.Mul(c, ring.ConjOf(k)(c))
	t := k.Mul(k.Add(k.Mul(d, d), k.One()), mustInv(k, norm))
	w := ring.Zeros(k, s.rows)
	w[i] = k.One()
	w[j] = k.Neg(k.Mul(t, c))
	return w
}

// refute turns a vector w on which the Schur complement is negative into one on
// which a is: L*v = w.
func (s *Semidefinite[E]) refute(a *Matrix[E], w []E) *Semidefinite[E] {
	k := a.k
	lh := s.L.ConjT()
	for i := len(w) - 1; i >= 0; i-- {
		for l := i + 1; l < len(w); l++ {
			w[i] = k.Sub(w[i], k.Mul(lh.row(i)[l], w[l]))
		}
	}
	value := k.Zero()
	conj := ring.ConjOf(k)
	for i, x := range a.MulVec(w) {
		value = k.Add(value, k.Mul(conj(w[i]), x))
	}
	return &Semidefinite[E]{Witness: w, Value: value}
}

// signOf returns the sign of the elements of an ordered field, and of the real
// elements of Q(i).
func signOf[E any](k ring.Field[E]) func(E) int {
	if o, ok := k.(ring.Orderer[E]); ok {
		return func(x E) int { return o.Cmp(x, k.Zero()) }
	}
	if _, ok := any(k).(ring.Gaussians); ok {
		return func(x E) int { return any(x).(ring.Gaussian).Re().Sign() }
	}
	panic(fmt.Sprintf("numeric: %v has no order", k))
}
