// Package points holds points with names for their coordinates: as float64, exactly,
// and with the digits that they were written with.
//
// A [Set] comes from a file ([Read], [ReadFrom]), from a matrix ([FromDense]) or from
// rational numbers ([FromRats]). It does not change. [Set.Select] returns a set of some
// of its rows and columns.
//
// # Exact
//
// A decimal of a file is a rational number: 0.1 is 1/10, and [Set.Exact] returns that.
// The coordinates of a matrix are the dyadic rationals that the floats are.
//
// # Digits
//
// A table holds numbers that somebody rounded. A [Step] says where the last digit of a
// column stands, and [Set.HalfStep] half a unit of the last digit of one cell: the number
// that was rounded lies within so much of the cell. Matrices, fractions and binary
// files have no steps.
package points
