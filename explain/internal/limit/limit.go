// Package limit holds the thresholds of explain: what is called small, enough, too many.
// Each stands on one line, with its unit, the reason for its value, and a test that depends on
// it. A new one goes here, in the order of the steps, with the comment 'unit: reason; test'.
package limit

import "math"

// The limits, in the order of the steps that use them. They have types, so that what is
// computed from them is rounded as numbers in the program are.
const (
	// Data.
	MaxMonomials     int     = 600   // monomials: of degree ≤ MaxDegree, among which equations are looked for; beyond it, the program points to features and classification, which write no monomials down; TestDegreeOfBounds
	MaxDegree        int     = 20    // degree: of an equation: the 40th power of a number is the highest whose moments doubles carry for data of ordinary spread; TestLearnUnfit
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
	MaxSteps               float64 = 5      // standard errors: between the noise of two equations, beyond which one clearly needs more; TestLearnVarieties
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
	MaxBehind          float64 = 4    // nats: by which a curve of FurtherTerms decimals may be behind rows without a law, and is not refused: odds of fifty; TestBehind
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

	// Exact equations.
	ExactCells         int     = 400_000       // cells: at which exact equations are sought; of larger tables evenly spread rows are taken, and what is found is tried at all; TestHoldsAtAllRows
	FewPlaces          int     = 12            // different rows: up to which they are places rather than rows of settings; TestLearnFewExactRows
	GradientRows       int     = 3             // rows: at which the rank of the gradients of exact equations is taken; TestFurtherIsNew
	MeasuredDigits     int     = 9             // digits: at most, of a cell that looks measured; TestFractionsAreComputed
	FloatDigits        int     = 15            // digits: at least, of a cell that a program rounded to a float; TestFloatsAreNotRounded
	MinHalvings        uint    = 6             // halvings: of 1, as 0.125 is three, from which on a decimal looks computed: rulers and gauges are read to thirty-seconds of an inch, of Boyle to sixteenths; TestReadingsInSixteenths
	MaxDenominatorBits int     = 16            // bits: of the denominator of a fraction that is computed; those of floats are longer; TestFractionsAreComputed
	ComparableNoise    float64 = 2             // ratio of noise: up to which one equation may be added to another: the estimates of two that need the same differ by less, and by more the sum would be worse; TestLearnUnits
	ExactDegree        int     = 6             // degree: the largest of exact equations that is looked at by itself; TestGeneratesAll
	ExactWork          int     = 12_000_000    // multiplications: modulo a prime, some 3 ns each; TestDeterministic
	ExactWorkAsked     int     = 2_000_000_000 // multiplications: the same with a degree asked for; TestDeterministic
	ExactRows          int     = 3000          // rows: that exact equations are sought at; they are checked at all; TestPrograms
	ExactMonomials     int     = 520           // monomials: of a degree in all columns, among which everything is sought at once; TestGeneratesAll
	ExactMultiples     int     = 220           // monomials: of a degree above that of a law, in which it may follow from others; TestGeneratesAll
	MaxKernelVectors   int     = 48            // kernel vectors: of a set of columns beyond what is known; more of them only show that there are few rows; TestFewColumnsOfFewRows
	RandomOrders       int     = 4             // orders of monomials: by chance, beside two by rule, in which elimination shows kernel vectors; TestGeneratesAll
	ShortestByDigits   int     = 12            // kernel vectors: the shortest, among which the digits of the coefficients decide; TestFractions
	SubsetDegree       int     = 3             // degree: up to which all sets of columns are looked at where all columns at once have too many monomials; TestFewColumnsOfFewRows
	SubsetColumns      int     = 6             // columns: of such sets, beyond which all columns are taken at once; TestFewColumnsOfFewRows
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
	MaxSettings        int     = 12            // values: at most, of a column of settings; TestSettings
	MinStepRows        int     = 5             // rows: from which on all decimals on one grid show its step; TestConfirmed
	MaxStepDigits      int     = 12            // decimal places: of a step; TestFractions
	SlipTrials         int     = 40            // samples: of a set of columns, for laws that some rows break; TestSlips
	SlipDegree         int     = 2             // degree: at most, of a law that some rows break; TestSlips
	SlipRounds         int     = 3             // searches: for such laws: slips of one law can hide another; TestSlips
	SlipSpareRows      int     = 2             // rows: of a sample beyond the monomials; TestSlips
	SlipColumns        int     = 5             // columns: of a linear law that some rows break; TestSlips
	SlipColumnsQuadric int     = 3             // columns: of such a law of degree 2; TestSlips
	RoundedSlips       float64 = 0.3           // of the failing rows: that may be off by a rounding, or RoundedRows; TestNoSlips
	RoundedRows        float64 = 0.03          // of all rows: the same; TestNoSlips
	FloatRounding      float64 = 1e-11         // of values of size 1: what the rounding of floats leaves of a law; TestNoSlips
	LongCover          int     = 8             // terms: at most, of a law of degree 2 that is no sum of products of others; TestNoSlips
	SlipWork           int     = 40_000_000    // multiplications: modulo a prime, in the search for laws that some rows break; TestSlips
	GroupFailing       float64 = 0.8           // of the rows with one value of a column: that fail, if failing goes with the value; TestNoSlips
	GroupRows          int     = 3             // rows: with that value; TestNoSlips
	GroupPart          float64 = 0.3           // of the failing rows: that have that value; TestNoSlips

	// Equations within the rounding of cells.
	RoundedTerms       int     = 6      // terms: from which on an exact equation may hold because cells were rounded: where a sum of three shares is 0.999, 1 or 1.001, a product of three factors is zero at every row; TestProductOwedToRounding
	RoundedDegree      int     = 3      // degree: the same; TestProductOwedToRounding
	ParallelRows       int     = 60     // rows: at which gradients are compared with the space of others; TestProductOwedToRounding
	ParallelSine       float64 = 0.05   // sine: of a gradient to that space, up to which it lies in it; TestProductOwedToRounding
	ParallelPart       float64 = 0.2    // of these rows: at which it may lie outside; TestProductOwedToRounding
	FloatRows          int     = 200    // rows: that tell whether a column was written by a program, in all digits of a float; TestFloatsAreNotRounded
	NearerChance       float64 = 0.001  // probability: with which rounded cells are as near to a zero set as rows are, below which the zero set is an approximation of exact cells; TestNearer
	RoundingSample     int     = 400    // rows: at which laws are sought; they are checked at all; TestSurvey
	RoundingSpareRows  int     = 5      // different rows: beyond the coefficients of a law within rounding; TestFind
	RoundingGroups     int     = 4      // small samples: that a support is tried on, in case one has a slip; TestFindWithSlips
	RoundingGroupSpare int     = 4      // rows: of such a sample beyond the coefficients; TestFindWithSlips
	RoundingSupports   int     = 20_000 // supports: of one size; else a lower degree is looked at; TestFind
	RoundingDegree     int     = 3      // degree: of a law within rounding; TestFind
	RoundingChecked    int     = 200    // candidates: of one size that are decided at every row; TestFind
	RoundingRowNats    float64 = 15.0   // nats: by which the rows speak against a law that holds by chance; TestFind
	RoundingNats       float64 = 1.5    // nats: by which simple coefficients speak against any others, and more; TestFind
	RoundingNatsNext   float64 = 2.5    // nats: the same for every coefficient beyond the first; TestFind
	RoundingNatsAlone  float64 = 1.5    // nats: the same for one coefficient by itself; TestFind
	RoundingNatsFactor float64 = 1      // nats: that another term in front has to add; TestFind
	RoundingFailing    float64 = 0.1    // of the rows: that may break a law within rounding; TestFindWithSlips
	RoundingFar        float64 = 3      // of the slack of a cell: beyond which a row is a slip, and no rounding; TestFindWithSlips
	RoundingNear       float64 = 0.3    // of the rows that break a law: that may be nearer; TestFindWithSlips
	RoundingErrors     float64 = 3      // standard errors: of a coefficient that is not simple, within which a row agrees; TestFind
	RoundingTerms      int     = 5      // terms: of a law within rounding; TestFind
	RoundingInterval   float64 = 2.5    // standard errors: on both sides of a coefficient, among whose numbers the simple ones are counted; TestFind
	RoundingPlaces     int     = 4      // decimal places: of a coefficient that is a short decimal; TestFind
	RoundingShifts     int     = 8      // shifts: of one column against the others, that show what rows without the law do; TestFind
	RoundingIdeal      int     = 300    // monomials: in which consequences of equations are looked for one degree above that of a law; TestFurtherIsNew
	FollowsRows        int     = 40     // rows: at which a gradient is compared with those of known equations; TestFurtherIsNew
	FollowsSine        float64 = 0.02   // sine: of a gradient to these, from which on an equation is new; TestFurtherIsNew
	TaylorTerms        int     = 5000   // terms: of all coefficients of a Taylor expansion; a polynomial with more is decided only where it is 0 in the centre of the box; TestTooManyTerms
	RoundingBoxes      int     = 400    // boxes: that are looked at for one row; TestZero
	RoundingFraction   int     = 12     // integer: denominator of a fraction that is no short decimal, or numerator; TestFind
	EvenStepRows       int     = 5      // rows: from which on columns that go in even steps are seen; TestEvenSteps

	// The law of one column, by regression.
	ResponseRows         int     = 40     // rows: from which on the law of one column is looked for by regression; TestResponseColumn
	ResponseSample       int     = 2000   // rows: on which it is looked for; TestResponseColumn
	SurfaceDegree        int     = 12     // degree: of the smooth surface through the rows; TestReduced
	SurfaceTerms         int     = 220    // coefficients: of it; TestReduced
	SurfaceSteps         int     = 12     // Gauss–Newton steps: of fitting it under a logarithm; TestReduced
	MixedSurface         int     = 4      // columns: from which on surfaces are tried that are powers of some of them; TestFind
	SlopeErrors          float64 = 4      // squared standard errors: of a slope of the surface that counts as zero; TestReduced
	ScalingsTried        int     = 6      // scalings: that are tried to reduce the columns by one; TestReduced
	PredictionMargin     float64 = 0.02   // of the error of prediction: by which it may grow with a scaling, and beyond which a law is none; TestReduced
	ResponseMonomials    int     = 220    // monomials: among which a law of the response is looked for; TestFind
	ResponseDegree       int     = 10     // degree: of the law in the reduced columns and the response; TestFind
	ResponseNodes        int     = 60_000 // supports: visited; TestFind
	ResponseSupports     int     = 40     // supports: kept of every size; TestFind
	ResponseFitted       int     = 20     // candidates: of a kind that are fitted by least squares; TestFind
	ResponseFittedOfSize int     = 6      // candidates: and of every number of terms; TestFind
	ResponseClimbed      int     = 4      // laws: to which terms are added; TestFind
	ResponseTerms        int     = 12     // terms: of a law; TestFind
	ResponseSteps        int     = 20     // Gauss–Newton steps: of its fit; TestFind
	ResponseRounds       int     = 4      // times: that a term is added; TestFind
	ResponseWidth        int     = 4      // terms: that are tried of those that may be added to a law; TestFind
	ResponseClimbTerms   int     = 400    // monomials: among which these are; TestFind
	ResponseDropTerms    int     = 8      // terms: of a law, up to which one is left out before another is added; TestFind
	ResponseGain         float64 = 0.01   // nats: by which adding a term must make a law better; TestFind
	MaxUnitError         float64 = 0.1    // relative error: of the coefficient that the others are multiples of; TestNearest
	MinSimpleGain        float64 = 4.0    // nats: by which simple coefficients are shorter than real ones; TestFind
	SamePrediction       float64 = 0.1    // of the error of a prediction: the distance of two laws that are the same; TestFind
	TermLength           float64 = 3      // nats: of a term beside its exponents; TestFind
	UnusedColumnLength   float64 = 2      // nats: for every column that a law leaves out; TestFind
	DependenceChance     float64 = 0.01   // probability: below which what a law leaves depends on a column; TestFindNone
	PiMargin             float64 = 1.0    // nats: by which a multiple of π is shorter than a decimal; TestNearest
	MaxUnexplained       float64 = 0.5    // of the spread of the response: that a law may leave; TestFindNone
	RivalMargin          float64 = 3.9    // nats: up to which another law describes the rows nearly as well; TestFind
	ResponseExact        float64 = 1e-9   // of the response: what a law may leave that needs no noise; TestFind
	SimpleNumerator      int     = 64     // integer: p in p/q · π^k, the simple coefficients that are tried; TestNearest
	SimpleDenominator    int     = 20     // integer: q; TestNearest
	SimplePi             int     = 3      // exponent: ±k; TestNearest
	SimpleErrors         float64 = 7      // standard errors: within which a coefficient may be simple; TestNearest
	SimpleDigits         int     = 6      // digits: of the decimals that are tried; TestNearest
	ResponseNoisy        float64 = 1e-3   // of the response: the error of prediction from which on moments of the response are corrected for it; TestFind
	ResponseComplex      int     = 100    // rows: for each at which the equation for the response has no real root; TestFind
	BranchErrors         float64 = 2      // errors of the response: by which a root may miss to be real; TestFind
	EffectErrors         float64 = 2      // errors of a mean: of an effect of a column that the rows would not show; TestAbsent
	MaxBehindSurface     float64 = 40     // nats: by which a law may be longer than a smooth surface that predicts as well: right Feynman formulas at 10 % reach 27, series for roots 51 and 105; TestFindNone
	CommonSign           float64 = 0.9    // of the squares: that have the same sign where the logarithm of the response is fitted; TestReduced
	ResponseFactor       float64 = 0.05   // of its root mean square: the least factor by which a response is divided where the law has its square; TestFind
	ScalingPart          float64 = 0.2    // of unit length: the least entry of a scaling that counts as its unit; TestReduced
	ScalingExponent      float64 = 6      // exponent: the largest of a scaling; TestReduced

	// Evidence.
	CloudComponents     int     = 6    // Gaussians: of a mixture that rows without a law may be; TestCloud
	CloudRows           int     = 4    // rows: for every parameter of such a mixture; TestCloud
	CloudSteps          int     = 40   // steps: of expectation and maximisation; TestCloud
	CloudSpread         float64 = 0.02 // of the variance of a column: added in each direction: a Gaussian that is thinner than a seventh of the columns is a plane, or a power law in logarithms, and no cloud; TestCloud
	AlongNormal         float64 = 0.25 // of the squared distance between two feet: along the normal, up to which the one is a neighbour of the other along the zero set; TestTwoBranchesHalveTheDensity
	DensityNeighbour    int     = 4    // neighbour: whose distance tells the density; TestDensity
	LeastNormalVariance float64 = 1e-4 // of the median variance: the least of a row, so that no single row near a singular point decides; TestShapeOfErrors
	RidgePeak           float64 = 5    // nats: below the best λ, from which on smaller ones are not tried; TestRidgeOrder

	// Further answers.
	CheckChance         float64 = 0.001  // probability: with which deviations of the noise alone are said not to be; TestCheckWithinNoise
	LearnedNoise        float64 = 1.05   // factor: that noise of two printed digits may be larger; TestCheckLearned
	BriefInteger        float64 = 1e8    // integer: from which on a coefficient of a refusal is written with an exponent; TestBrief
	NearlyAll           float64 = 0.95   // of the feet: at which the normals are independent, in the codimension of a zero set; TestRelate
	FactorLines         int     = 12     // lines: for each degree, that are tried to show an equation irreducible; TestCleanStays
	CounterexampleTries int     = 3000   // states: drawn at random in the search for a counterexample; TestProved
	ProofPairs          int     = 20_000 // S-polynomials: of a Gröbner basis in a proof of invariance; TestProveBasis
	ProofCofactorPairs  int     = 400    // S-polynomials: of the slower algorithm that carries cofactors; TestProveBasis
	DerivePairs         int     = 5_000  // S-polynomials: of a Gröbner basis of axioms; TestDerive
	DeriveTerms         int     = 500    // terms: of a polynomial on the way; TestDerive
	DeriveDegree        int     = 60     // degree: of a polynomial on the way; TestDerive
	DeriveCofactorPairs int     = 1_500  // S-polynomials: of the slower algorithm that carries cofactors; TestDerive

	// Constants of motion.
	MotionNats          float64 = 8          // nats: of evidence against the nulls, from which a polynomial is a law: odds of about 3000, for some hundred comparisons; TestFindRefuses
	MotionNoise         float64 = 2          // of the noise of the first law: that a further one may need: the columns have the same errors in both; TestFindTwo
	MotionLaws          int     = 4          // laws: at most; a mechanical system of n degrees of freedom has at most n independent constants of motion in involution; TestFindTwo
	MotionDegreeRatio   float64 = 1.05       // ratio of noise: of a law of lower degree to this one: where the lower one is the law, the search at the next degree finds it again, with 1.00 on textbook and filmed systems; where it truncates the law, it was 1.14 and more; TestFindDegree
	MotionMonomials     int     = 400        // monomials: among which constants of motion are looked for; TestFindRefuses
	MotionRows          int     = 20         // rows: the least number from which a constant of motion is learned; TestFindRefuses
	MotionRatio         float64 = 1.3        // ratio of noise: of the nulls to a law; rolled rows do not keep all that columns of one motion have in common: on trajectories of the van der Pol, Lorenz and Duffing systems polynomials that are not constant need 1.02 to 1.20 times less than the nulls, on systems with a law it needs 2.3 times less and more; TestFindRefuses
	JackknifeBlocks     int     = 20         // blocks of groups: that the jackknife leaves out in turn; TestFindErrors
	MotionSine          float64 = 0.1        // sine: of the angle between the gradients of a law and those before it, which most rows exceed: a function of known constants is no new one; TestFindTwo
	MotionNewRows       float64 = 0.8        // of the rows: that exceed MotionSine; TestFindTwo
	RolledNulls         int     = 10         // nulls: with rows shifted in time; TestFindRefuses
	PermutedNulls       int     = 2          // nulls: with rows in another order; TestFindRefuses
	IdentityTolerance   float64 = 1e-7       // of the norm of a monomial: left when smaller ones are taken away, below which it is a combination of them: rounding, not noise; TestSecular
	IdentityDenominator int     = 24         // integer: the largest by which the coefficients of an identity are tried to become whole; TestIdentity
	IdentityRounding    float64 = 1e-4       // of a coefficient: the same, as far as it may then be from a whole number; TestIdentity
	JumpBend            float64 = 15         // of the second differences at JumpQuantile of the rows: beyond which a row is after a jump; TestFindTwo
	JumpQuantile        float64 = 0.9        // of the rows: see JumpBend; TestFindTwo
	MotionWidening      float64 = math.Sqrt2 // ratio of noise: in a wider window to that in a narrower one: friction makes energy drift, and at √2 the drift adds as much variance as there was; TestFindFriction

	// Derived columns.
	MaxExcess     float64 = 4           // ratio: of the change that two degrees more make to that of errors, beyond which no wider window is tried; TestDifferentiateOscillation
	MaxHalfWindow int     = 60          // rows: on each side of the one whose derivative is taken; TestDifferentiatePolynomial
	JumpTime      float64 = 5           // median steps of time: that end a trial; TestDifferentiateRefuses
	MaxUndefined  float64 = 0.05        // of the rows: that may be left out: errors of measurement make a few logarithms and roots undefined; where it is more, the expression is wrong; TestExtendUndefined
	SeveralTurns  float64 = 8 * math.Pi // radians: beyond which a column is an angle in degrees; TestPropose
	FewDegrees    float64 = 8           // degrees: the same of whole numbers up to 360; TestPropose
	Decade        float64 = 10          // ratio: of the largest value to the least, from which on a root or logarithm is proposed; TestPropose
	MaxProposed   int     = 3           // columns: beyond which roots and logarithms are too many to search with; TestPropose

	// Comparison of methods.
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
