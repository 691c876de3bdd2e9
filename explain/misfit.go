package explain

import (
	"fmt"
	"math"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/rounding"
	"github.com/kexplain/kexplain/internal/stable"
)

// Misfit is a row that an equation does not fit.
type Misfit struct {
	Line     int
	Distance float64 // in data units, to first order; +Inf where it is not defined
	Z        float64 // deviation over its standard deviation; 0 where no noise was given
}

// String says which row it is and how far off.
func (m Misfit) String() string { return fmt.Sprintf("line %d is off by %.3g", m.Line, m.Distance) }

// misfits are the worst rows, the worst first.
type misfits []Misfit

// cut is what was found of an equation where the cells of one column were cut off, or rounded up.
type cut struct {
	rounding.Cut
	broken int     // rows, see rounding.Cuts
	off    float64 // sum of what the others are off by
	far    misfits
}

// note keeps the worst misfits, most of them.
func (list *misfits) note(m Misfit, most int) {
	worse := func(a, b Misfit) bool {
		if a.Z != b.Z {
			return a.Z > b.Z
		}
		return a.Distance > b.Distance
	}
	at := len(*list)
	for at > 0 && worse(m, (*list)[at-1]) {
		at--
	}
	if at < most {
		*list = stable.Insert(*list, at, m)[:min(len(*list)+1, most)]
	}
}

// merge notes misfits of lines elsewhere.
func (list *misfits) merge(others misfits, line func(int) int, most int) {
	for _, m := range others {
		m.Line = line(m.Line)
		list.note(m, most)
	}
}

// add adds what was found at other points, whose lines are those of line.
func (c *cut) add(o cut, line func(int) int, most int) {
	c.far.merge(o.far, line, most)
	if c.broken < 0 || o.broken < 0 {
		c.broken, c.off = -1, 0
	} else {
		c.broken, c.off = c.broken+o.broken, c.off+o.off
	}
}

// conclude says what was counted. Cells of one column are said to be cut off, or rounded up, if this is sure enough: as the cells stand,
// rows break the equation to both sides, each by chance to the right one with a probability of a half.
func (e *Checked) conclude() {
	n := e.Exact.Points
	e.Rounding, e.Worst = e.counted, slices.Clone(e.far)
	failing := n - e.counted.AsWritten - e.counted.Undecided
	least, best := failing, -1 // rows that break the equation
	for k, c := range e.cuts {
		switch {
		case c.broken < 0:
			e.cuts[k].far = nil
		case math.Abs(c.off) > limit.CutOffMean*float64(n): // exact cells lie at one end
		case c.broken < least:
			least, best = c.broken, k
		case c.broken == least:
			best = -1
		}
	}
	if best >= 0 && float64(failing-2*least)*math.Ln2 >= limit.MinEvidence()+math.Log(float64(len(e.cuts))) {
		e.Rounding.Within, e.Rounding.Undecided, e.Rounding.AsWritten, e.Worst = n-least, 0, n-least, slices.Clone(e.cuts[best].far)
		e.Rounding.cut(e.cuts[best].Cut, e.Polynomial.Ring().Vars())
	}
	e.Verdict = e.verdict()
}
