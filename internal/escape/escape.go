// Package escape shows foreign text, such as names of files and columns, so that it
// cannot act on a terminal, hide, or change the order of what stands around it.
package escape

import (
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Forbidden reports whether a character is written as an escape: control characters
// but for tab and line end, characters that say how others are shown (Unicode's Cf:
// the direction of writing, widths of zero, tags), separators of lines and
// paragraphs, and letters without a shape.
func Forbidden(r rune) bool {
	switch r {
	case '\n', '\t':
		return false
	case 0x115f, 0x1160, 0x3164, 0xffa0: // fillers of Hangul
		return true
	}
	return r >= utf8.RuneSelf && unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp) || unicode.IsControl(r)
}

// Line is s on one line: forbidden characters, tabs and line ends as \u001b, bytes
// that are not UTF-8 as U+FFFD.
func Line(s string) string {
	if strings.IndexFunc(s, notOfLine) < 0 && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if notOfLine(r) {
			b.WriteString(escaped(r))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Joined is the lines of s with blanks between.
func Joined(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == '\r' }), " ")
}

func notOfLine(r rune) bool { return r == '\n' || r == '\t' || Forbidden(r) }

// escaped is the notation of JSON, which programs read and people know.
func escaped(r rune) string {
	if r >= 0x10000 {
		r -= 0x10000
		return fmt.Sprintf(`\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
	}
	return fmt.Sprintf(`\u%04x`, r)
}

// Writer hands text on with every forbidden character escaped. In a string of JSON
// the escape stands for the character, so that JSON keeps its meaning.
type Writer struct {
	w    io.Writer
	rest []byte // the beginning of a character
	err  error  // the first error of w
}

// NewWriter returns a writer on w. After the last Write it must be flushed.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// Write hands p on, but for a beginning of a character at its end.
func (e *Writer) Write(p []byte) (int, error) {
	text := p
	if len(e.rest) > 0 {
		text = append(e.rest, p...)
		e.rest = nil
	}
	whole := len(text)
	for k := 1; k < utf8.UTFMax && k <= len(text); k++ {
		if at := len(text) - k; utf8.RuneStart(text[at]) {
			if !utf8.FullRune(text[at:]) {
				whole = at
			}
			break
		}
	}
	if err := e.put(text[:whole]); err != nil {
		if e.err == nil {
			e.err = err
		}
		return 0, err
	}
	e.rest = append(e.rest, text[whole:]...)
	return len(p), nil
}

// Flush hands on what is left, half a character as U+FFFD. It returns the first error of
// all writes.
func (e *Writer) Flush() error {
	rest := e.rest
	e.rest = nil
	if err := e.put(rest); e.err == nil {
		e.err = err
	}
	return e.err
}

// allPrintable reports whether all eight bytes are from ' ' to '~'.
func allPrintable(x uint64) bool {
	const each = 0x0101010101010101
	return ((x-' '*each)|(x+each)|x)&(0x80*each) == 0
}

// put writes whole characters.
func (e *Writer) put(text []byte) error {
	clean := 0 // text[clean:at] is still to be written as it is
	for at := 0; at < len(text); {
		if len(text)-at >= 8 && allPrintable(binary.LittleEndian.Uint64(text[at:])) {
			at += 8
			continue
		}
		if c := text[at]; c >= ' ' && c < 0x7f || c == '\n' || c == '\t' {
			at++
			continue
		}
		r, size := utf8.DecodeRune(text[at:])
		invalid := r == utf8.RuneError && size == 1
		if !invalid && !Forbidden(r) {
			at += size
			continue
		}
		shown := string(utf8.RuneError)
		if !invalid {
			shown = escaped(r)
		}
		if err := e.all(text[clean:at]); err != nil {
			return err
		}
		if err := e.all([]byte(shown)); err != nil {
			return err
		}
		at += size
		clean = at
	}
	return e.all(text[clean:])
}

func (e *Writer) all(p []byte) error {
	if len(p) == 0 {
		return nil
	}
	_, err := e.w.Write(p)
	return err
}
