// Package response finds the law of one measured column, the response, in columns without
// errors. It is for regression: the usual case of an experiment in which all settings are
// known. Three steps:
//
//  1. A smooth surface is fitted to the response, a polynomial in the logarithms of the
//     columns.
//  2. Scalings of the surface are looked for: weights w with Σ w_j x_j ∂y/∂x_j = w_0 y. Each
//     takes one column away, as in Buckingham's theorem [Buckingham, Phys. Rev. 4 (1914)
//     345–376], but the weights come from the data and not from units.
//  3. In the few invariants that are left, laws of few terms are looked for, polynomials in
//     the invariants and the response that are at most quadratic in the response. Each is
//     fitted by least squares in the response itself.
//
// Beside these, sums of few power products are fitted directly, their exponents as real numbers, see signomials.
//
// The degree of a law in the columns has no bound of its own: F = q1 q2/(4π ε r²) is a
// constant once its four scalings are known.
package response
