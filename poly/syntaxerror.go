package poly

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// SyntaxError says where a text is not a polynomial, what stands there and
// what was expected. It wraps the cause where there is one besides the
// grammar: ErrDegree, ErrTooLarge, ring.ErrDomain for a division by zero, or
// the field's own error about a number.
type SyntaxError struct {
	Text     string // the whole text
	Offset   int    // in characters (code points), from 0
	Line     int    // from 1
	Column   int    // in characters, from 1
	Found    string // the offending part of the text, or "end of text"
	Expected string // what could stand there, or what is wrong with it
	Err      error  // the cause, may be nil
}

// Error returns "poly: column 3: found …", with the line where the text has
// more than one.
func (e *SyntaxError) Error() string {
	place := fmt.Sprintf("column %d", e.Column)
	if strings.Contains(strings.TrimRight(e.Text, "\n"), "\n") {
		place = fmt.Sprintf("line %d, column %d", e.Line, e.Column)
	}
	s := fmt.Sprintf("poly: %s: found %s: %s", place, e.Found, e.Expected)
	if e.Err != nil {
		s += ": " + strings.TrimPrefix(e.Err.Error(), "poly: ")
	}
	return s
}

// Unwrap returns e.Err.
func (e *SyntaxError) Unwrap() error { return e.Err }

// Excerpt returns the line of the error and below it a caret that points at
// the character.
func (e *SyntaxError) Excerpt() string {
	line := strings.Split(e.Text, "\n")[e.Line-1]
	return strings.TrimRight(line, "\r") + "\n" + strings.Repeat(" ", e.Column-1) + "^"
}

// syntaxError returns the error at the byte offset of text. length is that of
// the offending part in bytes; 0 stands for one character.
func syntaxError(text string, offset, length int, expected string, err error) *SyntaxError {
	before := text[:offset]
	lineStart := strings.LastIndexByte(before, '\n') + 1
	e := &SyntaxError{
		Text: text, Offset: utf8.RuneCountInString(before),
		Line:   strings.Count(before, "\n") + 1,
		Column: utf8.RuneCountInString(before[lineStart:]) + 1,
		Found:  "end of text", Expected: expected, Err: err,
	}
	rest := text[offset:]
	if rest == "" {
		return e
	}
	if length == 0 {
		_, length = utf8.DecodeRuneInString(rest)
	}
	e.Found = fmt.Sprintf("%q", shorten(rest[:length]))
	return e
}

// shorten cuts a long piece of a text for an error message.
func shorten(s string) string {
	const most = 40
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most]) + "…"
}
