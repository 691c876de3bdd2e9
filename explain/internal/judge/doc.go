// Package judge decides about equations: an equation goes in, and what comes out is an
// ordered list of tests, each with name, value, limit and unit, or the reason of the first
// that fails. Beside them stand the comparisons of equations with one another: rivals,
// multiples, further equations. Chance weighs equations that hold exactly.
package judge
