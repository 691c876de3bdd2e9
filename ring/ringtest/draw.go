package ringtest

import (
	"math"
	"math/big"
	"math/rand/v2"

	"github.com/kexplain/kexplain/ring"
)

// corners are the integers where 31-bit, 32-bit, 53-bit and 63-bit arithmetic
// changes its form.
var corners = []int64{
	0, 1, -1, 2, -2, 3, 6, 10, 1<<31 - 1, 1 << 31, 1 << 32, 3037000499, 3037000500,
	1<<53 - 1, 1 << 53, 1<<53 + 1, 1 << 62, -1 << 62, math.MaxInt64, math.MaxInt64 - 1, math.MinInt64, -math.MaxInt64,
}

// Int draws integers: small ones, corners of the machine word, any.
func Int(rng *rand.Rand) int64 {
	switch rng.IntN(4) {
	case 0, 1:
		return int64(rng.IntN(21)) - 10
	case 2:
		return int64(rng.Uint64()) >> rng.IntN(64)
	}
	return corners[rng.IntN(len(corners))]
}

// Rat draws rationals: short ones, those at the border between machine words
// and big numbers, and some beyond it.
func Rat(rng *rand.Rand) ring.Rat {
	q := Int(rng)
	for q == 0 {
		q = Int(rng)
	}
	x := ring.NewRat(Int(rng), q)
	if rng.IntN(8) == 0 {
		x = x.Mul(ring.RatFromInt(math.MaxInt64)).Add(ring.NewRat(1, 3))
	}
	return x
}

// Gaussian draws Gaussian rationals, real and imaginary ones often.
func Gaussian(rng *rand.Rand) ring.Gaussian {
	switch rng.IntN(4) {
	case 0:
		return ring.NewGaussian(Rat(rng), ring.Rat{})
	case 1:
		return ring.NewGaussian(ring.Rat{}, Rat(rng))
	}
	return ring.NewGaussian(Rat(rng), Rat(rng))
}

// Float64 draws finite floats: small integers, ±0, the ends of the range,
// numbers of all magnitudes.
func Float64(rng *rand.Rand) float64 {
	ends := []float64{0, math.Copysign(0, -1), math.MaxFloat64, -math.MaxFloat64,
		math.SmallestNonzeroFloat64, 0x1p-1022, 1 + 0x1p-52, 1 - 0x1p-53, 0.1, 1e300, 1e-300}
	switch rng.IntN(4) {
	case 0:
		return float64(rng.IntN(21) - 10)
	case 1:
		return ends[rng.IntN(len(ends))]
	case 2:
		return math.Ldexp(rng.NormFloat64(), rng.IntN(2000)-1000)
	}
	return rng.NormFloat64()
}

// Complex128 draws finite complex numbers, real and imaginary ones often.
func Complex128(rng *rand.Rand) complex128 {
	switch rng.IntN(4) {
	case 0:
		return complex(Float64(rng), 0)
	case 1:
		return complex(0, Float64(rng))
	}
	return complex(Float64(rng), Float64(rng))
}

// BigFloat returns a Gen for k: exact small numbers, full mantissas, and
// numbers far outside the range of float64.
func BigFloat(k ring.BigFloats) Gen[*big.Float] {
	return func(rng *rand.Rand) *big.Float {
		x := k.FromInt(Int(rng))
		switch rng.IntN(3) {
		case 0:
			return x
		case 1:
			inv, err := k.Inv(k.FromInt(int64(rng.IntN(1000)) + 1))
			if err == nil {
				x = k.Mul(x, inv)
			}
			return x
		}
		return new(big.Float).SetMantExp(x, rng.IntN(8000)-4000)
	}
}

// Zp returns a Gen for k: residues near 0 and near p, and any.
func Zp(k ring.Zp) Gen[uint64] {
	return func(rng *rand.Rand) uint64 {
		p := k.Modulus()
		switch rng.IntN(3) {
		case 0:
			return rng.Uint64N(min(p, 10))
		case 1:
			return p - 1 - rng.Uint64N(min(p, 10))
		}
		return rng.Uint64N(p)
	}
}
