// Package explain turns points into the polynomial equations that they satisfy:
// few, readable, exact where the data pay for it, and each with an account of
// how far it may be trusted.
//
// # What it does
//
// Learn takes the rows of a table and a maximal degree and returns equations in
// the names of the columns. It works in four steps.
//
//  1. The data are divided by the root mean square of every column (monomials
//     stay monomials, so sparsity survives) and summarised by the moments of
//     monomials, from which package moment takes the noise away.
//  2. Supports are proposed: all sets of few monomials, and for larger ones the
//     path of a backward elimination. Each is a small generalised eigenproblem
//     whose eigenvalue is the noise variance that the data need to satisfy an
//     equation on this support exactly. All true equations need the same, false
//     ones more.
//  3. The proposals are fitted again with weights, compared with one another in
//     pairs over the rows, and of those that no other beats the one with the
//     shortest description is taken: support, and integers where the data
//     determine them, else decimals.
//  4. Further equations must earn their place: cut the dimension at the noise of
//     the data, or be exact and vanish on the exact zero set of those before.
//     What follows from accepted equations is not looked at again.
//
// Every exact equation is then evaluated at all points in rational arithmetic,
// and read as an element of the feature space of the kernel (θ⟨x,y⟩ + 1)^d: its
// φ-norm, and how much of it lies in the certifying space that Ideal PCA finds
// on the same data.
//
// # Refusal
//
// Data that obey no equation of the given degree give a *NoEquationError with
// the best candidate and why it is not one. An approximation is not an equation.
//
// # Noise
//
// The noise is taken to be independent and Gaussian with one unknown standard
// deviation in units of each column's root mean square, unless Options.Noise
// gives the ratios. It is estimated with the equations.
//
// # References
//
//   - A. Kukush, I. Markovsky, S. Van Huffel, CSDA 47 (2004) 123–147: adjusted
//     least squares, the correction of moments.
//   - P. R. Hansen, A. Lunde, J. M. Nason, The model confidence set, Econometrica 79
//     (2011) 453–497: keeping all models that no other beats.
//   - J. Rissanen, Stochastic complexity in statistical inquiry, 1989: description
//     length.
//   - K. Kanatani, Statistical optimization for geometric computation, 1996:
//     weights at foot points.
package explain
