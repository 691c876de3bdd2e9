package table

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/kexplain/kexplain/explain/points/table/scan"

	"github.com/kexplain/kexplain/explain/points/table/layout"
)

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
	Header layout.Header
	// Separator is measured when zero.
	Separator scan.Separator
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
	// Formats are read beside text and NumPy's files.
	Formats []Format
	// Query is asked of a database in place of one of its tables.
	Query string
	// Stdin is what the path "-" reads. Nil makes "-" an error.
	Stdin io.Reader
	// NoDigest leaves Info.Digest empty, which saves a third of the time of reading.
	NoDigest bool
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
