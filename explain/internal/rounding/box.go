package rounding

import (
	"context"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/exact"
	"github.com/kexplain/kexplain/explain/internal/factor"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

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

// Box counts the points at which an equation holds within rounding.
type Box struct {
	Rounded  bool     // some cell of a variable of the equation is a rounded number
	Settings []string // the variables that take few values again and again, or go in even steps, and are rounded
	Rows     Rows     // with exact settings
	All      Rows     // in which settings are rounded, too

	Within, Undecided int // points at which it holds, exactly or within rounding, and at which that is not decided
	AsWritten         int // points at which it holds with exact settings

	equation *Equation
}

// NewBox prepares an equation in the columns of a set. Those that have levels are settings.
func NewBox(p *poly.Polynomial[ring.Rat], set Set, levels map[int]int) *Box {
	names := p.Ring().Vars()
	settings := make([]bool, len(names))
	b := &Box{equation: New(p), Rows: RowsOf(set, settings), All: RowsOf(set, make([]bool, len(names)))}
	for _, j := range p.UsedVars() {
		for i := range set.Rows() {
			if !set.HalfStep(i, j).IsZero() {
				b.Rounded = true
				if settings[j] = levels[j] > 0; settings[j] {
					b.Settings = append(b.Settings, names[j])
				}
				break
			}
		}
	}
	return b
}

// Count adds one point, which is a zero or not.
func (b *Box) Count(i int, zero bool) ring.Truth {
	if zero {
		b.Within++
		b.AsWritten++
		return ring.Yes
	}
	if !b.Rounded {
		return ring.No
	}
	within := b.equation.Zero(b.Rows.Cells(i), b.Rows.Steps(i))
	if within == ring.Yes {
		b.AsWritten++
	} else if len(b.Settings) > 0 {
		within = b.equation.Zero(b.All.Cells(i), b.All.Steps(i))
	}
	switch within {
	case ring.Yes:
		b.Within++
	case ring.Unknown:
		b.Undecided++
	}
	return within
}

// IsOwed reports whether an equation has several branches within one step of the decimals of a column, at most
// points: its derivative in that column is zero within a step of the cell. Rounded cells of one
// line lie on two or three parallel lines, and such an equation is the product of these.
func IsOwed(p *poly.Polynomial[ring.Rat], set Set) bool {
	n, columns := set.Rows(), p.Ring().NumVars()
	whole := exact.WholeColumns(set, columns)
	for j, derivative := range p.Gradient() {
		if whole[j] || p.DegreeIn(j) < 2 { // in one branch only
			continue
		}
		e := New(derivative)
		row, reach := make([]ring.Rat, columns), make([]ring.Rat, columns)
		near := 0
		for i := 0; i < n && 2*(near+n-i) > n; i++ {
			half := set.HalfStep(i, j)
			if reach[j] = half.Add(half); !half.IsZero() && e.Zero(set.ExactRow(row, i), reach) == ring.Yes {
				near++
			}
		}
		if 2*near > n {
			return true
		}
	}
	return false
}
