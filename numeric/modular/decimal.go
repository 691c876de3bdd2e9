package modular

import (
	"encoding/binary"
	"math/big"
	"math/bits"
	"slices"
	"strconv"

	"github.com/kexplain/kexplain/numeric/internal/kernel"
)

// base is a power of ten, in which decimal limbs are written.
type base struct {
	digits int // decimal digits of a limb
	ten    uint64
}

// longBase is the largest power of ten below MaxPrime, shortBase the largest below the moduli
// of the kernels.
var (
	longBase  = base{18, 1_000_000_000_000_000_000}
	shortBase = base{15, 1_000_000_000_000_000}
)

// Digits recovers integers from their residues as CRT does, but in decimal:
// the sum Σ cᵢ·M/pᵢ is formed in decimal limbs. For numbers that are only
// to be printed this is several times faster than a binary number and its
// conversion, up to some thousand primes, because the conversion costs more
// than the sum. A Digits is immutable and may be used by several goroutines at once.
type Digits struct {
	base
	crt   *CRT
	limbs int
	// table[j] is limb j of M/p₁, …, M/p_k, M.
	table [][]uint64
	// excess is k·M. The number is Σ cᵢ·M/pᵢ + (k - quotient)·M - k·M, where
	// everything but the last subtraction is positive.
	excess []uint64
}

// NewDigits prepares the tables, whose size is the square of the number of
// primes.
func NewDigits(c *CRT) *Digits {
	k := len(c.moduli)
	top := new(big.Int).Mul(c.Product(), big.NewInt(int64(k+1)))
	d := &Digits{crt: c, base: longBase}
	if c.fast {
		d.base = shortBase
	}
	d.limbs = len(top.Text(10))/d.digits + 1
	d.table = make([][]uint64, d.limbs)
	flat := make([]uint64, d.limbs*(k+1))
	for j := range d.table {
		d.table[j], flat = flat[:k+1:k+1], flat[k+1:]
	}
	column := make([]uint64, d.limbs)
	set := func(i int, x *big.Int) {
		d.setLimbs(column, x)
		for j, limb := range column {
			d.table[j][i] = limb
		}
	}
	for i := range k {
		set(i, new(big.Int).Quo(c.Product(), new(big.Int).SetUint64(c.moduli[i].p)))
	}
	set(k, c.Product())
	d.excess = make([]uint64, d.limbs)
	d.setLimbs(d.excess, top.Sub(top, c.Product()))
	return d
}

// setLimbs sets limbs to the digits of x ≥ 0, least significant first.
func (b base) setLimbs(limbs []uint64, x *big.Int) {
	text := x.Text(10)
	for j := range limbs {
		limbs[j] = 0
		if from := len(text) - b.digits; len(text) > 0 {
			limb, err := strconv.ParseUint(text[max(from, 0):], 10, 64)
			if err != nil {
				panic("modular: digits of a number: " + err.Error())
			}
			limbs[j], text = limb, text[:max(from, 0)]
		}
	}
}

// Limbs returns the number of limbs of the numbers.
func (d *Digits) Limbs() int { return d.limbs }

// All sets limbs[j] to the decimal limbs of the absolute value of the j-th number and
// negative[j] to whether it is negative. The slices have a place for each number, and each
// slice of limbs has the length Limbs.
func (d *Digits) All(limbs [][]uint64, negative []bool, n *Numbers) {
	if d.crt.fast && n.terms() <= kernel.MaxTerms {
		d.panel(limbs, n)
	} else {
		x, y := make([]uint64, n.terms()), make([]uint64, n.terms())
		for j := 0; j < n.count; j += 2 {
			other := min(j+1, n.count-1)
			n.column(x, j)
			n.column(y, other)
			d.two(limbs[j], limbs[other], x, y)
		}
	}
	for j := range n.count {
		negative[j] = d.subtractExcess(limbs[j])
	}
}

// panel sets the limbs of the numbers and k·M by the kernel.
func (d *Digits) panel(limbs [][]uint64, n *Numbers) {
	const rows = 4 // of the table at a time
	var hi, lo [rows * PanelWidth]uint64
	var carry [PanelWidth]uint64
	for l := 0; l < d.limbs; l += rows {
		table := d.table[l:min(l+rows, d.limbs)]
		kernel.Products(hi[:], lo[:], table, n.parts, n.terms())
		for q := range table {
			for j, out := range limbs[:n.count] {
				// hi·2⁵² + lo is below 2¹¹², so the quotient is one word.
				h, w := hi[PanelWidth*q+j], lo[PanelWidth*q+j]
				w, c := bits.Add64(w, h<<52, 0)
				h = h>>12 + c
				w, c = bits.Add64(w, carry[j], 0)
				carry[j], out[l+q] = bits.Div64(h+c, w, shortBase.ten)
			}
		}
	}
}

// two sets the limbs of two numbers and k·M.
func (d *Digits) two(limbs, limbs2, parts, parts2 []uint64) {
	var c, c2 wide
	for j, row := range d.table {
		for at := 0; at < len(row); at += dotChunk {
			hi, lo, hi2, lo2 := sum2(row[at:min(at+dotChunk, len(row))], parts[at:], parts2[at:])
			c.add(hi, lo)
			c2.add(hi2, lo2)
		}
		limbs[j], limbs2[j] = c.shift(d.ten), c2.shift(d.ten)
	}
}

// wide is a sum of products with room for carries.
type wide struct{ w2, w1, w0 uint64 }

func (c *wide) add(hi, lo uint64) {
	var carry uint64
	c.w0, carry = bits.Add64(c.w0, lo, 0)
	c.w1, carry = bits.Add64(c.w1, hi, carry)
	c.w2 += carry
}

// shift divides by ten, which is at least 10¹⁵, and returns the remainder.
func (c *wide) shift(ten uint64) uint64 {
	// w2 is the number of times that chunks have overflowed, far below the base.
	q1, r := bits.Div64(c.w2, c.w1, ten)
	q0, r := bits.Div64(r, c.w0, ten)
	*c = wide{0, q1, q0}
	return r
}

// subtractExcess subtracts k·M and makes the result positive.
func (d *Digits) subtractExcess(limbs []uint64) (negative bool) {
	borrow := uint64(0)
	for j, e := range d.excess {
		t := limbs[j] - e - borrow
		borrow = t >> 63
		limbs[j] = t + d.ten&-borrow
	}
	if borrow == 0 {
		return false
	}
	borrow = 0
	for j, x := range limbs {
		t := -x - borrow
		borrow = t >> 63
		limbs[j] = t + d.ten&-borrow
	}
	return true
}

// Quo divides decimal limbs by d > 0 and returns the remainder.
func (b base) Quo(limbs []uint64, d uint64) (r uint64) {
	for j := len(limbs) - 1; j >= 0; j-- {
		hi, lo := bits.Mul64(r, b.ten)
		lo, carry := bits.Add64(lo, limbs[j], 0)
		limbs[j], r = bits.Div64(hi+carry, lo, d)
	}
	return r
}

// Append appends the digits of decimal limbs, "0" for the number 0.
func (b base) Append(dst []byte, limbs []uint64) []byte {
	n := len(limbs)
	for n > 0 && limbs[n-1] == 0 {
		n--
	}
	if n == 0 {
		return append(dst, '0')
	}
	dst = strconv.AppendUint(dst, limbs[n-1], 10)
	dst = slices.Grow(dst, (n-1)*b.digits+len(limb{}))
	at := len(dst)
	dst = dst[:at+(n-1)*b.digits]
	for j := n - 2; j >= 0; j-- {
		text := limbText(limbs[j])
		copy(dst[at:at+b.digits], text[len(text)-b.digits:])
		at += b.digits
	}
	return dst
}

// limb is the text of a limb, at most 24 digits.
type limb [24]byte

// limbText returns the digits of x below 10²⁴, zeros in front.
func limbText(x uint64) (text limb) {
	const ten8 = 100_000_000
	q := x / ten8
	binary.BigEndian.PutUint64(text[16:], eightDigits(x-q*ten8))
	x = q
	q = x / ten8
	binary.BigEndian.PutUint64(text[8:16], eightDigits(x-q*ten8))
	binary.BigEndian.PutUint64(text[:8], eightDigits(q))
	return text
}

// eightDigits returns the eight digits of x below 10⁸ as bytes, the first one in the highest
// byte: x is cut into halves of four digits, these into pairs, these into digits, all at once
// within one word. 10486/2²⁰ and 103/2¹⁰ are 1/100 and 1/10 for the numbers that occur.
func eightDigits(x uint64) uint64 {
	x = x/10000<<32 + x%10000
	pairs := x * 10486 >> 20 & 0x7f_0000007f
	x = pairs<<16 + (x - 100*pairs)
	tens := x * 103 >> 10 & 0xf000f000f000f
	return tens<<8 + (x - 10*tens) + 0x3030303030303030
}

// Remainder finds numbers given by their parts modulo an integer.
type Remainder struct {
	modulus *big.Int
	table   [][]uint64 // limb j of M/p₁, …, M/p_k, M modulo the modulus
	excess  *big.Int   // k·M modulo the modulus
}

// NewRemainder prepares the table for a modulus above 0.
func NewRemainder(c *CRT, modulus *big.Int) *Remainder {
	k := len(c.moduli)
	r := &Remainder{modulus: modulus, table: make([][]uint64, (modulus.BitLen()+63)/64)}
	for j := range r.table {
		r.table[j] = make([]uint64, k+1)
	}
	limbs := make([]uint64, len(r.table))
	set := func(i int, x *big.Int) {
		clear(limbs)
		limbsOf(limbs, x.Mod(x, modulus))
		for j, limb := range limbs {
			r.table[j][i] = limb
		}
	}
	for i := range k {
		set(i, new(big.Int).Quo(c.Product(), new(big.Int).SetUint64(c.moduli[i].p)))
	}
	set(k, new(big.Int).Set(c.Product()))
	r.excess = new(big.Int).Mul(c.Product(), big.NewInt(int64(k)))
	r.excess.Mod(r.excess, modulus)
	return r
}

// Mod sets x to the j-th number modulo the modulus and returns x.
func (r *Remainder) Mod(x *big.Int, n *Numbers, j int) *big.Int {
	parts := make([]uint64, n.terms())
	n.column(parts, j)
	limbs := make([]uint64, len(r.table)+2)
	var c0, c1 uint64
	for j, row := range r.table {
		w2, w1, w0 := dot192(parts, row)
		var c uint64
		limbs[j], c = bits.Add64(w0, c0, 0)
		c0, c = bits.Add64(w1, c1, c)
		c1 = w2 + c
	}
	limbs[len(r.table)], limbs[len(r.table)+1] = c0, c1
	setLimbs(x, limbs)
	return x.Mod(x.Sub(x, r.excess), r.modulus)
}
