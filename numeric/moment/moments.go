package moment

import (
	"fmt"
	"math"
)

// Moments accumulates the sums Σ w_i x_i^α over rows of data, for all
// monomials of degree ≤ 2D. The order in which blocks are added or merged
// changes the result by rounding only.
type Moments struct {
	table  *Monomials
	sums   []float64
	weight float64
	row    []float64
}

// New returns empty moments for polynomials of degree ≤ degree in vars
// variables; the sums go up to twice that degree.
func New(vars, degree int) (*Moments, error) {
	t, err := NewMonomials(vars, 2*degree)
	if err != nil {
		return nil, err
	}
	return NewOn(t), nil
}

// NewOn returns empty moments on a table of monomials, which is shared.
func NewOn(t *Monomials) *Moments {
	n := t.Len(t.Degree())
	return &Moments{table: t, sums: make([]float64, n), row: make([]float64, n)}
}

// Monomials returns the table whose sums are accumulated.
func (m *Moments) Monomials() *Monomials { return m.table }

// Weight returns the sum of the weights of the rows added so far.
func (m *Moments) Weight() float64 { return m.weight }

// Add adds one row with weight w.
func (m *Moments) Add(x []float64, w float64) {
	m.table.EvalTo(m.row, x)
	for i, v := range m.row {
		m.sums[i] += w * v
	}
	m.weight += w
}

// Merge adds the sums of other. It panics if the tables differ in shape.
func (m *Moments) Merge(other *Moments) {
	if m.table.vars != other.table.vars || m.table.degree != other.table.degree {
		panic(fmt.Sprintf("moment: merging moments of %d variables, degree %d, with %d, %d",
			m.table.vars, m.table.degree, other.table.vars, other.table.degree))
	}
	for i, v := range other.sums {
		m.sums[i] += v
	}
	m.weight += other.weight
}

// Rescale returns the moments of the data divided by unit, one a variable.
func (m *Moments) Rescale(unit []float64) *Moments {
	r := NewOn(m.table)
	inverse := make([]float64, len(unit))
	for j, u := range unit {
		inverse[j] = 1 / u
	}
	m.table.EvalTo(r.row, inverse)
	for i, v := range m.sums {
		r.sums[i] = v * r.row[i]
	}
	r.weight = m.weight
	return r
}

// RMS returns the root mean square of every variable.
func (m *Moments) RMS() []float64 {
	e := make([]uint8, m.table.vars)
	rms := make([]float64, m.table.vars)
	for j := range rms {
		e[j] = 2
		rms[j] = math.Sqrt(m.sums[m.table.Position(e)] / m.weight)
		e[j] = 0
	}
	return rms
}
