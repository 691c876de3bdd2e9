// Package wide finds the columns of a wide table that linear equations may have: those that the other columns give, to at
// least four fifths of their variance. Among hundreds of columns most take part in no equation. A search among the few that do takes
// seconds, and the monomials of a ring have room for 112 variables only.
package wide

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/numeric"
)

// MaxColumns bounds the number of columns of a table: their correlations have the square of it as many numbers.
const MaxColumns = limit.WidestTable

// Least is how many columns of a wide table a search takes at least, so that it can say how far an equation is.
const Least = limit.LeastWide

// ErrRows says that a table has too few rows for its columns: any column is a linear function of as many others as there are rows.
var ErrRows = errors.New("too few complete rows")

// Sample holds rows of a table, evenly spaced among all that were added: at least half of limit.WideRows where there are as many.
type Sample struct {
	columns     int
	every, seen int // one row of every so many is kept
	rows        [][]float64
}

// NewSample returns a sample without rows of a table of so many columns.
func NewSample(columns int) *Sample { return &Sample{columns: columns, every: 1} }

// Add adds a row, of finite numbers. It panics if the row has another number of columns.
func (s *Sample) Add(row []float64) {
	if len(row) != s.columns {
		panic(fmt.Sprintf("wide: a row of %d numbers for %d columns", len(row), s.columns))
	}
	if s.seen++; (s.seen-1)%s.every != 0 {
		return
	}
	s.rows = append(s.rows, slices.Clone(row))
	if len(s.rows) == limit.WideRows {
		for i := range s.rows[:limit.WideRows/2] {
			s.rows[i] = s.rows[2*i]
		}
		clear(s.rows[limit.WideRows/2:])
		s.rows = s.rows[:limit.WideRows/2]
		s.every *= 2
	}
}

// Linear returns the places of the columns that the others give, by linear regression with a constant, to at least the share
// limit.MinGiven of their variance, in increasing order. Where these are fewer than least, those that are given next best come with
// them; where they are more than most, those that are given least are left out. The error is ErrRows where the rows are fewer than twice
// the columns.
func (s *Sample) Linear(least, most int) ([]int, error) {
	if n := len(s.rows); n < limit.WideRowsAColumn*s.columns {
		return nil, fmt.Errorf("%w: found %d for %d columns, expected at least %d", ErrRows, n, s.columns, limit.WideRowsAColumn*s.columns)
	}
	left, err := s.unexplained()
	if err != nil {
		return nil, err
	}
	order := numeric.FirstInts(s.columns)
	stable.Sort(order, func(a, b int) int { return cmp.Compare(left[a], left[b]) })
	given := 0
	for given < len(order) && left[order[given]] <= 1-limit.MinGiven {
		given++
	}
	chosen := order[:min(max(given, least), most, len(order))]
	slices.Sort(chosen)
	return chosen, nil
}

// unexplained is the share of the variance of each column that the regression on all others leaves, by degrees of freedom. It is
// the inverse of the diagonal of the inverse correlation matrix (variance inflation factors: D. A. Belsley, E. Kuh,
// R. E. Welsch, Regression Diagnostics, Wiley 1980, section 3.2). It is above 1 for a column of one value.
func (s *Sample) unexplained() ([]float64, error) {
	n, k := len(s.rows), s.columns
	z := mat.NewDense(n, k, nil)
	for j := range k {
		s.standardise(z, j)
	}
	var correlation mat.SymDense
	correlation.SymOuterK(1/float64(n), z.T())
	for j := range k {
		correlation.SetSym(j, j, correlation.At(j, j)+limit.WideRidge)
	}
	var cholesky mat.Cholesky
	var inverse mat.SymDense
	if !cholesky.Factorize(&correlation) {
		return nil, errors.New("wide: the correlations of the columns are not positive definite")
	}
	// An inverse that has lost its digits is of columns that are given exactly, as it says.
	if err := cholesky.InverseTo(&inverse); err != nil && !errors.As(err, new(mat.Condition)) {
		return nil, fmt.Errorf("wide: %w", err)
	}
	free := float64(n-1) / float64(n-k)
	left := make([]float64, k)
	for j := range left {
		left[j] = free / inverse.At(j, j)
		if correlation.At(j, j) <= limit.WideRidge { // a column of one value
			left[j] = 2
		}
	}
	return left, nil
}

// standardise writes column j, with mean 0 and mean square 1, to z; 0 where it has one value. A value far from the median is taken for the
// median: a wrong cell would hide that the others follow an equation.
func (s *Sample) standardise(z *mat.Dense, j int) {
	n := len(s.rows)
	x := make([]float64, n)
	for i, row := range s.rows {
		x[i] = row[j]
	}
	middle := numeric.Nth(slices.Clone(x), n/2)
	far := make([]float64, n)
	for i, v := range x {
		far[i] = math.Abs(v - middle)
	}
	size := slices.Max(far)
	if size == 0 {
		return
	}
	most := size
	if usual := numeric.Nth(slices.Clone(far), n/2); usual > 0 {
		most = limit.WideFar * usual
	}
	for i, v := range x {
		x[i] = 0
		if far[i] <= most {
			x[i] = (v - middle) / size
		}
	}
	mean := 0.0
	for _, v := range x {
		mean += v / float64(n)
	}
	square := 0.0
	for i := range x {
		x[i] -= mean
		square += x[i] * x[i] / float64(n)
	}
	if square == 0 {
		return
	}
	for i, v := range x {
		z.Set(i, j, v/math.Sqrt(square))
	}
}
