package main

import (
	"fmt"
	"io"
	"math"
	"path"
	"strings"

	"github.com/kexplain/kexplain/benchmarks/internal/trial"
	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// name is the file with the title of the case.
func (c Case) name() string {
	if c.Title == "" {
		return path.Base(c.File)
	}
	return path.Base(c.File) + ", " + c.Title
}

// Verdict is how an outcome compares with what is known.
type Verdict string

// The verdicts.
const (
	Found        Verdict = "the law"
	Partly       Verdict = "a part of the law"
	Approximate  Verdict = "said to be an approximation"
	Doubted      Verdict = "said to be in doubt"
	Other        Verdict = "**another equation**"
	Missed       Verdict = "**refused, though the law holds**"
	RightRefusal Verdict = "refused, rightly"
	FairRefusal  Verdict = "refused, the law being approximate"
	False        Verdict = "**an equation where none is known**"
	Failed       Verdict = "**no answer**"
)

// judge compares an outcome with the laws of the case.
func (c Case) judge(o trial.Outcome) (Verdict, error) {
	switch {
	case o.Err != nil:
		return Failed, nil
	case o.Refusal != nil:
		return map[Truth]Verdict{Holds: Missed, Near: FairRefusal, None: RightRefusal}[c.Truth], nil
	}
	known := make([]bool, len(o.Result.Generators))
	found := 0
	for _, text := range c.Laws {
		for i, g := range o.Result.Generators {
			same, err := c.same(g, text)
			if err != nil {
				return "", err
			}
			if same {
				found++
				known[i] = true
				break
			}
		}
	}
	extra, admitted := 0, Approximate
	for i, g := range o.Result.Generators {
		switch {
		case known[i] || g.Approximation:
		case g.Doubt == "":
			extra++
		default:
			admitted = Doubted
		}
	}
	switch {
	case found == 0 && extra == 0:
		return admitted, nil
	case len(c.Laws) == 0:
		return False, nil
	case found == 0:
		return Other, nil
	case extra > 0:
		return Found + Verdict(fmt.Sprintf(" (%d of %d) and **%d more**", found, len(c.Laws), extra)), nil
	case found < len(c.Laws):
		return Partly, nil
	}
	return Found, nil
}

// same reports whether g has the terms of the law, with coefficients within the
// tolerance of the case.
func (c Case) same(g explain.Generator, text string) (bool, error) {
	R := g.Polynomial.Ring()
	S, err := poly.NewRing[ring.Rat](ring.Q, R.Vars(), poly.WithMaxDegree(maxLawDegree))
	if err != nil {
		return false, err
	}
	law, err := S.Parse(text)
	if err != nil {
		return false, fmt.Errorf("%s: law %s: %w", c.name(), text, err)
	}
	p, err := poly.Convert(g.Polynomial, S, func(x ring.Rat) (ring.Rat, error) { return x, nil })
	if err != nil {
		return false, err
	}
	if p.Len() != law.Len() {
		return false, nil
	}
	lead := law.LeadingCoefficient().Float64() / p.Coefficient(law.LeadingMonomial()).Float64()
	for m, want := range law.Terms() {
		got := p.Coefficient(m).Float64() * lead
		if !(math.Abs(got-want.Float64()) <= c.Within*math.Abs(want.Float64())) {
			return false, nil
		}
	}
	return true, nil
}

// maxLawDegree bounds the degree of a law or an equation printed.
const maxLawDegree = 30

const preamble = `# Real data

What ` + "`explain.Learn`" + ` makes of tables of measurements, with default settings: it is
told the columns and nothing else. Everything below is written by
` + "`go run -C benchmarks ./realdata -data DIR%s`" + `; the tables, the columns chosen and the laws
known, with coefficients measured on the same files, are listed in
` + "`benchmarks/realdata/cases.go`" + `. Below the verdicts stand the equations that were printed.

`

// report writes the outcomes beside what is known; flags are those of the run
// beside the folder of the data.
func report(w io.Writer, flags string, cases []Case, outcomes []trial.Outcome) error {
	var b strings.Builder
	fmt.Fprintf(&b, preamble, flags)
	verdicts := make([]Verdict, len(cases))
	for i, c := range cases {
		v, err := c.judge(outcomes[i])
		if err != nil {
			return err
		}
		verdicts[i] = v
	}
	b.WriteString("| table | verdict |\n| --- | --- |\n")
	for i, c := range cases {
		fmt.Fprintf(&b, "| %s | %s |\n", c.name(), verdicts[i])
	}
	group := ""
	for i, c := range cases {
		if outcomes[i].Result == nil {
			continue // the verdict says it
		}
		if c.Group != group {
			group = c.Group
			fmt.Fprintf(&b, "\n## %s\n", group)
		}
		fmt.Fprintf(&b, "\n### %s\n\n", c.name())
		c.write(&b, outcomes[i].Result)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// write writes what is known of a case and the equations that were printed.
func (c Case) write(b *strings.Builder, r *explain.Result) {
	if len(c.Laws) > 0 {
		fmt.Fprintf(b, "Known: `%s` = 0.", strings.Join(c.Laws, "` = 0, `"))
	} else {
		b.WriteString("Known: no equation.")
	}
	if c.Remark != "" {
		fmt.Fprintf(b, " %s.", strings.ToUpper(c.Remark[:1])+c.Remark[1:])
	}
	b.WriteString("\n\n```\n")
	for _, g := range r.Generators {
		if g.Approximation {
			b.WriteString("approximately: ")
		}
		fmt.Fprintf(b, "%s = 0   residual %.2g", g, g.Residual.RMS)
		if g.Rational {
			fmt.Fprintf(b, ", exact at %d of %d points", g.Exact.Vanishing, g.Exact.Points)
		}
		b.WriteString("\n")
	}
	b.WriteString("```\n")
}
