package learn

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
)

// Frame gives points coordinates in an orthonormal frame of a space of
// features: coordinates(x) = raw(x)·w, where the raw values are the row
// κ_Z(x) = (k(x, z_j))_j on the kernel road and Φ(x) = (γ_α x^α)_α on the feature
// road. Everything behind the frame is the same on both roads.
type Frame struct {
	kernel feature.Kernel
	vars   int // n, the number of variables
	raw    int // number of raw values
	dim    int // number of coordinates

	// Kernel road: the spanning points, K_ZZ^(+1/2) in coordinates of the range
	// of K_ZZ (raw×dim), and an orthonormal basis of that range (raw×dim).
	// All nil on the feature road, where coordinates are the raw values.
	z, w, basis *mat.Dense
	features    *feature.Basis

	// condition is that of K_ZZ on its range, 1 on the feature road.
	condition float64
}

// NewFrame takes the points z for the span of features; see
// IPCA.RankTolerance for rtol.
func NewFrame(ctx context.Context, k feature.Kernel, z *mat.Dense, rtol float64) (*Frame, error) {
	m, n := z.Dims()
	kzz, err := feature.Gram(ctx, k, z)
	if err != nil {
		return nil, err
	}
	if rtol == 0 {
		rtol = float64(m) * spanTolerance
	}
	root, err := numeric.PinvSqrt(kzz, rtol)
	if err != nil {
		return nil, fmt.Errorf("learn: kernel matrix of the spanning points: %w", err)
	}
	if root.Rank == 0 {
		return nil, fmt.Errorf("%w: %v is zero at all spanning points", ErrKernel, k)
	}
	return &Frame{
		kernel: k, vars: n, raw: m, dim: root.Rank,
		z: z, w: root.Whitening, basis: root.Basis, condition: root.Condition(),
	}, nil
}

// spanTolerance, times M, is the default relative size of the eigenvalues of
// K_ZZ that count as zero. The last six bits of a kernel value are left to its
// rounding errors: a direction kept by mistake would look like an equation.
const spanTolerance = 0x1p-46

// newFeatureFrame uses the explicit features of a polynomial kernel.
func newFeatureFrame(k feature.Polynomial, vars int) (*Frame, error) {
	b, err := k.Basis(vars)
	if err != nil {
		return nil, err
	}
	if b.Len() == 0 {
		return nil, fmt.Errorf("%w: %v has no features in %d variables", ErrKernel, k, vars)
	}
	return &Frame{kernel: k, vars: vars, raw: b.Len(), dim: b.Len(), features: b, condition: 1}, nil
}

// Kernel returns the kernel.
func (f *Frame) Kernel() feature.Kernel { return f.kernel }

// Vars returns the number of coordinates of points.
func (f *Frame) Vars() int { return f.vars }

// Dim returns the number of coordinates in the frame.
func (f *Frame) Dim() int { return f.dim }

// Condition returns the condition of K_ZZ on its range.
func (f *Frame) Condition() float64 { return f.condition }

// Coordinates returns the coordinates of the rows of x.
func (f *Frame) Coordinates(ctx context.Context, x *mat.Dense) (*mat.Dense, error) {
	raw, err := f.values(ctx, x)
	if err != nil {
		return nil, err
	}
	return f.toCoordinates(raw), nil
}

// values returns the raw values at the rows of x.
func (f *Frame) values(ctx context.Context, x *mat.Dense) (*mat.Dense, error) {
	if f.features != nil {
		return f.features.Features(ctx, x)
	}
	return feature.Matrix(ctx, f.kernel, x, f.z)
}

// valuesTo writes (1, raw values) of the rows of x to dst.
func (f *Frame) valuesTo(ctx context.Context, dst, x *mat.Dense) error {
	rows, cols := dst.Dims()
	for i := range rows {
		dst.Set(i, 0, 1)
	}
	if f.features != nil {
		for i := range rows {
			f.features.FeaturesTo(dst.RawRowView(i)[1:], x.RawRowView(i))
		}
		return nil
	}
	v, err := f.values(ctx, x)
	if err != nil {
		return err
	}
	dst.Slice(0, rows, 1, cols).(*mat.Dense).Copy(v)
	return nil
}

// toCoordinates returns raw·w.
func (f *Frame) toCoordinates(raw mat.Matrix) *mat.Dense {
	if f.w == nil {
		return mat.DenseCopyOf(raw)
	}
	var c mat.Dense
	c.Mul(raw, f.w)
	return &c
}

// toRaw returns c·basisᵀ: coordinates in the space of all raw values, in which
// the paper writes v and v⊥.
func (f *Frame) toRaw(c *mat.Dense) *mat.Dense {
	if f.basis == nil {
		return c
	}
	var r mat.Dense
	r.Mul(c, f.basis.T())
	return &r
}

// floor bounds the relative rounding errors of singular values found in this
// frame: those of the raw values, magnified by K_ZZ^(+1/2).
func (f *Frame) floor() float64 {
	return numeric.RankTolerance(f.raw) * math.Sqrt(f.condition)
}

// CheckData returns an error for data that the frame cannot take.
func (f *Frame) CheckData(x *mat.Dense) error {
	if _, n := x.Dims(); n != f.vars {
		return fmt.Errorf("%w: rows of %d numbers, expected %d", ErrData, n, f.vars)
	}
	return CheckFinite(x)
}

// ErrData says that data have the wrong shape or contain NaN or Inf.
var ErrData = errors.New("learn: data unfit for the learner")

// CheckFinite returns an error that names the first entry that is NaN or Inf.
func CheckFinite(x *mat.Dense) error {
	n, _ := x.Dims()
	for i := range n {
		row := x.RawRowView(i)
		sum := 0.0
		for _, v := range row {
			sum += v - v // 0, but of NaN and Inf
		}
		if sum == 0 {
			continue
		}
		for j, v := range row {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("%w: %v in row %d, column %d", ErrData, v, i+1, j+1)
			}
		}
	}
	return nil
}

// coordinatesOf returns the φ-orthonormal coordinates of the φ-projection of a
// polynomial to the space of the frame, and its φ-norm squared.
func (f *Frame) coordinatesOf(k feature.Polynomial, p *poly.Polynomial[float64]) ([]float64, float64, error) {
	R := p.Ring()
	if R.NumVars() != f.vars {
		return nil, 0, fmt.Errorf("%w: polynomial in %d variables, expected %d", ErrData, R.NumVars(), f.vars)
	}
	norm2 := 0.0
	for m, c := range p.Terms() {
		w := k.Weight(R.Exponents(m)).Float64()
		if w == 0 {
			return nil, 0, fmt.Errorf("%w: term %s is not a feature of %v", ErrData, R.FormatMonomial(m), k)
		}
		norm2 += c * c / w
	}
	c := make([]float64, f.dim)
	if f.features == nil {
		// ⟨f, k(z_j,·)⟩_φ = f(z_j); W makes the k(z_j,·) orthonormal.
		m, _ := f.z.Dims()
		for j := range m {
			v := p.Eval(f.z.RawRowView(j))
			for i := range c {
				c[i] += v * f.w.At(j, i)
			}
		}
		return c, norm2, nil
	}
	for i := range c {
		m, err := R.Monomial(f.features.Exponents(i)...)
		if err != nil {
			continue // a degree that the ring, and so p, does not have
		}
		c[i] = p.Coefficient(m) / f.features.Gamma(i)
	}
	return c, norm2, nil
}
