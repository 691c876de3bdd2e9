package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kexplain/kexplain/explain"
)

// Setting is a column of few values, or a linear form in columns.
type Setting struct {
	Name   string   `json:"name"`         // the column, or the form
	Of     []string `json:"of,omitempty"` // the columns of a form
	Values []string `json:"values"`
}

// NewSetting is a setting with its values as text.
func NewSetting(s explain.Setting) Setting {
	out := Setting{Name: s.Name, Of: s.Of}
	for _, v := range s.Values {
		out.Values = append(out.Values, Rational(v))
	}
	return out
}

// InWords lists the values of a form.
func (s Setting) InWords() string {
	return s.Name + " takes only the values " + strings.Join(s.Values, ", ")
}

// Function is a column that is a function of another one within the rounding of the cells.
type Function struct {
	Column  string `json:"column"`
	Name    string `json:"function"` // sin, cos, tan, ln, log10 or 1/
	Of      string `json:"of"`
	Degrees bool   `json:"degrees,omitempty"` // the argument is an angle in degrees, else in radians
	LeftOut string `json:"left_out"`          // the one of the two that took no part
}

// newFunctions are those of a result.
func newFunctions(list []explain.Function) (out []Function) {
	for _, f := range list {
		out = append(out, Function{Column: f.Column, Name: f.Name, Of: f.Of, Degrees: f.Degrees, LeftOut: f.LeftOut})
	}
	return out
}

// InWords says what the column that took no part is: sin_i = sin(alpha) in degrees.
func (f Function) InWords() string {
	switch {
	case strings.HasSuffix(f.Name, "/"):
		return fmt.Sprintf("%s = %s%s", f.Column, f.Name, f.Of)
	case f.Degrees:
		return fmt.Sprintf("%s = %s(%s) in degrees", f.Column, f.Name, f.Of)
	}
	return fmt.Sprintf("%s = %s(%s)", f.Column, f.Name, f.Of)
}

// Slip is a row that breaks equations which the others obey exactly.
type Slip struct {
	Line      int   `json:"line"`
	Equations []int `json:"equations"` // their places among the generators, from 1
}

// takeExact takes over what a result says of settings and of rows that break equations.
func (l *Learn) takeExact(r *explain.Result) {
	for _, s := range r.Settings {
		l.Settings = append(l.Settings, NewSetting(s))
	}
	for _, s := range r.Slips {
		slip := Slip{Line: s.Line}
		for _, g := range s.Generators {
			slip.Equations = append(slip.Equations, g+1)
			l.Generators[g].broken = append(l.Generators[g].broken, s.Line)
		}
		l.Slips = append(l.Slips, slip)
	}
}

// setAside are the outliers that are no slips.
func (l *Learn) setAside() []int {
	return slices.DeleteFunc(slices.Clone(l.Outliers), func(line int) bool {
		return slices.ContainsFunc(l.Slips, func(s Slip) bool { return s.Line == line })
	})
}

// exactSummary are the lines about settings, rows that break equations, and how far
// exact equations were looked for.
func (l *Learn) exactSummary() []string {
	var lines []string
	for _, s := range l.Slips {
		var which []string
		for _, n := range s.Equations {
			which = append(which, l.Generators[n-1].Polynomial+" = 0")
		}
		lines = append(lines, fmt.Sprintf("line %d breaks %s", s.Line, strings.Join(which, " and ")))
	}
	for _, s := range l.Settings {
		if s.Of != nil {
			lines = append(lines, s.InWords())
			continue
		}
		lines = append(lines, fmt.Sprintf("%s takes %d values only: %s", s.Name, len(s.Values), strings.Join(s.Values, ", ")))
	}
	if len(l.Settings) > 0 {
		lines = append(lines, "  what holds only for the sake of such values is no equation")
	}
	for _, name := range l.Counters {
		lines = append(lines, fmt.Sprintf("%s numbers the rows and takes no part", name))
	}
	for _, f := range l.Functions {
		lines = append(lines, fmt.Sprintf("%s within the rounding of the cells: %s takes no part in the search with noise", f.InWords(), f.LeftOut))
	}
	if l.ExactTo > 0 {
		text := fmt.Sprintf("equations that hold exactly were looked for up to degree %d", l.ExactTo)
		if l.Owed {
			text += "; those of the next degree are owed to the number of rows"
		}
		lines = append(lines, text)
	}
	if l.Rest != "" {
		lines = append(lines, "nothing else was found: "+l.Rest)
	}
	return lines
}
