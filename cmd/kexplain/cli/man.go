package cli

import (
	"flag"
	"fmt"
	"io"
	"strings"
)

// writeMan writes the manual page of the program in the language of man(7).
func writeMan(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH KEXPLAIN 1 \"\" \"kexplain %s\" \"User Commands\"\n.SH NAME\nkexplain \\- polynomial equations that data satisfy\n", version)
	b.WriteString(".SH SYNOPSIS\n.B kexplain\n.I COMMAND\n\\&...\n.SH DESCRIPTION\nLearns the polynomial equations that data satisfy, checks given ones, and finds the exact vanishing ideals of points.\n")
	for _, c := range commands() {
		fmt.Fprintf(&b, ".SH %s\n.B kexplain %s\n.I %s\n.br\n%s\n", roff(strings.ToUpper(c.name)), c.name,
			roff(strings.TrimSpace(c.args+" [flags]")), roff(c.short+"."))
		for paragraph := range strings.SplitSeq(c.long, "\n\n") {
			if strings.Contains(paragraph, "\n  ") { // a list keeps its lines
				fmt.Fprintf(&b, ".PP\n.nf\n%s\n.fi\n", roff(paragraph))
				continue
			}
			fmt.Fprintf(&b, ".PP\n%s\n", roff(paragraph))
		}
		for _, f := range flagsOf(c) {
			value, usage := flag.UnquoteUsage(f)
			usage = strings.TrimPrefix(usage, value+": ")
			if f.DefValue != "" && f.DefValue != "false" {
				usage += " (default " + f.DefValue + ")"
			}
			fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(strings.TrimSpace("--"+f.Name+" "+value)), roff(usage))
		}
		for _, e := range c.examples {
			fmt.Fprintf(&b, ".PP\nExample, %s:\n.PP\n.RS\n.nf\n%s\n.fi\n.RE\n", roff(e.what), roff(e.line))
		}
	}
	b.WriteString(".SH EXIT STATUS\n")
	for _, m := range meanings() {
		fmt.Fprintf(&b, ".TP\n.B %d\n%s\n", m.status, roff(m.text))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// roff is a text as man shows it: a backslash, a minus sign, and a point or an
// apostrophe at the beginning of a line stand for themselves.
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(s)
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
