package numeric

import "gonum.org/v1/gonum/mat"

// Condition turns the mean and the covariance of a Gaussian vector into those that it has
// where coordinate at has the given value. The variance of that coordinate must not be 0.
// C. M. Bishop, Pattern Recognition and Machine Learning (2006), (2.81) and (2.82), for one
// coordinate.
func Condition(mean []float64, c *mat.SymDense, at int, value float64) {
	v := c.At(at, at)
	step := value - mean[at]
	column := make([]float64, len(mean))
	for i := range column {
		column[i] = c.At(i, at)
	}
	for i := range mean {
		mean[i] += column[i] / v * step
		for j := i; j < len(mean); j++ {
			c.SetSym(i, j, c.At(i, j)-column[i]*column[j]/v)
		}
	}
}
