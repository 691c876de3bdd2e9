package ring

import "math/big"

// Q is the field of rational numbers.
var Q Rationals

// Rationals is the type of Q. Its zero value is the field.
type Rationals struct{}

var (
	_ Field[Rat]    = Q
	_ Vectorer[Rat] = Q
	_ Orderer[Rat]  = Q
)

// String returns "Q".
func (Rationals) String() string { return "Q" }

// Zero returns 0.
func (Rationals) Zero() Rat { return Rat{} }

// One returns 1.
func (Rationals) One() Rat { return Rat{rat{num: 1}} }

// FromInt returns n.
func (Rationals) FromInt(n int64) Rat { return RatFromInt(n) }

// FromRat returns x.
func (Rationals) FromRat(x Rat) (Rat, error) { return x, nil }

// Add returns x + y.
func (Rationals) Add(x, y Rat) Rat { return x.Add(y) }

// Sub returns x − y.
func (Rationals) Sub(x, y Rat) Rat { return x.Sub(y) }

// Neg returns −x.
func (Rationals) Neg(x Rat) Rat { return x.Neg() }

// Mul returns x·y.
func (Rationals) Mul(x, y Rat) Rat { return x.Mul(y) }

// Inv returns 1/x, or ErrDomain when x is 0.
func (Rationals) Inv(x Rat) (Rat, error) { return x.Inv() }

// IsZero answers Yes or No.
func (Rationals) IsZero(x Rat) Truth { return TruthOf(x.IsZero()) }

// Equal answers Yes or No.
func (Rationals) Equal(x, y Rat) Truth { return TruthOf(x.Equal(y)) }

// Cmp returns -1, 0 or +1 as x is below, equal to or above y.
func (Rationals) Cmp(x, y Rat) int { return x.Cmp(y) }

// Exact returns true.
func (Rationals) Exact() bool { return true }

// Characteristic returns 0.
func (Rationals) Characteristic() *big.Int { return new(big.Int) }

// Format returns "3/4" or "-2", see Rat.String.
func (Rationals) Format(x Rat) string { return x.String() }

// Parse reads what ParseRat reads.
func (Rationals) Parse(s string) (Rat, error) { return ParseRat(s) }

// Axpy adds a·x to dst. It panics if the lengths differ.
func (Rationals) Axpy(dst []Rat, a Rat, x []Rat) {
	mustMatch(len(dst), len(x))
	if a.IsZero() {
		return
	}
	for i, xi := range x {
		if !xi.IsZero() {
			dst[i] = dst[i].Add(a.Mul(xi))
		}
	}
}

// Dot returns Σ x_i·y_i. It panics if the lengths differ.
func (Rationals) Dot(x, y []Rat) Rat {
	mustMatch(len(x), len(y))
	var sum Rat
	var acc int128 // the products of integers that are not yet in sum
	for i, xi := range x {
		yi := y[i]
		if xi.big == nil && yi.big == nil && xi.dm1|yi.dm1 == 0 {
			if !acc.addMul(xi.num, yi.num) {
				sum = sum.Add(acc.rat())
				acc = int128{}
				acc.addMul(xi.num, yi.num)
			}
			continue
		}
		sum = sum.Add(xi.Mul(yi))
	}
	if acc == (int128{}) {
		return sum
	}
	return sum.Add(acc.rat())
}

// Scale multiplies dst by a.
func (Rationals) Scale(dst []Rat, a Rat) {
	if a.IsOne() {
		return
	}
	for i, d := range dst {
		dst[i] = a.Mul(d)
	}
}
