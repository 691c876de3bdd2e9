package modular

import (
	"fmt"
	"math/big"
	"math/bits"

	"github.com/kexplain/kexplain/numeric/internal/kernel"
)

// MaxPrime is the bound of the moduli: every modulus is below it. Four bits
// of each word are left free, which lets a sum of products run for dotChunk
// terms before it is looked at.
const MaxPrime = 1 << 60

// Modulus is an odd prime p below MaxPrime, ready for Montgomery arithmetic.
// It is a small value, made by NewModulus; its methods may be used by several
// goroutines at once. Residues are in Montgomery form unless said otherwise: x
// is kept as x·r mod p, where r is 2⁵² for p below 2⁵⁰, which vectors of 52-bit
// products ask for, and 2⁶⁴ above.
type Modulus struct {
	p     uint64
	pinv  uint64 // p⁻¹ mod 2⁶⁴
	one   uint64 // r mod p, the Montgomery form of 1
	r2    uint64 // r² mod p, the Montgomery form of r
	word  uint64 // the Montgomery form of 2⁶⁴
	inv   uint64 // 2⁶⁴/p, rounded down
	shift uint8  // r = 2^(64-shift)
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
	m := Modulus{p: p, pinv: inv}
	if p < kernel.MaxModulus {
		m.shift = 12
	}
	m.inv, m.word = bits.Div64(1, 0, p)
	_, m.one = bits.Div64(1>>m.shift, 1<<(64-m.shift), p) // r is 1·2⁶⁴ + 0 or 0·2⁶⁴ + 2⁵²
	hi, lo := bits.Mul64(m.one, m.one)
	_, m.r2 = bits.Div64(hi, lo, p)
	m.word = m.Mul(m.word, m.r2)
	return m
}

// short reports whether p is one of those of which the kernels take panels.
func (m *Modulus) short() bool { return m.shift > 0 }

// P returns the prime.
func (m *Modulus) P() uint64 { return m.p }

// One returns the residue 1.
func (m *Modulus) One() uint64 { return m.one }

// FromUint64 returns the residue of x.
func (m *Modulus) FromUint64(x uint64) uint64 {
	return m.Mul(m.fold(x), m.r2)
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
			sum = m.Mul(sum, m.word)
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
func (m *Modulus) Uint64(x uint64) uint64 { return m.reduce(0, x<<m.shift) }

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
	hi, lo := bits.Mul64(x<<(m.shift&63), y)
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
	// x stands for x/r, so 1/x stands for u with two factors of r missing.
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

// dotVector is the number of products from which the kernel is faster than a loop.
const dotVector = 8

// dot returns Σ xᵢ·yᵢ, times 2^shift, as a two-word number whose upper word is below p; the
// sum is right modulo p·2⁶⁴.
func (m *Modulus) dot(x, y []uint64) (hi, lo uint64) {
	if m.short() && len(x) >= dotVector && kernel.HasPanels() {
		return m.vectorDot(x, y)
	}
	hi, lo = sum(x[:min(len(x), dotChunk)], y)
	hi, lo = m.shifted(hi, lo)
	hi = m.fold(hi)
	for at := dotChunk; at < len(x); at += dotChunk {
		h, l := sum(x[at:min(len(x), at+dotChunk)], y[at:])
		hi, lo = m.addFolded(hi, lo, h, l)
	}
	return hi, lo
}

// vectorDot is dot by the kernel.
func (m *Modulus) vectorDot(x, y []uint64) (hi, lo uint64) {
	for at := 0; at < len(x); at += kernel.MaxTerms {
		h, l := kernel.Dot52(x[at:min(len(x), at+kernel.MaxTerms)], y[at:])
		var c uint64
		lo, c = bits.Add64(lo, l<<12, 0)
		hi = m.fold(hi + m.fold(h+l>>52) + c)
	}
	return hi, lo
}

// dot2 returns Σ xᵢ·yᵢ and Σ xᵢ·zᵢ, reduced.
func (m *Modulus) dot2(x, y, z []uint64) (xy, xz uint64) {
	if m.short() && len(x) >= dotVector && kernel.HasPanels() {
		return m.reduce(m.vectorDot(x, y)), m.reduce(m.vectorDot(x, z))
	}
	var hi, lo, hi2, lo2 uint64
	for at := 0; at < len(x); at += dotChunk {
		h, l, h2, l2 := sum2(x[at:min(len(x), at+dotChunk)], y[at:], z[at:])
		hi, lo = m.addFolded(hi, lo, h, l)
		hi2, lo2 = m.addFolded(hi2, lo2, h2, l2)
	}
	return m.reduce(hi, lo), m.reduce(hi2, lo2)
}

// shifted returns a sum of dotChunk products times 2^shift.
func (m *Modulus) shifted(hi, lo uint64) (uint64, uint64) {
	s := m.shift & 63
	return hi<<s | lo>>(64-s), lo << s // a shift by 64 is 0
}

// addFolded adds a sum of dotChunk products, times 2^shift, to a two-word number whose upper
// word is below p, and keeps that so.
func (m *Modulus) addFolded(hi, lo, h, l uint64) (uint64, uint64) {
	h, l = m.shifted(h, l)
	lo, c := bits.Add64(lo, l, 0)
	return m.fold(hi + m.fold(h) + c), lo
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

// fold returns x mod p.
func (m *Modulus) fold(x uint64) uint64 {
	q, _ := bits.Mul64(x, m.inv) // too small by 1 at most
	if x -= q * m.p; x >= m.p {
		x -= m.p
	}
	return x
}
