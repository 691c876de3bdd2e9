package table

import (
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

// Whether there is a header.
const (
	HeaderAuto = layout.HeaderAuto
	HeaderYes  = layout.HeaderYes
	HeaderNo   = layout.HeaderNo
)

// Identifiers turns names of columns into names that can stand in equations, all different.
func Identifiers(names []string) []string { return layout.Identifiers(names) }
