package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/internal/decimal"
)

// CheckSchema names the JSON of a Check.
const CheckSchema = "kexplain/check/1"

// Check is the report of given equations tested on given points.
type Check struct {
	Schema    string            `json:"schema"`
	Version   string            `json:"version"`
	Data      Data              `json:"data"`
	Variables []string          `json:"variables"`
	Points    int               `json:"points"`
	Equations []CheckedEquation `json:"equations"`

	info table.Info
}

// CheckedEquation is one equation of a Check.
type CheckedEquation struct {
	Given      string    `json:"given"`
	Polynomial string    `json:"polynomial"`
	Degree     int       `json:"degree"`
	Exact      Exact     `json:"exact"`
	Residual   *Distance `json:"residual"` // nil where no point has a distance
}

// Exact says where a polynomial is exactly zero.
type Exact struct {
	Vanishing   int    `json:"vanishing"`
	Points      int    `json:"points"`
	MaxAbs      Float  `json:"max_abs"`       // largest absolute value
	MaxAbsExact string `json:"max_abs_exact"` // the same as a rational number
	MaxAbsLine  int    `json:"max_abs_line,omitempty"`
}

// Distance says how far the points are from the zero set, in data units.
type Distance struct {
	RMS       Float `json:"rms"`
	Max       Float `json:"max"`
	MaxLine   int   `json:"max_line,omitempty"`
	Undefined int   `json:"undefined,omitempty"` // points where only the gradient vanishes, or out of range
}

// NewCheck returns a report without equations.
func NewCheck(version string, info table.Info, variables []string) *Check {
	return &Check{
		Schema: CheckSchema, Version: version, Data: NewData(info), Variables: variables,
		Points: info.Rows, Equations: []CheckedEquation{}, info: info,
	}
}

// Add appends an equation: its text, lhs - rhs, and what was found.
func (c *Check) Add(given string, k explain.Checked) {
	r := k.Residual
	e := CheckedEquation{
		Given: given, Polynomial: k.Polynomial.String(), Degree: k.Polynomial.Degree(),
		Exact: Exact{
			Vanishing: k.Exact.Vanishing, Points: k.Exact.Points,
			MaxAbs: Float(k.Exact.MaxAbs.Float64()), MaxAbsExact: k.Exact.MaxAbs.String(), MaxAbsLine: k.MaxAbsLine,
		},
	}
	if r.Undefined < k.Exact.Points {
		e.Residual = &Distance{RMS: Float(r.RMS), Max: Float(r.Max), MaxLine: r.MaxLine, Undefined: r.Undefined}
	}
	c.Equations = append(c.Equations, e)
}

// WriteText writes the report for people. What is not an equation is a comment,
// so that the text is a list of equations again.
func (c *Check) WriteText(w io.Writer) error {
	var b strings.Builder
	comment(&b, c.info.String())
	for _, e := range c.Equations {
		fmt.Fprintf(&b, "\n%s = 0\n", e.Polynomial)
		comment(&b, e.findings()...)
	}
	b.WriteByte('\n')
	comment(&b, RepeatLine(c.Version, c.Data))
	_, err := io.WriteString(w, b.String())
	return err
}

// findings are the lines about one equation.
func (e CheckedEquation) findings() []string {
	lines := []string{fmt.Sprintf("  vanishes exactly at %d of %s", e.Exact.Vanishing, plural(e.Exact.Points, "point"))}
	if e.Exact.Vanishing == e.Exact.Points {
		return lines
	}
	lines = append(lines, fmt.Sprintf("  largest exact residual %s%s", rationalText(e.Exact.MaxAbsExact), atLine(e.Exact.MaxAbsLine)))
	if e.Residual == nil {
		return append(lines, noDistance)
	}
	return append(lines, e.Residual.lines()...)
}

const noDistance = "  no distance to its zero set: its gradient is zero or out of range at every point"

// lines say how far the points are from the zero set.
func (d Distance) lines() []string {
	lines := []string{fmt.Sprintf("  distance in data units: rms %s, largest %s%s",
		decimal.Number(float64(d.RMS), 4), decimal.Number(float64(d.Max), 4), atLine(d.MaxLine))}
	if d.Undefined > 0 {
		lines = append(lines, "  left out of the distance, gradient zero or out of range: "+plural(d.Undefined, "point"))
	}
	return lines
}
