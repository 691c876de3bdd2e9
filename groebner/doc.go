// Package groebner computes with ideals of polynomials over an exact field:
// Gröbner bases, membership, redundant generators, elimination, dimension and
// degree.
//
// # Concepts
//
// A Gröbner basis of an ideal is a system of generators whose leading monomials
// generate all leading monomials of the ideal. Then every polynomial has one
// normal form, which is 0 for the elements of the ideal, and the leading monomials
// alone tell dimension, degree and Hilbert function. A reduced Gröbner basis is
// determined by the ideal and the order; [Basis] returns it.
//
//	basis, err := groebner.Basis(ctx, equations)
//	follows, err := groebner.Member(candidate, basis)
//	short, err := groebner.Irredundant(ctx, equations)
//	shadow, err := groebner.Eliminate(ctx, equations, []int{0})
//
// Ideals are lists of polynomials of one ring. What needs any generators is named
// so in its arguments (gens), what needs a Gröbner basis takes a basis, and does
// not check that it is one; [IsGroebner] does.
//
// # Certificates
//
// A basis is checked in two halves by functions that share nothing with Basis but
// the division of polynomials: [IsGroebner] reduces every S-polynomial, and [Lift]
// writes an element as Σ hᵢ·gᵢ, which can be multiplied out.
//
// # Limits
//
// The size of a Gröbner basis can be doubly exponential in the number of
// variables. All algorithms look at their context before every 64th step of a
// reduction, and [WithLimits] bounds pairs, degrees and lengths; passing a bound
// is [ErrLimit]. Over float64 and its like there are no Gröbner bases:
// [ErrInexact].
//
// # What was tried
//
// Over Q the elements have coprime integer coefficients. Plain rational arithmetic
// was slower by the cost of its greatest common divisors. Choosing the shortest
// instead of the lightest divisor made the coefficients of cyclic-6 explode.
// Reducing only leading terms until the end was slower on katsura-5 and -6. A
// system like Singular is some ten times faster on such ideals; the ideals of
// equations that people read are far smaller.
//
// # A worked example
//
// x² + y² = 1 and x·y = 1 in lex with x > y. The S-polynomial of the two is y³ - y
// + x; it gives x + y³ - y. Then x is a leading monomial, and x·y - 1 reduces to
// -y⁴ + y² - 1. The reduced basis is x + y³ - y, y⁴ - y² + 1: two curves meet in
// four points, none of them real.
//
// # References
//
// D. Cox, J. Little, D. O'Shea, Ideals, Varieties, and Algorithms, 4th ed.,
// Springer 2015, chapters 2, 3, 5, 9.
//
// T. Becker, V. Weispfenning, Gröbner Bases, Springer 1993: the criteria of
// Gebauer and Möller, p. 230.
//
// A. Giovini, T. Mora, G. Niesi, L. Robbiano, C. Traverso, "One sugar cube, please"
// or selection strategies in the Buchberger algorithm, ISSAC 1991.
//
// A. M. Bigatti, Computation of Hilbert–Poincaré series, J. Pure and Applied
// Algebra 119 (1997) 237–253.
package groebner
