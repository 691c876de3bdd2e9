package learn

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
)

// IPCAModel is what IPCA has learned. It does not change and is safe for use by
// several goroutines at once.
type IPCAModel struct {
	frame  *Frame
	road   Road
	rows   int
	values []float64  // one for each coordinate
	v      *mat.Dense // dim×dim, orthogonal: column j belongs to values[j]
	mean   []float64  // coordinates of the mean; nil if not centred
	cut    Cut
	floor  float64
}

func newIPCAModel(c IPCA, f *Frame, svd *numeric.SVD, mean []float64, rows int) (*IPCAModel, error) {
	m := &IPCAModel{frame: f, road: KernelRoad{}, rows: rows, values: svd.Values, v: svd.V, mean: mean}
	if f.features != nil {
		m.road = FeatureRoad{}
	}
	m.floor = f.floor() * svd.Values[0]
	var err error
	if m.cut, err = c.Cutoff.Cut(m.Spectrum()); err != nil {
		return nil, err
	}
	return m, nil
}

// Spectrum returns the singular values of K_XZ K_ZZ^(+1/2), one for each
// dimension of the span of features, with the number of rows and the size of
// the rounding errors.
func (m *IPCAModel) Spectrum() Spectrum {
	return Spectrum{Values: append([]float64(nil), m.values...), Rows: m.rows, Floor: m.floor}
}

// Rank returns the number of directions kept.
func (m *IPCAModel) Rank() int { return m.cut.Rank }

// Cut returns the decision of the cut-off.
func (m *IPCAModel) Cut() Cut { return m.cut }

// Road returns KernelRoad{} or FeatureRoad{}, the one that was taken.
func (m *IPCAModel) Road() Road { return m.road }

// Kernel returns the kernel.
func (m *IPCAModel) Kernel() feature.Kernel { return m.frame.kernel }

// Span returns the dimension of the span of features and the condition of K_ZZ
// on it; the condition is 1 on the feature road.
func (m *IPCAModel) Span() (dim int, condition float64) { return m.frame.dim, m.frame.condition }

// Points returns a copy of the spanning points Z, nil on the feature road.
func (m *IPCAModel) Points() *mat.Dense {
	if m.frame.z == nil {
		return nil
	}
	return mat.DenseCopyOf(m.frame.z)
}

// Scaling says whether principal features are divided by their singular values.
type Scaling int8

// Plain features have the scale of the kernel. Whitened ones are divided by the
// singular values, so that on the training data they are orthonormal.
const (
	Plain Scaling = iota
	Whitened
)

// String returns "plain" or "whitened".
func (s Scaling) String() string {
	if s == Whitened {
		return "whitened"
	}
	return "plain"
}

// evalRows bounds the rows that are evaluated at once, and with them the memory
// for raw values beside that for the result.
const evalRows = 1 << 12

// project evaluates coordinates(x)·b (minus the mean where the model is
// centred) row by row; b has dim rows. It is nil where b is.
func (m *IPCAModel) project(ctx context.Context, x *mat.Dense, b mat.Matrix) (*mat.Dense, error) {
	if err := m.frame.CheckData(x); err != nil {
		return nil, err
	}
	n, vars := x.Dims()
	_, cols := b.Dims()
	out := mat.NewDense(n, cols, nil)
	for lo := 0; lo < n; lo += evalRows {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		hi := min(lo+evalRows, n)
		raw, err := m.frame.values(ctx, x.Slice(lo, hi, 0, vars).(*mat.Dense))
		if err != nil {
			return nil, err
		}
		c := m.frame.toCoordinates(raw)
		if m.mean != nil {
			for i := range hi - lo {
				row := c.RawRowView(i)
				for j, mu := range m.mean {
					row[j] -= mu
				}
			}
		}
		out.Slice(lo, hi, 0, cols).(*mat.Dense).Mul(c, b)
	}
	return out, nil
}

// kept returns the singular vectors kept, certified the others; nil for none.
func (m *IPCAModel) kept() mat.Matrix      { return m.columns(0, m.cut.Rank) }
func (m *IPCAModel) certified() mat.Matrix { return m.columns(m.cut.Rank, m.frame.dim) }

func (m *IPCAModel) columns(lo, hi int) mat.Matrix {
	if lo == hi {
		return nil
	}
	return m.v.Slice(0, m.frame.dim, lo, hi)
}

// Principal returns v(x) = κ_Z(x) K_ZZ^(+1/2) V for every row of x, one column
// for each direction kept, in the order of the singular values; whitened,
// v(x) S⁻¹ (CKI, Algorithm 1, with the root that is missing there). Where Z
// feature-spans this is kernel PCA. It is nil if no direction is kept.
//
// Whitening returns an error if a value kept is zero.
func (m *IPCAModel) Principal(ctx context.Context, x *mat.Dense, s Scaling) (*mat.Dense, error) {
	v := m.kept()
	if v == nil {
		return nil, m.frame.CheckData(x)
	}
	out, err := m.project(ctx, x, v)
	if err != nil || s == Plain {
		return out, err
	}
	return out, m.whiten(out, 1)
}

// whiten divides the columns of principal features by σ^power.
func (m *IPCAModel) whiten(f *mat.Dense, power int) error {
	if last := m.values[m.cut.Rank-1]; last == 0 {
		return fmt.Errorf("%w: whitening with a singular value that is zero", ErrCutoff)
	}
	n, _ := f.Dims()
	for i := range n {
		row := f.RawRowView(i)
		for j := range row {
			for range power {
				row[j] /= m.values[j]
			}
		}
	}
	return nil
}

// KernelPCA returns u(x) = κ_X(x) U S⁻¹ for every row of x: the projections of
// kernel PCA, computed from the training data (CKI, Algorithm 1), which the
// model does not keep and train must be. Whitened, κ_X(x) U S⁻². It equals
// Principal where Z feature-spans. It is nil if no direction is kept, and an
// error if a value kept is zero.
func (m *IPCAModel) KernelPCA(ctx context.Context, train, x *mat.Dense, s Scaling) (*mat.Dense, error) {
	us, err := m.Principal(ctx, train, Plain) // U S
	if err != nil || us == nil {
		return nil, err
	}
	if err := m.frame.CheckData(x); err != nil {
		return nil, err
	}
	kx, err := feature.Matrix(ctx, m.frame.kernel, x, train)
	if err != nil {
		return nil, err
	}
	if m.mean != nil {
		ktrain, err := feature.Matrix(ctx, m.frame.kernel, train, train)
		if err != nil {
			return nil, err
		}
		centreRows(kx, ktrain)
	}
	var u mat.Dense
	u.Mul(kx, us)
	power := 2 // κ U S⁻¹ = κ (U S) S⁻²
	if s == Whitened {
		power = 3
	}
	return &u, m.whiten(&u, power)
}

// Certifying returns the values of the certifying features at the rows of x,
// one column each, most certain last: functions of φ-norm 1 that vanish on the
// data up to the singular value. It is nil if all directions are kept.
func (m *IPCAModel) Certifying(ctx context.Context, x *mat.Dense) (*mat.Dense, error) {
	v := m.certified()
	if v == nil {
		return nil, m.frame.CheckData(x)
	}
	return m.project(ctx, x, v)
}

// Residual returns v⊥(x) = κ_Z(x) K_ZZ^(+1/2) (1 − V Vᵀ) for every row of x, in
// the space of the spanning points (on the feature road, of the features), as
// CKI, Algorithm 2 writes it. It is zero on the data where all directions in
// which they extend are kept. Its norm, which Distance returns, is that of
// Certifying.
func (m *IPCAModel) Residual(ctx context.Context, x *mat.Dense) (*mat.Dense, error) {
	c, err := m.Certifying(ctx, x)
	if err != nil {
		return nil, err
	}
	if c == nil {
		n, _ := x.Dims()
		return mat.NewDense(n, m.frame.raw, nil), nil
	}
	var r mat.Dense
	r.Mul(c, m.certified().T())
	return m.frame.toRaw(&r), nil
}

// Distance returns ‖v⊥(x)‖ for every row of x: the distance of the feature
// vector of x from the span of the directions kept.
func (m *IPCAModel) Distance(ctx context.Context, x *mat.Dense) ([]float64, error) {
	c, err := m.Certifying(ctx, x)
	if err != nil {
		return nil, err
	}
	n, _ := x.Dims()
	d := make([]float64, n)
	if c == nil {
		return d, nil
	}
	for i := range d {
		d[i] = mat.Norm(c.RowView(i), 2)
	}
	return d, nil
}

// Expansions returns the coefficients of the certifying features as kernel
// expansions: column j holds c with F_j(t) = Σ_i c_i k(z_i, t) and φ-norm 1,
// z_i the rows of Points. A centred model certifies with F_j minus its mean over
// the data, Offsets. It is nil on the feature road, which has no Z, and if all
// directions are kept.
func (m *IPCAModel) Expansions() *mat.Dense {
	v := m.certified()
	if v == nil || m.frame.w == nil {
		return nil
	}
	var c mat.Dense
	c.Mul(m.frame.w, v)
	return &c
}

// Offsets returns, for each certifying feature F_j, the number that Certifying
// subtracts from it: its mean over the data for a centred model, and 0
// otherwise.
func (m *IPCAModel) Offsets() []float64 {
	o := make([]float64, m.frame.dim-m.cut.Rank)
	if m.mean == nil {
		return o
	}
	for j := range o {
		for i, mu := range m.mean {
			o[j] += mu * m.v.At(i, m.cut.Rank+j)
		}
	}
	return o
}

// Share returns how much of a polynomial lies in the span of the certifying
// features, ‖P f‖_φ / ‖f‖_φ between 0 and 1, and ‖f‖_φ. A polynomial that
// vanishes on the data has share 1 where Z feature-spans. It returns ErrKernel
// if the kernel is not polynomial, and ErrData for the zero polynomial, one in
// other variables, or one with terms that are no features of the kernel.
func (m *IPCAModel) Share(f *poly.Polynomial[float64]) (share, norm float64, err error) {
	k, ok := m.frame.kernel.(feature.Polynomial)
	if !ok {
		return 0, 0, fmt.Errorf("%w: φ-norm of a polynomial for %v", ErrKernel, m.frame.kernel)
	}
	c, norm2, err := m.frame.coordinatesOf(k, f)
	if err != nil {
		return 0, 0, err
	}
	if norm2 == 0 {
		return 0, 0, fmt.Errorf("%w: share of the zero polynomial", ErrData)
	}
	part := 0.0
	for j := m.cut.Rank; j < m.frame.dim; j++ {
		dot := 0.0
		for i, x := range c {
			dot += x * m.v.At(i, j)
		}
		part = math.Hypot(part, dot)
	}
	norm = math.Sqrt(norm2)
	return min(1, part/norm), norm, nil
}

// Polynomials returns the certifying features of a polynomial kernel as
// polynomials: column j holds the coefficients of the function that Certifying
// computes, in the order of the basis. On the kernel road the coefficient of
// t^a is γ_a² Σ_i c_i z_i^a. It is nil if all directions are kept, and
// ErrKernel if the kernel is not polynomial, or if it is homogeneous and the
// model centred, where the function is not a form but a form minus a constant.
func (m *IPCAModel) Polynomials(ctx context.Context) (*mat.Dense, *feature.Basis, error) {
	k, ok := m.frame.kernel.(feature.Polynomial)
	if !ok {
		return nil, nil, fmt.Errorf("%w: %v has no monomials", ErrKernel, m.frame.kernel)
	}
	basis, err := k.Basis(m.frame.vars)
	if err != nil {
		return nil, nil, fmt.Errorf("learn: %w", err)
	}
	v := m.certified()
	if v == nil {
		return nil, basis, nil
	}
	if m.mean != nil && k.Homogeneous && k.Degree > 0 {
		return nil, nil, fmt.Errorf("%w: centred features of %v are no forms", ErrKernel, k)
	}
	c := mat.DenseCopyOf(v) // coefficients of the features γ_a t^a
	if z := m.frame.z; z != nil {
		phi, err := basis.Features(ctx, z)
		if err != nil {
			return nil, nil, fmt.Errorf("learn: %w", err)
		}
		c = new(mat.Dense)
		c.Mul(phi.T(), m.Expansions())
	}
	rows, _ := c.Dims()
	for a := range rows {
		row := c.RawRowView(a)
		for j := range row {
			row[j] *= basis.Gamma(a)
		}
	}
	for j, o := range m.Offsets() {
		c.Set(0, j, c.At(0, j)-o) // monomial 0 is 1
	}
	return c, basis, nil
}
