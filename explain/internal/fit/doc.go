// Package fit fits a support to the rows: a support.Fit goes in, an Estimate comes out,
// with the covariance of its coefficients and the evidence of the rows about its zero set,
// each measured once and kept. Weights are taken at foot points [Kanatani, Statistical
// optimization for geometric computation, 1996].
package fit
