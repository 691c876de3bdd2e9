package state

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"math"

	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/internal/stable"
)

// Digest is the SHA-256 of a file as it is stored.
type Digest [sha256.Size]byte

// row is a row of the sample.
type row struct {
	priority uint64 // by the hash of what it holds and its line
	key      []byte // what it holds
	line     int64
	file     Digest // zero until the part that it is of is sealed
	cells    []table.Cell
}

// compare puts rows in order: by priority, so that the first ones are as good as drawn at
// random, and by all the rest.
func (r row) compare(o row) int {
	return cmp.Or(cmp.Compare(r.priority, o.priority), cmp.Compare(r.line, o.line), bytes.Compare(r.key, o.key),
		bytes.Compare(r.file[:], o.file[:]))
}

// sample holds the most rows of least priority of all that were added. Which these are depends
// on the rows alone.
type sample struct {
	most  int
	rows  []row
	bound uint64 // of the priority of rows that may still get in
}

func newSample(most int) sample { return sample{most: most, bound: math.MaxUint64} }

// add adds a row, whose cells and key it keeps.
func (s *sample) add(r row) {
	s.rows = append(s.rows, r)
	if len(s.rows) >= 2*s.most+64 {
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
