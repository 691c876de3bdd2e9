package limit

import "math"

// Derived columns.
const (
	MaxExcess       float64 = 4           // ratio: of the change that two degrees more make to that of errors, beyond which no wider window is tried, and where all windows are beyond it, higher degrees are; TestDifferentiateCoarse
	WindowMisfit    float64 = 2           // times the errors that windows of derivatives show: that an equation of motion may need; true ones need 0.8 to 1.3 times, filmed ones 1.4, wrong ones 2.8 and more; TestMisfit
	WindowErrors    float64 = 2           // times the median: the errors of a derivative beyond which a row has none; TestDifferentiateUneven
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
