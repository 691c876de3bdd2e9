// Package featuretest is the conformance suite of kernels. A kernel passes it
// with one line:
//
//	func TestMyKernel(t *testing.T) { featuretest.Test(t, MyKernel{}, featuretest.Points(3)) }
//
// # What is checked
//
// Symmetry; Gram matrices of random and of repeated points have no negative
// eigenvalue; the gradient against differences of values; blocks against single
// pairs; and where the kernel has them, exact values over Q against values in
// float64, and polynomials k(·, z) against both values and gradients; on complex
// points, where it has values there, that k(y, x) is the conjugate of k(x, y).
// Points passed in are never written to, and points of different lengths panic.
//
// Tolerances are multiples of the rounding errors of the quantities compared,
// with √(k(x,x)·k(y,y)) as the unit, by which the Cauchy–Schwarz inequality
// bounds |k(x,y)|.
package featuretest
