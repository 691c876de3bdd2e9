package cli

import (
	"context"
	"flag"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
)

// version is the version of the program, in the sense of CHANGELOG.md.
const version = "0.1.0"

// newVersion returns the command that prints the version.
func newVersion() *command {
	var all bool
	return &command{
		name: "version", short: "print the version",
		long:     "Prints the version of kexplain, of the source it was built from where that is\nknown, and of Go.\n--licences prints the licences of the modules that are part of it.",
		examples: []example{{"kexplain version", "one line"}},
		bind: func(flags *flag.FlagSet) {
			flags.BoolVar(&all, "licences", false, "print the licences of kexplain and of all modules linked into it")
		},
		accept: noArguments,
		run: func(_ context.Context, s streams) error {
			if all {
				texts, err := licences()
				if err != nil {
					return err
				}
				_, err = io.WriteString(s.out, texts+s.program.Licences)
				return err
			}
			line := versionLine()
			for _, f := range s.program.Formats {
				line += ", " + f.Name
			}
			_, err := fmt.Fprintln(s.out, line)
			return err
		},
	}
}

func noArguments(args []string) error {
	if len(args) > 0 {
		return usageError{fmt.Sprintf("found the argument %q, expected none", args[0])}
	}
	return nil
}

// versionLine names the version, the revision of the source and Go.
func versionLine() string {
	line := "kexplain " + version
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, setting := range info.Settings {
			if setting.Key == "vcs.revision" && len(setting.Value) >= 12 {
				line += " (" + setting.Value[:12] + ")"
			}
		}
	}
	return line + " " + runtime.Version()
}
