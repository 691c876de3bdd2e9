package report

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/explain/points/table"
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
	Whole      int         `json:"whole,omitempty"`      // how many rows there are of which the points are a sample
	ByMoments  bool        `json:"by_moments,omitempty"` // the noise and the decimals are those of all rows
	Outliers   []int       `json:"outliers,omitempty"`   // lines of the points set aside
	Degree     int         `json:"degree"`               // the largest looked at
	Kernel     string      `json:"kernel"`
	Seed       uint64      `json:"seed"`
	Noise      Noise       `json:"noise"`
	Generators []Generator `json:"generators"`
	With       []string    `json:"with,omitempty"`     // what is said of derived columns
	Baseline   *Baseline   `json:"baseline,omitempty"` // where all equations hold exactly at all points
	Spectrum   []Spectrum  `json:"spectrum"`
	Settings   []Setting   `json:"settings,omitempty"`     // columns of few values, and linear forms: what holds for these alone is no equation
	Counters   []string    `json:"counters,omitempty"`     // columns that number the rows and took no part
	Functions  []Function  `json:"functions,omitempty"`    // columns that are functions of others, one of which took no part in the search with noise
	Slips      []Slip      `json:"slips,omitempty"`        // rows that break equations which the others obey exactly
	ExactTo    int         `json:"exact_degree,omitempty"` // up to which equations that hold exactly were looked for
	Owed       bool        `json:"owed_to_rows,omitempty"` // polynomials of the next degree vanish for want of rows
	Rest       string      `json:"unexplained,omitempty"`  // why nothing was found beside exact equations
	Shifted    []string    `json:"shifted,omitempty"`      // the origin of the search, where it was moved
	Try        string      `json:"try,omitempty"`          // a command that finds an equation where these are curves
	Steps      []string    `json:"steps,omitempty"`        // how the equations were found, when asked for
	Proposed   *Proposed   `json:"proposed,omitempty"`     // by which method of the papers, where not by the search

	info    table.Info
	explain bool
}

// Proposed says which method of the papers proposed the equations.
type Proposed struct {
	By     string            `json:"by"`
	Spaces []CertifyingSpace `json:"spaces"`
}

// CertifyingSpace is the space of polynomials up to a degree that vanish on the data.
type CertifyingSpace struct {
	Degree    int   `json:"degree"`
	Monomials int   `json:"monomials"`
	Dimension int   `json:"dimension"`
	Gap       Float `json:"gap"` // of the singular values around the cut
}

// newProposed is nil for the search.
func newProposed(p *explain.Proposed) *Proposed {
	if p == nil {
		return nil
	}
	out := &Proposed{By: p.By, Spaces: []CertifyingSpace{}}
	for _, s := range p.Spaces {
		out.Spaces = append(out.Spaces, CertifyingSpace{s.Degree, s.Monomials, s.Dim, Float(s.Gap)})
	}
	return out
}

// line says how large the spaces are.
func (p *Proposed) line() string {
	var parts []string
	for i, s := range p.Spaces {
		parts = append(parts, strconv.Itoa(s.Dimension))
		if i+1 < len(p.Spaces) && p.Spaces[i+1].Degree == s.Degree {
			parts[len(parts)-1] += " or"
		} else {
			parts[len(parts)-1] += fmt.Sprintf(" of %d in degree %d,", s.Monomials, s.Degree)
		}
	}
	return fmt.Sprintf("proposed by %s: dimension of the certifying space %s", p.By, strings.TrimSuffix(strings.Join(parts, " "), ","))
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
	Equation        string        `json:"equation"` // as people write it, decimals with their standard errors
	Degree          int           `json:"degree"`
	LeadingMonomial string        `json:"leading_monomial"`
	Rational        bool          `json:"rational"`
	Holds           bool          `json:"holds_exactly,omitempty"`         // at all points as they are written, but for the slips
	Everywhere      *bool         `json:"holds_at_all_rows,omitempty"`     // of which the points are a sample
	Within          bool          `json:"holds_within_rounding,omitempty"` // of the cells, at all points but the slips and the outliers
	Rounding        *Rounding     `json:"rounding,omitempty"`
	Terms           []Term        `json:"terms"`
	Factors         []string      `json:"factors,omitempty"` // over the rationals, where one of several has degree 1
	Sigma           Float         `json:"sigma"`             // the noise that it needs, in the unit of the noise
	Residual        Distance      `json:"residual"`
	Exact           Exact         `json:"exact"`
	Kernel          KernelReading `json:"kernel"`
	Approximation   bool          `json:"approximation"` // near the points rather than true of them: see doubt
	Doubt           string        `json:"doubt,omitempty"`
	Named           []string      `json:"named,omitempty"`     // decimals that are multiples of powers of π
	Solved          *Solved       `json:"solved,omitempty"`    // for the column of --target
	Kind            string        `json:"kind"`                // holds, law, fit or curve
	Posterior       Float         `json:"posterior,omitempty"` // where the equation was compared with others
	Evidence        *Evidence     `json:"evidence,omitempty"`  // in nats

	poly   *poly.Polynomial[ring.Rat]
	whole  ring.Truth // of Everywhere
	rows   string     // the equation with coefficients as the rows have them, where these are no small fractions
	bound  string     // a decimal that it stays below at the points, empty where it is 0
	broken []int      // lines of the slips that break it

	covariance *mat.SymDense       // of the errors of Terms, see explain.Generator
	deviations []explain.Deviation // of the columns, see explain.Generator
	noiseless  bool                // see explain.Generator.WithoutNoise
}

// Term is one term of a learned equation.
type Term struct {
	Exponents   []int  `json:"exponents"`
	Coefficient string `json:"coefficient"`    // as printed
	Estimate    Float  `json:"estimate"`       // in the scaling of the polynomial
	Stderr      Float  `json:"stderr"`         // of the estimate; one term has 0, see explain.Term
	Exact       bool   `json:"exact"`          // the coefficient is claimed to be exact
	Unit        string `json:"unit,omitempty"` // of the coefficient, where units were given and it has one
	shown       string // the coefficient as the equation has it, without its sign, where it has a unit
}

// Evidence is the log evidence of what the rows may be, on the same rows; a class that
// was not compared is left out.
type Evidence struct {
	Cloud  *Float `json:"cloud,omitempty"`
	Affine *Float `json:"affine,omitempty"`
	Smooth *Float `json:"smooth,omitempty"`
	Real   *Float `json:"real,omitempty"`
	Exact  *Float `json:"exact,omitempty"`
}

// newEvidence takes over the evidence of an equation, nil for none.
func newEvidence(e *explain.Evidence) *Evidence {
	if e == nil {
		return nil
	}
	some := func(x float64) *Float {
		if math.IsInf(x, 0) || math.IsNaN(x) {
			return nil
		}
		f := Float(x)
		return &f
	}
	return &Evidence{some(e.Cloud), some(e.Affine), some(e.Smooth), some(e.Real), some(e.Exact)}
}

// line says by how much the equation is ahead of every other class.
func (e *Evidence) line(kind string, posterior float64) string {
	own, text := e.Real, ""
	if own == nil || e.Exact != nil && *e.Exact > *own {
		own = e.Exact
	}
	add := func(x *Float, name string) {
		if x != nil && own != nil {
			text += fmt.Sprintf(", %+.1f over %s", float64(*own-*x), name)
		}
	}
	add(e.Smooth, "smooth curves and surfaces")
	add(e.Affine, "planes")
	add(e.Cloud, "clouds")
	if text != "" {
		text = "; evidence in nats" + strings.Replace(text, ",", ":", 1)
	}
	return fmt.Sprintf("  %s: posterior %s", kind, share(posterior)) + text
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
		Points: r.Points, Whole: r.Whole, ByMoments: r.ByMoments, Outliers: r.Outliers, Degree: r.Degree, Kernel: r.Kernel, Seed: r.Seed,
		Noise:      Noise{Sigma: Float(r.Noise.Sigma), Stderr: Float(r.Noise.Stderr), Unit: r.Noise.Unit, Std: floatsOf(r.Noise.Std)},
		Generators: []Generator{}, Baseline: newBaseline(r.Baseline), Spectrum: []Spectrum{}, info: info, explain: why,
		Counters: r.Counters, Functions: newFunctions(r.Functions), ExactTo: r.ExactDegree, Owed: r.TooFewRows, Rest: r.Unexplained,
		Proposed: newProposed(r.Proposed),
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
		Approximation: g.Approximation, Doubt: g.Doubt, Named: g.Named, poly: p,
		Kind: string(g.Kind), Posterior: Float(g.Posterior), Evidence: newEvidence(g.Evidence),
		covariance: g.Covariance, deviations: g.Deviations, noiseless: g.WithoutNoise(),
	}
	for _, f := range g.Factors() {
		out.Factors = append(out.Factors, f.String())
	}
	if out.whole = g.Whole; g.Whole != ring.Unknown {
		yes := g.Whole == ring.Yes
		out.Everywhere = &yes
	}
	if g.Within {
		out.Within, out.Rounding = true, newRounding(g.Rounding)
		out.Polynomial = display(p, false, poly.Text)
	}
	out.Terms = newTerms(g.Terms, g.Within)
	out.Equation = out.equation()
	if g.Measured != nil && !simple(g.Terms) {
		out.rows = Generator{poly: p, Terms: newTerms(g.Measured, false)}.equation()
	}
	return out
}

// newTerms are terms as they are printed.
func newTerms(terms []explain.Term, decimal bool) []Term {
	var out []Term
	for _, t := range terms {
		out = append(out, Term{
			Exponents: t.Exponents, Coefficient: coefficient(t, decimal), Estimate: Float(t.Estimate), Stderr: Float(t.Stderr), Exact: t.Exact,
		})
	}
	return out
}

// simple reports whether all coefficients are small multiples of one of them, or of its half.
// Others, as in 5xy + 9y = 21x, may be those of measured constants that are short by chance.
func simple(terms []explain.Term) bool {
	const multiple, half = 1000, 2
	return slices.ContainsFunc(terms, func(unit explain.Term) bool {
		return !slices.ContainsFunc(terms, func(t explain.Term) bool {
			ratio, err := t.Coefficient.Quo(unit.Coefficient)
			p, q, ok := ratio.Frac64()
			return err != nil || !ok || p > multiple || p < -multiple || q > half
		})
	})
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

// coefficient writes a coefficient as it is printed: an exact one as a fraction, or as a
// decimal where those that were rounded are.
func coefficient(t explain.Term, decimal bool) string {
	switch {
	case t.Exact && decimal:
		return decimals{}.Format(t.Coefficient)
	case t.Exact:
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
		if g.Rational {
			g.poly = poly.Primitive(g.poly) // without divisions, which round
		}
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
