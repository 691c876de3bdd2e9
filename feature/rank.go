package feature

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/ring"
)

// FeatureRank returns frk(S), the dimension of the span of the feature vectors
// of the points, exactly: the rank of their evaluation rows. It returns the
// errors of Polynomial.Basis. It panics if the field is not exact or the points
// differ in length.
func FeatureRank[E any](k ring.Field[E], p Polynomial, points [][]E) (int, error) {
	rows, err := evaluation(k, p, points)
	if err != nil || len(rows) == 0 || len(rows[0]) == 0 {
		return 0, err
	}
	return numeric.Rank(numeric.MatrixOf(k, rows)), nil
}

// FeatureSpans reports whether the points feature-span the whole space: whether
// the functions k(·, z_j) span all polynomials of degree at most d (all forms
// of degree d). Exact; errors and panics are those of FeatureRank.
func FeatureSpans[E any](k ring.Field[E], p Polynomial, z [][]E) (bool, error) {
	if len(z) == 0 {
		return false, p.Validate()
	}
	rank, err := FeatureRank(k, p, z)
	if err != nil {
		return false, err
	}
	dim, _ := p.Dim(len(z[0])) // fits, or there would have been an error
	return rank == dim, nil
}

// FeatureSpansPoints reports whether fspan X ⊆ fspan Z, the hypothesis of the
// theorems on cross-kernel matrices (CKI, theorems 3.3 and 3.4): whether adding
// X to Z leaves the feature rank as it is. Exact; errors and panics are those
// of FeatureRank.
func FeatureSpansPoints[E any](k ring.Field[E], p Polynomial, z, x [][]E) (bool, error) {
	alone, err := FeatureRank(k, p, z)
	if err != nil {
		return false, err
	}
	together, err := FeatureRank(k, p, append(append([][]E(nil), z...), x...))
	return alone == together, err
}

// evaluation returns the evaluation rows of points.
func evaluation[E any](k ring.Field[E], p Polynomial, points [][]E) ([][]E, error) {
	if len(points) == 0 {
		return nil, p.Validate()
	}
	b, err := p.Basis(len(points[0]))
	if err != nil {
		return nil, err
	}
	rows := make([][]E, len(points))
	for i, x := range points {
		rows[i] = EvaluationRow(k, b, x)
	}
	return rows, nil
}

// NumericalRank is a feature rank found in floating point.
type NumericalRank struct {
	// Rank is the number of singular values of the feature matrix above the
	// tolerance, Dim the number of features.
	Rank, Dim int
	// Smallest is the smallest singular value that counts and Refused the
	// largest that does not, as fractions of the largest of all: the wider the
	// gap around the tolerance, the safer the rank. Refused is 0 when all count,
	// Smallest is 0 when none does.
	Smallest, Refused float64
}

// Spans reports whether the points feature-span the whole space.
func (r NumericalRank) Spans() bool { return r.Rank == r.Dim }

// String returns "feature rank 9 of 10 (smallest 0.02, next 1e-17)".
func (r NumericalRank) String() string {
	return fmt.Sprintf("feature rank %d of %d (smallest %.2g, next %.2g)", r.Rank, r.Dim, r.Smallest, r.Refused)
}

// NumericalFeatureRank returns the feature rank of the points z in floating
// point: the rank of the feature matrix of the points divided by the root mean
// square of their columns, which has the same rank and a better condition.
// Singular values up to rtol times the largest count as zero; rtol = 0 stands
// for numeric.RankTolerance of the larger side of the matrix. Errors are those
// of Polynomial.Basis, numeric.ErrNotFinite, and that of ctx.
func NumericalFeatureRank(ctx context.Context, p Polynomial, z *mat.Dense, rtol float64) (NumericalRank, error) {
	m, n := z.Dims()
	b, err := p.Basis(n)
	if err != nil {
		return NumericalRank{}, err
	}
	scaled := mat.DenseCopyOf(z)
	for j, s := range rms(z) {
		for i := range m {
			scaled.Set(i, j, z.At(i, j)/s)
		}
	}
	phi, err := b.Features(ctx, scaled)
	if err != nil {
		return NumericalRank{}, err
	}
	svd, err := numeric.TallSVD(ctx, phi, false)
	if err != nil {
		return NumericalRank{}, fmt.Errorf("feature: rank of the feature matrix: %w", err)
	}
	if rtol == 0 {
		rtol = numeric.RankTolerance(max(m, b.Len()))
	}
	r := NumericalRank{Dim: b.Len()}
	for _, v := range svd.Values {
		v /= svd.Values[0]
		if !(v > rtol) {
			if svd.Values[0] > 0 {
				r.Refused = v
			}
			break
		}
		r.Rank++
		r.Smallest = v
	}
	return r, nil
}
