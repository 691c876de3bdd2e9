// Package judge says how well printed equations recover an ideal that is known.
//
// Everything is measured on the part of degree ≤ d of an ideal, d being the
// largest degree of a generator of the true one, so all questions are linear
// algebra in the finite-dimensional space of polynomials of degree ≤ d.
//
//   - Exact: over Q the printed equations, decimals read as the rationals they
//     are, have the same groebner.Truncated ideal up to degree d as the true
//     generators. Nothing is rounded for the one who printed them.
//   - Numerical: in monomials of the standardised coordinates (x_i − mean)/std
//     the span of the products t^α f_i of degree ≤ d of the printed equations has
//     the true dimension and its largest principal angle to the true span is at
//     most Tolerance(σ).
//   - Wrong: an equation that claims to be rational and is not in the true ideal.
//
// The exact questions are answered in exact arithmetic.
package judge
