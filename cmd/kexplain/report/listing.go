package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/kexplain/kexplain/poly"
)

// Listing is how a named list of polynomials is written for another system.
type Listing struct{ Open, Separator, End string }

// listings holds the styles other than text. Open is given the name.
var listings = map[poly.Style]Listing{
	poly.LaTeX:     {"%% %s\n\\begin{gather*}\n", " \\\\\n", "\n\\end{gather*}\n"},
	poly.SymPy:     {"%s = [\n", ",\n", ",\n]\n"},
	poly.CoCoA:     {"%s := [\n", ",\n", "\n];\n"},
	poly.Singular:  {"ideal %s =\n", ",\n", ";\n"},
	poly.Macaulay2: {"%s = {\n", ",\n", "\n}\n"},
}

// lineComments begin a line that is a comment in a style.
var lineComments = map[poly.Style]string{
	poly.LaTeX: "%", poly.SymPy: "#", poly.CoCoA: "--", poly.Singular: "//", poly.Macaulay2: "--",
}

// NewListing returns how a list of the given name is written in a style that is
// not text. The name is lengthened where one of the variables has it.
func NewListing(style poly.Style, variables []string, name string) Listing {
	for slices.Contains(variables, name) {
		name += name[:1]
	}
	l := listings[style]
	l.Open = fmt.Sprintf(l.Open, name)
	return l
}

// Header returns the lines that make the ring in a style, with a line end.
func Header[E any](R *poly.Ring[E], style poly.Style) (string, error) {
	header, err := R.Header(style)
	if err != nil {
		return "", err
	}
	if style == poly.LaTeX {
		header = "% " + header
	}
	return header + "\n", nil
}

// writeList writes the texts of polynomials as a list of the given name.
func writeList(w io.Writer, style poly.Style, variables []string, name string, texts []string) error {
	l := NewListing(style, variables, name)
	_, err := io.WriteString(w, l.Open+strings.Join(texts, l.Separator)+l.End)
	return err
}
