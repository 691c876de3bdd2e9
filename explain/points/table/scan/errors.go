package scan

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/kexplain/kexplain/internal/escape"
)

// ErrInput is what every error about the content of a file matches with
// errors.Is: the file cannot be read as the table it was taken for.
var ErrInput = errors.New("table: bad input")

// ErrEmpty is matched, beside ErrInput, by errors about a file that holds no
// row of numbers.
var ErrEmpty = errors.New("table: no rows")

// Error says in one line where a file could not be read and what to do.
type Error struct {
	File   string
	Line   int    // 1-based; for NPY the row; 0 when the file as a whole is meant
	Column int    // 1-based cell number in the line; 0 when the line is meant
	Name   string // name of the column, where it has one
	Found  string // what stands there
	Want   string // what was expected
	Advice string // what to do
	Err    error  // underlying error or sentinel, may be nil
}

// Error returns "file:line:column: found …, expected …; advice".
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(escape.Line(e.File))
	if e.Line > 0 {
		fmt.Fprintf(&b, ":%d", e.Line)
		if e.Column > 0 {
			fmt.Fprintf(&b, ":%d", e.Column)
		}
	}
	b.WriteString(": ")
	if e.Name != "" {
		fmt.Fprintf(&b, "column %s: ", e.Name)
	}
	b.WriteString("found ")
	b.WriteString(e.Found)
	if e.Want != "" {
		b.WriteString(", expected ")
		b.WriteString(e.Want)
	}
	if e.Advice != "" {
		b.WriteString("; ")
		b.WriteString(e.Advice)
	}
	return b.String()
}

// Is reports whether target is ErrInput.
func (e *Error) Is(target error) bool { return target == ErrInput }

// Unwrap returns the underlying error.
func (e *Error) Unwrap() error { return e.Err }

// Quote shows a piece of a file on one line, cut to a readable length.
func Quote(s []byte) string {
	const most = 40
	if len(s) <= most {
		return strconv.Quote(string(s))
	}
	cut := most
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return strconv.Quote(string(s[:cut])) + fmt.Sprintf("… (%d bytes)", len(s))
}

// ErrColumn is matched by errors about a choice of columns that the file
// cannot satisfy.
var ErrColumn = errors.New("no such column")
