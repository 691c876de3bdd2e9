package explain

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Result is what Learn found.
type Result struct {
	// Variables are the columns that the equations speak of, in the order of the
	// data.
	Variables []string
	Points    int
	// Whole is how many rows there are of which the points are a sample, 0 where they are
	// all; ByMoments says that the noise and the decimals are those of all rows.
	Whole     int
	ByMoments bool
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
	// Settings are the columns that take few values again and again, and the linear forms that
	// do: what holds for these alone is no equation.
	Settings []Setting
	// Counters are the columns that number the rows and took no part.
	Counters []string
	// Functions are columns that are functions of others, one of the two of which took no part in the search with noise.
	Functions []Function
	// Slips are the rows that break equations which the others obey exactly; their lines
	// are among Outliers.
	Slips []Slip
	// ExactDegree is the degree up to which equations that hold exactly were looked for, 0
	// where there are none. TooFewRows says that polynomials of the next degree vanish at the
	// rows only because there are so few.
	ExactDegree int
	TooFewRows  bool
	// Unexplained says why the search with noise found nothing beside exact equations, or
	// is empty: that found some, or nothing was left to look for.
	Unexplained string
	// Shifted holds the origin that the search used, where it was not zero.
	Shifted []ring.Rat
	// Steps says in words what was looked at, taken and refused.
	Steps []string
	// Proposed says which method of the papers proposed the equations; nil for the search.
	Proposed *Proposed
}

// FewConstants reports whether no equation has many measured constants. One of more is a curve that
// the rows follow.
func (r *Result) FewConstants() bool { return r.MostConstants() <= limit.FewConstants }

// MostConstants is the number of measured constants of the equation that has most of them.
func (r *Result) MostConstants() (most int) {
	for _, g := range r.Generators {
		n := 0
		for _, t := range g.Terms {
			if !g.Rational && !t.Exact && t.Stderr > 0 {
				n++
			}
		}
		most = max(most, n)
	}
	return most
}

// String lists the equations, one a line.
func (r *Result) String() string {
	lines := make([]string, len(r.Generators))
	for i, g := range r.Generators {
		lines[i] = g.Equation()
	}
	return strings.Join(lines, "\n")
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
	// Polynomial has integer coefficients without a common divisor where Rational, or
	// short decimals where it is known to hold within rounding, and else leading
	// coefficient 1 and decimals.
	Polynomial *poly.Polynomial[ring.Rat]
	// Rational says that all coefficients are claimed to be exact: where it is false, at
	// least one of Terms is not Exact.
	Rational bool
	// Holds says that the polynomial is zero at all points, exactly as they are written,
	// or at all but the Slips: a fact, for which no noise was taken into account.
	Holds bool
	// Whole says of an equation that Holds whether it does at all rows of which the points are
	// a sample. Yes may be wrong with a probability of 2⁻⁶⁰, see [Whole].
	Whole ring.Truth
	// Within says that the polynomial has a zero within the rounding of the cells, those of
	// settings and of counts being exact, at all points, or at all but those set aside and the
	// Slips: a fact as well. See Rounding.
	Within   bool
	Rounding Rounding // of a polynomial with exact coefficients that does not Hold
	Terms    []Term
	// Measured are the terms of a Rational one with coefficients as the rows have them, the
	// leading one being 1; nil where there is no noise.
	Measured []Term
	// Covariance is that of the errors of the coefficients of Terms, in their order, where
	// some are decimals: its diagonal has the squares of Stderr of these, exact ones have
	// rows of zeros. It is nil where all are exact, and where only Stderr is known.
	Covariance *mat.SymDense
	// Sigma is the noise that the data need to satisfy the equation, in the unit
	// of Result.Noise.
	Sigma float64
	// Deviations are the standard deviations of the columns that would explain how far the rows are from the equation,
	// in the shape of noise that it was found with. Columns without errors are left out.
	Deviations []Deviation
	Residual   Residual
	Exact      Exact
	Kernel     KernelReading
	// Approximation says that the data are near the zero set, and may not be on it, see
	// Doubt, and that no integers speak for it: the kind of decimals is Curve.
	Approximation bool
	// Doubt is empty, or says why the equation should not be relied on.
	Doubt string
	// Named says which decimals are multiples of powers of π: 12.5664 is 4*pi.
	Named []string
	// Kind is what all that comes to.
	Kind Kind
	// Posterior is the probability of the equation against its rivals, other coefficients, and
	// rows without a law; Evidence says how the latter compare. One that holds exactly
	// has the posterior 1 and no evidence; the law of one column is compared with the others that were fitted only.
	Posterior float64
	Evidence  *Evidence
	// Null is the best of the classes without a law. It describes the rows as well as a curve does, or better.
	Null Null

	behind    float64                    // by how many nats Null describes the rows better
	counts    []string                   // variables whose whole numbers are exact in an equation that holds within rounding
	noiseless bool                       // see WithoutNoise
	uncut     *poly.Polynomial[ring.Rat] // what is written of an equation of a column that was cut off
}

// Believed reports whether an equation is in no doubt.
func (g Generator) Believed() bool { return g.Doubt == "" && !g.Approximation }

// WithoutNoise reports whether an equation was found with less noise than the rounding of moments may cause, some 3e-7 of the
// root mean squares. Sigma is no estimate then.
func (g Generator) WithoutNoise() bool { return g.noiseless }

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

// Interval is a coefficient, without its sign, and what may stand in its place, the others being as they are.
type Interval struct {
	Coefficient ring.Rat
	Monomial    string // of the term, "1" for a constant
	Low, High   float64
}

// Deviation is the standard deviation of the errors of a column, in its unit: where they are in proportion to the values, Part of
// each, that of the root mean square of the column. Part is 0 for other errors.
type Deviation struct {
	Column    string
	Std, Part float64
}

// InterruptedError says that the context ended, and lists the equations that had been found
// until then: those that hold exactly, and those that the search had accepted. Later parts of
// the search might have improved, doubted or dropped the latter.
type InterruptedError struct {
	Found []string
	Err   error // of the context
}

// Error is one line.
func (e *InterruptedError) Error() string { return "explain: " + e.Err.Error() }

// Unwrap returns the error of the context.
func (e *InterruptedError) Unwrap() error { return e.Err }

// interrupted is an error of a context that has ended, with what was found before; every
// other error it returns as it is.
func interrupted(ctx context.Context, err error, found []string) error {
	if ctx.Err() == nil || !errors.Is(err, ctx.Err()) {
		return err
	}
	var inner *InterruptedError
	if errors.As(err, &inner) {
		found = append(found, inner.Found...)
	}
	return &InterruptedError{found, ctx.Err()}
}

// NoEquationError says that no polynomial equation holds at the noise of the
// data.
type NoEquationError struct {
	Degree int
	// Best is the candidate that came nearest, as text, empty if there was none that joins two
	// columns with coefficients that are told from 0. Of large integers it has a few digits.
	Best  string
	Terms int // of Best
	// Sigma is the noise that Best would need, in multiples of Unit; 0 where that is less
	// than rounding may cause, see Noise.
	Sigma float64
	Unit  string
	// Deviations are the standard deviations of the columns of Best that would explain how far
	// the rows are from it; nil where Sigma is 0.
	Deviations []Deviation
	Reason     string
	// Lead is by how many nats Best is ahead of Null, the best of the classes without a law;
	// Needed is what it would take. Null has no Kind where they were not compared.
	Lead, Needed float64
	Null         Null
	Rows         int // on which they were compared
	// NextDegree is a degree that was not looked at only because none was asked for, with so
	// many monomials, or 0.
	NextDegree, NextMonomials int
	// Forms are linear forms in columns that take few values at all rows.
	Forms []Setting
	// Counters are the columns that number the rows and took no part.
	Counters []string
	// Steps are those of Result.
	Steps []string
}

// Help says by how much the nearest falls short, and what would help, or is empty.
func (e *NoEquationError) Help() string {
	if e.Null.Kind == "" {
		return ""
	}
	text, help := e.Null.String()+" describes the rows "+better(-e.Lead), "rows of a wider range, or with smaller errors, may help"
	switch {
	case e.Lead >= e.Needed:
		return ""
	case e.Lead > 0:
		it := "it"
		if e.Best == "" {
			it = "the nearest equation"
		}
		text = fmt.Sprintf("%s describes the rows better than %s by %.1f nats, and %.1f are needed", it, e.Null, e.Lead, e.Needed)
		if rows := math.Ceil(float64(e.Rows)*e.Needed/e.Lead/10) * 10; rows <= float64(limit.ShapeRows) { // no more are compared
			help = fmt.Sprintf("some %.0f rows of this kind would do", rows)
		}
	}
	if e.NextDegree > 0 {
		help += fmt.Sprintf(", or --degree %d (%d monomials)", e.NextDegree, e.NextMonomials)
	}
	return text + "; " + help
}

// better says by how much one class describes the rows better than another.
func better(nats float64) string {
	if by := fmt.Sprintf("%.1f", nats); strings.Trim(by, "-0.") != "" {
		return "better, by " + by + " nats"
	}
	return "as well"
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
		return s + nearest + verb + " within rounding of the rows"
	}
	return s + nearest + verb + fmt.Sprintf(" at %.2g times the %s", e.Sigma, e.Unit)
}

// Function says that a column is a function of another one at all rows, within the rounding of the cells.
type Function struct {
	Column, Of string
	Name       string // sin, cos, tan, ln, log10 or 1/
	Degrees    bool   // the argument is an angle in degrees, else in radians
	LeftOut    string // the one of the two that took no part
}

// Setting is a column, or a linear form in columns, that takes few values again and again.
type Setting struct {
	Name   string     // of the column, or the form: sat - loyal
	Of     []string   // the columns of a form; nil for a column
	Values []ring.Rat // ascending
}

// Slip is a row that breaks equations which the others obey exactly.
type Slip struct {
	Line       int
	Generators []int // places in Result.Generators
}
