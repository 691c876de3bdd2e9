package explain

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// spare returns by how many nats the least justified number among the exact
// coefficients n is shorter than a real number in its place; exact coefficients
// are expected by exactPrior more.
//
// Integers may win over real coefficients altogether because most of them are
// right, and hide one that is not: that x² and y² have the same coefficient pays
// for 22/7 in 7x² + 7y² - 22, though one real number and x² + y² would be
// shorter. So the coefficients of each absolute value are let free together, the
// others kept, and the data must prefer them as they are.
//
// The ratios to coefficient ref have the covariance of which chol is the
// factorisation; size is as in realLength.
func spare(n []int64, a, ratio []float64, ref int, chol *mat.Cholesky, size []float64) float64 {
	k := len(n)
	top := 0.0
	for i := range a {
		top = math.Max(top, math.Abs(a[i])/size[i])
	}
	x, d := make([]float64, k), mat.NewVecDense(k-1, nil)
	for i, r := 0, 0; i < k; i++ {
		x[i] = float64(n[i]) / float64(n[ref])
		if i != ref {
			d.SetVec(r, ratio[r]-x[i])
			r++
		}
	}
	fixed := lengthOf(n)
	least := math.Inf(1)
	for i, v := range n {
		if occurs(n[:i], v) {
			continue
		}
		// Letting the coefficients free that are ±v is the same for the ratios as
		// letting the others free, where ref is among the first.
		var rest []int64
		same, part := 0, 0.0
		g := mat.NewVecDense(k-1, nil)
		for j, r := 0, 0; j < k; j++ {
			in := n[j] == v || n[j] == -v
			if in {
				same++
				part = math.Max(part, math.Abs(a[j])/size[j]/top)
			} else {
				rest = append(rest, n[j])
			}
			if j == ref {
				continue
			}
			if in != (n[ref] == v || n[ref] == -v) {
				g.SetVec(r, x[j])
			}
			r++
		}
		if len(rest) == 0 {
			continue
		}
		var h mat.VecDense
		if err := chol.SolveVecTo(&h, g); err != nil {
			continue // as good as singular: nothing is known of the number
		}
		precision, slope := mat.Dot(g, &h), mat.Dot(d, &h)
		reduce(rest)
		free := lengthOf(rest) + float64(same-1)*(repeatedBits+signBits)*math.Ln2 +
			math.Log(2*math.Sqrt(precision)/part/math.Sqrt(2*math.Pi)) - slope*slope/precision/2
		least = math.Min(least, free+exactPrior-fixed)
	}
	return least
}
