// Package limit holds the thresholds of explain: what is called small, enough, too many.
// Each stands on one line, with its unit, the reason for its value, and a test that
// depends on it. Tests elsewhere name limits instead of repeating their values.
//
// A new limit goes here, in the order of the steps: name, type, value, and the comment
// 'unit: reason; test'.
package limit

import "math"

// MaxMonomials bounds the number of monomials of degree ≤ MaxDegree among which
// equations are looked for; beyond it, the program points to features and
// classification, which write no monomials down.
const MaxMonomials = 600

// MaxDegree bounds the degree of an equation: the 40th power of a number is the
// highest whose moments doubles carry for data of ordinary spread.
const MaxDegree = 20

// The limits, in the order of the steps that use them. They have types, so that what is
// computed from them is rounded as numbers in the program are.
const (
	// Data.
	MaxValue         float64 = 1e100 // data units: squares of values, and their sums, stay within the range of float64; its inverse bounds nonzero values; TestLearnUnfit
	MinRows          int     = 5     // rows: the least number from which anything is learned; TestLearnUnfit
	MaxMeanOverDev   float64 = 30    // standard deviations: a column whose mean is farther from 0 is shifted: not shifting costs digits, since its powers are nearly dependent; shifting costs sparsity; TestScaleShifts
	MinDev           float64 = 1e-3  // of the root mean square: standard deviation of a column that is measured from 0 nevertheless: noise of a thousandth of it is above ExactVariance; TestUnshifted
	OrdinaryDecades  float64 = 2     // powers of ten: a column of this size or more, or of its inverse, is written in a unit of its own while integers are looked for: a circle of 5 m is no longer in micrometres; TestLearnScales
	MaxSample        int     = 8000  // rows: on which candidates are compared: the noise of an equation is known to 1 % there; TestAllRowsDecideOnMonomials
	ClusterGap       float64 = 2     // diameters of the largest cluster: the least distance of an isolated cluster from the others; TestClusters
	MomentsApart     float64 = 10    // standard errors: between the highest moments of all rows and of a sample of them, beyond which some of the other rows are far off; TestMomentsOfAllRows
	RoundingVariance float64 = 1e-13 // mean squares: noise variance that the rounding of moments alone may cause; TestNoiseBelowRounding
	ToldApart        float64 = 0.9   // of the different rows: that differ in one column, from which on equal rows are copies; on a grid they are not; TestIndependent
	NoNoise          float64 = 1e-3  // standard deviations: of the noise of a variable that has none, in units of the others: gradients along it alone may vanish, and likelihoods would be infinite there; TestPlaces
	MinVariancePart  float64 = 1e-12 // of the largest variance: a direction with less counts as having this much: rows on a plane have no inverse covariance; TestSpreadOfPlane
	DefaultDegree    int     = 4     // degree: of the search, if DefaultMonomials allows it; TestDefaultDegree
	WideMonomials    int     = 600   // monomials: at most, of degree 2 where that is chosen for many columns: 33 columns, which take seconds; TestDefaultDegree
	DefaultMonomials int     = 100   // monomials: at most, of the degree that is chosen by the number of columns; TestDefaultDegree

	// Propose.
	RowsPerTerm       int     = 4         // rows: for each coefficient of a fit that is looked at; TestLearnFewRows
	RowsPerTermFew    int     = 3         // rows: the same below ManyTerms, as exact coefficients may need; TestLearnExactOfTenRows
	SearchTriples     int     = 4_500_000 // supports: of three monomials, all of which are visited: those of 300; TestTriplesOfWideTable
	WideColumns       int     = 12        // columns: beyond which curved equations have WideSize terms at most: among hundreds of products some always follow the rows; TestTriplesOfWideTable
	WideSize          int     = 4         // monomials: see WideColumns; TestTriplesOfWideTable
	EliminateMost     int     = 150       // monomials: that backward elimination starts from; more take seconds; TestTriplesOfWideTable
	EliminateSingly   int     = 40        // monomials: beyond which backward elimination drops several at a time; TestEliminate
	EliminatePart     int     = 4         // part: of the monomials beyond these that it drops: one in so many; TestEliminate
	GradientTolerance float64 = 1e-12     // of the largest eigenvalue: of G with unit diagonal: below it doubles do not tell a gradient from rounding; TestRootExact
	KeepSupports      int     = 150       // supports: kept of every size and degree; TestExhaustAgainstBruteForce
	SearchNodes       int     = 400_000   // supports: visited for one size and degree: keeps the search of an ordinary table within tenths of a second; TestExhaustAgainstBruteForce
	ExhaustiveSize    int     = 6         // monomials: size up to which supports are enumerated or extended; TestExhaustBehindApproximation
	NoiseMargin       float64 = 0.1       // of the noise variance: a support that needs no more beyond the noise is an equation, above which no larger one is looked for: 1 to 2 standard errors of a variance from 200 or 1000 rows; TestExhaustBehindApproximation
	SupersetFactor    float64 = 0.95      // of the eigenvalue: of a smaller support, below which that of a larger one must be; TestExhaustAgainstBruteForce
	SpaceGap          float64 = 2         // ratio: of neighbouring singular values, the larger below this part of the root of the number of rows, that may cut off a certifying space; TestCertifyingMethods
	SpaceGapBelow     float64 = 30        // ratio: the same where multiples of what is cut off are known in higher degrees: conics that nearly fit cubics have 16, equations at 0.1 % noise hundreds; TestCertifyingMethods
	FunctionAngle     float64 = 0.1       // sine: the angle up to which a fitted polynomial counts as one of the functions of a kernel: noise of a tenth in its coefficients; TestInvariantEquations
	SpaceTurn         float64 = 3         // of the ratio of singular values around the cut: a polynomial may be this far from a certifying space of kernel matrices: noise turns the space by about one; TestCertifyingMethods
	SpaceRounding     float64 = 1e-6      // sine: the same where nothing but rounding turned it: the root of the rounding of a squared distance; TestCertifyingMethods
	SmallSupports     int     = 6         // supports: as many less its size are refined of every size, whatever their cost; TestLearnVarieties
	ShortlistLength   int     = 24        // supports: refined beside the best of every size; TestLearnVarieties
	DegreeLength      float64 = 1         // nats: for one degree more: the price at which a multiple is not taken for the equation because its noise happens to be less; TestLearnVarieties
	MinPlacesEvidence float64 = 4.6       // nats: beyond the length of the support, that places lie on a zero set: by chance they do in one of a hundred tables; TestLearnFewExactPoints
	ManyTerms         int     = 6         // terms: from which on exact coefficients do not prove themselves; TestOtherIntegers
	ExactVariance     float64 = 1e-11     // mean squares: noise variance up to which data count as noise-free: a hundred times RoundingVariance; TestLearnFewExactPoints
	ClosestTerms      int     = 3         // terms: of what a refusal names as nearest where nothing is near; TestRefusalNamesTheNearest

	// Fit.
	RootSteps               int     = 12    // Newton steps: to the noise variance of a support; two or three are the rule; TestRootExact
	RefineSteps             int     = 3     // iterations: of weights and fit; TestCovarianceAgainstScatter
	FootSteps               int     = 3     // Newton steps: to a foot point; each squares the error; TestFootOnZeroSet
	LeastVariance           float64 = 0.05  // of the median variance: added to every variance: near singular points no single point takes over; TestWeights
	EvidenceRows            int     = 2000  // rows: that count as evidence of one candidate against another: noise is never quite as assumed, and of many rows that is seen (coarsened posterior, J. W. Miller, D. B. Dunson, JASA 114 (2019) 1113-1125); TestManyRows
	LeastVarianceOfMany     float64 = 1     // of the median variance: the same of more than MaxSample rows, where the bias of weights at the feet of noisy points (6 % for y⁴ in a lemniscate at 5 % noise) would exceed the errors; TestUnweightedIsConsistent
	MaxLeverage             float64 = 0.9   // leverage: of a row: how far a fit would move without a row that determines it nearly alone, the data do not say; TestCovarianceAgainstScatter
	MinNoiseVariance        float64 = 1e-10 // mean squares: below it one equation is as true as another: tables and integrators have errors of five digits that are no noise; TestLearnVarieties
	MaxVarianceRatio        float64 = 9     // ratio of variances: by which a polynomial of degree 3 or 4 can be nearer to the data than the true equation, by lying on both sides of them; TestGain
	MinWeightEfficiency     float64 = 0.9   // efficiency: of the weights of a fit, as those that belong to it would have it: equations have 0.98, multiples as little as 0.07; TestCandidateNotFromSingularWeights
	MinSampsonPart          float64 = 0.4   // of the variance: seen in the distances that a fit must ascribe to the data; the median of errors of one size has 0.45; TestCandidateDeltoid
	MinSampsonPartFew       float64 = 0.25  // of the variance: the same of fewer than FewRows rows, where chance may leave 0.4; TestLearnFewRows
	SingularSize            float64 = 1e4   // coefficients of unit gradient: from which on a polynomial is singular on noise-free data; TestLearnVarieties
	FewRows                 int     = 100   // rows: below which standard errors are not known well enough; TestCorrelation
	StepBeyondNoise         float64 = 5     // standard deviations: shorter steps between rows may be noise, longer ones leave a fold; TestLayerAcross
	LayerPoints             int     = 400   // rows: from which steps are taken; TestLayerAcross
	BothAround              int     = 2     // neighbours: of each row, for the permutation test of few rows; TestCorrelation
	SameRow                 float64 = 1e-3  // standard deviations: of the noise, within which one row is the copy of another; TestCorrelation
	Shuffles                int     = 1999  // permutations: of the residuals of few rows; TestCorrelation
	Followed                int     = 800   // rows: at the beginning of the table whose order counts; TestCorrelationInTime
	MinEffectiveRows        float64 = 24    // rows: that all count as, however correlated: a factor of ten in the noise is evidence; TestCorrelation
	MaxCorrelation          float64 = 4     // standard errors: of a correlation of residuals that may be chance; TestWave
	MinChance               float64 = 0.005 // probability: the same for few rows; TestCorrelation
	FeetSteps               int     = 8     // Gauss–Newton steps: bring a point within the noise of a smooth zero set to within rounding of it; TestFeet
	MinNormalSine           float64 = 0.2   // sine: below which a gradient depends on others, where the dimension of the zero set is asked for; TestRelate
	MinFootSine             float64 = 0.02  // sine: the same on the way to the zero set; TestRelate
	MinIrregularity         float64 = 0.05  // share of the gradient: that may be due to noise and curvature; TestCandidateDeltoid
	IrregularityPerVariance float64 = 60    // of the noise variance: the same where the noise is larger; TestCandidateDeltoid
	MaxDeviation            float64 = 3     // standard deviations: of the noise that one step to a foot, or one residual, may have: far points must not decide; TestFootStaysNear

	// Recognise.
	MaxScale        int64   = 40      // smallest integer: of the vectors that are tried; TestRoundFindsIntegers
	QuickScale      int64   = 12      // smallest integer: in a first look; TestRoundQuick
	MaxWidth        int     = 24      // vectors: kept by the beam; TestBeamAgainstPlain
	QuickWidth      int     = 6       // vectors: in a first look; TestRoundQuick
	MaxInteger      float64 = 1e15    // integers: beyond it doubles have no digits after the point; TestBeamAgainstPlain
	MinRound        float64 = 100     // smallest integers: from which on round numbers are tried wherever they are; TestBeamAgainstPlain
	MaxRound        float64 = 1e9     // smallest integers: beyond it a term may be a rounding error of another, and anything would be short; TestBeamAgainstPlain
	SmallRoot       int64   = 20      // integer: the roots of cubes and fifth powers that count as short; TestBitsOf
	HighestFraction int64   = 9       // integer: up to which numerators and denominators of fractions may all be alike; TestShortFractions
	MaxGroups       int     = 6       // absolute values: among exact coefficients, up to which all their subsets are set free; TestMixtureOfTwoIsGain
	ExactPrior      float64 = 3       // nats: by which exact coefficients are expected more than real ones: twenty to one; TestRoundLeavesReals
	VectorMargin    float64 = 8       // nats: by which an integer vector may be worse than the best and still count against it; TestRoundPosterior
	MinPosterior    float64 = 0.98    // probability: among integer vectors, from which on one is taken; TestRoundPosterior
	MinPosteriorFew float64 = 0.998   // probability: the same of few rows; TestLearnFewRows
	TieLength       float64 = 2       // nats: code length of the ratio of two coefficients that is exact beside decimals, about three bits, as 2 and its sign; TestTieLength
	MinReferenceT   float64 = 8       // standard errors: of a coefficient, from which on quotients by it are nearly normal; TestReference
	SettleBits      float64 = 10      // bits: that a coefficient beside decimals must be known to beyond those of the fraction: wrong in 0.002 of cases; TestSettleRarelyWrong
	SettleOne       float64 = 8       // bits: the same for 1 and -1, which are more likely beforehand; TestSettleRarelyWrong
	SettleConjugate float64 = 5       // bits: the same between monomials that differ by the order of the variables, as y² beside x²; TestSettle
	SettleErrors    float64 = 3.3     // standard errors: within which the fraction must be: a true one is outside once in a thousand times; TestSettle
	MaxFraction     int64   = 1 << 31 // integer: bounds numerators and denominators of such fractions; TestSimplestBeyondWords

	// Judge.
	MaxNoise               float64 = 0.15   // root mean squares: the largest noise at which something is called an equation; TestLearnRefuses
	MaxNoiseVariance       float64 = 0.0225 // mean squares: its square; TestLearnRefuses
	MaxApproximateNoise    float64 = 0.04   // root mean squares: above which an approximation is not worth saying; TestLearnApproximation
	FineNoise              float64 = 1e-6   // mean squares: noise variance below which an approximation is worth its place beside exact equations; TestLearnVarieties
	EvidenceMargin         float64 = 4.5    // nats: three standard errors, from which on one candidate beats another of its length; TestBeats
	MultipleRows           int     = 400    // rows: that tell a multiple; TestLearnVarieties
	OnMultiple             float64 = 0.1    // of the noise: that near to 0 is a multiple on the zero set; TestLearnVarieties
	CorrelatedCandidates   int     = 5      // candidates: whose residuals are looked at before those of all count as correlated; TestLearnApproximation
	ClimbRounds            int     = 3      // changes: of one monomial that are made to a support; TestClimbKeepsFloor
	ClimbWidth             int     = 3      // neighbours: refined in every round; TestClimbKeepsFloor
	MaxClimbLoss           float64 = 8      // nats: that refining may make up; TestClimbKeepsFloor
	MaxImprecision         float64 = 2      // ratio of standard errors: of a consistent fit to those of a weighted one; 1.0 to 1.6 on the known varieties at 5 %, but 17 for the limaçon; TestNearlyAsPrecise
	MinFitPosterior        float64 = 0.9    // probability: of real coefficients, from which on an equation is a fit: ten to one; everyday tables of 15 to 120 rows have 0.93 to 0.97; TestKinds
	MaxSteps               float64 = 5      // standard errors: that the noise of a further equation may be above that of the others; TestLearnVarieties
	MaxAcross              float64 = 2      // of the noise variance: that a further equation may need along the zero set of the others; TestContestBothHold
	MinSine                float64 = 0.3    // sine: of a gradient to the normal space, where an equation cuts the dimension; TestContestBothHold
	ZeroOnSet              float64 = 1e-7   // root mean squares: zero on the zero set, to rounding; TestRelate
	ZeroOfTerms            float64 = 1e-12  // of the sum of absolute terms: zero, where whole numbers cancel at points known to rounding; TestCancelled
	Perturbation           float64 = 0.1    // standard deviations: how far beside the data an implied equation has to vanish too; TestLearnVarieties
	MaxThickness           float64 = 0.15   // of the spread: of a layer, beyond which it is no more than correlation (0.978 for two columns); true equations have up to 0.13 at 5 % noise, Gaussian columns with the correlation 0.95 have 0.22; TestLearnRefusesCorrelation
	MaxThicknessExact      float64 = 0.2    // of the spread: the same for integers of at least MinIntegerGain; TestLearnRefusesCorrelation
	MaxThicknessCurved     float64 = 0.25   // of the spread: the same of higher degree, where residuals are noise; TestLearnRefusesCorrelation
	MaxThicknessCovariance float64 = 0.5    // of what linear relations leave: the same for a curved zero set, in units of the covariance; TestLayerThickness
	MaxStepAcross          float64 = 0.6    // of steps that fill space: how far neighbours may lie apart across a layer: curves with folds have up to 0.5 at 5 % noise, clouds 0.75; TestLayerAcross
	MinStepsBeyondNoise    int     = 20     // steps: from which on that says something; TestLayerAcross
	LayerWidth             float64 = 3      // thicknesses: two standard deviations to either side, and often two branches; TestLearnFewExactPoints
	MinIntegerGain         float64 = 8      // nats: over real coefficients, from which on exact equations need not be about a thin layer; TestLearnRefusesClusters
	RowsPerDecimal         int     = 5      // rows: for each decimal coefficient of an equation that is claimed; TestLearnExactOfTenRows
	MinDecimalT            float64 = 3      // standard errors: that a decimal coefficient is away from 0; TestNoRefusedRival
	MinExactT              float64 = 2      // standard errors: the same for one of many exact coefficients; TestLearnVarieties
	MinManyExactT          float64 = 10     // standard errors: of all of many exact coefficients, which then prove themselves; TestLearnVarieties
	FewDecimalRows         int     = 10     // rows: below which an equation without proof must hold closely: any two columns that increase follow some power law to a few per cent; TestLearnFromFiveRows
	MaxNoiseOfFewRows      float64 = 0.03   // root mean squares: that closely; five rows of Galileo hold to 1 %, seven of clocks in motion to 2.7 %; TestLearnFromFiveRows
	ShapeRows              int     = 250    // rows: on which shapes of noise are compared; TestShapes
	SmallSpread            float64 = 0.5    // of the root mean square: standard deviation of a column, below which errors in proportion to the one are not those in proportion to the other; TestShapesOf
	MinShapeRows           int     = 10     // rows: different ones, below which shapes are not compared; TestShapes
	ShapeCandidates        int     = 16     // candidates: fitted again with every shape of noise; TestShapes
	ShapeLength            float64 = 2      // nats: code length of a shape other than errors of one size in each column; TestShapes
	MaxShapeLag            float64 = 20     // nats: behind the most likely shape, up to which another is searched with where that one has no equation; TestShapes
	ShapesSearched         int     = 2      // shapes: at most, beside errors of one size in each column; TestShapes
	MaxMisfit              float64 = 15     // nats: for other noise levels than those given, from which on these contradict the data; TestMisfit
	LevelSteps             int     = 20     // iterations: of fitting variances with the weights that they give; TestFitLevels

	// Outliers.
	OutlierDistance    float64 = 6         // robust standard deviations: from the equations: a farther row is set aside; TestOutliersFound
	GrossDistance      float64 = 8         // robust standard deviations: if some row is as far as that: of 10⁶ Gaussian ones none is; TestCleanStays
	MaxOutliers        float64 = 0.15      // of the rows: may be set aside; TestTooManyOutliers
	MaxBroken          float64 = 0.27      // of the rows: may break an equation that the others obey exactly; TestSlips
	MaxGross           float64 = MaxBroken // of the rows: the same where they are far outside the others, and no equation holds with them; TestManyGrossOutliers
	MinRowsForOutliers int     = 20        // rows: from which on some may be set aside; TestOutliersFound
	OutlierRounds      int     = 3         // searches: among the rows that are left; TestOutliersFound
	NoiseReduction     float64 = 0.5       // of the noise: worth setting rows aside for it alone; TestOutliersFound
	AgreeingRows       float64 = 0.85      // of the rows: must agree; TestNoConsensus
	RowsAgreeing       int     = 800       // rows: on which the agreement is looked for; TestRobustDeterministic
	RowsFactor         int     = 200       // rows: the same where only factors of exact equations are looked for; TestCleanStays
	StartWork          int     = 1 << 23   // p³: of p monomials that the random starts cost in all; TestRobustDeterministic
	MaxStarts          int     = 48        // random starts: at most; TestRobustDeterministic
	FirstSteps         int     = 2         // concentration steps: of every start; TestRobustDeterministic
	Finalists          int     = 3         // starts: that go on; TestRobustDeterministic
	FinalSteps         int     = 20        // concentration steps: of these; TestRobustDeterministic
	Standstill         float64 = 0.99      // of the spread before: as good as no change; TestRobustDeterministic
	RetainedRows       float64 = 0.95      // of the rows: that satisfy one equation must a further one keep; TestOutliersOfACurve
	SpreadFactor       float64 = 4         // of the least variance: is as good as that; TestOutliersOfACurve
	MaxAgreements      int     = 12        // equations: of one degree; TestOutliersOfACurve
	FringeRange        float64 = 0.25      // of the range of the middle 80 %: beyond which rows are not fitted; TestHugeOutliers
	ForQuantiles       int     = 10000     // rows: from which these are known to 1 %; TestHugeOutliers
	ExtremeRange       float64 = 3         // of these ranges: beyond which the middle is small beside the whole; TestCleanStays
	MaxSlips           float64 = 0.1       // of the rows: that a shorter equation may leave aside: more are a second population; TestLawBesideErrors
	MinShorter         float64 = 3         // nats: of description by which it must be shorter: twenty to one; TestLawBesideErrors
	SameBranch         float64 = 0.4       // of the distance: of two zero sets at rows set aside, up to which one contains the other; TestDistanceFrom

	// Write.
	MaxPrintedChange   float64 = 0.3  // of the residuals: that the digits of printed coefficients may cause: 0.3 make the rms distance larger by 5 %; TestFaithfulDigits
	MaxExtraDigits     int     = 8    // digits: beyond those that the error of a coefficient leaves; TestFaithfulDigits
	FurtherTerms       int     = 4    // terms: from which a further curved equation of decimals may only follow the rows, and any may follow an elementary function: of the everyday tables, density and polar printed one without a doubt; TestFurtherDecimals
	MinEstimate        float64 = 2    // standard errors: a printed coefficient nearer to 0 is not determined; TestUndetermined
	MonomialsPerSecond float64 = 4000 // monomials times columns: that a search gets through in a second of one core: 112 columns of degree 1, or 33 of degree 2; TestEstimate
	SpectrumMonomials  int     = 150  // monomials: up to which the noise-unit spectrum is computed: a dense eigenproblem; TestLearnVarieties
	SpectrumShown      int     = 8    // values: of the noise-unit spectrum that are kept; TestLearnVarieties
	StepCandidates     int     = 5    // candidates: that the steps list; TestLearnVarieties
	TermsShown         int     = 6    // terms: of a candidate that a refusal spells out; TestRefusalText
	SamplesPerMonomial int     = 4    // points: that stand for all at first in the comparison with the ideal of the points; TestBaseline
	MaxConditions      int     = 100  // points: whose ideal is written down; a hundred take a tenth of a second; TestBaseline
	MaxPairs           int     = 2000 // pairs: for a Gröbner basis of the generators; three quartics take some hundred; TestBaseline
	ExtraDegree        int     = 3    // times the degree: of the search that such a basis may need; TestBaseline
)

// MinEvidence is by how many nats exact coefficients must be ahead of rows without a law for
// their posterior to be MinPosterior.
func MinEvidence() float64 { return math.Log(MinPosterior / (1 - MinPosterior)) }

// MinFitEvidence is the same of real coefficients, for MinFitPosterior.
func MinFitEvidence() float64 {
	return math.Log(MinFitPosterior / (1 - MinFitPosterior))
}
