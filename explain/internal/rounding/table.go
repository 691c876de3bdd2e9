package rounding

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"

	"github.com/kexplain/kexplain/explain/internal/exact"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Table is what laws are sought in.
type Table struct {
	Ring *poly.Ring[ring.Rat] // its variables are the columns
	Rows [][]ring.Rat         // cells, exactly as they are written
	Half [][]ring.Rat         // half a unit of the last digit of each, 0 for a cell that is exact
	// Exact says which columns have exact cells only.
	Exact []bool
	// Columns lists the columns that may take part.
	Columns []int
	// Levels has the number of values of every column that takes few, again and again.
	Levels map[int]int
	// Readings lists columns of whole numbers that may be rounded rather than counted.
	Readings []int
	// Counted lists columns of whole numbers that are counts but where a law gives them.
	Counted []int
	// Known are equations that hold exactly: what follows from them is not looked for.
	Known []*poly.Polynomial[ring.Rat]
	// Owed are equations that hold exactly, but perhaps only because cells were rounded. A factor needs no other evidence for its coefficients.
	Owed    []*poly.Polynomial[ring.Rat]
	counts  []int   // of a view, see WithCounts: columns of whole numbers that are exact
	only    []int   // of a view: columns that a law is found by, nil for all that are rounded
	tie     float64 // of a view, see moved: a cell may be this part of its half step off the place that it was moved to
	notZero *int    // of the rows at which a column is not 0: that column, which a law is to have
}

// Rounded reports whether a column has decimals that are rounded, or is one of the readings.
// Other whole numbers may be counted; they are not what a law within rounding is found by.
func (t Table) Rounded(j int) bool {
	if t.only != nil && !slices.Contains(t.only, j) {
		return false
	}
	reading := slices.Contains(t.Readings, j)
	for i, h := range t.Half {
		if !h[j].IsZero() && (reading || !t.Rows[i][j].IsInt()) {
			return true
		}
	}
	return false
}

// Rows are rows of cells that may have been rounded. What Cells and Steps return is valid until their next call.
type Rows interface {
	Len() int
	// Cells are those of a row, exactly as they are written.
	Cells(i int) []ring.Rat
	// Steps are half a unit of the last digit of each, 0 for a cell that is exact.
	Steps(i int) []ring.Rat
}

// Len is the number of rows.
func (t Table) Len() int { return len(t.Rows) }

// Cells are those of a row.
func (t Table) Cells(i int) []ring.Rat { return t.Rows[i] }

// Steps are the half steps of a row.
func (t Table) Steps(i int) []ring.Rat { return t.Half[i] }

// Set are points that know how far their coordinates were rounded, as points.Set does.
type Set interface {
	points.Rows
	HalfStep(i, j int) ring.Rat
}

// ofSet are the rows of a set.
type ofSet struct {
	set          Set
	exact        []bool // by column
	cells, steps []ring.Rat
}

// RowsOf are the rows of a set. The cells of columns that are exact have no errors.
func RowsOf(set Set, exact []bool) Rows {
	return ofSet{set, exact, make([]ring.Rat, len(exact)), make([]ring.Rat, len(exact))}
}

func (s ofSet) Len() int { return s.set.Rows() }

func (s ofSet) Cells(i int) []ring.Rat { return s.set.ExactRow(s.cells, i) }

func (s ofSet) Steps(i int) []ring.Rat {
	for j, exact := range s.exact {
		if s.steps[j] = s.set.HalfStep(i, j); exact {
			s.steps[j] = ring.Rat{}
		}
	}
	return s.steps
}

// trivial are the products ∏(x - v) over the values of the columns of few.
func (t Table) trivial() []*poly.Polynomial[ring.Rat] {
	var out []*poly.Polynomial[ring.Rat]
	for _, j := range t.Columns {
		if t.Levels[j] == 0 || t.Levels[j] > limit.RoundingDegree+1 {
			continue
		}
		if p, err := (exact.Table{Rows: t.Rows}).VanishingAt(t.Ring, j); err == nil {
			out = append(out, p)
		}
	}
	return out
}

// extent says which monomials there are: those up to a degree, and of the next one the products of different columns if these belong to it.
type extent struct {
	degree   int
	products bool
}

// count is the number of these in so many columns.
func (e extent) count(columns int) int {
	n := numeric.CountMonomials(columns, e.degree)
	if e.products {
		n += numeric.CountCombinations(columns, e.degree+1)
	}
	return n
}

// less reports whether an extent is less than another one.
func (e extent) less(o extent) bool {
	return e.degree < o.degree || e.degree == o.degree && !e.products && o.products
}

// affordable is the largest extent, up to a degree that is asked for, with no more supports of a size than are looked at. Products beyond
// the degree are for tables with decimals: whole numbers have exact laws, too.
func (t Table) affordable(size, degree int) extent {
	decimals := slices.ContainsFunc(t.Columns, func(j int) bool { return t.Rounded(j) && !t.isWhole(j) })
	for ; degree > 0; degree-- {
		for _, e := range []extent{{degree: degree}, {degree: degree - 1, products: true}} {
			if (decimals || !e.products) && numeric.CountCombinations(e.count(len(t.Columns)), size) <= limit.RoundingSupports {
				return e
			}
		}
	}
	return extent{}
}

// sample are the values of monomials at some rows of a table, and how far each value may
// move in the box of its row.
type sample struct {
	t      Table
	x, h   [][]float64 // cells and their half steps, by row
	rows   []int       // of the table
	order  []int       // 0, 1, …: the rows of the sample
	extent extent      // of the monomials
	mons   []poly.Monomial
	exps   [][]int
	value  [][]float64 // by monomial, then row
	moves  [][]float64 // the same: |m(x') - m(x)| in the box is no larger
	// relative is how far the box moves a monomial in parts of itself, in the mean; of one that is 0 at some rows, where the
	// terms of a law say nothing of each other's sizes, so much less that it comes after all others.
	relative  []float64
	isRounded map[int]bool // by column
}

// vanishing makes the movements of monomials that are 0 at some rows smaller than those of the others.
const vanishing = 1e-20

// newSample takes different rows in an order that the seed fixes, at most so many.
func newSample(t Table, most int, seed uint64) *sample {
	var rows []int
	seen := exact.Seen{}
	for _, i := range rand.New(rand.NewPCG(seed, 15)).Perm(len(t.Rows)) {
		if len(rows) < most && seen.Add(t.Rows[i], t.Columns) {
			rows = append(rows, i)
		}
	}
	return sampleOf(t, rows)
}

// sampleOf takes the rows of a list.
func sampleOf(t Table, rows []int) *sample {
	s := &sample{t: t, isRounded: map[int]bool{}, rows: rows, order: numeric.FirstInts(len(rows))}
	for _, j := range t.Columns {
		s.isRounded[j] = t.Rounded(j)
	}
	for _, i := range rows {
		x, h := make([]float64, len(t.Rows[i])), make([]float64, len(t.Rows[i]))
		for j := range x {
			x[j], h[j] = t.Rows[i][j].Float64(), t.Half[i][j].Float64()
		}
		s.x, s.h = append(s.x, x), append(s.h, h)
	}
	return s
}

// evaluate computes the monomials in the columns.
func (s *sample) evaluate(upTo extent) {
	if upTo == s.extent {
		return
	}
	s.extent = upTo
	s.mons, s.exps, s.value, s.moves, s.relative = nil, nil, nil, nil, nil
	R := s.t.Ring
	var extend func(exponents []int, from, degree int)
	extend = func(exponents []int, from, degree int) {
		m, err := R.Monomial(exponents...)
		if err != nil {
			return
		}
		s.mons, s.exps = append(s.mons, m), append(s.exps, slices.Clone(exponents))
		for c := from; c < len(s.t.Columns); c++ {
			exponents[s.t.Columns[c]]++
			if degree < upTo.degree || degree == upTo.degree && upTo.products && slices.Max(exponents) == 1 {
				extend(exponents, c, degree+1)
			}
			exponents[s.t.Columns[c]]--
		}
	}
	extend(make([]int, R.NumVars()), 0, 0)
	for _, e := range s.exps {
		value, moves := make([]float64, len(s.x)), make([]float64, len(s.x))
		for i := range s.x {
			v, most := 1.0, 1.0
			for j, n := range e {
				for range n {
					v *= s.x[i][j]
					most *= math.Abs(s.x[i][j]) + s.h[i][j]
				}
			}
			value[i], moves[i] = v, most-math.Abs(v)
		}
		s.value, s.moves = append(s.value, value), append(s.moves, moves)
		relative := floats.Norm(moves, 1) / (floats.Norm(value, 1) + math.SmallestNonzeroFloat64)
		if slices.Contains(value, 0) {
			relative *= vanishing
		}
		s.relative = append(s.relative, relative)
	}
}

// number is a rational number. Between 0 and it lie about complexity numbers that are as simple. Of a decimal the complexity is the number that its digits make, 254 of 2.54.
// Of a fraction it is the larger of its two numbers times RoundingFraction, since the smaller one has so many values.
type number struct {
	value      ring.Rat
	float      float64
	complexity float64
}

// simplest returns the simplest number in an interval without 0: a decimal of few digits,
// or a fraction.
func simplest(lo, hi float64) (number, bool) {
	if hi < 0 {
		n, ok := simplest(-hi, -lo)
		return number{n.value.Neg(), -n.float, n.complexity}, ok
	}
	if !(lo > 0 && hi < math.MaxFloat64) {
		return number{}, false
	}
	best, found := number{}, false
	if p, q, ok := numeric.SimplestFraction(lo, hi, limit.MaxFraction); ok && min(p, q) <= int64(limit.RoundingFraction) {
		best, found = number{ring.NewRat(p, q), float64(p) / float64(q), float64(limit.RoundingFraction) * float64(max(p, q))}, true
	}
	if n, ok := shortest(lo, hi); ok && (!found || n.complexity < best.complexity) {
		best, found = n, true
	}
	return best, found
}

// shortest returns the decimal of the fewest digits that is nearest to the middle of an interval without 0.
func shortest(lo, hi float64) (number, bool) {
	for digits := range 15 {
		text := strconv.FormatFloat((lo+hi)/2, 'e', digits, 64)
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || v < lo || v > hi {
			continue
		}
		mantissa, _, _ := strings.Cut(text, "e")
		m, err := strconv.ParseFloat(strings.TrimRight(strings.Replace(mantissa, ".", "", 1), "0"), 64)
		r, parse := ring.ParseRat(text)
		return number{r, v, math.Abs(m)}, err == nil && parse == nil
	}
	return number{}, false
}

// nats is the evidence for a number in an interval about v of some width: such intervals seldom hold one as simple.
func (n number) nats(width, v float64) float64 {
	return -math.Log(width / math.Abs(v) * n.complexity)
}
