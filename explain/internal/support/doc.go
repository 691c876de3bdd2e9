// Package support proposes: a *problem.Problem and what is known go in, a list of Fit comes
// out, each a set of monomials with the polynomial on it that needs least noise. All sets of
// few monomials are visited. Where these are too many, all sets of monomials in the squares of the
// columns are. For larger ones there is the path of a backward elimination. Each is a small
// generalised eigenproblem (M, G) of the moments and the mean square gradient, whose eigenvalue is
// the noise variance [Taubin, IEEE PAMI 13 (1991) 1115–1138].
package support
