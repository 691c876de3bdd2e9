package rounding

import (
	"context"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/factor"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Rows are rows of cells that may have been rounded. What Cells and Steps return is valid until their next call.
type Rows interface {
	Len() int
	// Cells are those of a row, exactly as they are written.
	Cells(i int) []ring.Rat
	// Steps are half a unit of the last digit of each, 0 for a cell that is exact.
	Steps(i int) []ring.Rat
}

// Len is the number of rows.
func (t Table) Len() int { return len(t.Rows) }

// Cells are those of a row.
func (t Table) Cells(i int) []ring.Rat { return t.Rows[i] }

// Steps are the half steps of a row.
func (t Table) Steps(i int) []ring.Rat { return t.Half[i] }

// Set are points that know how far their coordinates were rounded, as points.Set does.
type Set interface {
	points.Rows
	HalfStep(i, j int) ring.Rat
}

// ofSet are the rows of a set.
type ofSet struct {
	set          Set
	exact        []bool // by column
	cells, steps []ring.Rat
}

// RowsOf are the rows of a set. The cells of columns that are exact have no errors.
func RowsOf(set Set, exact []bool) Rows {
	return ofSet{set, exact, make([]ring.Rat, len(exact)), make([]ring.Rat, len(exact))}
}

func (s ofSet) Len() int               { return s.set.Rows() }
func (s ofSet) Cells(i int) []ring.Rat { return s.set.ExactRow(s.cells, i) }

func (s ofSet) Steps(i int) []ring.Rat {
	for j, exact := range s.exact {
		if s.steps[j] = s.set.HalfStep(i, j); exact {
			s.steps[j] = ring.Rat{}
		}
	}
	return s.steps
}

// Failing lists the rows that do not obey an equation within rounding.
func Failing(ctx context.Context, p *poly.Polynomial[ring.Rat], rows Rows) (failing []int, err error) {
	e := New(p)
	for i := range rows.Len() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if e.Zero(rows.Cells(i), rows.Steps(i)) != ring.Yes {
			failing = append(failing, i)
		}
	}
	return failing, nil
}

// Failing lists the rows that do not obey an equation within rounding.
func (t Table) Failing(p *poly.Polynomial[ring.Rat]) []int {
	failing, _ := Failing(context.Background(), p, t)
	return failing
}

// Sufficient is the factor of an equation that alone holds within rounding at all rows at which the equation does, and the
// equation itself where there is none: R1*R2 = R1*R + R2*R for its product with R1 - R2. Factors of degree 1, and what is left
// without them, are looked at.
func Sufficient(p *poly.Polynomial[ring.Rat], t Table) *poly.Polynomial[ring.Rat] {
	linear, rest := factor.Linear(p)
	if len(linear) == 0 || rest.Degree() == 0 && len(linear) == 1 {
		return p
	}
	failing := t.Failing(p)
	for _, f := range append([]*poly.Polynomial[ring.Rat]{rest}, linear...) {
		if f.Degree() > 0 && slices.Equal(failing, t.Failing(f)) {
			return f
		}
	}
	return p
}
