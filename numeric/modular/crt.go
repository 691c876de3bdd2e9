package modular

import (
	"fmt"
	"math/big"
	"math/bits"

	"github.com/kexplain/kexplain/numeric/internal/kernel"
)

// leafPrimes is the number of primes that CRT glues by one matrix product of
// words; above it the parts are multiplied as big integers, which is faster
// from about this size on.
const leafPrimes = 128

// CRT recovers integers from their residues modulo a fixed list of primes.
// It is immutable and may be used by several goroutines at once.
//
// With M = p₁⋯p_k and cᵢ = aᵢ·(M/pᵢ)⁻¹ mod pᵢ the number Σ cᵢ·M/pᵢ has the
// residues aᵢ, and it lies below k·M; the nearest multiple of M, whose quotient
// is Σ cᵢ/pᵢ rounded, brings it between -M/2 and M/2. The sum is a product of
// words with the table of the limbs of M/pᵢ. So no division of long numbers
// happens anywhere.
type CRT struct {
	moduli []Modulus
	scale  []uint64 // (M/pᵢ)⁻¹ mod pᵢ
	plain  []uint64 // the same as plain numbers
	invP   []float64
	root   *crtNode
	half   *big.Int

	fast      bool // the kernels take all primes
	constants []kernel.Constants
}

// crtNode is a part of the primes: a leaf with its table, or two halves.
type crtNode struct {
	lo, hi      int // the primes lo … hi-1
	product     *big.Int
	limbs       int
	table       []uint64 // table[j·(hi-lo)+i]: limb j of product/p(lo+i)
	left, right *crtNode
}

// NewCRT returns the Chinese remaindering for distinct primes. It panics if
// there are none.
func NewCRT(moduli []Modulus) *CRT {
	if len(moduli) == 0 {
		panic("modular: Chinese remaindering without primes")
	}
	c := &CRT{moduli: moduli, scale: make([]uint64, len(moduli)), plain: make([]uint64, len(moduli)), invP: make([]float64, len(moduli))}
	c.root = newCRTNode(moduli, 0, len(moduli))
	c.half = new(big.Int).Rsh(c.root.product, 1)
	c.constants, c.fast = constantsOf(moduli)
	for i := range moduli {
		m := &moduli[i]
		rest := m.one
		for j := range moduli {
			if j != i {
				rest = m.Mul(rest, m.FromUint64(moduli[j].p))
			}
		}
		c.setScale(i, m.Inv(rest))
		c.invP[i] = 1 / float64(m.p)
	}
	return c
}

func newCRTNode(moduli []Modulus, lo, hi int) *crtNode {
	n := &crtNode{lo: lo, hi: hi}
	if hi-lo > leafPrimes {
		mid := (lo + hi) / 2
		n.left, n.right = newCRTNode(moduli, lo, mid), newCRTNode(moduli, mid, hi)
		n.product = new(big.Int).Mul(n.left.product, n.right.product)
		return n
	}
	n.product = big.NewInt(1)
	p := new(big.Int)
	for i := lo; i < hi; i++ {
		n.product.Mul(n.product, p.SetUint64(moduli[i].p))
	}
	n.limbs = (n.product.BitLen() + 63) / 64
	k := hi - lo
	n.table = make([]uint64, n.limbs*k)
	cofactor := new(big.Int)
	limbs := make([]uint64, n.limbs)
	for i := range k {
		cofactor.Quo(n.product, p.SetUint64(moduli[lo+i].p))
		clear(limbs)
		limbsOf(limbs, cofactor)
		for j, w := range limbs {
			n.table[j*k+i] = w
		}
	}
	return n
}

// Product returns M, the product of the primes. The caller must not change it.
func (c *CRT) Product() *big.Int { return c.root.product }

// Scaled returns the Chinese remaindering whose Int multiplies by d: from the
// residues of n/d it recovers n.
func (c *CRT) Scaled(d *big.Int) *CRT {
	scaled := *c
	scaled.scale, scaled.plain = make([]uint64, len(c.scale)), make([]uint64, len(c.scale))
	for i := range c.moduli {
		scaled.setScale(i, c.moduli[i].Mul(c.scale[i], c.moduli[i].FromBig(d)))
	}
	return &scaled
}

// setScale sets the factor of the i-th prime.
func (c *CRT) setScale(i int, x uint64) { c.scale[i], c.plain[i] = x, c.moduli[i].Uint64(x) }

// Int sets dst to the integer of least absolute value with the given residues,
// one for each prime in Montgomery form, and returns dst. It panics if the
// number of residues is not the number of primes.
func (c *CRT) Int(dst *big.Int, residues []uint64) *big.Int {
	parts := make([]uint64, len(residues))
	quotient := c.Parts(parts, residues)
	c.root.sum(dst, parts)
	// The rounded quotient may be off by one when the number is within a few
	// parts in 10¹⁴ of ±M/2; the comparisons set that right.
	dst.Sub(dst, new(big.Int).Mul(c.root.product, new(big.Int).SetUint64(quotient)))
	if dst.CmpAbs(c.half) > 0 {
		if dst.Sign() > 0 {
			dst.Sub(dst, c.root.product)
		} else {
			dst.Add(dst, c.root.product)
		}
	}
	return dst
}

// Parts sets parts to the cᵢ = aᵢ·(M/pᵢ)⁻¹ mod pᵢ of a number with the given
// residues, plain numbers, and returns Σ cᵢ/pᵢ rounded: the number is
// Σ cᵢ·M/pᵢ - quotient·M, unless it is as good as ±M/2. It panics if a length is
// not the number of primes.
func (c *CRT) Parts(parts, residues []uint64) (quotient uint64) {
	if len(residues) != len(c.moduli) || len(parts) != len(c.moduli) {
		panic(fmt.Sprintf("modular: %d residues and %d parts for %d primes", len(residues), len(parts), len(c.moduli)))
	}
	sum := 0.5
	for i, a := range residues {
		m := &c.moduli[i]
		parts[i] = m.Mul(a, c.plain[i])
		sum += float64(parts[i]) * c.invP[i]
	}
	return uint64(sum)
}

// sum sets dst to Σ cᵢ·product/pᵢ over the primes of the node; cs belongs to
// all primes.
func (n *crtNode) sum(dst *big.Int, cs []uint64) {
	if n.left != nil {
		var l, r big.Int
		n.left.sum(&l, cs)
		n.right.sum(&r, cs)
		l.Mul(&l, n.right.product)
		r.Mul(&r, n.left.product)
		dst.Add(&l, &r)
		return
	}
	cs = cs[n.lo:n.hi]
	k := len(cs)
	out := make([]uint64, n.limbs+1)
	var c0, c1 uint64 // the carry; the sum is below k·M, so it stays short
	for j := range n.limbs {
		w2, w1, w0 := dot192(cs, n.table[j*k:(j+1)*k])
		var c uint64
		out[j], c = bits.Add64(w0, c0, 0)
		c0, c = bits.Add64(w1, c1, c)
		c1 = w2 + c
	}
	out[n.limbs] = c0
	setLimbs(dst, out)
}

// dot192 returns Σ xᵢ·yᵢ in three words.
func dot192(x, y []uint64) (w2, w1, w0 uint64) {
	var h, l, c uint64
	for len(x) >= 4 && len(y) >= 4 {
		a, b := (*[4]uint64)(x), (*[4]uint64)(y)
		h, l = bits.Mul64(a[0], b[0])
		w0, c = bits.Add64(w0, l, 0)
		w1, c = bits.Add64(w1, h, c)
		w2 += c
		h, l = bits.Mul64(a[1], b[1])
		w0, c = bits.Add64(w0, l, 0)
		w1, c = bits.Add64(w1, h, c)
		w2 += c
		h, l = bits.Mul64(a[2], b[2])
		w0, c = bits.Add64(w0, l, 0)
		w1, c = bits.Add64(w1, h, c)
		w2 += c
		h, l = bits.Mul64(a[3], b[3])
		w0, c = bits.Add64(w0, l, 0)
		w1, c = bits.Add64(w1, h, c)
		w2 += c
		x, y = x[4:], y[4:]
	}
	for i, xi := range x {
		h, l = bits.Mul64(xi, y[i])
		w0, c = bits.Add64(w0, l, 0)
		w1, c = bits.Add64(w1, h, c)
		w2 += c
	}
	return w2, w1, w0
}

// limbsOf writes the absolute value of x in 64-bit limbs, least first, on
// machines with words of any size; dst must be zero and long enough.
func limbsOf(dst []uint64, x *big.Int) {
	for i, w := range x.Bits() {
		if bits.UintSize == 64 {
			dst[i] = uint64(w)
		} else {
			dst[i/2] |= uint64(w) << (32 * (i % 2))
		}
	}
}

// setLimbs sets dst to the number with the given 64-bit limbs, least first.
func setLimbs(dst *big.Int, limbs []uint64) {
	const perLimb = 64 / bits.UintSize
	words := dst.Bits()
	if cap(words) < perLimb*len(limbs) {
		words = make([]big.Word, perLimb*len(limbs))
	}
	words = words[:perLimb*len(limbs)]
	for i := range words {
		words[i] = big.Word(limbs[i/perLimb] >> (bits.UintSize * (i % perLimb)))
	}
	dst.SetBits(words)
}
