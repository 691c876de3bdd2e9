package poly

import "fmt"

// Order is a monomial order: total, compatible with products, 1 smallest
// [Cox, Little, O'Shea, Ideals, Varieties, and Algorithms, 4th ed., Definition
// 2.2.1, p. 55]. Variables are ordered as the ring lists them, the first one
// largest. The zero value is Deglex.
type Order int32

const (
	// Deglex compares total degrees, then exponents from the first variable
	// on, the larger exponent winning [ibid., Definition 2.2.5, p. 58].
	Deglex Order = iota
	// Degrevlex compares total degrees, then exponents from the last variable
	// on, the smaller exponent winning [ibid., Definition 2.2.6, p. 58].
	Degrevlex
	// Lex compares exponents from the first variable on, the larger exponent
	// winning [ibid., Definition 2.2.3, p. 56].
	Lex

	elimination // the kind of Elimination(k), whose k stands in the upper bits
)

const orderKindBits = 2

// Elimination returns the product order that eliminates the first k variables:
// it compares the parts in x₁ … x_k by Degrevlex, then the parts in the
// remaining variables by Degrevlex. Every monomial that contains one of the
// first k variables is above every monomial that contains none of them, so a
// Gröbner basis intersected with the polynomials in the last variables is a
// Gröbner basis of the elimination ideal [ibid., Theorem 3.1.2, p. 122, and
// Exercise 3.1.6]. Singular writes (dp(k),dp(n-k)).
// It panics if k is negative.
func Elimination(k int) Order {
	if k < 0 {
		panic(fmt.Sprintf("poly: elimination of %d variables", k))
	}
	return Order(k)<<orderKindBits | elimination
}

// kind strips the parameter of an order.
func (o Order) kind() Order { return o & (1<<orderKindBits - 1) }

// eliminated returns k of Elimination(k) and 0 for the other orders.
func (o Order) eliminated() int {
	if o.kind() != elimination {
		return 0
	}
	return int(o >> orderKindBits)
}

// IsGraded reports whether the order compares total degrees first.
func (o Order) IsGraded() bool { return o == Deglex || o == Degrevlex }

// String returns "deglex", "degrevlex", "lex" or "elimination(k)".
func (o Order) String() string {
	switch {
	case o == Deglex:
		return "deglex"
	case o == Degrevlex:
		return "degrevlex"
	case o == Lex:
		return "lex"
	case o.kind() == elimination:
		return fmt.Sprintf("elimination(%d)", o.eliminated())
	}
	return fmt.Sprintf("Order(%d)", int32(o))
}

// ParseOrder reads what String of Deglex, Degrevlex and Lex prints, and the
// other usual names: grlex and glex, grevlex, plex.
func ParseOrder(s string) (Order, error) {
	switch s {
	case "deglex", "grlex", "glex":
		return Deglex, nil
	case "degrevlex", "grevlex":
		return Degrevlex, nil
	case "lex", "plex":
		return Lex, nil
	}
	return 0, fmt.Errorf("poly: unknown order %q: have deglex, degrevlex, lex", s)
}
