package modular

import (
	"fmt"
	"math/big"
	"math/bits"
)

// System is a square system A·x = b of integers, known through its images
// modulo primes.
type System interface {
	// Size returns the number n of equations.
	Size() int
	// Image writes A by rows and b modulo m. The slices have the right lengths.
	Image(m Modulus, a [][]uint64, b []uint64)
	// Bits returns a number k with |bᵢ| < 2ᵏ and Σⱼ |aᵢⱼ| < 2ᵏ for every row i.
	Bits() int
}

// Lifter finds the solution of A·x = b digit by digit: after k steps of Next
// the digits x₀, …, x_(k-1) satisfy A·(x₀ + x₁p + … + x_(k-1)p^(k-1)) ≡ b mod pᵏ
// (J. D. Dixon, 1982).
//
// The residual r_k = (b - A·(x₀ + …))/pᵏ stays below 2·2^Bits. It is kept
// modulo a few primes q₁, …, q_l whose product is larger, so that the work of
// a step is l + 1 products of a matrix of words and a vector of words, however
// long the entries of A are.
type Lifter struct {
	m      Modulus // p
	lu     *LU     // of A modulo p
	base   []residueBase
	digit  []uint64 // the last digit, plain numbers below p
	x, r   []uint64 // work: residues of the digit or of the residual
	offset *big.Int // makes residuals positive
	radixP []uint64 // q₁⋯qⱼ modulo p
	offP   uint64   // offset modulo p
}

// residueBase is the system modulo one of the primes q.
type residueBase struct {
	m        Modulus
	a        [][]uint64
	residual []uint64
	pInv     uint64   // 1/p
	radixInv uint64   // 1/(q₁⋯q_(j-1))
	radix    []uint64 // q₁⋯qᵢ for i < j, empty product first
	off      uint64   // offset
}

// NewLifter prepares the lifting of s, with lu the complete factorisation of A
// modulo p. The primes q are the largest other ones. It panics if lu is not
// complete.
func NewLifter(s System, lu *LU) *Lifter {
	n := s.Size()
	if lu.Rank() != n {
		panic(fmt.Sprintf("modular: lifting with rank %d of %d", lu.Rank(), n))
	}
	l := &Lifter{m: lu.m, lu: lu, digit: make([]uint64, n), x: make([]uint64, n), r: make([]uint64, n)}
	l.offset = new(big.Int).Lsh(big.NewInt(1), uint(s.Bits()+1))
	l.offP = l.m.FromBig(l.offset)
	l.radixP = []uint64{l.m.one}
	capacity := new(big.Int).SetInt64(1)
	need := new(big.Int).Lsh(l.offset, 1)
	primes := FastPrimes()
	for capacity.Cmp(need) <= 0 {
		q := primes.Next()
		if q.p == l.m.p {
			continue
		}
		b := residueBase{m: q, a: make([][]uint64, n), residual: make([]uint64, n), pInv: q.Inv(q.FromUint64(l.m.p))}
		for i := range b.a {
			b.a[i] = make([]uint64, n)
		}
		s.Image(q, b.a, b.residual)
		b.radix = []uint64{q.one}
		for _, c := range l.base {
			b.radix = append(b.radix, q.Mul(b.radix[len(b.radix)-1], q.FromUint64(c.m.p)))
		}
		b.radixInv = q.Inv(b.radix[len(b.radix)-1])
		b.off = q.FromBig(l.offset)
		l.base = append(l.base, b)
		l.radixP = append(l.radixP, l.m.Mul(l.radixP[len(l.radixP)-1], l.m.FromUint64(q.p)))
		capacity.Mul(capacity, new(big.Int).SetUint64(q.p))
	}
	return l
}

// Next returns the next digit of the solution, n numbers in [0, p). The slice
// is good until the next call.
func (l *Lifter) Next() []uint64 {
	l.residualModP()
	l.lu.Solve(l.x, l.r)
	for i, x := range l.x {
		l.digit[i] = l.m.Uint64(x)
	}
	for j := range l.base {
		b := &l.base[j]
		for i, d := range l.digit {
			l.x[i] = b.m.FromUint64(d)
		}
		for i, row := range b.a {
			t := b.m.reduce(b.m.dot(row, l.x))
			b.residual[i] = b.m.Mul(b.m.Sub(b.residual[i], t), b.pInv)
		}
	}
	return l.digit
}

// residualModP sets l.r to the residual modulo p, which its residues modulo
// the q determine: residual + offset is a positive number below q₁⋯q_l, whose
// digits v₁ + v₂q₁ + v₃q₁q₂ + … are found one after the other (Garner).
func (l *Lifter) residualModP() {
	v := make([]uint64, len(l.base))
	for i := range l.r {
		sum := l.m.Neg(l.offP)
		for j := range l.base {
			b := &l.base[j]
			t := b.m.Add(b.residual[i], b.off)
			for k := range j {
				t = b.m.Sub(t, b.m.Mul(b.m.FromUint64(v[k]), b.radix[k]))
			}
			v[j] = b.m.Uint64(b.m.Mul(t, b.radixInv))
			sum = l.m.Add(sum, l.m.Mul(l.m.FromUint64(v[j]), l.radixP[j]))
		}
		l.r[i] = sum
	}
}

// Expansion is a p-adic number under construction: digits in base p, each of
// two words because it may be a sum of products.
type Expansion struct {
	p      *big.Int
	blocks []*big.Int // blocks[i] stands for leaf digits, multiplied by p^(leaf·i)
	hi, lo []uint64   // digits not yet in a block
}

// expansionLeaf is the number of digits that are gathered by Horner's rule.
const expansionLeaf = 32

// NewExpansion returns the empty expansion in base m.P().
func NewExpansion(m Modulus) *Expansion {
	return &Expansion{p: new(big.Int).SetUint64(m.p)}
}

// Append adds the digit Σ wᵢ·xᵢ, with weights below 2³² and fewer than 2³² of
// them. It panics if the lengths differ.
func (e *Expansion) Append(w []uint32, x []uint64) {
	if len(w) != len(x) {
		panic(fmt.Sprintf("modular: %d weights for %d digits", len(w), len(x)))
	}
	var hi, lo uint64
	for i, xi := range x {
		h, l := bits.Mul64(uint64(w[i]), xi)
		var c uint64
		lo, c = bits.Add64(lo, l, 0)
		hi, _ = bits.Add64(hi, h, c)
	}
	e.hi, e.lo = append(e.hi, hi), append(e.lo, lo)
	if len(e.lo) == expansionLeaf {
		e.blocks = append(e.blocks, e.flush())
		e.hi, e.lo = e.hi[:0], e.lo[:0]
	}
}

// flush returns the number of the digits that are not yet in a block.
func (e *Expansion) flush() *big.Int {
	sum, d := new(big.Int), new(big.Int)
	for i := len(e.lo) - 1; i >= 0; i-- {
		sum.Mul(sum, e.p)
		setLimbs(d, []uint64{e.lo[i], e.hi[i]})
		sum.Add(sum, d)
	}
	return sum
}

// Len returns the number of digits.
func (e *Expansion) Len() int { return len(e.blocks)*expansionLeaf + len(e.lo) }

// Value returns the sum of the digits times their powers of p, modulo pᵏ, and
// pᵏ, where k is the number of digits.
func (e *Expansion) Value() (x, pk *big.Int) {
	parts := append([]*big.Int(nil), e.blocks...)
	parts = append(parts, e.flush())
	power := new(big.Int).Exp(e.p, big.NewInt(expansionLeaf), nil)
	for len(parts) > 1 { // join neighbours: half as many, twice as long
		half := parts[:0:0]
		for i := 0; i < len(parts); i += 2 {
			if i+1 == len(parts) {
				half = append(half, parts[i])
				continue
			}
			t := new(big.Int).Mul(parts[i+1], power)
			half = append(half, t.Add(t, parts[i]))
		}
		parts = half
		power.Mul(power, power)
	}
	pk = new(big.Int).Exp(e.p, big.NewInt(int64(e.Len())), nil)
	return parts[0].Mod(parts[0], pk), pk
}
