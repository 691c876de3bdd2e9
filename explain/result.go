package explain

import (
	"fmt"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Result is what Learn found.
type Result struct {
	// Variables are the columns that the equations speak of, in the order of the
	// data.
	Variables []string
	// Constant are the columns left out because they hold one value.
	Constant []string
	Points   int
	// Outliers are the lines of the points set aside as gross outliers,
	// increasing; everything else is said of the other points.
	Outliers []int
	Degree   int    // largest degree looked at
	Kernel   string // of the kernel reading
	Seed     uint64
	Noise    Noise
	// Generators generate the ideal that was learned, in the order in which they
	// were found.
	Generators []Generator
	// Baseline compares generators that vanish exactly at all points with everything
	// that does; nil for others.
	Baseline *Baseline
	// Spectrum has an entry for every degree up to Degree.
	Spectrum []DegreeSpectrum
	// Shifted holds the origin that the search used, where it was not zero.
	Shifted []ring.Rat
	// Steps says in words what was looked at, taken and refused.
	Steps []string
}

// Noise is the estimated noise.
type Noise struct {
	Sigma float64 // in Unit
	// Stderr is the standard error of Sigma. It is 0 where the noise is less than
	// what the rounding of moments may cause, some 3e-7 of the root mean squares:
	// there Sigma is no estimate, and all that can be said is that it is small.
	Stderr float64
	Unit   string // what Sigma is a multiple of
	// Std is the standard deviation of every variable in data units.
	Std []float64
}

// Generator is one equation, polynomial = 0.
type Generator struct {
	// Polynomial has integer coefficients without a common divisor where Rational,
	// and else leading coefficient 1 and decimals.
	Polynomial *poly.Polynomial[ring.Rat]
	// Rational says that all coefficients are claimed to be exact: where it is false, at
	// least one of Terms is not Exact.
	Rational bool
	Terms    []Term
	// Sigma is the noise that the data need to satisfy the equation, in the unit
	// of Result.Noise.
	Sigma    float64
	Residual Residual
	Exact    Exact
	Kernel   KernelReading
	// Approximation says that the data are near the zero set, that there is evidence
	// that they are not on it, see Doubt, and no integers that speak for it.
	Approximation bool
	// Doubt is empty, or says why the equation should not be relied on.
	Doubt string
}

// Term is one term of a generator.
//
// Data determine the coefficients of an equation up to a common factor. Estimate and
// Stderr are those of the equation multiplied by the factor that makes one
// coefficient what is printed: the leading one of decimals, which is 1, and of integers
// the one that is known best. This coefficient has no error, and Stderr of each other
// is that of its quotient by it, so that (Estimate - Coefficient)/Stderr is of the order
// of 1 for the coefficients of a true equation. A coefficient beside decimals that is
// exact has the estimate of a fit in which those fixed before it are exact.
type Term struct {
	Exponents   []int
	Coefficient ring.Rat // as printed
	Estimate    float64  // in the scaling of the printed polynomial
	Stderr      float64
	Exact       bool // the coefficient is claimed to be exact
}

// Residual is the distance of the points from the zero set to first order,
// |f|/|∇f|, in data units.
type Residual struct {
	RMS, Max  float64
	MaxLine   int
	Undefined int // points left out, where the gradient is zero and the polynomial is not
}

// Exact is the test in rational arithmetic.
type Exact struct {
	Vanishing int // points at which the polynomial is exactly zero
	Points    int
	MaxAbs    ring.Rat // largest absolute value
}

// KernelReading sees the generator as an element of the feature space.
type KernelReading struct {
	PhiNorm float64 // ‖f‖_φ
	// Certifying is ‖P f‖_φ/‖f‖_φ for the projection P on the certifying space
	// of Ideal PCA of the same data; near 1 for a true equation.
	Certifying float64
}

// DegreeSpectrum is what the degree-d part of the feature space shows.
type DegreeSpectrum struct {
	Degree    int
	Monomials int
	// Singular are the singular values of the cross-kernel matrix, decreasing,
	// over √N.
	Singular []float64
	// Noise are the smallest noise-unit values, increasing: the noise at which
	// the data would satisfy an equation of this degree, to first order.
	Noise []float64
	// Rank is the number of singular values that belong to the data, the others
	// to equations.
	Rank   int
	Reason string
}

// NoEquationError says that no polynomial equation holds at the noise of the
// data.
type NoEquationError struct {
	Degree int
	// Best is the candidate that came nearest, as text, empty if there was none. Of large
	// integers it has a few digits.
	Best  string
	Terms int // of Best
	// Sigma is the noise that Best would need, in multiples of Unit; 0 where that is less
	// than rounding may cause, see Noise.
	Sigma  float64
	Unit   string
	Reason string
	// Steps are those of Result.
	Steps []string
}

// Error is one line. It gives the number of terms of a candidate that has many.
func (e *NoEquationError) Error() string {
	s := fmt.Sprintf("no polynomial equation of degree ≤ %d holds at the noise level of the data", e.Degree)
	if e.Reason != "" {
		s += ": " + e.Reason
	}
	if e.Best == "" {
		return s
	}
	nearest, verb := "; the nearest is "+e.Best, ""
	if e.Terms > limit.TermsShown {
		nearest, verb = fmt.Sprintf("; the nearest, of %d terms,", e.Terms), " is"
	}
	if e.Sigma == 0 {
		return s + nearest + verb + " at no more than the level of rounding"
	}
	return s + nearest + verb + fmt.Sprintf(" at %.2g times the %s", e.Sigma, e.Unit)
}
