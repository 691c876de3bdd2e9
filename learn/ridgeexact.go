package learn

import (
	"context"
	"fmt"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// ExactRidge is kernel ridge regression over Q, for kernels with exact values. It
// is plain data.
type ExactRidge struct {
	// Kernel is required.
	Kernel feature.Kernel
	// Penalty is λ ≥ 0. Zero interpolates where K_XX is regular.
	Penalty ring.Rat
}

// ExactRidgeModel is a function Σ_i α_i k(x_i, ·) with rational α.
type ExactRidgeModel struct {
	kernel feature.Kernel
	x      [][]ring.Rat
	alpha  []ring.Rat
	loo    []ring.Rat
}

// Fit solves (K_XX + λ1) α = y. It returns ErrData for data that do not fit one
// another, ErrPenalty if λ is negative or the matrix is singular, which λ = 0 and
// dependent rows make it, feature.ErrNotExact for kernels without exact values,
// and the error of ctx.
func (c ExactRidge) Fit(ctx context.Context, x [][]ring.Rat, y []ring.Rat) (*ExactRidgeModel, error) {
	if c.Kernel == nil {
		return nil, fmt.Errorf("%w: none given", ErrKernel)
	}
	if len(x) == 0 || len(x) != len(y) {
		return nil, fmt.Errorf("%w: %d targets for %d rows", ErrData, len(y), len(x))
	}
	if c.Penalty.Sign() < 0 {
		return nil, fmt.Errorf("%w: λ = %v", ErrPenalty, c.Penalty)
	}
	k, err := feature.ExactMatrix(ctx, ring.Field[ring.Rat](ring.Q), c.Kernel, x, x)
	if err != nil {
		return nil, fmt.Errorf("learn: %w", err)
	}
	for i := range x {
		k.Set(i, i, k.At(i, i).Add(c.Penalty))
	}
	inverse, err := numeric.Inverse(k)
	if err != nil {
		return nil, fmt.Errorf("%w: K + λ1 is singular for λ = %v: rows depend on one another", ErrPenalty, c.Penalty)
	}
	m := &ExactRidgeModel{kernel: c.Kernel, x: x, alpha: inverse.MulVec(y)}
	for i, a := range m.alpha {
		r, err := a.Quo(inverse.At(i, i)) // positive: K + λ1 is positive definite
		if err != nil {
			return nil, fmt.Errorf("%w: %v is not positive semidefinite", ErrKernel, c.Kernel)
		}
		m.loo = append(m.loo, r)
	}
	return m, ctx.Err()
}

// Alpha returns the coefficients α.
func (m *ExactRidgeModel) Alpha() []ring.Rat { return append([]ring.Rat(nil), m.alpha...) }

// LeaveOneOut returns the leave-one-out residuals α_i/((K + λ1)⁻¹)_ii.
func (m *ExactRidgeModel) LeaveOneOut() []ring.Rat { return append([]ring.Rat(nil), m.loo...) }

// Polynomial returns the function as a polynomial in the variables of R. It
// returns feature.ErrNotPolynomial for kernels without polynomials.
func (m *ExactRidgeModel) Polynomial(R *poly.Ring[ring.Rat]) (*poly.Polynomial[ring.Rat], error) {
	f, err := feature.Expand(m.kernel, R, m.alpha, m.x)
	if err != nil {
		return nil, fmt.Errorf("learn: %w", err)
	}
	return f, nil
}
