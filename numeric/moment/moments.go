package moment

import (
	"fmt"
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

// OfMeans returns the moments of rows of which the means of all monomials of a table are
// known, and how many there are. It panics where the number of means is another.
func OfMeans(t *Monomials, means []float64, rows float64) *Moments {
	if len(means) != t.Len(t.degree) {
		panic(fmt.Sprintf("moment: %d means of %d monomials", len(means), t.Len(t.degree)))
	}
	m := NewOn(t)
	m.weight = rows
	for i, v := range means {
		m.sums[i] = v * rows
	}
	return m
}

// Monomials returns the table whose sums are accumulated.
func (m *Moments) Monomials() *Monomials { return m.table }

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
