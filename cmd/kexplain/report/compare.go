package report

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/kexplain/kexplain/explain/compare"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/internal/decimal"
	"github.com/kexplain/kexplain/internal/escape"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/poly"
)

// CompareSchema names the JSON of a Compare.
const CompareSchema = "kexplain/compare/1"

// Compare is the report of kexplain compare.
type Compare struct {
	Schema    string           `json:"schema"`
	Version   string           `json:"version"`
	Data      Data             `json:"data"`
	Variables []string         `json:"variables"`
	Constant  []string         `json:"constant"`
	Points    comparePoints    `json:"points"`
	Degree    int              `json:"degree"`
	Monomials int              `json:"monomials"`
	Epsilon   float64          `json:"epsilon"`
	Seed      uint64           `json:"seed"`
	Resamples int              `json:"resamples"`
	Methods   []comparedMethod `json:"methods"`

	info      table.Info
	result    *compare.Result
	equations bool
}

type comparePoints struct {
	Train int `json:"train"`
	Held  int `json:"held"`
}

// comparedMethod is one row of the table.
type comparedMethod struct {
	Method     string             `json:"method"`
	Epsilon    float64            `json:"epsilon"`
	Error      string             `json:"error,omitempty"`
	Generators []string           `json:"generators"`
	Degrees    []int              `json:"degrees"` // number of generators of degree 0, 1, …
	Terms      int                `json:"terms"`
	Dimension  int                `json:"dimension"`
	Residual   compareResidual    `json:"residual"`
	Angles     map[string]float64 `json:"angles"`
	Same       []string           `json:"not_distinguishable_from"`
	Truth      *compareTruth      `json:"truth,omitempty"`
	Cost       *compareCost       `json:"cost,omitempty"`
}

type compareResidual struct {
	Train *compareDistance `json:"train"` // nil without equations
	Held  *compareDistance `json:"held"`
}

type compareDistance struct {
	RMS float64 `json:"rms"`
	Max float64 `json:"max"`
}

type compareTruth struct {
	Exact     bool    `json:"exact"`
	Numerical bool    `json:"numerical"`
	Angle     float64 `json:"angle"`
	Terms     int     `json:"true_terms"`
}

type compareCost struct {
	Seconds float64 `json:"seconds"`
	Bytes   uint64  `json:"bytes"`
}

// NewCompare makes the report of a comparison: with the cost of each method, and in the text with the equations, where they are
// asked for.
func NewCompare(version string, info table.Info, r *compare.Result, seed uint64, cost, equations bool) *Compare {
	c := &Compare{
		Schema: CompareSchema, Version: version, Data: NewData(info), Variables: r.Variables,
		Constant: append([]string{}, r.Constant...), Points: comparePoints{r.Train, r.Held},
		Degree: r.Degree, Monomials: r.Monomials, Epsilon: r.Epsilon,
		Seed: seed, Resamples: r.Resamples, info: info, result: r, equations: equations,
	}
	for i, m := range r.Methods {
		row := comparedMethod{
			Method: m.Name, Epsilon: m.Epsilon, Generators: append([]string{}, m.Texts...), Degrees: append([]int{}, m.Degrees...),
			Terms: m.Terms, Dimension: m.Dimension, Angles: map[string]float64{}, Same: append([]string{}, m.Same...),
		}
		if m.Err != nil {
			row.Error = escape.Joined(m.Err.Error())
		}
		if len(m.Equations) > 0 {
			row.Residual.Train = &compareDistance{m.TrainDistance.RMS, m.TrainDistance.Max}
			row.Residual.Held = &compareDistance{m.HeldDistance.RMS, m.HeldDistance.Max}
		}
		for j, other := range r.Methods {
			if a := r.Angles[i][j]; i != j && !math.IsNaN(a) {
				row.Angles[other.Name] = a
			}
		}
		if v := m.Truth; v != nil {
			row.Truth = &compareTruth{Exact: v.Exact, Numerical: v.Numerical, Angle: v.Angle, Terms: v.TrueTerms}
		}
		if cost {
			row.Cost = &compareCost{m.Seconds, m.Bytes}
		}
		c.Methods = append(c.Methods, row)
	}
	return c
}

// WriteText writes the report for people.
func (c *Compare) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintln(&b, c.info)
	fmt.Fprintf(&b, "%s to learn from, %d held out, seed %d; degree up to %d; threshold %s of the size of each variable%s\n",
		plural.Count(c.Points.Train, "point"), c.Points.Held, c.Seed, c.Degree, decimal.Number(c.Epsilon, 3), c.own())
	if missing := c.Monomials - c.Points.Train; missing > 0 {
		fmt.Fprintf(&b, "beware: %d monomials and %s, so polynomials vanish whatever the data are (dimension %d at least)\n",
			c.Monomials, plural.Count(c.Points.Train, "point"), missing)
	}
	fmt.Fprintln(&b)
	c.writeTable(&b)
	c.writeAngles(&b)
	if c.equations {
		c.writeEquations(&b)
	}
	fmt.Fprintf(&b, "\n%s\n", RepeatLine(c.Version, c.Data))
	_, err := io.WriteString(w, b.String())
	return err
}

// writeTable writes the row of each method.
func (c *Compare) writeTable(w io.Writer) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	head := []string{"method", "equations", "by degree", "terms", "dimension", "distance", "largest", "held out", "largest"}
	groups, truth, cost := c.Resamples > 0, c.Methods[0].Truth != nil, c.Methods[0].Cost != nil
	if groups {
		head = append(head, "alike")
	}
	if truth {
		head = append(head, "recovery")
	}
	if cost {
		head = append(head, "ms", "MB")
	}
	fmt.Fprintln(t, strings.Join(head, "\t"))
	for _, m := range c.Methods {
		if m.Error != "" {
			fmt.Fprintln(t, m.Method+strings.Repeat("\t-", len(head)-1))
			continue
		}
		row := []string{m.Method, fmt.Sprint(len(m.Generators)), byDegree(m.Degrees), fmt.Sprint(m.Terms), fmt.Sprint(m.Dimension)}
		for _, d := range []*compareDistance{m.Residual.Train, m.Residual.Held} {
			if d == nil {
				row = append(row, "-", "-")
			} else {
				row = append(row, c.distance(d.RMS), c.distance(d.Max))
			}
		}
		if groups {
			row = append(row, c.letters(m.Method))
		}
		if truth {
			row = append(row, recovery(m.Truth))
		}
		if cost {
			row = append(row, fmt.Sprintf("%.1f", 1000*m.Cost.Seconds), fmt.Sprintf("%.1f", float64(m.Cost.Bytes)/1e6))
		}
		fmt.Fprintln(t, strings.Join(row, "\t"))
	}
	t.Flush() // a strings.Builder does not fail
	for _, m := range c.Methods {
		if m.Error != "" {
			fmt.Fprintf(w, "%s failed: %s\n", m.Method, m.Error)
		}
	}
	fmt.Fprintln(w, "\ndistance: root mean square over the points, and largest, from the worst equation, in units of the data")
	if groups {
		fmt.Fprintf(w, "alike: methods with a letter in common are not distinguishable by the distance held out, over %d half samples;\n"+
			"a dash where fewer than two of these gave an equation\n", c.Resamples)
	}
}

// own names the methods with thresholds of their own.
func (c *Compare) own() string {
	text := ""
	for _, m := range c.Methods {
		if m.Epsilon != c.Epsilon {
			text += fmt.Sprintf(", %s for %s", decimal.Number(m.Epsilon, 3), m.Method)
		}
	}
	return text
}

// letters names the groups of methods that the half samples do not separate,
// a, b, … in the order of the table, to which a method belongs.
func (c *Compare) letters(method string) string {
	text := ""
	for i, group := range c.result.Groups {
		if slices.Contains(group, method) {
			text += groupName(i)
		}
	}
	if text == "" {
		return "-"
	}
	return text
}

// groupName returns a, …, z, and numbers in parentheses after these.
func groupName(i int) string {
	if i < 26 {
		return string(rune('a' + i))
	}
	return fmt.Sprintf("(%d)", i+1)
}

// distance writes a distance with three digits, and nothing but rounding as 0.
func (c *Compare) distance(d float64) string {
	if d < c.result.Rounding {
		return "0"
	}
	return decimal.Number(d, 3)
}

// byDegree writes the numbers of generators of degree 1, 2, … with plus signs.
func byDegree(counts []int) string {
	var parts []string
	for d := 1; d < len(counts); d++ {
		parts = append(parts, fmt.Sprint(counts[d]))
	}
	return strings.Join(parts, "+")
}

// recovery says in a word how the truth was met.
func recovery(t *compareTruth) string {
	switch {
	case t.Exact:
		return "exact"
	case t.Numerical:
		return "numerical"
	}
	return "no"
}

// writeAngles writes the matrix of principal angles.
func (c *Compare) writeAngles(w io.Writer) {
	fmt.Fprintln(w, "\nlargest principal angle between the spaces generated, in radians")
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, m := range c.Methods {
		fmt.Fprintf(t, "\t%s", m.Method)
	}
	fmt.Fprintln(t)
	for _, m := range c.Methods {
		fmt.Fprint(t, m.Method)
		for _, other := range c.Methods {
			a, ok := m.Angles[other.Method]
			switch {
			case m.Method == other.Method:
				fmt.Fprint(t, "\t.")
			case !ok:
				fmt.Fprint(t, "\t-")
			default:
				fmt.Fprintf(t, "\t%s", angleText(a))
			}
		}
		fmt.Fprintln(t)
	}
	t.Flush()
}

// angleText writes an angle with two digits; below rounding it is zero.
func angleText(a float64) string {
	const rounding = 1e-9
	if a < rounding {
		return "0"
	}
	return decimal.Number(a, 2)
}

// shownDigits is the number of digits of coefficients in the list of equations;
// JSON has all of them.
const shownDigits = 4

// writeEquations lists the equations of every method.
func (c *Compare) writeEquations(w io.Writer) {
	fmt.Fprintf(w, "\nequations, numerical coefficients with %d digits\n", shownDigits)
	for _, m := range c.result.Methods {
		for i, p := range m.Equations {
			text := m.Texts[i]
			if !m.Exact {
				text = shortened(p).String()
			}
			fmt.Fprintf(w, "  %s: %s\n", m.Name, text)
		}
	}
}

// shortened returns the polynomial with rounded coefficients.
func shortened(p *poly.Polynomial[float64]) *poly.Polynomial[float64] {
	var terms []poly.Term[float64]
	for m, x := range p.Terms() {
		terms = append(terms, poly.Term[float64]{Monomial: m, Coefficient: toDigits(x, shownDigits)})
	}
	return p.Ring().FromTerms(terms)
}
