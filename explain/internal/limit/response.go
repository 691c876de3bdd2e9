package limit

// The law of one column, by regression.
const (
	ResponseRows       int     = 40     // rows: from which on the law of one column is looked for by regression; TestResponseColumn
	ResponseSample     int     = 2000   // rows: on which it is looked for; TestResponseColumn
	SurfaceDegree      int     = 12     // degree: of the smooth surface through the rows; TestReduced
	SurfaceTerms       int     = 220    // coefficients: of it; TestReduced
	SurfaceSteps       int     = 12     // Gauss–Newton steps: of fitting it under a logarithm; TestReduced
	MixedSurface       int     = 4      // columns: from which on surfaces are tried that are powers of some of them; TestFind
	SlopeErrors        float64 = 4      // squared standard errors: of a slope of the surface that counts as zero; TestReduced
	ScalingsTried      int     = 6      // scalings: that are tried to reduce the columns by one; TestReduced
	PredictionMargin   float64 = 0.02   // of the error of prediction: by which it may grow with a scaling, and beyond which a law is none; TestReduced
	ResponseMonomials  int     = 220    // monomials: among which a law of the response is looked for; TestFind
	ResponseDegree     int     = 10     // degree: of the law in the reduced columns and the response; TestFind
	ResponseExhaustive int     = 5      // terms: up to which supports are looked through; TestFind
	ResponseNodes      int     = 60_000 // supports: visited; TestFind
	ResponseSupports   int     = 40     // supports: kept of every size; TestFind
	ResponseClimbed    int     = 4      // laws: to which terms are added; TestFind
	ResponseTerms      int     = 12     // terms: of a law; TestFind
	ResponseSteps      int     = 20     // Gauss–Newton steps: of its fit; TestFind
	ResponseRounds     int     = 4      // times: that a term is added; TestFind
	ResponseWidth      int     = 4      // terms: that are tried of those that may be added to a law; TestFind
	ResponseClimbTerms int     = 400    // monomials: among which these are; TestFind
	ResponseDropTerms  int     = 8      // terms: of a law, up to which one is left out before another is added; TestFind
	ResponseGain       float64 = 0.01   // nats: by which adding a term must make a law better; TestFind
	MaxUnitError       float64 = 0.1    // relative error: of the coefficient that the others are multiples of; TestNearest
	MinSimpleGain      float64 = 4.0    // nats: by which simple coefficients are shorter than real ones; TestFind
	SamePrediction     float64 = 0.1    // of the error of a prediction: the distance of two laws that are the same; TestFind
	TermLength         float64 = 3      // nats: of a term beside its exponents; TestFind
	UnusedColumnLength float64 = 2      // nats: for every column that a law leaves out; TestFind
	DependenceChance   float64 = 0.01   // probability: below which what a law leaves depends on a column; TestFindNone
	PiMargin           float64 = 1.0    // nats: by which a multiple of π is shorter than a decimal; TestNearest
	MaxUnexplained     float64 = 0.5    // of the spread of the response: that a law may leave; TestFindNone
	RivalMargin        float64 = 3.9    // nats: up to which another law describes the rows nearly as well; TestFind
	ResponseExact      float64 = 1e-9   // of the response: what a law may leave that needs no noise; TestFind
	SimpleNumerator    int     = 64     // integer: p in p/q · π^k, the simple coefficients that are tried; TestNearest
	SimpleDenominator  int     = 20     // integer: q; TestNearest
	SimplePi           int     = 3      // exponent: ±k; TestNearest
	SimpleErrors       float64 = 7      // standard errors: within which a coefficient may be simple; TestNearest
	SimpleDigits       int     = 6      // digits: of the decimals that are tried; TestNearest
	ResponseClean      float64 = 1e-4   // of the response: the error of prediction below which it may have no noise, but only what surfaces miss; TestFind
	ResponseNoisy      float64 = 1e-3   // of the response: the error of prediction from which on moments of the response are corrected for it; TestFind
	ResponseComplex    int     = 100    // rows: for each at which the equation for the response has no real root; TestFind
	BranchErrors       float64 = 2      // errors of the response: by which a root may miss to be real; TestFind
	EffectErrors       float64 = 2      // errors of a mean: of an effect of a column that the rows would not show; TestAbsent
	MaxBehindSurface   float64 = 40     // nats: by which a law may be longer than a smooth surface that predicts as well: right Feynman formulas at 10 % reach 27, series for roots 51 and 105; TestFindNone
	CommonSign         float64 = 0.9    // of the squares: that have the same sign where the logarithm of the response is fitted; TestReduced
	ResponseFactor     float64 = 0.05   // of its root mean square: the least factor by which a response is divided where the law has its square; TestFind
	ScalingPart        float64 = 0.2    // of unit length: the least entry of a scaling that counts as its unit; TestReduced
	ScalingExponent    float64 = 6      // exponent: the largest of a scaling; TestReduced
)
