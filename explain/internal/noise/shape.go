// Package noise describes the errors of measured columns: how the covariance of the
// errors of a row depends on its values, up to one common factor.
//
// Row x has errors with the variances σ² (a_j² + b_j² x_j²), and one correlation of any two of them.
// Instruments and tables have a few shapes of this kind: errors of one size in each column, errors in
// proportion to the values, errors of one column only, errors of which all columns share a part, and
// rounding to the printed digits. Which of them data have is decided by likelihood, see package evidence,
// and said in words.
package noise

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/numeric/moment"
)

// Kind is what a shape is called.
type Kind int

const (
	// Absolute errors are of one size in each column, in units of its root mean square.
	Absolute Kind = iota
	// Relative errors are in proportion to the value, by the same part in every column.
	Relative
	// OneColumn errors are those of a single column; the others have next to none.
	OneColumn
	// OneRelative errors are those of a single column, in proportion to its values.
	OneRelative
	// AbsoluteBut errors are absolute, but some columns have next to none: those set by hand.
	AbsoluteBut
	// RelativeBut errors are relative, but some columns have next to none.
	RelativeBut
	// Spread errors are of one size in units of the standard deviation of each column.
	Spread
	// Levels errors are of a size of its own in each column.
	Levels
	// Together errors are of one size in each column, and columns share a part of them.
	Together
)

// Shape is one form of noise, in the units in which rows are given.
type Shape struct {
	Kind   Kind
	Column int       // of OneColumn and OneRelative
	None   []int     // the columns without errors, of AbsoluteBut and RelativeBut
	Abs    []float64 // a_j
	Rel    []float64 // b_j; nil for none
	// Correlation is that of the errors of any two columns, between -1/(n-1) of n columns and 1.
	Correlation float64
	// Normals are orthonormal vectors at a row across which no error moves it, since columns
	// are tied to one another by definition; nil for none.
	Normals func(x []float64) [][]float64
}

// NewAbsolute is the shape of equal errors in the units of n columns.
func NewAbsolute(n int) Shape { return Shape{Kind: Absolute, Abs: ones(n, 1)} }

// NewRelative is the shape of errors in proportion to the values of n columns.
func NewRelative(n int) Shape {
	return Shape{Kind: Relative, Abs: ones(n, limit.NoNoise), Rel: ones(n, 1)}
}

// NewOneColumn is the shape of errors of column j of n.
func NewOneColumn(n, j int) Shape {
	s := Shape{Kind: OneColumn, Column: j, Abs: ones(n, limit.NoNoise)}
	s.Abs[j] = 1
	return s
}

// NewOneRelative is the shape of errors of column j of n in proportion to its values.
func NewOneRelative(n, j int) Shape {
	s := Shape{Kind: OneRelative, Column: j, Abs: ones(n, limit.NoNoise), Rel: make([]float64, n)}
	s.Rel[j] = 1
	return s
}

// NewAbsoluteBut is the shape of equal errors of n columns but those in none.
func NewAbsoluteBut(n int, none []int) Shape {
	s := Shape{Kind: AbsoluteBut, None: none, Abs: ones(n, 1)}
	for _, j := range none {
		s.Abs[j] = limit.NoNoise
	}
	return s
}

// NewRelativeBut is the shape of errors in proportion to the values of n columns but those
// in none.
func NewRelativeBut(n int, none []int) Shape {
	s := Shape{Kind: RelativeBut, None: none, Abs: ones(n, limit.NoNoise), Rel: ones(n, 1)}
	for _, j := range none {
		s.Rel[j] = 0
	}
	return s
}

// NewSpread is the shape of errors in proportion to the standard deviations of columns,
// where some of these are small beside the root mean squares that the rows are in units of.
func NewSpread(dev []float64) Shape {
	s := Shape{Kind: Spread, Abs: make([]float64, len(dev))}
	for j, d := range dev {
		s.Abs[j] = max(d, limit.NoNoise)
	}
	return s
}

// NewLevels is the shape of errors of the sizes given, the largest of which is 1.
func NewLevels(sizes []float64) Shape {
	s := NewGiven(sizes, nil)
	s.Kind = Levels
	return s
}

// NewTogether is the shape of errors of one size in n columns, any two of which have a correlation.
func NewTogether(n int, correlation float64) Shape {
	return Shape{Kind: Together, Abs: ones(n, 1), Correlation: correlation}
}

// NewGiven is the shape of errors with standard deviations that are known, up to a common
// factor, and others in proportion to the values, nil for none.
func NewGiven(std, relative []float64) Shape {
	s := Shape{Kind: Absolute, Abs: make([]float64, len(std)), Rel: relative}
	for j, v := range std {
		s.Abs[j] = max(v, limit.NoNoise)
	}
	return s
}

// Shifted is the shape of values from which origins were taken, in the units of the rows: an error in proportion
// to a value that lies far from 0 is nearly of one size.
func (s Shape) Shifted(origin []float64) Shape {
	s.Abs, s.Rel = slices.Clone(s.Abs), slices.Clone(s.Rel)
	for j, b := range s.Rel {
		if o := math.Abs(origin[j]); b*o > 0 {
			s.Abs[j], s.Rel[j] = b*o, 0
		}
	}
	return s
}

// Moves reports whether column j has errors.
func (s Shape) Moves(j int) bool { return s.Abs[j] > limit.NoNoise || s.Rel != nil && s.Rel[j] > 0 }

// Proportional reports whether the errors of column j are in proportion to its values.
func (s Shape) Proportional(j int) bool {
	return s.Rel != nil && s.Rel[j] > 0 && s.Abs[j] <= limit.NoNoise
}

// Single reports whether the errors are those of one column.
func (s Shape) Single() bool { return s.Kind == OneColumn || s.Kind == OneRelative }

func ones(n int, v float64) []float64 { return slices.Repeat([]float64{v}, n) }

// Noise is the shape as the noise of moments.
func (s Shape) Noise() moment.Noise {
	n := moment.Independent(s.Abs)
	if s.Correlation != 0 {
		n = s.correlated()
	}
	if s.Rel != nil {
		n = n.WithRelative(s.Rel)
	}
	return n
}

// correlated is the noise of errors that go together. A correlation that the columns cannot have is a bug.
func (s Shape) correlated() moment.Noise {
	c := mat.NewSymDense(len(s.Abs), nil)
	for j, a := range s.Abs {
		c.SetSym(j, j, a*a)
		for k, b := range s.Abs[:j] {
			c.SetSym(j, k, s.Correlation*a*b)
		}
	}
	n, err := moment.Correlated(c)
	if err != nil {
		panic(fmt.Sprintf("noise: %v", err))
	}
	return n
}

// Deviations are the standard deviations √(a_j² + b_j²) of the errors of values of size 1 at
// σ = 1: those of the columns where units are root mean squares. Columns that have
// next to no errors have 0.
func (s Shape) Deviations() []float64 {
	out := make([]float64, len(s.Abs))
	for j, a := range s.Abs {
		if a > limit.NoNoise {
			out[j] = a
		}
		if s.Rel != nil {
			out[j] = math.Hypot(out[j], s.Rel[j])
		}
	}
	return out
}

// VarianceTo writes the variances a_j² + b_j² x_j² of the errors of the row x, at σ = 1.
func (s Shape) VarianceTo(dst, x []float64) {
	for j, a := range s.Abs {
		dst[j] = a * a
	}
	for j, b := range s.Rel {
		dst[j] += b * b * x[j] * x[j]
	}
}

// Bent is the shape with errors in every column of at least the square of the largest, at the
// size sigma. Where a zero set runs along the errors, offsets to first order are 0, but its
// curvature, about 1 in units of the root mean squares, moves rows that far across it. A shape
// with relative errors stays: they are small where values are.
func (s Shape) Bent(sigma float64) Shape {
	if slices.ContainsFunc(s.Rel, func(r float64) bool { return r > 0 }) {
		return s
	}
	most := slices.Max(s.Abs)
	s.Abs = slices.Clone(s.Abs)
	for j, a := range s.Abs {
		s.Abs[j] = max(a, min(1, sigma*most)*most)
	}
	return s
}

// Project takes from a gradient at the row x what is across the directions in which errors
// move the row, if not all do.
func (s Shape) Project(g, x []float64) {
	if s.Normals == nil {
		return
	}
	for _, n := range s.Normals(x) {
		floats.AddScaled(g, -floats.Dot(g, n), n)
	}
}

// Words names the shape at the size sigma: 1.5 % of each value, in y only.
func (s Shape) Words(sigma float64, names []string) string {
	switch s.Kind {
	case Relative:
		return fmt.Sprintf("%s %% of each value", short(100*sigma))
	case OneColumn:
		return "in " + names[s.Column] + " only"
	case OneRelative:
		return fmt.Sprintf("%s %% of each value of %s only", short(100*sigma), names[s.Column])
	case AbsoluteBut:
		return "of one size in each column but " + s.without(names)
	case RelativeBut:
		return fmt.Sprintf("%s %% of each value, none in %s", short(100*sigma), s.without(names))
	case Spread:
		return "in proportion to the standard deviation of each column"
	case Levels:
		return "of its own size in each column"
	case Together:
		return fmt.Sprintf("of one size in each column, any two with a correlation of %s", short(s.Correlation))
	}
	return "of one size in each column"
}

// Unit says what σ is a multiple of.
func (s Shape) Unit(names []string) string {
	const none = ", the other columns having next to none"
	switch s.Kind {
	case Relative:
		return "value itself, in every column"
	case OneColumn:
		return "root mean square of " + names[s.Column] + none
	case OneRelative:
		return "value of " + names[s.Column] + none
	case AbsoluteBut:
		return "root mean square of each variable but " + s.without(names) + ", with next to none"
	case RelativeBut:
		return "value itself, in every column but " + s.without(names) + ", with next to none"
	case Spread:
		return "standard deviation of each variable"
	case Together:
		return fmt.Sprintf("root mean square of each variable, where errors of any two have a correlation of %s", short(s.Correlation))
	case Levels:
		return "root mean square of " + names[slices.Index(s.Abs, 1)] + ", each other column having a smaller share"
	}
	return "root mean square of each variable"
}

// without names the columns that have no errors.
func (s Shape) without(names []string) string {
	var list []string
	for _, j := range s.None {
		list = append(list, names[j])
	}
	return strings.Join(list, ", ")
}

// short prints two digits without an exponent where that is readable.
func short(x float64) string {
	text := fmt.Sprintf("%.2g", x)
	if strings.Contains(text, "e") {
		return fmt.Sprintf("%g", x)
	}
	return text
}
