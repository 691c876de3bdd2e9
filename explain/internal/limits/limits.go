// Package limits holds every threshold of explain: what is called small, enough, too
// many. A field's tag says its unit, the reason for its value and a test that depends
// on it. Tests elsewhere name limits instead of repeating their values.
//
// The limits never change: each package of explain takes its own copy of Default.
package limits

import "math"

// MaxMonomials bounds the number of monomials of degree ≤ MaxDegree among which
// equations are looked for; beyond it, the program points to features and
// classification, which write no monomials down.
const MaxMonomials = 600

// MaxDegree bounds the degree of an equation: the 40th power of a number is the
// highest whose moments doubles carry for data of ordinary spread.
const MaxDegree = 20

// Limits are the thresholds, in the order of the steps that use them.
type Limits struct {
	// Data.
	MaxValue         float64 `unit:"data units" why:"squares of values, and their sums, stay within the range of float64; its inverse bounds nonzero values" test:"TestLearnUnfit"`
	MinRows          int     `unit:"rows" why:"the least number from which anything is learned" test:"TestLearnUnfit"`
	MaxMeanOverDev   float64 `unit:"standard deviations" why:"a column whose mean is farther from 0 is shifted: not shifting costs digits, since its powers are nearly dependent; shifting costs sparsity" test:"TestScaleShifts"`
	MinDev           float64 `unit:"of the root mean square" why:"standard deviation of a column that is measured from 0 nevertheless: noise of a thousandth of it is above ExactVariance" test:"TestUnshifted"`
	OrdinaryDecades  float64 `unit:"powers of ten" why:"a column of this size or more, or of its inverse, is written in a unit of its own while integers are looked for: a circle of 5 m is no longer in micrometres" test:"TestLearnScales"`
	MaxSample        int     `unit:"rows" why:"on which candidates are compared: the noise of an equation is known to 1 % there" test:"TestAllRowsDecideOnMonomials"`
	ClusterGap       float64 `unit:"diameters of the largest cluster" why:"the least distance of an isolated cluster from the others" test:"TestClusters"`
	RoundingVariance float64 `unit:"mean squares" why:"noise variance that the rounding of moments alone may cause" test:"TestNoiseBelowRounding"`
	NoNoise          float64 `unit:"standard deviations" why:"of the noise of a variable that has none, in units of the others, where places are counted" test:"TestPlaces"`
	MinVariancePart  float64 `unit:"of the largest variance" why:"a direction with less counts as having this much: rows on a plane have no inverse covariance" test:"TestSpreadOfPlane"`
	DefaultDegree    int     `unit:"degree" why:"of the search, if DefaultMonomials allows it" test:"TestDefaultDegree"`
	WideMonomials    int     `unit:"monomials" why:"at most, of degree 2 where that is chosen for many columns: 33 columns, which take seconds" test:"TestDefaultDegree"`
	DefaultMonomials int     `unit:"monomials" why:"at most, of the degree that is chosen by the number of columns" test:"TestDefaultDegree"`

	// Propose.
	RowsPerTerm       int     `unit:"rows" why:"for each coefficient of a fit that is looked at" test:"TestLearnFewRows"`
	RowsPerTermFew    int     `unit:"rows" why:"the same below ManyTerms, as exact coefficients may need" test:"TestLearnExactOfTenRows"`
	SearchTriples     int     `unit:"supports" why:"of three monomials, all of which are visited: those of 300" test:"TestTriplesOfWideTable"`
	WideColumns       int     `unit:"columns" why:"beyond which curved equations have WideSize terms at most: among hundreds of products some always follow the rows" test:"TestTriplesOfWideTable"`
	WideSize          int     `unit:"monomials" why:"see WideColumns" test:"TestTriplesOfWideTable"`
	EliminateMost     int     `unit:"monomials" why:"that backward elimination starts from; more take seconds" test:"TestTriplesOfWideTable"`
	EliminateSingly   int     `unit:"monomials" why:"beyond which backward elimination drops several at a time" test:"TestEliminate"`
	EliminatePart     int     `unit:"part" why:"of the monomials beyond these that it drops: one in so many" test:"TestEliminate"`
	GradientTolerance float64 `unit:"of the largest eigenvalue" why:"of G with unit diagonal: below it doubles do not tell a gradient from rounding" test:"TestRootExact"`
	KeepSupports      int     `unit:"supports" why:"kept of every size and degree" test:"TestExhaustAgainstBruteForce"`
	SearchNodes       int     `unit:"supports" why:"visited for one size and degree: keeps the search of an ordinary table within tenths of a second" test:"TestExhaustAgainstBruteForce"`
	ExhaustiveSize    int     `unit:"monomials" why:"size up to which supports are enumerated or extended" test:"TestExhaustBehindApproximation"`
	NoiseMargin       float64 `unit:"of the noise variance" why:"a support that needs no more beyond the noise is an equation, above which no larger one is looked for: 1 to 2 standard errors of a variance from 200 or 1000 rows" test:"TestExhaustBehindApproximation"`
	SupersetFactor    float64 `unit:"of the eigenvalue" why:"of a smaller support, below which that of a larger one must be" test:"TestExhaustAgainstBruteForce"`
	SpaceGap          float64 `unit:"ratio" why:"of neighbouring singular values, the larger below this part of the root of the number of rows, that may cut off a certifying space" test:"TestCertifyingMethods"`
	SpaceGapBelow     float64 `unit:"ratio" why:"the same where multiples of what is cut off are known in higher degrees: conics that nearly fit cubics have 16, equations at 0.1 % noise hundreds" test:"TestCertifyingMethods"`
	SpaceTurn         float64 `unit:"of the ratio of singular values around the cut" why:"a polynomial may be this far from a certifying space of kernel matrices: noise turns the space by about one" test:"TestCertifyingMethods"`
	SpaceRounding     float64 `unit:"sine" why:"the same where nothing but rounding turned it: the root of the rounding of a squared distance" test:"TestCertifyingMethods"`
	SmallSupports     int     `unit:"supports" why:"as many less its size are refined of every size, whatever their cost" test:"TestLearnVarieties"`
	ShortlistLength   int     `unit:"supports" why:"refined beside the best of every size" test:"TestLearnVarieties"`
	DegreeLength      float64 `unit:"nats" why:"for one degree more: the price at which a multiple is not taken for the equation because its noise happens to be less" test:"TestLearnVarieties"`
	MinPlacesEvidence float64 `unit:"nats" why:"beyond the length of the support, that places lie on a zero set: by chance they do in one of a hundred tables" test:"TestLearnFewExactPoints"`
	ManyTerms         int     `unit:"terms" why:"from which on exact coefficients do not prove themselves" test:"TestOtherIntegers"`
	ExactVariance     float64 `unit:"mean squares" why:"noise variance up to which data count as noise-free: a hundred times RoundingVariance" test:"TestLearnFewExactPoints"`
	ClosestTerms      int     `unit:"terms" why:"of what a refusal names as nearest where nothing is near" test:"TestRefusalNamesTheNearest"`

	// Fit.
	RootSteps               int     `unit:"Newton steps" why:"to the noise variance of a support; two or three are the rule" test:"TestRootExact"`
	RefineSteps             int     `unit:"iterations" why:"of weights and fit" test:"TestCovarianceAgainstScatter"`
	FootSteps               int     `unit:"Newton steps" why:"to a foot point; each squares the error" test:"TestFootOnZeroSet"`
	LeastVariance           float64 `unit:"of the median variance" why:"added to every variance: near singular points no single point takes over" test:"TestWeights"`
	EvidenceRows            int     `unit:"rows" why:"that count as evidence of one candidate against another: noise is never quite as assumed, and of many rows that is seen (coarsened posterior, J. W. Miller, D. B. Dunson, JASA 114 (2019) 1113-1125)" test:"TestManyRows"`
	LeastVarianceOfMany     float64 `unit:"of the median variance" why:"the same of more than MaxSample rows, where the bias of weights at the feet of noisy points (6 % for y⁴ in a lemniscate at 5 % noise) would exceed the errors" test:"TestUnweightedIsConsistent"`
	MaxLeverage             float64 `unit:"leverage" why:"of a row: how far a fit would move without a row that determines it nearly alone, the data do not say" test:"TestCovarianceAgainstScatter"`
	MinNoiseVariance        float64 `unit:"mean squares" why:"below it one equation is as true as another: tables and integrators have errors of five digits that are no noise" test:"TestLearnVarieties"`
	MaxVarianceRatio        float64 `unit:"ratio of variances" why:"by which a polynomial of degree 3 or 4 can be nearer to the data than the true equation, by lying on both sides of them" test:"TestGain"`
	MinWeightEfficiency     float64 `unit:"efficiency" why:"of the weights of a fit, as those that belong to it would have it: equations have 0.98, multiples as little as 0.07" test:"TestCandidateNotFromSingularWeights"`
	MinSampsonPart          float64 `unit:"of the variance" why:"seen in the distances that a fit must ascribe to the data; the median of errors of one size has 0.45" test:"TestCandidateDeltoid"`
	MinSampsonPartFew       float64 `unit:"of the variance" why:"the same of fewer than FewRows rows, where chance may leave 0.4" test:"TestLearnFewRows"`
	SingularSize            float64 `unit:"coefficients of unit gradient" why:"from which on a polynomial is singular on noise-free data" test:"TestLearnVarieties"`
	FewRows                 int     `unit:"rows" why:"below which standard errors are not known well enough" test:"TestCorrelation"`
	StepBeyondNoise         float64 `unit:"standard deviations" why:"shorter steps between rows may be noise, longer ones leave a fold" test:"TestLayerAcross"`
	LayerPoints             int     `unit:"rows" why:"from which steps are taken" test:"TestLayerAcross"`
	BothAround              int     `unit:"neighbours" why:"of each row, for the permutation test of few rows" test:"TestCorrelation"`
	SameRow                 float64 `unit:"standard deviations" why:"of the noise, within which one row is the copy of another" test:"TestCorrelation"`
	Shuffles                int     `unit:"permutations" why:"of the residuals of few rows" test:"TestCorrelation"`
	Followed                int     `unit:"rows" why:"at the beginning of the table whose order counts" test:"TestCorrelationInTime"`
	MinEffectiveRows        float64 `unit:"rows" why:"that all count as, however correlated: a factor of ten in the noise is evidence" test:"TestCorrelation"`
	MaxCorrelation          float64 `unit:"standard errors" why:"of a correlation of residuals that may be chance" test:"TestWave"`
	MinChance               float64 `unit:"probability" why:"the same for few rows" test:"TestCorrelation"`
	FeetSteps               int     `unit:"Gauss–Newton steps" why:"bring a point within the noise of a smooth zero set to within rounding of it" test:"TestFeet"`
	MinNormalSine           float64 `unit:"sine" why:"below which a gradient depends on others, where the dimension of the zero set is asked for" test:"TestRelate"`
	MinFootSine             float64 `unit:"sine" why:"the same on the way to the zero set" test:"TestRelate"`
	MinIrregularity         float64 `unit:"share of the gradient" why:"that may be due to noise and curvature" test:"TestCandidateDeltoid"`
	IrregularityPerVariance float64 `unit:"of the noise variance" why:"the same where the noise is larger" test:"TestCandidateDeltoid"`
	MaxDeviation            float64 `unit:"standard deviations" why:"of the noise that one step to a foot, or one residual, may have: far points must not decide" test:"TestFootStaysNear"`

	// Recognise.
	MaxScale        int64   `unit:"smallest integer" why:"of the vectors that are tried" test:"TestRoundFindsIntegers"`
	QuickScale      int64   `unit:"smallest integer" why:"in a first look" test:"TestRoundQuick"`
	MaxWidth        int     `unit:"vectors" why:"kept by the beam" test:"TestBeamAgainstPlain"`
	QuickWidth      int     `unit:"vectors" why:"in a first look" test:"TestRoundQuick"`
	MaxInteger      float64 `unit:"integers" why:"beyond it doubles have no digits after the point" test:"TestBeamAgainstPlain"`
	MinRound        float64 `unit:"smallest integers" why:"from which on round numbers are tried wherever they are" test:"TestBeamAgainstPlain"`
	MaxRound        float64 `unit:"smallest integers" why:"beyond it a term may be a rounding error of another, and anything would be short" test:"TestBeamAgainstPlain"`
	SmallRoot       int64   `unit:"integer" why:"the roots of cubes and fifth powers that count as short" test:"TestBitsOf"`
	MaxGroups       int     `unit:"absolute values" why:"among exact coefficients, up to which all their subsets are set free" test:"TestMixtureOfTwoIsGain"`
	ExactPrior      float64 `unit:"nats" why:"by which exact coefficients are expected more than real ones: twenty to one" test:"TestRoundLeavesReals"`
	VectorMargin    float64 `unit:"nats" why:"by which an integer vector may be worse than the best and still count against it" test:"TestRoundPosterior"`
	MinPosterior    float64 `unit:"probability" why:"among integer vectors, from which on one is taken" test:"TestRoundPosterior"`
	MinPosteriorFew float64 `unit:"probability" why:"the same of few rows" test:"TestLearnFewRows"`
	MinIntegerLead  float64 `unit:"nats" why:"over real coefficients, with ExactPrior, from which on integers are claimed: seven to one" test:"TestLearnFewRows"`
	MinReferenceT   float64 `unit:"standard errors" why:"of a coefficient, from which on quotients by it are nearly normal" test:"TestReference"`
	SettleBits      float64 `unit:"bits" why:"that a coefficient beside decimals must be known to beyond those of the fraction: wrong in 0.002 of cases" test:"TestSettleRarelyWrong"`
	SettleOne       float64 `unit:"bits" why:"the same for 1 and -1, which are more likely beforehand" test:"TestSettleRarelyWrong"`
	SettleConjugate float64 `unit:"bits" why:"the same between monomials that differ by the order of the variables, as y² beside x²" test:"TestSettle"`
	SettleErrors    float64 `unit:"standard errors" why:"within which the fraction must be: a true one is outside once in a thousand times" test:"TestSettle"`
	MaxFraction     int64   `unit:"integer" why:"bounds numerators and denominators of such fractions" test:"TestSimplestBeyondWords"`

	// Judge.
	MaxNoise               float64 `unit:"root mean squares" why:"the largest noise at which something is called an equation" test:"TestLearnRefuses"`
	MaxNoiseVariance       float64 `unit:"mean squares" why:"its square" test:"TestLearnRefuses"`
	MaxApproximateNoise    float64 `unit:"root mean squares" why:"above which an approximation is not worth saying" test:"TestLearnApproximation"`
	FineNoise              float64 `unit:"mean squares" why:"noise variance below which an approximation is worth its place beside exact equations" test:"TestLearnVarieties"`
	EvidenceMargin         float64 `unit:"nats" why:"three standard errors, from which on one candidate beats another of its length" test:"TestBeats"`
	MultipleRows           int     `unit:"rows" why:"that tell a multiple" test:"TestLearnVarieties"`
	OnMultiple             float64 `unit:"of the noise" why:"that near to 0 is a multiple on the zero set" test:"TestLearnVarieties"`
	CorrelatedCandidates   int     `unit:"candidates" why:"whose residuals are looked at before those of all count as correlated" test:"TestLearnApproximation"`
	ClimbRounds            int     `unit:"changes" why:"of one monomial that are made to a support" test:"TestClimbKeepsFloor"`
	ClimbWidth             int     `unit:"neighbours" why:"refined in every round" test:"TestClimbKeepsFloor"`
	MaxClimbLoss           float64 `unit:"nats" why:"that refining may make up" test:"TestClimbKeepsFloor"`
	MaxImprecision         float64 `unit:"ratio of standard errors" why:"of a consistent fit to those of a weighted one; 1.0 to 1.6 on the known varieties at 5 %, but 17 for the limaçon" test:"TestNearlyAsPrecise"`
	MinFitPosterior        float64 `unit:"probability" why:"of real coefficients, from which on an equation is a fit: ten to one; everyday tables of 15 to 120 rows have 0.93 to 0.97" test:"TestKinds"`
	MaxSteps               float64 `unit:"standard errors" why:"that the noise of a further equation may be above that of the others" test:"TestLearnVarieties"`
	MaxAcross              float64 `unit:"of the noise variance" why:"that a further equation may need along the zero set of the others" test:"TestContestBothHold"`
	MinSine                float64 `unit:"sine" why:"of a gradient to the normal space, where an equation cuts the dimension" test:"TestContestBothHold"`
	ZeroOnSet              float64 `unit:"root mean squares" why:"zero on the zero set, to rounding" test:"TestRelate"`
	ZeroOfTerms            float64 `unit:"of the sum of absolute terms" why:"zero, where whole numbers cancel at points known to rounding" test:"TestCancelled"`
	Perturbation           float64 `unit:"standard deviations" why:"how far beside the data an implied equation has to vanish too" test:"TestLearnVarieties"`
	MaxThickness           float64 `unit:"of the spread" why:"of a layer, beyond which it is no more than correlation (0.978 for two columns); true equations have up to 0.13 at 5 % noise, Gaussian columns with the correlation 0.95 have 0.22" test:"TestLearnRefusesCorrelation"`
	MaxThicknessExact      float64 `unit:"of the spread" why:"the same for integers of at least MinIntegerGain" test:"TestLearnRefusesCorrelation"`
	MaxThicknessCurved     float64 `unit:"of the spread" why:"the same of higher degree, where residuals are noise" test:"TestLearnRefusesCorrelation"`
	MaxThicknessCovariance float64 `unit:"of what linear relations leave" why:"the same for a curved zero set, in units of the covariance" test:"TestLayerThickness"`
	MaxStepAcross          float64 `unit:"of steps that fill space" why:"how far neighbours may lie apart across a layer: curves with folds have up to 0.5 at 5 % noise, clouds 0.75" test:"TestLayerAcross"`
	MinStepsBeyondNoise    int     `unit:"steps" why:"from which on that says something" test:"TestLayerAcross"`
	LayerWidth             float64 `unit:"thicknesses" why:"two standard deviations to either side, and often two branches" test:"TestLearnFewExactPoints"`
	MinIntegerGain         float64 `unit:"nats" why:"over real coefficients, from which on exact equations need not be about a thin layer" test:"TestLearnRefusesClusters"`
	RowsPerDecimal         int     `unit:"rows" why:"for each decimal coefficient of an equation that is claimed" test:"TestLearnExactOfTenRows"`
	MinDecimalT            float64 `unit:"standard errors" why:"that a decimal coefficient is away from 0" test:"TestNoRefusedRival"`
	MinExactT              float64 `unit:"standard errors" why:"the same for one of many exact coefficients" test:"TestLearnVarieties"`
	MinManyExactT          float64 `unit:"standard errors" why:"of all of many exact coefficients, which then prove themselves" test:"TestLearnVarieties"`
	FewDecimalRows         int     `unit:"rows" why:"below which an equation without proof must hold closely: any two columns that increase follow some power law to a few per cent" test:"TestLearnFromFiveRows"`
	MaxNoiseOfFewRows      float64 `unit:"root mean squares" why:"that closely; five rows of Galileo hold to 1 %, seven of clocks in motion to 2.7 %" test:"TestLearnFromFiveRows"`
	ShapeRows              int     `unit:"rows" why:"on which shapes of noise are compared" test:"TestShapes"`
	SmallSpread            float64 `unit:"of the root mean square" why:"standard deviation of a column, below which errors in proportion to the one are not those in proportion to the other" test:"TestShapesOf"`
	MinShapeRows           int     `unit:"rows" why:"different ones, below which shapes are not compared" test:"TestShapes"`
	ShapeCandidates        int     `unit:"candidates" why:"fitted again with every shape of noise" test:"TestShapes"`
	ShapeLength            float64 `unit:"nats" why:"code length of a shape other than errors of one size in each column" test:"TestShapes"`
	MaxShapeLag            float64 `unit:"nats" why:"behind the most likely shape, up to which another is searched with where that one has no equation" test:"TestShapes"`
	ShapesSearched         int     `unit:"shapes" why:"at most, beside errors of one size in each column" test:"TestShapes"`
	MaxMisfit              float64 `unit:"nats" why:"for other noise levels than those given, from which on these contradict the data" test:"TestMisfit"`
	LevelSteps             int     `unit:"iterations" why:"of fitting variances with the weights that they give" test:"TestFitLevels"`

	// Outliers.
	OutlierDistance    float64 `unit:"robust standard deviations" why:"from the equations: a farther row is set aside" test:"TestOutliersFound"`
	GrossDistance      float64 `unit:"robust standard deviations" why:"if some row is as far as that: of 10⁶ Gaussian ones none is" test:"TestCleanStays"`
	MaxOutliers        float64 `unit:"of the rows" why:"may be set aside" test:"TestTooManyOutliers"`
	MaxGross           float64 `unit:"of the rows" why:"the same where they are far outside the others, and no equation holds with them" test:"TestManyGrossOutliers"`
	MinRowsForOutliers int     `unit:"rows" why:"from which on some may be set aside" test:"TestOutliersFound"`
	OutlierRounds      int     `unit:"searches" why:"among the rows that are left" test:"TestOutliersFound"`
	NoiseReduction     float64 `unit:"of the noise" why:"worth setting rows aside for it alone" test:"TestOutliersFound"`
	AgreeingRows       float64 `unit:"of the rows" why:"must agree" test:"TestNoConsensus"`
	RowsAgreeing       int     `unit:"rows" why:"on which the agreement is looked for" test:"TestRobustDeterministic"`
	RowsFactor         int     `unit:"rows" why:"the same where only factors of exact equations are looked for" test:"TestCleanStays"`
	StartWork          int     `unit:"p³" why:"of p monomials that the random starts cost in all" test:"TestRobustDeterministic"`
	MaxStarts          int     `unit:"random starts" why:"at most" test:"TestRobustDeterministic"`
	FirstSteps         int     `unit:"concentration steps" why:"of every start" test:"TestRobustDeterministic"`
	Finalists          int     `unit:"starts" why:"that go on" test:"TestRobustDeterministic"`
	FinalSteps         int     `unit:"concentration steps" why:"of these" test:"TestRobustDeterministic"`
	Standstill         float64 `unit:"of the spread before" why:"as good as no change" test:"TestRobustDeterministic"`
	RetainedRows       float64 `unit:"of the rows" why:"that satisfy one equation must a further one keep" test:"TestOutliersOfACurve"`
	SpreadFactor       float64 `unit:"of the least variance" why:"is as good as that" test:"TestOutliersOfACurve"`
	MaxAgreements      int     `unit:"equations" why:"of one degree" test:"TestOutliersOfACurve"`
	FringeRange        float64 `unit:"of the range of the middle 80 %" why:"beyond which rows are not fitted" test:"TestHugeOutliers"`
	ForQuantiles       int     `unit:"rows" why:"from which these are known to 1 %" test:"TestHugeOutliers"`
	ExtremeRange       float64 `unit:"of these ranges" why:"beyond which the middle is small beside the whole" test:"TestCleanStays"`
	MaxSlips           float64 `unit:"of the rows" why:"that a shorter equation may leave aside: more are a second population" test:"TestLawBesideErrors"`
	MinShorter         float64 `unit:"nats" why:"of description by which it must be shorter: twenty to one" test:"TestLawBesideErrors"`
	SameBranch         float64 `unit:"of the distance" why:"of two zero sets at rows set aside, up to which one contains the other" test:"TestDistanceFrom"`

	// Write.
	MaxPrintedChange   float64 `unit:"of the residuals" why:"that the digits of printed coefficients may cause: 0.3 make the rms distance larger by 5 %" test:"TestFaithfulDigits"`
	MaxExtraDigits     int     `unit:"digits" why:"beyond those that the error of a coefficient leaves" test:"TestFaithfulDigits"`
	FurtherTerms       int     `unit:"terms" why:"from which a further curved equation of decimals may only follow the rows: of the everyday tables, density and polar printed one without a doubt" test:"TestFurtherDecimals"`
	MinEstimate        float64 `unit:"standard errors" why:"a printed coefficient nearer to 0 is not determined" test:"TestUndetermined"`
	MonomialsPerSecond float64 `unit:"monomials times columns" why:"that a search gets through in a second of one core: 112 columns of degree 1, or 33 of degree 2" test:"TestEstimate"`
	SpectrumMonomials  int     `unit:"monomials" why:"up to which the noise-unit spectrum is computed: a dense eigenproblem" test:"TestLearnVarieties"`
	SpectrumShown      int     `unit:"values" why:"of the noise-unit spectrum that are kept" test:"TestLearnVarieties"`
	StepCandidates     int     `unit:"candidates" why:"that the steps list" test:"TestLearnVarieties"`
	TermsShown         int     `unit:"terms" why:"of a candidate that a refusal spells out" test:"TestRefusalText"`
	SamplesPerMonomial int     `unit:"points" why:"that stand for all at first in the comparison with the ideal of the points" test:"TestBaseline"`
	MaxConditions      int     `unit:"points" why:"whose ideal is written down; a hundred take a tenth of a second" test:"TestBaseline"`
	MaxPairs           int     `unit:"pairs" why:"for a Gröbner basis of the generators; three quartics take some hundred" test:"TestBaseline"`
	ExtraDegree        int     `unit:"times the degree" why:"of the search that such a basis may need" test:"TestBaseline"`
}

// MinEvidence is by how many nats exact coefficients must be ahead of rows without a law for
// their posterior to be MinPosterior.
func (l Limits) MinEvidence() float64 { return math.Log(l.MinPosterior / (1 - l.MinPosterior)) }

// MinFitEvidence is the same of real coefficients, for MinFitPosterior.
func (l Limits) MinFitEvidence() float64 {
	return math.Log(l.MinFitPosterior / (1 - l.MinFitPosterior))
}

// Default returns the limits.
func Default() Limits {
	return Limits{
		MaxValue:         1e100,
		MinRows:          5,
		MaxMeanOverDev:   30,
		MinDev:           1e-3,
		OrdinaryDecades:  2,
		MaxSample:        8000,
		EvidenceRows:     2000,
		ClusterGap:       2,
		RoundingVariance: 1e-13,
		NoNoise:          1e-3,
		MinVariancePart:  1e-12,
		DefaultDegree:    4,
		WideMonomials:    600,
		DefaultMonomials: 100,

		RowsPerTerm:       4,
		RowsPerTermFew:    3,
		SearchTriples:     4_500_000,
		WideColumns:       12,
		WideSize:          4,
		EliminateMost:     150,
		EliminateSingly:   40,
		EliminatePart:     4,
		GradientTolerance: 1e-12,
		KeepSupports:      150,
		SearchNodes:       400_000,
		ExhaustiveSize:    6,
		NoiseMargin:       0.1,
		SupersetFactor:    0.95,
		SpaceGap:          2,
		SpaceGapBelow:     30,
		SpaceTurn:         3,
		SpaceRounding:     1e-6,
		SmallSupports:     6,
		ShortlistLength:   24,
		DegreeLength:      1,
		MinPlacesEvidence: 4.6,
		ManyTerms:         6,
		ExactVariance:     1e-11,
		ClosestTerms:      3,

		RootSteps:               12,
		RefineSteps:             3,
		FootSteps:               3,
		LeastVariance:           0.05,
		LeastVarianceOfMany:     1,
		MaxLeverage:             0.9,
		MinNoiseVariance:        1e-10,
		MaxVarianceRatio:        9,
		MinWeightEfficiency:     0.9,
		MinSampsonPart:          0.4,
		MinSampsonPartFew:       0.25,
		SingularSize:            1e4,
		FewRows:                 100,
		StepBeyondNoise:         5,
		LayerPoints:             400,
		BothAround:              2,
		SameRow:                 1e-3,
		Shuffles:                1999,
		Followed:                800,
		MinEffectiveRows:        24,
		MaxCorrelation:          4,
		MinChance:               0.005,
		FeetSteps:               8,
		MinNormalSine:           0.2,
		MinFootSine:             0.02,
		MinIrregularity:         0.05,
		IrregularityPerVariance: 60,
		MaxDeviation:            3,

		MaxScale:        40,
		QuickScale:      12,
		MaxWidth:        24,
		QuickWidth:      6,
		MaxInteger:      1e15,
		MinRound:        100,
		MaxRound:        1e9,
		SmallRoot:       20,
		MaxGroups:       6,
		ExactPrior:      3,
		VectorMargin:    8,
		MinPosterior:    0.98,
		MinPosteriorFew: 0.998,
		MinIntegerLead:  2,
		MinReferenceT:   8,
		SettleBits:      10,
		SettleOne:       8,
		SettleConjugate: 5,
		SettleErrors:    3.3,
		MaxFraction:     1 << 31,

		MaxNoise:               0.15,
		MaxNoiseVariance:       0.0225,
		MaxApproximateNoise:    0.04,
		FineNoise:              1e-6,
		EvidenceMargin:         4.5,
		MultipleRows:           400,
		OnMultiple:             0.1,
		CorrelatedCandidates:   5,
		ClimbRounds:            3,
		ClimbWidth:             3,
		MaxClimbLoss:           8,
		MaxImprecision:         2,
		MinFitPosterior:        0.9,
		MaxSteps:               5,
		MaxAcross:              2,
		MinSine:                0.3,
		ZeroOnSet:              1e-7,
		ZeroOfTerms:            1e-12,
		Perturbation:           0.1,
		MaxThickness:           0.15,
		MaxThicknessExact:      0.2,
		MaxThicknessCurved:     0.25,
		MaxThicknessCovariance: 0.5,
		MaxStepAcross:          0.6,
		MinStepsBeyondNoise:    20,
		LayerWidth:             3,
		MinIntegerGain:         8,
		RowsPerDecimal:         5,
		MinDecimalT:            3,
		MinExactT:              2,
		MinManyExactT:          10,
		FewDecimalRows:         10,
		MaxNoiseOfFewRows:      0.03,
		ShapeRows:              250,
		SmallSpread:            0.5,
		MinShapeRows:           10,
		ShapeCandidates:        16,
		ShapeLength:            2,
		MaxShapeLag:            20,
		ShapesSearched:         2,
		MaxMisfit:              15,
		LevelSteps:             20,

		OutlierDistance:    6,
		GrossDistance:      8,
		MaxOutliers:        0.15,
		MaxGross:           0.27,
		MinRowsForOutliers: 20,
		OutlierRounds:      3,
		NoiseReduction:     0.5,
		AgreeingRows:       0.85,
		RowsAgreeing:       800,
		RowsFactor:         200,
		StartWork:          1 << 23,
		MaxStarts:          48,
		FirstSteps:         2,
		Finalists:          3,
		FinalSteps:         20,
		Standstill:         0.99,
		RetainedRows:       0.95,
		SpreadFactor:       4,
		MaxAgreements:      12,
		FringeRange:        0.25,
		ForQuantiles:       10000,
		ExtremeRange:       3,
		MaxSlips:           0.1,
		MinShorter:         3,
		SameBranch:         0.4,

		MaxPrintedChange:   0.3,
		MaxExtraDigits:     8,
		FurtherTerms:       4,
		MinEstimate:        2,
		MonomialsPerSecond: 4000,
		SpectrumMonomials:  150,
		SpectrumShown:      8,
		StepCandidates:     5,
		TermsShown:         6,
		SamplesPerMonomial: 4,
		MaxConditions:      100,
		MaxPairs:           2000,
		ExtraDegree:        3,
	}
}
