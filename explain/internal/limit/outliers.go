package limit

// Outliers: which rows are set aside.
const (
	OutlierDistance    float64 = 6         // robust standard deviations: from the equations of many rows: a farther row is set aside; TestOutlierDistance
	GrossDistance      float64 = 8         // robust standard deviations: if some row is as far as that: of 10⁶ Gaussian ones none is; TestCleanStays
	MaxOutliers        float64 = 0.15      // of the rows: may be set aside; TestTooManyOutliers
	MaxBroken          float64 = 0.27      // of the rows: may break an equation that the others obey exactly; TestSlips
	MaxGross           float64 = MaxBroken // of the rows: the same where they are far outside the others, and no equation holds with them; TestManyGrossOutliers
	MinRowsForOutliers int     = 10        // rows: from which on some may be set aside; TestOutliersFound
	OutlierRounds      int     = 3         // searches: among the rows that are left; TestOutliersFound
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
	QuadricAside       float64 = 0.1       // of the rows: the farthest from a quadric, which do not count: a few wrong cells may have most of the squares; TestFromQuadric
	MaxAgreements      int     = 12        // equations: of one degree; TestOutliersOfACurve
	FringeRange        float64 = 0.25      // of the range of the middle 80 %: beyond which rows are not fitted; TestHugeOutliers
	ForQuantiles       int     = 10000     // rows: from which these are known to 1 %; TestHugeOutliers
	PairRows           int     = 200       // rows: at which ratios of two monomials are compared; all take half of the time of a refusal in 40 columns; TestPairOfManyRows
	ExtremeRange       float64 = 3         // of these ranges: beyond which the middle is small beside the whole; TestCleanStays
	MaxSlips           float64 = 0.1       // of the rows: that a shorter equation may leave aside: more are a second population; TestLawBesideErrors
	MinShorter         float64 = 3         // nats: of description by which it must be shorter: twenty to one; TestLawBesideErrors
	SameBranch         float64 = 0.4       // of the distance: of two zero sets at rows set aside, up to which one contains the other; TestDistanceFrom
)
