package numeric

import (
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// LeastEigen returns the smallest λ with A v = λ B v, and its v with vᵀB v = 1,
// for the forms restricted to the given places: what GeneralisedEigen has for its
// first value and vector, at a fraction of the time, for callers that solve
// thousands of such problems and want one pair of each.
//
// A and B are positive semidefinite up to rounding. Places at which B vanishes are
// eliminated first: there v minimises A. Directions in which B, scaled to unit
// diagonal, is at most rtol times its largest eigenvalue are left out. ok is false
// where nothing is left, or where the matrices are not finite or A is singular at
// the places eliminated.
func LeastEigen(a, b *mat.SymDense, places []int, rtol float64) (lambda float64, v []float64, ok bool) {
	p := newRestricted(a, b, places)
	if len(p.rest) == 0 {
		return 0, nil, false
	}
	schur, solved, ok := p.eliminate()
	if !ok {
		return 0, nil, false
	}
	restB := p.symmetric(p.b, p.rest)
	w, square, ok := inverseRoot(restB)
	if !ok || !(1/square > rtol*mat.Trace(restB)) { // some direction may be left out
		w, ok = whitening(restB, rtol)
	}
	if !ok {
		return 0, nil, false
	}
	r, kept := w.Dims()
	least, ok := leastVector(congruence(schur, w))
	if !ok {
		return 0, nil, false
	}
	v = make([]float64, len(places))
	for i := range r {
		for j := range kept {
			v[p.rest[i]] += w.At(i, j) * least[j]
		}
	}
	for i := range p.flat {
		for j := range r {
			v[p.flat[i]] -= solved.At(i, j) * v[p.rest[j]]
		}
	}
	for i := range v {
		v[i] *= p.scale[i]
	}
	return quotient(a, b, places, v), v, true
}

// quotient is the Rayleigh quotient vᵀA v / vᵀB v. Its error is of the second order in that of v (Golub and Van Loan, section
// 8.2.3). The eigenvalue of the whitened matrix has an error of a rounding of the largest, which is far larger than the
// smallest where B is next to nothing at some places.
func quotient(a, b *mat.SymDense, places []int, v []float64) float64 {
	above, below := 0.0, 0.0
	for i, p := range places {
		for j, q := range places {
			c := v[i] * v[j]
			above, below = above+c*a.At(p, q), below+c*b.At(p, q)
		}
	}
	return above / below
}

// restricted is a pencil at some places, scaled.
type restricted struct {
	a, b       *mat.SymDense
	places     []int
	flat, rest []int     // indices of places at which b vanishes, and the others
	scale      []float64 // makes the diagonal of b 1, that of a where b vanishes
}

func newRestricted(a, b *mat.SymDense, places []int) *restricted {
	p := &restricted{a: a, b: b, places: places, scale: make([]float64, len(places))}
	for i, at := range places {
		if d := b.At(at, at); d > 0 {
			p.rest = append(p.rest, i)
			p.scale[i] = 1 / math.Sqrt(d)
			continue
		}
		p.flat = append(p.flat, i)
		p.scale[i] = 1
		if d := a.At(at, at); d > 0 {
			p.scale[i] = 1 / math.Sqrt(d)
		}
	}
	return p
}

// at returns a scaled entry.
func (p *restricted) at(s *mat.SymDense, i, j int) float64 {
	return s.At(p.places[i], p.places[j]) * p.scale[i] * p.scale[j]
}

// symmetric returns the part of a matrix at some of the places.
func (p *restricted) symmetric(s *mat.SymDense, part []int) *mat.SymDense {
	out := mat.NewSymDense(len(part), nil)
	for i := range part {
		for j := i; j < len(part); j++ {
			out.SetSym(i, j, p.at(s, part[i], part[j]))
		}
	}
	return out
}

// eliminate returns the Schur complement A_rr − A_rf A_ff⁻¹ A_fr of the flat places
// and A_ff⁻¹ A_fr. ok is false where A_ff is not positive definite.
func (p *restricted) eliminate() (schur *mat.SymDense, solved *mat.Dense, ok bool) {
	r, f := len(p.rest), len(p.flat)
	schur, solved = p.symmetric(p.a, p.rest), new(mat.Dense)
	if f == 0 {
		return schur, solved, true
	}
	cross := mat.NewDense(f, r, nil)
	for i := range f {
		for j := range r {
			cross.Set(i, j, p.at(p.a, p.flat[i], p.rest[j]))
		}
	}
	var chol mat.Cholesky
	if !chol.Factorize(p.symmetric(p.a, p.flat)) {
		return nil, nil, false
	}
	if err := chol.SolveTo(solved, cross); err != nil {
		return nil, nil, false
	}
	for i := range r {
		for j := i; j < r; j++ {
			sum := 0.0
			for l := range f {
				sum += cross.At(l, i) * solved.At(l, j)
			}
			schur.SetSym(i, j, schur.At(i, j)-sum)
		}
	}
	return schur, solved, true
}

// whitening returns W with WᵀB W = 1 for the eigenvectors of B whose values are
// above rtol times the largest; ok is false where there are none.
func whitening(b *mat.SymDense, rtol float64) (w *mat.Dense, ok bool) {
	values, basis, err := symEigen(b)
	if err != nil {
		return nil, false
	}
	n, first := len(values), 0
	for first < n && values[first] <= rtol*values[n-1] {
		first++
	}
	if first == n {
		return nil, false
	}
	w = mat.NewDense(n, n-first, nil)
	for j := first; j < n; j++ {
		for i := range n {
			w.Set(i, j-first, basis.At(i, j)/math.Sqrt(values[j]))
		}
	}
	return w, true
}

// inverseRoot returns the inverse W of the Cholesky factor of a matrix, B = RᵀR, and the square of its Frobenius norm: no
// eigenvalue of B is below the inverse of that. ok is false where B is not positive definite.
func inverseRoot(b *mat.SymDense) (w *mat.Dense, square float64, ok bool) {
	n := b.SymmetricDim()
	root := mat.NewSymDense(n, nil)
	root.CopySym(b)
	r, ok := lapack64.Potrf(root.RawSymmetric())
	if !ok {
		return nil, 0, false
	}
	w = mat.NewDense(n, n, nil)
	for i := n - 1; i >= 0; i-- { // row i of R W = 1
		row, factor := w.RawRowView(i), r.Data[i*r.Stride:][:n]
		row[i] = 1
		for k := i + 1; k < n; k++ {
			Axpy(-factor[k], w.RawRowView(k)[k:], row[k:])
		}
		floats.Scale(1/factor[i], row[i:])
		square += Dot(row[i:], row[i:])
	}
	return w, square, true
}

// leastVector returns the unit eigenvector of the smallest eigenvalue λ of a matrix, by inverse iteration. With μ below λ by a few
// roundings of the largest eigenvalue, (S − μ)⁻¹ leaves of a vector little but its part along that eigenvector [Golub, Van Loan,
// section 8.2.2]. ok is false where the matrix is not finite.
func leastVector(s *mat.SymDense) (v []float64, ok bool) {
	const roundings, golden, rounds, tries = 8, 0.6180339887498949, 3, 16
	n := s.SymmetricDim()
	var e mat.EigenSym
	if !finite(s) || !e.Factorize(s, false) {
		return nil, false
	}
	values := e.Values(nil)
	size := math.Max(math.Abs(values[0]), math.Abs(values[n-1]))
	v = make([]float64, n)
	for i := range v {
		v[i] = 1 + math.Mod(golden*float64(i), 1) // along no axis
	}
	shifted := mat.NewSymDense(n, nil)
	below := roundings*epsilon*size + 0x1p-1000 // not 0 for a zero matrix
	for range tries {
		shifted.CopySym(s)
		for i := range n {
			shifted.SetSym(i, i, s.At(i, i)-values[0]+below)
		}
		root, ok := lapack64.Potrf(shifted.RawSymmetric())
		if below *= 10; !ok {
			continue
		}
		for range rounds {
			lapack64.Potrs(root, blas64.General{Rows: n, Cols: 1, Stride: 1, Data: v})
			floats.Scale(1/floats.Norm(v, 2), v)
		}
		return v, true
	}
	return nil, false
}

// InverseBeside returns the inverse of a symmetric matrix on the complement of an
// approximate null vector v, zero along it: in the metric that scales the matrix to
// unit diagonal it is the pseudo-inverse of P A P with P = 1 − v vᵀ/‖v‖². Other
// eigenvalues that are small are not taken for zero but for a few roundings of the
// largest, so that what A does not determine has a large inverse and not none. The
// result is 0 where the eigenvalues cannot be computed.
func InverseBeside(a *mat.SymDense, v []float64) *mat.SymDense {
	const (
		tiny  = 1e-300 // beside the diagonal, which may be 0
		least = 1e-15  // eigenvalues relative to the largest: a few roundings
	)
	k := len(v)
	scale := make([]float64, k)
	u := mat.NewVecDense(k, nil)
	for i := range scale {
		scale[i] = 1 / math.Sqrt(math.Abs(a.At(i, i))+tiny)
		u.SetVec(i, v[i]/scale[i])
	}
	u.ScaleVec(1/mat.Norm(u, 2), u)
	scaled := mat.NewSymDense(k, nil)
	for i := range k {
		for j := i; j < k; j++ {
			scaled.SetSym(i, j, a.At(i, j)*scale[i]*scale[j])
		}
	}
	var project mat.Dense
	project.Outer(-1, u, u)
	for i := range k {
		project.Set(i, i, project.At(i, i)+1)
	}
	scaled = congruence(scaled, &project)
	inverse, ok := inverseByRoot(scaled, u, least)
	if !ok {
		inverse = inverseByEigen(scaled, least)
	}
	for i := range k {
		for j := i; j < k; j++ {
			inverse.SetSym(i, j, inverse.At(i, j)*scale[i]*scale[j])
		}
	}
	return inverse
}

// inverseByRoot is the pseudo-inverse of S, which is zero along the unit vector u alone, from a Cholesky factor: that of S + u uᵀ
// less u uᵀ. ok is false where that has eigenvalues that may be as small as least times the largest.
func inverseByRoot(s *mat.SymDense, u *mat.VecDense, least float64) (inverse *mat.SymDense, ok bool) {
	inverse = mat.NewSymDense(s.SymmetricDim(), nil)
	inverse.SymRankOne(s, 1, u)
	w, square, ok := inverseRoot(inverse)
	if !ok || !(1/square > least*mat.Trace(inverse)) {
		return nil, false
	}
	for i := range s.SymmetricDim() {
		for j := i; j < s.SymmetricDim(); j++ {
			inverse.SetSym(i, j, Dot(w.RawRowView(i)[j:], w.RawRowView(j)[j:])-u.AtVec(i)*u.AtVec(j))
		}
	}
	return inverse, true
}

// inverseByEigen is the pseudo-inverse of a matrix of which the smallest eigenvalue counts as zero, and the others as no less
// than least times the largest; 0 where they cannot be computed.
func inverseByEigen(s *mat.SymDense, least float64) *mat.SymDense {
	k := s.SymmetricDim()
	out := mat.NewSymDense(k, nil)
	values, vectors, err := symEigen(s)
	if err != nil {
		return out
	}
	null := 0
	for j := range values {
		if math.Abs(values[j]) < math.Abs(values[null]) {
			null = j
		}
	}
	for l := range k {
		if l == null {
			continue
		}
		inverse := 1 / math.Max(math.Abs(values[l]), least*values[k-1])
		for i := range k {
			for j := i; j < k; j++ {
				out.SetSym(i, j, out.At(i, j)+vectors.At(i, l)*vectors.At(j, l)*inverse)
			}
		}
	}
	return out
}

// LeastNorm returns the shortest x with A x = b, and an orthonormal basis of the
// row space of A, by Gram–Schmidt on the rows in their order [Golub, Van Loan,
// section 5.6.2]. Rows whose sine to those before is below tol are left out, and
// so is what b asks of them. It is for a few rows, where a factorisation would cost
// more than the work.
func LeastNorm(a *mat.Dense, b []float64, tol float64) (x []float64, basis [][]float64) {
	r, n := a.Dims()
	x = make([]float64, n)
	for i := range r {
		row := append([]float64(nil), a.RawRowView(i)...)
		norm := math.Sqrt(Dot(row, row))
		for _, u := range basis {
			c := Dot(row, u)
			for j := range row {
				row[j] -= c * u[j]
			}
		}
		rest := math.Sqrt(Dot(row, row))
		if rest < tol*norm || rest == 0 {
			continue
		}
		// The component along the new direction that makes row i exact.
		need := b[i] - Dot(a.RawRowView(i), x)
		for j := range row {
			row[j] /= rest
			x[j] += need / rest * row[j]
		}
		basis = append(basis, row)
	}
	return x, basis
}
