package table

import (
	"strconv"

	"github.com/kexplain/kexplain/explain/points/table/scan"
)

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
