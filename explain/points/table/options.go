package table

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

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

// Missing says what becomes of a row in which a chosen cell is missing.
type Missing int8

const (
	// MissingDrop leaves the row out and counts it.
	MissingDrop Missing = iota
	// MissingError refuses the file, naming the cell.
	MissingError
)

// ParseMissing reads "drop" or "error".
func ParseMissing(s string) (Missing, error) {
	switch s {
	case "drop":
		return MissingDrop, nil
	case "error":
		return MissingError, nil
	}
	return 0, fmt.Errorf("table: found %q for missing cells, expected drop or error", s)
}

// String returns what ParseMissing reads.
func (m Missing) String() string {
	switch m {
	case MissingDrop:
		return "drop"
	case MissingError:
		return "error"
	}
	return fmt.Sprintf("Missing(%d)", int8(m))
}

// Separator is what stands between two cells of a line.
type Separator byte

// The separators. SeparatorAuto, the zero value, measures which one the file
// uses; Blanks is any run of spaces and tabs.
const (
	SeparatorAuto Separator = 0
	Comma         Separator = ','
	Semicolon     Separator = ';'
	Tab           Separator = '\t'
	Bar           Separator = '|'
	Blanks        Separator = ' '
)

// separators is the order in which the separators are preferred when a file
// reads equally well with several.
var separators = []Separator{Comma, Semicolon, Tab, Bar, Blanks}

// ParseSeparator reads a name (auto, comma, semicolon, tab, bar, blanks) or
// the character itself.
func ParseSeparator(s string) (Separator, error) {
	if s == "auto" {
		return SeparatorAuto, nil
	}
	for _, sep := range separators {
		if s == sep.String() || s == string(rune(sep)) {
			return sep, nil
		}
	}
	return 0, fmt.Errorf("table: found separator %q, expected auto, comma, semicolon, tab, bar or blanks", s)
}

// String returns the name that ParseSeparator reads.
func (s Separator) String() string {
	switch s {
	case SeparatorAuto:
		return "auto"
	case Comma:
		return "comma"
	case Semicolon:
		return "semicolon"
	case Tab:
		return "tab"
	case Bar:
		return "bar"
	case Blanks:
		return "blanks"
	}
	return strconv.QuoteRune(rune(s))
}

// Options chooses how a file is read. The zero value measures everything and
// takes every column of numbers.
type Options struct {
	// Columns are the columns to take, in this order: each a name, a number
	// from 1, or a range of numbers such as "3-6". A name comes before a
	// number. Empty takes every column of numbers, or, under a header that
	// names only some columns, those it names.
	Columns []string
	// Header says whether there is a line of names. An NPY file with HeaderYes
	// is an error, and so it is with a Separator or a Skip.
	Header Header
	// Separator is measured when zero.
	Separator Separator
	// Skip leaves out this many lines at the top, whatever they hold.
	Skip int
	// Missing says what to do with a row that lacks a chosen cell.
	Missing Missing
	// Dates is the unit in which dates and times become numbers, such as 24 hours; zero
	// leaves columns of dates out, as other words.
	Dates time.Duration
	// Unbounded takes numbers beyond the largest float64 too, for those who use the
	// exact numbers only: the float64 beside such a number is an infinity.
	Unbounded bool
	// Stdin is what the path "-" reads. Nil makes "-" an error.
	Stdin io.Reader
	// BlockRows is the greatest number of rows in a block of a Reader; zero
	// means 4096.
	BlockRows int
}

// defaultBlockRows keeps a block of a few columns inside the second-level
// cache: 4096 rows of 8 columns take 256 KB of float64.
const defaultBlockRows = 4096

func (o Options) blockRows() int {
	if o.BlockRows > 0 {
		return o.BlockRows
	}
	return defaultBlockRows
}

// SplitColumns splits a list such as "x, y,4" at its commas.
func SplitColumns(s string) []string {
	var columns []string
	for part := range strings.SplitSeq(s, ",") {
		if part = strings.TrimSpace(part); part != "" {
			columns = append(columns, part)
		}
	}
	return columns
}

// plain names the separator inside a sentence.
func (s Separator) plain() string {
	if s == Blanks {
		return "blanks"
	}
	return s.String() + "s"
}
