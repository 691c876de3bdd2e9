package table

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/kexplain/kexplain/explain/points/table/scan"

	"github.com/kexplain/kexplain/explain/points/table/layout"
)

// The NPY format is NumPy's: numpy/doc/neps/nep-0001-npy-format.rst and the
// documentation of numpy.lib.format. Versions 1.0, 2.0 and 3.0 are read.

const (
	npyMagic = "\x93NUMPY"
	// maxNPYHeader is the length of the longest header that is read; NumPy
	// itself refuses headers beyond 10,000 bytes unless told otherwise.
	maxNPYHeader = 1 << 20
	// npyChunk is how much is read at once, so that a header that claims too
	// much costs no memory.
	npyChunk = 1 << 20
)

// npyHeader is what the header of an NPY file says.
type npyHeader struct {
	kind       byte // 'f', 'i', 'u' or 'b'
	size       int  // bytes of one number
	order      binary.ByteOrder
	fortran    bool
	rows, cols int
}

// npyBody reads the rows of an NPY array.
type npyBody struct {
	src    *source
	head   npyHeader
	take   []int // for every place in a row the column of the file
	labels int   // the column of labels, or -1
	row    int   // rows read so far
	raw    []byte
	whole  []byte // the whole array, for Fortran order
}

// newNPYBody reads the header.
func newNPYBody(src *source) (*npyBody, *layout.Layout, error) {
	head, err := readNPYHeader(src)
	if err != nil {
		return nil, nil, err
	}
	l := &layout.Layout{Header: layout.FileHeader, Kind: make([]layout.ColumnKind, head.cols)}
	l.NameColumns(nil, nil, head.cols)
	return &npyBody{src: src, head: head, labels: -1}, l, nil
}

// refuseText returns an error where an option speaks of the lines of a text, which
// an array or a file of objects does not have.
func (o Options) refuseText(src *source) error {
	for _, option := range []struct {
		given bool
		what  string
	}{
		{o.Header == layout.HeaderYes && (src.format == "" || src.named), "no line of names"},
		{o.Separator != scan.SeparatorAuto, "no separator"},
		{o.Skip > 0 && (src.format == "" || src.named), "no lines to skip"},
	} {
		if option.given {
			file := "an NPY file"
			if src.format != "" {
				file = "a file of " + src.format
			}
			return npyFault(src, file+", which has "+option.what, "a text file", "leave the option out")
		}
	}
	return nil
}

// choose takes the given columns, in that order.
func (n *npyBody) choose(columns []int) { n.take = columns }

// label takes a column for the labels.
func (n *npyBody) label(column int) { n.labels = column }

func npyFault(src *source, found, want, advice string) error {
	return &scan.Error{File: src.name, Found: found, Want: want, Advice: advice}
}

// readNPYHeader reads and checks everything before the numbers.
func readNPYHeader(src *source) (npyHeader, error) {
	var none npyHeader
	start := make([]byte, 8)
	if _, err := io.ReadFull(src.stream, start); err != nil {
		return none, npyFault(src, "an NPY file that ends in its header", "a whole one", "fetch the file again")
	}
	lengthBytes := 4
	switch version := start[6]; {
	case version == 1:
		lengthBytes = 2
	case version < 1 || version > 3:
		return none, npyFault(src, fmt.Sprintf("NPY version %d.%d", version, start[7]), "version 1, 2 or 3",
			"save the array with a current NumPy")
	}
	length := make([]byte, 4)
	if _, err := io.ReadFull(src.stream, length[:lengthBytes]); err != nil {
		return none, npyFault(src, "an NPY file that ends in its header", "a whole one", "fetch the file again")
	}
	n := binary.LittleEndian.Uint32(length)
	if n > maxNPYHeader {
		return none, npyFault(src, fmt.Sprintf("an NPY header of %d bytes", n), fmt.Sprintf("at most %d", maxNPYHeader), "fetch the file again")
	}
	text := make([]byte, n)
	if _, err := io.ReadFull(src.stream, text); err != nil {
		return none, npyFault(src, "an NPY file that ends in its header", "a whole one", "fetch the file again")
	}
	head, err := parseNPYHeader(string(text))
	if err != nil {
		return none, npyFault(src, "an NPY header with "+err.Error(),
			"a one- or two-dimensional array of real numbers", "save the array with numpy.save")
	}
	return head, nil
}

// next appends up to rows rows to b; io.EOF when there are no more.
func (n *npyBody) next(ctx context.Context, b *Block, rows int) error {
	if n.head.fortran && n.whole == nil {
		whole, err := n.read(ctx, nil, n.head.rows*n.head.cols*n.head.size)
		if err != nil {
			return err
		}
		n.whole = whole
	}
	for b.Rows() < rows {
		if n.row == n.head.rows {
			if _, err := n.src.stream.ReadByte(); err == nil {
				return npyFault(n.src, "bytes after the array", "the end of the file", "save one array a file")
			} else if !errors.Is(err, io.EOF) {
				return n.src.fault(err)
			}
			return io.EOF
		}
		if err := n.readRow(ctx, b); err != nil {
			return err
		}
	}
	return nil
}

// readRow appends one row.
func (n *npyBody) readRow(ctx context.Context, b *Block) error {
	size := n.head.size
	raw, step := n.whole, n.head.rows*size
	if n.head.fortran {
		raw = raw[n.row*size:]
	} else {
		var err error
		if n.raw, err = n.read(ctx, n.raw, n.head.cols*size); err != nil {
			return err
		}
		raw, step = n.raw, size
	}
	cell := func(c int) (float64, scan.Decimal, error) {
		x, exact := n.number(raw[c*step : c*step+size])
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return 0, exact, &scan.Error{File: n.src.name, Line: n.row + 1, Column: c + 1, Found: strconv.FormatFloat(x, 'g', -1, 64),
				Want: "a finite number", Advice: "remove the row before saving the array"}
		}
		return x, exact, nil
	}
	k := b.room()
	for place, c := range n.take {
		x, exact, err := cell(c)
		if err != nil {
			return err
		}
		b.x[k+place] = x
		if b.binary {
			continue
		}
		if exact.Mant <= math.MaxInt64 {
			b.setDecimal(k+place, x, exact)
			continue
		}
		b.setText(k+place, x, integer(exact))
	}
	if n.labels >= 0 {
		x, exact, err := cell(n.labels)
		if err != nil {
			return err
		}
		text := integer(exact)
		if b.binary {
			text = strconv.FormatFloat(x, 'g', -1, 64)
		}
		b.labels = append(b.labels, scan.Numerals{Point: '.'}.Label(text))
	}
	n.row++
	b.lines = append(b.lines, n.row)
	return nil
}

// integer spells a decimal without an exponent.
func integer(d scan.Decimal) string {
	text := strconv.FormatUint(d.Mant, 10)
	if d.Neg {
		text = "-" + text
	}
	return text
}

// read reads size bytes into buf, growing it only as bytes arrive.
func (n *npyBody) read(ctx context.Context, buf []byte, size int) ([]byte, error) {
	buf = buf[:0]
	for len(buf) < size {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		at := len(buf)
		buf = extend(buf, min(npyChunk, size-at))
		m, err := io.ReadFull(n.src.stream, buf[at:])
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) && !n.src.gzip {
			bytes := n.row*n.head.cols*n.head.size + at + m
			return nil, npyFault(n.src, fmt.Sprintf("%d bytes of numbers", bytes),
				fmt.Sprintf("%d × %d × %d bytes as the header says", n.head.rows, n.head.cols, n.head.size), "fetch the file again")
		}
		if err != nil {
			return nil, n.src.fault(err)
		}
	}
	return buf, nil
}

// number decodes one number. For an integer it returns the exact value too: a
// float64 does not hold all of 64 bits.
func (n *npyBody) number(raw []byte) (float64, scan.Decimal) {
	var bits uint64
	switch n.head.size {
	case 1:
		bits = uint64(raw[0])
	case 2:
		bits = uint64(n.head.order.Uint16(raw))
	case 4:
		bits = uint64(n.head.order.Uint32(raw))
	case 8:
		bits = n.head.order.Uint64(raw)
	}
	switch n.head.kind {
	case 'f':
		if n.head.size == 4 {
			return float64(math.Float32frombits(uint32(bits))), scan.Decimal{}
		}
		return math.Float64frombits(bits), scan.Decimal{}
	case 'b':
		if bits != 0 {
			bits = 1
		}
	case 'i':
		shift := 64 - 8*n.head.size
		if v := int64(bits<<shift) >> shift; v < 0 {
			return float64(v), scan.Decimal{Mant: uint64(-v), Neg: true}
		}
	}
	return float64(bits), scan.Decimal{Mant: bits}
}
