package fit

import (
	"math"
	"sort"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/eval"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/support"
	"github.com/kexplain/kexplain/numeric"
)

// Relation says how a further polynomial g stands to the common zero set V of
// the equations accepted so far, at the feet of the data on V.
type Relation struct {
	Sine        float64 // 80 % quantile of the sine of the angle of ∇g to the normal space of V
	MedianSine  float64 // and its median
	Quantile80  float64 // 80 % quantile of |g|/|∇g| on V
	Median      float64 // its median
	NoiseAcross float64 // noise variance that g needs on V: g² over its gradient along V
}

// Feet finds the points of the common zero set of the equations nearest to the
// rows, by Gauss–Newton steps, with an orthonormal basis of the normal space at
// each in noise units. The points that visit is given are overwritten by the next.
func Feet(p *problem.Problem, accepted []support.Fit, rows [][]float64, visit func(y eval.Block, normals [][][]float64)) {
	n := p.Metric.Vars()
	at := make([]*eval.Evaluator, len(accepted))
	values, grads := make([][]float64, len(accepted)), make([]eval.Block, len(accepted))
	for k, f := range accepted {
		at[k], grads[k] = eval.New(p.Table, f.Idx), eval.NewBlock(n)
	}
	val := make([]float64, len(accepted))
	jac := mat.NewDense(len(accepted), n, nil)
	eval.InBlocks(rows, func(_ int, y eval.Block, points int) {
		normals := make([][][]float64, points)
		// One more round than steps, for the normal space at the end.
		for step := 0; step <= limit.FeetSteps; step++ {
			for k, f := range accepted {
				at[k].At(y, points)
				values[k] = at[k].Gradient(f.C, grads[k])
			}
			for r := range points {
				for k := range accepted {
					val[k] = values[k][r]
					p.Metric.Whiten(jac.RawRowView(k), y, grads[k], r)
				}
				if step == limit.FeetSteps {
					_, normals[r] = numeric.LeastNorm(jac, val, limit.MinNormalSine)
					continue
				}
				delta, _ := numeric.LeastNorm(jac, val, limit.MinFootSine)
				p.Metric.Step(y, r, delta)
			}
		}
		visit(y, normals)
	})
}

// Relate looks at g at the feet of the rows.
func Relate(p *problem.Problem, rows [][]float64, accepted []support.Fit, g support.Fit) Relation {
	n := p.Metric.Vars()
	ge := eval.New(p.Table, g.Idx)
	gradients, grad := eval.NewBlock(n), make([]float64, n)
	var sines, off []float64
	num, den := 0.0, 0.0
	Feet(p, accepted, rows, func(y eval.Block, normals [][][]float64) {
		ge.At(y, len(normals))
		for r, v := range ge.Gradient(g.C, gradients) {
			p.Metric.Whiten(grad, y, gradients, r)
			full := eval.Dot(grad, grad)
			for _, b := range normals[r] {
				c := eval.Dot(grad, b)
				for j := range n {
					grad[j] -= c * b[j]
				}
			}
			along := eval.Dot(grad, grad)
			if full == 0 {
				continue
			}
			sines = append(sines, math.Sqrt(along/full))
			off = append(off, math.Abs(v)/math.Sqrt(full))
			num += v * v / full
			den += along / full
		}
	})
	if len(sines) == 0 {
		// No gradient anywhere: nothing is known about g.
		return Relation{Quantile80: math.Inf(1), Median: math.Inf(1), NoiseAcross: math.Inf(1)}
	}
	sort.Float64s(sines)
	sort.Float64s(off)
	return Relation{Sine: sines[len(sines)*4/5], MedianSine: sines[len(sines)/2], Quantile80: off[len(off)*4/5], Median: off[len(off)/2], NoiseAcross: num / den}
}
