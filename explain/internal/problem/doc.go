// Package problem is the first step: data go in, an immutable *Problem comes out.
// Columns that vary are divided by their root mean square, so that monomials stay
// monomials, and moved only where they lie far from the origin. The moments of their
// monomials are gathered up to twice the degree, from which package moment takes the noise
// away [Kukush, Markovsky, Van Huffel, CSDA 47 (2004) 123–147: adjusted least squares].
package problem
