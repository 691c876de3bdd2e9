// Package format lists the kinds of files that hold tables without being text, and turns
// those for which a reader was given into text.
//
// A [Format] is such a reader. Package table has none itself, for they are large: the
// module io of this repository has readers of Excel workbooks, Parquet files and SQLite
// databases, which a program hands to table.Options.Formats.
package format

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/kexplain/kexplain/explain/points/table/scan"
)

// Format reads a kind of file.
type Format struct {
	Name string // "Excel", as reports say it
	// Match reports whether a file that begins with these bytes, up to 512, is of the kind.
	Match func(head []byte) bool
	// Part is the word that chooses a table of the file, "sheet" in FILE?sheet=NAME, "" if
	// a file holds one table.
	Part string
	// Query says that the file answers queries.
	Query bool
	// Open reads the table of a file. Its errors need not name the file.
	Open func(File) (*Rows, error)
}

// File is a file that is to be read.
type File struct {
	io.ReaderAt
	Size  int64
	Path  string // "" if it is no plain file, such as standard input
	Part  string // the table that was asked for, "" for the only one or the first one
	Query string // "" for none
}

// Rows are the rows of a table, one after another.
type Rows struct {
	// Names are those of the columns. Nil says that they are in the rows, if anywhere, with
	// whatever else people write above a table.
	Names []string
	// Next returns the cells of the next row, as many as there are names, and io.EOF after
	// the last one. The slice is valid until the next call. A number is a decimal.
	Next  func() ([]string, error)
	Close func() error
	Notes []string // for the report, such as which sheet it is
}

// Text is the table as comma-separated text. An empty row of a table with names has a
// missing cell, one of a table without is an empty line.
func (r *Rows) Text() io.Reader { return &text{rows: r, names: r.Names} }

// text writes rows when they are read.
type text struct {
	rows  *Rows
	names []string // not yet written
	out   bytes.Buffer
}

func (t *text) Read(p []byte) (int, error) {
	for t.out.Len() == 0 {
		cells := t.names
		t.names = nil
		if cells == nil {
			var err error
			if cells, err = t.rows.Next(); err != nil {
				return 0, err
			}
		}
		t.write(cells)
	}
	return t.out.Read(p)
}

func (t *text) write(cells []string) {
	switch line := strings.Join(cells, ""); {
	case line == "" && t.rows.Names == nil:
	case line == "" && len(cells) == 1:
		t.out.WriteString("NA")
	default:
		for k, cell := range cells {
			if k > 0 {
				t.out.WriteByte(',')
			}
			t.out.WriteString(quoted(cell))
		}
	}
	t.out.WriteByte('\n')
}

// quoted is a cell on one line, in quotes if it could be taken for something else.
func quoted(s string) string {
	if !strings.ContainsAny(s, ",;|\"\n\r\t #%'") {
		return s
	}
	s = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ").Replace(s)
	return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
}

// known are the first bytes of files that are no text, with what to do about them.
var known = []struct{ magic, what, advice string }{
	{"PAR1", "a Parquet file", `kexplain-io reads it (go install -C io ./kexplain-io), or try duckdb -csv -c "from 'FILE'" | kexplain learn -`},
	{"SQLite format 3\x00", "an SQLite database", `kexplain-io reads it (go install -C io ./kexplain-io), or try sqlite3 -csv -header FILE 'select * from TABLE' | kexplain learn -`},
	{"\x89HDF", "an HDF5 file", "export the table as CSV or NPY"},
	{"ARROW1", "an Arrow file", "export the table as CSV or NPY"},
	{"%PDF", "a PDF document", "export the table as CSV"},
	{"\xd0\xcf\x11\xe0", "an old Excel or Word file", "save it as .xlsx or CSV"},
	{"BZh", "a bzip2 stream", "unpack it first"},
	{"\xfd7zXZ", "an xz stream", "unpack it first"},
	{"\x28\xb5\x2f\xfd", "a zstd stream", "unpack it first"},
	{"\x1f\x8b", "gzip inside gzip", "unpack it once"},
	{"MATLAB 5.0 MAT-file", "a MATLAB file", "export the table as CSV, writematrix(X, 'x.csv')"},
	{"RDX", "an R workspace", "export the table as CSV, write.csv(x, 'x.csv')"},
	{"{\\rtf", "a Rich Text document", "save it as plain text"},
	{"<!DOCTYPE", "a page of HTML", "export the table as CSV"},
	{"<html", "a page of HTML", "export the table as CSV"},
}

// Excel says what to do about a workbook.
const Excel = "kexplain-io reads it (go install -C io ./kexplain-io), or save the sheet as CSV UTF-8"

// Refuse is the error about a file that is no text and that nothing here reads, nil about
// others.
func Refuse(name string, head []byte) error {
	for _, k := range known {
		if bytes.HasPrefix(head, []byte(k.magic)) {
			return &scan.Error{File: name, Found: k.what, Want: "CSV, TSV, blank-separated text or NPY",
				Advice: strings.Replace(k.advice, "FILE", name, 1)}
		}
	}
	switch start := bytes.TrimLeft(head, " \t\r\n"); {
	case bytes.Contains(head, []byte("\\begin{tab")) || bytes.Contains(head, []byte(" & ")) && bytes.Contains(head, []byte("\\\\")):
		return &scan.Error{File: name, Found: "a table of LaTeX", Want: "CSV",
			Advice: `try sed -n 's/ *\\\\.*//; s/ *& */,/gp' ` + name + " | kexplain learn -"}
	case bytes.HasPrefix(start, []byte("[")) && bytes.HasPrefix(bytes.TrimLeft(start[1:], " \t\r\n"), []byte("{")):
		return &scan.Error{File: name, Found: "a JSON array", Want: "JSON Lines, an object a line",
			Advice: "try jq -c '.[]' " + name + " | kexplain learn -"}
	}
	return nil
}

// Cut splits a path such as book.xlsx?sheet=Data into the file and the part of it, unless
// there is a file of that name.
func Cut(path string) (file, word, part string) {
	for _, word := range []string{"array", "sheet", "table"} {
		file, part, ok := strings.Cut(path, "?"+word+"=")
		if !ok {
			continue
		}
		if _, err := os.Stat(path); err == nil {
			break
		}
		return file, word, part
	}
	return path, "", ""
}

// Fault is an error of a reader as one about the file.
func Fault(name, format string, err error) error {
	var own *scan.Error
	if errors.As(err, &own) {
		own.File = name
		return own
	}
	return &scan.Error{File: name, Found: "a file of " + format + " that cannot be read: " +
		oneLine(err.Error()), Want: "a whole one", Advice: "open it with the program that wrote it and save it again, or export the table as CSV", Err: err}
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
