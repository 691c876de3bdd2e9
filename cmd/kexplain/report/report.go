// Package report writes results: as text for people, as JSON for programs. The
// JSON of a report is a contract named by its schema: keys may be added, none
// is renamed or taken away.
package report

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/internal/decimal"
	"github.com/kexplain/kexplain/ring"
)

// Data says in a report what was read.
type Data struct {
	File         string   `json:"file"`
	Format       string   `json:"format"`
	SHA256       string   `json:"sha256"`
	Bytes        int64    `json:"bytes"`
	Gzip         bool     `json:"gzip,omitempty"`
	Separator    string   `json:"separator,omitempty"`
	DecimalComma bool     `json:"decimal_comma,omitempty"`
	Header       string   `json:"header"`
	Rows         int      `json:"rows"`
	Columns      []string `json:"columns"`
	FileColumns  int      `json:"file_columns"`
	Missing      int      `json:"missing_cells"`
	Dropped      int      `json:"dropped_rows"`
	DroppedLines []int    `json:"dropped_lines,omitempty"`
	Text         []string `json:"text_columns,omitempty"`
	Constant     []string `json:"constant_columns,omitempty"`
	Notes        []string `json:"notes,omitempty"`
}

// NewData takes over what the reader of a table found out.
func NewData(i table.Info) Data {
	d := Data{
		File: i.File, Format: i.Format, SHA256: i.Digest, Bytes: i.Bytes, Gzip: i.Gzip, DecimalComma: i.DecimalComma,
		Header: i.Header.String(), Rows: i.Rows, Columns: i.Columns, FileColumns: len(i.FileColumns), Missing: i.Missing,
		Dropped: i.Dropped, DroppedLines: i.DroppedLines, Text: slices.Concat(i.Text, i.Dates, i.Mixed), Constant: i.Constant, Notes: i.Notes,
	}
	if i.Separator != table.SeparatorAuto {
		d.Separator = i.Separator.String()
	}
	return d
}

// WriteJSON writes a report as indented JSON.
func WriteJSON(w io.Writer, report any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(report); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

// Rational shows a rational number exactly where that is short, as a decimal or
// a fraction, else to six digits after an "about".
func Rational(x ring.Rat) string {
	if s := fewDigits(x); s != "" {
		return s
	}
	if f := x.Float64(); f != 0 && !math.IsInf(f, 0) {
		return "about " + decimal.Number(f, 6)
	}
	return "about " + new(big.Float).SetRat(x.Big()).Text('g', 6)
}

// fewDigits is a rational number as a decimal or a fraction of few characters, or "".
func fewDigits(x ring.Rat) string {
	const most = 20
	if x.BitLen() > 8*most {
		return ""
	}
	if n, exact := x.Big().FloatPrec(); exact && n <= most {
		if s := x.Big().FloatString(n); len(s) <= most {
			return s
		}
	}
	if s := x.String(); len(s) <= most {
		return s
	}
	return ""
}

// comment writes lines, some of which may hold several, as comments.
func comment(b *strings.Builder, lines ...string) {
	for _, text := range lines {
		for line := range strings.SplitSeq(text, "\n") {
			b.WriteString(strings.TrimRight("# "+line, " ") + "\n")
		}
	}
}

// RepeatLine is the last line of a report: the version, and the digest that
// tells the data.
func RepeatLine(version string, d Data) string {
	return fmt.Sprintf("kexplain %s, data sha256 %s", version, d.SHA256)
}
