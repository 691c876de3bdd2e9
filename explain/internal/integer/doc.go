// Package integer recognises coefficients: estimates with their covariance go in, integers
// or decimals come out. Integers are taken where they describe the coefficients in fewer
// bits than real numbers do to the precision that the data give [Rissanen, Stochastic
// complexity in statistical inquiry, 1989].
package integer
