package theorems

import (
	"encoding/json"
	"fmt"
	"github.com/kexplain/kexplain/internal/plural"
	"io"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Report writes outcomes for people and for programs.
type Report struct {
	Outcomes []*Outcome
	// Instances and Seed are those of the run.
	Instances int
	Seed      uint64
	// Times adds the time that each statement took, which differs from run to run.
	Times bool
}

// Confirmed reports whether every verdict stands.
func (r Report) Confirmed() bool {
	for _, o := range r.Outcomes {
		if !o.Confirmed() {
			return false
		}
	}
	return true
}

// The widths of the table's columns, in characters.
const (
	widthID        = 7
	widthStatement = 58
	widthPrinted   = 42
)

// WriteText writes a table with one row for each statement, counterexamples and
// problems below it, and a line of totals.
func (r Report) WriteText(w io.Writer) error {
	p := &printer{w: w}
	header := "CORRECTED FORM"
	if r.Times {
		header = "TIME     " + header
	}
	p.row("ID", "STATEMENT, AS PRINTED", "PRINTED FORM", header)
	for _, o := range r.Outcomes {
		s := o.Statement
		last := o.correctedInShort()
		if r.Times {
			last = fmt.Sprintf("%-9s%s", o.Elapsed.Round(time.Millisecond), last)
		}
		p.row(s.ID, s.Claim, s.printedInShort(), last)
		if s.Verdict != True {
			for _, c := range o.Printed {
				p.printf("%*s  counterexample: %v\n", widthID, "", c.Instance)
			}
		}
		for _, problem := range o.Problems {
			p.printf("%*s  NOT CONFIRMED: %s\n", widthID, "", problem)
		}
		if o.Refutation != nil {
			text, err := json.Marshal(o.Refutation)
			if err != nil {
				return err
			}
			p.printf("%*s  certificate: %s\n", widthID, "", text)
		}
	}
	p.printf("%s\n", r.totals())
	return p.err
}

func (r Report) totals() string {
	confirmed, open, satisfying, drawn := 0, 0, 0, 0
	for _, o := range r.Outcomes {
		switch {
		case o.Statement.Verdict == NotChecked:
			open++
		case o.Confirmed():
			confirmed++
		}
		satisfying += o.Satisfying
		drawn += o.Drawn
	}
	return fmt.Sprintf("%s: %s confirmed, %d not confirmed, %d not checkable; %s of %d drawn %s the hypotheses (seed %d)",
		plural.Count(len(r.Outcomes), "statement"), plural.Count(confirmed, "verdict"), len(r.Outcomes)-confirmed-open, open, plural.Count(satisfying, "instance"), drawn, plural.Verb(satisfying, "satisfies", "satisfy"), r.Seed)
}

// printedInShort says what becomes of the printed form.
func (s *Statement) printedInShort() string {
	switch s.Verdict {
	case True:
		return "holds"
	case TrueUnder:
		return "holds under: " + s.Under
	}
	return string(s.Verdict)
}

func (o *Outcome) correctedInShort() string {
	switch {
	case o.Statement.Verdict == NotChecked:
		return "not checked: " + o.Statement.Reason
	case o.Refutation != nil:
		return "FAILS"
	}
	if o.CouldFail < o.Satisfying {
		return fmt.Sprintf("holds on %d of %d, empty on %d", o.Satisfying, o.Drawn, o.Satisfying-o.CouldFail)
	}
	return fmt.Sprintf("holds on %d of %d", o.Satisfying, o.Drawn)
}

// WriteList writes the statements without checking them.
func WriteList(w io.Writer, statements []Statement) error {
	p := &printer{w: w}
	p.row("ID", "STATEMENT, AS PRINTED", "PRINTED FORM", "PLACE")
	for _, s := range statements {
		p.row(s.ID, s.Claim, s.printedInShort(), s.Place)
	}
	return p.err
}

// WriteRechecked writes what Recheck found: the answers for certificates of
// statements, and whether they are what the file expects.
func WriteRechecked(w io.Writer, list []Rechecked) error {
	p := &printer{w: w}
	for _, r := range list {
		p.printf("%s (%s)", strings.Join(r.Ref, ", "), r.Kind)
		if r.ID != "" {
			p.printf(" %s", r.ID)
		}
		if len(r.Differences) == 0 {
			p.printf(": as the file expects\n")
		} else {
			p.printf(": NOT as the file expects\n")
		}
		if r.Text != "" {
			p.printf("  form: %s\n", r.Text)
		}
		if r.Kind == "statement" {
			hypotheses, _ := r.Answers["hypotheses"].(map[string]bool)
			for _, name := range slices.Sorted(maps.Keys(hypotheses)) {
				p.printf("  %s: %s\n", name, yesNo(hypotheses[name]))
			}
			p.printf("  conclusion: %s\n", yesNo(r.Answers["conclusion"] == true))
		}
		for _, d := range r.Differences {
			p.printf("  %s\n", d)
		}
	}
	return p.err
}

func yesNo(holds bool) string {
	if holds {
		return "holds"
	}
	return "fails"
}

// printer writes until the first error.
type printer struct {
	w   io.Writer
	err error
}

func (p *printer) printf(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format, args...)
	}
}

func (p *printer) row(id, statement, printed, last string) {
	p.printf("%s %s %s %s\n", fit(id, widthID), fit(statement, widthStatement), fit(printed, widthPrinted), last)
}

// fit cuts or fills a text to a number of characters.
func fit(text string, width int) string {
	n := utf8.RuneCountInString(text)
	if n > width {
		return string([]rune(text)[:width-1]) + "…"
	}
	return text + strings.Repeat(" ", width-n)
}

// jsonReport is the contract of --format json.
type jsonReport struct {
	Schema     string          `json:"schema"`
	Seed       uint64          `json:"seed"`
	Confirmed  bool            `json:"confirmed"`
	Statements []jsonStatement `json:"statements"`
}

type jsonStatement struct {
	ID        string        `json:"id"`
	Source    string        `json:"source"`
	Place     string        `json:"place"`
	Statement string        `json:"statement"`
	Verdict   Verdict       `json:"verdict"`
	Printed   jsonPrinted   `json:"printed"`
	Corrected jsonCorrected `json:"corrected"`
	Problems  []string      `json:"problems,omitempty"`
	Reason    string        `json:"reason,omitempty"`
	Seconds   float64       `json:"seconds,omitempty"`
}

type jsonPrinted struct {
	// Holds says that the printed form is right as it stands; null where nothing
	// was judged.
	Holds *bool  `json:"holds"`
	Under string `json:"under,omitempty"`
	// Counterexample refutes the printed form; null when it holds.
	Counterexample *Certificate `json:"counterexample"`
	// Refuted are all readings of the printed text that fail, the first of them
	// being the counterexample; for a true statement, variants of it.
	Refuted []Certificate `json:"refuted,omitempty"`
}

type jsonCorrected struct {
	Statement  string           `json:"statement"`
	Hypotheses []jsonHypothesis `json:"hypotheses"`
	Instances  int              `json:"instances"`
	Drawn      int              `json:"drawn"`
	// CouldFail counts the instances on which the conclusion was not empty.
	CouldFail int `json:"could_fail"`
	// Holds is null where nothing was judged.
	Holds *bool `json:"holds"`
	// Counterexample refutes the corrected form; absent when it holds.
	Counterexample *Certificate `json:"counterexample,omitempty"`
}

type jsonHypothesis struct {
	Name string `json:"name"`
	// Without shows that the hypothesis cannot be dropped; absent for standing
	// assumptions.
	Without Instance `json:"without,omitempty"`
}

// WriteJSON writes one object with the schema "kexplain/verify/1".
func (r Report) WriteJSON(w io.Writer) error {
	out := jsonReport{Schema: "kexplain/verify/1", Seed: r.Seed, Confirmed: r.Confirmed(), Statements: []jsonStatement{}}
	for _, o := range r.Outcomes {
		out.Statements = append(out.Statements, r.jsonOf(o))
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(out)
}

func (r Report) jsonOf(o *Outcome) jsonStatement {
	s := o.Statement
	j := jsonStatement{
		ID: s.ID, Source: s.Source(), Place: s.Place, Statement: s.Claim, Verdict: s.Verdict,
		Printed:  jsonPrinted{Under: s.Under, Refuted: o.Printed},
		Problems: o.Problems, Reason: s.Reason,
		Corrected: jsonCorrected{
			Statement: s.Corrected(), Hypotheses: []jsonHypothesis{}, Instances: o.Satisfying, Drawn: o.Drawn,
			CouldFail: o.CouldFail, Counterexample: o.Refutation,
		},
	}
	if s.Verdict != NotChecked {
		printed, corrected := s.Verdict == True, o.Refutation == nil
		j.Printed.Holds, j.Corrected.Holds = &printed, &corrected
	}
	if s.Verdict != True && len(o.Printed) > 0 {
		j.Printed.Counterexample = &o.Printed[0]
	}
	for _, h := range s.Given {
		j.Corrected.Hypotheses = append(j.Corrected.Hypotheses, jsonHypothesis{h.Name, h.Without})
	}
	if r.Times {
		j.Seconds = o.Elapsed.Seconds()
	}
	return j
}
