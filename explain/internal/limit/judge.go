package limit

import "math"

// Judge: which equations are accepted, and how.
const (
	MaxNoise               float64 = 0.15   // root mean squares: the largest noise at which something is called an equation; TestLearnRefuses
	MaxNoiseVariance       float64 = 0.0225 // mean squares: its square; TestLearnRefuses
	MaxApproximateNoise    float64 = 0.04   // root mean squares: above which an approximation is not worth saying; TestLearnApproximation
	EvidenceMargin         float64 = 4.5    // nats: three standard errors, from which on one candidate beats another of its length; TestBeats
	MultipleRows           int     = 400    // rows: that tell a multiple; TestLearnVarieties
	OnMultiple             float64 = 0.1    // of the noise: that near to 0 is a multiple on the zero set; TestLearnFactorOfMostRows
	CorrelatedCandidates   int     = 5      // candidates: whose residuals are looked at before those of all count as correlated; TestLearnApproximation
	ClimbRounds            int     = 3      // changes: of one monomial that are made to a support; TestClimbKeepsFloor
	ClimbWidth             int     = 3      // neighbours: refined in every round; TestClimbKeepsFloor
	MaxClimbLoss           float64 = 8      // nats: that refining may make up; TestClimbKeepsFloor
	MaxImprecision         float64 = 2      // ratio of standard errors: of a consistent fit to those of a weighted one; 1.0 to 1.6 on the known varieties at 5 %, but 17 for the limaçon; TestNearlyAsPrecise
	MinFitPosterior        float64 = 0.9    // probability: of real coefficients, from which on an equation is a fit: ten to one; everyday tables of 15 to 120 rows have 0.93 to 0.97; TestKinds
	MaxSteps               float64 = 5      // standard errors: between the noise of two equations, beyond which one clearly needs more; TestLearnVarieties
	MaxAcross              float64 = 2      // of the noise variance: that a further equation may need along the zero set of the others; TestContestBothHold
	MaxBeyondErrors        float64 = 3      // of what the errors of its columns explain: what a further equation misses; true ones of the tables miss up to 1.7, of eight false ones each 6.4 and more; TestBeyondErrors
	MaxOutOfOrder          float64 = 0.5    // of what errors explain that leave columns in their order: what an equation misses; true ones of the tables miss up to 0.2, prices of a share 0.53 to 23; TestInOrder
	RowsOutOfOrder         float64 = 7      // rows: that errors would put out of order, at least; that none is has the chance e^-7; TestInOrder
	MinMedian              float64 = 0.25   // root mean squares: the median of the errors of the rows; normal errors have 0.67, those of a Student distribution with two degrees of freedom 0.45, and those whose size varies by a factor of e 0.3 and more; ledgers and digits without a law 0 to 0.19; TestMedianError
	KindsPerException      int     = 2      // different rows: for each that breaks an exact equation, at least; TestExceptional
	MinSine                float64 = 0.3    // sine: of a gradient to the normal space, where an equation cuts the dimension; TestContestBothHold
	ZeroOnSet              float64 = 1e-7   // root mean squares: zero on the zero set, to rounding; TestRelate
	MaxThickness           float64 = 0.15   // of the spread: of a layer, beyond which it is no more than correlation (0.978 for two columns); true equations have up to 0.13 at 5 % noise, Gaussian columns with the correlation 0.95 have 0.22; TestLearnRefusesCorrelation
	MaxThicknessCurved     float64 = 0.25   // of the spread: the same for integers of at least MinIntegerGain in a curved equation, where residuals are noise; TestLearnRefusesCorrelation
	MaxThicknessCovariance float64 = 0.5    // of what linear relations leave: the same for a curved zero set, in units of the covariance; TestLayerThickness
	MinNextRelation        float64 = 3      // of the errors: the scatter about the next linear relation of the columns of a law; true equations have 3.5 and more, prices of a share 0.8 to 2.9; TestNextRelation
	LayerWidth             float64 = 3      // thicknesses: two standard deviations to either side, and often two branches; TestLearnFewExactPoints
	PlaneSets              int     = 50_000 // sets: of columns in which planes are counted, in half a second; TestRarityOfMany
	MinIntegerGain         float64 = 9.6    // nats: over real coefficients, from which on exact equations need not be about a thin layer; TestLearnRefusesClusters
	RowsPerColumn          int     = 3      // rows: for each column of a linear equation; TestLearnShortLines
	RowsPerDecimal         int     = 5      // rows: for each term of an equation that is claimed however large its noise is, and of every curve of three terms and more; TestLearnExactOfTenRows
	MaxLoose               float64 = 0.1    // of itself: the standard error of a constant, beyond which a curve of decimals need not be a law; right ones of the tables have 0.03, two 0.14, false ones 0.03 to 0.34; TestLoose
	TiedSigns              float64 = 0.9    // of the sum of the absolute products of two columns: the absolute sum of the products, above which the signs of the columns go together; TestOnHalf
	MinDecimalT            float64 = 3      // standard errors: that a decimal coefficient is away from 0; TestNoRefusedRival
	MinDeclaredT           float64 = 2      // standard errors: the same where the equation has all monomials that the user allowed, which the data did not choose; TestDeclared
	MinExactT              float64 = 2      // standard errors: that an exact coefficient is away from 0, in an equation whose integers prove it; TestLearnVarieties
	MinWeakT               float64 = 1      // standard errors: the same where they are MinIntegerGain ahead of real coefficients; without it a law of 360 tables had a term that was 0.2 from 0, and the curves at an error of 0.1 % had 254 terms for 253; TestWeakIntegers
	RowsPerGroup           int     = 2      // rows: in the mean, of equal settings, from which on each group may have a constant of its own; TestCompareSettings
	MaxNoiseOfFewRows      float64 = 0.03   // root mean squares: of what has fewer rows than RowsPerDecimal asks for; any two columns that increase follow some power law to a few per cent, and five rows of Galileo hold to 1 %, seven of clocks in motion to 2.7 %; TestLearnFromFiveRows
	ShapeRows              int     = 250    // rows: on which shapes of noise are compared; TestShapes
	SmallSpread            float64 = 0.5    // of the root mean square: standard deviation of a column, below which errors in proportion to the one are not those in proportion to the other; TestShapesOf
	MaxShared              float64 = 0.99   // correlation: of the errors of two columns, at most; what a column has of its own is then a tenth of its errors; TestCorrelation
	MinShapeRows           int     = 15     // rows: different ones, below which shapes are not compared; TestShapes
	ShapeCandidates        int     = 16     // candidates: fitted again with every shape of noise; TestShapes
	ShapeLength            float64 = 2      // nats: code length of a shape other than errors of one size in each column; TestShapes
	SettingLength          float64 = 4.5    // nats: code length of errors in columns of few values, which were set by hand: ninety to one; TestSettingLength
	MaxShapeLag            float64 = 20     // nats: behind the most likely shape, up to which another is searched with where that one has no equation; TestShapes
	ShapesSearched         int     = 2      // shapes: at most, beside errors of one size in each column; TestShapes
	MaxMisfit              float64 = 15     // nats: for other noise levels than those given, from which on these contradict the data; TestMisfit
	LevelSteps             int     = 20     // iterations: of fitting variances with the weights that they give; TestFitLevels
)

// Evidence: what rows without a law may be.
const (
	CloudComponents     int     = 6    // Gaussians: of a mixture that rows without a law may be; TestCloud
	CloudRows           int     = 4    // rows: for every parameter of such a mixture; TestCloud
	CloudSteps          int     = 40   // steps: of expectation and maximisation; TestCloud
	CloudSpread         float64 = 0.02 // of the variance of a column: added in each direction: a Gaussian that is thinner than a seventh of the columns is a plane, or a power law in logarithms, and no cloud; TestCloud
	SmoothRows          int     = 4    // rows: for every coefficient of a polynomial of high degree that stands for some smooth function; TestSmoothFunction
	AlongNormal         float64 = 0.25 // of the squared distance between two feet: along the normal, up to which the one is a neighbour of the other along the zero set; TestTwoBranchesHalveTheDensity
	DensityNeighbour    int     = 4    // neighbour: whose distance tells the density; TestDensity
	LeastNormalVariance float64 = 1e-5 // of the largest variance of the columns of a row: the least along a normal; without it the volumes of R's trees follow a product, and at 1e-4 settings of two values do not give the mass of balls; TestOffsetsOfAProduct
	LeastFitVariance    float64 = 1e-3 // of the median variance of values: the least that weights a row in a fit, so that no single row near a singular point decides; TestShapeOfErrors
	RidgePeak           float64 = 5    // nats: below the best λ, from which on smaller ones are not tried; TestRidgeOrder
)

// MinEvidence is by how many nats exact coefficients must be ahead of rows without a law for
// their posterior to be MinPosterior.
func MinEvidence() float64 { return math.Log(MinPosterior / (1 - MinPosterior)) }

// MinFitEvidence is the same of real coefficients, for MinFitPosterior.
func MinFitEvidence() float64 {
	return math.Log(MinFitPosterior / (1 - MinFitPosterior))
}
