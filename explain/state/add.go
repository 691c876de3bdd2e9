package state

import (
	"math"
	"math/bits"
	"slices"

	"github.com/kexplain/kexplain/explain/points/table"
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
	cells    [][]uint64 // residues of the cells, by column
	products []uint64   // residues of the monomials of the span, as values
	sums     []uint64
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
		products: make([]uint64, s.span.width*n), sums: make([]uint64, n), row: make([]float64, len(s.sums)),
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
	ranges, narrow := s.ranges(b)
	if ranges == nil {
		return s.infinite(b)
	}
	if err := s.prepare(); err != nil {
		return err
	}
	s.form = f
	s.rows += uint64(b.Rows())
	for j, r := range ranges {
		c := &s.columns[j]
		c.Min, c.Max = min(c.Min, r.Min), max(c.Max, r.Max)
	}
	for first := 0; first < b.Rows(); first += s.work.batch {
		n := min(s.work.batch, b.Rows()-first)
		s.addPlaces(b, first, n)
		s.addToSample(b, first, n)
		if !s.span.full() {
			s.addToSpan(b, first, n)
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

// infinite is the error about a cell that is not finite.
func (s *State) infinite(b *table.Block) error {
	for i := range b.Rows() {
		for j, x := range b.Row(i) {
			if x-x != 0 {
				return fault(ErrMerge, "line %d: %s is %g", b.Line(i), s.names[j], x)
			}
		}
	}
	return nil
}

// ranges returns the least and the largest number of each column of a block, and whether no monomial of them can leave the range
// of normal float64; nil where some number is not finite.
func (s *State) ranges(b *table.Block) (list []Column, narrow bool) {
	cols, values := b.Cols(), b.Values()
	smallest, largest := uint64(math.MaxUint64), uint64(0) // bits of numbers, without signs, shifted by one
	list = make([]Column, cols)
	for j := range list {
		low, high := int64(math.MaxInt64), int64(math.MinInt64) // in the order of numbers, -0 before 0
		for k := j; k < len(values); k += cols {
			u := math.Float64bits(values[k])
			ordered := int64(u ^ uint64(int64(u)>>63)>>1)
			low, high = min(low, ordered), max(high, ordered)
			smallest = min(smallest, u<<1-1) // zeros are the largest
		}
		list[j] = Column{Min: inOrder(low), Max: inOrder(high)}
		largest = max(largest, math.Float64bits(list[j].Min)<<1, math.Float64bits(list[j].Max)<<1)
	}
	if largest>>(mantissaBits+1) == exponents {
		return nil, false
	}
	return list, largest == 0 || s.narrow(smallest+1, largest)
}

// inOrder is the number of a place in the order of numbers.
func inOrder(ordered int64) float64 {
	return math.Float64frombits(uint64(ordered) ^ uint64(ordered>>63)>>1)
}

// narrow reports whether no monomial of numbers, from one to another in size and given by their bits shifted by one, can leave the
// range of normal float64.
func (s *State) narrow(smallest, largest uint64) bool {
	around := uint64(900 / (2 * s.degree))
	return smallest>>(mantissaBits+1) >= 1023-around && largest>>(mantissaBits+1) <= 1023+around
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
		if slices.ContainsFunc(x, func(v float64) bool { u := math.Float64bits(v) << 1; return v != 0 && !s.narrow(u, u) }) {
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

// addPlaces adds n rows to the decimal places of the columns, and notes whether some cell has no residue.
func (s *State) addPlaces(b *table.Block, first, n int) {
	_, exps := b.Decimals()
	if b.Binary() {
		return
	}
	cols := b.Cols()
	for j := range s.columns {
		place := s.columns[j].Place
		for i, k := first, first*cols+j; i < first+n; i, k = i+1, k+cols {
			if e := int(exps[k]); e >= place {
				continue
			} else if e != table.LongCell {
				place = e
				continue
			}
			if e, ok := b.Place(i, j); ok {
				place = min(place, e)
			} else if _, ok := residueOf(b.Exact(i, j)); !ok { // a fraction; decimals have residues
				s.exact = false
			}
		}
		s.columns[j].Place = place
	}
}

// addToSample adds those of n rows whose priority is small enough to the sample. priorityOf is written out for decimals, as
// most cells are.
func (s *State) addToSample(b *table.Block, first, n int) {
	cols := b.Cols()
	mants, exps := b.Decimals()
	for i := first; i < first+n; i++ {
		k := i * cols
		hi, lo := bits.Mul64(uint64(b.Line(i))^seeds[0], seeds[1])
		decimals := len(exps) > 0
		if decimals {
			row := exps[k : k+cols]
			for j, m := range mants[k : k+len(row)] {
				e := row[j]
				decimals = decimals && e != table.LongCell
				hi, lo = bits.Mul64(hi^lo^uint64(m), seeds[2]^uint64(uint16(e))<<1)
			}
		}
		priority := hi ^ lo
		if !decimals {
			priority = slowPriority(b, i)
		}
		if priority <= s.sample.bound {
			s.take(b, i, priority)
		}
	}
}

// take adds a row to the sample.
func (s *State) take(b *table.Block, i int, priority uint64) {
	cells := s.sample.space(b.Cols())
	for j := range cells {
		cells[j] = b.Cell(i, j)
	}
	s.sample.add(row{priority: priority, line: int64(b.Line(i)), cells: cells})
}

// slowPriority is the priority of a row of any cells.
func slowPriority(b *table.Block, i int) uint64 {
	cells := make([]table.Cell, b.Cols())
	for j := range cells {
		cells[j] = b.Cell(i, j)
	}
	return priorityOf(int64(b.Line(i)), cells, b.Binary())
}

// addToSpan adds n rows to the span of monomials modulo the prime.
func (s *State) addToSpan(b *table.Block, first, n int) {
	w := s.work
	mants, exps := b.Decimals()
	for j, to := range w.cells {
		for r := range n {
			if k := (first+r)*b.Cols() + j; !b.Binary() && exps[k] != table.LongCell { // as most are
				to[r] = w.residues.ofDecimal(mants[k], exps[k])
			} else {
				to[r] = w.residues.of(b.Cell(first+r, j), b.Binary())
			}
		}
	}
	for r := range n {
		w.products[r] = 1
	}
	for k := 1; k < s.span.width; k++ {
		parent, by := w.table.Parent(k)
		multiplyMod(w.products[k*w.batch:][:n], w.products[parent*w.batch:][:n], w.cells[by][:n])
	}
	s.span.addBatch(w.products, w.batch, n, w.sums)
}
