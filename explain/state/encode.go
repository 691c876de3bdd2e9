package state

import (
	"encoding/binary"
	"math"

	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/internal/sha256"
)

// A state file is, little-endian: the magic, the version as uint32, the body, and the SHA-256
// of all before. Lists begin with their length.
const (
	magic   = "kxstate\n"
	version = 2
)

// MarshalBinary returns the bytes of the state: the same for the same rows and parts, in
// whatever order they came.
func (s *State) MarshalBinary() ([]byte, error) {
	w := writer{buf: binary.LittleEndian.AppendUint32([]byte(magic), version)}
	w.uint(uint64(s.degree))
	w.uint(uint64(s.form))
	w.uint(s.rows)
	w.flag(s.exact)
	w.uint(uint64(len(s.names)))
	for j, name := range s.names {
		w.bytes([]byte(name))
		w.fixed(math.Float64bits(s.columns[j].Min))
		w.fixed(math.Float64bits(s.columns[j].Max))
		w.int(int64(s.columns[j].Place))
	}
	for i := range s.sums {
		negative, low, digits := s.sums[i].canonical()
		w.flag(negative)
		w.int(int64(low))
		w.uint(uint64(len(digits)))
		for _, d := range digits {
			w.buf = binary.LittleEndian.AppendUint32(w.buf, d)
		}
	}
	w.span(&s.span)
	w.uint(uint64(len(s.parts)))
	for _, p := range s.parts {
		w.buf = append(w.buf, p.File[:]...)
		w.uint(p.Begin)
		w.uint(p.End)
	}
	s.sample.cut()
	w.uint(uint64(s.sample.most))
	w.uint(uint64(len(s.sample.rows)))
	files := map[Digest]int{{}: 0}
	for k, p := range s.parts {
		files[p.File] = k + 1
	}
	for _, r := range s.sample.rows {
		w.uint(uint64(files[r.file]))
		w.uint(uint64(r.line))
		for _, c := range r.cells {
			w.cell(c, s.form == asFloats)
		}
	}
	sum := sha256.Sum256(w.buf)
	return append(w.buf, sum[:]...), nil
}

// writer appends to a buffer. Its methods are not inlined: the program is smaller by 8 kB.
type writer struct{ buf []byte }

//go:noinline
func (w *writer) uint(v uint64) { w.buf = binary.AppendUvarint(w.buf, v) }

//go:noinline
func (w *writer) int(v int64) { w.buf = binary.AppendVarint(w.buf, v) }

//go:noinline
func (w *writer) fixed(v uint64) { w.buf = binary.LittleEndian.AppendUint64(w.buf, v) }

//go:noinline
func (w *writer) flag(v bool) {
	b := byte(0)
	if v {
		b = 1
	}
	w.buf = append(w.buf, b)
}

func (w *writer) bytes(b []byte) {
	w.uint(uint64(len(b)))
	w.buf = append(w.buf, b...)
}

// cell writes a cell: a float64, or 0 and mantissa and exponent, or 1 and the text.
func (w *writer) cell(c table.Cell, float bool) {
	switch {
	case float:
		w.fixed(math.Float64bits(c.X))
	case c.Text != "":
		w.flag(true)
		w.bytes([]byte(c.Text))
	default:
		w.flag(false)
		w.int(c.Mant)
		w.int(int64(c.Exp))
	}
}

// span writes the basis, as its reader says.
func (w *writer) span(s *span) {
	w.uint(uint64(len(s.rows)))
	if s.full() {
		return
	}
	for _, at := range s.pivots {
		w.uint(uint64(at))
	}
	for k, row := range s.rows {
		for i := range s.free(k) {
			w.fixed(row[i])
		}
	}
}
