package limit

// Fit: the coefficients of a support.
const (
	RootSteps               int     = 12    // Newton steps: to the noise variance of a support; two or three are the rule; TestRootExact
	RefineSteps             int     = 3     // iterations: of weights and fit; TestCovarianceAgainstScatter
	FootSteps               int     = 3     // Newton steps: to a foot point; each squares the error; TestFootOnZeroSet
	LeastVariance           float64 = 0.05  // of the median variance: added to every variance: near singular points no single point takes over; TestWeights
	EvidenceRows            int     = 2000  // rows: that count as evidence of one candidate against another: noise is never quite as assumed, and of many rows that is seen (coarsened posterior, J. W. Miller, D. B. Dunson, JASA 114 (2019) 1113-1125); TestManyRows
	LeastVarianceOfMany     float64 = 1     // of the median variance: the same of more than MaxSample rows, where the bias of weights at the feet of noisy points (6 % for y⁴ in a lemniscate at 5 % noise) would exceed the errors; TestUnweightedIsConsistent
	MaxLeverage             float64 = 0.9   // leverage: of a row: a row that determines the fit nearly alone cannot be left out of it; TestCovarianceAgainstScatter
	MinNoiseVariance        float64 = 1e-10 // mean squares: below it one equation is as true as another: tables and integrators have errors of five digits that are no noise; TestLearnVarieties
	MaxVarianceRatio        float64 = 9     // ratio of variances: by which a polynomial of degree 3 or 4 can be nearer to the data than the true equation, by lying on both sides of them; TestGain
	MinWeightEfficiency     float64 = 0.9   // efficiency: of the weights of a fit, as those that belong to it would have it: equations have 0.98, multiples as little as 0.07; TestCandidateNotFromSingularWeights
	SingularSize            float64 = 1e4   // coefficients of unit gradient: from which on a polynomial is singular on noise-free data; TestLearnVarieties
	FewRows                 int     = 100   // rows: below which standard errors are not known well enough; TestCorrelation
	LayerPoints             int     = 400   // rows: at which gradients are taken, and half of those at which places are counted and residuals compared; TestCorrelation
	BothAround              int     = 2     // neighbours: of each row, for the permutation test of few rows; TestCorrelation
	SameRow                 float64 = 1e-3  // standard deviations: of the noise, within which one row is the copy of another; TestCorrelation
	Shuffles                int     = 1999  // permutations: of the residuals of few rows; TestCorrelation
	Followed                int     = 800   // rows: at the beginning of the table whose order counts; TestCorrelationInTime
	MinEffectiveRows        float64 = 24    // rows: that all count as, however correlated: a factor of ten in the noise is evidence; TestCorrelation
	MaxCorrelation          float64 = 4     // standard errors: of a correlation of residuals that may be chance; TestWave
	MinChance               float64 = 0.005 // probability: the same for few rows, and that rows left out of a curve follow one another along a column; TestCorrelation
	FeetSteps               int     = 8     // Gauss–Newton steps: bring a point within the noise of a smooth zero set to within rounding of it; TestFeet
	MinNormalSine           float64 = 0.2   // sine: below which a gradient depends on others, where the dimension of the zero set is asked for; TestRelate
	MinFootSine             float64 = 0.02  // sine: the same on the way to the zero set; TestRelate
	LeastSlope              float64 = 0.01  // of the slopes of the terms: the median slope of an equation at one value of a setting, beside twice the noise; TestSingularAt
	MinIrregularity         float64 = 0.05  // share of the gradient: that may be due to noise and curvature; TestCandidateDeltoid
	IrregularityPerVariance float64 = 60    // of the noise variance: the same where the noise is larger; TestCandidateDeltoid
	MaxDeviation            float64 = 3     // standard deviations: of the noise that one step to a foot, or one residual, may have: far points must not decide; TestFootStaysNear
	TemperedRows            float64 = 12    // rows: for a nat of evidence where the noise variance falls by a factor of e; two would be the likelihood of Gaussian distances; TestBeats
	NeighbourPairs          float64 = 1.6   // of the variance of a sum of independent products: of residuals at neighbours, since mutual ones count twice; TestCorrelation
)
