package limit

// Recognise: which coefficients are whole numbers.
const (
	MaxScale        int64   = 40      // smallest integer: of the vectors that are tried; TestRoundFindsIntegers
	QuickScale      int64   = 12      // smallest integer: in a first look; TestRoundQuick
	MaxWidth        int     = 24      // vectors: kept by the beam; TestBeamAgainstPlain
	QuickWidth      int     = 6       // vectors: in a first look; TestRoundQuick
	MaxInteger      float64 = 1e15    // integers: beyond it doubles have no digits after the point; TestBeamAgainstPlain
	MinRound        float64 = 100     // smallest integers: from which on round numbers are tried wherever they are; TestBeamAgainstPlain
	MaxRound        float64 = 1e9     // smallest integers: beyond it a term may be a rounding error of another, and anything would be short; TestBeamAgainstPlain
	SmallRoot       int64   = 20      // integer: the roots of cubes and fifth powers that count as short; TestBitsOf
	HighestFraction int64   = 9       // integer: up to which integers, or numerators and denominators of fractions, may all be alike; TestShortFractions
	MinSquareDegree int     = 4       // degree: from which on terms that are a square count as their root; TestSquare
	ExactPrior      float64 = 4.6     // nats: by which exact coefficients are expected more than real ones: a hundred to one; 435 of 864 new varieties are exact and 17 wrong (newvarieties -first 1 -seeds 4); TestRoundLeavesReals
	VectorMargin    float64 = 8       // nats: by which an integer vector may be worse than the best and still count against it; TestRoundPosterior
	MinPosterior    float64 = 0.98    // probability: of integers among all coefficients, from which on they are taken; TestRoundPosterior
	MinPosteriorFew float64 = 0.998   // probability: the same of few rows; TestLearnFewRows
	MinReferenceT   float64 = 8       // standard errors: of a coefficient, from which on quotients by it are nearly normal; TestReference
	SettleBits      float64 = 10      // bits: that a coefficient beside decimals must be known to beyond those of the fraction: wrong in 0.002 of cases; TestSettleRarelyWrong
	SettleOne       float64 = 8       // bits: the same for 1 and -1, which are more likely beforehand; TestSettleRarelyWrong
	SettleConjugate float64 = 5       // bits: the same between monomials that differ by the order of the variables, as y² beside x²; TestSettle
	SettleErrors    float64 = 3.3     // standard errors: within which the fraction must be: a true one is outside once in a thousand times; TestSettle
	MaxFraction     int64   = 1 << 31 // integer: bounds numerators and denominators of such fractions; TestSimplestBeyondWords
)
