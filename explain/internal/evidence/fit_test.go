package evidence

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/numeric"
)

// plainRatio is smallestRatio with the methods of package mat.
func plainRatio(a, b *mat.SymDense) ([]float64, bool) {
	k := a.SymmetricDim()
	unit := make([]float64, k)
	for i := range unit {
		if unit[i] = math.Sqrt(a.At(i, i)); unit[i] == 0 {
			return nil, false
		}
	}
	s, t := mat.NewSymDense(k, nil), mat.NewSymDense(k, nil)
	for i := range k {
		for j := i; j < k; j++ {
			s.SetSym(i, j, a.At(i, j)/unit[i]/unit[j])
			t.SetSym(i, j, b.At(i, j)/unit[i]/unit[j])
		}
		s.SetSym(i, i, s.At(i, i)+1e-13)
	}
	var chol mat.Cholesky
	if !chol.Factorize(s) {
		return nil, false
	}
	var l mat.TriDense
	chol.LTo(&l)
	var half, full, vectors, out mat.Dense
	if half.Solve(&l, t) != nil || full.Solve(&l, half.T()) != nil {
		return nil, false
	}
	var eig mat.EigenSym
	if !eig.Factorize(numeric.Symmetric(&full), true) {
		return nil, false
	}
	eig.VectorsTo(&vectors)
	if out.Solve(l.T(), vectors.Slice(0, k, k-1, k)) != nil {
		return nil, false
	}
	v, size := make([]float64, k), 0.0
	for i := range v {
		v[i] = out.At(i, 0) / unit[i]
		size += v[i] * v[i]
	}
	for i := range v {
		if v[i] /= math.Sqrt(size); math.IsNaN(v[i]) {
			return nil, false
		}
	}
	return v, true
}

// The steps without estimates of conditions are those of package mat, bit by bit: for forms of full rank, of less, and
// with numbers that are none.
func TestSmallestRatio(t *testing.T) {
	rng := source(13)
	form := func(k, rank int) *mat.SymDense {
		m, s := mat.NewDense(k, rank, nil), mat.NewSymDense(k, nil)
		for i := range k {
			for j := range rank {
				m.Set(i, j, math.Exp(2*rng.NormFloat64())*rng.NormFloat64())
			}
		}
		s.SymOuterK(1, m)
		return s
	}
	for k := 1; k < 40; k++ {
		for _, rank := range []int{k, k + 3, max(1, k-1), max(1, k/2)} {
			a, b := form(k, rank), form(k, max(1, k-1))
			if k%10 == 9 {
				b.SetSym(0, k-1, math.Inf(k%20-10))
			}
			want, ok := plainRatio(a, b)
			got, same := smallestRatio(a, b)
			require.Equal(t, ok, same)
			require.Equal(t, want, got)
		}
	}
}
