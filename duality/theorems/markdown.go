package theorems

import (
	"github.com/kexplain/kexplain/internal/plural"
	"io"
	"strings"
)

// WriteMarkdown writes a page with every statement, its verdict, the form that
// holds, and the counterexamples: docs/reference/theorems.md.
func (r Report) WriteMarkdown(w io.Writer) error {
	p := &printer{w: w}
	p.printf("%s", preface)
	p.printf("\n%s.\n", r.totals())
	source := ""
	for _, o := range r.Outcomes {
		if s := o.Statement.Source(); s != source {
			source = s
			p.printf("\n## %s: %s\n", o.Statement.prefix(), source)
		}
		p.statement(o)
	}
	return p.err
}

const preface = `<!-- Written by kexplain verify --format markdown; do not edit. -->

# The statements of the papers, checked

Every numbered statement of the papers on learning with kernels and vanishing ideals, with a
verdict on its printed form, the form that holds, and exact counterexamples. All of it is computed
in exact arithmetic over Q and Q(i); nothing is rounded. The page is written by
` + "`kexplain verify --format markdown`" + `, and a test keeps it current.

**How to read it.** *Verdict* judges the printed form: true; true under a hypothesis or a reading
that the text does not state; ambiguous; false. *Holds* is the form that is checked: on random
instances that satisfy its hypotheses, drawn with a fixed seed and often in special position
(repeated points, points on a line or a circle, dependent points). After each hypothesis that
cannot be dropped stands an instance that satisfies all the others and for which the conclusion is
false. *Counterexamples* satisfy the hypotheses of the printed reading and not its conclusion; they
are as small as possible. Each can be put into a file and checked again with
` + "`kexplain verify --instance FILE`" + `, as the program prints it with ` + "`--format json`" + `.

**Notation.** R = K[t\_1, …, t\_n], R\_{≤d} the polynomials of degree at most d, R\_\* either of R\_d and
R\_{≤d}; k\_{≤d}(x,y) = (θ⟨x,y⟩+1)^d and k\_d(x,y) = θ^d⟨x,y⟩^d; ⟨x,y⟩ = Σ x\_i conj(y\_i). X, Y, Z, S are
finite point sets with points as rows; K\_XZ = (k(x\_i,z\_j)); A⁺ is the Moore-Penrose inverse, A^\* the
conjugate transpose. fspan X is the span of the features Φ(x\_i), frk X its dimension, τ = frk S.
κ(c) = (k(c,z\_j))\_j. I(X)\_{≤d} is the vanishing ideal in degree d, K[X]\_{≤d} = span k(x\_i,·) its
complement ⊥ in the φ-product ⟨f,g⟩\_φ = Σ f\_α conj(g\_α)/γ\_α². Instances are written as JSON: numbers
as strings "p/q", complex ones as {"re","im"}, polynomials as {"a1,…,an": coefficient}.
`

func (p *printer) statement(o *Outcome) {
	s := o.Statement
	p.printf("\n### %s: %s\n\n", s.ID, prose(s.Place))
	p.printf("Printed: %s.\n\n", prose(s.Claim))
	p.printf("Verdict: **%s**", s.Verdict)
	if s.Under != "" {
		p.printf(" (%s)", prose(s.Under))
	}
	p.printf(".\n")
	if s.Verdict == NotChecked {
		p.printf("\nReason: %s.\n", prose(s.Reason))
		return
	}
	if s.Correct != "" {
		p.printf("\nHolds: %s.\n", prose(s.Correct))
	}
	p.printf("\nChecked on %s %s; %d were drawn.\n", plural.Count(o.Satisfying, "random instance"), s.fields(), o.Drawn)
	p.hypotheses(s)
	p.readings(s)
	for _, problem := range o.Problems {
		p.printf("\n**Not confirmed:** %s\n", problem)
	}
}

// readings lists the readings of the printed text that fail.
func (p *printer) readings(s *Statement) {
	if len(s.Printed) == 0 {
		return
	}
	label := "Counterexamples to the printed form"
	if s.Verdict == True {
		label = "Variants that fail"
	}
	p.printf("\n%s:\n\n", label)
	for _, c := range s.Printed {
		p.printf("- “%s”: `%v`\n", prose(c.Reading), c.Counterexample)
	}
}

// prose escapes what Markdown would take for emphasis.
func prose(text string) string { return emphasis.Replace(text) }

var emphasis = strings.NewReplacer("_", `\_`, "*", `\*`)

// fields names the fields that instances are drawn from.
func (s *Statement) fields() string {
	if s.Complex {
		return "over Q and Q(i)"
	}
	return "over Q"
}

// hypotheses lists the hypotheses, those that cannot be dropped with the
// instance that shows it.
func (p *printer) hypotheses(s *Statement) {
	if len(s.Given) == 0 {
		return
	}
	p.printf("\nHypotheses:\n\n")
	for _, h := range s.Given {
		p.printf("- %s", prose(h.Name))
		if h.Without != nil {
			p.printf("; needed: `%v`", h.Without)
		}
		p.printf("\n")
	}
}
