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
// Over Q the elements have coprime integer coefficients; that plain rational
// arithmetic would be slower is a guess. Measured (Go 1.26, amd64, two busy cores,
// November 2026): choosing the shortest instead of the lightest divisor, cyclic-6 in
// degrevlex does not end in 40 s, where it takes 2 to 7 s; reducing only leading
// terms until the end, katsura-5 and -6 take two to three times as long; taking
// common factors out more often or never makes no clear difference. Singular 4.3.1
// is 5 to 20 times faster on katsura-5 and -6 and about 100 times on cyclic-6, and
// this algorithm does not end in 20 s on cyclic-6 in deglex. The ideals of equations
// that people read are far smaller. Modular images of the homogenised ideal would be
// the next step.
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
