package table

import (
	"bytes"
	"slices"
)

// Expected returns about how many rows there are, by the size of the file, and that of the rows
// read so far or of the lines at its beginning; 0 when that is not known.
func (r *Reader) Expected() int { return r.body.expected(r.info.Rows) }

// expected takes the rows to come to be as long as those before them, or as the lines that
// stand in the buffer. Where the stream is not the file as it is stored, nothing is known
// beyond these.
func (t *textBody) expected(read int) int {
	ahead := t.buf[t.start:t.end]
	lines := bytes.Count(ahead, []byte{t.layout.Eol})
	if t.eof {
		return read + lines + 1
	}
	if t.src.size == 0 || t.src.gzip || t.src.format != "" {
		return 0
	}
	length := int64(len(ahead))
	if read > 0 {
		lines, length = read, t.src.raw.n-int64(t.src.rawBuf.Buffered())-length
	}
	return int(float64(lines) / float64(max(1, length)) * float64(t.src.size))
}

// expected is what the header says, which may be anything, as far as the file is as long.
func (b *npyBody) expected(int) int {
	return int(min(int64(b.head.rows), b.src.size/int64(max(1, b.head.cols*b.head.size))))
}

// reserve makes room for so many rows in all, as far as MaxCells allows.
func (b *Block) reserve(rows int) {
	more := max(0, min(rows, MaxCells/max(1, b.Cols()))-b.Rows())
	b.x, b.lines = slices.Grow(b.x, more*b.Cols()), slices.Grow(b.lines, more)
	if !b.binary {
		b.mant, b.exp = slices.Grow(b.mant, more*b.Cols()), slices.Grow(b.exp, more*b.Cols())
	}
}
