// Package excel reads sheets of Excel workbooks (.xlsx, .xlsm).
package excel

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/explain/points/table/format"
)

// Format is the reader: FILE?sheet=NAME chooses a sheet, and the first one that has two
// rows needs no choice.
func Format() table.Format {
	return table.Format{Name: "Excel", Match: match, Part: "sheet", Open: open}
}

// match looks at the name of the first member of a zip archive.
func match(head []byte) bool {
	const nameAt = 30 // in the local header of a member
	if len(head) < nameAt || !bytes.HasPrefix(head, []byte("PK\x03\x04")) {
		return false
	}
	for _, begin := range []string{"[Content_Types]", "_rels/", "xl/", "docProps/"} {
		if bytes.HasPrefix(head[nameAt:], []byte(begin)) {
			return true
		}
	}
	return false
}

// maxUnpacked bounds the memory that the parts of a workbook take.
const maxUnpacked = 1 << 30

func open(f format.File) (*format.Rows, error) {
	book, err := excelize.OpenReader(io.NewSectionReader(f, 0, f.Size),
		excelize.Options{RawCellValue: true, UnzipSizeLimit: maxUnpacked, UnzipXMLSizeLimit: maxUnpacked})
	if err != nil {
		return nil, err
	}
	defer book.Close()
	name, cells, note, err := sheet(book, f.Part)
	if err != nil {
		return nil, err
	}
	if err := spell(book, name, cells); err != nil {
		return nil, err
	}
	cells = trim(cells)
	at := 0
	next := func() ([]string, error) {
		if at == len(cells) {
			return nil, io.EOF
		}
		at++
		return cells[at-1], nil
	}
	return &format.Rows{Next: next, Close: func() error { return nil }, Notes: []string{note}}, nil
}

// sheet returns the cells of a sheet, with how it is called in the report.
func sheet(book *excelize.File, wanted string) (name string, cells [][]string, note string, err error) {
	names := book.GetSheetList()
	if wanted != "" {
		at := slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, wanted) })
		if at < 0 {
			return "", nil, "", &table.Error{Found: fmt.Sprintf("no sheet %q among %s", wanted,
				strings.Join(names, ", ")), Want: "the name of a sheet", Advice: "write one of the list behind ?sheet="}
		}
		cells, err = book.GetRows(names[at])
		return names[at], cells, "the sheet " + names[at] + " of an Excel workbook", err
	}
	for _, n := range names {
		if cells, err = book.GetRows(n); err != nil {
			continue // a sheet of charts
		}
		if len(cells) > 1 {
			note = "the sheet " + n + " of an Excel workbook"
			if len(names) > 1 {
				note += fmt.Sprintf(", of the sheets %s; ?sheet=NAME chooses", strings.Join(names, ", "))
			}
			return n, cells, note, nil
		}
	}
	return "", nil, "", &table.Error{Found: "no sheet with two rows", Want: "a table", Err: table.ErrEmpty}
}

// spell writes the numbers as Excel shows them in full, with 15 digits, and dates as dates.
func spell(book *excelize.File, sheet string, cells [][]string) error {
	dated := map[int]bool{} // whether a style is one of dates
	for i, row := range cells {
		for j, text := range row {
			x, err := strconv.ParseFloat(text, 64)
			if err != nil {
				continue
			}
			at, err := excelize.CoordinatesToCellName(j+1, i+1)
			if err != nil {
				return err
			}
			kind, err := book.GetCellType(sheet, at)
			if err != nil {
				return err
			}
			switch kind {
			case excelize.CellTypeBool:
				row[j] = strings.ToUpper(strconv.FormatBool(x != 0))
				continue
			case excelize.CellTypeSharedString, excelize.CellTypeInlineString:
				continue // typed as text
			}
			style, err := book.GetCellStyle(sheet, at)
			if err != nil {
				return err
			}
			if _, known := dated[style]; !known {
				dated[style] = isDate(book, style)
			}
			if dated[style] {
				row[j] = date(book, x, text)
				continue
			}
			row[j] = strconv.FormatFloat(x, 'g', 15, 64)
		}
	}
	return nil
}

// isDate reports whether a style shows a number as a date or a time.
func isDate(book *excelize.File, index int) bool {
	style, err := book.GetStyle(index)
	if err != nil {
		return false
	}
	if n := style.NumFmt; 14 <= n && n <= 22 || 27 <= n && n <= 36 || 45 <= n && n <= 47 || 50 <= n && n <= 58 {
		return true
	}
	if style.CustomNumFmt == nil {
		return false
	}
	quoted, bracket := false, false
	for _, r := range strings.ToLower(*style.CustomNumFmt) {
		switch {
		case r == '"':
			quoted = !quoted
		case r == '[':
			bracket = true
		case r == ']':
			bracket = false
		case !quoted && !bracket && strings.ContainsRune("ymdhs", r):
			return true
		}
	}
	return false
}

// date is a day, a day with a time, or a time alone where the day is the zeroth.
func date(book *excelize.File, days float64, text string) string {
	old := false
	if p, err := book.GetWorkbookProps(); err == nil && p.Date1904 != nil {
		old = *p.Date1904
	}
	t, err := excelize.ExcelDateToTime(days, old)
	switch {
	case err != nil:
		return text
	case 0 <= days && days < 1:
		return t.Format("15:04:05.999")
	case days == float64(int64(days)):
		return t.Format("2006-01-02")
	}
	return t.Format("2006-01-02T15:04:05.999")
}

// trim makes the rows equally long and leaves out the columns at the left and at the right
// that are empty.
func trim(cells [][]string) [][]string {
	first, last := -1, 0
	for _, row := range cells {
		for j, text := range row {
			if text != "" {
				last = max(last, j+1)
				if first < 0 || j < first {
					first = j
				}
			}
		}
	}
	first = max(first, 0)
	for i, row := range cells {
		full := make([]string, last-first)
		if len(row) > first {
			copy(full, row[first:min(last, len(row))])
		}
		cells[i] = full
	}
	return cells
}
