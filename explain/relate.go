package explain

import (
	"math"
	"math/rand/v2"
	"sort"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/numeric"
)

// relation says how a further polynomial g stands to the common zero set V of
// the equations accepted so far, at the feet of the data on V.
type relation struct {
	sine   float64 // median sine of the angle of ∇g to the normal space of V
	within float64 // 80 % quantile of |g|/|∇g| on V
	half   float64 // its median
	across float64 // noise variance that g needs on V: g² over its gradient along V
}

// feet finds the points of the common zero set of the equations nearest to the
// rows, by Gauss–Newton steps, with an orthonormal basis of the normal space at
// each in noise units. The points that visit is given are overwritten by the next.
func (s *study) feet(accepted []fit, rows [][]float64, visit func(y block, normals [][][]float64)) {
	n := s.metric.Vars()
	eval := make([]*evaluator, len(accepted))
	values, grads := make([][]float64, len(accepted)), make([]block, len(accepted))
	for k, f := range accepted {
		eval[k], grads[k] = newEvaluator(s.table, f.idx), newBlock(n)
	}
	val := make([]float64, len(accepted))
	jac := mat.NewDense(len(accepted), n, nil)
	inBlocks(rows, func(_ int, y block, points int) {
		normals := make([][][]float64, points)
		// One more round than steps, for the normal space at the end.
		for step := 0; step <= feetSteps; step++ {
			for k, f := range accepted {
				eval[k].at(y, points)
				values[k] = eval[k].gradient(f.v, grads[k])
			}
			for r := range points {
				for k := range accepted {
					val[k] = values[k][r]
					s.metric.whiten(jac.RawRowView(k), y, grads[k], r)
				}
				if step == feetSteps {
					_, normals[r] = numeric.LeastNorm(jac, val, dependent)
					continue
				}
				delta, _ := numeric.LeastNorm(jac, val, redundant)
				s.metric.step(y, r, delta)
			}
		}
		visit(y, normals)
	})
}

// feetSteps brings a point within the noise of a smooth zero set to within
// rounding of it.
const feetSteps = 8

// relate looks at g on the common zero set of the equations, at the feet of the
// data.
func (s *study) relate(accepted []fit, g fit) relation {
	return s.relateOn(s.sample, accepted, g)
}

// aside is how far from the data, in their standard deviations, an implied equation
// has to vanish too.
const aside = 0.1

// implied reports whether g, which vanishes on the zero set of the equations where
// the data are, does so beside them. The square of an equation that holds nearly
// vanishes to rounding at the data, but nowhere else. Some rows may come to lie on
// another component of the zero set, where it meets that of the data.
func (s *study) implied(accepted []fit, g fit) bool {
	rng := rand.New(rand.NewPCG(1, uint64(len(g.idx))))
	rows := make([][]float64, len(s.sample))
	for i, x := range s.sample {
		rows[i] = make([]float64, len(x))
		for j, v := range x {
			rows[i][j] = v + aside*s.dev[j]*rng.NormFloat64()
		}
	}
	return s.relateOn(rows, accepted, g).half <= onSet
}

// relateOn looks at g at the feet of the rows.
func (s *study) relateOn(rows [][]float64, accepted []fit, g fit) relation {
	n := s.metric.Vars()
	ge := newEvaluator(s.table, g.idx)
	gradients, grad := newBlock(n), make([]float64, n)
	var sines, off []float64
	num, den := 0.0, 0.0
	s.feet(accepted, rows, func(y block, normals [][][]float64) {
		ge.at(y, len(normals))
		for r, v := range ge.gradient(g.v, gradients) {
			s.metric.whiten(grad, y, gradients, r)
			full := dot(grad, grad)
			for _, b := range normals[r] {
				c := dot(grad, b)
				for j := range n {
					grad[j] -= c * b[j]
				}
			}
			along := dot(grad, grad)
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
		return relation{within: math.Inf(1), half: math.Inf(1), across: math.Inf(1)}
	}
	sort.Float64s(sines)
	sort.Float64s(off)
	return relation{sine: sines[len(sines)/2], within: off[len(off)*4/5], half: off[len(off)/2], across: num / den}
}

// A gradient counts as dependent on others below the sine dependent, where the
// dimension of the zero set is asked for; on the way to the zero set, every
// equation is heard that is not redundant altogether.
const (
	dependent = 0.2
	redundant = 0.02
)
