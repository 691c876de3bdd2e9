package table

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/kexplain/kexplain/ring"

	"github.com/kexplain/kexplain/explain/points/table/scan"

	"github.com/kexplain/kexplain/explain/points/table/layout"
	"github.com/kexplain/kexplain/internal/plural"
)

// Reader reads a table block by block. Its memory does not depend on the
// number of rows, but for arrays in Fortran order, which have to be held whole.
type Reader struct {
	src        *source
	body       body
	text       *textBody // body, if the file is text
	layout     *layout.Layout
	info       Info
	taken      []int // the columns of the file that are taken as numbers
	block      Block
	blockRows  int
	first      []float64 // the first row
	firstExact []ring.Rat
	varying    []bool // the column has held two values
	err        error  // what Next goes on to return
}

// body is what the formats have in common.
type body interface {
	// next appends up to rows rows to b. It returns io.EOF when there are no
	// more, perhaps after having appended some.
	next(ctx context.Context, b *Block, rows int) error
	// choose takes the given columns of the file, in that order.
	choose(columns []int)
	// label takes a column of the file, which is not among those chosen, for the
	// labels of the rows.
	label(column int)
	// expected returns about how many rows there are, where so many have been
	// read; 0 when that is not known.
	expected(read int) int
}

// Open opens the file at path, "-" being o.Stdin, and measures how it is
// written. The reader must be closed.
func Open(path string, o Options) (*Reader, error) {
	src, err := openSource(path, o)
	if err != nil {
		return nil, err
	}
	r, err := newReader(src, o)
	if err != nil {
		src.close()
		return nil, err
	}
	return r, nil
}

// NewReader reads a table from r; name stands for it in messages.
func NewReader(r io.Reader, name string, o Options) (*Reader, error) {
	src, err := newSource(r, name, o)
	if err != nil {
		return nil, err
	}
	return newReader(src, o)
}

func newReader(src *source, o Options) (*Reader, error) {
	r := &Reader{src: src, blockRows: o.blockRows()}
	npy, err := src.formatOf(o)
	if err != nil {
		return nil, err
	}
	if npy {
		if err := o.refuseText(src); err != nil {
			return nil, err
		}
		var body *npyBody
		if body, r.layout, err = newNPYBody(src); err != nil {
			return nil, err
		}
		r.body = body
		r.block.binary = body.head.kind == 'f'
	} else {
		if src.format != "" {
			if err := o.refuseText(src); err != nil {
				return nil, err
			}
			o.Separator = scan.Comma
		}
		if src.named {
			o.Header = layout.HeaderYes
		}
		if r.text, err = newTextBody(src, o); err != nil {
			return nil, err
		}
		r.body, r.layout = r.text, r.text.layout
	}
	l := r.layout
	r.info = Info{
		File: src.name, Format: formatName(npy, l.Sep), Gzip: src.gzip, Separator: l.Sep,
		DecimalComma: l.Point == ',' && src.format == "", Header: l.Header, FileColumns: l.Names, Notes: l.Notes,
	}
	if src.format != "" {
		r.info.Format, r.info.Separator = src.format, scan.SeparatorAuto
	}
	if src.named {
		r.info.Header = layout.FileHeader
	}
	if err := r.Choose(o.Columns); err != nil {
		return nil, err
	}
	return r, nil
}

// Choose takes other columns than the options said, in the notation of
// Options.Columns. It panics after the first call of Next.
func (r *Reader) Choose(columns []string) error {
	if r.first != nil || r.err != nil {
		panic("table: Choose after Next")
	}
	l := r.layout
	chosen, err := l.Choose(r.src.name, columns)
	if err != nil {
		return err
	}
	names := make([]string, len(chosen))
	for k, c := range chosen {
		names[k] = l.Names[c]
	}
	r.body.choose(chosen)
	r.taken = chosen
	r.block.names = names
	r.varying = make([]bool, len(names))
	r.info.Columns, r.info.Units, r.info.Text = names, l.UnitsOf(chosen), nil
	r.info.Notes = slices.Concat(r.src.notes, l.Notes)
	r.info.Mixed, r.info.Dates = nil, nil
	for c, kind := range l.Kind {
		switch {
		case len(columns) > 0 || kind == layout.NumberColumn || l.Void(c):
		case kind == layout.MixedColumn:
			r.info.Mixed = append(r.info.Mixed, l.Names[c])
		case c < len(l.Dated) && l.Dated[c]:
			r.info.Dates = append(r.info.Dates, l.Names[c])
		default:
			r.info.Text = append(r.info.Text, l.Names[c])
		}
	}
	return nil
}

// Keep takes the columns in some places of Names only, in this order, and notes why. It panics after the first call of Next.
func (r *Reader) Keep(places []int, why string) {
	if r.first != nil || r.err != nil {
		panic("table: Keep after Next")
	}
	taken, names, units := make([]int, len(places)), make([]string, len(places)), make([]string, len(places))
	for k, at := range places {
		taken[k], names[k] = r.taken[at], r.block.names[at]
	}
	copy(units, r.layout.UnitsOf(taken))
	r.body.choose(taken)
	r.taken, r.block.names, r.varying = taken, names, make([]bool, len(names))
	r.info.Columns, r.info.Units = names, units
	r.info.Notes = append(slices.Clip(r.info.Notes), why)
}

// TakeLabels keeps a column of the file, counted from 0, as it is spelled beside
// the numbers: words or numbers that Block.Label returns. It panics after the first
// call of Next, and for a column that is taken as numbers.
func (r *Reader) TakeLabels(column int) {
	if r.first != nil || r.err != nil {
		panic("table: TakeLabels after Next")
	}
	if slices.Contains(r.taken, column) {
		panic("table: labels from column " + r.layout.Names[column] + ", which is taken as numbers")
	}
	r.body.label(column)
}

func formatName(npy bool, sep scan.Separator) string {
	switch {
	case npy:
		return "NPY"
	case sep == scan.Tab:
		return "TSV"
	case sep == scan.Blanks:
		return "text"
	}
	return "CSV"
}

// Names returns the names of the columns taken, in order. The slice must not
// be changed.
func (r *Reader) Names() []string { return r.block.names }

// Next returns the next block of at least one row, io.EOF after the last one.
// The block is valid until the next call. A table without any row is an error
// that matches ErrEmpty.
func (r *Reader) Next(ctx context.Context) (*Block, error) {
	if r.err != nil {
		return nil, r.err
	}
	if r.block.x == nil {
		r.block.reserve(min(r.Expected()+1, r.blockRows))
	}
	r.block.reset(r.info.Rows)
	err := r.body.next(ctx, &r.block, r.blockRows)
	if err != nil {
		r.err = err
		if !errors.Is(err, io.EOF) {
			return nil, err
		}
		if err := r.finish(); err != nil {
			r.err = err
			return nil, err
		}
	}
	if r.block.Rows() == 0 {
		return nil, r.err
	}
	r.info.Rows += r.block.Rows()
	r.observe()
	return &r.block, nil
}

// finish completes the report at the end of the file.
func (r *Reader) finish() (err error) {
	if r.info.Digest, r.info.Bytes, err = r.src.finish(); err != nil {
		return err
	}
	if r.text != nil {
		r.info.Missing, r.info.Dropped, r.info.DroppedLines = r.text.missing, r.text.drops, r.text.dropped
		r.info.Notes = append(slices.Clip(r.info.Notes), r.text.findings()...)
	}
	if r.info.Rows+r.block.Rows() == 0 {
		found := "no rows"
		if r.info.Dropped > 0 {
			found = fmt.Sprintf("a missing cell in each of %s", plural.Count(r.info.Dropped, "row"))
		}
		return &scan.Error{File: r.src.name, Found: found, Want: "rows of numbers",
			Advice: "choose fuller columns with --columns", Err: scan.ErrEmpty}
	}
	return nil
}

// observe notes which columns hold more than one value.
func (r *Reader) observe() {
	b := &r.block
	if r.first == nil {
		r.first = append(r.first, b.Row(0)...)
		r.firstExact = b.ExactRow(make([]ring.Rat, b.Cols()), 0)
	}
	for j, x := range r.first {
		for i := 0; i < b.Rows() && !r.varying[j]; i++ {
			r.varying[j] = b.Row(i)[j] != x || !b.Exact(i, j).Equal(r.firstExact[j])
		}
	}
}

// Info says what has been read so far; the digest, the sizes and the missing
// cells are known when Next has returned io.EOF.
func (r *Reader) Info() Info {
	info := r.info
	for j, varying := range r.varying {
		if !varying && info.Rows > 1 {
			info.Constant = append(info.Constant, info.Columns[j])
		}
	}
	return info
}

// Progress returns how many bytes of the file have been read and how many
// there are, 0 when that is not known.
func (r *Reader) Progress() (read, total int64) { return r.src.raw.n, r.src.size }

// Close closes the file.
func (r *Reader) Close() error { return r.src.close() }

// Table is a whole table in memory: a block of all rows.
type Table struct {
	Block
	Info Info
}

// MaxCells is the largest number of cells that Read holds in memory: about
// 10 GB at 18 bytes a cell.
const MaxCells = 1 << 29

// Read reads the whole file at path, "-" being o.Stdin.
func Read(ctx context.Context, path string, o Options) (*Table, error) {
	r, err := Open(path, o)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return r.ReadAll(ctx)
}

// ReadAll reads the rows that are left.
func (r *Reader) ReadAll(ctx context.Context) (*Table, error) { return r.ReadRows(ctx, math.MaxInt) }

// ReadRows reads rows until there are at least so many, or no more are left.
func (r *Reader) ReadRows(ctx context.Context, most int) (*Table, error) {
	most = min(most, math.MaxInt-r.blockRows)
	t := &Table{Block: Block{names: r.block.names, binary: r.block.binary, first: r.info.Rows}}
	for t.Rows() < most {
		b, err := r.Next(ctx)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if len(t.x)+len(b.x) > MaxCells {
			return nil, &scan.Error{File: r.src.name, Found: fmt.Sprintf("more than %d cells", MaxCells),
				Want: "a table that fits in memory", Advice: "choose columns with --columns, or a part of the rows"}
		}
		switch {
		case t.Rows() > 0:
		case r.err != nil: // the one block there is
			t.Block, r.block = *b, Block{names: b.names, binary: b.binary}
			continue
		default:
			t.reserve(max(b.Rows(), min(most-1+r.blockRows, r.Expected()/32*33)))
		}
		t.Block.append(b)
	}
	t.Info = r.Info()
	return t, nil
}

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
func (n *npyBody) expected(int) int {
	return int(min(int64(n.head.rows), n.src.size/int64(max(1, n.head.cols*n.head.size))))
}

// reserve makes room for so many rows in all, as far as MaxCells allows.
func (b *Block) reserve(rows int) {
	more := max(0, min(rows, MaxCells/max(1, b.Cols()))-b.Rows())
	b.x, b.lines = slices.Grow(b.x, more*b.Cols()), slices.Grow(b.lines, more)
	if !b.binary {
		b.mant, b.exp = slices.Grow(b.mant, more*b.Cols()), slices.Grow(b.exp, more*b.Cols())
	}
}
