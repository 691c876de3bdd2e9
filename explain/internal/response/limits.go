package response

// The bounds of the search.
const (
	maxSurfaceDegree = 12
	maxSurfaceTerms  = 220 // coefficients of a surface
	surfaceSteps     = 12
	slopeErrors      = 4
	maxScalingsTried = 6
	pressMargin      = 0.02 // by which the error of prediction may grow with a scaling
	maxMonomials     = 220
	maxDegree        = 10 // in invariants and response
	searchNodes      = 60_000
	keepSupports     = 40
	fitted           = 20 // candidates of a kind that are fitted by least squares
	fittedOfSize     = 6  // and of every number of terms
	climbed          = 4  // laws to which terms are added
	maxTerms         = 12
	maxFitSteps      = 20
	climbRounds      = 4
	climbWidth       = 4
	climbTerms       = 400 // monomials
	maxUnitError     = 0.1 // relative error of the coefficient that the others are multiples of
	minSimpleGain    = 4.0
	sameFit          = 0.1 // of the error of a prediction
	termLength       = 3   // nats of a term beside its exponents
	unusedColumn     = 2   // nats
	dependenceChance = 0.01
	clearlyPi        = 1.0  // nats by which a multiple of π is shorter than a decimal
	maxUnexplained   = 0.5  // of the spread of the response
	rivalMargin      = 3.9  // nats
	exactFit         = 1e-9 // of the response: no noise
)
