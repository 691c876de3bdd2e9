package layout

import (
	"bytes"

	"github.com/kexplain/kexplain/explain/points/table/scan"
)

// decimalCommas reports whether commas can be decimal points: not where they
// separate, and not in a single column, which is two with commas between.
func decimalCommas(sep scan.Separator, columns int) bool { return sep != scan.Comma && columns > 1 }

// score says how well a separator explains the sample: the share of rows that
// have the commonest width times the share of numbers among their cells.
func (s sample) score(sep scan.Separator) (columns int, share float64) {
	if len(s.rows) == 0 || s.wide > 0 {
		return 0, 0
	}
	columns = s.width()
	numbers := 0
	for _, r := range s.data() {
		if len(r.cells) != columns {
			continue
		}
		for _, cell := range r.cells {
			if scan.MissingCell(cell) || (scan.Numerals{Point: '.'}).IsNumber(cell) ||
				decimalCommas(sep, columns) && (scan.Numerals{Point: ','}).IsNumber(cell) {
				numbers++
			}
		}
	}
	return columns, float64(numbers) / float64(columns*len(s.data()))
}

// separatorOf measures the separator: the one that explains the rows best,
// then the one that gives more columns, blanks last, then the first in the list.
func separatorOf(text []byte, whole bool, eol byte) scan.Separator {
	quoted := bytes.IndexByte(text, '"') >= 0
	var explained [len(scan.Separators)]explanation
	conclusive := false // all cells are numbers, of several columns: no separator that does not occur does better
	for i, sep := range scan.Separators {
		if quoted || bytes.IndexByte(text, byte(sep)) >= 0 || sep == scan.Blanks && bytes.IndexByte(text, '\t') >= 0 {
			explained[i] = explain(text, whole, sep, eol)
			conclusive = conclusive || explained[i].share == 1 && explained[i].columns > 1
		}
	}
	best, most := scan.Comma, explanation{0, -1}
	absent := conclusive
	for i, e := range explained {
		sep := scan.Separators[i]
		if e == (explanation{}) && !absent {
			// Without quotes all that do not occur leave whole lines: one look is enough.
			absent, e = true, explain(text, whole, sep, eol)
		}
		if e.share > most.share || e.share == most.share && e.columns > most.columns && (sep != scan.Blanks || most.columns < 2) {
			best, most = sep, e
		}
	}
	return best
}

// explanation is how a separator explains rows: the columns that they have, and the share of their cells that are numbers.
type explanation struct {
	columns int
	share   float64
}

func explain(text []byte, whole bool, sep scan.Separator, eol byte) (e explanation) {
	s := splitSample(text, whole, 1, sep, eol, scoredRecords, false)
	e.columns, e.share = s.score(sep)
	if s.wide > 0 || s.open != nil && len(s.rows) < 2 {
		e.columns = MaxColumns + 1 // where no other explains the rows, the limit or the quote does
	}
	return e
}
