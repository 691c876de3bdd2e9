package ring

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
)

// Rat is a rational number. It is a plain value of 24 bytes: copy it, compare
// it with Equal, share it between goroutines. The zero value is 0.
//
// A number whose numerator and denominator in lowest terms are both below 2⁶³
// in absolute value is held in two machine words, and arithmetic on such
// numbers allocates nothing. Every other number is held as a *big.Rat that
// nobody changes. Which form is used follows from the number alone.
//
// Do not compare with ==: two large numbers may be equal and live at two
// addresses.
type Rat struct{ rat }

// rat holds the number. A generic function that is made for a type has the fields of the type in its name. One field in place of three
// makes the release 49 kB smaller.
type rat struct {
	num int64
	dm1 int64    // denominator minus one, so that the zero value is 0/1
	big *big.Rat // not nil exactly when the number does not fit num and dm1
}

// NewRat returns p/q in lowest terms. It panics if q is zero.
func NewRat(p, q int64) Rat {
	if q == 0 {
		panic("ring: NewRat with denominator 0")
	}
	return reduced(abs64(p), abs64(q), (p < 0) != (q < 0))
}

// RatFromInt returns n.
func RatFromInt(n int64) Rat {
	if n == math.MinInt64 {
		return Rat{rat{big: new(big.Rat).SetInt64(n)}}
	}
	return Rat{rat{num: n}}
}

// RatFromDecimal returns m/10^places. It panics if places is below 0 or above 18. Only twos and fives can be common
// factors, so it takes less time than NewRat.
func RatFromDecimal(m int64, places int) Rat {
	if places < 0 || places >= len(powers5) {
		panic(fmt.Sprintf("ring: RatFromDecimal with %d places", places))
	}
	if places == 0 || m == 0 {
		return RatFromInt(m)
	}
	p, fives := abs64(m), places
	twos := min(places, bits.TrailingZeros64(p))
	for p >>= uint(twos); fives > 0 && p%5 == 0; fives-- {
		p /= 5
	}
	q := powers5[fives] << uint(places-twos)
	if m < 0 {
		return Rat{rat{num: -int64(p), dm1: q - 1}}
	}
	return Rat{rat{num: int64(p), dm1: q - 1}}
}

// powers5[k] is 5^k, as far as RatFromDecimal takes it.
var powers5 = func() (list [19]int64) {
	list[0] = 1
	for k := 1; k < len(list); k++ {
		list[k] = 5 * list[k-1]
	}
	return list
}()

// RatFromBigInt returns n. It keeps no reference to n.
func RatFromBigInt(n *big.Int) Rat {
	if n.IsInt64() {
		return RatFromInt(n.Int64())
	}
	return Rat{rat{big: new(big.Rat).SetInt(n)}}
}

// RatFromBig returns x. It keeps no reference to x.
func RatFromBig(x *big.Rat) Rat {
	return ownBig(new(big.Rat).Set(x))
}

// RatFromFloat returns the number that f is, exactly: RatFromFloat(0.1) is
// 3602879701896397/36028797018963968. NaN and the infinities are ErrDomain.
func RatFromFloat(f float64) (Rat, error) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return Rat{}, fmt.Errorf("ring: rational number of %v: %w", f, ErrDomain)
	}
	if f == 0 {
		return Rat{}, nil
	}
	frac, exp := math.Frexp(f)
	m, e := int64(frac*(1<<53)), exp-53 // f = m·2ᵉ
	z := bits.TrailingZeros64(abs64(m))
	m, e = m>>z, e+z
	switch {
	case e >= 0 && bits.Len64(abs64(m))+e <= 63:
		return Rat{rat{num: m << e}}, nil
	case e < 0 && e >= -62:
		return Rat{rat{num: m, dm1: 1<<-e - 1}}, nil
	}
	return Rat{rat{big: new(big.Rat).SetFloat64(f)}}, nil
}

// ownBig returns x in the form that is right for it; x now belongs to the
// result.
func ownBig(x *big.Rat) Rat {
	p, q := x.Num(), x.Denom()
	if p.IsInt64() && q.IsInt64() {
		if n := p.Int64(); n != math.MinInt64 {
			return Rat{rat{num: n, dm1: q.Int64() - 1}}
		}
	}
	return Rat{rat{big: x}}
}

// reduced returns ±p/q for q > 0.
func reduced(p, q uint64, neg bool) Rat {
	if g := gcd(p, q); g > 1 {
		p, q = p/g, q/g
	}
	if p > math.MaxInt64 || q > math.MaxInt64 {
		x := new(big.Rat).SetFrac(new(big.Int).SetUint64(p), new(big.Int).SetUint64(q))
		if neg {
			x.Neg(x)
		}
		return Rat{rat{big: x}}
	}
	if neg {
		return Rat{rat{num: -int64(p), dm1: int64(q) - 1}}
	}
	return Rat{rat{num: int64(p), dm1: int64(q) - 1}}
}

// view returns x as a *big.Rat to be read only.
func (x Rat) view() *big.Rat {
	if x.big != nil {
		return x.big
	}
	return big.NewRat(x.num, x.dm1+1)
}

// Big returns x as a new *big.Rat.
func (x Rat) Big() *big.Rat {
	if x.big != nil {
		return new(big.Rat).Set(x.big)
	}
	return big.NewRat(x.num, x.dm1+1)
}

// Num returns the numerator of x in lowest terms, with the sign of x, as a new
// value.
func (x Rat) Num() *big.Int {
	if x.big != nil {
		return new(big.Int).Set(x.big.Num())
	}
	return big.NewInt(x.num)
}

// Den returns the denominator of x in lowest terms, which is positive, as a
// new value.
func (x Rat) Den() *big.Int {
	if x.big != nil {
		return new(big.Int).Set(x.big.Denom())
	}
	return big.NewInt(x.dm1 + 1)
}

// Int64 returns x and true when x is an integer of absolute value below 2⁶³.
func (x Rat) Int64() (int64, bool) {
	if x.big != nil || x.dm1 != 0 {
		return 0, false
	}
	return x.num, true
}

// Frac64 returns numerator and denominator of x in lowest terms, and whether
// both are below 2⁶³ in absolute value.
func (x Rat) Frac64() (p, q int64, ok bool) {
	if x.big != nil {
		return 0, 0, false
	}
	return x.num, x.dm1 + 1, true
}

// Float64 returns the float64 nearest to x (ties to even), ±Inf when x is too
// large for one.
func (x Rat) Float64() float64 {
	const exact = 1 << 53 // below it an int64 is a float64
	if x.big == nil && x.num > -exact && x.num < exact && x.dm1 < exact {
		return float64(x.num) / float64(x.dm1+1)
	}
	f, _ := x.view().Float64()
	return f
}

// BitLen returns the number of bits of the numerator plus that of the
// denominator, a measure of the length of x written out. BitLen of 0 is 1.
func (x Rat) BitLen() int {
	if x.big != nil {
		return x.big.Num().BitLen() + x.big.Denom().BitLen()
	}
	return bits.Len64(abs64(x.num)) + bits.Len64(uint64(x.dm1+1))
}

// IsZero reports whether x is 0.
func (x Rat) IsZero() bool { return x.num == 0 && x.big == nil }

// IsOne reports whether x is 1.
func (x Rat) IsOne() bool { return x == Rat{rat{num: 1}} }

// IsInt reports whether the denominator of x is 1.
func (x Rat) IsInt() bool {
	if x.big != nil {
		return x.big.IsInt()
	}
	return x.dm1 == 0
}

// Sign returns -1, 0 or +1 as x is negative, zero or positive.
func (x Rat) Sign() int {
	switch {
	case x.big != nil:
		return x.big.Sign()
	case x.num < 0:
		return -1
	case x.num > 0:
		return 1
	}
	return 0
}

// Equal reports whether x and y are the same number.
func (x Rat) Equal(y Rat) bool {
	if x.big == nil || y.big == nil {
		return x == y // the form follows from the number
	}
	return x.big.Cmp(y.big) == 0
}

// Cmp returns -1, 0 or +1 as x is below, equal to or above y.
func (x Rat) Cmp(y Rat) int {
	if x.big != nil || y.big != nil {
		return x.view().Cmp(y.view())
	}
	if sx, sy := x.Sign(), y.Sign(); sx != sy || sx == 0 {
		return cmp(sx, sy)
	}
	// Same sign: compare |x| with |y| crosswise in 128 bits.
	hx, lx := bits.Mul64(abs64(x.num), uint64(y.dm1+1))
	hy, ly := bits.Mul64(abs64(y.num), uint64(x.dm1+1))
	c := cmp(hx, hy)
	if c == 0 {
		c = cmp(lx, ly)
	}
	if x.num < 0 {
		return -c
	}
	return c
}

// cmp is the comparison of the standard library's cmp.Compare for integers.
func cmp[T int | uint64](a, b T) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// abs64 returns |n|, which is 2⁶³ for the least int64.
func abs64(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

// gcd is the binary algorithm (Knuth, The Art of Computer Programming, vol. 2,
// 4.5.2, algorithm B); gcd(0, b) = b.
func gcd(a, b uint64) uint64 {
	if a == 1 || b == 1 {
		return 1
	}
	if a == 0 || b == 0 {
		return a | b
	}
	k := bits.TrailingZeros64(a | b)
	a >>= bits.TrailingZeros64(a)
	b >>= bits.TrailingZeros64(b)
	for a != b {
		// Which is larger is a coin toss: there is no branch on it.
		z := bits.TrailingZeros64(a - b)
		a, b = min(a, b), (max(a, b)-min(a, b))>>z
	}
	return a << k
}
