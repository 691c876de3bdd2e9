package fit

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/eval"
	"github.com/kexplain/kexplain/explain/internal/limit"
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
	Square      float64 // its mean square
	NoiseAcross float64 // noise variance that g needs on V: g² over its gradient along V
}

// Feet finds the points of the common zero set of the equations nearest to the
// rows, by Gauss–Newton steps, with an orthonormal basis of the normal space at
// each in noise units. The points that visit is given are overwritten by the next.
func Feet(p *problem.Problem, accepted []support.Fit, rows [][]float64, visit func(y eval.Block, normals [][][]float64)) {
	feet(p, accepted, nil, rows, visit)
}

// feet is Feet with columns that do not move, which count as normal directions.
func feet(p *problem.Problem, accepted []support.Fit, fixed []int, rows [][]float64, visit func(y eval.Block, normals [][][]float64)) {
	n := p.Metric.Vars()
	at := make([]*eval.Evaluator, len(accepted))
	values, grads := make([][]float64, len(accepted)), make([]eval.Block, len(accepted))
	for k, f := range accepted {
		at[k], grads[k] = eval.New(p.Table, f.Idx), eval.NewBlock(n)
	}
	equations := len(accepted) + len(fixed)
	val := make([]float64, equations)
	jac := mat.NewDense(equations, n, nil)
	axes := make([]eval.Block, len(fixed)) // the gradients of the columns that do not move
	for k, j := range fixed {
		axes[k] = eval.NewBlock(n)
		for r := range axes[k][j] {
			axes[k][j][r] = 1
		}
	}
	eval.InBlocks(rows, func(_ int, y eval.Block, points int) {
		normals := make([][][]float64, points)
		// One more round than steps, for the normal space at the end.
		for step := 0; step <= limit.FeetSteps; step++ {
			for k, f := range accepted {
				at[k].At(y, points)
				values[k] = at[k].Gradient(f.C, grads[k])
			}
			for r := range points {
				for k, axis := range axes {
					p.Metric.Whiten(jac.RawRowView(k), y, axis, r)
				}
				for k := range accepted {
					val[len(fixed)+k] = values[k][r]
					p.Metric.Whiten(jac.RawRowView(len(fixed)+k), y, grads[k], r)
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

// ZeroSet is the common zero set of equations near rows: their feet on it, with the
// normal space at each. Columns that are fixed do not move, and count as normal
// directions: what is asked then is asked for each of their values.
type ZeroSet struct {
	p       *problem.Problem
	feet    []eval.Block // of BlockRows rows each
	normals [][][][]float64
}

// NewZeroSet finds the feet of the rows on the zero set of the accepted equations.
func NewZeroSet(p *problem.Problem, rows [][]float64, accepted []support.Fit, fixed []int) *ZeroSet {
	z := &ZeroSet{p: p}
	feet(p, accepted, fixed, rows, func(y eval.Block, normals [][][]float64) {
		own := eval.NewBlock(len(y))
		for j := range y {
			copy(own[j], y[j])
		}
		z.feet, z.normals = append(z.feet, own), append(z.normals, normals)
	})
	return z
}

// Codimension is the number of independent normals at nearly all feet.
func (z *ZeroSet) Codimension() int {
	rows, least := 0, make([]int, z.p.Metric.Vars()+1) // least[k]: rows with k normals and more
	for _, block := range z.normals {
		rows += len(block)
		for _, normals := range block {
			for k := range len(normals) + 1 {
				least[k]++
			}
		}
	}
	k := 0
	for k+1 < len(least) && float64(least[k+1]) >= limit.NearlyAll*float64(rows) {
		k++
	}
	return k
}

// Relate looks at g at the feet of the rows on the zero set of the accepted equations.
func Relate(p *problem.Problem, rows [][]float64, accepted []support.Fit, g support.Fit) Relation {
	return NewZeroSet(p, rows, accepted, nil).Relate(g)
}

// Relate looks at g at the feet.
func (z *ZeroSet) Relate(g support.Fit) Relation {
	n := z.p.Metric.Vars()
	ge := eval.New(z.p.Table, g.Idx)
	gradients, grad := eval.NewBlock(n), make([]float64, n)
	var sines, off []float64
	num, den := 0.0, 0.0
	for b, y := range z.feet {
		normals := z.normals[b]
		ge.At(y, len(normals))
		for r, v := range ge.Gradient(g.C, gradients) {
			z.p.Metric.Whiten(grad, y, gradients, r)
			full := numeric.Dot(grad, grad)
			for _, b := range normals[r] {
				c := numeric.Dot(grad, b)
				for j := range n {
					grad[j] -= c * b[j]
				}
			}
			along := numeric.Dot(grad, grad)
			if full == 0 {
				continue
			}
			sines = append(sines, math.Sqrt(along/full))
			off = append(off, math.Abs(v)/math.Sqrt(full))
			num += v * v / full
			den += along / full
		}
	}
	if len(sines) == 0 {
		// No gradient anywhere: nothing is known about g.
		return Relation{Quantile80: math.Inf(1), Square: math.Inf(1), NoiseAcross: math.Inf(1)}
	}
	quantile80 := func(x []float64) float64 { return numeric.Nth(x, len(x)*4/5) }
	return Relation{
		Sine: quantile80(sines), MedianSine: numeric.UpperMedian(sines), Quantile80: quantile80(off),
		Square: num / float64(len(off)), NoiseAcross: num / den,
	}
}

// Admits reports whether some polynomial in the monomials idx vanishes at the feet. Then an
// equation with these monomials and the right coefficients holds on the zero set as well: m*E = c*p^2
// where p = m*v and E = c*v*p.
func (z *ZeroSet) Admits(idx []int) bool {
	gram := mat.NewSymDense(len(idx), nil)
	e := eval.New(z.p.Table, idx)
	for b, y := range z.feet {
		e.At(y, len(z.normals[b]))
		terms := e.Monomials()
		for i, s := range terms {
			for j := range i + 1 {
				gram.SetSym(i, j, gram.At(i, j)+numeric.Dot(s[:len(z.normals[b])], terms[j][:len(z.normals[b])]))
			}
		}
	}
	size := make([]float64, len(idx))
	for i := range size {
		size[i] = math.Sqrt(gram.At(i, i)) + math.SmallestNonzeroFloat64
	}
	for i := range size {
		for j := range i + 1 {
			gram.SetSym(i, j, gram.At(i, j)/size[i]/size[j])
		}
	}
	var eig mat.EigenSym
	if !eig.Factorize(gram, true) {
		return false
	}
	var vectors mat.Dense
	eig.VectorsTo(&vectors)
	c := mat.Col(nil, 0, &vectors)
	for i := range c {
		c[i] /= size[i]
	}
	return z.Relate(support.Fit{Idx: idx, C: c}).Quantile80 <= limit.ZeroOnSet
}
