// Package eval computes values, gradients and Hessians of polynomials at blocks of
// points, monomial by monomial, so that the work on a monomial is a loop over numbers
// side by side. Points and a support go in, numbers come out.
package eval
