// Package ringtest is the conformance suite of coefficient fields. A field
// passes it with one line:
//
//	func TestMyField(t *testing.T) { ringtest.Test(t, mypkg.MyField, drawElement) }
//
// where drawElement makes elements from a source of randomness, the corners of
// the field far more often than chance would.
//
// # What is checked
//
// Over an exact field every law of a commutative field must be answered Yes.
// Over an inexact field no law may be answered No on any elements, and on small
// integers, which a float of 16 bits or more has exactly, it must be answered
// Yes. Elements are
// never changed by an operation, printed elements are read back, malformed
// texts are refused, 1/0 is ring.ErrDomain, whole-row operations agree with
// loops over single elements, conjugation and order are compatible with the
// operations.
//
// # Variants
//
// A package that builds on fields hands the suite a [Variant] that builds its
// own objects over the field, polynomials or matrices say, and tests their
// laws; then every field that is tested is tested under those objects too.
package ringtest
