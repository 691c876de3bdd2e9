package state

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"math"
	"slices"

	"github.com/kexplain/kexplain/explain/points/table"
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
	return cmp.Or(cmp.Compare(a.Mant, b.Mant), cmp.Compare(a.Exp, b.Exp), cmp.Compare(a.Text, b.Text), cmp.Compare(floatBits(a.X), floatBits(b.X)))
}

// sample holds the most rows of least priority of all that were added. Which these are depends
// on the rows alone.
type sample struct {
	most  int
	rows  []row
	bound uint64 // of the priority of rows that may still get in
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
	stable.Sort(s.rows, row.compare)
	if len(s.rows) > s.most {
		clear(s.rows[s.most:])
		s.rows = s.rows[:s.most]
	}
	if len(s.rows) == s.most {
		s.bound = s.rows[s.most-1].priority
	}
}

// hash returns two numbers of a row, as good as random and independent: its priority, and
// its weight modulo the prime.
func hash(key []byte) (priority, weight uint64) {
	h := sha256.Sum256(key)
	return binary.LittleEndian.Uint64(h[:]), binary.LittleEndian.Uint64(h[8:]) % prime
}

func appendUint64(dst []byte, v uint64) []byte { return binary.LittleEndian.AppendUint64(dst, v) }

func floatBits(x float64) uint64 { return math.Float64bits(x) }
