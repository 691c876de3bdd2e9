package learn

import (
	"context"
	"errors"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
)

// IPCA is Ideal PCA on a cross-kernel matrix (CKI, Algorithms 1 and 2, as
// corrected in docs): the singular vectors of K = K_XZ K_ZZ^(+1/2) to large
// singular values are the kernel PCA of the data, those to vanishing ones are
// the certifying features, functions of φ-norm 1 that vanish on the data. It is
// plain data; Fit does not change it.
type IPCA struct {
	// Kernel is required.
	Kernel feature.Kernel
	// Cutoff separates kept and certifying directions. Nil means Automatic{}.
	Cutoff Cutoff
	// Road is the way of computation. Nil means AutoRoad{}.
	Road Road
	// Spanning chooses the points Z of the kernel road. Nil means
	// feature.Pivoted, as many points as features, for a polynomial kernel with
	// at most 1000 features, and else 500 points, half of them rows of the data
	// and half random.
	Spanning feature.Spanning
	// RankTolerance is the relative size of the eigenvalues of K_ZZ that count
	// as zero. Zero means M·2⁻⁴⁶ for M spanning points.
	RankTolerance float64
	// Centre subtracts the mean of the features first.
	Centre bool
	// Seed of the random spanning points.
	Seed uint64
}

// ErrKernel says that a learner has no kernel, or one that does not do.
var ErrKernel = errors.New("learn: unsuitable kernel")

// Road is a way of computing: KernelRoad, FeatureRoad or AutoRoad. Singular
// values and certifying features are the same on both roads where Z
// feature-spans.
type Road interface {
	fmt.Stringer
	frame(ctx context.Context, c IPCA, sample *mat.Dense) (*Frame, error)
}

// KernelRoad computes with values of the kernel at the spanning points and never
// forms monomials.
type KernelRoad struct{}

// String returns "kernel".
func (KernelRoad) String() string { return "kernel" }

func (KernelRoad) frame(ctx context.Context, c IPCA, sample *mat.Dense) (*Frame, error) {
	s := c.Spanning
	if s == nil {
		s = defaultSpanning(c.Kernel, sample)
	}
	z, err := s.Points(ctx, c.Kernel, sample, c.Seed)
	if err != nil {
		return nil, fmt.Errorf("learn: %w", err)
	}
	return NewFrame(ctx, c.Kernel, z, c.RankTolerance)
}

// defaultPoints is the number of spanning points where the features are too
// many to be counted out; see IPCA.Spanning.
const defaultPoints = 500

func defaultSpanning(k feature.Kernel, sample *mat.Dense) feature.Spanning {
	rows, n := sample.Dims()
	if p, ok := k.(feature.Polynomial); ok {
		if m, listed := p.Dim(n); listed && m <= defaultMaxFeatures {
			return feature.Pivoted{}
		}
	}
	half := min(rows, defaultPoints/2)
	return feature.Both{Subsample: half, Random: defaultPoints - half}
}

// FeatureRoad computes with the explicit features γ_α x^α of a polynomial
// kernel. It needs no inversion of K_ZZ, whose condition for random Z grows
// quickly with the degree.
type FeatureRoad struct{}

// String returns "feature".
func (FeatureRoad) String() string { return "feature" }

func (FeatureRoad) frame(_ context.Context, c IPCA, sample *mat.Dense) (*Frame, error) {
	k, ok := c.Kernel.(feature.Polynomial)
	if !ok {
		return nil, fmt.Errorf("%w: no explicit features for %v", ErrKernel, c.Kernel)
	}
	_, n := sample.Dims()
	return newFeatureFrame(k, n)
}

// AutoRoad takes the feature road for a polynomial kernel with at most
// MaxFeatures features, unless Spanning is given, and else the kernel road.
type AutoRoad struct {
	// MaxFeatures: zero means 1000, where one factorisation of the triangle
	// takes about a second.
	MaxFeatures int
}

// String returns "auto".
func (AutoRoad) String() string { return "auto" }

const defaultMaxFeatures = 1000

func (r AutoRoad) frame(ctx context.Context, c IPCA, sample *mat.Dense) (*Frame, error) {
	limit := r.MaxFeatures
	if limit == 0 {
		limit = defaultMaxFeatures
	}
	_, n := sample.Dims()
	if k, ok := c.Kernel.(feature.Polynomial); ok && c.Spanning == nil {
		if m, listed := k.Dim(n); listed && m <= limit {
			return FeatureRoad{}.frame(ctx, c, sample)
		}
	}
	return KernelRoad{}.frame(ctx, c, sample)
}

// Fit learns from the rows of x, which is not changed. It returns ErrData for
// data that are empty or not finite, ErrKernel for an unsuitable kernel, what
// the cut-off returns, and the error of ctx.
func (c IPCA) Fit(ctx context.Context, x *mat.Dense) (*IPCAModel, error) {
	a, err := c.Accumulate(ctx, x)
	if err != nil {
		return nil, err
	}
	if err := a.Add(ctx, x); err != nil {
		return nil, err
	}
	return a.Finish(ctx)
}

// Accumulate starts a fit to rows that arrive in blocks. Spanning points are
// chosen by means of sample, rows like those to come, which are not added.
func (c IPCA) Accumulate(ctx context.Context, sample *mat.Dense) (*Accumulator, error) {
	if c.Kernel == nil {
		return nil, fmt.Errorf("%w: none given", ErrKernel)
	}
	if err := feature.Validate(c.Kernel); err != nil {
		return nil, fmt.Errorf("learn: %w", err)
	}
	if sample == nil || sample.IsEmpty() {
		return nil, fmt.Errorf("%w: no rows", ErrData)
	}
	if err := CheckFinite(sample); err != nil {
		return nil, err
	}
	if c.Cutoff == nil {
		c.Cutoff = Automatic{}
	}
	if c.Road == nil {
		c.Road = AutoRoad{}
	}
	if !(c.RankTolerance >= 0 && c.RankTolerance < 1) {
		return nil, fmt.Errorf("%w: rank tolerance %g", ErrCutoff, c.RankTolerance)
	}
	f, err := c.Road.frame(ctx, c, sample)
	if err != nil {
		return nil, err
	}
	return newAccumulator(c, f), nil
}
