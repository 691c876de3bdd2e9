package ring

import (
	"fmt"
	"math/big"
	"math/bits"
	"strconv"
)

// Zp is the field of p elements for a prime p below 2⁶³. Elements are the
// residues 0, …, p−1; other values are a bug of the caller and give wrong
// results. Make it with NewZp. Zp is a plain value; two fields with the same p
// are equal.
type Zp struct {
	p uint64
	d uint64 // p shifted up until its top bit is set
	v uint64 // ⌊(2¹²⁸−1)/d⌋ − 2⁶⁴
	s uint   // the shift
}

var (
	_ Field[uint64]    = Zp{}
	_ Vectorer[uint64] = Zp{}
)

// NewZp returns the field of p elements. It is an error when p is not a prime
// below 2⁶³; the test of primality is exact.
func NewZp(p uint64) (Zp, error) {
	// ProbablyPrime is 100 % accurate below 2⁶⁴, as its documentation says.
	if p >= 1<<63 || !new(big.Int).SetUint64(p).ProbablyPrime(0) {
		return Zp{}, fmt.Errorf("ring: Z/p needs a prime p below 2⁶³, not %d", p)
	}
	s := uint(bits.LeadingZeros64(p))
	d := p << s
	v, _ := bits.Div64(^d, ^uint64(0), d)
	return Zp{p: p, d: d, v: v, s: s}, nil
}

// Modulus returns p.
func (k Zp) Modulus() uint64 { return k.p }

// String returns "Z/7".
func (k Zp) String() string { return "Z/" + strconv.FormatUint(k.p, 10) }

// Zero returns 0.
func (k Zp) Zero() uint64 { return 0 }

// One returns 1.
func (k Zp) One() uint64 { return 1 }

// FromInt returns the residue of n.
func (k Zp) FromInt(n int64) uint64 {
	r := abs64(n) % k.p
	if n < 0 {
		return k.Neg(r)
	}
	return r
}

// FromBigInt returns the residue of n.
func (k Zp) FromBigInt(n *big.Int) uint64 {
	if n.IsInt64() {
		return k.FromInt(n.Int64())
	}
	return new(big.Int).Mod(n, new(big.Int).SetUint64(k.p)).Uint64()
}

// FromRat returns the residue of x, or ErrDomain when p divides the denominator.
func (k Zp) FromRat(x Rat) (uint64, error) {
	if p, q, ok := x.Frac64(); ok {
		if q == 1 {
			return k.FromInt(p), nil
		}
		return k.quo(x, k.FromInt(p), k.FromInt(q))
	}
	return k.quo(x, k.FromBigInt(x.big.Num()), k.FromBigInt(x.big.Denom()))
}

// quo returns num/den, the residue of x.
func (k Zp) quo(x Rat, num, den uint64) (uint64, error) {
	inv, err := k.Inv(den)
	if err != nil {
		return 0, fmt.Errorf("ring: %v in %v: %w", x, k, ErrDomain)
	}
	return k.Mul(num, inv), nil
}

// Add returns x + y.
func (k Zp) Add(x, y uint64) uint64 {
	s := x + y // below 2⁶⁴
	if s >= k.p {
		s -= k.p
	}
	return s
}

// Sub returns x − y.
func (k Zp) Sub(x, y uint64) uint64 {
	d, borrow := bits.Sub64(x, y, 0)
	if borrow != 0 {
		d += k.p
	}
	return d
}

// Neg returns −x.
func (k Zp) Neg(x uint64) uint64 {
	if x == 0 {
		return 0
	}
	return k.p - x
}

// Mul returns x·y.
func (k Zp) Mul(x, y uint64) uint64 {
	hi, lo := bits.Mul64(x, y)
	return k.reduce(hi, lo)
}

// reduce returns (hi·2⁶⁴ + lo) mod p for hi < p, by a multiplication with the
// stored reciprocal (N. Möller, T. Granlund, Improved division by invariant
// integers, IEEE Trans. Computers 60 (2011), algorithm 4).
func (k Zp) reduce(hi, lo uint64) uint64 {
	u1 := hi<<k.s | lo>>1>>(63-k.s)
	u0 := lo << k.s
	qh, ql := bits.Mul64(k.v, u1)
	ql, carry := bits.Add64(ql, u0, 0)
	qh += u1 + carry + 1
	r := u0 - qh*k.d
	if r > ql {
		r += k.d
	}
	if r >= k.d {
		r -= k.d
	}
	return r >> k.s
}

// Inv returns 1/x, or ErrDomain when x is 0, by the extended algorithm of Euclid.
func (k Zp) Inv(x uint64) (uint64, error) {
	if x == 0 {
		return 0, fmt.Errorf("ring: inverse of 0 in %v: %w", k, ErrDomain)
	}
	// Invariant: s·x ≡ a and t·x ≡ b mod p, with |s|, |t| ≤ p.
	a, b := int64(x), int64(k.p)
	s, t := int64(1), int64(0)
	for b != 0 {
		q := a / b
		a, b = b, a-q*b
		s, t = t, s-q*t
	}
	if s < 0 {
		s += int64(k.p)
	}
	return uint64(s), nil
}

// IsZero answers Yes or No.
func (k Zp) IsZero(x uint64) Truth { return TruthOf(x == 0) }

// Equal answers Yes or No.
func (k Zp) Equal(x, y uint64) Truth { return TruthOf(x == y) }

// Exact returns true.
func (k Zp) Exact() bool { return true }

// Characteristic returns p.
func (k Zp) Characteristic() *big.Int { return new(big.Int).SetUint64(k.p) }

// Format returns the residue, a number from 0 to p−1.
func (k Zp) Format(x uint64) string { return strconv.FormatUint(x, 10) }

// Parse reads what ParseRat reads and returns the residue of that: in Z/7,
// "-1" is 6 and "1/2" is 4. It is ErrDomain when p divides the denominator.
func (k Zp) Parse(s string) (uint64, error) {
	x, err := ParseRat(s)
	if err != nil {
		return 0, err
	}
	return k.FromRat(x)
}

// Axpy adds a·x to dst. It panics if the lengths differ.
func (k Zp) Axpy(dst []uint64, a uint64, x []uint64) {
	mustMatch(len(dst), len(x))
	for i, xi := range x {
		hi, lo := bits.Mul64(a, xi)
		lo, carry := bits.Add64(lo, dst[i], 0)
		dst[i] = k.reduce(hi+carry, lo)
	}
}

// Dot returns Σ x_i·y_i, with one reduction at the end. It panics if the
// lengths differ.
func (k Zp) Dot(x, y []uint64) uint64 {
	mustMatch(len(x), len(y))
	var hi, lo uint64
	for i, xi := range x {
		h, l := bits.Mul64(xi, y[i])
		var carry uint64
		lo, carry = bits.Add64(lo, l, 0)
		// h < p/2 and hi < p, so the sum does not wrap; taking off p here
		// takes off p·2⁶⁴.
		hi += h + carry
		if hi >= k.p {
			hi -= k.p
		}
	}
	return k.reduce(hi, lo)
}

// Scale multiplies dst by a.
func (k Zp) Scale(dst []uint64, a uint64) {
	for i, d := range dst {
		dst[i] = k.Mul(a, d)
	}
}
