package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/kexplain/kexplain/duality/theorems"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/internal/progress"
)

// conjectureReport is what kexplain verify --conjecture prints.
type conjectureReport struct {
	Schema         string                `json:"schema"`
	Version        string                `json:"version"`
	File           string                `json:"file"`
	Claim          string                `json:"claim"`
	Instances      int                   `json:"instances"` // that satisfy the hypotheses
	Drawn          int                   `json:"drawn"`
	Holds          bool                  `json:"holds"` // on all of these
	Hypotheses     []conjectureRate      `json:"hypotheses"`
	Counterexample *theorems.Certificate `json:"counterexample"`
	Problems       []string              `json:"problems,omitempty"`
	Seed           uint64                `json:"seed"`
}

// conjectureRate is the share of instances drawn that satisfy a hypothesis.
type conjectureRate struct {
	Name  string  `json:"name"`
	Share float64 `json:"share"`
}

// rareHypothesis is the share of instances below which a hypothesis is called
// rare: a tenth of the instances drawn are then of use at most.
const rareHypothesis = 0.1

// checkConjecture reads a conjecture and puts it to the test.
func checkConjecture(ctx context.Context, s streams, o *verifyOptions) error {
	text, err := readSmall(s, o.conjecture, theorems.ErrConjecture)
	if err != nil {
		return err
	}
	statement, err := theorems.ParseConjecture(string(text))
	if err != nil {
		return fmt.Errorf("%w, in %s", err, o.conjecture)
	}
	line := progress.New(s.err)
	defer line.Clear()
	line.Show("checking the conjecture", 0, 0)
	outcome := statement.Check(ctx, o.instances, o.seed, theorems.Correct())
	r := &conjectureReport{
		Schema: "kexplain/conjecture/1", Version: version, File: o.conjecture, Claim: statement.Claim, Seed: o.seed,
		Instances: outcome.Satisfying, Drawn: outcome.Drawn, Holds: outcome.Confirmed(),
		Counterexample: outcome.Refutation, Problems: outcome.Problems,
	}
	rates, err := statement.Hypotheses(ctx, o.instances, o.seed, theorems.Correct())
	if err != nil {
		return fmt.Errorf("%w: %w, in %s", theorems.ErrConjecture, err, o.conjecture)
	}
	for _, rate := range rates {
		r.Hypotheses = append(r.Hypotheses, conjectureRate{rate.Name, float64(rate.Holds) / float64(rate.Drawn)})
	}
	line.Clear()
	err = o.output.report(s, r)
	if err == nil && !r.Holds {
		err = errors.New("the conjecture is not confirmed")
	}
	return err
}

func (r *conjectureReport) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "conjecture: %s\n", r.Claim)
	for _, h := range r.Hypotheses {
		fmt.Fprintf(&b, "  given %s: satisfied by %.0f %% of the instances drawn", h.Name, 100*h.Share)
		if h.Share < rareHypothesis {
			b.WriteString(", which is rare: draw instances that satisfy it more often")
		}
		b.WriteString("\n")
	}
	switch {
	case r.Counterexample != nil:
		fmt.Fprintf(&b, "refuted after %s, by\n  %v\n", plural.Count(r.Instances, "instance"), r.Counterexample.Instance)
	case r.Holds:
		fmt.Fprintf(&b, "holds on %s of %d drawn, in exact arithmetic; that is no proof\n", plural.Count(r.Instances, "instance"), r.Drawn)
	default:
		fmt.Fprintf(&b, "not settled: %s\n", strings.Join(r.Problems, "; "))
	}
	fmt.Fprintf(&b, "kexplain %s, seed %d\n", r.Version, r.Seed)
	_, err := io.WriteString(w, b.String())
	return err
}
