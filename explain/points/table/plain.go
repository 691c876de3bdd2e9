package table

import "github.com/kexplain/kexplain/explain/points/table/scan"

// mostSlow is how many rows are read the slow way, at most, after one that was not plain.
const mostSlow = 64

// run is columns of a file side by side that are taken in this order, or one column that is passed over.
type run struct{ first, columns, slot int } // slot is the place of the first in a row, or -1

// runsOf returns the runs of the columns of a file. take has the place of each in a row, or -1 where it is passed over.
func runsOf(take []int) []run {
	var runs []run
	for c, slot := range take {
		if n := len(runs); n > 0 && slot >= 0 && runs[n-1].slot >= 0 && slot == runs[n-1].slot+runs[n-1].columns {
			runs[n-1].columns++
		} else {
			runs = append(runs, run{c, 1, slot})
		}
	}
	return runs
}

// plainRows appends rows of plain numbers to b until b has the given number of rows. Most rows are plain. It stops before a row that is
// not, or that may go beyond the buffer; next reads that row cell by cell, and finds its errors. After a row that was not plain it
// leaves some rows to next without a look.
func (t *textBody) plainRows(b *Block, rows int) {
	if t.slow > 0 {
		t.slow--
		return
	}
	const manyColumns = MaxLine / 64 // beyond them a line may be too long
	l := t.layout
	if len(t.take) > manyColumns || t.styled || t.quotes || t.labels >= 0 ||
		l.Eol != '\n' || l.Sep == scan.Blanks || byte(l.Sep) == l.Point {
		t.slow = mostSlow
		return
	}
	n, k := b.Rows(), len(b.x)
	left := min(rows-n, (t.end-t.start)/(2*len(t.take))) * b.Cols() // a cell takes two bytes or more
	b.x, b.mant, b.exp = extend(b.x, left), extend(b.mant, left), extend(b.exp, left)
	if len(t.runs) == 1 {
		cells, next := t.cells(b, k, left, t.start, b.Cols())
		t.start, k = next, k+cells/b.Cols()*b.Cols()
	} else {
		for ; k < len(b.x); k += b.Cols() {
			next, ok := t.plainRow(b, k)
			if !ok {
				break
			}
			t.start = next
		}
	}
	b.drop(k)
	read := k/b.Cols() - n
	for range read {
		b.lines = append(b.lines, t.line)
		t.line++
	}
	switch {
	case read > 0:
		t.misses = 0
	default:
		t.misses = min(2*t.misses+1, mostSlow)
		t.slow = t.misses
	}
}

// cells reads cells from buf[i:] into the places from k on, toLine of them before the next line end.
func (t *textBody) cells(b *Block, k, cells, i, toLine int) (n, next int) {
	p := scan.Plain{X: b.x[k : k+cells], Mant: b.mant[k : k+cells], Exp: b.exp[k : k+cells]}
	return scan.PlainCells(p, t.buf[:t.end], i, toLine, len(t.take), byte(t.layout.Sep), t.layout.Point)
}

// plainRow reads the row that begins at buf[start] into the places from k on, and returns where the next one begins.
func (t *textBody) plainRow(b *Block, k int) (next int, ok bool) {
	s, sep, i := t.buf[:t.end], byte(t.layout.Sep), t.start
	if len(s)-i < 2 || !(numeric(s[i]) && s[i+1] != '-') && (s[i]|0x20)-'a' > 'z'-'a' {
		return 0, false // empty, or a comment
	}
	for _, r := range t.runs {
		if r.slot >= 0 {
			n, next := t.cells(b, k+r.slot, r.columns, i, len(t.take)-r.first)
			if n < r.columns {
				return 0, false
			}
			i = next
			continue
		}
		const longest = 30
		word := i
		for ; i < len(s) && s[i] != sep && s[i] != '\n'; i++ {
			if i-word > longest {
				return 0, false
			}
		}
		if i == len(s) || (s[i] == '\n') != (r.first == len(t.take)-1) || i-word < 20 && scan.TotalWord(scan.Unquote(s[word:i])) {
			return 0, false
		}
		i++
	}
	return i, !t.repeat(s[t.start : i-1])
}
