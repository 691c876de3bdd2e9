// Package ring holds the coefficient fields over which everything else in the
// module computes.
//
// # Fields are values, elements are plain data
//
// A field is a value of an interface type, [Field], with one type parameter,
// its element. An element carries no pointer to its field; it is copied freely,
// never changed, and shared between goroutines.
//
//	Q                 rational numbers, Rat
//	Float64           float64
//	NewBigFloats(n)   big.Float with n bits
//	Complex128        complex128
//	Qi                Gaussian rationals a + b·i, Gaussian
//	NewZp(p)          residues modulo a prime p < 2⁶³, uint64
//
// What only some fields can do is a small second interface, looked for once
// when something is built over the field: [Vectorer] for operations on whole
// rows, which is where the time goes; [Conjugator]; [Orderer].
//
// # Undefined, undecidable, unknown
//
// 1/0 does not exist: [ErrDomain]. A result that exists but cannot be found
// here, such as 1/x beyond the range of a float, is [ErrUnable]. The two are
// never folded together.
//
// Whether x is zero is answered by a [Truth]. Over an exact field it is Yes or
// No. An element of an inexact field stands for a number that it usually is not,
// and it does not know how far away that number is. So the rule of inexact
// fields is:
//
//   - IsZero says Yes only for the stored zero. It is the number that can be
//     left out of every later sum without changing it, which is what a caller
//     who drops zero terms needs; that the number meant was zero, it does not
//     claim.
//   - Equal says Yes only for two stored numbers that are the same and finite:
//     either can stand for the other in every later operation.
//   - Everything else is Unknown. They never say No: 1e-17 may be what rounding
//     left of zero, and 0.1 + 0.2 what it made of 0.3. NaN and the infinities
//     are Unknown in every respect.
//
// An algorithm that needs a No, to divide by a pivot for instance, does not get
// it over an inexact field. It takes a tolerance from its caller instead, or
// returns ErrUnable.
//
// # Text
//
// Every field reads integers, fractions and decimals in one grammar, that of
// [ParseRat], and complex fields sums such as 1/2+3*i; a text outside the
// grammar is refused with a [ParseError] that points at the byte. Over exact
// fields decimals are exact: 0.1 is 1/10. Decimal exponents beyond
// [MaxExponent] are refused, so a short text cannot ask for all memory.
//
// # A new field
//
// Write the methods of Field, and Vectorer if it will see long rows; the
// example of Field has all of GF(2). Then one line tests it, see package
// ringtest.
//
// # References
//
// D. E. Knuth, The Art of Computer Programming, vol. 2, 3rd ed., sections 4.5.1
// and 4.5.2: arithmetic of fractions, greatest common divisors.
//
// N. Möller, T. Granlund, Improved division by invariant integers, IEEE
// Transactions on Computers 60 (2011): products modulo p.
//
// FLINT, doc/source/gr.rst: parents and elements, undefined against unable,
// answers in three values.
package ring
