package state

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/numeric"
)

// ErrMerge is matched by errors about states that do not go together, and rows that cannot
// be added.
var ErrMerge = errors.New("state: states that do not go together")

// Error says what is wrong with a state, or with two that do not go together.
type Error struct {
	Found string
	Err   error // ErrMerge or ErrFile
}

// Error is what was found.
func (e *Error) Error() string { return e.Found }

// Unwrap returns ErrMerge or ErrFile.
func (e *Error) Unwrap() error { return e.Err }

func fault(kind error, format string, args ...any) error {
	return &Error{fmt.Sprintf(format, args...), kind}
}

// SampleRows is how many rows the sample of a state has: those on which learn compares
// equations at most.
const SampleRows = 8000

// MaxSums bounds the number of sums of a state: some 70 MB of memory.
const MaxSums = 100_000

// Form is how the cells of all rows are written.
type form uint8

const (
	unknown form = iota // no row was added
	asText
	asFloats
)

// Column is what is known of all cells of a column.
type Column struct {
	Min, Max float64
	Place    int // the finest decimal place of a cell of a text, -2 for hundredths; 0 without decimals
}

// State is what is kept of rows. It is not safe for use by several goroutines.
type State struct {
	names   []string
	degree  int
	form    form
	rows    uint64
	sums    []sum
	span    span // of the monomials of the rows, up to spanDegree
	exact   bool // every cell had a residue
	columns []Column
	sample  sample
	parts   []Part
	work    *work // nil until rows are added
}

// New returns a state without rows, for polynomials up to a degree in columns with these
// names.
func New(names []string, degree int) (*State, error) {
	if len(names) == 0 || degree < 1 || degree > 20 {
		return nil, fault(ErrMerge, "degree %d in %s, expected 1 to 20 in some", degree, plural.Count(len(names), "column"))
	}
	n := numeric.Binomial(len(names)+2*degree, 2*degree)
	if n > MaxSums {
		return nil, fault(ErrMerge, "degree %d in %s takes the sums of %d monomials of degree ≤ %d, expected at most %d: take a lower degree or fewer columns",
			degree, plural.Count(len(names), "column"), n, 2*degree, MaxSums)
	}
	exact := spanDegree(len(names), degree)
	s := &State{
		names: slices.Clone(names), degree: degree, exact: true, sums: make([]sum, n),
		span: span{width: int(numeric.Binomial(len(names)+exact, exact))}, sample: newSample(SampleRows), columns: make([]Column, len(names)),
	}
	for j := range s.columns {
		s.columns[j] = Column{Min: math.Inf(1), Max: math.Inf(-1)}
	}
	return s, nil
}

// Names returns the names of the columns, which must not be changed.
func (s *State) Names() []string { return s.names }

// Degree returns the degree up to which polynomials can be judged.
func (s *State) Degree() int { return s.degree }

// Rows returns the number of rows.
func (s *State) Rows() int { return int(s.rows) }

// Columns returns what is known of the columns; Min and Max are infinite without rows.
func (s *State) Columns() []Column { return slices.Clone(s.columns) }

// Whole reports whether the sample holds all rows.
func (s *State) Whole() bool { return s.rows == uint64(s.SampleRows()) }

// SampleRows returns the number of rows of the sample.
func (s *State) SampleRows() int { return min(len(s.sample.rows), s.sample.most) }

// Merge adds the rows of another state, which it does not change. It returns ErrMerge, and
// adds nothing, where the columns or the degree are others, or a part is in both.
func (s *State) Merge(o *State) error {
	switch {
	case !slices.Equal(s.names, o.names):
		return fault(ErrMerge, "other columns, %q and %q", s.names, o.names)
	case s.degree != o.degree:
		return fault(ErrMerge, "other degrees, %d and %d", s.degree, o.degree)
	case s.sample.most != o.sample.most:
		return fault(ErrMerge, "samples of %d and %d rows", s.sample.most, o.sample.most)
	case s.form != unknown && o.form != unknown && s.form != o.form:
		return fault(ErrMerge, "rows of text and of binary files")
	case o == s:
		return fault(ErrMerge, "the same state twice")
	}
	parts, err := joined(s.parts, o.parts)
	if err != nil {
		return err
	}
	s.parts = parts
	s.form = max(s.form, o.form)
	s.rows += o.rows
	s.exact = s.exact && o.exact
	for i := range o.sums {
		s.sums[i].merge(&o.sums[i])
	}
	s.span.merge(&o.span)
	for j, c := range o.columns {
		mine := &s.columns[j]
		mine.Min, mine.Max, mine.Place = math.Min(mine.Min, c.Min), math.Max(mine.Max, c.Max), min(mine.Place, c.Place)
	}
	for _, r := range o.sample.rows {
		r.cells = slices.Clone(r.cells) // the sample may use their space again
		s.sample.add(r)
	}
	s.sample.cut()
	return nil
}
