package poly_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// sparse returns a polynomial of exactly n terms with small coefficients.
func sparse[E any](rng *rand.Rand, R *poly.Ring[E], n, degree int) *poly.Polynomial[E] {
	p := R.Zero()
	for p.Len() < n {
		terms := make([]poly.Term[E], n-p.Len())
		for i := range terms {
			exponents := make([]int, R.NumVars())
			for j := range exponents {
				exponents[j] = rng.IntN(degree)
			}
			m, err := R.Monomial(exponents...)
			if err != nil {
				panic(err)
			}
			terms[i] = poly.Term[E]{Monomial: m, Coefficient: R.Field().FromInt(int64(rng.IntN(99) + 1))}
		}
		p = p.Add(R.FromTerms(terms))
	}
	return p
}

func BenchmarkMul(b *testing.B) {
	p32003, err := ring.NewZp(32003)
	if err != nil {
		b.Fatal(err)
	}
	for _, n := range []int{10, 100, 1000} {
		b.Run(fmt.Sprintf("sparse/Q/terms=%d", n), func(b *testing.B) { benchMul(b, newRing(b, 4), n, 200) })
	}
	b.Run("sparse/F32003/terms=1000", func(b *testing.B) {
		benchMul(b, poly.MustRing(p32003, names(4)), 1000, 200)
	})
	b.Run("dense/Q/terms=1000", func(b *testing.B) { benchMul(b, newRing(b, 3), 1000, 11) })
	b.Run("dense/Q/degrevlex/terms=1000", func(b *testing.B) {
		benchMul(b, newRing(b, 3, poly.WithOrder(poly.Degrevlex)), 1000, 11)
	})
	b.Run("short/Q/terms=4x1000", func(b *testing.B) {
		rng := rand.New(rand.NewPCG(1, 1))
		R := newRing(b, 4)
		p, q := sparse(rng, R, 4, 200), sparse(rng, R, 1000, 200)
		for b.Loop() {
			if _, err := p.Mul(q); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func benchMul[E any](b *testing.B, R *poly.Ring[E], n, degree int) {
	rng := rand.New(rand.NewPCG(1, 1))
	p, q := sparse(rng, R, n, degree), sparse(rng, R, n, degree)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := p.Mul(q); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n*n), "ns/product")
}

func BenchmarkSchoolbook(b *testing.B) {
	R := newRing(b, 4)
	rng := rand.New(rand.NewPCG(1, 1))
	p, q := sparse(rng, R, 1000, 200), sparse(rng, R, 1000, 200)
	b.Run("sparse/Q/terms=1000", func(b *testing.B) {
		for b.Loop() {
			poly.Schoolbook(p, q)
		}
	})
}

func BenchmarkAdd(b *testing.B) {
	R := newRing(b, 4)
	rng := rand.New(rand.NewPCG(1, 1))
	p, q := sparse(rng, R, 1000, 200), sparse(rng, R, 1000, 200)
	b.Run("terms=1000", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			p.Add(q)
		}
	})
}

func BenchmarkEval(b *testing.B) {
	R := poly.MustRing(ring.Float64, names(3))
	rng := rand.New(rand.NewPCG(1, 1))
	for _, degree := range []int{3, 8} {
		p := R.Zero()
		for _, m := range R.MonomialsUpTo(degree) {
			p = p.Add(R.Term(rng.NormFloat64(), m))
		}
		points := make([][]float64, 1000)
		for i := range points {
			points[i] = []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
		}
		dst := make([]float64, len(points))
		b.Run(fmt.Sprintf("terms=%d/points=1000", p.Len()), func(b *testing.B) {
			b.ReportAllocs()
			e := poly.NewEvaluator(p)
			for b.Loop() {
				e.EvalTo([][]float64{dst}, points)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(1000*p.Len()), "ns/term")
		})
	}
}

func BenchmarkParse(b *testing.B) {
	R := newRing(b, 4)
	text := sparse(rand.New(rand.NewPCG(1, 1)), R, 1000, 200).String()
	b.Run("terms=1000", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			if _, err := R.Parse(text); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkFormat(b *testing.B) {
	p := sparse(rand.New(rand.NewPCG(1, 1)), newRing(b, 4), 1000, 200)
	b.Run("terms=1000", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_ = p.String()
		}
	})
}
