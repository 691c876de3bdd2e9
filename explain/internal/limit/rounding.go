package limit

// Equations within the rounding of the cells.
const (
	RoundedTerms        int     = 5      // terms: from which on a curved exact equation may hold because cells were rounded: where a sum of three shares is 0.999, 1 or 1.001, a product of three factors is zero at every row, and where a product is rounded by 0 or by half a cent one of two; TestProductOwedToRounding
	FloatRows           int     = 200    // rows: that tell whether a column was written by a program, in all digits of a float; TestFloatsAreNotRounded
	FloatCells          float64 = 0.1    // of the decimals of a column: beyond which, with the digits of a float, they were written by a program; TestFloatsAreNotRounded
	NearerChance        float64 = 0.001  // probability: with which rounded cells are as near to a zero set as rows are, below which the zero set is an approximation of exact cells; TestNearer
	FinerThanRounding   float64 = 0.1    // half steps: an equation that needs errors no larger follows cells that are exact: rounding makes errors of 0.6 half steps; TestFiner
	RoundingSample      int     = 400    // rows: at which laws are sought; they are checked at all; TestSurvey
	RoundingSpareRows   int     = 5      // different rows: beyond the coefficients of a law within rounding; TestFind
	RoundingGroups      int     = 4      // small samples: that a support is tried on, in case one has a slip; TestFindWithSlips
	RoundingGroupSpare  int     = 4      // rows: of such a sample beyond the coefficients; TestFindWithSlips
	RoundingSupports    int     = 30_000 // supports: of one size; else a lower degree is looked at; TestFindProducts
	RoundingDegree      int     = 3      // degree: of a law within rounding; TestFind
	RoundingPowers      int     = 6      // degree: of such a law of two terms; TestFindPowers
	RoundingChecked     int     = 200    // candidates: of one size that are decided at every row; TestFind
	RoundingRowNats     float64 = 15.0   // nats: by which the rows speak against a law that holds by chance; TestFind
	RoundingNats        float64 = 1.5    // nats: by which simple coefficients speak against any others, each alone and all together; TestFind
	RoundingNatsNext    float64 = 2.5    // nats: the same for every coefficient beyond the first; TestFind
	RoundingBetween     float64 = 10     // nats: the same again for coefficients that interpolate between the values of a setting; TestBetweenTwoValues
	RoundingFailing     float64 = 0.1    // of the rows: that may break a law within rounding, or have wrong cells; TestFindWithSlips
	RoundingFar         float64 = 3      // of the slack of a cell: beyond which a row is a slip, and no rounding; TestFindWithSlips
	RoundingNear        float64 = 0.3    // of the rows that break a law: that may be nearer; TestFindWithSlips
	RoundingLess        float64 = 0.5    // of the errors that the rounding of all columns makes: where the rows miss by less, one column was computed from the others as they are written; TestComputedFromCellsAsWritten
	RoundingErrors      float64 = 3      // standard errors: of a coefficient that is not simple, within which a row agrees; TestFind
	RoundingTerms       int     = 5      // terms: of a law within rounding; TestFind
	RoundingLinearTerms int     = 8      // terms: of a linear law; TestFind
	RoundingTie         float64 = 1e-9   // of half a unit: by which it is wider, so that a cell that was halfway is within it; TestIntervalTies
	RoundingNewton      int     = 3      // steps: of Newton's method to an end of the interval of a coefficient; TestTiesBothWays
	HalfwayEnd          float64 = 1e-3   // of an interval: about its end, where a number is looked for of which cells are halfway; TestFindHalvesUp
	HalfwayTie          float64 = 1e-6   // of half the last digit: the same as that; TestFindHalvesUp
	HalfwayRows         int     = 3      // rows: halfway between two cells, that show a number at an end of what all rows allow; TestFindHalvesUp
	RoundingInterval    float64 = 2.5    // standard errors: on both sides of a coefficient, among whose numbers the simple ones are counted; TestFind
	RoundingPlaces      int     = 4      // decimal places, or digits: of a coefficient that is a short decimal; TestFind
	RoundingShifts      int     = 8      // shifts: of one column against the others, that show what rows without the law do; TestFind
	MeasuredConstant    int     = 2      // digits: as many as a constant that is no simple number counts for where equations are compared by their length; TestMeasured
	FollowsRows         int     = 40     // rows: at which a gradient is compared with those of known equations; TestFurtherIsNew
	FollowsSine         float64 = 0.02   // sine: of a gradient to these, from which on an equation is new; TestFurtherIsNew
	SurfaceScatter      float64 = 0.15   // of the spread: of rows about an equation, along the surface of known ones, beyond which the equation only approximates that surface; TestScatter
	TaylorFactors       int     = 50_000 // factors: of all terms of a Taylor expansion, their coefficients among them; a polynomial with more, as x^400, is decided only where it is 0 in the centre of the box: x^4096 took 20 s a row; TestTooManyTerms
	RoundingBoxes       int     = 400    // boxes: that are looked at for one row; TestZero
	ZeroRows            int     = 3      // rows: with 0 in a column, from which on laws of the other rows are looked for; TestWhereNotZero
	NotZeroRows         int     = 10     // rows: of these others; TestWhereNotZero
	Cancelled           float64 = 1e-8   // of the size of terms: of which a sum of floats has lost too many digits; TestGradientCancels
	CutOffMean          float64 = 0.5    // of half a unit: by which cells that were cut off are off in the mean when they are moved by that; exact ones are off by all of it; TestAmid
	CutDigits           int     = 2      // digits: by which the number beside half a unit of a column is shorter without it, where its cells were cut off: by chance it is in one of a hundred tables; TestCutOffBeside
	RoundingFraction    int     = 12     // integer: denominator of a fraction that is no short decimal, or numerator; TestFind
	EvenStepRows        int     = 5      // rows: from which on columns that go in even steps are seen; TestEvenSteps
	ReadingRows         int     = 400    // rows: that tell whether whole numbers are readings; TestReadings
	ReadingScatter      float64 = 0.15   // of the spread: of a column about a quadric in the others, up to which whole numbers may be readings; TestFromQuadric
	FunctionNats        float64 = 30.0   // nats: by which rows speak against a column being a function of another by chance; TestFunctions
	FunctionCurved      float64 = 3      // of the slack of a row: that it is off a straight line, from which on a function is curved; TestFunctions
	FunctionFloat       float64 = 1e-12  // of the numbers: by which floats are off what was computed; TestFunctions
	HiddenShare         float64 = 0.95   // of the rows: at which rounding of the cells moves an equation by more than one of its terms, from which on it hides this term; TestHides
)
