// Package equation recognises: a fit.Estimate goes in, an Equation comes out, whose
// coefficients are those of the data, integers or decimals, and whose cost is the length of
// its description.
package equation
