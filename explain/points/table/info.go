package table

import (
	"fmt"
	"strings"

	"github.com/kexplain/kexplain/internal/escape"

	"github.com/kexplain/kexplain/explain/points/table/scan"

	"github.com/kexplain/kexplain/explain/points/table/layout"
	"github.com/kexplain/kexplain/internal/plural"
)

// Info says what was read.
type Info struct {
	File         string             // the path, or "standard input"
	Format       string             // "CSV", "TSV", "text" or "NPY"
	Gzip         bool               // the file was compressed
	Bytes        int64              // its size as stored
	Digest       string             // SHA-256 of the bytes as stored, in hexadecimal; "" with Options.NoDigest
	Separator    scan.Separator     // zero for NPY
	DecimalComma bool               // numbers are written 3,14
	Header       layout.HeaderFound // where the names come from
	Rows         int                // rows taken
	FileColumns  []string           // the names of all columns of the file
	Columns      []string           // the names of those taken
	Units        []string           // of those taken, "" where the file gives none, "1" where it says that there is none
	Dates        []string           // columns left out because they hold dates
	Text         []string           // columns left out because they hold no number
	Mixed        []string           // columns left out because they hold more words than numbers
	Constant     []string           // columns taken that hold one value only
	Missing      int                // missing cells in the columns taken
	Dropped      int                // rows left out for them
	DroppedLines []int              // the lines of the first ten of those
	Notes        []string           // anything unusual about the header
}

// String describes the table in one line, and every oddity in a line of its
// own, without a line end.
func (i Info) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s, %s × %s", escape.Line(i.File), i.format(), plural.Count(i.Rows, "row"), plural.Count(len(i.Columns), "column"))
	if n := len(i.FileColumns); n != len(i.Columns) {
		fmt.Fprintf(&b, " of %d", n)
	}
	fmt.Fprintf(&b, " (%s), %s", layout.ListNames(i.Columns), i.missing())
	for _, line := range i.Oddities() {
		b.WriteString("\n" + line)
	}
	return b.String()
}

// Brief describes the table in one line: its rows and columns, and what was understood
// of its cells beyond plain numbers. LeftOut has the rest.
func (i Info) Brief() string {
	line := fmt.Sprintf("%s: %s, %s %s", escape.Line(i.File), plural.Count(i.Rows, "row"),
		plural.Noun(len(i.Columns), "column"), layout.ListNames(i.Columns))
	return strings.Join(append([]string{line}, i.Notes...), "; ")
}

// LeftOut says what of the table took no part, a phrase each: columns without numbers,
// rows with missing cells, columns that do not change.
func (i Info) LeftOut() []string {
	var out []string
	add := func(names []string, why string) {
		if len(names) > 0 {
			out = append(out, fmt.Sprintf("%s (%s)", layout.ListNames(names), why))
		}
	}
	add(i.Dates, "dates, see --dates")
	add(i.Text, "no numbers")
	add(i.Mixed, "more words than numbers")
	if i.Dropped > 0 {
		add([]string{lineList(i.DroppedLines, i.Dropped)}, "missing cells")
	}
	add(i.Constant, "constant")
	return out
}

// DroppedRows says how many rows were left out for missing cells, and their first lines.
func (i Info) DroppedRows() string {
	return fmt.Sprintf("%s (%s)", plural.Count(i.Dropped, "row"), lineList(i.DroppedLines, i.Dropped))
}

// Unit returns the unit of a column as it stands behind a number, by the identifier that
// stands for its name in equations, see [Identifiers]: "" where the file gives none, and
// where it says that there is none.
func (i Info) Unit(identifier string) string {
	if unit := i.Dimension(identifier); unit != "1" {
		return unit
	}
	return ""
}

// Dimension is like Unit, but "1" where the file says that a column has no unit.
func (i Info) Dimension(identifier string) string {
	for k, id := range layout.Identifiers(i.Columns) {
		if id == identifier && k < len(i.Units) {
			return i.Units[k]
		}
	}
	return ""
}

// format names the format with its separator and header.
func (i Info) format() string {
	words := []string{i.Format}
	if i.Separator != scan.SeparatorAuto {
		words = append(words, "separated by "+i.Separator.Plain())
	}
	if i.DecimalComma {
		words = append(words, "decimal commas")
	}
	if i.Gzip {
		words = append(words, "gzip")
	}
	switch i.Header {
	case layout.NoHeader:
		words = append(words, "no header")
	case layout.LineHeader:
		words = append(words, "header")
	case layout.CommentHeader:
		words = append(words, "header in a comment")
	}
	return strings.Join(words, ", ")
}

func (i Info) missing() string {
	if i.Missing == 0 {
		return "no cell missing"
	}
	return plural.Count(i.Missing, "cell") + " missing"
}

// Oddities are the sentences about the table that its reader should see:
// columns and rows left out, constant columns, a header that fits badly.
func (i Info) Oddities() []string {
	lines := append([]string(nil), i.Notes...)
	if len(i.Dates) > 0 {
		lines = append(lines, "left out, dates: "+layout.ListNames(i.Dates)+"; --dates days takes them as numbers")
	}
	if len(i.Text) > 0 {
		lines = append(lines, "left out, no numbers in it: "+layout.ListNames(i.Text))
	}
	if len(i.Mixed) > 0 {
		lines = append(lines, "left out, more words than numbers in it: "+layout.ListNames(i.Mixed))
	}
	if i.Dropped > 0 {
		lines = append(lines, "left out for missing cells: "+i.DroppedRows())
	}
	if len(i.Constant) > 0 {
		lines = append(lines, "constant: "+layout.ListNames(i.Constant))
	}
	return lines
}
