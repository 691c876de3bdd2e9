package limit

// Data: what is taken, and in which units.
const (
	MaxMonomials     int     = 861   // monomials: of degree ≤ MaxDegree, among which equations are looked for: of degree 2 in forty columns, which take 4 to 19 s; beyond it, the program points to features and classification, which write no monomials down; TestDegreeOfBounds
	MaxDegree        int     = 20    // degree: of an equation: the 40th power of a number is the highest whose moments doubles carry for data of ordinary spread; TestLearnUnfit
	MaxValue         float64 = 1e100 // data units: squares of values, and their sums, stay within the range of float64; its inverse bounds nonzero values; TestLearnUnfit
	MinRows          int     = 5     // rows: the least number from which anything is learned; TestLearnUnfit
	MaxMeanOverDev   float64 = 10    // standard deviations: a column whose mean is farther from 0 is shifted: not shifting costs digits, since its powers are nearly dependent; shifting costs sparsity; TestScaleShifts
	MinDev           float64 = 1e-3  // of the root mean square: standard deviation of a column that is measured from 0 nevertheless: noise of a thousandth of it is above ExactVariance; TestUnshifted
	OrdinaryDecades  float64 = 2     // powers of ten: a column of this size or more, or of its inverse, is written in a unit of its own while integers are looked for: a circle of 5 m is no longer in micrometres; TestLearnScales
	MaxSample        int     = 8000  // rows: on which candidates are compared: the noise of an equation is known to 1 % there; TestAllRowsDecideOnMonomials
	ClusterGap       float64 = 2     // diameters of the largest cluster: the least distance of an isolated cluster from the others; TestClusters
	ClusterFlat      float64 = 0.05  // of the variance: the least that some combination of columns has within clusters, below which a relation holds there; errors leave 0.3 and more; TestClustersFlat
	MomentsApart     float64 = 10    // standard errors: between the highest moments of all rows and of a sample of them, beyond which some of the other rows are far off; TestMomentsOfAllRows
	RoundingVariance float64 = 1e-13 // mean squares: noise variance that the rounding of moments alone may cause; TestNoiseBelowRounding
	ToldApart        float64 = 0.9   // of the different rows: that differ in one column, from which on equal rows are copies; on a grid they are not; TestIndependent
	LeastNoise       float64 = 1e-5  // of the noise of another variable: less counts as none, since moments of both in one matrix lose it below 1e-7; TestNoiseOfOtherSizes
	NoNoise          float64 = 1e-3  // standard deviations: of the noise of a variable that has none, in units of the others: gradients along it alone may vanish, and likelihoods would be infinite there; TestPlaces
	MinVariancePart  float64 = 1e-12 // of the largest variance: a direction with less counts as having this much: rows on a plane have no inverse covariance; TestSpreadOfPlane
	DefaultDegree    int     = 4     // degree: of the search, if DefaultMonomials allows it; TestDefaultDegree
	LowDegree        int     = 2     // degree: that is tried alone where the degree chosen gives nothing without a doubt; TestLearnLowerDegree
	DefaultMonomials int     = 130   // monomials: at most, of the degree that is chosen by the number of columns; TestDefaultDegree
)

// Wide: the columns of a wide table that linear equations may have.
const (
	WidestTable     int     = 2000  // columns: of a wide table, whose correlations take 32 MB; TestWidest
	WideRows        int     = 10000 // rows: of a wide table that are looked at, at most; TestSampleThins
	WideRowsAColumn int     = 2     // rows: for every column, at least: with fewer a regression on all others leaves too little; TestFewRows
	MinGiven        float64 = 0.8   // of the variance of a column: that the others give, where an equation has it. An equation whose noise is a tenth of the scatter of its columns gives 0.99, answers to a survey with one common factor 0.6; TestLinear
	WideRidge       float64 = 1e-12 // of the variance: is added to each column, so that exact equations have a correlation matrix with an inverse; TestExactRelations
	WideFar         float64 = 15    // median distances: from the median, beyond which a value is taken for the median: ten standard deviations; TestWrongCells
	LeastWide       int     = 12    // columns: of a wide table that are searched, at least, so that the search says how far an equation is; TestNothingLinear
)
