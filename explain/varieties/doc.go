// Package varieties holds algebraic varieties whose ideals are known, as a supply
// of test cases for programs that learn equations from points.
//
// A Variety carries the generators of its ideal as text and one or more charts,
// rational parametrisations. Parameters are drawn at random, rounded to dyadic
// rationals and mapped through the chart in exact arithmetic, so a clean sample
// lies on the variety exactly. Certify proves, in exact arithmetic, that the
// generators listed say everything there is to say up to a degree: they vanish
// at the sample, and the polynomials of degree ≤ d that vanish there are the
// combinations Σ h_i g_i with deg h_i g_i ≤ d.
//
// Measurements are clean points with independent Gaussian noise whose standard
// deviation is σ times the root mean square of each variable. A folder of a case
// holds truth.json and one CSV file for each number of points and each σ; Write
// makes it and ReadTruth reads it back.
//
//	v, _ := varieties.ByName("viviani")
//	err := varieties.Write(ctx, dir, v, varieties.Settings{N: []int{200}, Sigma: []float64{0, 0.01}})
//
// The variables of a polynomial in the text are those of the field Variables, in
// their order: x^2*y - 3/2*z + 1.
package varieties
