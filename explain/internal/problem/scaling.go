package problem

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/numeric/moment"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// ErrData says that the data are unfit: too few rows, values that are not
// finite, names that do not match.
var ErrData = errors.New("explain: unfit data")

// Scaling is the change of units: columns that vary, shifted where they lie far from
// the origin, divided by their root mean square.
type Scaling struct {
	Keep     []int      // columns of the data
	Names    []string   // of those
	Constant []string   // names of the others
	Origin   []ring.Rat // nil where nothing is shifted
	Units    []float64  // root mean squares, measured from the origin
	Dev      []float64  // standard deviations, in units
	// Decades are the powers of ten in which columns are written while integers are
	// looked for; 0 for all of ordinary size.
	Decades    []int
	Metric     Metric    // of the noise, in units
	Noise      []float64 // standard deviations of the metric
	NoiseGiven bool      // the metric was given
	NoiseUnit  float64   // of noise that was given, in data units, over those; 1 if none was
	// Exact, Trivial, Bounds and Levels are those of the data; Levels by column, 0 for many.
	Exact, Trivial []*poly.Polynomial[ring.Rat]
	// Identities are those of Trivial that hold by definition, as u*x - 1 of a column u = 1/x.
	Identities []*poly.Polynomial[ring.Rat]
	Bounds     []Bound
	Grading    [][]int // of the columns that vary, nil for none
	Levels     []int
	whole      Whole // nil where something is shifted
	columns    int   // of the data
}

// Data are points with names for their coordinates, and what is known of their noise.
type Data struct {
	Names  []string
	Points points.Rows
	// Noise is the covariance of the errors of one row, in data units up to a common
	// factor that is estimated; nil means independent errors of one size in units of
	// the root mean square of each column.
	Noise *mat.SymDense
	// Relative are standard deviations of further errors in proportion to the values, where
	// Noise is given; nil for none.
	Relative []float64
	// MaxDegree is the largest degree of an equation; zero chooses by the number of
	// columns that vary.
	MaxDegree int
	// Bounds are bounds of the degree in some of the columns.
	Bounds []Bound
	// Grading has the weights of each column: all terms of an equation are of one weight, the
	// sum of those of their factors. Nil allows all equations.
	Grading [][]int
	// Exact are equations that hold exactly and are not looked for, Trivial what else is
	// taken to follow, such as ∏(x - v) for the values v of a column. Their rings have
	// variables with these names.
	Exact, Trivial []*poly.Polynomial[ring.Rat]
	// Identities are those of Trivial that hold by definition: the columns that they tie
	// have no errors of their own.
	Identities []*poly.Polynomial[ring.Rat]
	// Levels are how many values the columns of few values take, by name.
	Levels map[string]int
	// Whole are the rows of which Points are a sample; nil where Points are all.
	Whole Whole
}

// Whole are rows of which the means of monomials are known, in the columns of the data.
type Whole interface {
	Rows() int
	// Degree is the largest degree of polynomials of whose products the means are known.
	Degree() int
	// Mean returns the mean of the product of the x_j/units[j] to the power exponents[j], or
	// NaN where it is not known.
	Mean(exponents []uint8, units []float64) float64
}

// Without returns the data without the rows out, which are increasing.
func (d Data) Without(out []int) Data {
	if len(out) > 0 {
		d.Whole = nil // its moments are those of all rows
	}
	d.Points = points.Without(d.Points, out)
	return d
}

// Degree returns the degree to search up to in so many columns, or an ErrData that
// names the limit.
func (d Data) Degree(vars int) (int, error) {
	degree := d.MaxDegree
	switch {
	case degree < 0:
		return 0, fmt.Errorf("%w: maximal degree %d is negative", ErrData, degree)
	case degree == 0:
		degree = DefaultDegree(vars)
		if d.Whole != nil {
			degree = min(degree, d.Whole.Degree())
		}
	}
	if c := numeric.Binomial(vars+degree, degree); c > limit.MaxMonomials {
		return 0, fmt.Errorf("%w: %d monomials of degree ≤ %d in %d variables are more than can be written down (limit %d): "+
			"take a lower degree or fewer columns, or the features of classify", ErrData, c, degree, vars, limit.MaxMonomials)
	}
	if degree > limit.MaxDegree {
		return 0, fmt.Errorf("%w: degree %d is above the limit of %d", ErrData, degree, limit.MaxDegree)
	}
	return degree, nil
}

// DefaultDegree is the largest degree ≤ 4 with at most 130 monomials, or 2 with at most 861:
// 4 up to five variables, 3 for six and seven, 2 up to forty, 1 for more.
func DefaultDegree(vars int) int {
	d := limit.DefaultDegree
	for d > 1 && numeric.Binomial(vars+d, d) > limit.DefaultMonomials {
		d--
	}
	if d == 1 && numeric.Binomial(vars+2, 2) <= limit.MaxMonomials {
		return 2
	}
	return d
}

// Scale finds the units of the data, measured from the middle of columns that lie far
// from 0. Where no column varies, Keep is empty.
func (d Data) Scale() (*Scaling, error) {
	if d.Grading != nil {
		return d.scale(math.Inf(1)) // a shift would mix the weights
	}
	return d.scale(limit.MaxMeanOverDev)
}

// ScaleUnshifted is Scale with all columns measured from 0, where double precision allows
// it; it returns nil where it does not, or Scale shifts nothing.
func (d Data) ScaleUnshifted() (*Scaling, error) {
	s, err := d.scale(limit.MaxMeanOverDev)
	if err != nil || s.Origin == nil {
		return nil, err
	}
	if s, err = d.scale(math.Inf(1)); err != nil || slices.Min(s.Dev) < limit.MinDev {
		return nil, err
	}
	return s, nil
}

// scale finds the units; columns whose mean is farther from 0 than so many standard deviations
// are shifted.
func (d Data) scale(maxMeanOverDev float64) (*Scaling, error) {
	mean, dev := d.spread()
	s := &Scaling{Exact: d.Exact, Trivial: d.Trivial, Identities: d.Identities, Bounds: d.Bounds, columns: len(d.Names)}
	for j, name := range d.Names {
		if dev[j] == 0 {
			s.Constant = append(s.Constant, name)
			continue
		}
		s.Keep = append(s.Keep, j)
		s.Names = append(s.Names, name)
		s.Levels = append(s.Levels, d.Levels[name])
		if d.Grading != nil {
			s.Grading = append(s.Grading, d.Grading[j])
		}
	}
	if len(s.Keep) == 0 {
		return s, nil
	}
	for k, j := range s.Keep {
		shift := 0.0
		if math.Abs(mean[j]) > maxMeanOverDev*dev[j] {
			if s.Origin == nil {
				s.Origin = make([]ring.Rat, len(s.Keep))
			}
			s.Origin[k], shift = roundTo(mean[j], dev[j])
		}
		unit := math.Hypot(mean[j]-shift, dev[j])
		s.Units = append(s.Units, unit)
		s.Dev = append(s.Dev, dev[j]/unit)
		s.Decades = append(s.Decades, decade(unit))
	}
	if s.Origin == nil {
		s.whole = d.Whole
	}
	return s, s.measure(d.Noise, d.Relative)
}

// Apply returns the points in the units of the search.
func (s *Scaling) Apply(points points.Rows) [][]float64 {
	n, k := points.Rows(), len(s.Keep)
	shift := make([]float64, k)
	for l, o := range s.Origin {
		shift[l] = o.Float64()
	}
	flat := make([]float64, n*k)
	rows := make([][]float64, n)
	for i := range rows {
		x, row := points.Row(i), flat[i*k:(i+1)*k:(i+1)*k]
		for l, j := range s.Keep {
			row[l] = (x[j] - shift[l]) / s.Units[l]
		}
		rows[i] = row
	}
	return rows
}

// From returns a point in the units of s from those of another scaling of the same
// columns.
func (s *Scaling) From(other *Scaling, x []float64) []float64 {
	out := make([]float64, len(x))
	for j, v := range x {
		v *= other.Units[j]
		if other.Origin != nil {
			v += other.Origin[j].Float64()
		}
		if s.Origin != nil {
			v -= s.Origin[j].Float64()
		}
		out[j] = v / s.Units[j]
	}
	return out
}

// decade returns the power of ten in which a column of root mean square rms is
// written when its coefficients are rounded: 0 for one of ordinary size. Integers
// are short or long in a unit, and a person who measures a circle of 5 m in
// micrometres has not made its equation longer.
func decade(rms float64) int {
	if d := math.Log10(rms); math.Abs(d) >= limit.OrdinaryDecades {
		return int(math.Round(d))
	}
	return 0
}

// spread returns mean and standard deviation of every column; a column that
// holds one value has the deviation 0 exactly.
func (d Data) spread() (mean, dev []float64) {
	n := d.Points.Rows()
	first := append([]float64(nil), d.Points.Row(0)...)
	mean, dev = make([]float64, len(first)), make([]float64, len(first))
	for i := range n {
		for j, v := range d.Points.Row(i) {
			// Sums of differences to the first row do not cancel.
			v -= first[j]
			mean[j] += v
			dev[j] += v * v
		}
	}
	for j := range mean {
		m := mean[j] / float64(n)
		dev[j] = math.Sqrt(math.Max(0, dev[j]/float64(n)-m*m))
		mean[j] = first[j] + m
	}
	return mean, dev
}

// roundTo rounds x to a power of ten near unit, exactly.
func roundTo(x, unit float64) (ring.Rat, float64) {
	places := -int(math.Floor(math.Log10(unit)))
	var text string
	if places >= 0 {
		text = strconv.FormatFloat(x, 'f', places, 64)
	} else {
		ten := math.Pow(10, float64(-places))
		text = strconv.FormatFloat(math.Round(x/ten)*ten, 'f', 0, 64)
	}
	r, err := ring.ParseRat(text)
	if err != nil {
		panic("explain: a formatted float did not parse: " + text)
	}
	return r, r.Float64()
}

// measure chooses the metric: the covariance given, in units and with the largest
// variance 1, or the same independent noise for all variables. A variance that is too small
// beside the largest for matrices of both counts as none. Errors in proportion to the
// values of a column that was shifted are nearly of one size.
func (s *Scaling) measure(given *mat.SymDense, relative []float64) error {
	n := len(s.Units)
	if given == nil {
		s.Noise, s.NoiseUnit = UnitScales(n), 1
		s.Metric = NewMetric(moment.Independent(s.Noise))
		return nil
	}
	top, rel, far, shifts := 0.0, make([]float64, n), make([]float64, n), s.Shifts()
	for k, u := range s.Units {
		if relative != nil {
			rel[k] = relative[s.Keep[k]]
		}
		if o := shifts[k]; o != 0 {
			far[k], rel[k] = rel[k]*o, 0
		}
		top = math.Max(top, given.At(s.Keep[k], s.Keep[k])/(u*u)+far[k]*far[k]+rel[k]*rel[k])
	}
	if top == 0 {
		return fmt.Errorf("%w: the noise of every variable is zero", ErrData)
	}
	cov := mat.NewSymDense(n, nil)
	s.Noise, s.NoiseUnit, s.NoiseGiven = make([]float64, n), math.Sqrt(top), true
	for k, u := range s.Units {
		for l := k; l < n; l++ {
			cov.SetSym(k, l, given.At(s.Keep[k], s.Keep[l])/(u*s.Units[l]*top))
		}
		cov.SetSym(k, k, cov.At(k, k)+far[k]*far[k]/top)
		rel[k] /= s.NoiseUnit
		s.Noise[k] = math.Sqrt(cov.At(k, k) + rel[k]*rel[k])
		if s.Noise[k] < limit.LeastNoise {
			s.Noise[k], rel[k] = 0, 0
			for l := range n {
				cov.SetSym(k, l, 0)
			}
		}
	}
	noise, err := moment.Correlated(cov)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrData, err)
	}
	s.Metric = NewMetric(noise.WithRelative(rel))
	return nil
}

// Shifts are the origins of the columns in their units, 0 where a column was not shifted.
func (s *Scaling) Shifts() []float64 {
	out := make([]float64, len(s.Units))
	for k := range s.Origin {
		out[k] = s.Origin[k].Float64() / s.Units[k]
	}
	return out
}

// UnitScales returns n ones.
func UnitScales(n int) []float64 {
	return slices.Repeat([]float64{1}, n)
}
