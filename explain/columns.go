package explain

import "github.com/kexplain/kexplain/ring"

// columns are the rows of data restricted to some columns.
type columns struct {
	all  Rows
	keep []int
	full []ring.Rat // work space
}

func (c columns) Rows() int { return c.all.Rows() }

func (c columns) Line(i int) int { return c.all.Line(i) }

func (c columns) Row(i int) []float64 {
	full := c.all.Row(i)
	row := make([]float64, len(c.keep))
	for k, j := range c.keep {
		row[k] = full[j]
	}
	return row
}

func (c columns) ExactRow(dst []ring.Rat, i int) []ring.Rat {
	c.full = c.all.ExactRow(c.full, i)
	for k, j := range c.keep {
		dst[k] = c.full[j]
	}
	return dst
}
