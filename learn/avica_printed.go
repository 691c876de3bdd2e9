package learn

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/numeric"
)

// AsPrinted is AVICA step by step as DKL prints it (Algorithms 2 and 3), for
// study. Degree d decomposes the matrix K_d itself, with K_1 = k(X, Y) and
//
//	K_{d+1} = K'_d ⊙ K_1,   K'_d = K_d V_dᵀ V_d,
//
// V_d being the right singular vectors kept, as rows. Small but nonzero singular
// values give the generative features; a zero one is discarded (step 9), and
// with it every generator of exact data. Multiples of generators come back in
// later degrees. Only the two formulas that are undefined as printed are read as
// they must be: V for Vᵀ in Algorithm 3, and the kernel of degree 1 with the
// constant in step 3, without which a circle is invisible.
//
// In degree 1 with the kernel k^d, a feature.Product of d kernels k, it is DKL's
// Algorithm 1, which decomposes k^d(X, Y) without K_YY^(-1/2).
//
// AVICA.Cutoff is not used.
type AsPrinted struct {
	// Epsilon is ε > 0: in degree d a feature is discriminative if its singular
	// value is at least ε θ^d (Definition 3.6; step 5 multiplies ε by θ before
	// degree 1), and generative otherwise. Zero means the geometric mean of the
	// nonzero singular values of each degree, the 'logarithmic mean' of DKL,
	// section 4.2.
	Epsilon float64
}

// String returns "as printed".
func (AsPrinted) String() string { return "as printed" }

func (a AsPrinted) fit(ctx context.Context, c AVICA, x *mat.Dense) (*AVICAModel, error) {
	if a.Epsilon < 0 || math.IsNaN(a.Epsilon) {
		return nil, fmt.Errorf("learn: avica: ε = %g is not positive", a.Epsilon)
	}
	n, vars := x.Dims()
	count, _ := c.Points.Dims()
	theta := thetaOf(c.Kernel)
	m := &AVICAModel{
		kernel: c.Kernel, points: c.Points, rows: n, method: a.String(),
		projectors: []*mat.Dense{},
	}
	for d := 1; d <= c.Degree; d++ {
		state, err := numeric.ReduceRows(ctx, n, count, func(dst *mat.Dense, lo int) error {
			rows, _ := dst.Dims()
			base, err := feature.Matrix(ctx, c.Kernel, x.Slice(lo, lo+rows, 0, vars).(*mat.Dense), c.Points)
			if err != nil {
				return err
			}
			dst.Copy(base)
			for e := 2; e <= d; e++ {
				m.raise(dst, base, e)
			}
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("learn: avica: %w", err)
		}
		svd, err := numeric.SVDOf(state.R())
		if err != nil {
			return nil, fmt.Errorf("learn: avica: degree %d: %w", d, err)
		}
		a.addDegree(m, svd, d, theta)
	}
	return m, nil
}

// addDegree labels the singular values of degree d and appends features, report
// and projector.
func (a AsPrinted) addDegree(m *AVICAModel, svd *numeric.SVD, d int, theta float64) {
	count, _ := m.points.Dims()
	nonzero := svd.Rank
	epsilon := a.Epsilon * math.Pow(theta, float64(d))
	if a.Epsilon == 0 {
		epsilon = geometricMean(svd.Values[:nonzero])
	}
	kept := 0
	for kept < nonzero && svd.Values[kept] >= epsilon {
		kept++
	}
	report := DegreeReport{
		Degree: d, Points: count, Redundant: count - nonzero,
		Discriminative: kept, Generative: nonzero - kept,
	}
	if nonzero > 0 {
		report.Condition = svd.Condition()
		report.Floor = numeric.RankTolerance(count) * svd.Values[0] * math.Pow(theta, float64(d))
	}
	for j, sigma := range svd.Values[:nonzero] {
		f := Feature{Degree: d, Sigma: sigma, Quantum: sigma * math.Pow(theta, float64(d)), column: j}
		if j < kept {
			f.Kind = Discriminative
		}
		m.features = append(m.features, f)
		report.Quanta = append(report.Quanta, f.Quantum)
	}
	if kept > 0 && kept < nonzero {
		report.Gap = svd.Values[kept-1] / svd.Values[kept]
	}
	m.reports = append(m.reports, report)
	var columns *mat.Dense
	if nonzero > 0 {
		columns = mat.DenseCopyOf(svd.V.Slice(0, count, 0, nonzero))
	}
	m.coefficients = append(m.coefficients, columns)
	projector := mat.NewDense(count, count, nil)
	if kept > 0 {
		v := svd.V.Slice(0, count, 0, kept)
		projector.Mul(v, v.T())
	}
	m.projectors = append(m.projectors, projector)
}

// thetaOf returns θ of a polynomial kernel, where zero stands for 1, and 1 for
// any other.
func thetaOf(k feature.Kernel) float64 {
	if p, ok := k.(feature.Polynomial); ok && !p.Theta.IsZero() {
		return p.Theta.Float64()
	}
	return 1
}

func geometricMean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += math.Log(v) / float64(len(values))
	}
	return math.Exp(sum)
}
