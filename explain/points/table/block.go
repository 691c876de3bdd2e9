package table

import (
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/ring"

	"github.com/kexplain/kexplain/explain/points/table/scan"
)

// Block is a run of consecutive rows. Beside every float64 it keeps the exact
// rational that the file spells, packed as a decimal in ten bytes a cell; the
// rational itself is made on demand.
type Block struct {
	names []string
	first int       // number of the first row in the table
	x     []float64 // row-major
	lines []int
	// mant[k] · 10^exp[k] is cell k; with exp[k] = isLong it is the text
	// long[mant[k]]. Both are nil where the floats themselves are exact.
	mant   []int64
	exp    []int16
	long   []string
	binary bool     // floats are exact
	labels []string // one for every row, where the reader takes them
}

// isLong marks a cell whose decimal does not fit mant and exp.
const isLong = math.MinInt16

// Names returns the names of the columns. The slice must not be changed.
func (b *Block) Names() []string { return b.names }

// Rows returns the number of rows.
func (b *Block) Rows() int { return len(b.lines) }

// Cols returns the number of columns.
func (b *Block) Cols() int { return len(b.names) }

// Row returns row i, sharing memory with the block.
func (b *Block) Row(i int) []float64 {
	n := b.Cols()
	return b.x[i*n : (i+1)*n : (i+1)*n]
}

// Dense returns the rows as a matrix that shares memory with the block. It
// panics if the block has no rows, which a block handed out never is.
func (b *Block) Dense() *mat.Dense { return mat.NewDense(b.Rows(), b.Cols(), b.x) }

// Line returns the line of the file that row i stands in, from 1; in an NPY
// file the row of the array.
func (b *Block) Line(i int) int { return b.lines[i] }

// Label returns the label of row i without blanks and quotes around it; a label that
// is a number in one spelling whatever the file's, so that 6.0000 is 6. It panics where the reader was not told to take labels.
func (b *Block) Label(i int) string { return b.labels[i] }

// Exact returns the rational that cell (i, j) of the file spells, not the
// float64 nearest to it. In a binary file the float64 is what the file spells.
func (b *Block) Exact(i, j int) ring.Rat {
	k := i*b.Cols() + j
	switch {
	case b.binary:
		r, err := ring.RatFromFloat(b.x[k])
		if err != nil {
			panic(err) // a cell is finite
		}
		return r
	case b.exp[k] == isLong:
		return scan.ExactText(b.long[b.mant[k]])
	}
	return scan.ExactDecimal(b.mant[k], int(b.exp[k]))
}

// ExactRow writes the exact values of row i to dst, which must have Cols
// elements, and returns it.
func (b *Block) ExactRow(dst []ring.Rat, i int) []ring.Rat {
	for j := range b.Cols() {
		dst[j] = b.Exact(i, j)
	}
	return dst
}

// reset empties the block for the rows from first on, keeping its memory.
func (b *Block) reset(first int) {
	b.first = first
	b.x, b.lines, b.mant, b.exp, b.long = b.x[:0], b.lines[:0], b.mant[:0], b.exp[:0], b.long[:0]
	b.labels = b.labels[:0]
}

// room appends one row of zeros, still without a line number, and returns the
// place of its first cell.
func (b *Block) room() int {
	n := b.Cols()
	k := len(b.x)
	b.x = extend(b.x, n)
	if !b.binary {
		b.mant = extend(b.mant, n)
		b.exp = extend(b.exp, n)
	}
	return k
}

// extend lengthens s by n elements of any value.
func extend[T any](s []T, n int) []T {
	if cap(s)-len(s) < n {
		s = slices.Grow(s, n)
	}
	return s[:len(s)+n]
}

// drop takes the unfinished row at place k back.
func (b *Block) drop(k int) {
	b.x = b.x[:k]
	if !b.binary {
		b.mant, b.exp = b.mant[:k], b.exp[:k]
	}
}

// setText stores a number whose decimal may be too long to pack.
func (b *Block) setText(k int, x float64, text string) {
	b.x[k] = x
	d, n := scan.ScanDecimal([]byte(text), '.')
	if d.Long || d.Mant > math.MaxInt64 || n < len(text) { // n < len(text): a fraction
		b.mant[k], b.exp[k] = int64(len(b.long)), isLong
		b.long = append(b.long, text)
		return
	}
	b.setDecimal(k, x, d)
}

// setDecimal stores a number whose mantissa fits an int64.
func (b *Block) setDecimal(k int, x float64, d scan.Decimal) {
	m := int64(d.Mant)
	if d.Neg {
		m = -m
	}
	b.x[k], b.mant[k], b.exp[k] = x, m, int16(d.Exp)
}

// append adds the rows of c, which has the same columns.
func (b *Block) append(c *Block) {
	b.x = append(b.x, c.x...)
	b.lines = append(b.lines, c.lines...)
	b.labels = append(b.labels, c.labels...)
	if b.binary {
		return
	}
	at, longs := len(b.mant), len(b.long)
	b.mant = append(b.mant, c.mant...)
	b.exp = append(b.exp, c.exp...)
	b.long = append(b.long, c.long...)
	if len(c.long) == 0 {
		return
	}
	for k := at; k < len(b.mant); k++ {
		if b.exp[k] == isLong {
			b.mant[k] += int64(longs)
		}
	}
}

// Cell is a number as its file spells it: Mant·10^Exp, or Text where that is not empty, a
// fraction or a decimal of many digits; of a binary file the float64 X.
type Cell struct {
	X    float64
	Mant int64
	Exp  int16
	Text string
}

// Binary reports whether the file holds float64 rather than text.
func (b *Block) Binary() bool { return b.binary }

// Cell returns cell (i, j).
func (b *Block) Cell(i, j int) Cell {
	k := i*b.Cols() + j
	c := Cell{X: b.x[k]}
	switch {
	case b.binary:
	case b.exp[k] == isLong:
		c.Text = b.long[b.mant[k]]
	default:
		c.Mant, c.Exp = b.mant[k], b.exp[k]
	}
	return c
}

// LongCell is the exponent of a cell that has a Text among those of Decimals.
const LongCell = isLong

// Decimals returns the cells of all rows, one row after the other: cell k is mant[k] · 10^exp[k], or has a Text where exp[k]
// is LongCell. Both are nil for a binary file. The slices must not be changed.
func (b *Block) Decimals() (mant []int64, exp []int16) { return b.mant, b.exp }

// Values returns the numbers of all rows, one row after the other. The slice must not be changed.
func (b *Block) Values() []float64 { return b.x }

// Float returns the float64 nearest to a cell of a text.
func (c Cell) Float() float64 {
	if c.Text != "" {
		if x, err := strconv.ParseFloat(c.Text, 64); err == nil {
			return x
		}
		return scan.ExactText(c.Text).Float64()
	}
	x, _ := strconv.ParseFloat(strconv.FormatInt(c.Mant, 10)+"e"+strconv.Itoa(int(c.Exp)), 64)
	return x
}

// NewBlock returns a block without rows, to which Append adds some.
func NewBlock(names []string, binary bool) *Block { return &Block{names: names, binary: binary} }

// Append adds a row that stands in a line of its file. It panics where the number of cells
// is not that of the columns.
func (b *Block) Append(cells []Cell, line int) {
	if len(cells) != b.Cols() {
		panic("table: a row of " + strconv.Itoa(len(cells)) + " cells for " + strconv.Itoa(b.Cols()) + " columns")
	}
	k := b.room()
	b.lines = append(b.lines, line)
	for j, c := range cells {
		b.x[k+j] = c.X
		switch {
		case b.binary:
		case c.Text != "":
			b.mant[k+j], b.exp[k+j] = int64(len(b.long)), isLong
			b.long = append(b.long, c.Text)
		default:
			b.mant[k+j], b.exp[k+j] = c.Mant, c.Exp
		}
	}
}

// numeric reports whether a line that begins with c is neither empty nor a
// comment, for the bytes that most lines begin with.
func numeric(c byte) bool { return c-'0' <= 9 || c == '-' || c == '.' }

// Printed says to which decimal place cell (i, j) of the file is written, -2 for
// hundredths as in 0.50 and 3 for thousands as in 7e3, and with how many significant
// digits, 0 for a zero. It reports false for a number that no digits were cut from: a
// fraction, or a number of a binary file.
func (b *Block) Printed(i, j int) (place, digits int, ok bool) {
	k := i*b.Cols() + j
	switch {
	case b.binary:
		return 0, 0, false
	case b.exp[k] == isLong:
		return printedText(b.long[b.mant[k]])
	}
	return int(b.exp[k]), digitsOf(b.mant[k]), true
}

// digitsOf returns the number of digits of m, 0 of 0.
func digitsOf(m int64) int {
	size := uint64(max(m, -m)) // of the least number as well
	n := bits.Len64(size) * 1233 >> 12
	if size >= powers10[n] {
		n++
	}
	return n
}

// powers10[k] is 10^k.
var powers10 = func() (list [20]uint64) {
	list[0] = 1
	for k := 1; k < len(list); k++ {
		list[k] = 10 * list[k-1]
	}
	return list
}()

// Place is the place that Printed returns.
func (b *Block) Place(i, j int) (place int, ok bool) {
	if k := i*b.Cols() + j; !b.binary && b.exp[k] != isLong {
		return int(b.exp[k]), true
	}
	place, _, ok = b.Printed(i, j)
	return place, ok
}

// printedText is Printed for a text that scan.Numerals.SlowFloat accepted.
func printedText(text string) (place, digits int, ok bool) {
	if strings.Contains(text, "/") {
		return 0, 0, false
	}
	mantissa, exponent := text, ""
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		mantissa, exponent = text[:i], text[i+1:]
	}
	whole, fraction, _ := strings.Cut(strings.TrimLeft(mantissa, "+-"), ".")
	e, _ := scan.ScanExponent([]byte(exponent))
	return e - len(fraction), len(strings.TrimLeft(whole+fraction, "0")), true
}
