// Package numeric is the linear algebra under the kernels and the polynomials:
// in float64 on top of gonum, and exactly over any field of package ring.
//
// # Tall matrices
//
// A data matrix has few columns and any number of rows. TSQR folds rows into a
// triangle R with RᵀR = AᵀA without ever forming AᵀA, whose formation would
// square the condition number and lose every singular value below 10⁻⁸ of the
// largest: the equations that data satisfy are exactly those. States over
// different rows are combined by Merge, so R is also what a chunk of a stream,
// a goroutine or a machine hands over. ReduceRows does this on all processors;
// the pieces and the order of merging depend on the shape of the matrix alone,
// so the bits of the result do not depend on the number of processors.
//
// SVDOf and TallSVD decompose R by one-sided Jacobi rotations, which keep the
// relative accuracy of tiny singular values that bidiagonalisation loses.
// GeneralisedEigen and SmallPencil solve A v = λ B v, and LeastEigen finds the
// smallest λ only.
//
// # Polytopes
//
// Polytope is what some half-spaces leave of the unit box, and Maximize finds the largest
// value of a linear function there: the ends of what all rows of a table allow of a number.
//
// # Ranks
//
// Every decision that something counts as zero takes its tolerance as an
// argument and returns the numbers on both sides of it: PinvSqrt the
// eigenvalues and the rank, GeneralisedEigen the condition and the numbers of
// infinite and undetermined directions, RREFTol the smallest pivot accepted and
// the largest refused.
//
// # Exact matrices
//
// Matrix is a matrix over any exact field: RREF, Rank, NullSpace, Solve,
// Inverse, PseudoInverse, Det, and Subspace for repeated questions of
// membership. Over Q rows are cleared of denominators; small matrices are
// eliminated over the integers, where every intermediate number is a minor of
// the matrix, larger ones modulo word primes with a bound that proves the result
// (package modular). Over other fields elimination is by whole rows, which the field supplies as
// ring.Vectorer. PositiveSemidefinite returns a certificate for either answer.
// Package numerictest holds the laws that a new field can be tested with.
//
//	m := numeric.MatrixOf(ring.Q, [][]ring.Rat{{ring.RatFromInt(1), ring.RatFromInt(2)}})
//	fmt.Println(numeric.NullSpace(m)) // [-2 1]
//
// # Conventions
//
// Matrices passed in are read and never changed or kept, unless the name of the
// function ends in To or the comment says so. Shapes that do not fit are a
// mistake in the calling program and panic; data that do not allow an answer
// give an error. gonum has no matrix with rows but no columns or the reverse;
// where such a result would arise, nil stands for it, and the comment says so.
//
// # References
//
//   - G. Golub, C. Van Loan, Matrix Computations, 4th edition, 2013.
//   - J. Demmel, L. Grigori, M. Hoemmen, J. Langou, Communication-optimal
//     parallel and sequential QR and LU factorizations, SIAM J. Sci. Comput. 34
//     (2012).
//   - Z. Drmač, K. Veselić, New fast and accurate Jacobi SVD algorithm, I and
//     II, SIAM J. Matrix Anal. Appl. 29 (2008).
package numeric
