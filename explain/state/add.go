package state

import (
	"math"
	"slices"

	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/numeric/moment"
)

// Rows are added in batches, so many at once that their monomials stay in the second-level cache.
const (
	leastBatch   = 64 // rows: multiples of eight, for vectors
	mostBatch    = 512
	batchNumbers = 1 << 15 // float64
)

// work is the memory that adding rows takes.
type work struct {
	table    *moment.Monomials
	batch    int       // rows added at once
	values   []float64 // monomial-major, batch of each
	column   [][]float64
	residues *residues
	weights  []uint64   // weights of the rows times monomials up to the degree: monomial-major, batch of each
	cells    [][]uint64 // residues of the cells, by column
	key      []byte
	row      []float64
}

func (s *State) prepare() error {
	if s.work != nil {
		return nil
	}
	t, err := moment.NewMonomials(len(s.names), 2*s.degree)
	if err != nil {
		return err
	}
	n := max(leastBatch, min(mostBatch, batchNumbers/len(s.sums)/leastBatch*leastBatch))
	w := &work{
		table: t, batch: n, values: make([]float64, len(s.sums)*n), residues: newResidues(),
		weights: make([]uint64, len(s.prints)*n), row: make([]float64, len(s.sums)),
	}
	for range s.names {
		w.column, w.cells = append(w.column, make([]float64, n)), append(w.cells, make([]uint64, n))
	}
	s.work = w
	return nil
}

// Add adds the rows of a block. It returns ErrMerge, and adds nothing, where the columns are
// others, cells are not finite, or some rows are of text and some of binary files.
func (s *State) Add(b *table.Block) error {
	f := asText
	if b.Binary() {
		f = asFloats
	}
	switch {
	case !slices.Equal(b.Names(), s.names):
		return fault(ErrMerge, "columns %q for %q", b.Names(), s.names)
	case b.Rows() == 0:
		return nil
	case s.form != unknown && s.form != f:
		return fault(ErrMerge, "rows of text and of binary files")
	}
	least, most := exponentRange(b.Values())
	if most == exponents {
		for i := range b.Rows() {
			for j, x := range b.Row(i) {
				if x-x != 0 {
					return fault(ErrMerge, "line %d: %s is %g", b.Line(i), s.names[j], x)
				}
			}
		}
	}
	if err := s.prepare(); err != nil {
		return err
	}
	s.form = f
	s.rows += uint64(b.Rows())
	narrow := s.narrow(least, most)
	for first := 0; first < b.Rows(); first += s.work.batch {
		n := min(s.work.batch, b.Rows()-first)
		s.addRange(b, first, n)
		for from := first; from < first+n; from += leastBatch {
			m := min(leastBatch, first+n-from)
			for at := range m {
				s.addExact(b, from+at, at)
			}
			s.addPrints(m)
		}
		if narrow {
			s.gather(b, first, n)
		} else {
			n = s.gatherNarrow(b, first, n)
		}
		s.addSums(n)
	}
	return nil
}

// exponentRange returns the least and the largest exponent, as the bits of a float64 have it, of numbers but zeros;
// without such numbers those of 1.
func exponentRange(list []float64) (least, most int) {
	low, high := uint64(math.MaxUint64), uint64(0) // of bits without signs; 0 is left out of low by subtracting 1
	for _, v := range list {
		u := math.Float64bits(v) << 1
		low, high = min(low, u-1), max(high, u)
	}
	if high == 0 {
		return 1023, 1023
	}
	return int((low + 1) >> (mantissaBits + 1)), int(high >> (mantissaBits + 1))
}

// narrow reports whether no monomial of numbers with such exponents can leave the range of normal float64.
func (s *State) narrow(least, most int) bool {
	around := 900 / (2 * s.degree)
	return least >= 1023-around && most <= 1023+around
}

// addRange adds n rows to the least and the largest numbers of the columns.
func (s *State) addRange(b *table.Block, first, n int) {
	cols := b.Cols()
	values := b.Values()[first*cols : (first+n)*cols]
	for j := range s.columns {
		c := &s.columns[j]
		low, high := c.Min, c.Max
		for k := j; k < len(values); k += cols {
			low, high = min(low, values[k]), max(high, values[k])
		}
		c.Min, c.Max = low, high
	}
}

// gather puts n rows into the columns of the work space.
func (s *State) gather(b *table.Block, first, n int) {
	cols := b.Cols()
	values := b.Values()[first*cols : (first+n)*cols]
	for j, to := range s.work.column {
		for k := j; k < len(values); k += cols {
			to[0] = values[k]
			to = to[1:]
		}
	}
}

// gatherNarrow puts those of n rows whose monomials stay in the range of float64 into the columns of the work space, and
// adds the others. It returns how many it has put there.
func (s *State) gatherNarrow(b *table.Block, first, n int) int {
	to := 0
	for i := first; i < first+n; i++ {
		x := b.Row(i)
		if !s.narrow(exponentRange(x)) {
			s.addWide(x)
			continue
		}
		for j, v := range x {
			s.work.column[j][to] = v
		}
		to++
	}
	return to
}

// addSums adds the monomials of n rows that stand in the columns of the work space. Rows of zeros make them a multiple of
// eight, for vectors.
func (s *State) addSums(n int) {
	if n == 0 {
		return
	}
	w := s.work
	s.sums[0].add(int64(n), 0)
	m := (n + 7) / 8 * 8
	for _, column := range w.column {
		clear(column[n:m])
	}
	for r := range m {
		w.values[r] = 1
	}
	for i := 1; i < len(s.sums); i++ {
		parent, by := w.table.Parent(i)
		s.sums[i].addProducts(w.values[i*w.batch:][:m], w.values[parent*w.batch:][:m], w.column[by][:m])
	}
}

// addWide adds the monomials of a row of any size. Mantissas and exponents are multiplied
// by themselves, which rounds as the product of the numbers does.
func (s *State) addWide(x []float64) {
	frac, exp := make([]float64, len(x)), make([]int, len(x))
	for j, v := range x {
		frac[j], exp[j] = math.Frexp(v)
	}
	s.work.table.EvalTo(s.work.row, frac)
	for i, v := range s.work.row {
		if v == 0 {
			continue
		}
		e := 0
		for j, k := range s.work.table.Exponents(i) {
			e += int(k) * exp[j]
		}
		u := math.Float64bits(v)
		m := int64(u&mantissa | implicitBit)
		if v < 0 {
			m = -m
		}
		s.sums[i].add(m, e+int(u>>mantissaBits)&exponents-bias)
	}
}

// addExact adds a row to the columns and the sample. Its weight and the residues of its cells are
// left in a place of the work space, for addPrints.
func (s *State) addExact(b *table.Block, i, place int) {
	w := s.work
	mants, exps := b.Decimals()
	w.key = w.key[:0]
	for j := range s.names {
		column := &s.columns[j]
		if k := i*len(s.names) + j; !b.Binary() && exps[k] != table.LongCell { // as most are
			mant, exp := mants[k], exps[k]
			w.key = decimalText(w.key, mant, exp)
			w.cells[j][place] = w.residues.ofDecimal(mant, exp)
			column.Place = min(column.Place, int(exp))
			continue
		}
		c := b.Cell(i, j)
		w.key = text(w.key, c, b.Binary())
		r, ok := w.residues.of(c, b.Binary())
		s.exact = s.exact && ok
		w.cells[j][place] = r
		if place, ok := b.Place(i, j); ok {
			column.Place = min(column.Place, place)
		}
	}
	w.key = appendUint64(w.key, uint64(b.Line(i)))
	priority, weight := hash(w.key)
	w.weights[place] = weight
	if priority > s.sample.bound {
		return
	}
	cells := make([]table.Cell, b.Cols())
	for j := range cells {
		cells[j] = b.Cell(i, j)
	}
	s.sample.add(row{priority: priority, line: int64(b.Line(i)), cells: cells})
}

// addPrints adds n rows to the fingerprint, whose weights and residues stand in the work space.
func (s *State) addPrints(n int) {
	w := s.work
	below := numeric.Binomial(len(s.names)+s.degree-1, s.degree-1) // monomials below the degree
	for _, v := range w.weights[:n] {
		s.prints[0] = addMod(s.prints[0], v)
	}
	for k := 1; k < len(s.prints); k++ {
		parent, by := w.table.Parent(k)
		a, c := w.weights[parent*w.batch:][:n], w.cells[by][:n]
		s.prints[k] = addMod(s.prints[k], dotMod(a, c))
		if k < below { // others are multiples of it
			multiplyMod(w.weights[k*w.batch:][:n], a, c)
		}
	}
}
