package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/internal/decimal"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// LearnSchema names the JSON of a Learn.
const LearnSchema = "kexplain/learn/1"

// Learn is the report of equations learned from points.
type Learn struct {
	Schema     string      `json:"schema"`
	Version    string      `json:"version"`
	Data       Data        `json:"data"`
	Variables  []string    `json:"variables"`
	Points     int         `json:"points"`
	Outliers   []int       `json:"outliers,omitempty"` // lines of the points set aside
	Degree     int         `json:"degree"`             // the largest looked at
	Kernel     string      `json:"kernel"`
	Seed       uint64      `json:"seed"`
	Noise      Noise       `json:"noise"`
	Generators []Generator `json:"generators"`
	Baseline   *Baseline   `json:"baseline,omitempty"` // where all equations hold exactly at all points
	Spectrum   []Spectrum  `json:"spectrum"`
	Settings   []Setting   `json:"settings,omitempty"`     // columns of few values: what holds for these alone is no equation
	Counters   []string    `json:"counters,omitempty"`     // columns that number the rows and took no part
	Slips      []Slip      `json:"slips,omitempty"`        // rows that break equations which the others obey exactly
	ExactTo    int         `json:"exact_degree,omitempty"` // up to which equations that hold exactly were looked for
	Owed       bool        `json:"owed_to_rows,omitempty"` // polynomials of the next degree vanish for want of rows
	Rest       string      `json:"unexplained,omitempty"`  // why nothing was found beside exact equations
	Shifted    []string    `json:"shifted,omitempty"`      // the origin of the search, where it was moved
	Steps      []string    `json:"steps,omitempty"`        // how the equations were found, when asked for

	info    table.Info
	explain bool
}

// Noise is the estimated noise of the data.
type Noise struct {
	Sigma  Float   `json:"sigma"`
	Stderr Float   `json:"stderr"` // 0 where sigma is less than rounding may cause and no estimate
	Unit   string  `json:"unit"`
	Std    []Float `json:"std"` // of every variable, in data units
}

// Generator is one learned equation.
type Generator struct {
	Polynomial      string        `json:"polynomial"`
	Degree          int           `json:"degree"`
	LeadingMonomial string        `json:"leading_monomial"`
	Rational        bool          `json:"rational"`
	Holds           bool          `json:"holds_exactly,omitempty"` // at all points as they are written, but for the slips
	Terms           []Term        `json:"terms"`
	Sigma           Float         `json:"sigma"` // the noise that it needs, in the unit of the noise
	Residual        Distance      `json:"residual"`
	Exact           Exact         `json:"exact"`
	Kernel          KernelReading `json:"kernel"`
	Approximation   bool          `json:"approximation"` // near the points rather than true of them: see doubt
	Doubt           string        `json:"doubt,omitempty"`

	poly      *poly.Polynomial[ring.Rat]
	uncertain string // the polynomial with error bars
	bound     string // a decimal that it stays below at the points, empty where it is 0
	broken    []int  // lines of the slips that break it
}

// Term is one term of a learned equation.
type Term struct {
	Exponents   []int  `json:"exponents"`
	Coefficient string `json:"coefficient"` // as printed
	Estimate    Float  `json:"estimate"`    // in the scaling of the polynomial
	Stderr      Float  `json:"stderr"`      // of the estimate; one term has 0, see explain.Term
	Exact       bool   `json:"exact"`       // the coefficient is claimed to be exact
}

// KernelReading is an equation seen in the feature space of the kernel.
type KernelReading struct {
	PhiNorm    Float `json:"phi_norm"`
	Certifying Float `json:"certifying"` // its share in the certifying space
}

// Spectrum is what the polynomials of a degree show of the data.
type Spectrum struct {
	Degree    int     `json:"degree"`
	Monomials int     `json:"monomials"`
	Rank      int     `json:"rank"`
	Singular  []Float `json:"singular_values"`
	Noise     []Float `json:"noise"` // smallest noise-unit values
	Reason    string  `json:"reason"`

	singular, noise []float64
}

// NewLearn makes the report of a result. Where why is set it has the steps, and
// the text has the spectrum, that the answer comes from.
func NewLearn(version string, info table.Info, r *explain.Result, why bool) *Learn {
	l := &Learn{
		Schema: LearnSchema, Version: version, Data: NewData(info), Variables: r.Variables,
		Points: r.Points, Outliers: r.Outliers, Degree: r.Degree, Kernel: r.Kernel, Seed: r.Seed,
		Noise:      Noise{Sigma: Float(r.Noise.Sigma), Stderr: Float(r.Noise.Stderr), Unit: r.Noise.Unit, Std: floatsOf(r.Noise.Std)},
		Generators: []Generator{}, Baseline: newBaseline(r.Baseline), Spectrum: []Spectrum{}, info: info, explain: why,
		Counters: r.Counters, ExactTo: r.ExactDegree, Owed: r.Owed, Rest: r.Unexplained,
	}
	for _, g := range r.Generators {
		l.Generators = append(l.Generators, newGenerator(g))
	}
	l.takeExact(r)
	for _, s := range r.Spectrum {
		l.Spectrum = append(l.Spectrum, Spectrum{
			Degree: s.Degree, Monomials: s.Monomials, Rank: s.Rank, Reason: s.Reason,
			Singular: floatsOf(s.Singular), Noise: floatsOf(s.Noise), singular: s.Singular, noise: s.Noise,
		})
	}
	for _, x := range r.Shifted {
		l.Shifted = append(l.Shifted, x.String())
	}
	if why {
		l.Steps = r.Steps
	}
	return l
}

func newGenerator(g explain.Generator) Generator {
	p := g.Polynomial
	out := Generator{
		Polynomial: display(p, g.Rational, poly.Text), Degree: p.Degree(),
		LeadingMonomial: p.Ring().FormatMonomial(p.LeadingMonomial()), Rational: g.Rational, Holds: g.Holds,
		Sigma: Float(g.Sigma),
		Residual: Distance{
			RMS: Float(g.Residual.RMS), Max: Float(g.Residual.Max), MaxLine: g.Residual.MaxLine, Undefined: g.Residual.Undefined,
		},
		Exact: Exact{
			Vanishing: g.Exact.Vanishing, Points: g.Exact.Points,
			MaxAbs: Float(g.Exact.MaxAbs.Float64()), MaxAbsExact: g.Exact.MaxAbs.String(),
		},
		Kernel:        KernelReading{Float(g.Kernel.PhiNorm), Float(g.Kernel.Certifying)},
		Approximation: g.Approximation, Doubt: g.Doubt, poly: p,
	}
	for _, t := range g.Terms {
		out.Terms = append(out.Terms, Term{
			Exponents: t.Exponents, Coefficient: coefficient(t), Estimate: Float(t.Estimate), Stderr: Float(t.Stderr), Exact: t.Exact,
		})
	}
	if !g.Rational {
		out.uncertain = g.String()
	}
	return out
}

// display writes a polynomial: with fractions where it is rational, with decimals
// where it is not.
func display(p *poly.Polynomial[ring.Rat], rational bool, style poly.Style) string {
	if rational {
		return p.Format(style)
	}
	R := p.Ring()
	shown, err := poly.NewRing[ring.Rat](decimals{}, R.Vars(), poly.WithOrder(R.Order()), poly.WithMaxDegree(R.MaxDegree()))
	if err != nil {
		return p.Format(style) // a ring that exists over Q exists over the same numbers
	}
	q, err := poly.Convert(p, shown, func(c ring.Rat) (ring.Rat, error) { return c, nil })
	if err != nil {
		return p.Format(style) // beyond the ring: fractions are right as well
	}
	return q.Format(style)
}

// decimals are the rational numbers, written as the shortest decimal of a float64
// where that is the number, and else, as 25/26, by numerator and denominator.
type decimals struct{ ring.Rationals }

func (decimals) Format(c ring.Rat) string {
	text := ring.Float64.Format(c.Float64())
	if x, err := ring.ParseRat(text); err == nil && x.Equal(c) {
		return text
	}
	return c.String()
}

// coefficient writes a coefficient as it is printed.
func coefficient(t explain.Term) string {
	if t.Exact {
		return t.Coefficient.String()
	}
	return ring.Float64.Format(t.Coefficient.Float64())
}

// Write writes the report in a format: text, json or a style of polynomials.
func (l *Learn) Write(w io.Writer, format string) error {
	switch format {
	case "text":
		return l.writeText(w)
	case "json":
		return WriteJSON(w, l)
	}
	style, err := poly.StyleNamed(format)
	if err != nil {
		return err
	}
	return l.writeStyle(w, style)
}

// SetBounds finds how large the polynomials are at the points, for the formats that say
// so.
func (l *Learn) SetBounds(set *points.Set, format string) {
	if style, err := poly.StyleNamed(format); err != nil || !style.Bounds() {
		return
	}
	for i := range l.Generators {
		g := &l.Generators[i]
		if t := explain.Tolerance(set, g.poly, l.Outliers); t > 0 {
			g.bound = strconv.FormatFloat(1.05*t, 'g', 2, 64)
		}
	}
}

// writeStyle writes the ring and the equations as input for another system.
// Systems that compute exactly get the decimals as fractions.
func (l *Learn) writeStyle(w io.Writer, style poly.Style) error {
	R := l.Generators[0].poly.Ring()
	header, err := Header(R, style)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(w, header+l.approximations(style)); err != nil {
		return err
	}
	list := NewListing(style, R.Names(style), "F")
	items := make([]string, len(l.Generators))
	for i, g := range l.Generators {
		items[i] = list.Item(display(g.poly, g.Rational || !style.Decimals(), style), g.bound)
	}
	return writeList(w, list, items)
}

// approximations is a comment that says which of the polynomials are no equations, or
// empty.
func (l *Learn) approximations(style poly.Style) string {
	var which []string
	for i, g := range l.Generators {
		if g.Approximation {
			which = append(which, strconv.Itoa(i+1))
		}
	}
	if len(which) == 0 {
		return ""
	}
	return fmt.Sprintf("%s only approximately 0: %s of %d\n", style.Comment(), strings.Join(which, ", "), len(l.Generators))
}

// writeText writes the report for people. What is not an equation is a comment,
// so that kexplain check reads the text as equations.
func (l *Learn) writeText(w io.Writer) error {
	var b strings.Builder
	comment(&b, l.info.String())
	for _, g := range l.Generators {
		b.WriteByte('\n')
		if g.Approximation {
			comment(&b, "approximately:")
		}
		fmt.Fprintf(&b, "%s = 0\n", g.Polynomial)
		comment(&b, g.findings(l.Noise.Unit)...)
	}
	b.WriteByte('\n')
	comment(&b, l.summary()...)
	if l.explain {
		b.WriteByte('\n')
		comment(&b, "spectrum of the kernel, singular values around the cut | and smallest noise-unit values:")
		for _, s := range l.Spectrum {
			comment(&b, s.lines()...)
		}
		b.WriteByte('\n')
		comment(&b, l.Steps...)
	}
	b.WriteByte('\n')
	how := fmt.Sprintf("degree up to %d, kernel %s, seed %d", l.Degree, l.Kernel, l.Seed)
	if l.Kernel == "" { // nothing was looked for with noise
		how = fmt.Sprintf("degree up to %d, seed %d", l.Degree, l.Seed)
	}
	comment(&b, fmt.Sprintf("kexplain %s, %s, data sha256 %s", l.Version, how, l.Data.SHA256))
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteSteps writes how equations were looked for, as comments: the whole
// report where none was found.
func WriteSteps(w io.Writer, steps []string) error {
	var b strings.Builder
	comment(&b, steps...)
	_, err := io.WriteString(w, b.String())
	return err
}

// findings are the lines about one equation.
func (g Generator) findings(unit string) []string {
	if g.Holds {
		return []string{g.holds()}
	}
	var lines []string
	if g.uncertain != "" {
		lines = append(lines, "  with standard errors: "+g.uncertain)
	}
	if g.Exact.Points > 0 {
		line := fmt.Sprintf("  vanishes exactly at %d of %s", g.Exact.Vanishing, plural(g.Exact.Points, "point"))
		if g.Exact.Vanishing < g.Exact.Points {
			line += ", largest exact residual " + rationalText(g.Exact.MaxAbsExact)
		}
		lines = append(lines, line)
	}
	lines = append(lines, g.Residual.lines()...)
	lines = append(lines, fmt.Sprintf("  φ-norm %s, share in the certifying space %s", decimal.Number(float64(g.Kernel.PhiNorm), 4), share(float64(g.Kernel.Certifying))))
	if g.Doubt != "" {
		lines = append(lines, "  doubt: "+g.Doubt)
	}
	return lines
}

// share shows a number near 1 by what is missing.
func share(x float64) string {
	if missing := 1 - x; missing > 0 && missing < 5e-5 {
		return "1 - " + decimal.Number(missing, 2)
	}
	return decimal.Number(x, 4)
}

func atLine(line int) string {
	if line == 0 {
		return ""
	}
	return fmt.Sprintf(" (line %d)", line)
}

// rationalText is Rational of a number printed by Rat.String.
func rationalText(text string) string {
	x, err := ring.ParseRat(text)
	if err != nil {
		panic(err)
	}
	return Rational(x)
}

// summary are the lines about the noise and the rows.
func (l *Learn) summary() []string {
	lines := l.exactSummary()
	if l.Noise.Unit == "" { // nothing was looked for with noise
		return append(lines, l.Baseline.lines(l.Points-len(l.Outliers), l.Generators)...)
	}
	return append(lines, l.noiseSummary()...)
}

// noiseSummary are the lines about the noise.
func (l *Learn) noiseSummary() []string {
	sigma, stderr := float64(l.Noise.Sigma), float64(l.Noise.Stderr)
	lines := []string{fmt.Sprintf("noise: %s times the %s", decimal.Uncertain(sigma, stderr), l.Noise.Unit)}
	switch {
	case stderr == 0: // less than rounding may cause
		lines[0] = "noise: none seen"
	case sigma <= 2*stderr:
		lines[0] = fmt.Sprintf("noise: none seen, below %s times the %s", decimal.Number(sigma+2*stderr, 2), l.Noise.Unit)
	}
	if len(l.Noise.Std) == len(l.Variables) && stderr > 0 && sigma > 2*stderr {
		parts := make([]string, len(l.Variables))
		for i, v := range l.Variables {
			parts[i] = fmt.Sprintf("%s ± %s", v, decimal.Number(float64(l.Noise.Std[i]), 2))
		}
		lines = append(lines, "  that is "+strings.Join(parts, ", "))
	}
	if set := l.setAside(); len(set) > 0 {
		lines = append(lines, "set aside as outliers: "+linesText(set))
	}
	if len(l.Shifted) > 0 {
		lines = append(lines, "the search took its origin at ("+strings.Join(l.Shifted, ", ")+")")
	}
	return append(lines, l.Baseline.lines(l.Points-len(l.Outliers), l.Generators)...)
}

// linesText lists lines of a file: line 4; lines 3, 17.
func linesText(lines []int) string {
	parts := make([]string, len(lines))
	for i, n := range lines {
		parts[i] = strconv.Itoa(n)
	}
	if len(lines) == 1 {
		return "line " + parts[0]
	}
	return "lines " + strings.Join(parts, ", ")
}

// lines show the singular values around the cut and why it is there.
func (s Spectrum) lines() []string {
	const around = 3
	rank := min(s.Rank, len(s.singular))
	from, to := max(0, rank-around), min(len(s.singular), rank+around)
	before, after := "", ""
	if from > 0 {
		before = " …"
	}
	if to < len(s.singular) {
		after = " …"
	}
	line := fmt.Sprintf("  degree %d:%s%s |%s%s", s.Degree, before, numbers(s.visible(from, rank), 3), numbers(s.visible(rank, to), 3), after)
	if small := s.smallest(); len(small) > 0 {
		line += ";" + numbers(small, 3)
	}
	lines := []string{line}
	if s.Reason != "" {
		lines = append(lines, "    "+s.Reason)
	}
	return lines
}

// visible returns singular values, with 0 for those that are rounding errors
// beside the largest.
func (s Spectrum) visible(from, to int) []float64 {
	const rounding = 1e-13 // some hundred units in the last place of the largest
	out := make([]float64, 0, to-from)
	for _, x := range s.singular[from:to] {
		if x < rounding*s.singular[0] {
			x = 0
		}
		out = append(out, x)
	}
	return out
}

// smallest returns the smallest noise-unit values, without those so far beyond
// the size of the data that they say nothing, as that of a constant.
func (s Spectrum) smallest() []float64 {
	const shown, senseless = 3, 1e3
	var out []float64
	for _, x := range s.noise {
		if x < senseless && len(out) < shown {
			out = append(out, x)
		}
	}
	return out
}
