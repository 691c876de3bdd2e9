package theorems

import (
	"math/big"

	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/ring"
)

// Arithmetic of Q(i), short enough to read like formulas.

var (
	zero = Num{}
	one  = ring.Qi.One()
)

func add(x, y Num) Num { return ring.Qi.Add(x, y) }
func sub(x, y Num) Num { return ring.Qi.Sub(x, y) }
func mul(x, y Num) Num { return ring.Qi.Mul(x, y) }
func neg(x Num) Num    { return ring.Qi.Neg(x) }
func conj(x Num) Num   { return ring.Qi.Conj(x) }
func eq(x, y Num) bool { return ring.Qi.Equal(x, y) == ring.Yes }

func isZero(x Num) bool { return x.Re().IsZero() && x.Im().IsZero() }

// real embeds a rational number.
func real(x ring.Rat) Num { return ring.NewGaussian(x, ring.Rat{}) }

// whole embeds an integer.
func whole(n int) Num { return ring.Qi.FromInt(int64(n)) }

// ratio is the number p/q.
func ratio(p, q int64) Num { return real(ring.NewRat(p, q)) }

// div returns x/y for y ≠ 0.
func div(x, y Num) Num {
	inv, err := ring.Qi.Inv(y)
	if err != nil {
		panic(malformed{ErrInstance})
	}
	return mul(x, inv)
}

// pow returns x^e.
func pow(x Num, e int) Num {
	r := one
	for range e {
		r = mul(r, x)
	}
	return r
}

// isReal reports whether x is rational.
func isReal(x Num) bool { return x.Im().IsZero() }

// sign is the sign of a rational number; a number that is not rational has none
// and ends the judgement.
func sign(x Num) int {
	if !isReal(x) {
		panic(malformed{ErrInstance})
	}
	return x.Re().Sign()
}

// abs is the absolute value of a rational number.
func abs(x Num) Num {
	if sign(x) < 0 {
		return neg(x)
	}
	return x
}

// less reports x < y for rational numbers.
func less(x, y Num) bool { return sign(sub(x, y)) < 0 }

// factorial returns e!.
func factorial(e int) Num {
	return real(ring.RatFromBigInt(new(big.Int).MulRange(1, int64(e))))
}

// binomial returns C(n, k).
func binomial(n, k int) Num {
	return real(ring.RatFromBigInt(new(big.Int).Binomial(int64(n), int64(k))))
}

// Vectors.

// dot is ⟨x, y⟩ = Σ x_i·conj(y_i).
func dot(x, y Vector) Num {
	sum := zero
	for i := range paired(x, y) {
		sum = add(sum, mul(x[i], conj(y[i])))
	}
	return sum
}

// bilinear is Σ x_i·y_i, without conjugation.
func bilinear(x, y Vector) Num {
	sum := zero
	for i := range paired(x, y) {
		sum = add(sum, mul(x[i], y[i]))
	}
	return sum
}

// paired returns the common length of x and y; different lengths end the
// judgement.
func paired(x, y Vector) int {
	if len(x) != len(y) {
		panic(malformed{ErrInstance})
	}
	return len(x)
}

// norm2 is ⟨x, x⟩.
func norm2(x Vector) Num { return dot(x, x) }

// times is a·x.
func times(a Num, x Vector) Vector {
	out := make(Vector, len(x))
	for i := range x {
		out[i] = mul(a, x[i])
	}
	return out
}

// plus is x + y.
func plus(x, y Vector) Vector {
	out := make(Vector, paired(x, y))
	for i := range out {
		out[i] = add(x[i], y[i])
	}
	return out
}

// minus is x - y.
func minus(x, y Vector) Vector { return plus(x, times(neg(one), y)) }

// entrywise is (x_i·y_i)_i.
func entrywise(x, y Vector) Vector {
	out := make(Vector, paired(x, y))
	for i := range out {
		out[i] = mul(x[i], y[i])
	}
	return out
}

// conjugated is (conj x_i)_i.
func conjugated(x Vector) Vector {
	out := make(Vector, len(x))
	for i := range x {
		out[i] = conj(x[i])
	}
	return out
}

// outer is x ⊗ conj(y), row by row.
func outer(x, y Vector) Vector {
	var out Vector
	for _, a := range x {
		out = append(out, times(a, conjugated(y))...)
	}
	return out
}

// tensorPower is x ⊗ … ⊗ x, m factors.
func tensorPower(x Vector, m int) Vector {
	mustFit(len(x), m)
	out := Vector{one}
	for range m {
		var next Vector
		for _, a := range out {
			next = append(next, times(a, x)...)
		}
		out = next
	}
	return out
}

// vanishes reports whether all entries are zero.
func vanishes(x Vector) bool {
	for _, c := range x {
		if !isZero(c) {
			return false
		}
	}
	return true
}

// same reports whether x = y.
func same(x, y Vector) bool {
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if !eq(x[i], y[i]) {
			return false
		}
	}
	return true
}

// repeated is (a, …, a).
func repeated(a Num, n int) Vector {
	out := make(Vector, n)
	for i := range out {
		out[i] = a
	}
	return out
}

// join concatenates point sets.
func join(sets ...Points) Points {
	var out Points
	for _, s := range sets {
		out = append(out, s...)
	}
	return out
}

// contains reports whether x is one of the points.
func contains(X Points, x Vector) bool {
	for _, p := range X {
		if same(p, x) {
			return true
		}
	}
	return false
}

// subset reports whether every point of X is one of S.
func subset(X, S Points) bool {
	for _, x := range X {
		if !contains(S, x) {
			return false
		}
	}
	return true
}

// Matrices.

func newMatrix(rows, cols int) Matrix { return numeric.NewMatrix[Num](ring.Qi, rows, cols) }

// matrixOf makes a matrix of rows of the given length; other lengths end the
// judgement.
func matrixOf(rows Points, cols int) Matrix {
	m := newMatrix(len(rows), cols)
	for i, row := range rows {
		if len(row) != cols {
			panic(malformed{ErrInstance})
		}
		for j, x := range row {
			m.Set(i, j, x)
		}
	}
	return m
}

// rowsOf returns the rows of m.
func rowsOf(m Matrix) Points { return m.Rows() }

// identity is the n × n identity matrix.
func identity(n int) Matrix { return numeric.Identity[Num](ring.Qi, n) }

// diagonal is the matrix with the entries of v on its diagonal.
func diagonal(v Vector) Matrix {
	m := newMatrix(len(v), len(v))
	for i, x := range v {
		m.Set(i, i, x)
	}
	return m
}

// gram is the matrix (f(x, y)) over the points of P.
func gram(P Points, f func(x, y Vector) Num) Matrix {
	m := newMatrix(len(P), len(P))
	for i, x := range P {
		for j, y := range P {
			m.Set(i, j, f(x, y))
		}
	}
	return m
}

// each applies f to every entry.
func each(m Matrix, f func(Num) Num) Matrix {
	r, c := m.Dims()
	out := newMatrix(r, c)
	for i := range r {
		for j := range c {
			out.Set(i, j, f(m.At(i, j)))
		}
	}
	return out
}

// star is the conjugate transpose.
func star(m Matrix) Matrix { return m.ConjT() }

// scaled is a·m.
func scaled(a Num, m Matrix) Matrix { return m.Scale(a) }

// hadamard is the entrywise product.
func hadamard(a, b Matrix) Matrix {
	r, c := sameShape(a, b)
	out := newMatrix(r, c)
	for i := range r {
		for j := range c {
			out.Set(i, j, mul(a.At(i, j), b.At(i, j)))
		}
	}
	return out
}

// sameShape returns the common size of two matrices; different sizes end the
// judgement.
func sameShape(a, b Matrix) (rows, cols int) {
	r, c := a.Dims()
	if rb, cb := b.Dims(); r != rb || c != cb {
		panic(malformed{ErrInstance})
	}
	return r, c
}

// product is a·b·…; sizes that do not fit end the judgement.
func product(a Matrix, rest ...Matrix) Matrix {
	for _, b := range rest {
		_, ca := a.Dims()
		if rb, _ := b.Dims(); ca != rb {
			panic(malformed{ErrInstance})
		}
		a = a.Mul(b)
	}
	return a
}

// equal reports whether a = b, sizes included.
func equal(a, b Matrix) bool { return a.Equal(b) == ring.Yes }

// isZeroMatrix reports whether all entries are zero.
func isZeroMatrix(m Matrix) bool { return m.IsZero() == ring.Yes }

func rank(m Matrix) int    { return numeric.Rank(m) }
func null(m Matrix) Matrix { return numeric.NullSpace(m) }

// pinv is the Moore-Penrose inverse, by full-rank factorisation.
func pinv(m Matrix) Matrix {
	p, err := numeric.PseudoInverse(m)
	if err != nil {
		panic(err) // Q(i) has a positive definite Hermitian form, so m has one
	}
	return p
}

// nullity is the dimension of the null space.
func nullity(m Matrix) int { _, c := m.Dims(); return c - rank(m) }

// spanOfRows is the row space.
func spanOfRows(m Matrix) *numeric.Subspace[Num] { return numeric.NewSubspace(m) }

// inRows reports whether v is in the row space of m.
func inRows(v Vector, m Matrix) bool { return spanOfRows(m).Contains(v) }

// sameRows reports whether a and b have the same row space.
func sameRows(a, b Matrix) bool { return spanOfRows(a).Equal(spanOfRows(b)) }

// rowsWithin reports whether the row space of a lies in that of b.
func rowsWithin(a, b Matrix) bool {
	return spanOfRows(b).Includes(spanOfRows(a))
}

// hermitian reports whether m equals its conjugate transpose.
func hermitian(m Matrix) bool { return equal(m, star(m)) }

// psd reports whether m is Hermitian and positive semidefinite, by symmetric
// elimination: every pivot is non-negative, and the row of a zero pivot is zero.
func psd(m Matrix) bool {
	if !hermitian(m) {
		return false
	}
	a := m.Clone()
	n, _ := a.Dims()
	for k := range n {
		switch sign(a.At(k, k)) {
		case -1:
			return false
		case 0:
			if !vanishes(a.Row(k)[k:]) {
				return false
			}
			continue
		}
		for i := k + 1; i < n; i++ {
			f := div(a.At(i, k), a.At(k, k))
			for j := k; j < n; j++ {
				a.Set(i, j, sub(a.At(i, j), mul(f, a.At(k, j))))
			}
		}
	}
	return true
}

// definite reports whether m is positive definite.
func definite(m Matrix) bool {
	n, _ := m.Dims()
	return psd(m) && rank(m) == n
}

// trace is the sum of the diagonal entries.
func trace(m Matrix) Num {
	n, _ := m.Dims()
	sum := zero
	for i := range n {
		sum = add(sum, m.At(i, i))
	}
	return sum
}

// form is x·m·y^*, for the rows x and y.
func form(x Vector, m Matrix, y Vector) Num { return dot(m.T().MulVec(x), y) }

// projector is the orthogonal projector onto the row space of V, V⁺V.
func projector(V Matrix) Matrix { return product(pinv(V), V) }
