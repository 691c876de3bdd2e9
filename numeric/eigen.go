package numeric

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// ErrIndefinite says that a matrix that has to be positive semidefinite has an
// eigenvalue well below zero.
var ErrIndefinite = errors.New("numeric: matrix is not positive semidefinite")

// RankTolerance returns n·2⁻⁵², the relative size of the rounding errors of the
// eigenvalues of an n×n matrix whose entries are right to the last bit: the
// least tolerance that makes sense for a rank decided in float64.
func RankTolerance(n int) float64 { return float64(n) * epsilon }

// PinvRoot is the pseudo-inverse square root (K⁺)^(1/2) of a positive
// semidefinite matrix K, of which it keeps the eigenvalues λ > rtol·λ₁.
type PinvRoot struct {
	// Values are all eigenvalues of K, in decreasing order.
	Values []float64
	// Rank is the number of eigenvalues kept.
	Rank int
	// Basis is n×Rank: an orthonormal basis of the range of K, the eigenvectors
	// kept. Nil where Rank is 0.
	Basis *mat.Dense
	// Whitening is n×Rank, Basis·diag(λ^(−1/2)): WᵀKW = 1. The square root
	// itself is Whitening·Basisᵀ, so Whitening is the root in coordinates of
	// the range. Nil where Rank is 0.
	Whitening *mat.Dense
}

// PinvSqrt returns the pseudo-inverse square root of k, where eigenvalues up to
// rtol times the largest count as zero. It returns ErrIndefinite if an
// eigenvalue lies below −max(rtol, n·2⁻⁵²) times the largest in size, and
// ErrNotFinite for NaN and Inf.
func PinvSqrt(k mat.Symmetric, rtol float64) (*PinvRoot, error) {
	return PinvSqrtScaled(k, rtol, 0)
}

// PinvSqrtScaled is PinvSqrt with tolerances relative to the largest eigenvalue
// or to size, whichever is larger: for a k that is a difference of matrices of
// that size and inherits their rounding errors.
func PinvSqrtScaled(k mat.Symmetric, rtol, size float64) (*PinvRoot, error) {
	n := k.SymmetricDim()
	values, vectors, err := symEigen(k)
	if err != nil {
		return nil, err
	}
	p := &PinvRoot{Values: make([]float64, n)}
	for i, v := range values {
		p.Values[n-1-i] = v
	}
	largest := max(size, math.Abs(p.Values[0]), math.Abs(p.Values[n-1]))
	if low := p.Values[n-1]; low < -max(rtol, RankTolerance(n))*largest {
		return nil, fmt.Errorf("%w: eigenvalue %.3g beside %.3g", ErrIndefinite, low, p.Values[0])
	}
	for p.Rank < n && p.Values[p.Rank] > rtol*largest && p.Values[p.Rank] > 0 {
		p.Rank++
	}
	if p.Rank == 0 {
		return p, nil
	}
	p.Basis = mat.NewDense(n, p.Rank, nil)
	p.Whitening = mat.NewDense(n, p.Rank, nil)
	for j := range p.Rank {
		root := math.Sqrt(p.Values[j])
		for i := range n {
			e := vectors.At(i, n-1-j)
			p.Basis.Set(i, j, e)
			p.Whitening.Set(i, j, e/root)
		}
	}
	return p, nil
}

// Root returns the symmetric n×n matrix (K⁺)^(1/2).
func (p *PinvRoot) Root() *mat.SymDense {
	if p.Rank == 0 {
		return mat.NewSymDense(len(p.Values), nil)
	}
	var full mat.Dense
	full.Mul(p.Whitening, p.Basis.T())
	return Symmetric(&full)
}

// Condition returns the ratio of the largest to the smallest eigenvalue kept,
// and 1 where none is.
func (p *PinvRoot) Condition() float64 {
	if p.Rank == 0 {
		return 1
	}
	return p.Values[0] / p.Values[p.Rank-1]
}

// symEigen returns eigenvalues in increasing order and orthonormal
// eigenvectors as columns.
func symEigen(a mat.Symmetric) ([]float64, *mat.Dense, error) {
	if !finite(a) {
		return nil, nil, ErrNotFinite
	}
	var eig mat.EigenSym
	if !eig.Factorize(a, true) {
		return nil, nil, fmt.Errorf("%w of the symmetric eigenproblem of size %d", ErrNoConvergence, a.SymmetricDim())
	}
	var vectors mat.Dense
	eig.VectorsTo(&vectors)
	return eig.Values(nil), &vectors, nil
}

// finite reports whether all entries are numbers.
func finite(a mat.Symmetric) bool {
	n := a.SymmetricDim()
	for i := range n {
		for j := i; j < n; j++ {
			if x := a.At(i, j); math.IsNaN(x) || math.IsInf(x, 0) {
				return false
			}
		}
	}
	return true
}

// Pencil is the solution of the symmetric-definite generalised eigenproblem
// A v = λ B v.
type Pencil struct {
	// Values are the finite eigenvalues, in increasing order.
	Values []float64
	// Vectors is n×len(Values): VᵀBV = 1, VᵀAV = diag(Values). Nil where B
	// counts as zero.
	Vectors *mat.Dense
	// Condition is that of B, scaled to unit diagonal, on the directions kept.
	Condition float64
	// Infinite is the number of directions in which B counts as zero and A
	// does not: eigenvalues that are infinite.
	Infinite int
	// Undetermined is the number of directions in which both count as zero, so
	// that any λ fits: the pencil is singular.
	Undetermined int
}

// GeneralisedEigen solves A v = λ B v for symmetric A and positive semidefinite
// B, which may be singular or badly conditioned; where it is singular A must be
// positive semidefinite too.
//
// The unknowns are first scaled so that B has unit diagonal, hence the result
// does not depend on the units of the variables. Eigenvalues of the scaled B up
// to rtol times the largest count as zero, and so do those of A on the null
// space of B up to rtol times the largest diagonal entry. On the null space of B the equation
// reads n·Av = 0, which ties the component of v there to the rest (Schur
// complement): λ is the minimum of vᵀAv/vᵀBv over that component, not its
// value with the component left out. B is whitened by its eigenvectors.
//
// Reference: G. Golub, C. Van Loan, Matrix Computations, 4th ed., section 8.7.
//
// It panics if the sizes differ, and returns ErrIndefinite for B with a
// negative eigenvalue beyond the tolerance, ErrNotFinite for NaN and Inf.
func GeneralisedEigen(a, b mat.Symmetric, rtol float64) (*Pencil, error) {
	n := a.SymmetricDim()
	if b.SymmetricDim() != n {
		panic(fmt.Sprintf("numeric: pencil of matrices of size %d and %d", n, b.SymmetricDim()))
	}
	scale := make([]float64, n)
	for i := range scale {
		scale[i] = pencilScale(a.At(i, i), b.At(i, i))
	}
	as, bs := scaledSym(a, scale), scaledSym(b, scale)
	root, err := PinvSqrt(bs, rtol)
	if err != nil {
		return nil, fmt.Errorf("right-hand matrix of the pencil: %w", err)
	}
	p := &Pencil{Condition: root.Condition()}
	null, err := nullVectors(bs, root)
	if err != nil {
		return nil, err
	}
	x := root.Whitening
	if null != nil {
		if x, err = p.reduceNull(as, root.Whitening, null, rtol); err != nil {
			return nil, err
		}
	}
	if x == nil {
		return p, nil
	}
	values, y, err := symEigen(congruence(as, x))
	if err != nil {
		return nil, err
	}
	p.Values = values
	p.Vectors = mat.NewDense(n, root.Rank, nil)
	p.Vectors.Mul(x, y)
	for i := range n {
		row := p.Vectors.RawRowView(i)
		for j := range row {
			row[j] *= scale[i]
		}
	}
	return p, nil
}

// pencilScale returns the scale of an unknown whose diagonal entries in A and B
// are a and b: B gets unit diagonal where it can, else A.
func pencilScale(a, b float64) float64 {
	switch {
	case b > 0:
		return 1 / math.Sqrt(b)
	case a > 0:
		return 1 / math.Sqrt(a)
	}
	return 1
}

// scaledSym returns D A D for D = diag(d).
func scaledSym(a mat.Symmetric, d []float64) *mat.SymDense {
	s := mat.NewSymDense(len(d), nil)
	for i, di := range d {
		for j := i; j < len(d); j++ {
			s.SetSym(i, j, di*a.At(i, j)*d[j])
		}
	}
	return s
}

// nullVectors returns an orthonormal basis of the orthogonal complement of the
// range kept in root, as columns; nil where there is none.
func nullVectors(b mat.Symmetric, root *PinvRoot) (*mat.Dense, error) {
	n := b.SymmetricDim()
	if root.Rank == n {
		return nil, nil
	}
	if root.Rank == 0 {
		q := mat.NewDense(n, n, nil)
		completeBasis(q, 0)
		return q, nil
	}
	q := fullQ(root.Basis)
	return mat.DenseCopyOf(q.Slice(0, n, root.Rank, n)), nil
}

// reduceNull returns W − N (NᵀAN)⁺ NᵀAW, and sorts the null directions of B
// into infinite and undetermined ones. It is nil where W is.
func (p *Pencil) reduceNull(a mat.Symmetric, w, null *mat.Dense, rtol float64) (*mat.Dense, error) {
	size := 0.0
	for i := range a.SymmetricDim() {
		size = max(size, a.At(i, i))
	}
	inner, err := PinvSqrtScaled(congruence(a, null), rtol, size)
	if err != nil {
		return nil, fmt.Errorf("left-hand matrix of the pencil on the null space of the right-hand one: %w", err)
	}
	_, k := null.Dims()
	p.Infinite, p.Undetermined = inner.Rank, k-inner.Rank
	if w == nil || inner.Rank == 0 {
		return w, nil
	}
	// N·inner.Whitening =: M has MᵀAM = 1, so the correction is M MᵀAW.
	var m, aw, c, x mat.Dense
	m.Mul(null, inner.Whitening)
	aw.Mul(a, w)
	c.Mul(m.T(), &aw)
	x.Mul(&m, &c)
	x.Sub(w, &x)
	return &x, nil
}

// congruence returns xᵀ a x.
func congruence(a mat.Symmetric, x *mat.Dense) *mat.SymDense {
	var ax, xax mat.Dense
	ax.Mul(a, x)
	xax.Mul(x.T(), &ax)
	return Symmetric(&xax)
}

// Symmetric returns (A + Aᵀ)/2 of a square matrix.
func Symmetric(a *mat.Dense) *mat.SymDense {
	n, _ := a.Dims()
	s := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			s.SetSym(i, j, (a.At(i, j)+a.At(j, i))/2)
		}
	}
	return s
}
