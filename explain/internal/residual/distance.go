package residual

import (
	"math"
	"math/big"

	"github.com/kexplain/kexplain/ring"
)

// precision is that of distances at points out of the reach of float64, in bits.
const precision = 96

// distance returns |value| / |gradient|, rounded to float64, and whether it is
// defined: the gradient is not zero, and the quotient is no larger than the largest
// float64. The exponents of big.Float reach to 2³¹, far beyond those of a value of
// a polynomial that was computed, so that nothing overflows on the way.
func distance(value ring.Rat, gradient []ring.Rat) (d float64, defined bool) {
	square := real(0)
	for _, g := range gradient {
		x := rounded(g)
		square.Add(square, x.Mul(x, x))
	}
	if square.Sign() == 0 {
		return 0, false
	}
	quotient := rounded(value)
	quotient.Quo(quotient.Abs(quotient), real(0).Sqrt(square))
	d, _ = quotient.Float64()
	if math.IsInf(d, 0) {
		return 0, false
	}
	if value.IsZero() {
		return 0, true
	}
	return math.Max(d, math.SmallestNonzeroFloat64), true
}

func real(x float64) *big.Float { return big.NewFloat(x).SetPrec(precision) }

func rounded(x ring.Rat) *big.Float { return real(0).SetRat(x.Big()) }
