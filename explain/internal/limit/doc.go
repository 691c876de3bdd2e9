// Package limit holds the thresholds of explain: what is called small, enough, too many.
// Each stands on one line, with its unit, the reason for its value, and a test that depends on
// it. Every step of the search has a file; a new limit goes to its step, with the comment
// 'unit: reason; test'. Grids, the values that are tried one after another, stand below.
// Limits have types, so that what is computed from them is rounded as numbers in
// the program are.
package limit

// Grids: the values that are tried, one after another. They do not change.
var (
	Ridges            = []float64{100, 10, 1, 1e-1, 1e-2, 1e-3}                                        // precision: of the coefficients of polynomials with gradients of mean square 1 on the rows, the strongest first; with weak ones polynomials of many terms turn to products with branches on either side of the rows; TestRidgeOrder
	Precisions        = []float64{1000, 100, 10, 1, 1e-1, 1e-2, 1e-3}                                  // precision: the same on the way from a polynomial to the smooth one with most evidence; TestSmooth
	FunctionRates     = []float64{0.35, 0.5, 0.7, 1, 1.4, 2, 2.8, 4, 5.6, 8}                           // per half range of the argument: of elementary functions, which are refined from the best; TestFunction
	FunctionPowers    = []float64{0.15, 0.25, 0.4, 0.6, 1, 1.6, 2.5, 4}                                // exponents: of the power that is refined from the best; TestFunction
	FunctionShifts    = []float64{-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1}                       // half ranges: the same of their centres; TestFunction
	RoundingShares    = []float64{1, 0.5, 0.25, 0.125}                                                 // of the errors of least squares: within which the simplest coefficient is tried: the rows allow less than these errors; TestFind
	ScalingRatios     = []int{12, -12, 24, -24, 6, -6, 36, -36, 48, -48, 4, -4, 3, -3, 18, -18, 8, -8} // twelfths: the quotients of the weights of a scaling, the simplest first; TestReduced
	MotionWindows     = []int{25, 50, 100, 200, 400}                                                   // rows: of a group in which a constant of motion is looked for, beside whole trials; TestFindFriction
	SignomialPowers   = []int{1, -1, 2, -2}                                                            // powers: of the response that are to be a signomial, the simplest first: quotients and roots of sums; TestSignomials
	SignomialDampings = []float64{1e-12, 1e-8, 1e-6, 1e-4, 1e-2, 1}                                    // of the columns of unit length: for a Gauss–Newton step, the weakest first; TestSignomials
)
