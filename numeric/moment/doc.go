// Package moment summarises points by the means of monomials, and takes
// Gaussian noise away from such means.
//
// # What it is for
//
// Every question of the form 'does a polynomial of degree ≤ d nearly vanish on
// the data, and at what distance' is a question about two quadratic forms on
// the space of these polynomials,
//
//	M: f ↦ mean of f(x_i)²,   G: f ↦ mean of |∇f(x_i)|²,
//
// whose entries are means of monomials of degree ≤ 2d. They are sums over the
// rows, so they are gathered in one pass, merged across blocks and machines, and
// need a memory that does not depend on the number of rows.
//
// # Noise
//
// The smallest generalised eigenvalue of (M, G) is the square of a distance in
// data units (Taubin's normalisation). But products of noisy numbers are biased:
// x = x̂ + ε has the mean square x̂² + σ². Flow removes the bias in every degree:
// the moments of x̂ are those of x after running the heat equation backward for
// the time σ²/2. An equation of the true points then has M(f) = 0 at the true
// noise variance, whatever its degree; and this holds for products and powers of
// equations as well, which in the uncorrected forms look better than they are.
//
// Errors in proportion to the values (Noise.WithRelative) have a correction of their
// own, exact in every degree as well.
//
// # Conventions
//
// Monomials are listed in increasing degree-lexicographic order, so the
// monomials of degree ≤ d are a prefix of the list. Moments square the condition
// number: distances below 10⁻⁷ of the data cannot be told from zero here.
//
// # References
//
//   - A. Kukush, I. Markovsky, S. Van Huffel, Consistent estimation in an implicit
//     quadratic measurement error model, CSDA 47 (2004) 123–147.
//   - I. Vajk, J. Hetthéssy, Identification of nonlinear errors-in-variables
//     models, Automatica 39 (2003) 2099–2107.
//   - G. Taubin, Estimation of planar curves, surfaces, and nonplanar space curves
//     defined by implicit equations, IEEE PAMI 13 (1991) 1115–1138.
package moment
