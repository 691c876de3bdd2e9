package learn

import (
	"context"
	"errors"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
)

// KernelRidge is kernel ridge regression: it minimises
//
//	Σ_i (y_i − f(x_i))² + λ ‖f‖²
//
// over f = Σ_i α_i k(x_i, ·), with the solution α = (K_XX + λ1)⁻¹ y (KR). It is
// plain data.
type KernelRidge struct {
	// Kernel is required.
	Kernel feature.Kernel
	// Penalty is λ, which must be positive.
	Penalty float64
}

// KernelRidgeModel is a function Σ_i α_i k(x_i, ·) for each target. It keeps the
// training data and does not change.
type KernelRidgeModel struct {
	kernel    feature.Kernel
	train     *mat.Dense
	alpha     *mat.Dense
	condition float64
}

// Fit learns from the rows of x with targets y, one column each; both are
// copied. It returns ErrData for data that do not fit one another, are empty or
// not finite, ErrKernel for a learner without a kernel, ErrPenalty if λ is not
// positive or too small for the condition of K_XX + λ1, and the error of ctx.
func (c KernelRidge) Fit(ctx context.Context, x, y *mat.Dense) (*KernelRidgeModel, error) {
	if !(c.Penalty > 0) {
		return nil, fmt.Errorf("%w: λ = %g", ErrPenalty, c.Penalty)
	}
	k, err := trainingKernel(ctx, c.Kernel, x)
	if err != nil {
		return nil, err
	}
	n := k.SymmetricDim()
	if y == nil || y.IsEmpty() || y.RawMatrix().Rows != n {
		return nil, fmt.Errorf("%w: targets for other than %d rows", ErrData, n)
	}
	if err := CheckFinite(y); err != nil {
		return nil, err
	}
	for i := range n {
		k.SetSym(i, i, k.At(i, i)+c.Penalty)
	}
	var chol mat.Cholesky
	if !chol.Factorize(k) {
		return nil, fmt.Errorf("%w: K + λ1 is not positive definite to rounding for λ = %g", ErrPenalty, c.Penalty)
	}
	m := &KernelRidgeModel{kernel: c.Kernel, train: mat.DenseCopyOf(x), alpha: new(mat.Dense), condition: chol.Cond()}
	var bad mat.Condition
	if err := chol.SolveTo(m.alpha, y); err != nil && !errors.As(err, &bad) {
		return nil, fmt.Errorf("learn: kernel ridge regression: %w", err)
	}
	return m, ctx.Err()
}

// ErrPenalty says that a penalty is not positive, or too small to make a
// singular kernel matrix regular.
var ErrPenalty = errors.New("learn: penalty out of range")

// String says what the model is: kernel ridge regression with a kernel, and the numbers of points and targets.
func (m *KernelRidgeModel) String() string {
	rows, targets := m.alpha.Dims()
	return fmt.Sprintf("kernel ridge regression with %v, points: %d, targets: %d", m.kernel, rows, targets)
}

// Alpha returns the coefficients α, one row a training point, one column a
// target.
func (m *KernelRidgeModel) Alpha() *mat.Dense { return mat.DenseCopyOf(m.alpha) }

// Condition returns an estimate of the condition of K_XX + λ1: about so many
// units in the last place are lost in Alpha.
func (m *KernelRidgeModel) Condition() float64 { return m.condition }

// Predict returns f(x) for every row of x, one column a target. It returns
// ErrData for rows that are not finite or of the wrong length, and the error of
// ctx.
func (m *KernelRidgeModel) Predict(ctx context.Context, x *mat.Dense) (*mat.Dense, error) {
	kx, err := kernelRows(ctx, m.kernel, x, m.train)
	if err != nil {
		return nil, err
	}
	var out mat.Dense
	out.Mul(kx, m.alpha)
	return &out, nil
}
