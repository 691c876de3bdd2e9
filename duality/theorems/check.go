package theorems

import (
	"context"
	"fmt"
	"github.com/kexplain/kexplain/internal/plural"
	"hash/fnv"
	"time"
)

// Form is what is judged on an instance: hypotheses and a conclusion.
type Form struct {
	Name  string // "corrected", "printed", "printed 2", …
	Text  string
	Given []Hypothesis
	Then  Predicate
}

// Judgement is the outcome of a form on one instance.
type Judgement struct {
	// Hypotheses are the answers to the hypotheses, in the order of the form.
	Hypotheses []bool
	// Conclusion is the answer to the conclusion, whether or not the hypotheses
	// hold. It is not asked, and false, when a standing hypothesis fails.
	Conclusion bool
}

// Satisfied reports whether all hypotheses hold.
func (j Judgement) Satisfied() bool {
	for _, h := range j.Hypotheses {
		if !h {
			return false
		}
	}
	return true
}

// Refutes reports whether the instance refutes the form: its hypotheses hold
// and its conclusion does not.
func (j Judgement) Refutes() bool { return j.Satisfied() && !j.Conclusion }

// Forms returns the forms of a statement: the corrected one first, then the
// readings of the printed text that fail.
func (s *Statement) Forms() []Form {
	forms := []Form{{Name: "corrected", Text: s.Corrected(), Given: s.Given, Then: s.Then}}
	for i, p := range s.Printed {
		name := "printed"
		if i > 0 {
			name = fmt.Sprintf("printed %d", i+1)
		}
		forms = append(forms, Form{Name: name, Text: p.Reading, Given: p.Given, Then: p.Then})
	}
	return forms
}

// Judge asks all predicates of the form about an instance, under given laws. It
// fails with ErrInstance when the instance lacks a value or has one of the wrong
// shape.
func (f Form) Judge(in Instance, laws Laws) (Judgement, error) {
	c := NewCase(in, laws)
	var j Judgement
	for _, h := range f.Given {
		holds, err := c.judge(h.Holds)
		if err != nil {
			return j, fmt.Errorf("%w (hypothesis %q)", err, h.Name)
		}
		j.Hypotheses = append(j.Hypotheses, holds)
		if !holds && h.Without == nil {
			return j, nil
		}
	}
	holds, err := c.judge(f.Then)
	if err != nil {
		return j, fmt.Errorf("%w (conclusion)", err)
	}
	j.Conclusion = holds
	return j, nil
}

// refutedBy reports whether the instance refutes the form; a malformed one does
// not.
func (f Form) refutedBy(in Instance, laws Laws) bool {
	j, err := f.Judge(in, laws)
	return err == nil && len(j.Hypotheses) == len(f.Given) && j.Refutes()
}

// Outcome is what came of checking one statement.
type Outcome struct {
	Statement *Statement
	// Drawn and Satisfying count the random instances of the corrected form, all
	// of them and those whose hypotheses hold.
	Drawn, Satisfying int
	// CouldFail counts those of the latter on which the conclusion could have
	// failed; see Statement.Idle.
	CouldFail int
	// Refutation is a shrunk instance on which the corrected form fails, nil
	// when it holds.
	Refutation *Certificate
	// Printed are the counterexamples to the printed forms.
	Printed []Certificate
	// Needed are the instances that show that a hypothesis cannot be dropped.
	Needed []Certificate
	// Problems are in words what speaks against the verdict.
	Problems []string
	// Elapsed is the time the check took.
	Elapsed time.Duration
}

// Confirmed reports whether the verdict on the statement stands.
func (o *Outcome) Confirmed() bool { return len(o.Problems) == 0 }

// Check puts a statement to the test: the corrected form on random instances
// until the given number of them satisfies the hypotheses, the printed forms on
// their counterexamples, and every hypothesis on the instance that shows it to
// be needed. The same seed draws the same instances. When the context ends, so
// does the drawing, and the outcome is not confirmed.
func (s *Statement) Check(ctx context.Context, instances int, seed uint64, laws Laws) *Outcome {
	start := time.Now()
	o := &Outcome{Statement: s}
	if s.Verdict != NotChecked {
		o.drawInstances(ctx, instances, seed, laws)
		o.dropHypotheses(laws)
		o.refutePrinted(laws)
	}
	o.Elapsed = time.Since(start)
	return o
}

func (o *Outcome) problem(format string, args ...any) {
	o.Problems = append(o.Problems, fmt.Sprintf(format, args...))
}

// enough is the number of instances from which on a conclusion that is empty on
// three quarters of them speaks against the statement.
const enough = 50

// maxDraws bounds the instances drawn for each one that must satisfy the
// hypotheses.
const maxDraws = 40

func (o *Outcome) drawInstances(ctx context.Context, instances int, seed uint64, laws Laws) {
	s := o.Statement
	form := s.Forms()[0]
	g := newGen(seed, hashOf(s.ID))
	for o.Satisfying < instances && o.Drawn < maxDraws*instances && ctx.Err() == nil {
		g.imaginary = s.Complex && g.coin(3)
		in := s.Draw(g)
		o.Drawn++
		j, err := form.Judge(in, laws)
		if err != nil {
			o.problem("%v on %v", err, in)
			return
		}
		if !j.Satisfied() {
			continue
		}
		o.Satisfying++
		if s.Idle == nil {
			o.CouldFail++
		} else if empty, err := NewCase(in, laws).judge(s.Idle); err != nil {
			o.problem("whether the conclusion is empty: %v", err)
			return
		} else if !empty {
			o.CouldFail++
		}
		if !j.Conclusion {
			small := Shrink(in, func(in Instance) bool { return form.refutedBy(in, laws) })
			o.Refutation = certify(s, form, small, laws)
			o.problem("the corrected form fails on %v", small)
			return
		}
	}
	if o.Satisfying < instances {
		o.problem("only %d of %s drawn %s the hypotheses", o.Satisfying, plural.Count(o.Drawn, "instance"), plural.Verb(o.Satisfying, "satisfies", "satisfy"))
	} else if o.Satisfying >= enough && 4*o.CouldFail < o.Satisfying {
		o.problem("the conclusion could have failed on %d of %d instances only", o.CouldFail, o.Satisfying)
	}
}

func hashOf(id string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(id))
	return h.Sum64()
}

// dropHypotheses checks the instances that show each hypothesis to be needed.
func (o *Outcome) dropHypotheses(laws Laws) {
	form := o.Statement.Forms()[0]
	for i, h := range form.Given {
		if h.Without == nil {
			continue
		}
		j, err := form.Judge(h.Without, laws)
		switch {
		case err != nil:
			o.problem("without %q: %v", h.Name, err)
		case !failsOnly(j.Hypotheses, i):
			o.problem("without %q: the instance does not single the hypothesis out: %v", h.Name, j.Hypotheses)
		case j.Conclusion:
			o.problem("without %q the conclusion holds all the same", h.Name)
		default:
			o.Needed = append(o.Needed, *certify(o.Statement, form, h.Without, laws))
		}
	}
}

// failsOnly reports whether the i-th answer is the only no.
func failsOnly(answers []bool, i int) bool {
	for k, holds := range answers {
		if holds == (k == i) {
			return false
		}
	}
	return true
}

// refutePrinted checks the counterexamples to the printed forms.
func (o *Outcome) refutePrinted(laws Laws) {
	s := o.Statement
	for i, form := range s.Forms()[1:] {
		in := s.Printed[i].Counterexample
		j, err := form.Judge(in, laws)
		switch {
		case err != nil:
			o.problem("%s form: %v", form.Name, err)
		case !j.Satisfied():
			o.problem("%s form: its hypotheses fail on the counterexample: %v", form.Name, j.Hypotheses)
		case j.Conclusion:
			o.problem("%s form: it holds on the counterexample", form.Name)
		default:
			o.Printed = append(o.Printed, *certify(s, form, in, laws))
		}
	}
	if s.Verdict == False && len(s.Printed) == 0 {
		o.problem("false, and no counterexample")
	}
}
