package report

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/kexplain/kexplain/explain/conserved"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/internal/decimal"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/internal/sides"
	"github.com/kexplain/kexplain/internal/stable"
)

// ConservedSchema names the JSON of a Conserved.
const ConservedSchema = "kexplain/conserved/1"

// Conserved is the report of polynomials that are constant within groups of rows.
type Conserved struct {
	Schema      string   `json:"schema"`
	Version     string   `json:"version"`
	Data        Data     `json:"data"`
	Definitions []string `json:"definitions,omitempty"`
	Notes       []string `json:"notes,omitempty"` // which rows were left out
	Variables   []string `json:"variables"`
	Degree      int      `json:"degree"`
	Seed        uint64   `json:"seed"`
	NoiseGiven  bool     `json:"noise_given,omitempty"` // the noise of laws is in units of --noise
	Trials      int      `json:"trials"`
	Groups      int      `json:"groups"`
	Window      int      `json:"window,omitempty"` // rows of a group; 0 where groups are whole trials
	Identities  []string `json:"identities,omitempty"`
	Laws        []Law    `json:"laws"`
	Nearest     *Law     `json:"nearest,omitempty"` // where there is no law

	info table.Info
}

// Law is a polynomial that is constant within groups.
type Law struct {
	Polynomial string          `json:"polynomial"` // with standard errors in the last digits
	Terms      []ConservedTerm `json:"terms"`
	Covariance [][]Float       `json:"covariance"` // of the errors of the terms' estimates
	Noise      Float           `json:"noise"`      // of each measured column, over its noise as given
	Next       Float           `json:"next"`       // noise of the best polynomial with a term less
	Null       Float           `json:"null"`       // least noise of the same search on rows without the law
	Nats       Float           `json:"nats"`       // evidence against those
	Between    Float           `json:"between"`
	Motion     Float           `json:"motion"`                 // its share of the variance without errors, within groups
	MotionSize Float           `json:"motion_size"`            // in standard errors
	Along      string          `json:"motion_along,omitempty"` // the column in whose order neighbours show it; else that of the table
	Doubt      string          `json:"doubt,omitempty"`        // why it may be no law
	Constants  []GroupConstant `json:"constants"`
}

// ConservedTerm is a term of a law. The leading coefficient is 1 and has no error.
type ConservedTerm struct {
	Exponents []int `json:"exponents"`
	Estimate  Float `json:"estimate"`
	Stderr    Float `json:"stderr"`
}

// GroupConstant is the value of a law in a group of lines.
type GroupConstant struct {
	First  int   `json:"first_line"`
	Last   int   `json:"last_line"`
	Value  Float `json:"value"`
	Stderr Float `json:"stderr"`
	Drift  Float `json:"drift"`
	Error  Float `json:"drift_stderr"`
}

// NewConserved makes the report of a search. line returns the line of the file that a row
// was read from.
func NewConserved(version string, info table.Info, r *conserved.Result, line func(row int) int) *Conserved {
	c := &Conserved{
		Schema: ConservedSchema, Version: version, Data: NewData(info), Variables: table.Identifiers(r.Names),
		Degree: r.Degree, Trials: r.Trials, Groups: r.Groups, Laws: []Law{}, info: info,
	}
	if r.Window > 0 {
		c.Window = r.Window
	}
	for _, f := range r.Identities {
		c.Identities = append(c.Identities, c.identity(f))
	}
	for _, l := range r.Laws {
		c.Laws = append(c.Laws, c.law(r, l, line))
	}
	if r.Nearest != nil {
		l := c.law(r, *r.Nearest, line)
		c.Nearest = &l
	}
	return c
}

func (c *Conserved) law(r *conserved.Result, l conserved.Law, line func(row int) int) Law {
	out := Law{
		Polynomial: c.polynomial(l.Terms), Noise: Float(l.Noise), Next: Float(l.Next), Null: Float(l.Null),
		Nats: Float(l.Nats), Between: Float(l.Between),
		Motion: Float(l.Motion.Share), MotionSize: Float(l.Motion.Size), Along: l.Motion.Along,
	}
	switch {
	case l.Motion.Uneven > 0:
		out.Doubt = fmt.Sprintf("is constant approximately only: at the rows where errors change it least it needs errors %s times as large as where they change it most",
			decimal.Number(l.Motion.Uneven, 2))
	case l.Motion.Approximate():
		out.Doubt = "is constant approximately only: " + out.moves()
	case r.Alike(l):
		out.Doubt = "has constants that differ by little more than it varies within windows, so it may be any slow change"
	case r.Dense(l):
		out.Doubt = fmt.Sprintf("has %d of the %d monomials of its degree, and so many follow any smooth function that is constant, so it need not be a law",
			len(l.Terms), r.Monomials)
	}
	for _, t := range l.Terms {
		out.Terms = append(out.Terms, ConservedTerm{Exponents: t.Exponents, Estimate: Float(t.Coefficient), Stderr: Float(t.Error)})
	}
	for _, row := range l.Covariance {
		out.Covariance = append(out.Covariance, floatsOf(row))
	}
	for _, g := range l.Constants {
		out.Constants = append(out.Constants, GroupConstant{
			First: line(g.First), Last: line(g.Last), Value: Float(g.Value), Stderr: Float(g.Error),
			Drift: Float(g.Drift), Error: Float(g.DriftError),
		})
	}
	return out
}

// polynomial writes terms with standard errors in units of the last digit.
func (c *Conserved) polynomial(terms []conserved.Term) string {
	var b strings.Builder
	for i, t := range terms {
		factors := c.factors(t.Exponents)
		size := math.Abs(t.Coefficient)
		number := decimal.Number(size, 6)
		if t.Error > 0 {
			number = decimal.Uncertain(size, t.Error)
		}
		if number != "1" || len(factors) == 0 {
			factors = stable.Insert(factors, 0, number)
		}
		switch {
		case i == 0 && t.Coefficient < 0:
			b.WriteString("-")
		case i > 0 && t.Coefficient < 0:
			b.WriteString(" - ")
		case i > 0:
			b.WriteString(" + ")
		}
		b.WriteString(strings.Join(factors, "*"))
	}
	return b.String()
}

// factors are the powers of variables of a monomial.
func (c *Conserved) factors(exponents []int) []string {
	var list []string
	for a, e := range exponents {
		switch {
		case e == 1:
			list = append(list, c.Variables[a])
		case e > 1:
			list = append(list, fmt.Sprintf("%s^%d", c.Variables[a], e))
		}
	}
	return list
}

// identity writes an identity of the columns with nothing subtracted, in whole numbers where
// its coefficients have small denominators: 2*a*b*c + 1 = a^2 + b^2 + c^2.
func (c *Conserved) identity(f conserved.Identity) string {
	denominator, small := f.Denominator()
	var list []sides.Term
	for _, t := range f.Terms {
		number := decimal.Number(t.Coefficient, 6)
		if small {
			number = strconv.FormatFloat(math.Round(t.Coefficient*float64(denominator)), 'f', -1, 64)
		}
		monomial := strings.Join(c.factors(t.Exponents), "*")
		if monomial == "" {
			monomial = "1"
		}
		list = append(list, sides.Term{Coefficient: number, Monomial: monomial, Exponents: t.Exponents})
	}
	plus, minus := sides.BySign(list)
	if len(minus) == 0 {
		return sides.Sum(plus) + " = 0"
	}
	return sides.Sum(plus) + " = " + sides.Sum(minus)
}

// WriteText writes the report for people.
func (c *Conserved) WriteText(w io.Writer) error {
	var b strings.Builder
	comment(&b, c.info.String())
	if len(c.Definitions) > 0 {
		comment(&b, "with "+strings.Join(c.Definitions, ", "))
	}
	for _, note := range c.Notes {
		comment(&b, note)
	}
	comment(&b, "constant within each of "+c.groups())
	b.WriteString("\n")
	for _, l := range c.Laws {
		if l.Doubt != "" {
			comment(&b, "approximately:")
		}
		fmt.Fprintf(&b, "%s = constant\n", l.Polynomial)
		comment(&b, c.findings(l)...)
		b.WriteString("\n")
	}
	for _, f := range c.Identities {
		comment(&b, "no law but an identity of these columns, true whatever they do: "+f)
	}
	comment(&b, RepeatLine(c.Version, c.Data))
	b.WriteString("\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func (c *Conserved) groups() string {
	if c.Window == 0 {
		return plural.Count(c.Groups, "trial")
	}
	trials := ""
	if c.Trials > 1 {
		trials = fmt.Sprintf(" in %d trials", c.Trials)
	}
	return fmt.Sprintf("%s of about %d rows%s", plural.Count(c.Groups, "window"), c.Window, trials)
}

// findings are the lines about a law.
func (c *Conserved) findings(l Law) []string {
	unit := "of each measured column's standard deviation"
	if c.NoiseGiven {
		unit = "times those of --noise"
	}
	lines := []string{
		fmt.Sprintf("  errors of %s %s explain what is not constant", decimal.Number(float64(l.Noise), 2), unit),
	}
	if l.Next > 0 {
		lines = append(lines, fmt.Sprintf("  with one term less the errors would have to be %s times as large",
			decimal.Number(float64(l.Next/l.Noise), 2)))
	}
	lines = append(lines, fmt.Sprintf("  evidence: %.0f nats ahead of the same search on rows without a law", float64(l.Nats)))
	first, last := l.Constants[0], l.Constants[len(l.Constants)-1]
	lines = append(lines, fmt.Sprintf("  the constant goes from %s (lines %d to %d) to %s (lines %d to %d); %s of its variance lies between groups",
		decimal.Uncertain(float64(first.Value), float64(first.Stderr)), first.First, first.Last,
		decimal.Uncertain(float64(last.Value), float64(last.Stderr)), last.First, last.Last, share(float64(l.Between))))
	if l.Doubt != "" {
		lines = append(lines, "  doubt: "+l.Doubt)
	}
	return lines
}

// moves says what neighbouring rows show.
func (l Law) moves() string {
	neighbours := "neighbouring rows"
	if l.Along != "" {
		neighbours = "rows of a group with nearly the same " + l.Along
	}
	return fmt.Sprintf("%s of its variance is motion within groups and no error, since %s agree on it (%.0f standard errors)",
		share(float64(l.Motion)), neighbours, float64(l.MotionSize))
}

// Refusal says why there is no law.
func (c *Conserved) Refusal() string {
	const without = "; an equation that all rows obey is found without --groups"
	if c.Nearest == nil {
		return fmt.Sprintf("no polynomial of degree ≤ %d is constant within %s", c.Degree, c.groups()) + without
	}
	why := shortfall(float64(c.Nearest.Nats))
	if c.Nearest.Doubt != "" && c.Nearest.Nats > 0 {
		why = c.Nearest.Doubt
	}
	return fmt.Sprintf("no polynomial of degree ≤ %d is constant within %s beyond what rows without a law show; the nearest, of %s, %s",
		c.Degree, c.groups(), plural.Count(len(c.Nearest.Terms), "term"), why) + without
}

func shortfall(nats float64) string {
	if nats < 0 {
		return fmt.Sprintf("is %.0f nats behind those", -nats)
	}
	return fmt.Sprintf("is only %.0f nats ahead of those", nats)
}
