package report

import (
	"io"
	"slices"
	"strings"

	"github.com/kexplain/kexplain/poly"
)

// NewListing returns how a list of the given name is written in a style that is
// not text. The name is lengthened where one of the variables has it.
func NewListing(style poly.Style, variables []string, name string) poly.List {
	for slices.Contains(variables, name) {
		name += name[:1]
	}
	return style.List(name, variables)
}

// Header returns the lines that make the ring in a style, with a line end.
func Header[E any](R *poly.Ring[E], style poly.Style) (string, error) {
	header, err := R.Header(style)
	if err != nil {
		return "", err
	}
	if style.HeaderIsComment() {
		header = style.Comment() + " " + header
	}
	return header + "\n", nil
}

// writeList writes the items of a list of the given name.
func writeList(w io.Writer, l poly.List, items []string) error {
	_, err := io.WriteString(w, l.Open+strings.Join(items, l.Separator)+l.End)
	return err
}
