package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/kexplain/kexplain/cmd/kexplain/report"
	"github.com/kexplain/kexplain/duality/theorems"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/internal/progress"
)

// verifyOptions are the options of kexplain verify.
type verifyOptions struct {
	ids        []string
	instances  int
	seed       uint64
	list       bool
	times      bool
	instance   string // a file, or "-"
	conjecture string // a file, or "-"
	output     outputOptions
}

// newVerify returns the command that checks the theorems of the papers.
func newVerify() *command {
	o := &verifyOptions{instances: theorems.DefaultInstances, seed: theorems.DefaultSeed}
	return &command{
		name: "verify", args: "[ID …]", short: "check the theorems of the papers in exact arithmetic",
		long: `Checks the statements of the papers on kernels and vanishing ideals, all of them
or those named: DKL-16, or CKI for a whole paper. Each is checked on random
instances over Q and Q(i) that satisfy its hypotheses; printed forms that are
wrong are refuted by a counterexample, and hypotheses that are needed by an
instance without them. Nothing is rounded.

The table says what becomes of the printed form, and on how many of the
instances drawn the hypotheses of the correct form, and then its conclusion,
hold. The page docs/reference/theorems.md says it at length. A statement that
fails is printed with the smallest instance found, as JSON that --instance
checks again.

With --conjecture a statement of your own is checked instead, from a file like

  draw X: points 1..5 in 2, Z: points 1..5 in 2, d: 1..3, theta > 0
  given fspan(X) <= fspan(Z)
  then rank(K(X,Z)) == frk(X)

and a counterexample is made as small as possible (docs/howto/conjecture.md).

Status 0 if every verdict is confirmed, 1 otherwise.`,
		examples: []example{
			{`kexplain verify --conjecture testdata/rank.conjecture`, "a statement of one's own"},
			{`kexplain verify DKL-16 CKI-22`, "two statements that are false as printed"},
			{`kexplain verify --list KR`, "the statements of one source, unchecked"},
		},
		bind: func(flags *flag.FlagSet) {
			flags.Func("instances", fmt.Sprintf(
				"`N`: random instances that satisfy the hypotheses of each statement (default %d)", o.instances), func(s string) error {
				n, err := number(s, 1)
				o.instances = n
				return err
			})
			seed(flags, &o.seed, "`S`: chooses the instances; the same seed gives the same bytes")
			flags.BoolVar(&o.list, "list", false, "list the statements without checking them")
			flags.BoolVar(&o.times, "times", false, "add the time that each statement took")
			flags.StringVar(&o.instance, "instance", "",
				"check the instances in `FILE` again instead: a certificate or a file of "+
					"reference instances; - for standard input")
			flags.StringVar(&o.conjecture, "conjecture", "", "check the conjecture in `FILE` instead; - for standard input")
			o.output.bind(flags, "text", "json", "markdown")
		},
		accept: func(args []string) error {
			o.ids = args
			switch {
			case o.conjecture != "" && (len(args) > 0 || o.list || o.instance != "" || o.output.format == "markdown"):
				return usageError{"--conjecture stands alone, with --format text or json"}
			case o.instance != "" && (len(args) > 0 || o.list):
				return usageError{"--instance stands alone: the file names its statements"}
			case (o.instance != "" || o.list) && o.output.format == "markdown", o.list && o.output.format == "json":
				return usageError{fmt.Sprintf("--format %s goes with a check of statements", o.output.format)}
			}
			return nil
		},
		idle: func() []idle {
			return []idle{
				{o.instance != "", "instances seed times", "with --instance: the file is checked as it is"},
				{o.list, "instances seed times", "with --list: nothing is checked"},
				{o.output.format == "markdown", "times", "with --format markdown"},
			}
		},
		paths: func() paths {
			return paths{in: []namedPath{{o.instance, "--instance"}, {o.conjecture, "--conjecture"}}, out: []namedPath{{o.output.path, "--output"}}}
		},
		run: func(ctx context.Context, s streams) error { return runVerify(ctx, s, o) },
	}
}

// runVerify checks statements, lists them, or checks a file of instances.
func runVerify(ctx context.Context, s streams, o *verifyOptions) error {
	if o.conjecture != "" {
		return checkConjecture(ctx, s, o)
	}
	if o.instance != "" {
		return recheckFile(s, o)
	}
	if o.list {
		statements, err := theorems.Select(o.ids)
		if err != nil {
			return err
		}
		return o.output.write(s, func(w io.Writer) error { return theorems.WriteList(w, statements) })
	}
	line := progress.New(s.err)
	outcomes, err := theorems.Verify(ctx, theorems.Options{
		IDs: o.ids, Instances: o.instances, Seed: o.seed,
		Progress: func(done, total int) { line.Show("checking statements", int64(done), int64(total)) },
	})
	line.Clear()
	if err != nil {
		return err
	}
	outcome := theorems.Report{Outcomes: outcomes, Instances: o.instances, Seed: o.seed, Times: o.times}
	err = o.output.write(s, func(w io.Writer) error {
		switch o.output.format {
		case "json":
			return outcome.WriteJSON(w)
		case "markdown":
			return outcome.WriteMarkdown(w)
		}
		return outcome.WriteText(w)
	})
	if err == nil && !outcome.Confirmed() {
		err = errors.New("a verdict is not confirmed")
	}
	return err
}

// maxInstanceFile is the length in bytes of the longest file of instances that
// is read.
const maxInstanceFile = 16 << 20

// readSmall reads a file of at most that length, or standard input for "-".
func readSmall(s streams, path string, kind error) ([]byte, error) {
	in := s.in
	if path != "-" {
		f, err := openFile(path, "a file that can be read")
		if err != nil {
			return nil, fmt.Errorf("%w: %w", kind, err)
		}
		defer f.Close()
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, maxInstanceFile+1))
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", kind, path, err)
	}
	if len(data) > maxInstanceFile {
		return nil, fmt.Errorf("%w: %s: more than %d MiB", kind, path, maxInstanceFile>>20)
	}
	return data, nil
}

// recheckFile checks a file of instances again.
func recheckFile(s streams, o *verifyOptions) error {
	data, err := readSmall(s, o.instance, theorems.ErrInstance)
	if err != nil {
		return err
	}
	line := progress.New(s.err)
	defer line.Clear()
	line.Show("checking instances", 0, 0)
	list, err := theorems.Recheck(data, theorems.Correct())
	if err != nil {
		return fmt.Errorf("%w, in %s", err, o.instance)
	}
	line.Clear()
	different := 0
	for _, r := range list {
		if len(r.Differences) > 0 {
			different++
		}
	}
	err = o.output.report(s, &report.Recheck{Schema: report.RecheckSchema, Instances: list})
	if err == nil && different > 0 {
		err = fmt.Errorf("%d of %s %s not as the file expects", different, plural.Count(len(list), "instance"), plural.Verb(different, "is", "are"))
	}
	return err
}
