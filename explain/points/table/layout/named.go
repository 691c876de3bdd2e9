package layout

import "fmt"

// Header says whether a text file begins with the names of its columns.
type Header int8

const (
	// HeaderAuto looks: the first line is a header when it has a word where
	// the lines below have a number, and no number itself in such a place; a
	// comment just above the first row is one when it holds as many names as
	// there are columns.
	HeaderAuto Header = iota
	// HeaderYes takes the first line that is not a comment for the names.
	HeaderYes
	// HeaderNo takes every line for data.
	HeaderNo
)

// ParseHeader reads "auto", "yes" or "no".
func ParseHeader(s string) (Header, error) {
	switch s {
	case "auto":
		return HeaderAuto, nil
	case "yes":
		return HeaderYes, nil
	case "no":
		return HeaderNo, nil
	}
	return 0, fmt.Errorf("table: found header %q, expected auto, yes or no", s)
}

// String returns what ParseHeader reads.
func (h Header) String() string {
	switch h {
	case HeaderAuto:
		return "auto"
	case HeaderYes:
		return "yes"
	case HeaderNo:
		return "no"
	}
	return fmt.Sprintf("Header(%d)", int8(h))
}
