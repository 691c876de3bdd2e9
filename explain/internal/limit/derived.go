package limit

import "math"

// Derived columns.
const (
	MaxExcess       float64 = 4           // ratio: of the change that two degrees more make to that of errors, beyond which no wider window is tried, and where all windows are beyond it, higher degrees are; TestDifferentiateCoarse
	MotionRounding  float64 = 1e-14       // of the sum of absolute products: what rounding leaves of a derivative; TestDifferentiatePolynomial
	MaxMotionDegree int     = 14          // degree: of the polynomials, at most; TestDifferentiateClean
	MaxHalfWindow   int     = 60          // rows: on each side of the one whose derivative is taken; TestDifferentiatePolynomial
	JumpTime        float64 = 5           // median steps of time: that end a trial; TestDifferentiateRefuses
	MaxUndefined    float64 = 0.05        // of the rows: that may be left out: errors of measurement make a few logarithms and roots undefined; where it is more, the expression is wrong; TestExtendUndefined
	SeveralTurns    float64 = 8 * math.Pi // radians: beyond which a column is an angle in degrees; TestPropose
	FewDegrees      float64 = 8           // degrees: the same of whole numbers up to 360; TestPropose
	Decade          float64 = 10          // ratio: of the largest value to the least, from which on a root or logarithm is proposed; TestPropose
	MaxProposed     int     = 3           // columns: beyond which roots and logarithms are too many to search with; TestPropose
)
