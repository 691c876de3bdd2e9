package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/kexplain/kexplain/internal/progress"
)

// command is a subcommand: what the help says about it, the flags that fill
// its options, and the function that does the work with them.
type command struct {
	name     string
	args     string // the positional arguments, "EQUATIONS DATA"
	short    string // one line, for the list of commands
	long     string // paragraphs
	examples []example
	// bind declares the flags.
	bind func(flags *flag.FlagSet)
	// accept takes the positional arguments.
	accept func(args []string) error
	// idle lists the flags that have no effect beside the other arguments; to
	// give one of them is an error. It may be nil.
	idle func() []idle
	// paths returns the files that the arguments name. It may be nil where there
	// are none.
	paths func() paths
	// run does the work.
	run func(ctx context.Context, s streams) error
}

// idle are flags that have no effect in a case, and which case that is, "with
// --method avica".
type idle struct {
	when  bool
	flags string // names with blanks between
	why   string
}

// example is a command line, tested as it stands in the top folder of the
// repository, and what it does.
type example struct{ line, what string }

// find returns the command that the arguments name and what follows. The
// command is nil when they ask for the general help.
func find(args []string) (*command, []string, error) {
	if len(args) == 0 {
		return nil, nil, nil
	}
	name, rest := args[0], args[1:]
	switch {
	case isHelp(name) && len(rest) == 0:
		return nil, nil, nil
	case name == "help":
		name, rest = rest[0], []string{"--help"}
	case name == "--version":
		name = "version"
	}
	for _, c := range commands() {
		if c.name == name {
			return c, rest, nil
		}
	}
	advice := "expected one of " + commandNames()
	if near := nearest(name, splitNames(commandNames())); near != "" {
		advice = "did you mean " + near + "?"
	}
	return nil, nil, usageError{fmt.Sprintf("found the command %q, %s", name, advice)}
}

func isHelp(arg string) bool {
	return arg == "help" || arg == "-h" || arg == "-help" || arg == "--help"
}

func commandNames() string {
	var names []string
	for _, c := range commands() {
		names = append(names, c.name)
	}
	return strings.Join(names, ", ")
}

func splitNames(list string) []string { return strings.Split(list, ", ") }

// execute fills the options from the arguments and runs the command.
func (c *command) execute(ctx context.Context, s streams, args []string) error {
	flags := flag.NewFlagSet(c.name, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Usage = func() {}
	limits := c.bindAll(flags)
	positional, err := parse(flags, args)
	if errors.Is(err, flag.ErrHelp) {
		return c.writeHelp(s.out)
	}
	if err != nil {
		return err
	}
	if err := c.accept(c.withStdin(positional, s.in)); err != nil {
		return err
	}
	if err := c.refuseIdle(flags); err != nil {
		return err
	}
	if f := flags.Lookup("progress"); f != nil && f.Value.String() == "json" {
		s.err = progress.JSON(s.err)
	}
	if c.paths != nil {
		if err := c.paths().check(s); err != nil {
			return err
		}
	}
	return limits.run(ctx, func(ctx context.Context) error { return c.run(ctx, s) })
}

// bindAll declares the flags of the command, and for those that write results how the
// progress is shown, and bounds of time and memory.
func (c *command) bindAll(flags *flag.FlagSet) *bounds {
	limits := new(bounds)
	c.bind(flags)
	if flags.Lookup("output") == nil {
		return limits
	}
	limits.bind(flags)
	how := "auto"
	choice(flags, &how, "progress",
		"`HOW`: how progress is shown on standard error: auto, on a terminal only, or json, a "+
			"line an update", func(s string) (string, error) {
			if s != "auto" && s != "json" {
				return "", fmt.Errorf("found %q, expected auto or json", s)
			}
			return s, nil
		})
	return limits
}

// withStdin adds the standard input where the last argument is left out, it would name
// data, and the standard input is a file or a pipe: kexplain learn < points.csv.
func (c *command) withStdin(args []string, in io.Reader) []string {
	wanted := strings.Fields(c.args)
	if len(wanted) == 0 || len(args) != len(wanted)-1 || wanted[len(wanted)-1] != "DATA" && wanted[len(wanted)-1] != "POINTS" {
		return args
	}
	f, ok := in.(*os.File)
	if !ok {
		return args
	}
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() && info.Mode()&os.ModeNamedPipe == 0 {
		return args
	}
	return append(slices.Clone(args), "-")
}

// refuseIdle returns an error about the first flag given that has no effect.
func (c *command) refuseIdle(flags *flag.FlagSet) (err error) {
	if c.idle == nil {
		return nil
	}
	cases := c.idle()
	flags.Visit(func(f *flag.Flag) {
		for _, i := range cases {
			if err == nil && i.when && slices.Contains(strings.Fields(i.flags), f.Name) {
				err = usageError{fmt.Sprintf("--%s has no effect %s", f.Name, i.why)}
			}
		}
	})
	return err
}

// parse reads flags wherever they stand among the arguments, and returns the
// other arguments. After "--" everything is an argument.
func parse(flags *flag.FlagSet, args []string) (positional []string, err error) {
	given := map[string]string{} // the values of flags so far
	for len(args) > 0 {
		arg := args[0]
		if arg == "--" {
			return append(positional, args[1:]...), nil
		}
		if arg == "-" || !strings.HasPrefix(arg, "-") {
			positional = append(positional, arg)
			args = args[1:]
			continue
		}
		taken := 1
		name, value, hasValue := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		if name == "o" && flags.Lookup("o") == nil {
			name = "output"
			args = append([]string{strings.Replace(arg, "o", name, 1)}, args[1:]...)
		}
		if f := flags.Lookup(name); f != nil && !hasValue && !isSwitch(f) {
			taken = min(2, len(args))
			hasValue, value = taken == 2, args[taken-1]
		}
		one := args[:taken]
		if f := flags.Lookup(name); f != nil && hasValue && !isSwitch(f) {
			if value, err = again(given, flags.Name(), name, value); err != nil {
				return nil, err
			}
			one = []string{"--" + name + "=" + value}
		}
		if err := flags.Parse(one); err != nil {
			return nil, flagError(flags, one, err)
		}
		if hasValue && strings.TrimSpace(value) == "" {
			return nil, usageError{fmt.Sprintf("--%s: found %q, expected a value; leave the flag out where there is none", name, value)}
		}
		args = args[taken:]
	}
	return positional, nil
}

// lists are the flags whose values are lists, with what stands between the parts: values that are given one after another
// make one list. Nothing stands between those of flags that keep all values by themselves. The name of a command stands
// before that of a flag of which the values are lists in this command alone.
var lists = map[string]string{
	"columns": ",", "complex": ",", "degree-in": "; ", "epsilon": ",", "methods": ",", "noise": ",", "units": ",", "with": ", ",
	"init": "", "step": "", "derive target": "",
}

// again returns the value of a flag where values for it were given before: one list of all of them. It is an error where
// the value is no list and another one than before, since one of the two would have no effect.
func again(given map[string]string, command, name, value string) (string, error) {
	before, twice := given[name]
	between, list := lists[name]
	if !list {
		between, list = lists[command+" "+name]
	}
	switch {
	case !twice || list && between == "":
	case list:
		value = before + between + value
	case value != before:
		return "", usageError{fmt.Sprintf("found --%s twice, with %s and %s, expected it once", name, cut(before), cut(value))}
	}
	given[name] = value
	return value, nil
}

// isSwitch reports whether a flag stands without a value.
func isSwitch(f *flag.Flag) bool {
	b, ok := f.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

// flagError turns an error of package flag about a flag and its value into one
// in the words of the help.
func flagError(flags *flag.FlagSet, args []string, err error) error {
	if errors.Is(err, flag.ErrHelp) {
		return err
	}
	name, value, _ := strings.Cut(strings.TrimLeft(args[0], "-"), "=")
	if len(args) > 1 {
		value = args[1]
	}
	if flags.Lookup(name) != nil {
		text := err.Error()
		if strings.HasPrefix(text, "flag needs an argument") {
			return usageError{fmt.Sprintf("--%s needs a value", name)}
		}
		if strings.HasPrefix(text, "invalid boolean value") {
			return usageError{fmt.Sprintf("--%s: found %q, expected true or false", name, value)}
		}
		if _, reason, ok := strings.Cut(text, "flag -"+name+": "); ok {
			return usageError{fmt.Sprintf("--%s: %s", name, withoutPackages(reason))}
		}
		return usageError{text}
	}
	var names []string
	flags.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	if near := nearest(name, names); near != "" {
		return usageError{fmt.Sprintf("found the flag %s, did you mean --%s?", args[0], near)}
	}
	return usageError{fmt.Sprintf("found %s, which is no flag; write -- before arguments that begin with a minus sign", args[0])}
}

// nearest returns the name that a mistyped one most likely stands for: one that
// it begins, or the one fewest changes of a letter away, at most a third of its
// length. It returns "" if there is none.
func nearest(typed string, names []string) string {
	best, bestDistance := "", len(typed)/3+1
	for _, name := range names {
		if len(typed) > 1 && strings.HasPrefix(name, typed) {
			return name
		}
		if d := distance(typed, name); d < bestDistance {
			best, bestDistance = name, d
		}
	}
	return best
}

// distance is the number of insertions, deletions and replacements of a letter
// that turn a into b (V. I. Levenshtein, Soviet Physics Doklady 10 (1966)).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
