package evidence

import (
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/noise"
)

// feet are the feet of rows on a zero set in the metric of their errors at σ = 1.
type feet struct {
	at, normals [][]float64 // unit normals there
	squares     []float64   // of the distances of the rows, in this metric
	across      []float64   // variances of their errors along the normals
}

// likelihood is that of the distances, with the σ that makes it largest.
func (f feet) likelihood() Evidence {
	mean, logs, n := 0.0, 0.0, float64(len(f.squares))
	for i, s := range f.squares {
		mean += s / n
		logs += math.Log(f.across[i])
	}
	mean = math.Max(mean, tinySigma*tinySigma)
	return Evidence{Sigma: math.Sqrt(mean), Likelihood: -n/2*(math.Log(2*math.Pi*mean)+1) - logs/2}
}

// walk holds the rows whose feet are not found yet, side by side, by variable.
type walk struct {
	x, y, c [][]float64 // a row, the foot before, and the variances of the errors
	cg      [][]float64 // the covariance of the errors times the gradient
	rho     float64     // the correlation of the errors of any two columns
	row     []int       // the place of a row in the table
	first   []float64   // the squared distance after the first step,
	last    []float64   // and after the last one
	atRow   []float64   // |f(x)|
	den     []float64   // the variance of f that the errors make
	shared  []float64   // Σ √c ∂f
	n       int
}

// feetOf finds the feet of the rows by Gauss–Newton steps: each goes from the row x to the nearest point of the
// plane that is tangent, at the foot before, to the level of f there. Near a singular point f/|∇f| is half the distance from
// two branches that meet, and these steps go on to them. A row from which they do not come nearer to f = 0 has its first step.
// Where the normal is along a column without errors, they have some share of the others: else a product with a polynomial
// of that column gains by the rows on its zeros. The feet and normals themselves are kept where asked for. The results are in the
// space: they are not used after leave.
func feetOf(rows [][]float64, f Polynomial, shape noise.Shape, keep bool, space *space) feet {
	n, vars := len(rows), len(rows[0])
	out := feet{squares: space.take(n), across: space.take(n)}
	if keep {
		out.at, out.normals = chunks(space.take(n*vars), vars), chunks(space.take(n*vars), vars)
	}
	w := newWalk(rows, shape, space)
	e := newField(f, n, space)
	c, grad := make([]float64, vars), make([]float64, vars)
	for step := 0; w.n > 0; step++ {
		e.at(w.y, w.n)
		w.project(e.grad, rows, shape, grad)
		w.spread(e.grad)
		left := 0
		for r, v := range e.value[:w.n] {
			last := w.last[r]
			settled := step > 0 && v*v <= settledFoot*settledFoot*last*w.den[r]
			if step == 0 {
				w.atRow[r] = math.Abs(v)
			} else if settled || step == footSteps {
				if !settled && math.Abs(v) > w.atRow[r] {
					last = w.first[r]
				}
				for j := range c {
					c[j], grad[j] = w.c[j][r], e.grad[j][r]
				}
				out.set(w, r, last, c, grad)
				continue
			}
			if left < r {
				w.move(left, r)
				e.value[left] = v
				for _, g := range e.grad {
					g[left] = g[r]
				}
			}
			left++
		}
		w.n = left
		w.step(e.value, e.grad)
		if step == 0 {
			copy(w.first, w.last[:w.n])
		}
	}
	return out
}

// space is memory that one call after another uses. It holds any numbers at first.
type space struct {
	data []float64
	used int
}

var spaces = sync.Pool{New: func() any { return new(space) }}

func newSpace() *space {
	s := spaces.Get().(*space)
	s.used = 0
	return s
}

// leave gives the memory back. What take returned must not be used after it.
func (s *space) leave() { spaces.Put(s) }

// take returns space for n numbers, which may have any values.
func (s *space) take(n int) []float64 {
	if s.used+n > len(s.data) {
		s.data, s.used = make([]float64, 2*len(s.data)+n), 0
	}
	s.used += n
	return s.data[s.used-n : s.used : s.used]
}

// lists returns k lists of n numbers.
func (s *space) lists(k, n int) [][]float64 {
	out := make([][]float64, k)
	for i := range out {
		out[i] = s.take(n)
	}
	return out
}

func newWalk(rows [][]float64, shape noise.Shape, s *space) *walk {
	n, vars := len(rows), len(rows[0])
	w := &walk{x: s.lists(vars, n), y: s.lists(vars, n), c: s.lists(vars, n), cg: s.lists(vars, n), rho: shape.Correlation, row: make([]int, n),
		first: s.take(n), last: s.take(n), atRow: s.take(n), den: s.take(n), shared: s.take(n), n: n}
	c := make([]float64, vars)
	for i, x := range rows {
		shape.VarianceTo(c, x)
		w.row[i] = i
		for j, v := range x {
			w.x[j][i], w.y[j][i], w.c[j][i] = v, v, c[j]
		}
	}
	return w
}

// move puts the row in place r into the place to.
func (w *walk) move(to, r int) {
	w.row[to], w.first[to], w.last[to], w.atRow[to], w.den[to] = w.row[r], w.first[r], w.last[r], w.atRow[r], w.den[r]
	for j := range w.x {
		w.x[j][to], w.y[j][to], w.c[j][to], w.cg[j][to] = w.x[j][r], w.y[j][r], w.c[j][r], w.cg[j][r]
	}
}

// project takes from the gradients what is across the directions in which errors move the rows.
func (w *walk) project(grad, rows [][]float64, shape noise.Shape, space []float64) {
	if shape.Normals == nil {
		return
	}
	for r, i := range w.row[:w.n] {
		for j, g := range grad {
			space[j] = g[r]
		}
		shape.Project(space, rows[i])
		for j, v := range space {
			grad[j][r] = v
		}
	}
}

// spread takes gradients times the covariance of the errors, and by the gradients once more.
func (w *walk) spread(grad [][]float64) {
	den := w.den[:w.n]
	for r := range den {
		den[r] = math.SmallestNonzeroFloat64
	}
	for j, g := range grad {
		g, c, cg := g[:len(den)], w.c[j][:len(den)], w.cg[j][:len(den)]
		for r, v := range g {
			cg[r] = c[r] * v
			den[r] += cg[r] * v
		}
	}
	if w.rho != 0 {
		w.share(grad)
	}
}

// share adds what errors that go together change: √c_j √c_k is a covariance for each correlation of 1.
func (w *walk) share(grad [][]float64) {
	den, shared := w.den[:w.n], w.shared[:w.n]
	clear(shared)
	for j, g := range grad {
		c := w.c[j]
		for r := range shared {
			shared[r] += math.Sqrt(c[r]) * g[r]
		}
	}
	for r, s := range shared {
		den[r] = math.Max(math.SmallestNonzeroFloat64, (1-w.rho)*den[r]+w.rho*s*s)
	}
	for j := range grad {
		c, cg := w.c[j], w.cg[j]
		for r, s := range shared {
			cg[r] = (1-w.rho)*cg[r] + w.rho*math.Sqrt(c[r])*s
		}
	}
}

// step goes one step from values and gradients at the feet before.
func (w *walk) step(value []float64, grad [][]float64) {
	value, den, last := value[:w.n], w.den[:w.n], w.last[:w.n]
	for j, g := range grad {
		g, x, y := g[:w.n], w.x[j][:w.n], w.y[j][:w.n]
		for r, v := range g {
			value[r] -= v * (y[r] - x[r])
		}
	}
	for r, v := range value {
		last[r] = v * v / den[r]
	}
	for j, cg := range w.cg {
		x, y := w.x[j][:w.n], w.y[j][:w.n]
		for r, v := range cg[:w.n] {
			// No foot is farther than the size of the data.
			y[r] = x[r] - max(-1, min(1, v*value[r]/den[r]))
		}
	}
}

// set notes the foot in place r, at a squared distance, with the variances of its errors and the gradient there.
func (f feet) set(w *walk, r int, square float64, c, grad []float64) {
	i := w.row[r]
	across := floats.Sum(c) / float64(len(c)) // at a singular point all directions are normal
	size := floats.Norm(grad, 2)
	if size > 0 {
		across = 0
		for j, g := range grad {
			normal := g / size
			across += c[j] * normal * normal
			if f.normals != nil {
				f.normals[i][j] = normal
			}
		}
		if w.rho != 0 {
			across = w.den[r] / size / size
		}
	} else if f.normals != nil {
		clear(f.normals[i])
	}
	f.squares[i], f.across[i] = square, math.Max(across, limit.LeastNormalVariance*slices.Max(c))
	if f.at != nil {
		for j, y := range w.y {
			f.at[i][j] = y[r]
		}
	}
}
