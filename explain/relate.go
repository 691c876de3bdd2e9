package explain

import (
	"math"
	"sort"

	"gonum.org/v1/gonum/mat"
)

// relation says how a further polynomial g stands to the common zero set V of
// the equations accepted so far, at the feet of the data on V.
type relation struct {
	sine   float64 // median sine of the angle of ∇g to the normal space of V
	within float64 // 80 % quantile of |g|/|∇g| on V
	across float64 // noise variance that g needs on V: g² over its gradient along V
}

// feet finds the points of the common zero set of the equations nearest to the
// rows, by Gauss–Newton steps, with an orthonormal basis of the normal space at
// each in noise units.
func (s *study) feet(accepted []fit, rows [][]float64, visit func(i int, y []float64, normal [][]float64)) {
	n := len(s.c2)
	eval := make([]*evaluator, len(accepted))
	for k, f := range accepted {
		eval[k] = newEvaluator(s.table, f.idx)
	}
	grad, y, val := make([]float64, n), make([]float64, n), make([]float64, len(accepted))
	jac := mat.NewDense(len(accepted), n, nil)
	for i, x := range rows {
		copy(y, x)
		var normal [][]float64
		// One more round than steps, for the normal space at the end.
		for step := 0; ; step++ {
			for k, f := range accepted {
				eval[k].at(y)
				val[k] = eval[k].gradient(f.v, grad)
				for j := range n {
					jac.Set(k, j, grad[j]*math.Sqrt(s.c2[j]))
				}
			}
			if step == feetSteps {
				_, normal = leastStep(jac, val, dependent)
				break
			}
			delta, _ := leastStep(jac, val, redundant)
			for j := range n {
				y[j] -= math.Sqrt(s.c2[j]) * delta[j]
			}
		}
		visit(i, y, normal)
	}
}

// feetSteps brings a point within the noise of a smooth zero set to within
// rounding of it.
const feetSteps = 8

// relate looks at g on the common zero set of the equations.
func (s *study) relate(accepted []fit, g fit) relation {
	n := len(s.c2)
	ge := newEvaluator(s.table, g.idx)
	grad := make([]float64, n)
	var sines, off []float64
	num, den := 0.0, 0.0
	s.feet(accepted, s.sample, func(_ int, y []float64, normal [][]float64) {
		ge.at(y)
		v := ge.gradient(g.v, grad)
		for j := range n {
			grad[j] *= math.Sqrt(s.c2[j])
		}
		full := dot(grad, grad)
		for _, b := range normal {
			c := dot(grad, b)
			for j := range n {
				grad[j] -= c * b[j]
			}
		}
		along := dot(grad, grad)
		if full == 0 {
			return
		}
		sines = append(sines, math.Sqrt(along/full))
		off = append(off, math.Abs(v)/math.Sqrt(full))
		num += v * v / full
		den += along / full
	})
	if len(sines) == 0 {
		// No gradient anywhere: nothing is known about g.
		return relation{within: math.Inf(1), across: math.Inf(1)}
	}
	sort.Float64s(sines)
	sort.Float64s(off)
	return relation{sine: sines[len(sines)/2], within: off[len(off)*4/5], across: num / den}
}

// leastStep solves J δ = v for the shortest δ by Gram–Schmidt on the rows,
// leaving out rows whose sine to those before is below tol, and returns an
// orthonormal basis of the row space.
func leastStep(jac *mat.Dense, v []float64, tol float64) (step []float64, basis [][]float64) {
	r, n := jac.Dims()
	step = make([]float64, n)
	for i := range r {
		row := append([]float64(nil), jac.RawRowView(i)...)
		norm := math.Sqrt(dot(row, row))
		for _, b := range basis {
			c := dot(row, b)
			for j := range row {
				row[j] -= c * b[j]
			}
		}
		rest := math.Sqrt(dot(row, row))
		if rest < tol*norm || rest == 0 {
			continue
		}
		// The component along the new direction that makes row i exact.
		need := v[i] - dot(jac.RawRowView(i), step)
		for j := range row {
			row[j] /= rest
			step[j] += need / rest * row[j]
		}
		basis = append(basis, row)
	}
	return step, basis
}

// A gradient counts as dependent on others below the sine dependent, where the
// dimension of the zero set is asked for; on the way to the zero set, every
// equation is heard that is not redundant altogether.
const (
	dependent = 0.2
	redundant = 0.02
)
