package state

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"strings"

	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/explain/points/table/scan"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/internal/sha256"
)

// ErrFile is matched by errors about bytes that are no state of this version.
var ErrFile = errors.New("state: not a state file")

// head is the length of magic and version.
const head = len(magic) + 4

// Is reports whether bytes begin as a state file does.
func Is(data []byte) bool { return bytes.HasPrefix(data, []byte(magic)) }

// Unmarshal returns the state that MarshalBinary wrote. It returns ErrFile for other bytes.
func Unmarshal(data []byte) (*State, error) {
	switch {
	case !Is(data):
		return nil, fault(ErrFile, "found a file of another kind, expected one written by kexplain state or merge")
	case len(data) < head+sha256.Size:
		return nil, fault(ErrFile, "found only %s: it is cut short, make it again", plural.Count(len(data), "byte"))
	}
	if v := binary.LittleEndian.Uint32(data[len(magic):]); v != version {
		return nil, fault(ErrFile, "found version %d, expected %d: make it again with this kexplain", v, version)
	}
	body := data[:len(data)-sha256.Size]
	if sum := sha256.Sum256(body); !bytes.Equal(sum[:], data[len(body):]) {
		return nil, fault(ErrFile, "it is damaged or cut short: its checksum is another: make it again")
	}
	r := &reader{rest: body[head:]}
	s, err := r.state()
	if err != nil {
		return nil, err
	}
	if r.bad || len(r.rest) > 0 {
		return nil, fault(ErrFile, "found numbers that no state has, under a good checksum")
	}
	return s, nil
}

// reader takes values off the front; what is not there makes it bad.
type reader struct {
	rest []byte
	bad  bool
}

// take returns the next n bytes, zeros where there are fewer.
//
//go:noinline
func (r *reader) take(n int) []byte {
	if n < 0 || n > len(r.rest) {
		r.bad, r.rest = true, nil
		return make([]byte, min(max(n, 0), 64))
	}
	out := r.rest[:n]
	r.rest = r.rest[n:]
	return out
}

//go:noinline
func (r *reader) uint() uint64 {
	v, n := binary.Uvarint(r.rest)
	r.skip(n)
	return v
}

//go:noinline
func (r *reader) int() int64 {
	v, n := binary.Varint(r.rest)
	r.skip(n)
	return v
}

// skip passes over a number of so many bytes, or notes that there is none: it is then 0.
//
//go:noinline
func (r *reader) skip(n int) {
	if n <= 0 {
		r.bad, r.rest = true, nil
		return
	}
	r.rest = r.rest[n:]
}

// length is the length of a list whose elements take at least so many bytes.
//
//go:noinline
func (r *reader) length(least int) int {
	n := r.uint()
	if n > uint64(len(r.rest)/least) {
		r.bad, r.rest = true, nil
		return 0
	}
	return int(n)
}

//go:noinline
func (r *reader) fixed() uint64  { return binary.LittleEndian.Uint64(r.take(8)) }
func (r *reader) flag() bool     { return r.take(1)[0] != 0 }
func (r *reader) float() float64 { return math.Float64frombits(r.fixed()) }

// state reads a state.
func (r *reader) state() (*State, error) {
	degree, form, rows, exact := r.uint(), form(r.uint()), r.uint(), r.flag()
	var names []string
	var columns []Column
	for range r.length(18) {
		names = append(names, string(r.take(r.length(1))))
		columns = append(columns, Column{Min: r.float(), Max: r.float(), Place: int(r.int())})
	}
	if r.bad || form > asFloats || degree > 255 {
		r.bad = true
		return nil, nil
	}
	s, err := New(names, int(degree))
	if err != nil {
		return nil, &Error{err.Error(), ErrFile}
	}
	s.form, s.rows, s.exact, s.columns = form, rows, exact, columns
	for i := range s.sums {
		negative, low := r.flag(), r.int()
		digits := make([]uint32, r.length(4))
		if low != int64(int16(low)) || len(digits) > math.MaxInt16 {
			r.bad = true
			return s, nil
		}
		for k := range digits {
			digits[k] = binary.LittleEndian.Uint32(r.take(4))
		}
		s.sums[i] = sumOf(negative, int32(low), digits)
	}
	r.span(&s.span)
	for range r.length(sha256.Size + 2) {
		s.parts = append(s.parts, Part{Digest(r.take(sha256.Size)), r.uint(), r.uint()})
	}
	if !sorted(len(s.parts), func(i int) bool { return s.parts[i].compare(s.parts[i+1]) <= 0 }) {
		r.bad = true
	}
	r.sample(s)
	return s, nil
}

// span reads the basis: without the entries that are 0 or 1 in every reduced row echelon form.
func (r *reader) span(s *span) {
	rows := r.uint()
	if rows > uint64(s.width) {
		r.bad = true
		return
	}
	n := int(rows)
	for k := range n {
		if n == s.width {
			s.pivots = append(s.pivots, k)
		} else {
			s.pivots = append(s.pivots, int(r.uint()))
		}
		if at := s.pivots[k]; at < 0 || at >= s.width || k > 0 && at <= s.pivots[k-1] {
			r.bad = true
			return
		}
	}
	for k := range n {
		row := make([]uint64, s.width)
		row[s.pivots[k]] = 1
		for i := range s.free(k) {
			if row[i] = r.fixed(); row[i] >= prime {
				r.bad = true
			}
		}
		s.rows = append(s.rows, row)
	}
}

// sample reads the sample of a state.
func (r *reader) sample(s *State) {
	s.sample = newSample(SampleRows)
	if r.uint() != SampleRows {
		r.bad = true
	}
	n := r.length(2 + len(s.names))
	if n > SampleRows || uint64(n) > s.rows || s.form == unknown && n > 0 {
		r.bad = true
		return
	}
	for range n {
		row := row{cells: make([]table.Cell, len(s.names))}
		file := r.uint()
		if file > uint64(len(s.parts)) {
			r.bad = true
			return
		}
		if file > 0 {
			row.file = s.parts[file-1].File
		}
		row.line = int64(r.uint())
		for j := range row.cells {
			row.cells[j] = r.cell(s.form == asFloats)
		}
		if r.bad {
			return
		}
		row.priority = priorityOf(row.line, row.cells, s.form == asFloats)
		s.sample.add(row)
	}
	if !sorted(len(s.sample.rows), func(i int) bool { return s.sample.rows[i].compare(s.sample.rows[i+1]) <= 0 }) {
		r.bad = true
	}
	s.sample.cut()
}

// sorted reports whether each of n elements is in order with the next.
func sorted(n int, inOrder func(i int) bool) bool {
	for i := range n - 1 {
		if !inOrder(i) {
			return false
		}
	}
	return true
}

// cell reads a cell.
func (r *reader) cell(float bool) table.Cell {
	if float {
		c := table.Cell{X: r.float()}
		r.bad = r.bad || c.X-c.X != 0
		return c
	}
	var c table.Cell
	if r.flag() {
		c.Text = string(r.take(r.length(1)))
		if !isNumber(c.Text) {
			r.bad = true
			return table.Cell{}
		}
	} else {
		var e int64
		c.Mant, e = r.int(), r.int()
		if c.Exp = int16(e); int64(c.Exp) != e || c.Exp == math.MinInt16 {
			r.bad = true
		}
	}
	if c.X = c.Float(); c.X-c.X != 0 {
		r.bad = true
	}
	return c
}

// isNumber reports whether a text is a decimal or a fraction that the reader of tables keeps
// as text.
func isNumber(text string) bool {
	if strings.Contains(text, "/") {
		_, exact, _ := scan.SlowFraction(text)
		return exact != ""
	}
	_, exact, _ := scan.Numerals{Point: '.'}.SlowFloat([]byte(text))
	return exact != ""
}
