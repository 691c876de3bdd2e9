package feature

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/ring"
)

// Definiteness is what floating point can say about whether a symmetric matrix
// is positive semidefinite.
type Definiteness struct {
	// Semidefinite is Yes when the least eigenvalue lies above the tolerance, No
	// when it lies below minus the tolerance, and Unknown between: a matrix
	// with an eigenvalue of 0 and one with an eigenvalue just below it are the
	// same to floating point.
	Semidefinite ring.Truth
	// Least and Largest are the extreme eigenvalues.
	Least, Largest float64
}

// DefinitenessOf decides with the tolerance rtol times the largest size of an
// eigenvalue; rtol = 0 stands for numeric.RankTolerance. It returns
// numeric.ErrNotFinite for NaN and Inf.
func DefinitenessOf(gram mat.Symmetric, rtol float64) (Definiteness, error) {
	n := gram.SymmetricDim()
	for i := range n {
		for j := i; j < n; j++ {
			if !isFinite(gram.At(i, j)) {
				return Definiteness{}, fmt.Errorf("feature: entry (%d, %d) of a Gram matrix: %w", i+1, j+1, numeric.ErrNotFinite)
			}
		}
	}
	if rtol == 0 {
		rtol = numeric.RankTolerance(n)
	}
	var eig mat.EigenSym
	if !eig.Factorize(gram, false) {
		return Definiteness{}, fmt.Errorf("feature: eigenvalues of a Gram matrix: %w", numeric.ErrNoConvergence)
	}
	values := eig.Values(nil) // ascending
	d := Definiteness{Least: values[0], Largest: values[n-1]}
	tol := rtol * max(d.Largest, -d.Least)
	switch {
	case d.Least > tol:
		d.Semidefinite = ring.Yes
	case d.Least < -tol:
		d.Semidefinite = ring.No
	}
	return d, nil
}

// ExactlySemidefinite decides over ring.Q or ring.Qi whether the Gram matrix of
// the points is positive semidefinite, with a certificate for either answer;
// points may be repeated. A No proves that k is not a kernel. Errors are those
// of ExactMatrix, and numeric.ErrNotHermitian.
func ExactlySemidefinite[E any](ctx context.Context, f ring.Field[E], k Kernel, x [][]E) (*numeric.Semidefinite[E], error) {
	gram, err := ExactMatrix(ctx, f, k, x, x)
	if err != nil {
		return nil, err
	}
	s, err := numeric.PositiveSemidefinite(gram)
	if err != nil {
		return nil, fmt.Errorf("feature: Gram matrix of %v: %w", k, err)
	}
	return s, nil
}
