package table

import (
	"time"

	"github.com/kexplain/kexplain/explain/points/table/format"
	"github.com/kexplain/kexplain/explain/points/table/layout"
	"github.com/kexplain/kexplain/explain/points/table/scan"
)

// The packages below this one measure how a file is written and read its cells. What their
// callers need of them has a name here.
type (
	// Error says in one line where a file could not be read and what to do.
	Error = scan.Error
	// Format reads a kind of file that is no text.
	Format = format.Format
	// Separator is what stands between two cells of a line.
	Separator = scan.Separator
	// Header says whether a text file begins with the names of its columns.
	Header = layout.Header
	// HeaderFound says where the names of the columns come from.
	HeaderFound = layout.HeaderFound
)

// The errors of this package.
var (
	ErrInput  = scan.ErrInput  // the file cannot be read as the table it was taken for
	ErrEmpty  = scan.ErrEmpty  // beside ErrInput: it holds no row of numbers
	ErrColumn = scan.ErrColumn // a choice of columns that the file cannot satisfy
)

// The separators: SeparatorAuto measures which one the file uses.
const (
	SeparatorAuto = scan.SeparatorAuto
	Comma         = scan.Comma
	Semicolon     = scan.Semicolon
	Tab           = scan.Tab
	Bar           = scan.Bar
	Blanks        = scan.Blanks
)

// Whether there is a header, and where it was found.
const (
	HeaderAuto    = layout.HeaderAuto
	HeaderYes     = layout.HeaderYes
	HeaderNo      = layout.HeaderNo
	NoHeader      = layout.NoHeader
	LineHeader    = layout.LineHeader
	CommentHeader = layout.CommentHeader
	FileHeader    = layout.FileHeader
)

// MaxColumns bounds the number of columns of a table.
const MaxColumns = layout.MaxColumns

// ParseHeader reads "auto", "yes" or "no".
func ParseHeader(s string) (Header, error) { return layout.ParseHeader(s) }

// ParseSeparator reads a name (auto, comma, semicolon, tab, bar, blanks) or the character.
func ParseSeparator(s string) (Separator, error) { return scan.ParseSeparator(s) }

// ParseDates reads the unit in which dates become numbers: days, hours, minutes or seconds.
func ParseDates(s string) (time.Duration, error) { return scan.ParseDates(s) }

// Identifiers turns names of columns into names that can stand in equations, all different.
func Identifiers(names []string) []string { return layout.Identifiers(names) }
