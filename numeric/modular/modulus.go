package modular

import (
	"fmt"
	"math/big"
	"math/bits"
)

// MaxPrime is the bound of the moduli: every modulus is below it. Four bits
// of each word are left free, which lets a sum of products run for dotChunk
// terms before it is looked at.
const MaxPrime = 1 << 60

// Modulus is an odd prime p below MaxPrime, ready for Montgomery arithmetic.
// It is a small value, made by NewModulus; its methods may be used by several
// goroutines at once. Residues are in Montgomery form unless said otherwise.
type Modulus struct {
	p    uint64
	pinv uint64 // p⁻¹ mod 2⁶⁴
	one  uint64 // 2⁶⁴ mod p, the Montgomery form of 1
	r2   uint64 // 2¹²⁸ mod p, the Montgomery form of 2⁶⁴
}

// NewModulus returns the modulus p. It panics if p is even, below 3 or not
// below MaxPrime. That p is prime is the caller's word; everything but Inv and
// what builds on it works for any odd p.
func NewModulus(p uint64) Modulus {
	if p%2 == 0 || p < 3 || p >= MaxPrime {
		panic(fmt.Sprintf("modular: modulus %d is not an odd number between 3 and 2^60", p))
	}
	inv := p // correct to 3 bits; each step of Newton's iteration doubles that
	for range 5 {
		inv *= 2 - p*inv
	}
	_, one := bits.Div64(1, 0, p)
	_, r2 := bits.Div64(one, 0, p)
	return Modulus{p: p, pinv: inv, one: one, r2: r2}
}

// P returns the prime.
func (m *Modulus) P() uint64 { return m.p }

// One returns the residue 1.
func (m *Modulus) One() uint64 { return m.one }

// FromUint64 returns the residue of x.
func (m *Modulus) FromUint64(x uint64) uint64 {
	hi, lo := bits.Mul64(x, m.r2)
	// r2 < p, so hi < p whatever x is, as reduce asks.
	return m.reduce(hi, lo)
}

// FromInt64 returns the residue of x.
func (m *Modulus) FromInt64(x int64) uint64 {
	if x < 0 {
		return m.Neg(m.FromUint64(-uint64(x)))
	}
	return m.FromUint64(uint64(x))
}

// FromBig returns the residue of x.
func (m *Modulus) FromBig(x *big.Int) uint64 {
	if x.IsInt64() {
		return m.FromInt64(x.Int64())
	}
	var sum uint64
	words := x.Bits()
	for i := len(words) - 1; i >= 0; i-- { // Horner's rule in base 2^UintSize
		if bits.UintSize == 64 {
			sum = m.Mul(sum, m.r2)
		} else {
			sum = m.Mul(sum, m.FromUint64(1<<32))
		}
		sum = m.Add(sum, m.FromUint64(uint64(words[i])))
	}
	if x.Sign() < 0 {
		return m.Neg(sum)
	}
	return sum
}

// Uint64 returns the number in [0, p) that the residue x stands for.
func (m *Modulus) Uint64(x uint64) uint64 { return m.reduce(0, x) }

// reduce returns (hi·2⁶⁴ + lo)·2⁻⁶⁴ mod p, for hi < p.
func (m *Modulus) reduce(hi, lo uint64) uint64 {
	q, _ := bits.Mul64(lo*m.pinv, m.p)
	d, borrow := bits.Sub64(hi, q, 0)
	return d + m.p&-borrow
}

// Add returns x + y.
func (m *Modulus) Add(x, y uint64) uint64 {
	s := x + y
	if s >= m.p {
		s -= m.p
	}
	return s
}

// Sub returns x - y.
func (m *Modulus) Sub(x, y uint64) uint64 {
	d, borrow := bits.Sub64(x, y, 0)
	return d + m.p&-borrow
}

// Neg returns -x.
func (m *Modulus) Neg(x uint64) uint64 {
	if x == 0 {
		return 0
	}
	return m.p - x
}

// Mul returns x·y.
func (m *Modulus) Mul(x, y uint64) uint64 {
	hi, lo := bits.Mul64(x, y)
	return m.reduce(hi, lo)
}

// Pow returns xᵉ, with x⁰ = 1.
func (m *Modulus) Pow(x, e uint64) uint64 {
	z := m.one
	for ; e > 0; e >>= 1 {
		if e&1 != 0 {
			z = m.Mul(z, x)
		}
		x = m.Mul(x, x)
	}
	return z
}

// Inv returns 1/x. It panics if x is 0.
func (m *Modulus) Inv(x uint64) uint64 {
	if x == 0 {
		panic("modular: inverse of 0")
	}
	// Euclid on (p, x), keeping only the cofactor of x: a half of the work of
	// x^(p-2) at this size.
	a, b := m.p, x
	var u, v int64 = 0, 1
	for b != 0 {
		q := a / b
		a, b = b, a-q*b
		u, v = v, u-int64(q)*v
	}
	if u < 0 {
		u += int64(m.p)
	}
	// x stands for x·2⁻⁶⁴, so 1/x stands for u with two factors of 2⁶⁴ missing.
	return m.Mul(m.Mul(uint64(u), m.r2), m.r2)
}

// Dot returns Σ xᵢ·yᵢ. It panics if the lengths differ.
func (m *Modulus) Dot(x, y []uint64) uint64 {
	if len(x) != len(y) {
		panic(fmt.Sprintf("modular: vectors of length %d and %d", len(x), len(y)))
	}
	return m.reduce(m.dot(x, y))
}

// dotChunk is how many products, each below 2¹²⁰, are added up before the upper
// word of the sum is reduced; 256 would overflow.
const dotChunk = 224

// dot returns Σ xᵢ·yᵢ as a two-word number whose upper word is below p; the
// sum is right modulo p·2⁶⁴.
func (m *Modulus) dot(x, y []uint64) (hi, lo uint64) {
	hi, lo = sum(x[:min(len(x), dotChunk)], y)
	hi = fold(hi, m.p)
	for at := dotChunk; at < len(x); at += dotChunk {
		h, l := sum(x[at:min(len(x), at+dotChunk)], y[at:])
		var c uint64
		lo, c = bits.Add64(lo, l, 0)
		hi = fold(hi+fold(h, m.p)+c, m.p)
	}
	return hi, lo
}

// dot2 returns Σ xᵢ·yᵢ and Σ xᵢ·zᵢ, reduced.
func (m *Modulus) dot2(x, y, z []uint64) (xy, xz uint64) {
	hi, lo, hi2, lo2 := sum2(x[:min(len(x), dotChunk)], y, z)
	hi, hi2 = fold(hi, m.p), fold(hi2, m.p)
	for at := dotChunk; at < len(x); at += dotChunk {
		h, l, h2, l2 := sum2(x[at:min(len(x), at+dotChunk)], y[at:], z[at:])
		var c uint64
		lo, c = bits.Add64(lo, l, 0)
		hi = fold(hi+fold(h, m.p)+c, m.p)
		lo2, c = bits.Add64(lo2, l2, 0)
		hi2 = fold(hi2+fold(h2, m.p)+c, m.p)
	}
	return m.reduce(hi, lo), m.reduce(hi2, lo2)
}

// sum returns Σ xᵢ·yᵢ in two words. The loop is as plain as can be and in a
// function of its own: unrolled or inlined, it has more values than registers,
// and the compiler keeps the products in memory.
//
//go:noinline
func sum(x, y []uint64) (hi, lo uint64) {
	y = y[:len(x)]
	var c uint64
	for i, a := range x {
		h, l := bits.Mul64(a, y[i])
		lo, c = bits.Add64(lo, l, 0)
		hi, _ = bits.Add64(hi, h, c)
	}
	return hi, lo
}

// sum2 returns Σ xᵢ·yᵢ and Σ xᵢ·zᵢ, in two words each. Two sums at once keep the
// multiplier busy while the carries of either wait for one another.
//
//go:noinline
func sum2(x, y, z []uint64) (hi, lo, hi2, lo2 uint64) {
	y, z = y[:len(x)], z[:len(x)]
	var c uint64
	for i, a := range x {
		h, l := bits.Mul64(a, y[i])
		lo, c = bits.Add64(lo, l, 0)
		hi, _ = bits.Add64(hi, h, c)
		h, l = bits.Mul64(a, z[i])
		lo2, c = bits.Add64(lo2, l, 0)
		hi2, _ = bits.Add64(hi2, h, c)
	}
	return hi, lo, hi2, lo2
}

// fold brings x below p. x is below 16p: any word is, for p close to 2⁶⁰, and
// the products that went into it are below p² for any other.
func fold(x, p uint64) uint64 {
	p2, p4, p8 := 2*p, 4*p, 8*p
	if y := x - p8; x >= p8 {
		x = y
	}
	if y := x - p4; x >= p4 {
		x = y
	}
	if y := x - p2; x >= p2 {
		x = y
	}
	if y := x - p; x >= p {
		x = y
	}
	return x
}
