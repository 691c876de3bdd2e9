// Package derived computes columns from columns: c = cos(angle), u = 1/v,
// r = sqrt(x^2 + y^2). A law that is no polynomial in the columns as they were
// measured often is one in such columns, E + m B cos(θ) = 0 for instance.
//
// # Grammar
//
//	definitions = definition { ( "," | ";" | line end ) definition }
//	definition  = name "=" ( sum | ( "d" | "d2" ) "(" name "," name ")" | "lag" "(" name [ "," name ] ")" )
//	sum         = product { ( "+" | "-" ) product }
//	product     = signed { ( "*" | "/" ) signed }
//	signed      = { "+" | "-" } power
//	power       = atom [ ( "^" | "**" ) signed ]
//	atom        = number | name | function "(" sum { "," sum } ")" | "(" sum ")"
//	number      = digits [ "." [ digits ] ] [ ( "e" | "E" ) [ "+" | "-" ] digits ]
//	name        = letters, digits and _, not a digit first, or any text in double quotes
//
// Powers bind from the right, -x^2 is -(x²), and nothing is multiplied by
// standing side by side. A name is a column of the table or one that was defined
// before; quotes serve for names such as "mass (kg)". If no column has these names,
// pi and e are the constants. The functions are in [Functions].
//
// v = d(x, t) is the derivative of a column with respect to another, d2 the second
// ([Differentiate]). b = lag(x) has the cells of x in the row before, lag(x, id) in the last row before with the
// same id: balance = b + deposit. These need the rows around a row.
//
// # Exact and rounded
//
// An expression of + - * / and whole powers is evaluated in rational arithmetic
// where the cells are rational: u = 1/v is exact. Everything else is rounded to
// float64, and [Expression.Rational] says which it is.
//
// # Errors of measurement
//
// [Expression.Gradient] returns the derivatives with respect to the columns. To
// first order the errors ε of one row of columns become J ε in the derived ones,
// so that the sine and the cosine of one angle share theirs
// ([Covariance]).
package derived
