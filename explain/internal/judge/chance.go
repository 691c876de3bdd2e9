package judge

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Chance weighs an equation that holds exactly against those that as many rows obey by chance: of many columns of small numbers, a
// product of two is equal to that of two others at a dozen rows.
type Chance struct {
	columns []string
	varied  int         // columns of more than one value
	rows    [][]float64 // at most LayerPoints of them
	count   int         // of the rows that say something
}

// NewChance takes the columns and their rows, of which some are different. Copies of a row say nothing, unless the rows are places.
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

// Excludes reports whether there are far more such polynomials by chance than one.
func (c *Chance) Excludes(f *poly.Polynomial[ring.Rat]) bool { return c.Lead(f) < -limit.MinEvidence() }

// Doubt says that the rows do not tell a polynomial from chance, or is empty.
func (c *Chance) Doubt(f *poly.Polynomial[ring.Rat]) string {
	if c.Lead(f) >= limit.MinEvidence() {
		return ""
	}
	return "in so many columns some equation as short may hold at so few rows by chance"
}

// Lead is by how many nats the rows say more for a polynomial in several columns that is zero at all of them than the choice of its
// terms takes: e^-Lead is how many such polynomials are to be expected by chance. k - 1 rows determine k coefficients. Each
// other row says -ln q, where a row of cells that have nothing to do with each other obeys the equation with probability q. That a
// column takes few values is a fact: the lead is infinite.
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

// obeying is the part of made rows at which a polynomial is zero: each has in every column the cell of some row.
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
