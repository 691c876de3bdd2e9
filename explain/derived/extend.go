package derived

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/ring"
)

// ErrUndefined says that a column cannot be computed: an expression is not defined on a
// row, or a derivative has too few rows.
var ErrUndefined = errors.New("derived: undefined")

// undefined is an error that matches ErrUndefined.
type undefined string

func (u undefined) Error() string        { return string(u) }
func (u undefined) Is(target error) bool { return target == ErrUndefined }

// Extended is a set of points with derived columns.
type Extended struct {
	*points.Set
	// Rows are the rows of the set before that are left: derivatives have no value at
	// the ends of trials, and the first row has none before it.
	Rows []int
	// Motions are the derivatives, by the name of their column.
	Motions  map[string]Derivative
	measured int // columns that nothing derived
	lags     int // how many rows before a row have a part in it
	// Undefined are the rows that were left out since a column has no value there.
	Undefined []Undefined
}

// Undefined are the lines where a column has no value.
type Undefined struct {
	Definition Definition
	Lines      []int
}

// String says which lines were left out.
func (u Undefined) String() string {
	rows, line, more := "rows", "lines", ""
	if len(u.Lines) == 1 {
		rows, line = "row", "line"
	}
	const shown = 5
	lines := make([]string, min(shown, len(u.Lines)))
	for i := range lines {
		lines[i] = strconv.Itoa(u.Lines[i])
	}
	if len(u.Lines) > shown {
		more = ", …"
	}
	return fmt.Sprintf("left out: %d %s where %s has no value: %s %s%s", len(u.Lines), rows, u.Definition, line,
		strings.Join(lines, ", "), more)
}

// Extend appends the derived columns to a set. A trial is a run of rows with the same
// number in trial, which derivatives do not cross; nil stands for one trial. Rows where an
// expression is not defined are left out. Where they are more than one in twenty, the error
// matches ErrUndefined and names the first of their lines.
func Extend(s *points.Set, definitions []Definition, trial []int) (*Extended, error) {
	e := &Extended{Set: s, Motions: map[string]Derivative{}, measured: s.Cols()}
	for i := range s.Rows() {
		e.Rows = append(e.Rows, i)
	}
	for _, d := range definitions {
		var err error
		switch {
		case d.Motion != nil:
			err = e.differentiate(d, trial)
		case d.Lag != nil:
			err = e.lag(d, trial)
		default:
			err = e.compute(d)
		}
		if err != nil {
			return nil, err
		}
	}
	return e, nil
}

// compute appends the values of an expression and keeps the rows that have one.
func (e *Extended) compute(d Definition) error {
	var rows [][]ring.Rat
	var defined, kept, lines []int
	exact := make([]ring.Rat, e.Set.Cols())
	for i := range e.Set.Rows() {
		v, err := d.Value(e.Set.ExactRow(exact, i))
		if err != nil {
			lines = append(lines, e.Set.Line(i))
			continue
		}
		rows, defined, kept = append(rows, []ring.Rat{v}), append(defined, i), append(kept, e.Rows[i])
	}
	if n := len(lines); n > 0 {
		if float64(n) > limit.MaxUndefined*float64(e.Set.Rows()) {
			return undefined(fmt.Sprintf("derived: line %d: %s has no value there, and in %d of %s in all", lines[0], d, n, plural.Count(e.Set.Rows(), "row")))
		}
		e.Undefined = append(e.Undefined, Undefined{d, lines})
		e.Set, e.Rows = e.Set.Select(defined, nil), kept
	}
	e.Set = e.Set.Append([]string{d.Name}, rows)
	return nil
}

// Thinned returns the rows whose windows of derivatives, and whose rows before, do not overlap, so that the errors
// of one row say nothing of those of the next; at least fewest rows while there are as
// many. Without derivatives and lags it returns all.
func (e *Extended) Thinned(fewest int) []int {
	stride := 1 + e.lags
	for _, m := range e.Motions {
		stride = max(stride, 2*m.Half+1)
	}
	n := e.Set.Rows()
	stride = max(1, min(stride, n/fewest))
	var out []int
	for i := 0; i < n; i += stride {
		out = append(out, i)
	}
	return out
}

// Consumed returns the columns that a polynomial in the derived columns does not need, in
// increasing order. These are arguments of sin, cos and tan; columns that stand alone with
// constants in ln and exp, as in exp(-t/80), and elsewhere in derivatives at most; and the
// times of derivatives.
func Consumed(definitions []Definition, columns int) []int {
	return hidden(definitions, columns, func(f call) bool {
		name := f.f.Name
		return periodic(f) || (name == "ln" || name == "exp") && occurrences(f.x) == 1 // x and exp(-x/80) are no two measurements
	})
}

// Measured returns the columns that definitions need, in increasing order.
func Measured(definitions []Definition, columns int) []int {
	needed := map[int]bool{}
	for _, d := range definitions {
		if d.Motion != nil {
			needed[d.Motion.X], needed[d.Motion.Time] = true, true
			continue
		}
		if d.Lag != nil {
			needed[d.Lag.X], needed[d.Lag.By] = true, true // -1 is no column
			continue
		}
		sorted(d.root, false, func(call) bool { return false }, nil, needed)
	}
	var out []int
	for j := range columns {
		if needed[j] {
			out = append(out, j)
		}
	}
	return out
}

// Turned returns the arguments of sin, cos and tan and the times of derivatives, in increasing
// order: the columns that a conserved quantity does not need. Those in ln and exp it may need: that
// of predators and prey is a sum of numbers and of their logarithms.
func Turned(definitions []Definition, columns int) []int {
	return hidden(definitions, columns, periodic)
}

// Logged returns the columns whose logarithms definitions take, in increasing order.
func Logged(definitions []Definition, columns int) []int {
	inside := map[int]bool{}
	for _, d := range definitions {
		if !d.Around() {
			sorted(d.root, false, func(f call) bool { return f.f.Name == "ln" }, inside, map[int]bool{})
		}
	}
	var out []int
	for j := range columns {
		if inside[j] {
			out = append(out, j)
		}
	}
	return out
}

// periodic reports whether a function is one of angles.
func periodic(f call) bool {
	name := f.f.Name
	return name == "sin" || name == "cos" || name == "tan"
}

// hidden returns the times of derivatives and the columns that stand only within calls that hide
// their arguments.
func hidden(definitions []Definition, columns int, hides func(call) bool) []int {
	inside, outside := map[int]bool{}, map[int]bool{}
	for _, d := range definitions {
		if d.Motion != nil {
			inside[d.Motion.Time] = true
			continue
		}
		if d.Lag != nil {
			outside[d.Lag.X] = true
			continue
		}
		sorted(d.root, false, hides, inside, outside)
	}
	var out []int
	for j := range columns {
		if inside[j] && !outside[j] {
			out = append(out, j)
		}
	}
	return out
}

// sorted sorts the columns of an expression by whether a call that hides its argument is around
// them.
func sorted(x node, in bool, hides func(call) bool, inside, outside map[int]bool) {
	switch x := x.(type) {
	case column:
		if in {
			inside[int(x)] = true
		} else {
			outside[int(x)] = true
		}
	case operation:
		sorted(x.x, in, hides, inside, outside)
		sorted(x.y, in, hides, inside, outside)
	case power:
		sorted(x.base, in, hides, inside, outside)
		sorted(x.exponent, in, hides, inside, outside)
	case absolute:
		sorted(x.x, in, hides, inside, outside)
	case call:
		sorted(x.x, in || hides(x), hides, inside, outside)
	}
}

// occurrences counts how often columns occur in sums, products and quotients; other expressions
// count as many.
func occurrences(x node) int {
	switch x := x.(type) {
	case column:
		return 1
	case number:
		return 0
	case operation:
		return occurrences(x.x) + occurrences(x.y)
	}
	return 2
}
