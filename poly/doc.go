// Package poly holds polynomials in several variables over any field: arithmetic,
// calculus, division, evaluation at many points, and the notations in which
// people and other systems read and write them.
//
// # Concepts
//
// A [Ring] is the parent: a field of coefficients, the names of the variables, a
// monomial [Order] and a bound on the total degree. A [Monomial] is a power
// product of the variables, packed into four words by the ring so that its order
// is comparison of words and multiplication is addition of words; only the ring
// reads it. A [Polynomial] is a list of terms in strictly decreasing order, and
// knows its ring.
//
//	R, err := poly.NewRing(ring.Q, []string{"x", "y"})
//	circle, err := R.Parse("x^2 + y^2 - 1")
//	dx := circle.Derivative(0)            // 2*x
//	square, err := circle.Mul(circle)     // an error if a degree does not fit
//	fmt.Println(square)
//
// # Invariants
//
// Nothing here changes after it is made: polynomials, rings and evaluators are
// safe for use by several goroutines. A polynomial has no zero coefficient, which
// over an inexact field means: none that the field is certain about; 1e-300 is a
// term like any other. Terms strictly decrease.
//
// Rings are compared by pointer. Elements of two rings do not mix, that is a bug
// in the caller and panics; [Convert] and [Polynomial.In] lead from one ring to
// another, by the names of the variables, and [Polynomial.Substitute] maps
// variables to polynomials.
//
// # Limits
//
// Exponents never wrap. A result whose total degree is above [Ring.MaxDegree] is
// [ErrDegree]. More variables than fit four words are [ErrLayout]: 14 variables
// have degrees up to 32767 (seven and fewer, on request, up to 2³¹-1), 112
// variables degree 1. A short text that stands for a huge polynomial, such as
// (x+y+z)^5000, is [ErrTooLarge].
//
// # Text
//
// There is one grammar, in the comment of [Ring.Parse]; what is outside it is
// refused with a [SyntaxError] that points at the character. [Polynomial.Format]
// writes for people, for LaTeX, and for SymPy, CoCoA, Singular and Macaulay2, and
// [Ring.ParseStyle] reads every one of these texts back to the same polynomial.
//
// # Speed
//
// A product is a merge of rows through a heap, division goes through geobuckets,
// in time close to the number of products of terms. An [Evaluator] computes every monomial of its polynomials
// once, by columns of points. Benchmarks: go test -bench . ./poly
//
// # References
//
// D. Cox, J. Little, D. O'Shea, Ideals, Varieties, and Algorithms, 4th ed.,
// Springer 2015: orders (section 2.2), division (2.3).
//
// M. Monagan, R. Pearce, Polynomial Division Using Dynamic Arrays, Heaps, and
// Packed Exponent Vectors, CASC 2007: packing, products by heaps.
//
// T. Yan, The Geobucket Data Structure for Polynomials, J. Symbolic Computation
// 25 (1998) 285–293: division.
//
// FLINT, src/mpoly: guard bits, divisibility of packed monomials.
package poly
