package limit

// Propose: which supports are looked at.
const (
	RowsPerTerm       int     = 4           // rows: for each coefficient of a fit that is looked at; TestLearnFewRows
	RowsPerTermFew    int     = 3           // rows: the same below ManyTerms, as exact coefficients may need; TestLearnExactOfTenRows
	SearchSmall       int     = 120_000_000 // supports: of three and of four monomials, all of which are visited: those of 890 and of 232, in 0.2 s; TestFoursOfWideTable
	WideColumns       int     = 12          // columns: beyond which curved equations have WideSize terms at most: among hundreds of products some always follow the rows; TestTriplesOfWideTable
	WideSize          int     = 4           // monomials: see WideColumns; TestTriplesOfWideTable
	EliminateMost     int     = 150         // monomials: that backward elimination starts from; more take seconds; TestTriplesOfWideTable
	EliminateSingly   int     = 40          // monomials: beyond which backward elimination drops several at a time; TestEliminate
	EliminatePart     int     = 4           // part: of the monomials beyond these that it drops: one in so many; TestEliminate
	GradientTolerance float64 = 1e-12       // of the largest eigenvalue: of G with unit diagonal: below it doubles do not tell a gradient from rounding; TestRootExact
	KeepSupports      int     = 150         // supports: kept of every size and degree; TestExhaustAgainstBruteForce
	SearchNodes       int     = 400_000     // supports: visited for one size and degree: keeps the search of an ordinary table within tenths of a second; TestExhaustAgainstBruteForce
	ExhaustiveSize    int     = 6           // monomials: size up to which supports are enumerated or extended; TestExhaustBehindApproximation
	NoiseMargin       float64 = 0.1         // of the noise variance: a support that needs no more beyond the noise is an equation, above which no larger one is looked for: 1 to 2 standard errors of a variance from 200 or 1000 rows; TestExhaustBehindApproximation
	SupersetFactor    float64 = 0.95        // of the eigenvalue: of a smaller support, below which that of a larger one must be; TestExhaustAgainstBruteForce
	SpaceGap          float64 = 2           // ratio: of neighbouring singular values, the larger below this part of the root of the number of rows, that may cut off a certifying space; TestCertifyingMethods
	SpaceGapBelow     float64 = 30          // ratio: the same where multiples of what is cut off are known in higher degrees: conics that nearly fit cubics have 16, equations at 0.1 % noise hundreds; TestCertifyingMethods
	FunctionAngle     float64 = 0.1         // sine: the angle up to which a fitted polynomial counts as one of the functions of a kernel: noise of a tenth in its coefficients; TestInvariantEquations
	SpaceTurn         float64 = 3           // of the ratio of singular values around the cut: a polynomial may be this far from a certifying space of kernel matrices: noise turns the space by about one; TestCertifyingMethods
	SpaceRounding     float64 = 1e-6        // sine: the same where nothing but rounding turned it: the root of the rounding of a squared distance; TestCertifyingMethods
	SmallSupports     int     = 6           // supports: as many less its size are refined of every size, whatever their cost; TestLearnVarieties
	ShortlistLength   int     = 24          // supports: refined beside the best of every size; TestLearnVarieties
	DegreeLength      float64 = 1           // nats: for one degree more: the price at which a multiple is not taken for the equation because its noise happens to be less; TestLearnVarieties
	MinPlacesEvidence float64 = 4.6         // nats: beyond the length of the support, that places lie on a zero set: by chance they do in one of a hundred tables; TestLearnFewExactPoints
	ManyTerms         int     = 6           // terms: from which on exact coefficients do not prove themselves; TestOtherIntegers
	ExactVariance     float64 = 1e-11       // mean squares: noise variance up to which data count as noise-free: a hundred times RoundingVariance; TestLearnFewExactPoints
	ClosestTerms      int     = 3           // terms: of what a refusal names as nearest where nothing is near; TestRefusalNamesTheNearest
)
