package judge

import (
	"math"
	"math/rand/v2"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
)

// chance asks whether the rows that obey an equation without noise say more than the choice of its terms: in many columns of small
// numbers some product is equal to another at a dozen rows. Places may be those of a grid.
func chance(p *problem.Problem, e equation.Equation, yield func(Test) bool) bool {
	if !e.Proves() || e.Variance() > limit.RoundingVariance || Places(p) {
		return true
	}
	rows := problem.DistinctOn(p.Sample, p.ColumnsOf(e.Estimate.Fit.Idx), 0)
	return yield(Test{
		Name: "rows that would not obey it by chance", Value: -float64(len(rows)) * math.Log(chanceOf(p, e, rows)), Limit: e.Estimate.SupportLength, AtLeast: true, Unit: "nats",
		Reason: "of so many equations as these columns have some hold at so few rows by chance",
	})
}

// chanceOf is the part of made rows that obey an equation: each has in every column the cell of some row, whichever the others have.
func chanceOf(p *problem.Problem, e equation.Equation, rows [][]float64) float64 {
	const draws, zero = 2000, 1e-9
	f, obey := e.ExactFit(p), 0
	rng := rand.New(rand.NewPCG(3, uint64(len(rows))))
	x := make([]float64, p.Metric.Vars())
	for range draws {
		for _, j := range p.ColumnsOf(f.Idx) {
			x[j] = rows[rng.IntN(len(rows))][j]
		}
		value, size := 0.0, 0.0
		for i, k := range f.Idx {
			term := f.C[i]
			for j, power := range p.Table.Exponents(k) {
				for range power {
					term *= x[j]
				}
			}
			value, size = value+term, size+math.Abs(term)
		}
		if math.Abs(value) <= zero*size {
			obey++
		}
	}
	return (float64(obey) + 1) / (draws + 1)
}
