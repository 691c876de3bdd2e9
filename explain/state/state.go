package state

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/numeric/moment"
)

// ErrMerge is matched by errors about states that do not go together, and rows that cannot
// be added.
var ErrMerge = errors.New("state: states that do not go together")

// Error says what is wrong with a state, or with two that do not go together.
type Error struct {
	Found string
	Err   error // ErrMerge or ErrFile
}

// Error is what was found.
func (e *Error) Error() string { return e.Found }

// Unwrap returns ErrMerge or ErrFile.
func (e *Error) Unwrap() error { return e.Err }

func fault(kind error, format string, args ...any) error {
	return &Error{fmt.Sprintf(format, args...), kind}
}

// SampleRows is how many rows the sample of a state has: those on which learn compares
// equations at most.
const SampleRows = 8000

// MaxSums bounds the number of sums of a state: some 70 MB of memory.
const MaxSums = 100_000

// Form is how the cells of all rows are written.
type form uint8

const (
	unknown form = iota // no row was added
	asText
	asFloats
)

// Column is what is known of all cells of a column.
type Column struct {
	Min, Max float64
	Place    int // the finest decimal place of a cell of a text, -2 for hundredths; 0 without decimals
}

// State is what is kept of rows. It is not safe for use by several goroutines.
type State struct {
	names   []string
	degree  int
	form    form
	rows    uint64
	sums    []sum
	prints  []uint64 // Σ w(row)·monomial(row) modulo the prime, up to the degree
	exact   bool     // every cell had a residue
	columns []Column
	sample  sample
	parts   []Part
	work    *work // nil until rows are added
}

// New returns a state without rows, for polynomials up to a degree in columns with these
// names.
func New(names []string, degree int) (*State, error) {
	if len(names) == 0 || degree < 1 || degree > 20 {
		return nil, fault(ErrMerge, "degree %d in %s, expected 1 to 20 in some", degree, plural.Count(len(names), "column"))
	}
	n := numeric.Binomial(len(names)+2*degree, 2*degree)
	if n > MaxSums {
		return nil, fault(ErrMerge, "degree %d in %s takes the sums of %d monomials of degree ≤ %d, expected at most %d: take a lower degree or fewer columns",
			degree, plural.Count(len(names), "column"), n, 2*degree, MaxSums)
	}
	s := &State{
		names: slices.Clone(names), degree: degree, exact: true, sums: make([]sum, n),
		prints: make([]uint64, numeric.Binomial(len(names)+degree, degree)),
		sample: newSample(SampleRows), columns: make([]Column, len(names)),
	}
	for j := range s.columns {
		s.columns[j] = Column{Min: math.Inf(1), Max: math.Inf(-1)}
	}
	return s, nil
}

// Names returns the names of the columns, which must not be changed.
func (s *State) Names() []string { return s.names }

// Degree returns the degree up to which polynomials can be judged.
func (s *State) Degree() int { return s.degree }

// Rows returns the number of rows.
func (s *State) Rows() int { return int(s.rows) }

// Columns returns what is known of the columns; Min and Max are infinite without rows.
func (s *State) Columns() []Column { return slices.Clone(s.columns) }

// Whole reports whether the sample holds all rows.
func (s *State) Whole() bool { return s.rows == uint64(s.SampleRows()) }

// SampleRows returns the number of rows of the sample.
func (s *State) SampleRows() int { return min(len(s.sample.rows), s.sample.most) }

// batch is how many rows are added at once: their monomials stay in the second-level cache.
const batch = 64

// work is the memory that adding rows takes.
type work struct {
	table    *moment.Monomials
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
	w := &work{
		table: t, values: make([]float64, len(s.sums)*batch), residues: newResidues(),
		weights: make([]uint64, len(s.prints)*batch), row: make([]float64, len(s.sums)),
	}
	for range s.names {
		w.column, w.cells = append(w.column, make([]float64, batch)), append(w.cells, make([]uint64, batch))
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
	for i := range b.Rows() {
		for j, x := range b.Row(i) {
			if x-x != 0 {
				return fault(ErrMerge, "line %d: %s is %g", b.Line(i), s.names[j], x)
			}
		}
	}
	if err := s.prepare(); err != nil {
		return err
	}
	s.form = f
	s.rows += uint64(b.Rows())
	var wide []int // rows whose monomials may leave the range of float64
	n := 0
	for i := range b.Rows() {
		at := i % batch
		s.addExact(b, i, at)
		if at == batch-1 || i == b.Rows()-1 {
			s.addPrints(at + 1)
		}
		x := b.Row(i)
		if !s.narrow(x) {
			wide = append(wide, i)
			continue
		}
		for j, v := range x {
			s.work.column[j][n] = v
		}
		if n++; n == batch {
			s.addSums(n)
			n = 0
		}
	}
	s.addSums(n)
	for _, i := range wide {
		s.addWide(b.Row(i))
	}
	return nil
}

// narrow reports whether no monomial of a row can leave the range of normal float64.
func (s *State) narrow(x []float64) bool {
	most := 900 / (2 * s.degree)
	for _, v := range x {
		k := int(math.Float64bits(v)>>mantissaBits) & exponents
		if v != 0 && (k < 1023-most || k > 1023+most) {
			return false
		}
	}
	return true
}

// addSums adds the monomials of n rows that stand in the columns of the work space.
func (s *State) addSums(n int) {
	if n == 0 {
		return
	}
	w := s.work
	for r := range n {
		w.values[r] = 1
	}
	s.sums[0].add(int64(n), 0)
	for i := 1; i < len(s.sums); i++ {
		parent, by := w.table.Parent(i)
		s.sums[i].addProducts(w.values[i*batch:i*batch+n], w.values[parent*batch:parent*batch+n], w.column[by][:n])
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
	w.key = w.key[:0]
	for j, x := range b.Row(i) {
		column := &s.columns[j]
		column.Min, column.Max = min(column.Min, x), max(column.Max, x)
		if mant, exp, ok := b.Decimal(i, j); ok { // as most are
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
		a, c := w.weights[parent*batch:][:n], w.cells[by][:n]
		s.prints[k] = addMod(s.prints[k], dotMod(a, c))
		if k < below { // others are multiples of it
			multiplyMod(w.weights[k*batch:][:n], a, c)
		}
	}
}

// Merge adds the rows of another state, which it does not change. It returns ErrMerge, and
// adds nothing, where the columns or the degree are others, or a part is in both.
func (s *State) Merge(o *State) error {
	switch {
	case !slices.Equal(s.names, o.names):
		return fault(ErrMerge, "other columns, %q and %q", s.names, o.names)
	case s.degree != o.degree:
		return fault(ErrMerge, "other degrees, %d and %d", s.degree, o.degree)
	case s.sample.most != o.sample.most:
		return fault(ErrMerge, "samples of %d and %d rows", s.sample.most, o.sample.most)
	case s.form != unknown && o.form != unknown && s.form != o.form:
		return fault(ErrMerge, "rows of text and of binary files")
	case o == s:
		return fault(ErrMerge, "the same state twice")
	}
	parts, err := joined(s.parts, o.parts)
	if err != nil {
		return err
	}
	s.parts = parts
	s.form = max(s.form, o.form)
	s.rows += o.rows
	s.exact = s.exact && o.exact
	for i := range o.sums {
		s.sums[i].merge(&o.sums[i])
	}
	for k, v := range o.prints {
		s.prints[k] = addMod(s.prints[k], v)
	}
	for j, c := range o.columns {
		mine := &s.columns[j]
		mine.Min, mine.Max, mine.Place = math.Min(mine.Min, c.Min), math.Max(mine.Max, c.Max), min(mine.Place, c.Place)
	}
	for _, r := range o.sample.rows {
		s.sample.add(r)
	}
	s.sample.cut()
	return nil
}
