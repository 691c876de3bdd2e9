package rounding

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mathext"

	"github.com/kexplain/kexplain/explain/internal/exact"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Nearer reports whether rows are nearer to the zero set of p than numbers that were rounded
// can be, and yet not on it. The cells then are what they are, and p is an approximation:
// p² = 2q² for p, q = 1, 1; 3, 2; 7, 5; 17, 12 and so on.
//
// A cell was rounded by up to its half step. Where one column alone has
// errors, the value of p at a row is spread evenly up to the half step times the slope in it, or
// further if the errors are larger. So the share u of the least of these is no less than
// even in [0, 1] says, and the sum of -ln u over n rows no larger than one of the Gamma
// distribution of n: R. A. Fisher, Statistical Methods for Research Workers, 4th ed. 1932,
// section 21.1. Rows on the zero set do not count, nor do as many of the others as p has terms.
func Nearer(p *poly.Polynomial[ring.Rat], rows Rows) bool {
	return missesOf(p, rows).near(p.Len(), 0, slices.Min[[]float64])
}

// MeasuredFiner reports whether rows that obey p within the rounding of their cells obey another equation much more closely than
// rounded cells can, so that rounding does not explain what they are off by: see misses.measuredFiner.
func MeasuredFiner(p *poly.Polynomial[ring.Rat], rows Rows) bool {
	return missesOf(p, rows).measuredFiner(p.Len())
}

// measuredFiner reports whether rows that obey p, of length terms, within rounding obey another equation much better than rounded
// cells can: one with other coefficients of the terms of p, and of 1. Some column must have been rounded: each without whose rounding
// p fails at many rows, or, where there is none, any whose rounding alone suffices. Such a column spreads the values of p evenly up
// to its reach, or further. Against this stands a normal distribution about what least squares leaves, each coefficient costing half
// the logarithm of the number of rows (G. Schwarz, Estimating the dimension of a model, Ann. Stat. 6, 1978).
//
// The equation mV = 0.4*kg holds within the rounding of whole kilograms where mV = 0.0213 + 0.4012*kg was read to four decimals. The
// kilograms are exact, and the equation is wrong.
//
// The equation z = u*v holds within the rounding of u, and of v, where z is off by up to 9 in 24 digits. But the rounding of u or v
// would leave it off by some 10¹¹.
//
// Each term has the coefficient 1 in turn: of 10*total = 10*price - price*member, where member is 1 in all rows that are off, price
// and total give the value, and no finer equation.
func (m misses) measuredFiner(length int) bool {
	sets := m.rounded()
	for _, set := range sets {
		for fixed := range length {
			if !m.finerBeside(fixed, set, length) {
				return false
			}
		}
	}
	return len(sets) > 0
}

// finerBeside is measuredFiner where one term has the coefficient 1 and some columns were rounded. A cell that was halfway is off by half a
// step in any case, and speaks for neither equation. But the other one is to hold there, too: of cells that are quarters one in four is halfway, and
// without these the others would lie close together.
func (m misses) finerBeside(fixed int, rounded []int, length int) bool {
	columns := make([][]float64, length+1) // the value of each term, that term replaced by 1, and that of p, each over the reach
	var counted []int                      // rows that speak, as places in a column
	for i, terms := range m.terms {
		reach := 0.0
		for _, k := range rounded {
			reach = max(reach, m.reach[i][k])
		}
		if reach == 0 {
			continue
		}
		if math.Abs(math.Abs(m.value[i])-reach) >= limit.RoundingTie*reach {
			counted = append(counted, len(columns[length]))
		}
		for k, v := range terms {
			if k == fixed {
				v = 1
			}
			columns[k] = append(columns[k], v/reach)
		}
		columns[length] = append(columns[length], m.value[i]/reach)
	}
	if len(counted) < length+limit.MinRows {
		return false
	}
	left := columns[length]
	square := numeric.Dot(left, left) / float64(len(left))
	square *= math.Pow(Independent(columns, slices.Repeat([]float64{1}, len(left))), 2)
	nats := 0.0
	for _, i := range counted {
		within, fitted := -math.Ln2, -math.Log(2*math.Pi*square)/2-float64(len(left))*left[i]*left[i]/2
		nats += fitted - within
	}
	return nats-float64(length)/2*math.Log(float64(len(counted))) > -math.Log(limit.NearerChance)
}

// misses are the rows that are not on the zero set of a polynomial.
type misses struct {
	value []float64   // of p, by row
	terms [][]float64 // of the terms of p, by row
	reach [][]float64 // by row, then column of p: the half step times the slope of p in it
}

// missesOf computes them. Rows that have the same cells in the columns of p count once.
func missesOf(p *poly.Polynomial[ring.Rat], rows Rows) (m misses) {
	var gradient []*poly.Polynomial[ring.Rat]
	var columns []int
	for j, d := range p.Gradient() {
		if !d.IsZero() {
			gradient, columns = append(gradient, d), append(columns, j)
		}
	}
	list := append([]*poly.Polynomial[ring.Rat]{p}, gradient...)
	for x, c := range p.Terms() {
		list = append(list, p.Ring().Term(c, x))
	}
	all := poly.NewEvaluator(list...)
	const block = 64                        // rows
	values := make([][]ring.Rat, len(list)) // of p, of its derivatives and of its terms
	for k := range values {
		values[k] = make([]ring.Rat, block)
	}
	points := make([][]ring.Rat, block)
	var space []float64
	seen := exact.Seen{}
	n := rows.Len()
	for i := range n {
		r := i % block
		if r == 0 {
			points = points[:min(block, n-i)]
			for k := range points {
				points[k] = append(points[k][:0], rows.Cells(i+k)...)
			}
			for k := range values {
				values[k] = values[k][:len(points)]
			}
			all.EvalTo(values, points)
		}
		value := values[0][r]
		if value.IsZero() || !seen.Add(points[r], columns) {
			continue
		}
		if len(space) == 0 {
			space = make([]float64, block*(len(columns)+p.Len()))
		}
		var reach, terms []float64
		reach, terms, space = space[:len(columns):len(columns)], space[len(columns):][:p.Len():p.Len()], space[len(columns)+p.Len():]
		steps := rows.Steps(i)
		for k, j := range columns {
			reach[k] = math.Abs(values[1+k][r].Float64()) * steps[j].Float64()
		}
		for k := range terms {
			terms[k] = values[1+len(columns)+k][r].Float64()
		}
		m.value, m.terms, m.reach = append(m.value, value.Float64()), append(m.terms, terms), append(m.reach, reach)
	}
	return m
}

// rounded are the sets of columns of which one must have been rounded, as places in a row of reach: the columns without whose
// rounding many rows miss, as one set, or where there are none each column whose rounding alone suffices.
func (m misses) rounded() (sets [][]int) {
	var needed []int
	for k := range m.columns() {
		if !m.explained(func(reach []float64) float64 { return floats.Sum(reach) - reach[k] }) {
			needed = append(needed, k)
		}
	}
	if len(needed) > 0 {
		return [][]int{needed}
	}
	for k := range m.columns() {
		if m.explained(func(reach []float64) float64 { return reach[k] }) {
			sets = append(sets, []int{k})
		}
	}
	return sets
}

// columns is the number of columns of p.
func (m misses) columns() int {
	if len(m.reach) == 0 {
		return 0
	}
	return len(m.reach[0])
}

// explained reports whether few rows miss by more than a part of their reach. A cell that was halfway between two numbers does not miss.
func (m misses) explained(part func(reach []float64) float64) bool {
	missed := 0
	for i, reach := range m.reach {
		if math.Abs(m.value[i]) > part(reach)*(1+limit.RoundingTie) {
			missed++
		}
	}
	return float64(missed) <= limit.RoundingFailing*float64(len(m.reach))
}

// near is the test of Nearer. terms is the number of rows that do not count, least the least reach at a row, and tie the part of that up to which
// a row counts as one on the zero set.
func (m misses) near(terms int, tie float64, least func(reach []float64) float64) bool {
	var logs []float64
	for i, reach := range m.reach {
		if l := least(reach); l > 0 && math.Abs(m.value[i]) > tie*l {
			logs = append(logs, math.Log(l/math.Abs(m.value[i])))
		}
	}
	if len(logs) < terms+limit.MinRows {
		return false
	}
	slices.Sort(logs)
	logs = logs[:len(logs)-terms]
	sum := 0.0
	for _, l := range logs {
		sum += l
	}
	return sum > 0 && mathext.GammaIncRegComp(float64(len(logs)), sum) < limit.NearerChance
}

// leastRounded is the least reach of a column that has any, or 0: the others are taken for exact.
func leastRounded(reach []float64) float64 {
	rounded := slices.DeleteFunc(slices.Clone(reach), func(r float64) bool { return r == 0 })
	if len(rounded) == 0 {
		return 0
	}
	return slices.Min(rounded)
}
