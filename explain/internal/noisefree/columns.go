package noisefree

import (
	"slices"

	"github.com/kexplain/kexplain/explain/internal/exact"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/robust"
	"github.com/kexplain/kexplain/explain/internal/rounding"
	"github.com/kexplain/kexplain/internal/decimal"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// ExplainsAll reports whether nothing is left to look for with noise, if none is given. Exact equations hold,
// and either no column that they leave free looks measured, or the rows lie on
// curves. Columns that do not look measured are counted or computed. That takes an equation of three columns: a column may be
// there in two units whether it is counted or measured.
func (f *Found) ExplainsAll() bool {
	if len(f.Laws()) == 0 {
		return false
	}
	tied := slices.ContainsFunc(f.Laws(), func(e exact.Equation) bool { return !isUnitChange(e.Polynomial) })
	return tied && f.NothingMeasured() || f.dimension() <= 1
}

// isUnitChange reports whether an equation gives a column by a line in one other column, as degrees Fahrenheit by Celsius.
func isUnitChange(p *poly.Polynomial[ring.Rat]) bool {
	return len(p.UsedVars()) == 2 && p.Degree() == 1
}

// dimension is the number of columns that vary less the rank of the gradients of the exact
// equations and of identities at a few rows. Where it is 1 the rows lie on curves, and one more
// equation would leave points. A product vanishes on parts of several dimensions, and single points have less rank: the rank is
// that of more than a quarter of the rows.
func (f *Found) dimension() int {
	known := append(exact.Polynomials(f.Laws()), f.identities...)
	n, ranks := f.Points.Rows(), make([]int, limit.GradientRows)
	row := make([]ring.Rat, len(f.Variables))
	for k := range limit.GradientRows {
		f.Points.ExactRow(row, k*(n-1)/limit.GradientRows)
		m := numeric.NewMatrix[ring.Rat](ring.Q, len(known), len(row))
		for i, p := range known {
			for j, d := range p.Gradient() {
				m.Set(i, j, d.Eval(row))
			}
		}
		ranks[k] = numeric.Rank(m)
	}
	slices.Sort(ranks)
	return f.Varying() - ranks[len(ranks)/4]
}

// Varying is the number of columns that vary and take part.
func (f *Found) Varying() int { return len(f.Variables) - len(f.Constant) - len(f.Counters) }

// NothingMeasured reports whether no column that the equations leave free looks measured.
func (f *Found) NothingMeasured() bool {
	measured := map[int]bool{}
	for j := range f.Variables {
		measured[j] = f.looksMeasured(j)
	}
	for _, e := range f.Laws() {
		for j := range f.Variables {
			if measured[j] && Determines(e.Polynomial, j) {
				measured[j] = false
				break
			}
		}
	}
	return !slices.ContainsFunc(numeric.FirstInts(len(f.Variables)), func(j int) bool { return measured[j] })
}

// looksMeasured reports whether the cells of a column look like measurements, or like floats:
// decimals of few digits, or most of them of many, or whole numbers that are readings. A
// column does not look measured where it takes few values, holds fractions, such as 0.5 beside 0.333333333333, or holds
// decimals that all are halves of halves, finer than any ruler.
func (f *Found) looksMeasured(j int) bool {
	if f.isSetting(j) || f.IsConstant(j) {
		return false
	}
	switch d := f.decimalsOf(j, 1); {
	case d.fraction || d.halved && d.finest >= limit.MinHalvings && d.finest <= uint(limit.MaxDenominatorBits):
		return false
	case d.number() == 0:
		return f.isReading(j)
	default:
		return d.long+d.between > d.short || d.short > 0 && d.between+d.long == 0
	}
}

// looksComputed reports whether more than a few decimals of a column have as many digits as a float: what was computed with
// errors of that size was not rounded only once. The other cells are sums and products that floats happen to hold.
func (f *Found) looksComputed(j int) bool {
	d := f.decimalsOf(j, max(1, f.Points.Rows()/limit.FloatRows))
	return float64(d.long) > limit.FloatCells*float64(d.number())
}

// decimals says how the cells of a column that are no whole numbers are written.
type decimals struct {
	short, between, long int  // of few digits, of more, and of as many as a float has
	fraction             bool // some cell is written as a fraction, or no decimal is equal to it
	halved               bool // all are halves of halves, as 0.375 is
	finest               uint // so many times at most
}

// number is that of all decimals.
func (d decimals) number() int { return d.short + d.between + d.long }

// decimalsOf reads column j in every step-th row.
func (f *Found) decimalsOf(j, step int) decimals {
	set, written := f.Points.(rounding.Set)
	row := make([]ring.Rat, len(f.Variables))
	d := decimals{halved: true}
	for i := 0; i < f.Points.Rows(); i += step {
		c := f.Points.ExactRow(row, i)[j]
		if c.IsInt() {
			continue
		}
		places, finite := c.Big().FloatPrec()
		if !finite || written && set.HalfStep(i, j).IsZero() && c.Den().BitLen() <= limit.MaxDenominatorBits {
			d.fraction = true
		}
		if !finite {
			continue
		}
		zeros := c.Den().TrailingZeroBits()
		d.halved = d.halved && c.Den().BitLen() == int(zeros)+1
		d.finest = max(d.finest, zeros)
		switch digits := decimal.Digits(c.Big(), places); {
		case digits >= limit.FloatDigits:
			d.long++
		case digits <= limit.MeasuredDigits:
			d.short++
		default:
			d.between++
		}
	}
	return d
}

// readings are the columns that may be readings of an instrument though they are whole numbers:
// they take many values, are in no equation, and a quadric in the other columns is near them.
func (f *Found) readings() []int {
	return slices.DeleteFunc(numeric.FirstInts(len(f.Variables)), func(j int) bool {
		return !f.takesMany(j) ||
			slices.ContainsFunc(f.Laws(), func(e exact.Equation) bool { return e.Polynomial.DegreeIn(j) > 0 }) ||
			f.scatter(j) > limit.ReadingScatter
	})
}

// rounded are the columns that may be rounded though they are whole numbers: readings, and columns that a law may give
// beside exact equations that leave two columns or more free: tax = 0.19*net in whole numbers beside gross = net + tax.
func (f *Found) rounded() []int {
	if len(f.Exactly) == 0 || f.dimension() <= 1 {
		return f.readings()
	}
	whole := exact.WholeColumns(f.Points, len(f.Variables))
	return slices.DeleteFunc(numeric.FirstInts(len(f.Variables)), func(j int) bool {
		return !whole[j] || !f.takesMany(j) || f.scatter(j) > limit.ReadingScatter
	})
}

// isReading reports whether equations leave out a column that is a reading, most of whose values
// stand in one row only. Those of an argument of a program stand in many.
func (f *Found) isReading(j int) bool {
	values, n := map[float64]bool{}, f.Points.Rows()
	for i := range n {
		values[f.Points.Row(i)[j]] = true
	}
	return len(f.Laws()) > 0 && 2*len(values) > n && slices.Contains(f.readings(), j)
}

// scatter is robust.FromQuadric of a column, at rows spread evenly over all.
func (f *Found) scatter(j int) float64 {
	all := f.Points.Rows()
	rows := make([][]float64, min(all, limit.ReadingRows))
	for i := range rows {
		rows[i] = f.Points.Row(i * all / len(rows))
	}
	return robust.FromQuadric(rows, j)
}
