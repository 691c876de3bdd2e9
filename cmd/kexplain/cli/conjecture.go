package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/kexplain/kexplain/cmd/kexplain/report"
	"github.com/kexplain/kexplain/duality/theorems"
	"github.com/kexplain/kexplain/internal/progress"
)

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
	r := &report.Conjecture{
		Schema: report.ConjectureSchema, Version: version, File: o.conjecture, Claim: statement.Claim, Seed: o.seed,
		Instances: outcome.Satisfying, Drawn: outcome.Drawn, Holds: outcome.Confirmed(),
		Counterexample: outcome.Refutation, Problems: outcome.Problems,
	}
	rates, err := statement.Hypotheses(ctx, o.instances, o.seed, theorems.Correct())
	if err != nil {
		return fmt.Errorf("%w: %w, in %s", theorems.ErrConjecture, err, o.conjecture)
	}
	for _, rate := range rates {
		r.Hypotheses = append(r.Hypotheses, report.HypothesisRate{Name: rate.Name, Share: float64(rate.Holds) / float64(rate.Drawn)})
	}
	line.Clear()
	err = o.output.report(s, r)
	if err == nil && !r.Holds {
		err = errors.New("the conjecture is not confirmed")
	}
	return err
}
