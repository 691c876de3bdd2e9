package cli

import (
	"flag"
	"fmt"
	"io"
	"strings"
)

// writeHelp writes the general help.
func writeHelp(w io.Writer) error {
	var b strings.Builder
	b.WriteString("kexplain learns the polynomial equations that data satisfy.\n\nusage: kexplain COMMAND …\n\n")
	for _, c := range commands() {
		fmt.Fprintf(&b, "  %-28s %s\n", strings.TrimSpace(c.name+" "+c.args), c.short)
	}
	b.WriteString("\nkexplain help COMMAND says more about one of them, kexplain help --man\nwrites the manual page.\n\nexit status:\n")
	for _, m := range meanings() {
		fmt.Fprintf(&b, "  %-4d %s\n", m.status, m.text)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeHelp writes the help of a command. The name of a flag's value is what
// stands between backquotes in its usage; at the beginning, before a colon, it
// is left out of the sentence.
func (c *command) writeHelp(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "usage: kexplain %s [flags]\n\n%s\n", strings.TrimSpace(c.name+" "+c.args), strings.TrimSpace(c.long))
	flags := flag.NewFlagSet(c.name, flag.ContinueOnError)
	c.bindAll(flags)
	first := true
	flags.VisitAll(func(f *flag.Flag) {
		if first {
			b.WriteString("\nflags:\n")
			first = false
		}
		value, usage := flag.UnquoteUsage(f)
		usage = strings.TrimPrefix(usage, value+": ")
		left := strings.TrimSpace("--" + f.Name + " " + value)
		if f.DefValue != "" && f.DefValue != "false" {
			usage += " (default " + f.DefValue + ")"
		}
		b.WriteString(hanging(left, usage))
	})
	if len(c.examples) > 0 {
		b.WriteString("\nexamples:\n")
		for _, e := range c.examples {
			fmt.Fprintf(&b, "  %s\n      %s\n", e.line, e.what)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// hanging writes left in a narrow column and the words of right in a wide one.
func hanging(left, right string) string {
	const narrow, wide = 22, 56
	var b strings.Builder
	fmt.Fprintf(&b, "  %-*s", narrow, left)
	if len(left) >= narrow {
		fmt.Fprintf(&b, "\n  %*s", narrow, "")
	}
	used := 0
	for word := range strings.FieldsSeq(right) {
		if used > 0 && used+1+len(word) > wide {
			fmt.Fprintf(&b, "\n  %*s", narrow, "")
			used = 0
		}
		if used > 0 {
			b.WriteByte(' ')
			used++
		}
		b.WriteString(word)
		used += len(word)
	}
	b.WriteByte('\n')
	return b.String()
}
