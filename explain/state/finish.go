package state

import (
	"bytes"
	"cmp"
	"math"
	"slices"

	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Finish returns the sample as a table, in the order of files and lines. Lines are those of
// the file, or, where there are several, the places of the rows in the sample. Of Info it
// sets the columns and the number of rows of the sample.
func (s *State) Finish() *table.Table {
	s.sample.trim()
	if len(s.sample.rows) > s.sample.most {
		s.sample.cut()
	}
	rows := slices.Clone(s.sample.rows) // those of one file are in the order of their lines already
	stable.Sort(rows, func(a, b row) int {
		switch { // as most differ
		case a.file != b.file:
			return bytes.Compare(a.file[:], b.file[:])
		case a.line != b.line:
			return cmp.Compare(a.line, b.line)
		}
		return a.compare(b)
	})
	t := &table.Table{Block: *table.NewBlock(s.names, s.form == asFloats)}
	t.Info = table.Info{Columns: s.names, FileColumns: s.names, Rows: len(rows)}
	several := s.Files() > 1
	for i, r := range rows {
		line := int(r.line)
		if several {
			line = i + 1
		}
		t.Block.Append(r.cells, line)
	}
	for j, c := range s.columns {
		if c.Min == c.Max && s.rows > 1 {
			t.Info.Constant = append(t.Info.Constant, s.names[j])
		}
	}
	return t
}

// Mean returns the mean over all rows of the product of the numbers x_j/units[j] to the
// power exponents[j]; NaN where the exponents are beyond twice the degree or there are no
// rows.
func (s *State) Mean(exponents []uint8, units []float64) float64 {
	if err := s.prepare(); err != nil || s.rows == 0 {
		return math.NaN()
	}
	i := s.work.table.Position(exponents)
	if i < 0 {
		return math.NaN()
	}
	frac, exp := s.sums[i].frexp()
	frac /= float64(s.rows)
	for j, k := range exponents {
		f, e := math.Frexp(units[j])
		for range k {
			frac /= f
			exp -= e
		}
	}
	return math.Ldexp(frac, exp)
}

// Vanishes says whether a polynomial is zero at every row, exactly as the cells are written.
// The yes may be wrong with a probability of 2⁻⁶⁰ for cells that were not made to mislead it;
// the no is certain. Its variables are those that table.Identifiers makes of the
// names. Unknown is a polynomial of a higher degree than that of the state, or one of more monomials than
// equations are looked for in, or in other variables.
//
// It is zero where its coefficients are orthogonal to the monomials of all rows, whose span modulo 2⁶¹ - 1 is kept. A row that
// is not in the span counts as one that is by chance once in 2⁶¹, and so does a value that is not 0.
func (s *State) Vanishes(p *poly.Polynomial[ring.Rat]) ring.Truth {
	R := p.Ring()
	names := table.Identifiers(s.names)
	place := make([]int, R.NumVars())
	for k, v := range R.Vars() {
		if place[k] = slices.Index(names, v); place[k] < 0 && p.DegreeIn(k) > 0 {
			return ring.Unknown
		}
	}
	if p.Degree() > spanDegree(len(s.names), s.degree) || !s.exact || s.prepare() != nil {
		return ring.Unknown
	}
	form := make([]uint64, s.span.width)
	for m, c := range p.Terms() {
		exponents := make([]uint8, len(s.names))
		for k, e := range R.Exponents(m) {
			if e > 0 {
				exponents[place[k]] = uint8(e)
			}
		}
		r, ok := residueOf(c)
		if !ok {
			return ring.Unknown
		}
		form[s.work.table.Position(exponents)] = r
	}
	if s.span.zeroAt(form) {
		return ring.Yes
	}
	return ring.No
}
