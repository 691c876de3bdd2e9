package state

import (
	"math"
	"math/big"
	"math/bits"

	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/ring"
)

// prime is the Mersenne prime modulo which exact cells are taken. A cell whose denominator
// it divides has no residue; no decimal and no float64 is one.
const prime = 1<<61 - 1

// mulMod returns a·b modulo the prime, for a, b below it.
func mulMod(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return addMod(hi<<3|lo>>61, lo&prime)
}

// addMod returns a + b modulo the prime, for a, b at most it.
func addMod(a, b uint64) uint64 {
	s := a + b
	if s >= prime {
		s -= prime
	}
	return s
}

// multiplyMod writes the products of a and b modulo the prime, both below it.
func multiplyMod(dst, a, b []uint64) {
	a, b = a[:len(dst)], b[:len(dst)]
	for r := range dst {
		dst[r] = mulMod(a[r], b[r])
	}
}

// powMod returns a^n modulo the prime.
func powMod(a, n uint64) uint64 {
	out := uint64(1)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			out = mulMod(out, a)
		}
		a = mulMod(a, a)
	}
	return out
}

// residues are those of powers of ten.
type residues struct{ tens [2*mostTens + 1]uint64 }

// mostTens is the largest power of ten that is kept.
const mostTens = 64

func newResidues() *residues {
	t := new(residues)
	inverse := powMod(10, prime-2)
	t.tens[mostTens] = 1
	for k := 1; k <= mostTens; k++ {
		t.tens[mostTens+k] = mulMod(t.tens[mostTens+k-1], 10)
		t.tens[mostTens-k] = mulMod(t.tens[mostTens-k+1], inverse)
	}
	return t
}

// power returns 10^e modulo the prime.
func (t *residues) power(e int) uint64 {
	switch {
	case -mostTens <= e && e <= mostTens:
		return t.tens[e+mostTens]
	case e < 0:
		return powMod(t.tens[mostTens-1], uint64(-e))
	}
	return powMod(10, uint64(e))
}

// of returns the exact value of a cell modulo the prime; 0 where it has none.
func (t *residues) of(c table.Cell, binary bool) uint64 {
	if binary {
		return residueOfFloat(c.X)
	}
	if c.Text != "" {
		b := table.NewBlock([]string{""}, false)
		b.Append([]table.Cell{c}, 1)
		r, _ := residueOf(b.Exact(0, 0))
		return r
	}
	return t.ofDecimal(c.Mant, c.Exp)
}

// ofDecimal is the same of mant · 10^exp.
func (t *residues) ofDecimal(mant int64, exp int16) uint64 {
	size, negative := uint64(mant), mant < 0
	if negative {
		size = -size
	}
	r := mulMod(size%prime, t.power(int(exp)))
	if negative && r != 0 {
		r = prime - r
	}
	return r
}

// residueOfFloat returns a finite float64 modulo the prime, of which 2⁶¹ is 1.
func residueOfFloat(x float64) uint64 {
	if x == 0 {
		return 0
	}
	frac, exp := math.Frexp(math.Abs(x))
	r := mulMod(uint64(math.Ldexp(frac, 53)), 1<<uint(((exp-53)%61+61)%61))
	if x < 0 {
		r = prime - r
	}
	return r
}

// residueOf returns a rational number modulo the prime, and whether it has a residue.
func residueOf(r ring.Rat) (uint64, bool) {
	p := big.NewInt(prime)
	below := new(big.Int).Mod(r.Den(), p)
	if below.Sign() == 0 {
		return 0, false
	}
	above := new(big.Int).Mod(r.Num(), p)
	return mulMod(above.Uint64(), powMod(below.Uint64(), prime-2)), true
}
