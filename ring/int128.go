package ring

import (
	"math/big"
	"math/bits"
)

// int128 is a signed integer in two's complement, the accumulator of scalar
// products of integers.
type int128 struct {
	hi int64
	lo uint64
}

// addMul adds a·b and reports whether the sum fits; if not, z is unchanged.
// a and b are above the least int64.
func (z *int128) addMul(a, b int64) bool {
	hi, lo := bits.Mul64(abs64(a), abs64(b))
	if (a < 0) != (b < 0) {
		var borrow uint64
		lo, borrow = bits.Sub64(0, lo, 0)
		hi, _ = bits.Sub64(0, hi, borrow)
	}
	p := int64(hi) // |a·b| < 2¹²⁶: the sign is right
	l, carry := bits.Add64(z.lo, lo, 0)
	s := z.hi + p + int64(carry)
	if (z.hi^s)&(p^s) < 0 {
		return false
	}
	z.hi, z.lo = s, l
	return true
}

// rat returns z.
func (z int128) rat() Rat {
	if z.hi == int64(z.lo)>>63 {
		return RatFromInt(int64(z.lo))
	}
	n := new(big.Int).Lsh(big.NewInt(z.hi), 64)
	return RatFromBigInt(n.Add(n, new(big.Int).SetUint64(z.lo)))
}
