// Package state holds what a learner keeps of rows that it sees once: a [State], of a size
// that does not depend on their number.
//
// # What is kept
//
//   - the number of rows, and the sums of all monomials up to twice a degree, each monomial
//     rounded to float64 once and the sums exact;
//   - the span of the monomials of the rows modulo 2⁶¹ - 1, from which it can be said whether a polynomial up to the
//     degree is zero at every row, exactly as the cells are written;
//   - a sample: the rows whose hash is least, with their cells as they are written;
//   - the least and the largest number of every column, and its finest decimal place;
//   - the parts: which bytes of which files the rows are from.
//
// # One state, whatever the order
//
// A state is a function of the multiset of its rows. States of different rows are put
// together by [State.Merge], in any order and grouping, by any number of processes, and give
// the same bytes. A part that is in both is refused, so a part that was done twice after a
// failure cannot be counted twice.
//
// # What it is for
//
// [State.Finish] returns the sample as a table, in which equations are looked for. The
// state itself gives the moments of all rows, from which the noise and the decimals come
// ([State.Mean]), and says of exact equations whether they hold at all rows
// ([State.Vanishes]). Sums of powers are not centred: where the mean of a column is many
// standard deviations from zero they cancel, and the sample has to do.
//
// [State.MarshalBinary] writes a state: little-endian, with a version and a SHA-256 of all
// that stands before it.
package state
