// Package trial runs explain.Learn for the programs that measure it: one call is
// a Trial, its outcome is equations, a refusal or an error, and a list of trials
// is run on several processors with the outcomes in the order of the list.
package trial

import (
	"context"
	"errors"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/kexplain/kexplain/benchmarks/internal/command"
	"github.com/kexplain/kexplain/explain"
)

// Trial is one call of explain.Learn.
type Trial struct {
	Name    string
	Data    func(context.Context) (explain.Data, error) // made when the trial runs
	Options explain.Options
}

// Outcome is what came of a trial. One of Result, Refusal and Err is set.
type Outcome struct {
	Name    string
	Result  *explain.Result
	Refusal *explain.NoEquationError
	// Err is why the data or their size do not allow an answer.
	Err     error
	Elapsed time.Duration
}

// Equations returns the printed equations.
func (o Outcome) Equations() []string {
	if o.Result == nil {
		return nil
	}
	var list []string
	for _, g := range o.Result.Generators {
		list = append(list, g.String())
	}
	return list
}

// String says in one line what came of the trial.
func (o Outcome) String() string {
	switch {
	case o.Err != nil:
		return o.Err.Error()
	case o.Refusal != nil:
		return o.Refusal.Error()
	}
	return fmt.Sprint(o.Equations())
}

// Run does the trials within limits. A trial that takes longer has the error context.DeadlineExceeded. Run returns
// early with the error of ctx when that ends.
func Run(ctx context.Context, trials []Trial, limits command.Limits) ([]Outcome, error) {
	out := make([]Outcome, len(trials))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(max(1, limits.Threads))
	for i, t := range trials {
		g.Go(func() error {
			out[i] = t.run(ctx, limits.Timeout)
			return ctx.Err()
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return out, nil
}

// run does one trial.
func (t Trial) run(ctx context.Context, limit time.Duration) Outcome {
	o := Outcome{Name: t.Name}
	data, err := t.Data(ctx)
	if err != nil {
		o.Err = err
		return o
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	start := time.Now()
	r, err := explain.Learn(ctx, data, t.Options)
	o.Elapsed = time.Since(start)
	switch {
	case err == nil:
		o.Result = r
	case !errors.As(err, &o.Refusal):
		o.Err = err
	}
	return o
}

// Steps returns what was looked at, taken and refused.
func (o Outcome) Steps() []string {
	switch {
	case o.Result != nil:
		return o.Result.Steps
	case o.Refusal != nil:
		return o.Refusal.Steps
	}
	return nil
}
