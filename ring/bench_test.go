package ring_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/kexplain/kexplain/ring"
)

// smallRats are fractions as they come up in polynomials: numerators below
// 1000, denominators below 20.
func smallRats(n int) []ring.Rat {
	rng := rand.New(rand.NewPCG(1, 5))
	x := make([]ring.Rat, n)
	for i := range x {
		x[i] = ring.NewRat(int64(rng.IntN(2000)-1000), int64(rng.IntN(19)+1))
	}
	return x
}

func BenchmarkRatMulAdd(b *testing.B) {
	x := smallRats(256)
	bigs := make([]*big.Rat, len(x))
	for i := range x {
		bigs[i] = x[i].Big()
	}
	b.Run("Rat", func(b *testing.B) {
		b.ReportAllocs()
		var sum ring.Rat
		for i := 0; b.Loop(); i++ {
			sum = x[i&255].Mul(x[(i+1)&255]).Add(x[(i+7)&255])
		}
		_ = sum
	})
	b.Run("big.Rat", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			z := new(big.Rat).Mul(bigs[i&255], bigs[(i+1)&255])
			z.Add(z, bigs[(i+7)&255])
		}
	})
}

func BenchmarkParseRat(b *testing.B) {
	for _, s := range []string{"12", "-0.734218", "22/7", "1.602176634e-19"} {
		b.Run(s, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _ = ring.ParseRat(s)
			}
		})
	}
}

func BenchmarkDot(b *testing.B) {
	const n = 1000
	k, err := ring.NewZp(4611686018427387847)
	if err != nil {
		b.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 6))
	f, z, q := make([]float64, n), make([]uint64, n), make([]ring.Rat, n)
	for i := range n {
		f[i], z[i], q[i] = rng.NormFloat64(), rng.Uint64N(k.Modulus()), ring.RatFromInt(int64(rng.IntN(1000)))
	}
	b.Run(fmt.Sprintf("float64/n=%d", n), func(b *testing.B) {
		for b.Loop() {
			ring.Float64.Dot(f, f)
		}
	})
	b.Run(fmt.Sprintf("Zp/n=%d", n), func(b *testing.B) {
		for b.Loop() {
			k.Dot(z, z)
		}
	})
	b.Run(fmt.Sprintf("Zp one reduction a term/n=%d", n), func(b *testing.B) {
		for b.Loop() {
			var sum uint64
			for i := range z {
				sum = k.Add(sum, k.Mul(z[i], z[i]))
			}
			_ = sum
		}
	})
	b.Run(fmt.Sprintf("integers in Q/n=%d", n), func(b *testing.B) {
		for b.Loop() {
			ring.Q.Dot(q, q)
		}
	})
}
