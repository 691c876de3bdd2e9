package conserved

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/numeric"
)

// Motion is what a polynomial varies within groups beside the errors of the rows. Errors of two rows
// are independent, while what moves is nearly the same at neighbours: at rows that follow one another,
// or, where the rows are in no order, at rows with nearly the same value of a column.
type Motion struct {
	// Share of the variance of the polynomial, without that of the errors. It is an
	// estimate and may be below 0.
	Share float64
	// Size is the motion in standard errors of its estimate.
	Size float64
	// Deviation is the standard deviation of the motion, in units of each measured column's
	// noise (Options.Noise).
	Deviation float64
	// Uneven is the ratio of the errors that explain the third of the rows where errors change the polynomial
	// least to those that explain the third where they change it most: 1 where errors explain it all. It is 0
	// where it may be 2.
	Uneven float64
	// Along is the column in whose order neighbours show it, "" where they follow one another in the table.
	Along string
}

// order is an order of the rows.
type order struct {
	along string // column, "" for that of the table
	rows  []int
}

// Seen reports whether rows show that the polynomial moves: neighbours, or those where errors change it little.
func (m Motion) Seen() bool { return m.Size > limit.MotionErrors || m.Uneven > 0 }

// Approximate reports whether the polynomial is seen to move so much that it is constant
// approximately only.
func (m Motion) Approximate() bool {
	return m.Uneven > 0 || m.Size > limit.MotionErrors && m.Share > limit.MotionShare && m.Deviation > limit.MotionDeviation
}

// refutes reports whether an approximate polynomial moves too much to be called constant. The constants
// of a further law may be the same in all groups, so that its share says nothing.
func (m Motion) refutes() bool { return m.Approximate() && m.Deviation > limit.RefutedDeviation }

// orders are the orders of the rows in which neighbours are alike: the one of the table where a measured
// column is seen to move along it, and else that of each measured column within every group.
func (s *search) orders(groups [][2]int) []order {
	table := order{rows: numeric.FirstInts(len(s.data.Rows))}
	var sorted []order
	column := make([]float64, len(table.rows))
	for j, name := range s.data.Names {
		if s.still[j] {
			continue
		}
		for i, x := range s.data.Rows {
			column[i] = x[j]
		}
		if motionWithin(column, table, groups).Seen() {
			return []order{table}
		}
		rows := slices.Clone(table.rows)
		for _, g := range groups {
			stable.Sort(rows[g[0]:g[1]], func(a, b int) int { return cmp.Compare(column[a], column[b]) })
		}
		sorted = append(sorted, order{name, rows})
	}
	return sorted
}

// motion is that of values within groups, in the order of the rows that shows it best.
func motion(value []float64, orders []order, groups [][2]int) (most Motion) {
	for i, o := range orders {
		if m := motionWithin(value, o, groups); i == 0 || m.Size > most.Size {
			most = m
		}
	}
	return most
}

// motionWithin estimates the motion from the covariances γ₁ and γ₂ of rows one and two
// places apart in an order: γ₀ of what moves is (4γ₁ - γ₂)/3, by the parabola through both. Taking the mean
// of a group of n rows away lowers the covariance of independent rows by σ²/n, which is added again.
func motionWithin(value []float64, o order, groups [][2]int) Motion {
	r := residuals(value, groups)
	sum, squares, inside := 0.0, 0.0, 0.0
	triples, free := 0, 0
	var part []float64
	for _, g := range groups {
		if g[1]-g[0] < 3 {
			continue
		}
		part = part[:0]
		for _, i := range o.rows[g[0]:g[1]] {
			part = append(part, r[i])
		}
		variance := stat.Variance(part, nil)
		inside += variance * float64(len(part)-1)
		free += len(part) - 1
		for i := 1; i+1 < len(part); i++ {
			c := (4*part[i] - part[i-1]) * part[i+1] / 3
			sum += c + variance/float64(len(part))
			squares += c * c
			triples++
		}
	}
	if squares == 0 {
		return Motion{Along: o.along}
	}
	variance := sum / float64(triples)
	errors := inside/float64(free) - variance
	return Motion{
		Share: variance / (stat.Variance(value, nil) - errors), Size: sum / math.Sqrt(squares),
		Deviation: math.Sqrt(math.Max(0, variance)), Along: o.along,
	}
}
