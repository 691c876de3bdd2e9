package rounding

import (
	"math"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Nearer reports whether rows are nearer to the zero set of p than numbers that were rounded
// can be, and yet not on it. The cells then are what they are, and p is an approximation:
// p² = 2q² for p, q = 1, 1; 3, 2; 7, 5; 17, 12 and so on.
//
// The cell of row i and column j was rounded by up to half[i][j]. Where one column alone has
// errors, the value of p at row i is spread evenly up to half[i][j] times the slope in it, or
// further if the errors are larger. So the share u of the least of these is no less than
// even in [0, 1] says, and the sum of -ln u over n rows no larger than one of the Gamma
// distribution of n: R. A. Fisher, Statistical Methods for Research Workers, 4th ed. 1932,
// section 21.1. Rows on the zero set do not count, nor do as many of the others as p has terms.
func Nearer(p *poly.Polynomial[ring.Rat], rows, half func(i int) []ring.Rat, n int) bool {
	gradient := p.Gradient()
	all := poly.NewEvaluator(append([]*poly.Polynomial[ring.Rat]{p}, gradient...)...)
	values := make([][]ring.Rat, 1+len(gradient)) // of p and of its derivatives
	for k := range values {
		values[k] = make([]ring.Rat, 1)
	}
	var logs []float64
	for i := range n {
		at, reach := rows(i), half(i)
		all.EvalTo(values, [][]ring.Rat{at})
		value := values[0][0]
		if value.IsZero() {
			continue
		}
		least := math.Inf(1)
		for j, d := range gradient {
			if d.IsZero() {
				continue
			}
			if reach[j].IsZero() {
				return false // any number of digits
			}
			least = min(least, math.Abs(values[1+j][0].Float64())*reach[j].Float64())
		}
		if least > 0 {
			logs = append(logs, math.Log(least/math.Abs(value.Float64())))
		}
	}
	if len(logs) < p.Len()+limit.MinRows {
		return false
	}
	slices.Sort(logs)
	logs = logs[:len(logs)-p.Len()]
	sum := 0.0
	for _, l := range logs {
		sum += l
	}
	return erlangTail(len(logs), sum) < limit.NearerChance
}

// erlangTail is the probability that the sum of n independent numbers of the exponential
// distribution of mean 1 is x or more.
func erlangTail(n int, x float64) float64 {
	if x <= 0 {
		return 1
	}
	sum, term := 0.0, math.Exp(-x)
	for k := range n {
		if k > 0 {
			term *= x / float64(k)
		}
		sum += term
	}
	return sum
}
