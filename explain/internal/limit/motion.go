package limit

import "math"

// Constants of motion.
const (
	MotionExact         float64 = 1e-6       // deviations of a column: that stand for no errors; TestFindNoiseGiven
	MotionExchange      float64 = 1e-3       // of the variance: by which a monomial in place of another must lower it; TestExchanged
	MotionExchanged     int     = 4          // terms: of the laws whose monomials are exchanged one by one; TestExchanged
	MotionNats          float64 = 8          // nats: of evidence against the nulls, from which a polynomial is a law: odds of about 3000, for some hundred comparisons; TestFindRefuses
	MotionNoise         float64 = 2          // of the noise of the first law: that a further one may need: the columns have the same errors in both; TestFindTwo
	MotionLaws          int     = 4          // laws: at most; a mechanical system of n degrees of freedom has at most n independent constants of motion in involution; TestFindTwo
	MotionDegreeRatio   float64 = 1.05       // ratio of noise: of a law of lower degree to this one: where the lower one is the law, the search at the next degree finds it again, with 1.00 on textbook and filmed systems; where it truncates the law, it was 1.14 and more; TestFindDegree
	MotionDegree        int     = 3          // degree: above which laws are sought only where none of lower degree is constant; TestFindDegree
	MotionErrors        float64 = 3          // standard errors: of the motion of a polynomial within groups, from which it is seen; truncated laws of textbook systems move by 6.6 and more; TestFindApproximate
	MotionUneven        float64 = 2          // ratio: of the errors that explain a polynomial at the rows where errors change it least to those at the rows where they change it most, from which it moves, by MotionErrors; laws have 1.3 and less, 3.0 ± 0.5 where the errors of columns differ tenfold and nobody said so, polynomials of chaotic series 3.2 to 8.8; TestFindUneven
	MotionBetween       float64 = 1 - 1./9   // of the variance of a law: that lies between windows of a run, from which it is in no doubt: its deviation is then three times that within windows; motion that winds away from a point of rest shows 0.72 to 0.81, a simulated pendulum whose energy is that of the rounding 0.90, filmed ones 0.98 and more; TestAlike
	MotionHint          float64 = 2          // standard errors: of the motion of a law, up to which the next degree is not searched in rows that are in order; TestFindSquare
	MotionShare         float64 = 0.012      // of the variance of a polynomial: that is motion within groups, from which it is constant approximately only; friction in windows of filmed systems leaves  0.0083, truncated laws 0.0162 and more; TestFindTruncated
	MotionDeviation     float64 = 0.01       // of each column's deviation: the same, where the constants of all groups are nearly equal; 4e-7 where errors of integration move a simulated pendulum, 0.015 on two filmed masses with friction; TestFindApproximate
	RefutedDeviation    float64 = 0.05       // of each column's deviation: of the motion of an approximate law, from which it is none; 0.08 and more where a textbook system has another law or none; TestFindApproximate
	MotionDense         float64 = 0.5        // of the monomials: of a law of ManyTerms and more, beyond which it may follow any smooth function that is constant; textbook and filmed systems have 0.5 and less, numbers of predators and prey without their logarithms 0.64 and more; TestDense
	MotionMonomials     int     = 400        // monomials: among which constants of motion are looked for; TestFindRefuses
	MotionRows          int     = 20         // rows: the least number from which a constant of motion is learned; TestFindRefuses
	MotionRatio         float64 = 1.3        // ratio of noise: of the nulls to a law; rolled rows do not keep all that columns of one motion have in common: on trajectories of the van der Pol, Lorenz and Duffing systems polynomials that are not constant need 1.02 to 1.20 times less than the nulls, on systems with a law it needs 2.3 times less and more; TestFindRefuses
	JackknifeBlocks     int     = 20         // blocks: of groups, or of rows of a group where there are fewer groups, that the jackknife leaves out in turn; TestFindFewGroups
	MotionSine          float64 = 3          // of the noise of a law: the sine of the angle between its gradient and those of the laws before it, which most rows exceed; 0.4 to 0.8 for polynomials that follow a law in runs with a constant of their own, 5.5 and more for energies of orbits; TestFindSingleTerm
	MotionLoose         float64 = 0.15       // of the spread: noise of a law, where that of the columns is not known, beyond which the law is no more than a correlation: as MaxThickness is for layers; TestFindLoose
	MotionNewRows       float64 = 0.8        // of the rows: that exceed MotionSine; TestFindTwo
	RolledNulls         int     = 10         // nulls: with rows shifted in time; TestFindRefuses
	PermutedNulls       int     = 2          // nulls: with rows in another order; TestFindRefuses
	IdentityTolerance   float64 = 1e-7       // of the norm of a monomial: left when smaller ones are taken away, below which it is a combination of them: rounding, not noise; TestSecular
	IdentityDenominator int     = 24         // integer: the largest by which the coefficients of an identity are tried to become whole; TestIdentity
	IdentityRounding    float64 = 1e-4       // of a coefficient: the same, as far as it may then be from a whole number; TestIdentity
	JumpBend            float64 = 15         // of the second differences at JumpQuantile of the rows: beyond which a row is after a jump; TestFindTwo
	JumpQuantile        float64 = 0.9        // of the rows: see JumpBend; TestFindTwo
	MotionWidening      float64 = math.Sqrt2 // ratio of noise: in a wider window to that in a narrower one: friction makes energy drift, and at √2 the drift adds as much variance as there was; TestFindFriction
)
