package numeric_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/numeric"
)

// benchmarkShapes are rows × columns: the sizes of 3 variables at degree 2 with
// 12 spanning points, 16 variables with 160, and pixels with 500.
var benchmarkShapes = [][2]int{{100_000, 12}, {20_000, 160}, {4_000, 500}}

// onOneThread runs f with one processor, so that ratios compare algorithms.
func onOneThread(b *testing.B, f func()) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	f()
}

func reportRows(b *testing.B, rows int) {
	b.ReportMetric(float64(rows)*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}

// BenchmarkTSQR compares the accumulator with gonum's QR and SVD of the whole
// matrix.
func BenchmarkTSQR(b *testing.B) {
	for _, shape := range benchmarkShapes {
		rows, cols := shape[0], shape[1]
		a := randomDense(rand.New(rand.NewPCG(1, 40)), rows, cols)
		name := fmt.Sprintf("rows=%d/cols=%d", rows, cols)
		b.Run("tsqr/"+name, func(b *testing.B) {
			onOneThread(b, func() {
				for b.Loop() {
					t := numeric.NewTSQR(cols)
					t.Add(a)
					t.R()
				}
			})
			reportRows(b, rows)
		})
		b.Run("tsqr+svd/"+name, func(b *testing.B) {
			onOneThread(b, func() {
				for b.Loop() {
					_, err := numeric.TallSVD(context.Background(), a, false)
					require.NoError(b, err)
				}
			})
			reportRows(b, rows)
		})
		b.Run("gonumQR/"+name, func(b *testing.B) {
			onOneThread(b, func() {
				for b.Loop() {
					var qr mat.QR
					qr.Factorize(a)
				}
			})
			reportRows(b, rows)
		})
		b.Run("gonumSVD/"+name, func(b *testing.B) {
			onOneThread(b, func() {
				for b.Loop() {
					var svd mat.SVD
					svd.Factorize(a, mat.SVDThinV)
				}
			})
			reportRows(b, rows)
		})
	}
}

// BenchmarkSVDOf compares Jacobi on a triangle with gonum's SVD of it.
func BenchmarkSVDOf(b *testing.B) {
	for _, n := range []int{12, 160, 500} {
		_, r := numeric.ThinQR(randomDense(rand.New(rand.NewPCG(1, 41)), 2*n, n))
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			for b.Loop() {
				_, err := numeric.SVDOf(r)
				require.NoError(b, err)
			}
		})
		b.Run(fmt.Sprintf("gonum/n=%d", n), func(b *testing.B) {
			for b.Loop() {
				var svd mat.SVD
				svd.Factorize(r, mat.SVDThinV)
			}
		})
	}
}

// pencil is one as polynomials of n terms have it.
func pencil(n int) (a, b *mat.SymDense) {
	rng := rand.New(rand.NewPCG(1, uint64(n)))
	return gram(randomDense(rng, 3*n, n)), gram(randomDense(rng, 3*n, n))
}

// BenchmarkLeastEigen solves pencils of 3 to 100 terms.
func BenchmarkLeastEigen(b *testing.B) {
	for _, n := range []int{3, 10, 35, 100} {
		m, g := pencil(n)
		places := numeric.FirstInts(n)
		b.Run(fmt.Sprintf("terms=%d", n), func(b *testing.B) {
			for b.Loop() {
				_, _, ok := numeric.LeastEigen(m, g, places, 1e-12)
				require.True(b, ok)
			}
		})
	}
}

// BenchmarkInverseBeside inverts the forms of 3 to 100 terms beside a vector.
func BenchmarkInverseBeside(b *testing.B) {
	for _, n := range []int{3, 10, 35, 100} {
		m, g := pencil(n)
		_, v, _ := numeric.LeastEigen(m, g, numeric.FirstInts(n), 1e-12)
		b.Run(fmt.Sprintf("terms=%d", n), func(b *testing.B) {
			for b.Loop() {
				numeric.InverseBeside(m, v)
			}
		})
	}
}
