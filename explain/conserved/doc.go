// Package conserved finds conservation laws: polynomials that keep a constant value
// within each group of rows, a run of a machine or a short window of time, while the
// constants differ from group to group.
//
// # Method
//
// Let f be a combination of monomials without constant term. Its variance within groups
// over the mean square of its gradient, weighed with the covariance of the errors of
// each row, is the noise that the rows need to keep f constant:
//
//	σ² = fᵀ W f / fᵀ G f
//
// W is the covariance of the monomials within groups, G = mean ∇mᵀ Σ ∇m (Taubin's
// normalisation, IEEE PAMI 13 (1991) 1115–1138). The least σ over all monomials is the
// first step of a backward elimination. Each further step leaves out the monomial whose
// loss raises σ least; the new σ is a root of the secular equation, so that a step costs
// one decomposition. The last two steps are the best pair and the best single monomial of all.
// The law is the step all of whose terms are needed: among those that beat the nulls, the one
// whose next step loses most, and among steps that are seen to move within groups and steps
// that are not, one of the latter.
//
// # Motion within groups
//
// The errors of neighbouring rows are independent, and a polynomial that is not quite constant moves
// alike at both. The covariances of its values one and two rows apart give the part of its
// variance that is motion, and a standard error. What is seen to move is constant approximately
// only: laws of higher degree are tried first, and where there is none the law carries a doubt or, if
// it moves by much, is no law. Rows in no order are put in that of each column.
//
// Rows count by the errors that their gradients make, fᵀ ∇mᵀ Σ ∇m f with the terms of second order: the
// gradients of cubics and quartics are large at few rows, and σ is what those need. A law needs the same σ where
// its gradient is small. What needs more there moves.
//
// Along a run, what changes from window to window changes within windows, too. A law whose constants in windows
// differ by less than three times what it varies within them carries a doubt.
//
// # Identities
//
// What is constant on all rows is no law: sin² + cos² = 1, or Gram's identity of three
// cosines. Monomials that are combinations of smaller ones on the rows are left out
// first, so that polynomials are sought modulo such identities. So are monomials that are constant within
// groups whatever moves, those in the mass of a run alone. Such a column has no errors of rows, may be a factor of
// terms, and is divided out where it is one of all.
//
// # Nulls
//
// Smooth motion is nearly constant in a short window, and so is every function of
// it. A law must therefore beat the same search on rows in which every measured column is
// rolled by a number of rows of its own: the columns keep their motion and lose what
// joins them. Two columns that are rolled together would keep a law that joins these two. A polynomial
// with one value at all rows is an equation and not a conservation law, so a law must also beat the
// search on rows in another order. The gain in nats is
// N log(σ₀/σ) less the description length of the terms; N is the number of independent
// rows and σ₀ the least of the nulls with the same number of terms, which must be 1.3σ at
// least: rolling destroys more than laws.
//
// # References
//
//   - M. Schmidt, H. Lipson, Distilling free-form natural laws from experimental
//     data, Science 324 (2009) 81–85.
package conserved
