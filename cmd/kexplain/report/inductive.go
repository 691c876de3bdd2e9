package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/kexplain/kexplain/explain/invariant"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// InductiveSchema names the JSON of an Inductive.
const InductiveSchema = "kexplain/inductive/1"

// Inductive is the report of equations and the loop that is to keep them.
type Inductive struct {
	Schema    string              `json:"schema"`
	Version   string              `json:"version"`
	Variables []string            `json:"variables"`
	Proved    bool                `json:"proved"`
	Steps     []string            `json:"steps"`
	Equations []InductiveEquation `json:"equations"`

	program invariant.Program
	result  *invariant.Result
	name    string // of the equations: f in f1, f2, …
}

// InductiveEquation is one equation of an Inductive.
type InductiveEquation struct {
	Given      string              `json:"given"`
	Polynomial string              `json:"polynomial"`
	Proved     bool                `json:"proved"`
	Start      InductiveEvidence   `json:"start"`
	Steps      []InductiveEvidence `json:"steps"`
}

// InductiveEvidence is what is known of an equation at the start, or after a step.
type InductiveEvidence struct {
	Holds          bool     `json:"holds"`
	After          string   `json:"after"` // the equation in the values before the step
	Cofactors      []string `json:"cofactors,omitempty"`
	Remainder      string   `json:"remainder"`
	Counterexample []string `json:"counterexample,omitempty"` // one value for each variable
}

// NewInductive returns the report of a result on equations that were given so.
func NewInductive(version string, given []string, p invariant.Program, r *invariant.Result) *Inductive {
	out := &Inductive{
		Schema: InductiveSchema, Version: version, Variables: p.Equations[0].Ring().Vars(), Proved: r.Proved(),
		program: p, result: r, name: "f",
	}
	for _, v := range out.Variables {
		if strings.HasPrefix(v, out.name) {
			out.name += "f"
		}
	}
	for _, s := range p.Steps {
		out.Steps = append(out.Steps, s.Text)
	}
	for i, v := range r.Verdicts {
		e := InductiveEquation{Given: given[i], Polynomial: p.Equations[i].String(), Proved: v.Proved, Start: evidenceOf(v.Start)}
		for _, s := range v.Steps {
			e.Steps = append(e.Steps, evidenceOf(s))
		}
		out.Equations = append(out.Equations, e)
	}
	return out
}

// Summary says how many equations are proved.
func (r *Inductive) Summary() string {
	proved := 0
	for _, v := range r.result.Verdicts {
		if v.Proved {
			proved++
		}
	}
	return fmt.Sprintf("%d of %s %s", proved, plural.Count(len(r.result.Verdicts), "equation"), plural.Verb(len(r.result.Verdicts), "is an invariant", "are invariants"))
}

// WriteText writes the report for people. What is not an equation is a comment, so
// that the text is a list of equations again; those that are not proved are
// comments too.
func (r *Inductive) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# variables: %s\n", strings.Join(r.Variables, ", "))
	for k, s := range r.program.Steps {
		fmt.Fprintf(&b, "# step %d: %s\n", k+1, s)
	}
	for i, v := range r.result.Verdicts {
		b.WriteString("\n")
		if !v.Proved {
			b.WriteString("# not proved: ")
		}
		fmt.Fprintf(&b, "%s   # %s%d\n", r.Equations[i].Given, r.name, i+1)
		r.writeEvidence(&b, v.Start, -1)
		for k, e := range v.Steps {
			r.writeEvidence(&b, e, k)
		}
	}
	if r.Proved {
		fmt.Fprintf(&b, "\n# proved: they hold at the start, and every step keeps them\n")
	} else {
		fmt.Fprintf(&b, "\n# not proved: %s\n", r.Summary())
	}
	fmt.Fprintf(&b, "# kexplain %s\n", r.Version)
	_, err := io.WriteString(w, b.String())
	return err
}

// writeEvidence writes what is known of an equation at the start, step -1, or after
// a step.
func (r *Inductive) writeEvidence(b *strings.Builder, e invariant.Evidence, step int) {
	place := "at the start"
	if step >= 0 {
		place = fmt.Sprintf("after step %d", step+1)
	}
	switch {
	case e.Holds && step < 0:
		fmt.Fprintf(b, "#   %s it holds\n", place)
		return
	case e.Holds && e.Cofactors == nil:
		fmt.Fprintf(b, "#   %s it holds; the cofactors are too long to be found\n", place)
		return
	case e.Holds:
		fmt.Fprintf(b, "#   %s it is %s\n", place, r.combination(e, step))
		return
	}
	if e.Counterexample == nil {
		fmt.Fprintf(b, "#   %s it does not follow: %v is left, but no state was found where it fails\n", place, e.Remainder)
		return
	}
	fmt.Fprintf(b, "#   %s it need not hold: %v is left\n", place, e.Remainder)
	if step < 0 {
		fmt.Fprintf(b, "#     for example, %s\n", r.state(e.Counterexample))
		return
	}
	fmt.Fprintf(b, "#     for example, from %s\n", r.state(e.Counterexample))
	fmt.Fprintf(b, "#     to %s\n", r.state(r.program.Steps[step].Apply(e.Counterexample)))
}

// combination writes Σ cofactor·equation.
func (r *Inductive) combination(e invariant.Evidence, step int) string {
	var sum strings.Builder
	for j, h := range e.Cofactors {
		factor := fmt.Sprintf("%s%d", r.name, j+1)
		if j >= len(r.program.Equations) {
			factor = fmt.Sprintf("(%v)", r.guard(step)[j-len(r.program.Equations)])
		}
		addProduct(&sum, h, factor)
	}
	if sum.Len() == 0 {
		return "0"
	}
	return sum.String()
}

// guard returns the equations among the conditions of a step.
func (r *Inductive) guard(step int) []*poly.Polynomial[ring.Rat] {
	var out []*poly.Polynomial[ring.Rat]
	for _, c := range r.program.Steps[step].Guard {
		if c.Relation == invariant.Equal {
			out = append(out, c.Polynomial)
		}
	}
	return out
}

// state writes the values of the variables.
func (r *Inductive) state(state []ring.Rat) string {
	var values []string
	for v, name := range r.Variables {
		values = append(values, fmt.Sprintf("%s = %v", name, state[v]))
	}
	return strings.Join(values, ", ")
}

func evidenceOf(e invariant.Evidence) InductiveEvidence {
	out := InductiveEvidence{Holds: e.Holds, After: e.After.String(), Remainder: e.Remainder.String()}
	for _, h := range e.Cofactors {
		out.Cofactors = append(out.Cofactors, h.String())
	}
	for _, x := range e.Counterexample {
		out.Counterexample = append(out.Counterexample, x.String())
	}
	return out
}
