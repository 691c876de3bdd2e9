package limit

// Comparison of methods.
const (
	CompareDegree       int     = 2     // degree: of the comparison, where none is given; TestCircle
	CompareHold         float64 = 0.3   // of the points: held out; TestCircle
	CompareResamples    int     = 6     // half samples: on which methods are compared, where no number is given; TestRepeats
	CompareNoise        float64 = 3     // of the noise: the best threshold for most methods on known varieties at small noise; TestCircle
	CompareLeast        float64 = 1e-9  // root mean squares: the least threshold; below it there is only rounding; TestExactPoints
	CompareMost         float64 = 0.05  // root mean squares: the largest; above it there is nothing to be learned; TestCircle
	CompareMonomials    int     = 1000  // monomials: of the space in which angles are measured: its decompositions take seconds; TestRefusals
	CompareMaxResamples int     = 1000  // half samples: at most: the corrected test gains nothing from more, since they overlap, and every one costs a fit of every method; TestRefusals
	CompareRounding     float64 = 1e-12 // of the terms: the value of an equation that holds exactly; TestWithoutRounding
	CompareLevel        float64 = 0.05  // probability: of calling two methods different that are not; TestDiffer
)
