package explain

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/certify"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/learn"
	"github.com/kexplain/kexplain/numeric/moment"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Method says what proposes equations. Whatever does, the rest is the same: minimal
// generators are chosen, refined to the rows, rounded and checked.
type Method int

const (
	// MethodSearch looks for equations that hold exactly, and then among all sets of few
	// monomials, by their moments.
	MethodSearch Method = iota
	// MethodIPCA takes the certifying spaces of Ideal PCA, from cross-kernel matrices.
	MethodIPCA
	// MethodAVICA takes the spaces that the generative features of AVICA span.
	MethodAVICA
)

// String returns search, ipca or avica.
func (m Method) String() string {
	names := [...]string{"search", "ipca", "avica"}
	if m < 0 || int(m) >= len(names) {
		return fmt.Sprintf("Method(%d)", int(m))
	}
	return names[m]
}

// Options of Learn. The zero value is what most data want.
type Options struct {
	// MaxDegree is the largest degree of an equation. Zero chooses by the number
	// of variables, see DefaultDegree, and looks at degree 2 alone where that gives nothing
	// without a doubt.
	MaxDegree int
	// Noise gives the standard deviation of the noise of every variable in data
	// units, up to a common factor that is estimated. Nil means the most likely of the
	// kinds of noise that the package comment lists. A zero entry is a variable without
	// noise; where all are zero, the search looks for equations that hold exactly at the rows.
	Noise []float64
	// Relative gives errors in proportion to the values, beside those of Noise or instead: 0.02
	// is 2 % of each value. One factor is estimated for both.
	Relative []float64
	// Covariance gives the covariance of the errors of the variables of one row
	// instead of Noise, in data units up to a common factor that is estimated: for
	// errors that several columns share. Nil means that they are independent.
	Covariance *mat.SymDense
	// Identities are polynomials in the variables that are known to vanish, such as
	// s² + c² - 1 of a sine and a cosine of one angle: they are no equations of the data.
	Identities []*poly.Polynomial[ring.Rat]
	// DegreeIn bounds the degree of equations in some variables together, beside MaxDegree:
	// 1 in u and v and 1 in x and y for what is bilinear.
	DegreeIn []DegreeBound
	// Grading has the weights of each variable, such as the exponents of its unit in metres and
	// seconds: all terms of an equation are of one weight, the sum of those of their factors.
	// Nil allows all equations.
	Grading [][]int
	// Seed of everything random.
	Seed uint64
	// Theta is the scale θ of the kernel (θ⟨x,y⟩ + 1)^d of the kernel reading, on
	// the data divided by their units. The zero value means 1.
	Theta ring.Rat
	// Method says what proposes equations. The methods of the papers take all rows, and
	// look at nothing but kernel matrices.
	Method Method
	// Road is how Ideal PCA computes the certifying space. Nil means
	// learn.AutoRoad.
	Road learn.Road
	// Kernels returns the kernel in whose functions, polynomials of degree ≤ d, MethodIPCA
	// looks for equations; nil where it has none of degree d. An invariant kernel gives
	// invariant equations. Nil means (θ⟨x,y⟩ + 1)^d. The columns are measured in one unit, and
	// the kernel takes all of them in their order.
	Kernels func(degree int) feature.Kernel
	// Robust says whether gross outliers among the points may be set aside. The
	// zero value does so where the residuals call for it, or where a clearly shorter
	// law leaves a few rows aside.
	Robust Robust
	// Numbered says that columns that only number the rows, or are names of them, take part
	// like others. They stand aside by default where two others vary.
	Numbered bool
	// Functions says that columns that are sines, logarithms and the like of others take part like
	// others. By default one of the two stands aside in the search with noise.
	Functions bool
	// NoSpectrum leaves Spectrum and Kernel of the result and its generators empty. Among hundreds of monomials these take a
	// third of the time.
	NoSpectrum bool
	// Doubts says why an equation with noise may be an approximation, or "". Nil has no doubts beside those of the rows.
	Doubts func(g Generator) string
	// Progress is called now and then with what is being done. Nil means never.
	Progress func(stage string)
}

// DefaultDegree is the largest degree ≤ 4 with at most 130 monomials, or 2 with at most 861:
// 4 up to five variables, 3 for six and seven, 2 up to forty, 1 for more.
func DefaultDegree(vars int) int { return problem.DefaultDegree(vars) }

// MaxMonomials bounds the number of monomials of degree ≤ MaxDegree among which
// equations are looked for.
const MaxMonomials = limit.MaxMonomials

// MaxDegree bounds Options.MaxDegree.
const MaxDegree = limit.MaxDegree

// DegreeBound is a bound of the degree in some variables together.
type DegreeBound struct {
	Variables []string
	Degree    int
}

// allows reports whether f, in the given variables, is within the bounds of degrees, and all its terms are of one weight.
func (o Options) allows(f *poly.Polynomial[ring.Rat], variables []string) bool {
	return o.bounds(f) && o.homogeneous(f, variables)
}

// bounds reports whether the degrees of f in some variables together are within their bounds.
func (o Options) bounds(f *poly.Polynomial[ring.Rat]) bool {
	R := f.Ring()
	for m := range f.Terms() {
		for _, b := range o.DegreeIn {
			d := 0
			for _, v := range b.Variables {
				if i := slices.Index(R.Vars(), v); i >= 0 {
					d += R.Exponent(m, i)
				}
			}
			if d > b.Degree {
				return false
			}
		}
	}
	return true
}

// homogeneous reports whether all terms of f, in the given variables, are of one weight.
func (o Options) homogeneous(f *poly.Polynomial[ring.Rat], variables []string) bool {
	if o.Grading == nil {
		return true
	}
	R := f.Ring()
	var grading [][]int
	for _, v := range R.Vars() {
		grading = append(grading, o.Grading[slices.Index(variables, v)])
	}
	var first []int
	for m := range f.Terms() {
		w := problem.Weight(grading, R.Exponents(m))
		if first == nil {
			first = w
		} else if !slices.Equal(first, w) {
			return false
		}
	}
	return true
}

// degree is MaxDegree, or the sum of the bounds where these name every variable.
func (o Options) degree(variables []string) int {
	sum, named := 0, map[string]bool{}
	for _, b := range o.DegreeIn {
		sum += b.Degree
		for _, v := range b.Variables {
			named[v] = true
		}
	}
	if o.MaxDegree == 0 && sum > 0 && !slices.ContainsFunc(variables, func(v string) bool { return !named[v] }) {
		return sum
	}
	return o.MaxDegree
}

// Robust says whether rows may be set aside as gross outliers.
type Robust int

const (
	// RobustAuto sets rows aside in two cases. The plain search finds no equation, or equations
	// from which some rows are grossly far. Or setting aside at most a tenth of the rows leaves
	// others whose smaller noise speaks for them, or that satisfy clearly shorter equations: those of all
	// rows are multiples of these, or bent through the rows set aside.
	RobustAuto Robust = iota
	// RobustOn looks for outliers whatever the plain search finds.
	RobustOn
	// RobustOff keeps all rows.
	RobustOff
)

// String returns auto, on or off.
func (r Robust) String() string {
	names := [...]string{"auto", "on", "off"}
	if r < 0 || int(r) >= len(names) {
		return fmt.Sprintf("Robust(%d)", int(r))
	}
	return names[r]
}

// robust says whether rows may be set aside: by the search alone.
func (o Options) robust() Robust {
	if o.Method != MethodSearch {
		return RobustOff
	}
	return o.Robust
}

// source returns what learns certifying spaces of columns with these units, nil for the
// search.
func (o Options) source(units []float64) certify.Source {
	switch o.Method {
	case MethodIPCA:
		if o.Kernels != nil {
			return certify.Kernels{Of: o.Kernels, Units: units, Seed: o.Seed}
		}
		return certify.IPCA{Theta: o.Theta, Road: o.Road, Seed: o.Seed}
	case MethodAVICA:
		return certify.AVICA{Theta: o.Theta, Seed: o.Seed}
	}
	return nil
}

// givesNoise reports whether anything is said of the noise.
func (o Options) givesNoise() bool { return o.Noise != nil || o.Relative != nil || o.Covariance != nil }

// onlyCells reports whether equations of all kinds are searched for, and no column is computed by definition.
func (o Options) onlyCells() bool {
	return o.Kernels == nil && o.Method == MethodSearch && len(o.Identities) == 0 && !o.Functions
}

// withoutNoise reports whether the noise is given, and is 0 in all variables.
func (o Options) withoutNoise() bool {
	return o.Method == MethodSearch && o.Covariance == nil && len(o.Noise) > 0 &&
		!slices.ContainsFunc(slices.Concat(o.Noise, o.Relative), func(x float64) bool { return x != 0 })
}

// covariance returns the covariance of the noise of the variables, in data units, or nil
// where the options give none.
func (o Options) covariance(vars []string) (*mat.SymDense, error) {
	given := o.Covariance
	switch {
	case o.Noise != nil && given != nil:
		return nil, fmt.Errorf("%w: noise is given both by levels and by a covariance", ErrData)
	case o.Relative != nil && given != nil:
		return nil, fmt.Errorf("%w: noise is given both in proportion to the values and by a covariance", ErrData)
	case o.Noise != nil || o.Relative != nil:
		if o.Noise == nil {
			o.Noise = make([]float64, len(vars))
		}
		if o.Relative == nil {
			o.Relative = make([]float64, len(vars))
		}
		if len(o.Relative) != len(vars) {
			return nil, fmt.Errorf("%w: %d relative noise levels for %d variables", ErrData, len(o.Relative), len(vars))
		}
		if len(o.Noise) != len(vars) {
			return nil, fmt.Errorf("%w: %d noise levels for %d variables", ErrData, len(o.Noise), len(vars))
		}
		given = mat.NewSymDense(len(vars), nil)
		for j, c := range o.Noise {
			if c < 0 || math.IsNaN(c) || math.IsInf(c, 0) {
				return nil, fmt.Errorf("%w: noise %g of %s", ErrData, c, vars[j])
			}
			if b := o.Relative[j]; b < 0 || math.IsNaN(b) || math.IsInf(b, 0) {
				return nil, fmt.Errorf("%w: relative noise %g of %s", ErrData, b, vars[j])
			}
			given.SetSym(j, j, c*c)
		}
	case given == nil:
		return nil, nil
	case given.SymmetricDim() != len(vars):
		return nil, fmt.Errorf("%w: a covariance of %d errors for %d variables", ErrData, given.SymmetricDim(), len(vars))
	}
	if _, err := moment.Correlated(given); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrData, err)
	}
	return given, nil
}

// ErrData says that the data are unfit: too few rows, values that are not
// finite, names that do not match.
var ErrData = problem.ErrData

// Rows are points with exact coordinates.
type Rows = points.Rows

// Dense takes the rows of a matrix as points; the exact coordinates are the
// dyadic rationals that the floats are.
func Dense(x *mat.Dense) Rows { return dense{x} }

type dense struct{ x *mat.Dense }

func (d dense) Rows() int {
	n, _ := d.x.Dims()
	return n
}

func (d dense) Row(i int) []float64 { return d.x.RawRowView(i) }

func (d dense) ExactRow(dst []ring.Rat, i int) []ring.Rat {
	for j, v := range d.x.RawRowView(i) {
		r, err := ring.RatFromFloat(v)
		if err != nil {
			panic(fmt.Sprintf("explain: row %d was checked to be finite: %v", i, err))
		}
		dst[j] = r
	}
	return dst
}

func (d dense) Line(i int) int { return i + 1 }

// Data are points with names for their coordinates.
type Data struct {
	Variables []string
	Points    Rows
	// Whole are the rows of which Points are a sample; nil where Points are all.
	Whole Whole
}

// Whole is what is known of rows of which some are at hand: a state of package state is one.
type Whole interface {
	Rows() int
	// Degree is the largest degree of polynomials that the state can judge.
	Degree() int
	// Mean returns the mean over all rows of the product of x_j/units[j] to the power
	// exponents[j], j in the order of Data.Variables, or NaN where it is not known.
	Mean(exponents []uint8, units []float64) float64
	// Vanishes says whether a polynomial in Data.Variables is zero at every row.
	Vanishes(p *poly.Polynomial[ring.Rat]) ring.Truth
}

// check refuses data that nothing can be learned from.
func (d Data) check() error {
	if d.Points == nil || d.Points.Rows() == 0 {
		return fmt.Errorf("%w: no points", ErrData)
	}
	if len(d.Variables) == 0 {
		return fmt.Errorf("%w: no variables", ErrData)
	}
	exact := make([]ring.Rat, len(d.Variables))
	for i := range d.Points.Rows() {
		row := d.Points.Row(i)
		if len(row) != len(d.Variables) {
			return fmt.Errorf("%w: point %d has %d coordinates for %d variables", ErrData, i+1, len(row), len(d.Variables))
		}
		for j, v := range row {
			if v != 0 && !math.IsInf(v, 0) && (math.Abs(v) > limit.MaxValue || math.Abs(v) < 1/limit.MaxValue) {
				return fmt.Errorf("%w: line %d: %s is %g, beyond what its powers can be computed for (%g): change the unit",
					ErrData, d.Points.Line(i), d.Variables[j], v, limit.MaxValue)
			}
			if v == 0 {
				// Below the range of float64 a number is not zero, 1e-400 for one.
				if d.Points.ExactRow(exact, i); exact[j].Sign() != 0 {
					return fmt.Errorf("%w: line %d: %s is less than 1e-300 in size and not zero, beyond what its powers can be computed for (%g): change the unit",
						ErrData, d.Points.Line(i), d.Variables[j], limit.MaxValue)
				}
			}
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("%w: line %d: %s is %g", ErrData, d.Points.Line(i), d.Variables[j], v)
			}
		}
	}
	return nil
}
