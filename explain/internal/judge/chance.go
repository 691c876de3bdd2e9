package judge

import (
	"fmt"
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
	repeats bool        // there are further rows, copies of these
}

// NewChance takes the columns of a table, its rows, and how many of these are different. Copies of a row say nothing, unless the rows
// are few places.
func NewChance(columns []string, rows points.Rows, different int) *Chance {
	n := rows.Rows()
	c := &Chance{columns: columns, count: different}
	if different <= limit.FewPlaces && limit.PlaceRows*different <= n {
		c.count = n
	}
	c.repeats = c.count < n
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

// Excludes says why an equation is no law: fifty or more with as few terms are to be expected by chance, or, where some rows break it, one
// in fifty is, or it has too many exceptions. It is empty where nothing says so.
func (c *Chance) Excludes(f *poly.Polynomial[ring.Rat], broken int) (reason string) {
	least := -limit.MinEvidence()
	if broken > 0 {
		least = limit.MinEvidence()
	}
	switch {
	case c.Lead(f, broken) < least:
		return c.String() + " some equation with as few terms holds by chance"
	case broken > 0 && c.exceptional(f):
		return fmt.Sprintf("its %s are too many for a law", plural.Count(broken, "exception"))
	}
	return ""
}

// exceptional reports whether more than half of the rows that differ in the columns of an equation break it. Of 30 pairs of small
// numbers a curve through 14 holds at most rows, if these pairs are frequent.
func (c *Chance) exceptional(f *poly.Polynomial[ring.Rat]) bool {
	columns, _ := c.columnsOf(f)
	terms, x := termsOf(f), make([]float64, len(columns))
	kinds, broken := map[string]bool{}, 0
	for _, row := range c.rows {
		for k, at := range columns {
			if x[k] = 0; f.DegreeIn(k) > 0 {
				x[k] = row[at]
			}
		}
		kind := fmt.Sprint(x)
		if kinds[kind] {
			continue
		}
		kinds[kind] = true
		if !isZero(terms, x) {
			broken++
		}
	}
	return limit.KindsPerException*broken > len(kinds)
}

// Doubt says that an equation may hold by chance, or is empty: one in fifty with as few terms is not to be expected.
func (c *Chance) Doubt(f *poly.Polynomial[ring.Rat], broken int) string {
	if c.Lead(f, broken) >= limit.MinEvidence() {
		return ""
	}
	return c.String() + " some equation with as few terms may hold by chance"
}

// String begins a sentence about chance.
func (c *Chance) String() string {
	rows := "row"
	if c.repeats {
		rows = "different row"
	}
	return "with " + plural.Count(c.varied, "column") + " and " + plural.Count(c.count, rows)
}

// Lead is the evidence of the rows for a polynomial that is zero at all of them but some that break it, in nats, less that for the choice
// of its terms. So e^-Lead such polynomials are to be expected by chance. The coefficients of k terms are determined by k - 1 rows. Every
// other row says ln h/q, or ln (1-h)/(1-q) if it breaks the equation. Here h is the part of the rows that obey it, and q the probability
// that a row does if its cells have nothing to do with each other. An equation of one column says which values there are, which is a
// fact: its lead is infinite.
func (c *Chance) Lead(f *poly.Polynomial[ring.Rat], broken int) float64 {
	columns, used := c.columnsOf(f)
	if used < 2 {
		return math.Inf(1)
	}
	choices := numeric.CountCombinations(numeric.CountMonomials(c.varied, f.Degree()), min(f.Len(), limit.ChosenTerms))
	lead, q := -math.Log(float64(choices)), c.obeying(f, columns)
	n := float64(c.count - f.Len() + 1)
	h := 1 - float64(broken)/n
	switch {
	case broken == 0:
		return lead - n*math.Log(q)
	case n <= 0 || h <= q:
		return lead
	}
	return lead + n*(h*math.Log(h/q)+(1-h)*math.Log((1-h)/(1-q)))
}

// columnsOf are the columns of the table by variable, and how many of them a polynomial has.
func (c *Chance) columnsOf(f *poly.Polynomial[ring.Rat]) (columns []int, used int) {
	for j, name := range f.Ring().Vars() {
		columns = append(columns, slices.Index(c.columns, name))
		if f.DegreeIn(j) > 0 {
			used++
		}
	}
	return columns, used
}

// obeying estimates the probability that a polynomial is zero at a made row, which has in every column the cell of some row.
func (c *Chance) obeying(f *poly.Polynomial[ring.Rat], columns []int) float64 {
	const draws = 2000
	terms := termsOf(f)
	rng, x, obey := rand.New(rand.NewPCG(3, uint64(len(c.rows)))), make([]float64, len(columns)), 1
	for range draws {
		for j, at := range columns {
			x[j] = c.rows[rng.IntN(len(c.rows))][at]
		}
		if isZero(terms, x) {
			obey++
		}
	}
	return float64(obey) / (draws + 1)
}

// term is a coefficient times variables.
type term struct {
	c       float64
	factors []int
}

// termsOf are the terms of a polynomial.
func termsOf(f *poly.Polynomial[ring.Rat]) (terms []term) {
	for m, a := range f.Terms() {
		t := term{c: a.Float64()}
		for j := range f.Ring().NumVars() {
			for range f.Ring().Exponent(m, j) {
				t.factors = append(t.factors, j)
			}
		}
		terms = append(terms, t)
	}
	return terms
}

// isZero reports whether a sum of terms is zero at a point, to rounding.
func isZero(terms []term, x []float64) bool {
	const zero = 1e-9 // of the sum of the terms
	value, size := 0.0, 0.0
	for _, t := range terms {
		for _, j := range t.factors {
			t.c *= x[j]
		}
		value, size = value+t.c, size+math.Abs(t.c)
	}
	return math.Abs(value) <= zero*size
}
