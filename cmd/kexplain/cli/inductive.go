package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"strings"

	"github.com/kexplain/kexplain/cmd/kexplain/report"
	"github.com/kexplain/kexplain/explain/equations"
	"github.com/kexplain/kexplain/explain/invariant"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/internal/progress"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// inductiveOptions are the options of kexplain inductive.
type inductiveOptions struct {
	equations string   // a file, a text, or "-"
	init      []string // equations
	steps     []string
	output    outputOptions
}

// newInductive returns the command that proves loop invariants.
func newInductive() *command {
	o := &inductiveOptions{}
	return &command{
		name: "inductive", args: "EQUATIONS", short: "prove that equations are invariants of a loop",
		long: `Proves that equations hold whenever a program is at the head of a loop: they
hold when the loop begins, and each way through its body keeps them. The proof
is exact: the equation after the step is a combination of the equations before
it, and the cofactors are printed. No values are tried. kexplain learn finds
such equations from a trace, the table of the variables at the head of the loop.

EQUATIONS is a file or the text itself as kexplain check reads it; a - stands
for standard input. --init has the equations that hold when the loop begins.
Each --step is one way through the body, such as a branch of an if:

  --step 'q := q + 1, r := r - B'             both at once
  --step 'x = x + 1; y = y + x'               one after the other
  --step 'when a = b; x := 2*x, p := p/2'     only if a = b

Conditions after "when" may be equations, which the proof uses, or inequalities
with <, <=, >, >= or !=, which restrict the counterexamples only. A variable
that no step assigns keeps its value; one that no equation contains may have any
value. Fractions are exact: p/2 is half of p, not rounded.

Where the proof fails, the report names the step and the equation, what is left
of the equation after the step, and a state from which the step breaks it if one
is found. The status is 0 if all equations are proved and 1 if not. Numbers are
whole or rational without bound; overflow and rounding are not looked at.`,
		examples: []example{
			{`kexplain inductive 'A = q*B + r' --init 'q=0, r=A' --step 'q := q+1, r := r-B'`, "division by subtraction"},
			{`kexplain inductive 's = a^2' --init 'a=0, s=0' --step 'a = a+1; s = s+2*a-1'`, "squares by sums, as C has it"},
		},
		bind: func(flags *flag.FlagSet) {
			flags.Func("init", "`EQUATIONS` that hold when the loop begins; may be given again", func(s string) error {
				o.init = append(o.init, s)
				return nil
			})
			flags.Func("step", "`ASSIGNMENTS` of one way through the loop; given once for each", func(s string) error {
				o.steps = append(o.steps, s)
				return nil
			})
			o.output.bind(flags, "text", "json")
		},
		accept: o.accept,
		paths: func() paths {
			return paths{in: []namedPath{{o.equations, "EQUATIONS"}}, out: []namedPath{{o.output.path, "--output"}}}
		},
		run: func(ctx context.Context, s streams) error { return runInductive(ctx, s, o) },
	}
}

// accept takes the one argument and looks for the flags without which there is
// nothing to prove.
func (o *inductiveOptions) accept(args []string) error {
	switch {
	case len(args) != 1:
		return usageError{fmt.Sprintf("found %s, expected EQUATIONS", plural.Count(len(args), "argument"))}
	case len(o.init) == 0:
		return usageError{"found no --init, expected the equations that hold when the loop begins, such as --init 'q = 0, r = A'"}
	case len(o.steps) == 0:
		return usageError{"found no --step, expected the assignments of the loop, such as --step 'q := q + 1, r := r - B'"}
	}
	o.equations = args[0]
	return nil
}

// errNotProved is the error, after the report, where equations are not proved.
var errNotProved = errors.New("not proved")

// runInductive proves the equations and writes the report.
func runInductive(ctx context.Context, s streams, o *inductiveOptions) error {
	list, err := readEquations(s, o.equations)
	if err != nil {
		return err
	}
	init, err := equations.Split("--init", strings.Join(o.init, "\n"))
	if err != nil {
		return err
	}
	var texts []string
	for _, e := range append(list.Equations, init.Equations...) {
		texts = append(texts, e.Text)
	}
	if err := errors.Join(noFunctions(list.Name, texts...), noFunctions("--step", o.steps...)); err != nil {
		return err
	}
	names := invariant.Names(append(texts, o.steps...)...)
	if len(names) == 0 {
		return fmt.Errorf("%s: found no variable in %q: %w", list.Name, list.Equations[0].Text, equations.ErrSyntax)
	}
	R, err := poly.NewRing(ring.Q, names)
	if err != nil {
		return fmt.Errorf("%w: %w", err, equations.ErrSyntax)
	}
	program := invariant.Program{}
	if program.Equations, err = equations.ParseIn(list, R); err != nil {
		return err
	}
	if program.Start, err = equations.ParseIn(init, R); err != nil {
		return err
	}
	for k, text := range o.steps {
		name := "--step"
		if len(o.steps) > 1 {
			name = fmt.Sprintf("--step %d", k+1)
		}
		step, err := invariant.ParseStep(R, name, text)
		if err != nil {
			return err
		}
		program.Steps = append(program.Steps, step)
	}
	line := progress.New(s.err)
	defer line.Clear()
	line.Show("proving", 0, 0)
	result, err := invariant.Prove(ctx, program)
	if err != nil {
		return err
	}
	line.Clear()
	r := report.NewInductive(version, axiomTexts(list), program, result)
	err = o.output.report(s, r)
	if err == nil && !result.Proved() {
		err = fmt.Errorf("%w: %s", errNotProved, r.Summary())
	}
	return err
}
