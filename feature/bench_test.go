package feature_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
)

func BenchmarkMatrix(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 9))
	for _, size := range [][3]int{{1000, 12, 3}, {1000, 500, 256}} {
		x, z := normal(rng, size[0], size[2]), normal(rng, size[1], size[2])
		for _, k := range []feature.Kernel{
			feature.Polynomial{Degree: 2},
			plain{feature.Polynomial{Degree: 2}}, // pair by pair
			feature.Gaussian{Sigma: 20},
		} {
			b.Run(fmt.Sprintf("%v/N=%d/M=%d/n=%d", k, size[0], size[1], size[2]), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := feature.Matrix(ctx, k, x, z); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
		b.Run(fmt.Sprintf("product of matrices alone/N=%d/M=%d/n=%d", size[0], size[1], size[2]), func(b *testing.B) {
			for b.Loop() {
				var p mat.Dense
				p.Mul(x, z.T())
			}
		})
	}
}

func BenchmarkFeatures(b *testing.B) {
	x := normal(rand.New(rand.NewPCG(1, 10)), 1000, 3)
	for _, d := range []int{2, 4} {
		basis, err := feature.Polynomial{Degree: d}.Basis(3)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("N=1000/n=3/d=%d", d), func(b *testing.B) {
			for b.Loop() {
				if _, err := basis.Features(ctx, x); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkBasis(b *testing.B) {
	for b.Loop() {
		if _, err := (feature.Polynomial{Degree: 2}).Basis(256); err != nil {
			b.Fatal(err)
		}
	}
}
