package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/equations"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/internal/decimal"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/internal/sides"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
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
	Polynomial string    `json:"polynomial"` // of an equation that or its negative, with a positive leading coefficient
	Equation   string    `json:"equation"`   // as given, and with two sides where a polynomial was
	Degree     int       `json:"degree"`
	Exact      Exact     `json:"exact"`
	Residual   *Distance `json:"residual"` // nil where no point has a distance
	Verdict    string    `json:"verdict"`  // exact, rounding, noise, undecided or fails
	Rounding   *Rounding `json:"rounding,omitempty"`
	Noise      *NoiseFit `json:"noise,omitempty"`
	Worst      []Misfit  `json:"worst,omitempty"` // rows at which it does not hold within rounding, the worst first

	verdict  explain.Verdict
	learned  string // the noise that it was learned with, in words
	measured bool   // some decimal has a standard error
}

// Rounding says at how many points a polynomial has a zero within the rounding of the
// cells.
type Rounding struct {
	Within    int `json:"within"`
	Undecided int `json:"undecided,omitempty"`
	// AsWritten is within where cells of settings, which are columns of few values or of even
	// steps, count as exact; both are left out where there are none.
	AsWritten *int     `json:"as_written,omitempty"`
	Settings  []string `json:"settings,omitempty"`
	// CutOff or RoundedUp is the column whose cells were cut off, or rounded up, and not rounded; moved by half a unit, they are counted.
	CutOff    string `json:"cut_off,omitempty"`
	RoundedUp string `json:"rounded_up,omitempty"`
	// Loose are coefficients of a learned equation that the cells do not single out.
	Loose []Interval `json:"loose,omitempty"`
}

// Interval is a coefficient, without its sign, and what the cells allow in its place.
type Interval struct {
	Coefficient string `json:"coefficient"`
	Monomial    string `json:"monomial"` // the term of the coefficient, "1" for a constant
	Low         Float  `json:"low"`
	High        Float  `json:"high"`
}

// newRounding is nil where no cell is rounded.
func newRounding(r explain.Rounding) *Rounding {
	if !r.Rounded {
		return nil
	}
	out := &Rounding{Within: r.Within, Undecided: r.Undecided, Settings: r.Settings, CutOff: r.CutOff, RoundedUp: r.RoundedUp}
	if len(r.Settings) > 0 {
		out.AsWritten = &r.AsWritten
	}
	for _, l := range r.Loose {
		out.Loose = append(out.Loose, Interval{decimals{}.Format(l.Coefficient), l.Monomial, Float(l.Low), Float(l.High)})
	}
	return out
}

// cut says which cells were cut off, or rounded up.
func (r *Rounding) cut() string {
	switch {
	case r.CutOff != "":
		return ": those of " + r.CutOff + " are cut off, not rounded"
	case r.RoundedUp != "":
		return ": those of " + r.RoundedUp + " are all rounded up"
	}
	return ""
}

// NoiseFit compares the deviations of the points with the noise given.
type NoiseFit struct {
	RMS       Float   `json:"rms"` // in standard deviations
	Max       Float   `json:"max"`
	MaxLine   int     `json:"max_line,omitempty"`
	Undefined int     `json:"undefined,omitempty"`
	Learned   []Float `json:"learned,omitempty"` // standard deviations of the variables, where they are those of the report of learn
}

// Misfit is a row that an equation does not fit.
type Misfit struct {
	Line     int   `json:"line"`
	Distance Float `json:"distance"`    // in data units, null where it is not defined
	Z        Float `json:"z,omitempty"` // in standard deviations of the noise given
}

// VerdictName returns the word that stands for a verdict in JSON.
func VerdictName(v explain.Verdict) string {
	switch v {
	case explain.Exactly:
		return "exact"
	case explain.WithinRounding:
		return "rounding"
	case explain.WithinNoise:
		return "noise"
	case explain.Undecided:
		return "undecided"
	}
	return "fails"
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

// Add appends an equation: as it was given, and what was found.
func (c *Check) Add(from equations.Equation, k explain.Checked) {
	given, r := from.Text, k.Residual
	p := k.Polynomial
	if strings.Contains(given, "=") && !p.IsZero() && p.LeadingCoefficient().Sign() < 0 {
		p = p.Neg()
	}
	e := CheckedEquation{
		Given: given, Polynomial: p.String(), Equation: asGiven(given, k.Polynomial), Degree: k.Polynomial.Degree(),
		Exact: Exact{
			Vanishing: k.Exact.Vanishing, Points: k.Exact.Points,
			MaxAbs: Float(k.Exact.MaxAbs.Float64()), MaxAbsExact: k.Exact.MaxAbs.String(), MaxAbsLine: k.MaxAbsLine,
		},
	}
	if r.Undefined < k.Exact.Points {
		e.Residual = &Distance{RMS: Float(r.RMS), Max: Float(r.Max), MaxLine: r.MaxLine, Undefined: r.Undefined}
	}
	e.Verdict, e.verdict = VerdictName(k.Verdict), k.Verdict
	e.Rounding = newRounding(k.Rounding)
	if n := k.Noise; n != nil {
		e.Noise = &NoiseFit{RMS: Float(n.RMS), Max: Float(n.Max), MaxLine: n.MaxLine, Undefined: n.Undefined, Learned: floatsOf(n.Learned)}
		e.learned = c.levels(n.Learned)
	}
	e.measured = from.Measured()
	for _, m := range k.Worst {
		e.Worst = append(e.Worst, Misfit{Line: m.Line, Distance: Float(m.Distance), Z: Float(m.Z)})
	}
	c.Equations = append(c.Equations, e)
}

// levels are the standard deviations of the variables in words, empty for none.
func (c *Check) levels(std []float64) string {
	var parts []string
	for j, s := range std {
		if s == 0 {
			continue
		}
		text := "± " + decimal.Number(s, 2)
		if u := c.info.Unit(c.Variables[j]); u != "" {
			text += " " + u
		}
		parts = append(parts, text+" in "+c.Variables[j])
	}
	return and(parts)
}

// asGiven is an equation as it was given, and with two sides where that was a polynomial.
func asGiven(given string, p *poly.Polynomial[ring.Rat]) string {
	if strings.Contains(given, "=") {
		return strings.Join(strings.Fields(given), " ")
	}
	return sides.Equation(addends(p, decimals{}.Format))
}

// Require is an error that names the first equation whose verdict is worse than the one
// named. An empty name requires nothing.
func (c *Check) Require(name string) error {
	for _, e := range c.Equations {
		for _, v := range []explain.Verdict{explain.Exactly, explain.WithinRounding, explain.WithinNoise} {
			if VerdictName(v) == name && e.verdict < v {
				return fmt.Errorf("required %s, but %s %s%s", name, e.Equation, e.verdict, e.worst())
			}
		}
	}
	return nil
}

// worst names the rows that the equation fits worst.
func (e CheckedEquation) worst() string {
	if len(e.Worst) == 0 {
		return ""
	}
	var lines []string
	for _, m := range e.Worst {
		lines = append(lines, strconv.Itoa(m.Line))
	}
	if len(lines) == 1 {
		return "; worst in line " + lines[0]
	}
	return "; worst in lines " + strings.Join(lines, ", ")
}

// WriteText writes the report for people. What is not an equation is a comment,
// so that the text is a list of equations again.
func (c *Check) WriteText(w io.Writer) error {
	var b strings.Builder
	comment(&b, c.info.Brief())
	for _, e := range c.Equations {
		fmt.Fprintf(&b, "\n%s\n", e.Equation)
		comment(&b, e.findings()...)
	}
	if left := c.info.LeftOut(); len(left) > 0 {
		comment(&b, "left out: "+strings.Join(left, ", "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// findings are the lines about one equation.
func (e CheckedEquation) findings() []string {
	vanishes := fmt.Sprintf("  vanishes exactly at %d of %s", e.Exact.Vanishing, plural.Count(e.Exact.Points, "point"))
	if e.Exact.Vanishing == e.Exact.Points {
		return []string{vanishes}
	}
	lines := []string{"  " + e.holds() + e.worst(), vanishes}
	if e.Rounding != nil {
		within := fmt.Sprintf("  within the rounding of the cells at %d of %s", e.Rounding.Within, plural.Count(e.Exact.Points, "point"))
		if n := e.Rounding.AsWritten; n != nil && *n < e.Rounding.Within {
			within += fmt.Sprintf(", at %d with %s exactly as written", *n, strings.Join(e.Rounding.Settings, " and "))
		}
		if e.Rounding.Undecided > 0 {
			within += fmt.Sprintf(", not decided at %d", e.Rounding.Undecided)
		}
		within += e.Rounding.cut()
		lines = append(lines, within)
	}
	lines = append(lines, fmt.Sprintf("  largest exact residual %s%s", rationalText(e.Exact.MaxAbsExact), atLine(e.Exact.MaxAbsLine)))
	if e.Residual == nil {
		lines = append(lines, noDistance)
	} else {
		lines = append(lines, e.Residual.lines()...)
	}
	if n := e.Noise; n != nil {
		given := "given"
		if e.learned != "" {
			given = "that it was learned with"
		}
		lines = append(lines, fmt.Sprintf("  in standard deviations of the noise %s: rms %s, largest %s%s", given,
			decimal.Number(float64(n.RMS), 3), decimal.Number(float64(n.Max), 3), atLine(n.MaxLine)))
	}
	return lines
}

// holds is the verdict in words.
func (e CheckedEquation) holds() string {
	switch {
	case e.learned != "" && e.verdict == explain.WithinNoise:
		return "holds to about " + e.learned + ", as learned"
	case e.learned != "" && e.verdict == explain.Fails:
		return e.verdict.String() + " to about " + e.learned + ", as it was learned"
	case e.measured && e.Noise == nil && e.verdict == explain.Fails:
		return e.verdict.String() + " exactly, which measured constants never do: say how large the errors are by --noise"
	}
	return e.verdict.String()
}

const noDistance = "  no distance to its zero set: its gradient is zero or out of range at every point"

// lines say how far the points are from the zero set.
func (d Distance) lines() []string {
	lines := []string{fmt.Sprintf("  distance in data units: rms %s, largest %s%s",
		decimal.Number(float64(d.RMS), 4), decimal.Number(float64(d.Max), 4), atLine(d.MaxLine))}
	if d.Undefined > 0 {
		lines = append(lines, "  left out of the distance, gradient zero or out of range: "+plural.Count(d.Undefined, "point"))
	}
	return lines
}
