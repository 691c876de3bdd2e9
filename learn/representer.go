package learn

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/poly"
)

// Loss is a convex differentiable loss V(y, f) of a prediction f for a target y.
type Loss interface {
	fmt.Stringer
	// Value returns V, its derivative by f, and the second one, of which any
	// subderivative does where there is none.
	Value(y, f float64) (v, slope, curvature float64)
}

// SquareLoss is (y − f)².
type SquareLoss struct{}

// LogisticLoss is log(1 + exp(−yf)), for targets −1 and 1.
type LogisticLoss struct{}

// SquaredHinge is max(0, 1 − yf)², for targets −1 and 1.
type SquaredHinge struct{}

// Huber is (y − f)² up to |y − f| = C and linear beyond, so that few gross errors
// count less.
type Huber struct {
	// C is in units of the target. Zero means 1.
	C float64
}

// String returns "square".
func (SquareLoss) String() string { return "square" }

// String returns "logistic".
func (LogisticLoss) String() string { return "logistic" }

// String returns "squared hinge".
func (SquaredHinge) String() string { return "squared hinge" }

// String returns "Huber(1)".
func (l Huber) String() string { return fmt.Sprintf("Huber(%g)", l.c()) }

func (l Huber) c() float64 {
	if l.C == 0 {
		return 1
	}
	return l.C
}

// Value returns V and its derivatives.
func (SquareLoss) Value(y, f float64) (v, slope, curvature float64) {
	r := f - y
	return r * r, 2 * r, 2
}

// Value returns V and its derivatives.
func (LogisticLoss) Value(y, f float64) (v, slope, curvature float64) {
	m := y * f
	p := 1 / (1 + math.Exp(m)) // of the other sign
	if m > 0 {
		v = math.Log1p(math.Exp(-m))
	} else {
		v = -m + math.Log1p(math.Exp(m))
	}
	return v, -y * p, y * y * p * (1 - p)
}

// Value returns V and its derivatives.
func (SquaredHinge) Value(y, f float64) (v, slope, curvature float64) {
	r := 1 - y*f
	if r <= 0 {
		return 0, 0, 0
	}
	return r * r, -2 * y * r, 2 * y * y
}

// Value returns V and its derivatives.
func (l Huber) Value(y, f float64) (v, slope, curvature float64) {
	r, c := f-y, l.c()
	if math.Abs(r) <= c {
		return r * r, 2 * r, 2
	}
	return 2*c*math.Abs(r) - c*c, math.Copysign(2*c, r), 0
}

// Representer minimises Σ_i V(y_i, f(x_i)) + λ‖f‖² over the functions of a kernel.
// By the representer theorem f = Σ_i α_i k(x_i, ·) with
//
//	α_i = −V′(y_i, f(x_i))/(2λ)
//
// (KR, which prints the sign the other way round in (8)). It is plain data.
type Representer struct {
	// Kernel is required.
	Kernel feature.Kernel
	// Loss is V. Nil means SquareLoss{}.
	Loss Loss
	// Penalty is λ, which must be positive.
	Penalty float64
}

// RepresenterModel is a function Σ_i α_i k(x_i, ·). It keeps the training data and
// does not change.
type RepresenterModel struct {
	kernel    feature.Kernel
	train     *mat.Dense
	alpha     []float64
	objective float64
	steps     int
}

// newtonSteps bounds the steps of the search; a dozen are enough where targets
// are not separated by far.
const newtonSteps = 200

// Fit learns from the rows of x with targets y, by Newton's method with halved
// steps. It returns ErrData for data that do not fit one another or are not
// finite, ErrKernel without a kernel, ErrPenalty if λ is not positive or too small
// for the search, and the error of ctx.
func (c Representer) Fit(ctx context.Context, x *mat.Dense, y []float64) (*RepresenterModel, error) {
	if !(c.Penalty > 0) {
		return nil, fmt.Errorf("%w: λ = %g", ErrPenalty, c.Penalty)
	}
	if c.Loss == nil {
		c.Loss = SquareLoss{}
	}
	if err := checkTargets(x, y); err != nil {
		return nil, err
	}
	k, err := trainingKernel(ctx, c.Kernel, x)
	if err != nil {
		return nil, err
	}
	s := &newton{loss: c.Loss, penalty: c.Penalty, k: k, y: y, alpha: mat.NewVecDense(len(y), nil)}
	s.f = mat.NewVecDense(len(y), nil)
	value := s.objective(s.alpha, s.f)
	for step := range newtonSteps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		next, ok := s.step(value)
		if !ok {
			return nil, fmt.Errorf("%w: λ = %g is too small: %w", ErrPenalty, c.Penalty, errNewton)
		}
		if value-next <= 1e-15*math.Abs(value) {
			return &RepresenterModel{
				kernel: c.Kernel, train: mat.DenseCopyOf(x), alpha: mat.Col(nil, 0, s.alpha), objective: next, steps: step + 1,
			}, nil
		}
		value = next
	}
	return nil, fmt.Errorf("%w: λ = %g: %w", ErrPenalty, c.Penalty, errNewton)
}

// newton is a search in progress.
type newton struct {
	loss    Loss
	penalty float64
	k       *mat.SymDense
	y       []float64
	alpha   *mat.VecDense
	f       *mat.VecDense // Kα
}

// objective returns Σ V(y_i, f_i) + λ αᵀf.
func (s *newton) objective(alpha, f *mat.VecDense) float64 {
	sum := s.penalty * mat.Dot(alpha, f)
	for i, y := range s.y {
		v, _, _ := s.loss.Value(y, f.AtVec(i))
		sum += v
	}
	return sum
}

// step solves (2λ1 + V″K) δ = −(2λα + V′) and goes along δ, half as far until the
// objective is smaller. It returns the objective, and false where the system is
// singular.
func (s *newton) step(value float64) (float64, bool) {
	n := len(s.y)
	a, b := mat.NewDense(n, n, nil), mat.NewVecDense(n, nil)
	for i, y := range s.y {
		_, slope, curvature := s.loss.Value(y, s.f.AtVec(i))
		for j := range n {
			a.Set(i, j, curvature*s.k.At(i, j))
		}
		a.Set(i, i, a.At(i, i)+2*s.penalty)
		b.SetVec(i, -2*s.penalty*s.alpha.AtVec(i)-slope)
	}
	var lu mat.LU
	lu.Factorize(a)
	delta, kd := mat.NewVecDense(n, nil), mat.NewVecDense(n, nil)
	if err := lu.SolveVecTo(delta, false, b); err != nil && math.IsInf(lu.Cond(), 1) {
		return value, false
	}
	kd.MulVec(s.k, delta)
	for t := 1.0; t > 1e-12; t /= 2 {
		alpha, f := mat.VecDenseCopyOf(s.alpha), mat.VecDenseCopyOf(s.f)
		alpha.AddScaledVec(alpha, t, delta)
		f.AddScaledVec(f, t, kd)
		if next := s.objective(alpha, f); next < value {
			s.alpha, s.f = alpha, f
			return next, true
		}
	}
	return value, true
}

// Alpha returns the coefficients α.
func (m *RepresenterModel) Alpha() []float64 { return append([]float64(nil), m.alpha...) }

// Objective returns the minimum, and the number of steps that it took.
func (m *RepresenterModel) Objective() (value float64, steps int) { return m.objective, m.steps }

// Predict returns f(x) for every row of x. It returns ErrData for rows that are
// not finite or of the wrong length, and the error of ctx.
func (m *RepresenterModel) Predict(ctx context.Context, x *mat.Dense) ([]float64, error) {
	kx, err := kernelRows(ctx, m.kernel, x, m.train)
	if err != nil {
		return nil, err
	}
	n, _ := kx.Dims()
	out := mat.NewVecDense(n, nil)
	out.MulVec(kx, mat.NewVecDense(len(m.alpha), m.alpha))
	return out.RawVector().Data, nil
}

// Polynomial returns the function as a polynomial in the variables of R. It
// returns feature.ErrNotPolynomial for kernels without polynomials.
func (m *RepresenterModel) Polynomial(R *poly.Ring[float64]) (*poly.Polynomial[float64], error) {
	return expandRows(m.kernel, R, m.alpha, m.train)
}
