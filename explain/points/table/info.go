package table

import (
	"fmt"
	"strings"

	"github.com/kexplain/kexplain/internal/escape"
)

// Info says what was read.
type Info struct {
	File         string      // the path, or "standard input"
	Format       string      // "CSV", "TSV", "text" or "NPY"
	Gzip         bool        // the file was compressed
	Bytes        int64       // its size as stored
	Digest       string      // SHA-256 of the bytes as stored, in hexadecimal
	Separator    Separator   // zero for NPY
	DecimalComma bool        // numbers are written 3,14
	Header       HeaderFound // where the names come from
	Rows         int         // rows taken
	FileColumns  []string    // the names of all columns of the file
	Columns      []string    // the names of those taken
	Text         []string    // columns left out because they hold no number
	Mixed        []string    // columns left out because they hold more words than numbers
	Constant     []string    // columns taken that hold one value only
	Missing      int         // missing cells in the columns taken
	Dropped      int         // rows left out for them
	DroppedLines []int       // the lines of the first ten of those
	Notes        []string    // anything unusual about the header
}

// String describes the table in one line, and every oddity in a line of its
// own, without a line end.
func (i Info) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s, %s × %s", escape.Line(i.File), i.format(), count(i.Rows, "row"), count(len(i.Columns), "column"))
	if n := len(i.FileColumns); n != len(i.Columns) {
		fmt.Fprintf(&b, " of %d", n)
	}
	fmt.Fprintf(&b, " (%s), %s", listNames(i.Columns), i.missing())
	for _, line := range i.Oddities() {
		b.WriteString("\n" + line)
	}
	return b.String()
}

// format names the format with its separator and header.
func (i Info) format() string {
	words := []string{i.Format}
	if i.Separator != SeparatorAuto {
		words = append(words, "separated by "+i.Separator.plain())
	}
	if i.DecimalComma {
		words = append(words, "decimal commas")
	}
	if i.Gzip {
		words = append(words, "gzip")
	}
	switch i.Header {
	case NoHeader:
		words = append(words, "no header")
	case LineHeader:
		words = append(words, "header")
	case CommentHeader:
		words = append(words, "header in a comment")
	}
	return strings.Join(words, ", ")
}

func (i Info) missing() string {
	if i.Missing == 0 {
		return "no cell missing"
	}
	return count(i.Missing, "cell") + " missing"
}

// Oddities are the sentences about the table that its reader should see:
// columns and rows left out, constant columns, a header that fits badly.
func (i Info) Oddities() []string {
	lines := append([]string(nil), i.Notes...)
	if len(i.Text) > 0 {
		lines = append(lines, "left out, no numbers in it: "+listNames(i.Text))
	}
	if len(i.Mixed) > 0 {
		lines = append(lines, "left out, more words than numbers in it: "+listNames(i.Mixed))
	}
	if i.Dropped > 0 {
		lines = append(lines, fmt.Sprintf("left out for missing cells: %s (%s)", count(i.Dropped, "row"), lineList(i.DroppedLines, i.Dropped)))
	}
	if len(i.Constant) > 0 {
		lines = append(lines, "constant: "+listNames(i.Constant))
	}
	return lines
}

// count writes "1 row" or "25 rows".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
