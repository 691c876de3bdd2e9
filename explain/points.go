package explain

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/limits"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/ring"
)

// limit holds the thresholds, which never change.
var limit = limits.Default()

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
