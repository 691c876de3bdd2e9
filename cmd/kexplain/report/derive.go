package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/theory"
	"github.com/kexplain/kexplain/internal/decimal"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// DeriveSchema names the JSON of a Derive.
const DeriveSchema = "kexplain/derive/1"

// Derive is the report of what axioms imply.
type Derive struct {
	Schema        string         `json:"schema"`
	Version       string         `json:"version"`
	Axioms        []string       `json:"axioms"`
	Targets       []string       `json:"targets"`
	Consequences  []Consequence  `json:"consequences"`
	Contradiction *Contradiction `json:"contradiction,omitempty"` // where the axioms cannot all hold
	Data          *Data          `json:"data,omitempty"`
	Without       []Without      `json:"without,omitempty"` // what follows without one axiom, where the data say that one is wrong
	Suspect       int            `json:"suspect,omitempty"` // the axiom, from 1, without which what follows agrees best with the data
}

// Consequence is an equation in the targets.
type Consequence struct {
	Polynomial string   `json:"polynomial"`
	Equation   string   `json:"equation"`
	Cofactors  []string `json:"cofactors"` // one for each axiom, null where they are too long to be found
	Verdict    string   `json:"verdict,omitempty"`
	RMS        *Float   `json:"rms,omitempty"`   // distance of the rows in data units
	Share      *Float   `json:"share,omitempty"` // of the spread of the columns, which that is
	sum        string
	settings   string // at how many rows it holds with settings exactly as written, if not at all
}

// Contradiction names axioms that cannot all hold.
type Contradiction struct {
	Axioms    []int    `json:"axioms"`    // from 1
	Cofactors []string `json:"cofactors"` // one for each axiom, so that the sum of the products is 1; null where they are too long to be found
	texts     []string
	sum       string
}

// NewContradiction writes a contradiction of axioms, whose texts are given.
func NewContradiction(c *theory.Contradiction, texts []string) *Contradiction {
	out := &Contradiction{}
	for _, k := range c.Axioms {
		out.Axioms = append(out.Axioms, k+1)
		out.texts = append(out.texts, texts[k])
	}
	out.Cofactors, out.sum = combination(c.Cofactors)
	return out
}

// Error says which axioms cannot hold, and why, in one line.
func (c *Contradiction) Error() string {
	return "the axioms contradict one another: " + c.Said(true)
}

// Said is a sentence about the axioms, with their texts if wanted: E1 and E2 cannot both hold.
func (c *Contradiction) Said(texts bool) string {
	const longest = 100
	var names []string
	for i, k := range c.Axioms {
		name := fmt.Sprintf("E%d", k)
		if texts {
			name += " (" + cut(c.texts[i]) + ")"
		}
		names = append(names, name)
	}
	said := and(names)
	switch len(names) {
	case 1:
		said += " can never hold"
	case 2:
		said += " cannot both hold"
	default:
		said += " cannot all hold"
	}
	if c.sum != "" && len(c.sum) <= longest {
		said += ", " + c.sum + " gives 1 = 0"
	}
	return said
}

// cut is the beginning of a long text.
func cut(text string) string {
	const most = 40
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// Without is what follows without an axiom.
type Without struct {
	Axiom        int           `json:"axiom"`                // from 1
	Contradict   bool          `json:"contradict,omitempty"` // the other axioms contradict one another
	Consequences []Consequence `json:"consequences"`
}

// NewConsequence writes a consequence of axioms. Cofactors may be nil.
func NewConsequence(c theory.Consequence) Consequence {
	out := Consequence{Polynomial: c.Polynomial.String(), Equation: exactEquation(c.Polynomial)}
	out.Cofactors, out.sum = combination(c.Cofactors)
	return out
}

// combination writes cofactors, and the sum of their products with the axioms.
func combination(cofactors []*poly.Polynomial[ring.Rat]) (texts []string, said string) {
	var sum strings.Builder
	for j, h := range cofactors {
		texts = append(texts, h.String())
		addProduct(&sum, h, fmt.Sprintf("E%d", j+1))
	}
	return texts, sum.String()
}

// addProduct appends a product with a polynomial to a sum.
func addProduct(sum *strings.Builder, h *poly.Polynomial[ring.Rat], factor string) {
	if h.IsZero() {
		return
	}
	sign := "+"
	if h.LeadingCoefficient().Sign() < 0 {
		sign, h = "-", h.Neg()
	}
	switch {
	case sum.Len() > 0:
		sum.WriteString(" " + sign + " ")
	case sign == "-":
		sum.WriteString("-")
	}
	switch {
	case h.Equal(h.Ring().One()):
	case h.Len() == 1:
		fmt.Fprintf(sum, "%v*", h)
	default:
		fmt.Fprintf(sum, "(%v)*", h)
	}
	sum.WriteString(factor)
}

// Measure adds what the rows of a table say of it. share is their distance, each column in units of its spread.
func (c *Consequence) Measure(k explain.Checked, share float64) {
	c.Verdict = VerdictName(k.Verdict)
	rms, part := Float(k.Residual.RMS), Float(share)
	c.RMS, c.Share = &rms, &part
	if r := k.Rounding; r.AsWritten < r.Within {
		c.settings = fmt.Sprintf(", at %d with %s exactly as written", r.AsWritten, strings.Join(r.Settings, " and "))
	}
}

// findings are the lines about a consequence; longest bounds that of the cofactors.
func (c Consequence) findings() []string {
	const longest = 300
	var lines []string
	switch {
	case c.Cofactors == nil:
		lines = append(lines, "  the cofactors are too long to be found")
	case len(c.sum) > longest:
		lines = append(lines, "  a combination of the axioms; --format json has the cofactors")
	default:
		lines = append(lines, "  "+c.Polynomial+" = "+c.sum)
	}
	if c.RMS != nil {
		lines = append(lines, "  "+c.Agreement())
	}
	return lines
}

// Agreement says how the rows of the table agree.
func (c Consequence) Agreement() string {
	off := fmt.Sprintf("the rows are off by %s of the spread of their columns", decimal.Number(100*float64(*c.Share), 2)+" %")
	switch c.Verdict {
	case "exact":
		return "holds exactly at all rows"
	case "rounding":
		return "holds within the rounding of the cells at all rows" + c.settings
	case "noise":
		return "holds within the noise given; " + off
	}
	return off
}

// WriteText writes the report for people.
func (d *Derive) WriteText(w io.Writer) error {
	var b strings.Builder
	for j, a := range d.Axioms {
		comment(&b, fmt.Sprintf("E%d: %s", j+1, a))
	}
	for _, c := range d.Consequences {
		fmt.Fprintf(&b, "\n%s\n", c.Equation)
		comment(&b, c.findings()...)
	}
	if len(d.Without) > 0 {
		b.WriteByte('\n')
	}
	if d.Contradiction != nil {
		comment(&b, "the axioms contradict one another: "+d.Contradiction.Said(false))
	}
	needed := len(d.Without) > 0
	for _, w := range d.Without {
		said := "nothing follows for " + and(d.Targets)
		if w.Contradict {
			said = "they contradict one another still"
		}
		if len(w.Consequences) > 0 {
			var list []string
			for _, c := range w.Consequences {
				list = append(list, c.Equation+": "+c.Agreement())
			}
			said = strings.Join(list, "; ")
		}
		comment(&b, fmt.Sprintf("without E%d %s", w.Axiom, said))
		needed = needed && len(w.Consequences) == 0 && !w.Contradict
	}
	switch {
	case needed:
		comment(&b, "every axiom is needed, so any of them may be wrong")
	case d.Suspect > 0:
		comment(&b, fmt.Sprintf("E%d is wrong, or does not apply to these rows: %s", d.Suspect, d.Axioms[d.Suspect-1]))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
