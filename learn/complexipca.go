package learn

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/numeric"
)

// ComplexIPCA is Ideal PCA of complex data, with the Hermitian kernel k(x, y) of
// ⟨x, y⟩ = Σ x_i·conj(y_i) (docs/reference/theorems.md, CPX-01 to 04): with the Hermitian
// root H = (K_ZZ⁺)^{1/2} and K_XZ H = U S V*, the rows w of 1 - V V* in the range of K_ZZ give
// the certifying features F(t) = Σ c_j k(t, z_j), c = H w, of φ-norm 1. Functions are
// polynomials in t and not in its conjugate: the ideal differs from that of the real
// and imaginary parts.
//
// It is computed by the real matrices [[A, -B], [B, A]] that stand for A + iB: all
// functions of a matrix, its products and its projections are the same there, and every
// singular value comes twice.
type ComplexIPCA struct {
	Kernel feature.Polynomial
	// Cutoff separates kept and certifying directions. Nil means Automatic{}.
	Cutoff Cutoff
	// Points are the spanning points Z. Nil means as many random ones as there are monomials.
	Points [][]complex128
	// RankTolerance is that of IPCA.
	RankTolerance float64
	Seed          uint64
}

// ComplexModel is what ComplexIPCA has learned. It does not change.
type ComplexModel struct {
	kernel     feature.Polynomial
	points     [][]complex128
	root       *mat.Dense // of K_ZZ⁺, in real form, 2M×2M
	certifying *mat.Dense // projection on the certifying directions, in real form
	absorbed   *mat.Dense // and on the multiples that were left out; nil for none
	multiples  int        // dimension of those
	spectrum   Spectrum
	cut        Cut
}

// Fit learns from the points x, the rows. It returns ErrData for points that are none, not
// finite, or of different lengths, and what the cut-off returns.
func (c ComplexIPCA) Fit(ctx context.Context, x [][]complex128) (*ComplexModel, error) {
	if err := checkComplexPoints(x); err != nil {
		return nil, err
	}
	return c.fit(ctx, x, nil)
}

// checkComplexPoints returns ErrData for points that are none, not finite, or of different
// lengths.
func checkComplexPoints(x [][]complex128) error {
	if len(x) == 0 || len(x[0]) == 0 {
		return fmt.Errorf("%w: no points", ErrData)
	}
	for i, p := range x {
		if len(p) != len(x[0]) {
			return fmt.Errorf("%w: row %d has %d coordinates, expected %d", ErrData, i+1, len(p), len(x[0]))
		}
		for _, v := range p {
			if cmplx.IsNaN(v) || cmplx.IsInf(v) {
				return fmt.Errorf("%w: row %d is not finite", ErrData, i+1)
			}
		}
	}
	return nil
}

// realSymmetric is the real form of a Hermitian matrix, symmetric in spite of rounding.
func realSymmetric(hermitian *mat.CDense) *mat.SymDense {
	return numeric.Symmetric(realForm(hermitian))
}

// fit learns among the functions Σ v_j k(·, z_j) that the rows of out, in real form, take to
// 0; all of them if it is nil.
func (c ComplexIPCA) fit(ctx context.Context, x [][]complex128, out *mat.Dense) (*ComplexModel, error) {
	if c.Cutoff == nil {
		c.Cutoff = Automatic{}
	}
	if c.Points == nil {
		var err error
		if c.Points, err = c.random(x); err != nil {
			return nil, err
		}
	}
	kzz, err := feature.ComplexMatrix(ctx, c.Kernel, c.Points, c.Points)
	if err != nil {
		return nil, fmt.Errorf("learn: %w", err)
	}
	kxz, err := feature.ComplexMatrix(ctx, c.Kernel, x, c.Points)
	if err != nil {
		return nil, fmt.Errorf("learn: %w", err)
	}
	size := 2 * len(c.Points)
	if !(c.RankTolerance >= 0 && c.RankTolerance < 1) {
		return nil, fmt.Errorf("%w: rank tolerance %g", ErrCutoff, c.RankTolerance)
	}
	if c.RankTolerance == 0 {
		c.RankTolerance = float64(size) * spanTolerance
	}
	root, err := numeric.PinvSqrt(realSymmetric(kzz), c.RankTolerance)
	if err != nil {
		return nil, fmt.Errorf("learn: kernel matrix of the spanning points: %w", err)
	}
	if root.Rank < 2 {
		return nil, fmt.Errorf("%w: %v is zero at all spanning points", ErrKernel, c.Kernel)
	}
	m := &ComplexModel{kernel: c.Kernel, points: c.Points, root: new(mat.Dense), certifying: mat.NewDense(size, size, nil)}
	m.root.Mul(root.Whitening, root.Basis.T())
	span := mat.NewDense(size, size, nil)
	span.Mul(root.Basis, root.Basis.T())
	dim := root.Rank
	var k mat.Dense
	k.Mul(realForm(kxz), m.root)
	if out != nil {
		var rows mat.Dense
		rows.Mul(out, m.root)
		var rank int
		if m.absorbed, rank, err = rangeOf(&rows, size); err != nil {
			return nil, fmt.Errorf("learn: multiples of generators: %w", err)
		}
		m.multiples, dim = rank/2, dim-rank
		span.Sub(span, m.absorbed)
		var rest mat.Dense
		rest.Mul(&k, span)
		k = rest
	}
	if dim < 2 {
		m.certifying = mat.NewDense(size, size, nil)
		return m, nil // nothing is left
	}
	svd, err := numeric.TallSVD(ctx, &k, false)
	if err != nil {
		return nil, cmp.Or(ctx.Err(), fmt.Errorf("%w: %w", ErrData, err))
	}
	all := svd.Values
	m.spectrum = Spectrum{Values: make([]float64, dim/2), Rows: len(x)}
	for j := range m.spectrum.Values {
		if 2*j < len(all) {
			m.spectrum.Values[j] = all[2*j] // each comes twice
		}
	}
	m.spectrum.Floor = m.spectrum.Values[0] * 0x1p-52 * float64(size) * math.Sqrt(root.Condition())
	if m.cut, err = c.Cutoff.Cut(m.Spectrum()); err != nil {
		return nil, err
	}
	m.certifying.Copy(span)
	if m.cut.Rank > 0 {
		var kept mat.Dense
		v2 := svd.V.Slice(0, size, 0, min(2*m.cut.Rank, len(all)))
		kept.Mul(v2, v2.T())
		m.certifying.Sub(m.certifying, &kept)
	}
	return m, nil
}

// random returns normal points of the size of the data.
func (c ComplexIPCA) random(x [][]complex128) ([][]complex128, error) {
	n := len(x[0])
	dim, ok := c.Kernel.Dim(n)
	if !ok || dim > defaultMaxFeatures {
		return nil, fmt.Errorf("%w: %v has more than %d features; give the spanning points", ErrKernel, c.Kernel, defaultMaxFeatures)
	}
	square := 0.0
	for _, p := range x {
		for _, v := range p {
			square += real(v)*real(v) + imag(v)*imag(v)
		}
	}
	scale := math.Sqrt(square / float64(2*n*len(x)))
	if scale == 0 {
		scale = 1
	}
	rng := rand.New(rand.NewPCG(c.Seed, 0))
	points := make([][]complex128, dim)
	for i := range points {
		points[i] = make([]complex128, n)
		for j := range points[i] {
			points[i][j] = complex(scale*rng.NormFloat64(), scale*rng.NormFloat64())
		}
	}
	return points, nil
}

// realForm returns [[A, -B], [B, A]] for A + iB.
func realForm(m *mat.CDense) *mat.Dense {
	rows, cols := m.Dims()
	out := mat.NewDense(2*rows, 2*cols, nil)
	for i := range rows {
		for j := range cols {
			v := m.At(i, j)
			out.Set(i, j, real(v))
			out.Set(i, cols+j, -imag(v))
			out.Set(rows+i, j, imag(v))
			out.Set(rows+i, cols+j, real(v))
		}
	}
	return out
}

// complexForm is the matrix that a real form stands for.
func complexForm(m mat.Matrix) *mat.CDense {
	rows, cols := m.Dims()
	out := mat.NewCDense(rows/2, cols/2, nil)
	for i := range rows / 2 {
		for j := range cols / 2 {
			out.Set(i, j, complex(m.At(i, j), m.At(rows/2+i, j)))
		}
	}
	return out
}

// Spectrum returns the singular values of K_XZ (K_ZZ⁺)^{1/2}.
func (m *ComplexModel) Spectrum() Spectrum {
	s := m.spectrum
	s.Values = append([]float64(nil), s.Values...)
	return s
}

// Kernel returns the kernel.
func (m *ComplexModel) Kernel() feature.Polynomial { return m.kernel }

// Rank returns the number of directions kept.
func (m *ComplexModel) Rank() int { return m.cut.Rank }

// Distance returns ‖v⊥(x)‖ of points: |v⊥|² = κ K_ZZ⁺ κ* - ‖κ H V‖², the squared sum of
// the values of the certifying features.
func (m *ComplexModel) Distance(ctx context.Context, x [][]complex128) ([]float64, error) {
	if len(x) == 0 {
		return nil, nil
	}
	k, err := feature.ComplexMatrix(ctx, m.kernel, x, m.points)
	if err != nil {
		return nil, fmt.Errorf("learn: %w", err)
	}
	var h, v mat.Dense
	h.Mul(realForm(k), m.root)
	v.Mul(&h, m.certifying)
	out := make([]float64, len(x))
	for i := range out {
		out[i] = mat.Norm(v.RowView(i), 2) // the other row of the real form has the same length
	}
	return out, nil
}

// Polynomials returns the certifying features as polynomials, orthonormal for the φ product:
// column j has the coefficients γ_a² Σ_i c_i conj(z_i)^a of the monomials of the basis. The
// matrix is nil if all directions are kept.
func (m *ComplexModel) Polynomials() (*mat.CDense, *feature.Basis, error) {
	basis, err := m.kernel.Basis(len(m.points[0]))
	if err != nil {
		return nil, nil, fmt.Errorf("learn: %w", err)
	}
	directions := independent(complexForm(m.certifying), len(m.spectrum.Values)-m.cut.Rank)
	if len(directions) == 0 {
		return nil, basis, nil
	}
	root := complexForm(m.root)
	out := mat.NewCDense(basis.Len(), len(directions), nil)
	for j, w := range directions {
		for i, z := range m.points {
			var c complex128
			for l, v := range w {
				c += root.At(i, l) * v
			}
			for a := range basis.Len() {
				term := c * complex(basis.Gamma(a)*basis.Gamma(a), 0)
				for t, e := range basis.Exponents(a) {
					for range e {
						term *= cmplx.Conj(z[t])
					}
				}
				out.Set(a, j, out.At(a, j)+term)
			}
		}
	}
	return out, basis, nil
}

// independent returns an orthonormal basis of the range of a projection of the given rank,
// by Gram–Schmidt on the largest column that is left.
func independent(p *mat.CDense, rank int) [][]complex128 {
	n, _ := p.Dims()
	columns := make([][]complex128, n)
	for j := range columns {
		columns[j] = make([]complex128, n)
		for i := range n {
			columns[j][i] = p.At(i, j)
		}
	}
	var out [][]complex128
	for range rank {
		best, size := 0, 0.0
		for j, c := range columns {
			if s := real(hermitian(c, c)); s > size {
				best, size = j, s
			}
		}
		w := make([]complex128, n)
		for i, v := range columns[best] {
			w[i] = v / complex(math.Sqrt(size), 0)
		}
		out = append(out, w)
		for _, c := range columns {
			dot := hermitian(c, w)
			for i := range c {
				c[i] -= dot * w[i]
			}
		}
	}
	return out
}

// hermitian is Σ x_i·conj(y_i).
func hermitian(x, y []complex128) (sum complex128) {
	for i, v := range x {
		sum += v * cmplx.Conj(y[i])
	}
	return sum
}
