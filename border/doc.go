// Package border describes zero-dimensional ideals exactly: the polynomials
// that vanish at finitely many points, as reduced Gröbner basis and as border
// basis, over any exact field and, fast, over the rationals.
//
// # Concepts
//
// Order the monomials. The leading monomials of an ideal leave over a set O of
// standard monomials, which contains every divisor of its members: an order
// ideal ([OrderIdeal]). For an ideal of s points it has s members, and they are
// a basis of the polynomials modulo the ideal: every polynomial has one normal
// form in their span. The border of O consists of the monomials x_i·o outside O;
// the minimal ones among them are its corners. For every border monomial b the
// ideal contains exactly one polynomial b - Σ cᵢ·oᵢ. All of them together are the
// border basis, those at the corners are the reduced Gröbner basis.
//
// The algorithm of Buchberger and Möller finds O from below: it takes the
// smallest monomial that is not yet decided and looks at its values at the
// points. If they depend on those of O, the dependence is a polynomial of the
// basis and the monomial a corner, otherwise the monomial joins O. The two
// halves of the algorithm, the combinatorics of monomials and the linear
// algebra of values, are apart here: [Corners] is the first and serves any kind
// of the second.
//
//   - [BuchbergerMoller] is the algorithm over any exact field, in the order of
//     the book: the reference.
//   - [BuchbergerMollerQ] is for rational points: the order ideal modulo one
//     prime, the coefficients modulo many, and a proof at the end.
//   - [BuchbergerMollerUpTo] stops at a degree: the polynomials of low degree that
//     vanish at many rational points, without the long coefficients of the rest.
//     [HilbertUpTo] only counts them.
//
// # Invariants
//
// An [Ideal] holds an order ideal and the tails Σ cᵢ·oᵢ of its whole border. Its
// multiplication matrices commute, which is what makes it a border basis
// [KR05, Theorem 6.4.30]; constructors from given polynomials check it. All
// lists of monomials and polynomials ascend. Points are distinct and keep the
// order in which they were given. Nothing here depends on the number of
// processors.
//
// # A worked example
//
// The four points (±1, 0), (0, ±1) in deglex with x > y. The values of 1, y, x,
// in this order of size, are independent. Next is y², with values 0, 0, 1, 1:
// independent, so O = {1, y, x, y²}, and with four members it is complete. The
// corners are x·y, x² and y³: x·y vanishes, x² + y² - 1 vanishes, y³ - y vanishes.
// That is the reduced Gröbner basis. The border is x·y, x², y³, x·y², and the
// border basis has x·y² besides.
//
// # References
//
// [KR05] M. Kreuzer, L. Robbiano, Computational Commutative Algebra 2, Springer
// 2005, sections 6.3 and 6.4. [BM82] B. Buchberger, H. M. Möller, The construction
// of multivariate polynomials with preassigned zeros, EUROCAM 1982. [ABKR00] J.
// Abbott, A. Bigatti, M. Kreuzer, L. Robbiano, Computing ideals of points, J.
// Symb. Comp. 30 (2000). [FGLM93] J. C. Faugère, P. Gianni, D. Lazard, T. Mora,
// Efficient computation of zero-dimensional Gröbner bases by change of ordering,
// J. Symb. Comp. 16 (1993). [Ste04] H. J. Stetter, Numerical Polynomial Algebra,
// SIAM 2004.
package border
