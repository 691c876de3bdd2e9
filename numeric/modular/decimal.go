package modular

import (
	"math/big"
	"math/bits"
	"strconv"
)

const (
	// decimalBase is the base of the limbs in which Digits finds numbers: the
	// largest power of ten below MaxPrime.
	decimalBase = 1_000_000_000_000_000_000
	// decimalDigits is the number of decimal digits of a limb.
	decimalDigits = 18
)

// Digits recovers integers from their residues as CRT does, but in decimal:
// the sum Σ cᵢ·M/pᵢ is formed in limbs of 18 digits. For numbers that are only
// to be printed this is several times faster than a binary number and its
// conversion, up to some thousand primes, because the conversion costs more
// than the sum. A Digits is immutable and may be used by several goroutines at once.
type Digits struct {
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
	d := &Digits{crt: c, limbs: len(top.Text(10))/decimalDigits + 1}
	d.table = make([][]uint64, d.limbs)
	flat := make([]uint64, d.limbs*(k+1))
	for j := range d.table {
		d.table[j], flat = flat[:k+1:k+1], flat[k+1:]
	}
	column := make([]uint64, d.limbs)
	set := func(i int, x *big.Int) {
		decimalLimbs(column, x)
		for j, limb := range column {
			d.table[j][i] = limb
		}
	}
	for i := range k {
		set(i, new(big.Int).Quo(c.Product(), new(big.Int).SetUint64(c.moduli[i].p)))
	}
	set(k, c.Product())
	d.excess = make([]uint64, d.limbs)
	decimalLimbs(d.excess, top.Sub(top, c.Product()))
	return d
}

// decimalLimbs sets limbs to the digits of x ≥ 0, least significant first.
func decimalLimbs(limbs []uint64, x *big.Int) {
	text := x.Text(10)
	for j := range limbs {
		limbs[j] = 0
		if from := len(text) - decimalDigits; len(text) > 0 {
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

// Two sets the decimal limbs of two numbers given by the parts and the
// quotient that CRT.Parts finds. Each slice of parts has one place more than
// there are primes, for the quotient. It returns whether the numbers are
// negative; the limbs are those of the absolute values.
func (d *Digits) Two(limbs, limbs2, parts, parts2 []uint64, quotient, quotient2 uint64) (negative, negative2 bool) {
	k := len(d.crt.moduli)
	parts[k], parts2[k] = uint64(k)-quotient, uint64(k)-quotient2
	var c, c2 wide
	for j, row := range d.table {
		for at := 0; at <= k; at += dotChunk {
			part := row[at:min(at+dotChunk, k+1)]
			hi, lo, hi2, lo2 := sum2(part, parts[at:], parts2[at:])
			c.add(hi, lo)
			c2.add(hi2, lo2)
		}
		limbs[j], limbs2[j] = c.shift(), c2.shift()
	}
	return d.subtractExcess(limbs), d.subtractExcess(limbs2)
}

// wide is a sum of products with room for carries.
type wide struct{ w2, w1, w0 uint64 }

func (c *wide) add(hi, lo uint64) {
	var carry uint64
	c.w0, carry = bits.Add64(c.w0, lo, 0)
	c.w1, carry = bits.Add64(c.w1, hi, carry)
	c.w2 += carry
}

// shift divides by decimalBase and returns the remainder.
func (c *wide) shift() uint64 {
	// w2 is the number of times that chunks have overflowed, far below the base.
	q1, r := bits.Div64(c.w2, c.w1, decimalBase)
	q0, r := bits.Div64(r, c.w0, decimalBase)
	*c = wide{0, q1, q0}
	return r
}

// subtractExcess subtracts k·M and makes the result positive.
func (d *Digits) subtractExcess(limbs []uint64) (negative bool) {
	borrow := uint64(0)
	for j, e := range d.excess {
		t := limbs[j] - e - borrow
		borrow = t >> 63
		limbs[j] = t + decimalBase&-borrow
	}
	if borrow == 0 {
		return false
	}
	borrow = 0
	for j, x := range limbs {
		t := -x - borrow
		borrow = t >> 63
		limbs[j] = t + decimalBase&-borrow
	}
	return true
}

// QuoDecimal divides decimal limbs by d > 0 and returns the remainder.
func QuoDecimal(limbs []uint64, d uint64) (r uint64) {
	for j := len(limbs) - 1; j >= 0; j-- {
		hi, lo := bits.Mul64(r, decimalBase)
		lo, carry := bits.Add64(lo, limbs[j], 0)
		limbs[j], r = bits.Div64(hi+carry, lo, d)
	}
	return r
}

// AppendDecimal appends the digits of decimal limbs, "0" for the number 0.
func AppendDecimal(dst []byte, limbs []uint64) []byte {
	n := len(limbs)
	for n > 0 && limbs[n-1] == 0 {
		n--
	}
	if n == 0 {
		return append(dst, '0')
	}
	dst = strconv.AppendUint(dst, limbs[n-1], 10)
	for j := n - 2; j >= 0; j-- {
		dst = appendLimb(dst, limbs[j])
	}
	return dst
}

// pairs are the texts of 00 … 99.
const pairs = "00010203040506070809" + "10111213141516171819" + "20212223242526272829" + "30313233343536373839" +
	"40414243444546474849" + "50515253545556575859" + "60616263646566676869" + "70717273747576777879" +
	"80818283848586878889" + "90919293949596979899"

// appendLimb appends 18 digits, zeros in front.
func appendLimb(dst []byte, x uint64) []byte {
	var text [decimalDigits]byte
	for at := decimalDigits - 2; at >= 0; at -= 2 {
		q := x / 100
		r := x - 100*q
		text[at], text[at+1] = pairs[2*r], pairs[2*r+1]
		x = q
	}
	return append(dst, text[:]...)
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

// Mod sets x to the number modulo the modulus, for parts as Digits.Two leaves
// them, with the last place set, and returns x.
func (r *Remainder) Mod(x *big.Int, parts []uint64) *big.Int {
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
