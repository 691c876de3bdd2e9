// Package explain turns points into the polynomial equations that they satisfy:
// few, readable, exact where the data pay for it, and each with an account of
// how far it may be trusted.
//
// # What it does
//
// Learn takes the rows of a table and a maximal degree and returns equations in
// the names of the columns. Equations that hold exactly at the rows, or at all but a few,
// are found first, in arithmetic modulo primes and over the rationals; then those that hold
// within the rounding of the cells. Where neither explains the rows, the search with noise
// follows, in four steps.
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
// # Example
//
// The twelve points with integer coordinates on the circle of radius 5:
//
//	points := mat.NewDense(12, 2, []float64{
//		5, 0, 4, 3, 3, 4, 0, 5, -3, 4, -4, 3, -5, 0, -4, -3, -3, -4, 0, -5, 3, -4, 4, -3,
//	})
//	data := explain.Data{Variables: []string{"x", "y"}, Points: explain.Dense(points)}
//	r, err := explain.Learn(ctx, data, explain.Options{MaxDegree: 2})
//	if err != nil {
//		return err
//	}
//	g := r.Generators[0]
//	fmt.Println(g, g.Rational, g.Exact.Vanishing) // x^2 + y^2 - 25 true 12
//
// Columns have the root mean square 5/√2, so the search sees x²/2 + y²/2 - 1 there,
// on a support of three monomials out of six. It needs no noise; a line through
// these points would need far more than the limit of 15 %. The
// coefficients in data units are as 1 : 1 : -25, and no other integers are near.
//
// # From a file to a check
//
// Package points reads files, package equations reads texts. Check tests equations on points, and
// Solve solves one for a column:
//
//	set, err := points.Read(ctx, "data.csv", points.Options{})
//	…
//	list, err := equations.Split("mine", "x^2 + y^2 = 25")
//	…
//	_, polys, err := list.Parse(set.Variables())
//	…
//	checked, err := explain.Check(ctx, set, polys, explain.CheckOptions{})
//
// # Rooms
//
// Each step is a package of explain/internal. It takes one type and returns one type, and
// imports only packages that stand before it here.
//
//   - limit: every threshold, with unit, reason and test.
//   - factor: integer polynomials → whether they are irreducible, or free of squares.
//   - slip: rows that break an equation → whether they have wrong cells or belong to another case.
//   - exact: points → equations that hold exactly, at all rows or at all but a few.
//   - residual, rounding: equations and points → distances, exact values, rounding boxes.
//   - noise: the shapes that errors of measured columns have.
//   - elementary: the functions that curves may follow in place of a polynomial.
//   - evidence: rows, an equation and a shape of noise → log evidence, in nats.
//   - eval: values and derivatives of polynomials at blocks of points.
//   - problem: data → *Problem, rows in units, their moments, what noise does to them.
//   - known: equations → what follows from them.
//   - integer: real coefficients with errors → integers or decimals, by description length.
//   - support: *Problem and known equations → []Fit, sets of few monomials that might carry
//     an equation.
//   - certify: the same from the certifying spaces of Ideal PCA and AVICA.
//   - response: one column with errors → its law in columns without, by regression.
//   - fit: Fit → Estimate, fitted with weights, with the evidence of the rows about it.
//   - equation: Estimate → Equation, with its coefficients in data units and its cost.
//   - judge: Equation → verdict, by an ordered list of tests; rivals and multiples.
//   - search: *Problem → *Verdict, one equation after another.
//   - robust: the same for the rows that remain when gross outliers are set aside.
//   - noisefree: points → what holds of them without noise, found before anything else.
//
// # Files
//
//   - options.go, result.go: what goes in and comes out; learn.go: Learn.
//   - remainder.go: what is left to search beside what holds without noise, and beside columns that others
//     give; response.go: the law of one column that alone has errors.
//   - doubt.go: which rows and which equations of a verdict are kept.
//   - writing.go: the result; generator.go, digits.go: an equation in it; rounded.go: the rows at
//     which it holds, exactly or within rounding; baseline.go: the equations in the feature space of the
//     kernel, and beside all polynomials that vanish.
//   - check.go: Check; misfit.go: the rows that break an equation, and columns that were cut off; solve.go:
//     equations solved for a variable, and how far from 0 polynomials may be that are zero.
//
// # Words
//
//   - A support is a set of monomials that might carry an equation.
//   - A fit is an equation on a support: coefficients, and the noise variance at
//     which the corrected mean of its square is zero.
//   - An estimate is a fit made with weights, with the covariance of coefficients and
//     noise, the share of every row, and its regularity. If it is regular it is a candidate.
//   - An equation is an estimate with its coefficients in data units: integers or
//     decimals, and the cost that it is chosen by.
//   - A generator is an accepted equation as polynomial and numbers, for the caller.
//
// # Refusal
//
// Data that obey no equation of the given degree give a *NoEquationError with
// the best candidate and why it is not one. Evidence is counted in places: points
// that the noise may have made of one another are one place, and an equation of k
// coefficients is proven by the places beyond the k - 1 that any would fit, each by
// so much as the layer of points about its zero set is thin. What is accepted is then
// compared, by log evidence, with rows that are a cloud, or near a plane or any smooth
// hypersurface, and with its rivals: that gives its Posterior and its Kind. A Generator
// with a Doubt should not be relied on, and one that is an Approximation is no law.
//
// # Noise
//
// The noise is taken to be independent and Gaussian, of the most likely of nine kinds:
// one unknown standard deviation in units of each column's root mean square, or in
// proportion to the values, each in all columns, in all but some, or in one column only;
// in units of each column's standard deviation; of its own in each column; or of one size in all
// columns, which share a part of it; unless Options.Noise
// gives the ratios, or Options.Covariance those of errors that go together. It is
// estimated with the equations.
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
