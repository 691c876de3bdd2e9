// Package compare sets methods that learn vanishing polynomials beside one
// another on the same points.
//
// Every method gets the same training points, divided by the largest absolute
// value of each variable, the same largest degree, and the same threshold, a root
// mean square in those units, or one of its own. Variables that do not vary are
// left out. What it returns is taken back to the units of the
// data and measured there, in the same way for all:
//
//   - the number of its equations, their degrees and terms;
//   - the distance |f|/|∇f| of the points from the zero set of each equation, to
//     first order, on the training points and on points held out, the largest
//     over the equations;
//   - the dimension of the polynomials of degree ≤ d that the equations generate,
//     and the largest principal angle between this space and that of every other
//     method, in monomials of standardised coordinates;
//   - time and memory.
//
// Where the true equations are given, recovery is judged as in package judge.
//
// Whether two methods differ is decided on repeated half samples: each is fitted
// to the half, its worst equation measured on the held-out points, and the
// logarithms of these distances are compared in pairs by the t-test with the
// variance correction of C. Nadeau and Y. Bengio, Inference for the
// generalization error, Machine Learning 52 (2003), for samples that overlap. Not
// to be separated is not transitive, so the result has the largest sets of
// methods that are alike in pairs.
//
//	c := compare.Config{Degree: 2}
//	result, err := c.Run(ctx, []string{"x", "y"}, points, nil)
//
// Time and memory differ from run to run; everything else is the same for the
// same seed.
package compare
