package report

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/kexplain/kexplain/internal/escape"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/learn"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// AVICASchema names the JSON of an AVICA.
const AVICASchema = "kexplain/avica/1"

// AVICA is what kexplain learn --method avica --features prints.
type AVICA struct {
	Schema    string         `json:"schema"`
	Version   string         `json:"version"`
	Data      Data           `json:"data"`
	Variables []string       `json:"variables"`
	Units     []float64      `json:"units"` // of the columns, their root mean squares
	Kernel    string         `json:"kernel"`
	Spanning  int            `json:"spanning_points"`
	Degrees   []avicaDegree  `json:"degrees"`
	Features  []avicaFeature `json:"features"`
	Seed      uint64         `json:"seed"`
}

// avicaDegree is the census of one degree.
type avicaDegree struct {
	Degree         int       `json:"degree"`
	Redundant      int       `json:"redundant"`
	Absorbed       int       `json:"absorbed"`
	Generative     int       `json:"generative"`
	Discriminative int       `json:"discriminative"`
	Quanta         []float64 `json:"quanta"`
}

// avicaFeature is a feature with its formula in the units of the data.
type avicaFeature struct {
	Degree     int     `json:"degree"`
	Kind       string  `json:"kind"`
	Quantum    float64 `json:"quantum"`
	Polynomial string  `json:"polynomial"`
}

// Take takes census and features from the model.
func (r *AVICA) Take(model *learn.AVICAModel) error {
	r.Spanning, _ = model.Points().Dims()
	for _, d := range model.Reports() {
		r.Degrees = append(r.Degrees, avicaDegree{d.Degree, d.Redundant, d.Absorbed, d.Generative, d.Discriminative, d.Quanta})
	}
	R, err := poly.NewRing[float64](ring.Float64, r.Variables)
	if err != nil {
		return err
	}
	for _, kind := range []learn.Kind{learn.Generative, learn.Discriminative} {
		features := model.Features(kind)
		polynomials, err := model.Polynomials(R, features)
		if err != nil {
			return err
		}
		for i, f := range features {
			r.Features = append(r.Features, avicaFeature{
				Degree: f.Degree, Kind: kind.String(), Quantum: f.Quantum, Polynomial: r.readable(polynomials[i]).String(),
			})
		}
	}
	return nil
}

// printedDigits is the number of digits kept after the largest coefficient.
const printedDigits = 6

// readable goes back to the units of the data and divides by the coefficient
// that weighs most there, then drops what lies beyond the digits printed.
func (r *AVICA) readable(p *poly.Polynomial[float64]) *poly.Polynomial[float64] {
	R := p.Ring()
	// In units of the columns all monomials are of size 1 on the data.
	lead := 0.0
	for _, c := range p.Terms() {
		if math.Abs(c) > math.Abs(lead) {
			lead = c
		}
	}
	var terms []poly.Term[float64]
	first := 0.0
	for m, c := range p.Terms() {
		if math.Abs(c/lead) < math.Pow(10, -printedDigits) {
			continue
		}
		for i, e := range R.Exponents(m) {
			c /= math.Pow(r.Units[i], float64(e))
		}
		if first == 0 {
			first = c // the leading coefficient becomes 1
		}
		terms = append(terms, poly.Term[float64]{Monomial: m, Coefficient: toDigits(c/first, printedDigits)})
	}
	return R.FromTerms(terms)
}

// Nearest describes the smallest quantum of all degrees.
func (r *AVICA) Nearest() string {
	least, degree := math.Inf(1), 0
	for _, d := range r.Degrees {
		if n := len(d.Quanta); n > 0 && d.Quanta[n-1] < least {
			least, degree = d.Quanta[n-1], d.Degree
		}
	}
	return fmt.Sprintf("the smallest quantum, in degree %d, is %.3g, and no gap separates it", degree, least)
}

// WriteText writes the report for people. Lines that are not equations begin
// with #, so that kexplain check reads the rest.
func (r *AVICA) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s: %s, columns %s, divided by their root mean squares\n", escape.Line(r.Data.File),
		plural.Count(r.Data.Rows, "row"), strings.Join(r.Variables, ", "))
	fmt.Fprintf(&b, "# AVICA with k = %s and its powers, %s\n#\n", r.Kernel, plural.Count(r.Spanning, "spanning point"))
	b.WriteString("# degree  redundant  absorbed  generative  discriminative  quanta around the cut\n")
	for _, d := range r.Degrees {
		fmt.Fprintf(&b, "# %6d  %9d  %8d  %10d  %14d  %s\n", d.Degree, d.Redundant, d.Absorbed, d.Generative, d.Discriminative, d.around())
	}
	b.WriteString("#\n# Generative features, the most informative of each degree first; quantum is the\n# root mean square on the data of the feature with φ-norm 1.\n")
	for _, f := range r.Features {
		if f.Kind == learn.Generative.String() {
			fmt.Fprintf(&b, "%s  # degree %d, quantum %.3g\n", f.Polynomial, f.Degree, f.Quantum)
		}
	}
	fmt.Fprintf(&b, "#\n# kexplain %s, seed %d\n", r.Version, r.Seed)
	_, err := io.WriteString(w, b.String())
	return err
}

// around shows the last quantum that does not vanish and the first that does.
func (d avicaDegree) around() string {
	var parts []string
	if d.Discriminative > 0 {
		parts = append(parts, fmt.Sprintf("%.3g", d.Quanta[d.Discriminative-1]))
	}
	parts = append(parts, "|")
	if d.Generative > 0 {
		parts = append(parts, fmt.Sprintf("%.3g", d.Quanta[d.Discriminative]))
	}
	return strings.Join(parts, " ")
}
