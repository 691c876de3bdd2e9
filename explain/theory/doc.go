// Package theory says what axioms imply for some of their variables.
//
// Axioms are polynomials that vanish, over the rational numbers. What they imply for the
// targets is the elimination ideal: all polynomials in the targets alone that are
// combinations of the axioms [Cox, Little, O'Shea, Ideals, Varieties, and Algorithms, 4th ed.,
// Theorem 3.1.2, p. 122]. Each consequence comes with its cofactors, the polynomials that the
// axioms are multiplied by. Ideals do not divide: that m is not zero is an axiom too, m·u = 1
// with a variable u of its own.
package theory
