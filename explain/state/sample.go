package state

import (
	"bytes"
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/internal/sha256"
	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/numeric"
)

// Digest is the SHA-256 of a file as it is stored.
type Digest [sha256.Size]byte

// row is a row of the sample.
type row struct {
	priority uint64 // by the hash of what it holds and its line
	line     int64
	file     Digest // zero until the part that it is of is sealed
	cells    []table.Cell
}

// compare puts rows in order: by priority, so that the first ones are as good as drawn at
// random, and by all the rest.
func (r row) compare(o row) int {
	if c := cmp.Compare(r.priority, o.priority); c != 0 {
		return c
	}
	return cmp.Or(cmp.Compare(r.line, o.line), slices.CompareFunc(r.cells, o.cells, compareCells), bytes.Compare(r.file[:], o.file[:]))
}

// compareCells puts cells in some order in which only those alike in print are equal.
func compareCells(a, b table.Cell) int {
	return cmp.Or(cmp.Compare(a.Mant, b.Mant), cmp.Compare(a.Exp, b.Exp), cmp.Compare(a.Text, b.Text), cmp.Compare(math.Float64bits(a.X), math.Float64bits(b.X)))
}

// sample holds the most rows of least priority of all that were added. Which these are depends
// on the rows alone.
type sample struct {
	most  int
	rows  []row
	bound uint64         // of the priority of rows that may still get in
	spare [][]table.Cell // of rows that were left out
}

func newSample(most int) sample { return sample{most: most, bound: math.MaxUint64} }

// add adds a row, whose cells it keeps.
func (s *sample) add(r row) {
	full := 2*s.most + 64 // rows; a large file takes the space for them at once
	if len(s.rows) == cap(s.rows) && len(s.rows) > full/16 {
		s.rows = slices.Grow(s.rows, full-len(s.rows))
	}
	s.rows = append(s.rows, r)
	if len(s.rows) >= full {
		s.trim()
	}
}

// space returns cells for a row, of one that was left out where there is one.
func (s *sample) space(n int) []table.Cell {
	last := len(s.spare) - 1
	if last < 0 {
		return make([]table.Cell, n)
	}
	cells := s.spare[last]
	s.spare = s.spare[:last]
	return cells
}

// trim leaves out rows of a priority above that of the last one that gets in, in no order, as
// the leading 31 bits tell. Rows of the very same ones stay, unless they are too many.
func (s *sample) trim() {
	if len(s.rows) <= s.most {
		return
	}
	priorities := make([]float64, len(s.rows))
	for i, r := range s.rows {
		priorities[i] = float64(r.priority >> 33)
	}
	s.bound = uint64(numeric.Nth(priorities, s.most-1))<<33 | (1<<33 - 1)
	kept := s.rows[:0]
	for _, r := range s.rows {
		if r.priority <= s.bound {
			kept = append(kept, r)
		} else {
			s.spare = append(s.spare, r.cells)
		}
	}
	clear(s.rows[len(kept):])
	s.rows = kept
	if len(s.rows) > s.most+s.most/2 {
		s.cut()
	}
}

// cut sorts the rows and leaves no more than there may be.
func (s *sample) cut() {
	stable.Sort(s.rows, func(a, b row) int {
		switch { // as most differ
		case a.priority < b.priority:
			return -1
		case a.priority > b.priority:
			return 1
		}
		return a.compare(b)
	})
	if len(s.rows) > s.most {
		clear(s.rows[s.most:])
		s.rows = s.rows[:s.most]
	}
	if len(s.rows) == s.most {
		s.bound = s.rows[s.most-1].priority
	}
}

// seeds are odd numbers without a pattern: the digits of π.
var seeds = [4]uint64{0x243f6a8885a308d3, 0x13198a2e03707345, 0xa4093822299f31d1, 0x082efa98ec4e6c89}

// mix returns the halves of the product of a and b put together: as good as random where a or b is, and not made to be bad.
func mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo
}

// priorityOf is a hash of a row: of its line, and of its cells as they are written.
func priorityOf(line int64, cells []table.Cell, binary bool) uint64 {
	h := mix(uint64(line)^seeds[0], seeds[1])
	for _, c := range cells {
		switch {
		case binary:
			h = mix(h^math.Float64bits(c.X), seeds[2])
		case c.Text != "":
			h = mixText(h, c.Text)
		default:
			h = mixDecimal(h, c.Mant, c.Exp)
		}
	}
	return h
}

// mixDecimal goes on with the hash h of a row for a cell mant · 10^exp.
func mixDecimal(h uint64, mant int64, exp int16) uint64 {
	return mix(h^uint64(mant), seeds[2]^uint64(uint16(exp))<<1)
}

// mixText is mixDecimal for a cell that has a text.
func mixText(h uint64, text string) uint64 {
	h = mix(h^uint64(len(text)), seeds[3])
	for i := range len(text) {
		h = mix(h^uint64(text[i]), seeds[3])
	}
	return h
}
