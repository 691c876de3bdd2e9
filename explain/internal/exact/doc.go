// Package exact finds the polynomial equations that hold exactly, in rational
// arithmetic, at the rows of a table: at all of them, or at all but a few rows
// that are named. No float takes part.
//
// Cells are whole numbers, decimals or fractions. The search goes degree by degree,
// and within a degree from few columns to many. For a set of columns the values of
// the monomials at the rows form a matrix; its kernel, computed modulo a prime, holds
// the polynomials that vanish at every row. Kernel vectors of few terms are preferred
// (the circuits that elimination in several orders of the monomials shows), lifted to
// the rationals, and checked at every row in rational arithmetic.
//
// In many columns the larger sets take too much work. There the search goes on for laws of three and four terms in any
// columns. Seen from one monomial, two others that make a law with it lie in one direction: sorting finds them, and not
// every triple is looked at.
//
// A polynomial that vanishes at every row need not be a law: as many coefficients as
// rows always suffice. Three tests tell the two apart, all on the values of the
// monomials of the one polynomial, at the different rows of its own columns, in a fixed
// random order:
//
//   - either half of the rows determines the coefficients alone, so that the other half
//     confirms them;
//   - at least three rows more than coefficients;
//   - for every column of few values there is a value without whose rows the
//     coefficients are determined all the same: a polynomial that only interpolates
//     between settings of a column has none. A column of two values needs no such value if
//     the rows with each of the two confirm what the polynomial is there, and if it does no
//     more than to leave terms out where it is 0, or takes the values 0 and 1.
//
// A law that follows from those before it at some values of a setting must be confirmed by the rows with its other values: beside
// off = percent/100*price, a polynomial may hold only for the sake of the percentages that occur.
//
// Two kinds of law need no such tests. One is (x - a)*g for a setting x, where the rows with x ≠ a confirm g, and where by chance
// some row would have x ≠ a and g ≠ 0. The other is the sum of three or more columns of zeros and ones, of which exactly one
// is 1 in each row.
//
// What vanishes and fails them is trivial: ∏(x - v) over the values of a column, a
// polynomial through the dozen different rows of a few settings columns, or what is owed
// to the small number of rows. Trivial polynomials are kept beside the laws, so that
// consequences of both are not taken for news, and never printed.
//
// Find returns constants, laws and settings. The laws are reduced to generators: the
// shortest first, each only if the ones before do not generate it.
package exact
