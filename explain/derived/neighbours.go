package derived

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/kexplain/kexplain/ring"
)

// Motion is the derivative of the column X with respect to the column Time.
type Motion struct{ Order, X, Time int }

// Lag is the column X in the row before; or, if By is a column and not -1, in the last row before that has the same value of By.
type Lag struct{ X, By int }

// Around reports whether a column needs the rows around a row, and no expression gives it.
func (d Definition) Around() bool { return d.Motion != nil || d.Lag != nil }

// around returns what reads a definition that begins with d(, d2( or lag(, and nil for others.
func (p *parser) around() func(d *Definition) error {
	rest := strings.TrimLeft(p.text[p.at:], " \t")
	if p.kind != word || !strings.HasPrefix(rest, "(") {
		return nil
	}
	switch p.token {
	case "d", "d2":
		m := &Motion{Order: map[string]int{"d": 1, "d2": 2}[p.token]}
		return func(d *Definition) error {
			d.Motion = m
			return p.columns("a derivative", 2, &m.X, &m.Time)
		}
	case "lag":
		l := &Lag{By: -1}
		return func(d *Definition) error {
			d.Lag = l
			return p.columns("a lag", 1, &l.X, &l.By)
		}
	}
	return nil
}

// columns reads the arguments of d(x, t) or lag(x) from its name on, at least so many of them.
func (p *parser) columns(what string, fewest int, at ...*int) error {
	p.next()
	for i, column := range at {
		if i >= fewest && p.is(")") {
			break
		}
		if err := p.take([]string{"(", ","}[min(i, 1)]); err != nil {
			return err
		}
		*column = p.columnAt()
		if p.kind != word && p.kind != quoted || *column < 0 {
			return p.fail("a column: " + p.list())
		}
		p.next()
	}
	if err := p.take(")"); err != nil {
		return err
	}
	if p.kind != end && !p.is(",") && !p.is(";") && !p.is("\n") {
		return p.fail("a comma or the end: " + what + " is a definition of its own, which others can use")
	}
	return nil
}

// lag appends the cells of the rows before, of the same trial, and keeps the rows that have one before.
func (e *Extended) lag(d Definition, trial []int) error {
	type run struct {
		trial int
		by    string
	}
	last := map[run]int{}
	var rows, from, kept []int
	for i := range e.Set.Rows() {
		r := run{}
		if trial != nil {
			r.trial = trial[e.Rows[i]]
		}
		if d.Lag.By >= 0 {
			r.by = e.Set.Exact(i, d.Lag.By).String()
		}
		if before, ok := last[r]; ok {
			rows, from, kept = append(rows, i), append(from, before), append(kept, e.Rows[i])
		}
		last[r] = i
	}
	if len(rows) == 0 {
		return undefined(fmt.Sprintf("derived: %s: no row has one before", d))
	}
	e.Set, e.Rows = e.Set.AppendShifted(d.Name, d.Lag.X, rows, from), kept
	if e.lags == 0 || d.Lag.X >= e.measured {
		e.lags++ // the row before that
	}
	return nil
}

// differentiate appends the derivative and keeps the rows that have one.
func (e *Extended) differentiate(d Definition, trial []int) error {
	n := e.Set.Rows()
	t, x, part := make([]float64, n), make([]float64, n), make([]int, n)
	for i := range n {
		row := e.Set.Row(i)
		t[i], x[i] = row[d.Motion.Time], row[d.Motion.X]
		if trial != nil {
			part[i] = trial[e.Rows[i]]
		}
	}
	motion, err := Differentiate(t, x, part, d.Motion.Order)
	if err != nil {
		return undefined(fmt.Sprintf("derived: %s: %v", d, err))
	}
	rows := make([][]ring.Rat, len(motion.Rows))
	for k, v := range motion.Values {
		exact, err := ring.ParseRat(strconv.FormatFloat(v, 'f', motion.Places, 64))
		if err != nil {
			return undefined(fmt.Sprintf("derived: line %d: %s is %g", e.Set.Line(motion.Rows[k]), d.Name, v))
		}
		rows[k] = []ring.Rat{exact}
	}
	kept := make([]int, len(motion.Rows))
	for k, i := range motion.Rows {
		kept[k] = e.Rows[i]
	}
	e.Set = e.Set.Select(motion.Rows, nil).Append([]string{d.Name}, rows)
	e.Rows, e.Motions[d.Name] = kept, motion
	return nil
}
