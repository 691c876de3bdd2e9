package response

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/elementary"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/numeric"
)

// Function is an elementary function of a product of powers of columns, times such a product, that describes
// the response.
type Function struct {
	Name  string
	Of    []int   // powers of the columns, in twelfths
	Nats  float64 // by which it describes the rows better than a law
	score float64 // as that of a Law
}

// functionSteps are those of the golden section for the constant of a function.
const functionSteps = 30

// elementaryOf returns the elementary function of the one coordinate of a form, or of its inverse, that describes
// the response best.
func (f *form) elementaryOf(y []float64) Function {
	c := f.coords[0]
	best := f.elementary(c, y)
	if c.positive {
		inverse := coordinate{exps: make([]int, len(c.exps)), value: make([]float64, len(c.value)), positive: true}
		for j, e := range c.exps {
			inverse.exps[j] = -e
		}
		for i, v := range c.value {
			inverse.value[i] = 1 / v
		}
		if g := f.elementary(inverse, y); g.score < best.score {
			best = g
		}
	}
	return best
}

// elementary is elementaryOf for a coordinate. The score is that of a law with so many terms and real constants.
func (f *form) elementary(c coordinate, y []float64) Function {
	best := Function{score: math.Inf(1), Of: c.exps}
	x, n := c.value, float64(len(y))
	unit, size := numeric.RootMeanSquare(x), numeric.RootMeanSquare(y)
	u, chain := make([]float64, len(x)), make([]float64, len(x))
	coordinate{value: x}.scaled(u, chain)
	for _, g := range elementary.Families {
		if len(g.S) > 1 {
			continue // those with a shift can follow most curves
		}
		m := len(g.Basis(nil, 0, 1, g.K[0], 0))
		design := mat.NewDense(len(y), m, nil)
		at := func(k float64) float64 {
			for i := range y {
				row := g.Basis(design.RawRowView(i)[:0], u[i], x[i]/unit, k, 0)
				for a := range row {
					row[a] *= f.factor[i]
				}
			}
			beta, _, ok := solve(design, y, 0)
			if !ok {
				return math.Inf(1)
			}
			sum := 0.0
			for i, v := range product(design, beta) {
				sum += (y[i] - v) * (y[i] - v)
			}
			noise, constants := math.Hypot(math.Sqrt(sum/n)/size, limit.ResponseExact), float64(m+min(1, len(g.K)-1))
			return n*math.Log(noise) + constants*realCost(1, noise/math.Sqrt(n)) +
				limit.TermLength*float64(m) + math.Log(float64(len(elementary.Families)))
		}
		k, least := g.K[0], math.Inf(1)
		for _, v := range g.K {
			if s := at(v); s < least {
				k, least = v, s
			}
		}
		if len(g.K) > 1 {
			least = math.Min(least, golden(func(t float64) float64 { return at(k * math.Exp(t)) }, -0.5, 0.5))
		}
		if least < best.score {
			best.Name, best.score = g.Name, least
		}
	}
	return best
}

// golden is the least value of a function with one minimum between two numbers.
func golden(f func(float64) float64, lo, hi float64) float64 {
	ratio := (math.Sqrt(5) - 1) / 2
	a, b := hi-ratio*(hi-lo), lo+ratio*(hi-lo)
	fa, fb := f(a), f(b)
	for range functionSteps {
		if fa < fb {
			hi, b, fb = b, a, fa
			a = hi - ratio*(hi-lo)
			fa = f(a)
		} else {
			lo, a, fa = a, b, fb
			b = lo + ratio*(hi-lo)
			fb = f(b)
		}
	}
	return math.Min(fa, fb)
}
