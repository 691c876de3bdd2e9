package problem

import (
	"math"
	"slices"
	"sync"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/numeric"
)

// independent is the part of rows that are measurements of their own, by Kish's formula
// (Σ c)²/(N Σ c²) for rows that stand there c times: a table that was pasted three times has no
// more information than once. Rows on a grid repeat without being copies: so repeated rows are
// copies only where some column tells nearly all the others apart.
func independent(rows [][]float64) float64 {
	all := numeric.FirstInts(len(rows[0]))
	counts := countsOf(rows, all)
	if len(counts) == len(rows) {
		return 1
	}
	for j := range all {
		if float64(len(countsOf(rows, all[j:j+1]))) >= limit.ToldApart*float64(len(counts)) {
			return kish(counts)
		}
	}
	return 1
}

// IndependentOn is Independent for the columns in some monomials alone. Where the others determine one of them, rows that repeat
// these repeat its error too: 200 rows with the lengths that were computed for 16 gears, to a centimetre, are 16 measurements.
func (p *Problem) IndependentOn(idx []int) float64 {
	return min(p.Independent, p.copies.on(p.ColumnsOf(idx)))
}

// DistinctSampleOn is DistinctSample without copies on the columns in some monomials. IndependentOn says which rows are copies.
func (p *Problem) DistinctSampleOn(idx []int) [][]float64 {
	rows, in := p.DistinctSample(), p.ColumnsOf(idx)
	if p.copies.on(in) == 1 {
		return rows
	}
	return DistinctOn(rows, in, 0)
}

// DifferentOn are the rows of the sample that differ on the columns in some monomials, the first of each.
func (p *Problem) DifferentOn(idx []int) [][]float64 {
	return DistinctOn(p.Sample, p.ColumnsOf(idx), 0)
}

// Conditions is how many conditions the rows of the sample put on the coefficients of some monomials: each different row one. But where
// rows differ in one column alone, a polynomial of degree d in it that is 0 at d + 1 of its values is 0 at all: so many they are, at most.
func (p *Problem) Conditions(idx []int) int {
	in, rows := p.ColumnsOf(idx), p.DifferentOn(idx)
	least := len(rows)
	for k, j := range in {
		degree := 0
		for _, m := range idx {
			degree = max(degree, int(p.Table.Exponents(m)[j]))
		}
		n := 0
		for _, c := range countsOf(rows, slices.Delete(slices.Clone(in), k, k+1)) {
			n += min(c, degree+1)
		}
		least = min(least, n)
	}
	return least
}

// ColumnsOf are the columns in some monomials.
func (p *Problem) ColumnsOf(idx []int) (in []int) {
	for j := range p.Table.Vars() {
		if slices.ContainsFunc(idx, func(a int) bool { return p.Table.Exponents(a)[j] > 0 }) {
			in = append(in, j)
		}
	}
	return in
}

// copies are the parts of rows that are measurements of their own on sets of columns.
type copies struct {
	rows   [][]float64
	mutex  sync.Mutex
	varied []bool // the columns with more different values than half the rows: few rows are copies there; nil before it is asked for
	parts  map[string]float64
}

// on is the part on some columns, found when it is first asked for.
func (c *copies) on(columns []int) float64 {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.varied == nil {
		c.parts = map[string]float64{}
		for j := range c.rows[0] {
			c.varied = append(c.varied, 2*len(countsOf(c.rows, []int{j})) > len(c.rows))
		}
	}
	if slices.ContainsFunc(columns, func(j int) bool { return c.varied[j] }) {
		return 1
	}
	key := KeyOf(columns)
	part, ok := c.parts[key]
	if !ok {
		part = independentOn(c.rows, columns)
		c.parts[key] = part
	}
	return part
}

// KeyOf is a list of columns or of monomials as the key of a map.
func KeyOf(list []int) string {
	b := make([]byte, 0, 2*len(list))
	for _, a := range list {
		b = append(b, byte(a), byte(a>>8))
	}
	return string(b)
}

// independentOn is the part of rows that are measurements of their own of some columns, one of which the others determine; 1 where
// they determine none.
func independentOn(rows [][]float64, columns []int) float64 {
	counts := countsOf(rows, columns)
	for k := range columns {
		others := slices.Delete(slices.Clone(columns), k, k+1)
		if float64(len(countsOf(rows, others))) >= limit.ToldApart*float64(len(counts)) {
			return kish(counts)
		}
	}
	return 1
}

// countsOf counts the rows of each kind on some columns.
func countsOf(rows [][]float64, columns []int) map[uint64]int {
	counts := make(map[uint64]int, len(rows))
	for _, x := range rows {
		counts[hash(x, columns)]++
	}
	return counts
}

// kish is Kish's formula for rows of these counts.
func kish(counts map[uint64]int) float64 {
	sum, squares := 0, 0
	for _, c := range counts {
		sum, squares = sum+c, squares+c*c
	}
	return float64(sum) / float64(squares)
}

// hash mixes the bits of some of the numbers.
func hash(x []float64, columns []int) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, j := range columns {
		h = (h ^ math.Float64bits(x[j])) * 0xff51afd7ed558ccd
		h ^= h >> 32
	}
	return h
}
