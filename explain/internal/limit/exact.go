package limit

// Exact equations.
const (
	ExactCells         int     = 400_000       // cells: at which exact equations are sought; of larger tables evenly spread rows are taken, and what is found is tried at all; TestHoldsAtAllRows
	FewPlaces          int     = 12            // different rows: up to which they are places rather than rows of settings; TestLearnFewExactRows
	PlaceRows          int     = 2             // rows: in the mean, of each different row of a few that are places; a few rows of settings obey many equations; TestSettingsOfFewRows
	GradientRows       int     = 3             // rows: at which the rank of the gradients of exact equations is taken; TestFurtherIsNew
	MeasuredDigits     int     = 9             // digits: at most, of a cell that looks measured; TestFractionsAreComputed
	FloatDigits        int     = 15            // digits: at least, of a cell that a program rounded to a float; TestFloatsAreNotRounded
	MinHalvings        uint    = 6             // halvings: of 1, as 0.125 is three, from which on a decimal looks computed: rulers and gauges are read to thirty-seconds of an inch, of Boyle to sixteenths; TestReadingsInSixteenths
	MaxDenominatorBits int     = 16            // bits: of the denominator of a fraction that is computed; those of floats are longer; TestFractionsAreComputed
	ComparableNoise    float64 = 2             // ratio of noise: up to which one equation may be added to another: estimates of equal noise differ by less, and beyond it the sum would be much noisier than the equation; TestLearnUnits
	ExactDegree        int     = 6             // degree: the largest of exact equations that is looked at by itself; TestGeneratesAll
	ExactWork          int     = 12_000_000    // multiplications: modulo a prime, some 3 ns each; TestDeterministic
	ExactWorkAsked     int     = 2_000_000_000 // multiplications: the same with a degree asked for; TestDeterministic
	ExactRows          int     = 3000          // rows: that exact equations are sought at; they are checked at all; TestPrograms
	ExactMonomials     int     = 1035          // monomials: of a degree in all columns, as of degree 2 in 44, among which everything is sought at once; TestGeneratesAll
	ExactPairs         int     = 200           // S-polynomials: of a Gröbner basis of laws, in whose ideal another one is looked for; TestOutside
	ExactMultiples     int     = 220           // monomials: of a degree above that of a law, in which it may follow from others; TestGeneratesAll
	MaxKernelVectors   int     = 48            // kernel vectors: of a set of columns beyond what is known; more of them only show that there are few rows; TestFewColumnsOfFewRows
	RandomOrders       int     = 4             // orders of monomials: by chance, beside two by rule, in which elimination shows kernel vectors; TestGeneratesAll
	ShortestByDigits   int     = 12            // kernel vectors: the shortest, among which the digits of the coefficients decide; TestFractions
	SubsetDegree       int     = 3             // degree: up to which all sets of columns are looked at where all columns at once have too many monomials; TestFewColumnsOfFewRows
	SubsetColumns      int     = 6             // columns: of such sets, beyond which all columns are taken at once; TestFewColumnsOfFewRows
	FewTerms           int     = 4             // terms: of a law that is looked for among all monomials, where sets of columns take too much work; TestFewTerms
	FewTermSets        int     = 5_000_000     // sets: of monomials, to each of which one more is looked up that makes a law of three or four terms; TestFewTerms
	MinSpareRows       int     = 3             // different rows: beyond the coefficients of an exact equation; TestConfirmed
	ExactBits          float64 = 18            // bits: by which the spare rows speak against chance, beside those of the choice of terms; TestAsked
	SettingBits        float64 = 8             // bits: the same of an equation of settings alone; TestAsked
	MaxInterpolated    int     = 80            // values of a column: between which a polynomial of many terms may interpolate; TestInterpolation
	InterpolationTests int     = 3             // values of a column: left out in turn to see it interpolate between the others; TestInterpolation
	LiftPrimes         int     = 40            // primes: of 60 bits, from which the coefficients of an equation are put together; TestFractions
	LongGenerator      int     = 4             // terms: from which on a shorter polynomial is looked for in place of a generator; TestInterpolation
	ShortColumns       int     = 3             // columns: of the shorter polynomial; TestGeneratesAll
	ShortSets          int     = 300           // sets of columns: in which it is looked for; TestGeneratesAll
	FormSteps          int     = 3             // multiples of exact equations: that are added to one, one after another, to make it shorter; TestGeneratesAll
	FormWidth          int     = 8             // forms: of an equation that are kept at every step; TestGeneratesAll
	QuietDraws         int     = 12            // draws: of rows that raise no rank, after which no more are drawn; TestPrograms
	PowerDegree        int     = 4             // degree: of laws of two terms with a power of a column of fewer values; TestPowers
	MaxSettings        int     = 12            // values: at most, of a column of settings; TestSettings
	MaxStepDigits      int     = 12            // decimal places: of a step; TestFractions
	SlipTrials         int     = 40            // samples: of a set of columns, for laws that some rows break; TestSlips
	SlipDegree         int     = 2             // degree: up to which laws of all rows are known before those that some rows break are looked for; TestSlips
	SlipMostDegree     int     = 4             // degree: at most, of a law that some rows break; TestSlipsOfHighDegree
	SlipFew            float64 = 0.03          // of the rows: that may break a law above SlipDegree, or of SlipDegree in more than SlipColumnsFirst columns; with more, some polynomial holds at the other rows by chance; TestFewSlips
	SlipSpareRows      int     = 2             // rows: of a sample beyond the monomials; TestSlips
	SlipRounds         int     = 10            // times: that so many samples are drawn, within SlipWork; TestManySlips
	SlipColumns        int     = 6             // columns: of a law that some rows break; TestSlipsOfHighDegree
	SlipColumnsFirst   int     = 3             // columns: of such laws up to SlipDegree that are looked for before those of more columns; TestSlips
	RoundedSlips       float64 = 0.3           // of the failing rows: up to which may be off by a rounding; TestNoSlips
	FloatRounding      float64 = 1e-11         // of values of size 1: what the rounding of floats leaves of a law; TestNoSlips
	SlipWork           int     = 40_000_000    // multiplications: modulo a prime, in the search for laws that some rows break; TestSlips
	GroupFailing       float64 = 0.8           // of the rows with one value of a column: that fail, if failing goes with the value; TestNoSlips
	GroupRows          int     = 3             // rows: with that value; TestNoSlips
	GroupPart          float64 = 0.3           // of the failing rows: that have that value; TestNoSlips
	ChosenTerms        int     = 8             // terms: at most, whose choice the spare rows have to speak against; TestConfirmed
)
