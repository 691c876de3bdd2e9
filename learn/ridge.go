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

// RidgeMap is ridge regression on the explicit features of a polynomial kernel,
// the primal road of KernelRidge: it minimises Σ_i (y_i − wᵀΦ(x_i))² + λ‖w‖², with
// the solution w = (ΦᵀΦ + λ1)⁻¹ Φᵀy (KR). It is plain data.
type RidgeMap struct {
	// Kernel has the features.
	Kernel feature.Polynomial
	// Penalty is λ, which must be positive.
	Penalty float64
}

// CrossRidge is kernel ridge regression among the expansions Σ_j c_j k(z_j, ·) of
// M spanning points (CKI, 'any kernel learning'),
//
//	c = (K_ZX K_XZ + λ K_ZZ)⁺ K_ZX y,
//
// in O(NM²) operations. It equals KernelRidge if and only if the features of the
// data lie in the span of those of Z (CKI, Theorem 3.4). It is plain data.
type CrossRidge struct {
	// Kernel is required.
	Kernel feature.Kernel
	// Spanning chooses Z. Nil means what KernelRoad takes.
	Spanning feature.Spanning
	// Penalty is λ, which must be positive.
	Penalty float64
	// RankTolerance is that of IPCA.
	RankTolerance float64
	// Seed of the spanning points.
	Seed uint64
}

// RidgeModel is a function that ridge regression has found, linear in the
// coordinates of a Frame. It does not change.
type RidgeModel struct {
	frame   *Frame
	weights []float64
	loo     []float64
}

// Fit learns from the rows of x with targets y. It returns ErrData for data that
// do not fit one another, are empty or not finite, ErrPenalty if λ is not
// positive, and the error of ctx.
func (c RidgeMap) Fit(ctx context.Context, x *mat.Dense, y []float64) (*RidgeModel, error) {
	s, err := c.path(ctx, x, y)
	if err != nil {
		return nil, err
	}
	return s.Fit(c.Penalty)
}

func (c RidgeMap) path(ctx context.Context, x *mat.Dense, y []float64) (*RidgePath, error) {
	if err := checkTargets(x, y); err != nil {
		return nil, err
	}
	_, vars := x.Dims()
	f, err := newFeatureFrame(c.Kernel, vars)
	if err != nil {
		return nil, err
	}
	return newRidgePath(ctx, f, x, y)
}

// Fit learns from the rows of x with targets y. It returns the errors of
// RidgeMap, and ErrKernel for a learner without a kernel.
func (c CrossRidge) Fit(ctx context.Context, x *mat.Dense, y []float64) (*RidgeModel, error) {
	s, err := c.path(ctx, x, y)
	if err != nil {
		return nil, err
	}
	return s.Fit(c.Penalty)
}

func (c CrossRidge) path(ctx context.Context, x *mat.Dense, y []float64) (*RidgePath, error) {
	if err := checkTargets(x, y); err != nil {
		return nil, err
	}
	if c.Kernel == nil {
		return nil, fmt.Errorf("%w: none given", ErrKernel)
	}
	f, err := KernelRoad{}.frame(ctx, IPCA{Kernel: c.Kernel, Spanning: c.Spanning, RankTolerance: c.RankTolerance, Seed: c.Seed}, x)
	if err != nil {
		return nil, err
	}
	return newRidgePath(ctx, f, x, y)
}

// checkTargets returns ErrData unless there is a finite target for every row.
func checkTargets(x *mat.Dense, y []float64) error {
	if x == nil || x.IsEmpty() {
		return fmt.Errorf("%w: no rows", ErrData)
	}
	if err := CheckFinite(x); err != nil {
		return err
	}
	if n, _ := x.Dims(); len(y) != n {
		return fmt.Errorf("%w: %d targets for %d rows", ErrData, len(y), n)
	}
	if err := allFinite("targets", y); err != nil {
		return fmt.Errorf("%w: %w", ErrData, err)
	}
	return nil
}

// RidgePath holds the singular values of the features of the data, from which
// ridge regression with any penalty is quick: RidgeMap{}.Path, CrossRidge{}.Path.
type RidgePath struct {
	frame *Frame
	y     []float64
	u, v  *mat.Dense // C = U S Vᵀ, without singular values that are 0 up to rounding
	s     []float64
	uy    []float64
}

// Path prepares the regression with any penalty. Errors are those of Fit.
func (c RidgeMap) Path(ctx context.Context, x *mat.Dense, y []float64) (*RidgePath, error) {
	return c.path(ctx, x, y)
}

// Path prepares the regression with any penalty. Errors are those of Fit.
func (c CrossRidge) Path(ctx context.Context, x *mat.Dense, y []float64) (*RidgePath, error) {
	return c.path(ctx, x, y)
}

func newRidgePath(ctx context.Context, f *Frame, x *mat.Dense, y []float64) (*RidgePath, error) {
	c, err := f.Coordinates(ctx, x)
	if err != nil {
		return nil, err
	}
	p := &RidgePath{frame: f, y: append([]float64(nil), y...)}
	svd, err := numeric.TallSVD(ctx, c, true)
	if err != nil {
		return nil, fmt.Errorf("learn: ridge regression: %w", err)
	}
	p.s, p.u, p.v = svd.Values[:svd.Rank], svd.U, svd.V
	p.uy = make([]float64, len(p.s))
	for k := range p.uy {
		for i, t := range y {
			p.uy[k] += p.u.At(i, k) * t
		}
	}
	return p, ctx.Err()
}

// Fit returns the regression with the penalty λ. It returns ErrPenalty unless λ is
// positive.
func (p *RidgePath) Fit(penalty float64) (*RidgeModel, error) {
	if !(penalty > 0) || math.IsInf(penalty, 0) {
		return nil, fmt.Errorf("%w: λ = %g", ErrPenalty, penalty)
	}
	m := &RidgeModel{frame: p.frame, weights: make([]float64, p.frame.dim), loo: p.LeaveOneOut(penalty)}
	for k, s := range p.s {
		g := s / (s*s + penalty) * p.uy[k]
		for j := range m.weights {
			m.weights[j] += p.v.At(j, k) * g
		}
	}
	return m, nil
}

// LeaveOneOut returns, for every row, its target minus what is predicted for it
// from the other rows: (y_i − ŷ_i)/(1 − H_ii), H the matrix with ŷ = Hy (KR).
func (p *RidgePath) LeaveOneOut(penalty float64) []float64 {
	out := make([]float64, len(p.y))
	for i, y := range p.y {
		fit, h := 0.0, 0.0
		for k, s := range p.s {
			u, shrink := p.u.At(i, k), s*s/(s*s+penalty)
			fit += u * shrink * p.uy[k]
			h += u * u * shrink
		}
		out[i] = (y - fit) / (1 - h)
	}
	return out
}

// Ladder returns penalties from 10⁻¹² to 10² times the mean squared length of a
// feature vector, two for each power of ten.
func (p *RidgePath) Ladder() []float64 {
	size := 0.0
	for _, s := range p.s {
		size += s * s / float64(len(p.y))
	}
	var ladder []float64
	for e := -24; e <= 4; e++ {
		ladder = append(ladder, size*math.Pow(10, float64(e)/2))
	}
	return ladder
}

// Choose returns the penalty of the ladder with the smallest root mean square of
// the leave-one-out residuals, the largest of equal ones, and this number for each.
// It panics if the ladder is empty.
func (p *RidgePath) Choose(ladder []float64) (penalty float64, errors []float64) {
	best := math.Inf(1)
	penalty = ladder[0]
	for _, l := range ladder {
		e := numeric.RootMeanSquare(p.LeaveOneOut(l))
		errors = append(errors, e)
		if e < best || e == best && l > penalty {
			best, penalty = e, l
		}
	}
	return penalty, errors
}

// Predict returns f(x) for every row of x. It returns ErrData for rows that are
// not finite or of the wrong length, and the error of ctx.
func (m *RidgeModel) Predict(ctx context.Context, x *mat.Dense) ([]float64, error) {
	if x == nil || x.IsEmpty() {
		return nil, fmt.Errorf("%w: no rows", ErrData)
	}
	if err := m.frame.CheckData(x); err != nil {
		return nil, err
	}
	c, err := m.frame.Coordinates(ctx, x)
	if err != nil {
		return nil, err
	}
	n, _ := x.Dims()
	out := mat.NewVecDense(n, nil)
	out.MulVec(c, mat.NewVecDense(len(m.weights), m.weights))
	return out.RawVector().Data, nil
}

// Weights returns the coordinates of the function in the frame, on the primal
// road w.
func (m *RidgeModel) Weights() []float64 { return append([]float64(nil), m.weights...) }

// Expansion returns the coefficients c of Σ_j c_j k(z_j, ·), and the points Z as
// rows; nil on the primal road.
func (m *RidgeModel) Expansion() (c []float64, z *mat.Dense) {
	if m.frame.w == nil {
		return nil, nil
	}
	c = make([]float64, m.frame.raw)
	for i := range c {
		for j, w := range m.weights {
			c[i] += m.frame.w.At(i, j) * w
		}
	}
	return c, mat.DenseCopyOf(m.frame.z)
}

// LeaveOneOut returns the leave-one-out residuals of the training rows.
func (m *RidgeModel) LeaveOneOut() []float64 { return append([]float64(nil), m.loo...) }

// Polynomial returns the function as a polynomial in the variables of R. It
// returns feature.ErrNotPolynomial for kernels without polynomials.
func (m *RidgeModel) Polynomial(R *poly.Ring[float64]) (*poly.Polynomial[float64], error) {
	if c, z := m.Expansion(); c != nil {
		return expandRows(m.frame.kernel, R, c, z)
	}
	b := m.frame.features
	if b.NumVars() != R.NumVars() {
		return nil, fmt.Errorf("%w: ring of %d variables, expected %d", ErrData, R.NumVars(), b.NumVars())
	}
	terms := make([]poly.Term[float64], b.Len())
	for i := range terms {
		t, err := R.Monomial(b.Exponents(i)...)
		if err != nil {
			return nil, fmt.Errorf("learn: ridge regression: %w", err)
		}
		terms[i] = poly.Term[float64]{Monomial: t, Coefficient: b.Gamma(i) * m.weights[i]}
	}
	return R.FromTerms(terms), nil
}

// expandRows returns Σ_j c_j k(z_j, ·), z_j the rows of a table.
func expandRows(k feature.Kernel, R *poly.Ring[float64], c []float64, z *mat.Dense) (*poly.Polynomial[float64], error) {
	n, _ := z.Dims()
	points := make([][]float64, n)
	for i := range points {
		points[i] = z.RawRowView(i)
	}
	f, err := feature.Expand(k, R, c, points)
	if err != nil {
		return nil, fmt.Errorf("learn: %w", err)
	}
	return f, nil
}

// errNewton says that the search of a Representer did not come to an end.
var errNewton = errors.New("learn: no minimum found")
