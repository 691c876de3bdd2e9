// Package certify proposes from kernel matrices, as the papers do: the certifying space of
// Ideal PCA or AVICA goes in, a list of support.Fit comes out, each a set of monomials with
// a polynomial on it that lies in the space. For every degree it
//
//   - learns the space from K_XZ and cuts its spectrum (learn.IPCA, learn.AVICA);
//   - expands the certifying features to polynomials;
//   - brings them to reduced echelon form in the degree-lexicographic order, and looks for
//     the shortest vectors on the supports that the space admits.
//
// What follows, to choose minimal generators, to round and to check them, is the same for
// all methods.
package certify
