package judge

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Chance tells equations that hold exactly from those that hold by chance. In many columns of small numbers a product of two columns
// is equal to that of two others at a dozen rows.
type Chance struct {
	columns []string
	varied  int         // columns of more than one value
	rows    [][]float64 // at most LayerPoints of them
	count   int         // of the rows that say something
}

// NewChance takes the columns of a table, its rows, and how many of these are different. Copies of a row say nothing, unless the rows
// are few places.
func NewChance(columns []string, rows points.Rows, different int) *Chance {
	n := rows.Rows()
	c := &Chance{columns: columns, count: different}
	if different <= limit.FewPlaces && limit.PlaceRows*different <= n {
		c.count = n
	}
	some := min(n, limit.LayerPoints)
	for k := range some {
		c.rows = append(c.rows, rows.Row(k*n/some))
	}
	for j := range columns {
		if slices.ContainsFunc(c.rows, func(x []float64) bool { return x[j] != c.rows[0][j] }) {
			c.varied++
		}
	}
	return c
}

// Excludes reports whether fifty equations or more with as few terms are to be expected by chance.
func (c *Chance) Excludes(f *poly.Polynomial[ring.Rat]) bool { return c.Lead(f) < -limit.MinEvidence() }

// Doubt says that an equation may hold by chance, or is empty: one in fifty with as few terms is not to be expected.
func (c *Chance) Doubt(f *poly.Polynomial[ring.Rat]) string {
	if c.Lead(f) >= limit.MinEvidence() {
		return ""
	}
	return c.String() + " some equation with as few terms may hold by chance"
}

// String begins a sentence about chance.
func (c *Chance) String() string {
	return "with " + plural.Count(c.varied, "column") + " and " + plural.Count(c.count, "row")
}

// Lead is the evidence of the rows for a polynomial that is zero at all of them, in nats, less that for the choice of its terms. So
// e^-Lead such polynomials are to be expected by chance. The coefficients of k terms are determined by k - 1 rows. Every other row
// says -ln q, where q is the probability that a row obeys the equation if its cells have nothing to do with each other. An equation of
// one column says which values there are, which is a fact: its lead is infinite.
func (c *Chance) Lead(f *poly.Polynomial[ring.Rat]) float64 {
	var columns []int // by variable
	used := 0
	for j, name := range f.Ring().Vars() {
		columns = append(columns, slices.Index(c.columns, name))
		if f.DegreeIn(j) > 0 {
			used++
		}
	}
	if used < 2 {
		return math.Inf(1)
	}
	spare := c.count - f.Len() + 1
	choices := numeric.CountCombinations(numeric.CountMonomials(c.varied, f.Degree()), min(f.Len(), limit.ChosenTerms))
	return -float64(spare)*math.Log(c.obeying(f, columns)) - math.Log(float64(choices))
}

// obeying estimates the probability that a polynomial is zero at a made row, which has in every column the cell of some row.
func (c *Chance) obeying(f *poly.Polynomial[ring.Rat], columns []int) float64 {
	const draws, zero = 2000, 1e-9 // of the sum of the terms
	type term struct {
		c       float64
		factors []int // variables
	}
	var terms []term
	for m, a := range f.Terms() {
		t := term{c: a.Float64()}
		for j := range columns {
			for range f.Ring().Exponent(m, j) {
				t.factors = append(t.factors, j)
			}
		}
		terms = append(terms, t)
	}
	rng, x, obey := rand.New(rand.NewPCG(3, uint64(len(c.rows)))), make([]float64, len(columns)), 1
	for range draws {
		for j, at := range columns {
			x[j] = c.rows[rng.IntN(len(c.rows))][at]
		}
		value, size := 0.0, 0.0
		for _, t := range terms {
			for _, j := range t.factors {
				t.c *= x[j]
			}
			value, size = value+t.c, size+math.Abs(t.c)
		}
		if math.Abs(value) <= zero*size {
			obey++
		}
	}
	return float64(obey) / (draws + 1)
}
