package cli

import (
	"bytes"
	"io"
	"os"

	"golang.org/x/term"
)

// painter shows the text of equations on a terminal: equations bold, doubts in yellow,
// other comments faint. It changes nothing until it is switched on.
type painter struct {
	w    io.Writer
	on   bool
	line []byte // the beginning of a line
}

// The escape sequences of ECMA-48, SGR.
const (
	bold    = "\x1b[1m"
	faint   = "\x1b[2m"
	yellow  = "\x1b[33m"
	regular = "\x1b[0m"
)

// mayPaint reports whether colours are welcome: w is a terminal that has them, and
// NO_COLOR (https://no-color.org) is not set.
func mayPaint(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd())) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// Write hands text on, whole lines with their colours.
func (p *painter) Write(text []byte) (int, error) {
	if !p.on {
		return p.w.Write(text)
	}
	p.line = append(p.line, text...)
	for {
		at := bytes.IndexByte(p.line, '\n')
		if at < 0 {
			return len(text), nil
		}
		if _, err := p.w.Write(painted(p.line[:at])); err != nil {
			return 0, err
		}
		p.line = p.line[at+1:]
	}
}

// Flush hands on a line without an end.
func (p *painter) Flush() error {
	rest := p.line
	p.line = nil
	if len(rest) == 0 {
		return nil
	}
	_, err := p.w.Write(rest)
	return err
}

// painted is a line with its colour and its end.
func painted(line []byte) []byte {
	colour := bold
	switch {
	case len(line) == 0:
		return []byte("\n")
	case bytes.HasPrefix(line, []byte("#   doubt")), bytes.HasPrefix(line, []byte("# approximately")):
		colour = yellow
	case line[0] == '#':
		colour = faint
	case !bytes.Contains(line, []byte(" = ")):
		return append(line, '\n')
	}
	return append(append([]byte(colour), line...), regular+"\n"...)
}
