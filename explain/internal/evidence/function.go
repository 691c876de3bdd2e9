package evidence

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/elementary"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/noise"
)

// Function is the log evidence, in nats, that column y of rows is an elementary function of
// column x, or some smooth one: the exponential, sine, logarithm, … that describes them best. It is Laplace's
// approximation, with coefficients of size 1 in units of the root mean squares, though large ones
// are not that rare, a factor of e in rates and shiftDeviation in shifts. density is Σ log ρ of the feet,
// which all curves through the rows share. name says which function it is.
func Function(rows [][]float64, x, y int, density float64, shape noise.Shape) (nats float64, name string) {
	g := graph{n: len(rows)}
	low, high := math.Inf(1), math.Inf(-1)
	c := make([]float64, len(rows[0]))
	for _, row := range rows {
		shape.VarianceTo(c, row)
		g.x, g.y = append(g.x, row[x]), append(g.y, row[y])
		g.ofX, g.ofY = append(g.ofX, c[x]), append(g.ofY, c[y])
		g.both = append(g.both, shape.Correlation*math.Sqrt(c[x]*c[y]))
		low, high = math.Min(low, row[x]), math.Max(high, row[x])
	}
	g.mid, g.half = (low+high)/2, (high-low)/2
	nats = math.Inf(-1)
	if g.half == 0 {
		return nats, ""
	}
	for _, f := range elementary.Families {
		if e := g.evidence(f); e > nats {
			nats, name = e, f.Name
		}
	}
	values := slices.Sorted(slices.Values(g.x))
	places := len(slices.Compact(values)) // rows at one value of x are one place of a graph
	for _, f := range elementary.Smooth {
		if places < limit.SmoothRows*len(f.Basis(nil, 0, g.mid, 0, 0)) {
			break
		}
		if e := g.evidence(f); e > nats {
			nats, name = e, f.Name
		}
	}
	return nats + density - math.Log(float64(2*(len(elementary.Families)+1))), name
}

// graph holds the rows of two columns, and the variances and covariances of their errors at σ = 1.
type graph struct {
	n         int
	x, y      []float64
	ofX, ofY  []float64
	both      []float64 // the covariances
	mid, half float64
}

// fitted is a function of a family with its likelihood.
type fitted struct {
	k, s        float64
	coefficient []float64
	likelihood  float64
	sigma2      float64
	weight      []float64 // 1 / variance of y - g(x) at σ = 1
}

// shiftDeviation is the standard deviation of shifts beforehand, in the argument u: a quarter of the range.
const shiftDeviation = 0.5

// slopeStep is the step of derivatives, in the argument u; the search for the constants ends where a step gains
// less than climbed nats. Numbers, no decisions.
const (
	slopeStep     = 1e-4
	climbSteps    = 20
	climbHalvings = 7
	climbed       = 1e-3
	reweighted    = 3
)

// evidence is that of the best function of a family, without the density.
func (g *graph) evidence(f elementary.Family) float64 {
	best := fitted{likelihood: math.Inf(-1)}
	for _, k := range f.K {
		for _, s := range f.S {
			if c := g.fit(f, k, s, 1); c.likelihood > best.likelihood {
				best = c
			}
		}
	}
	if math.IsInf(best.likelihood, 0) {
		return best.likelihood
	}
	best = g.climb(f, g.fit(f, best.k, best.s, reweighted))
	return best.likelihood - g.occam(f, best)
}

// climb follows Gauss–Newton steps in all constants. Each step is halved until the likelihood is larger.
func (g *graph) climb(f elementary.Family, at fitted) fitted {
	for range climbSteps {
		columns := g.columns(f, at)
		if len(columns) == len(at.coefficient) {
			return at // fit has found all its constants
		}
		design, rest := mat.NewDense(g.n, len(columns), nil), make([]float64, g.n)
		for j, c := range columns {
			design.SetCol(j, c)
		}
		for i, y := range g.y {
			rest[i] = y
			for j, a := range at.coefficient {
				rest[i] -= a * columns[j][i]
			}
		}
		step, ok := weighted(design, rest, at.weight)
		if !ok {
			return at
		}
		constants := append(step[len(at.coefficient):], 0, 0)
		ofK, ofS := constants[0], constants[1]
		if len(f.K) == 1 {
			ofK, ofS = 0, constants[0]
		}
		next := fitted{likelihood: math.Inf(-1)}
		for halving := range climbHalvings {
			part := math.Exp2(-float64(halving))
			if k, s := at.k*math.Exp(part*ofK), at.s+part*ofS; f.Has(k, s) {
				if next = g.fit(f, k, s, reweighted); next.likelihood > at.likelihood {
					break
				}
			}
		}
		if !(next.likelihood > at.likelihood) {
			return at
		}
		gain := next.likelihood - at.likelihood
		if at = next; gain < climbed {
			return at
		}
	}
	return at
}

// fit fits the coefficients with weights that are computed anew so many times.
func (g *graph) fit(f elementary.Family, k, s float64, times int) fitted {
	out := fitted{k: k, s: s, likelihood: math.Inf(-1)}
	first := f.Basis(nil, 0, g.mid, k, s)
	m := len(first)
	design, slope := mat.NewDense(g.n, m, nil), mat.NewDense(g.n, m, nil)
	var up, down []float64
	h := slopeStep * g.half
	for i, x := range g.x {
		u := (x - g.mid) / g.half
		f.Basis(design.RawRowView(i)[:0], u, x, k, s)
		up, down = f.Basis(up[:0], u+slopeStep, x+h, k, s), f.Basis(down[:0], u-slopeStep, x-h, k, s)
		for j := range m {
			slope.Set(i, j, (up[j]-down[j])/(2*h))
		}
	}
	weight := make([]float64, g.n)
	for i := range weight {
		weight[i] = 1 / (g.ofX[i] + g.ofY[i])
	}
	for range times {
		c, ok := weighted(design, g.y, weight)
		if !ok {
			return out
		}
		out.coefficient = c
		out.likelihood, out.sigma2 = 0, 0
		next := make([]float64, g.n)
		for i, y := range g.y {
			v, d := 0.0, 0.0
			for j, a := range c {
				v += a * design.At(i, j)
				d += a * slope.At(i, j)
			}
			next[i] = 1 / (g.ofY[i] + g.ofX[i]*d*d - 2*g.both[i]*d)
			out.sigma2 += (y - v) * (y - v) * next[i] / float64(g.n)
			out.likelihood += math.Log(next[i]*(1+d*d)) / 2
		}
		out.sigma2 = math.Max(out.sigma2, tinySigma*tinySigma)
		out.likelihood -= float64(g.n) / 2 * (math.Log(2*math.Pi*out.sigma2) + 1)
		out.weight, weight = next, next
	}
	if math.IsNaN(out.likelihood) {
		out.likelihood = math.Inf(-1)
	}
	return out
}

// occam is what the constants of a function cost.
func (g *graph) occam(f elementary.Family, c fitted) float64 {
	columns, cost := g.columns(f, c), 0.0
	for j, a := range c.coefficient {
		square := floats.Dot(columns[j], columns[j]) / float64(g.n)
		cost += math.Log1p(a * a * square / 2)
		floats.Scale(1/math.Sqrt(square), columns[j])
	}
	if len(f.S) > 1 {
		floats.Scale(shiftDeviation, columns[len(columns)-1])
	}
	m := mat.NewSymDense(len(columns), nil)
	for a := range columns {
		for b := a; b < len(columns); b++ {
			sum := 0.0
			for i, w := range c.weight {
				sum += columns[a][i] * columns[b][i] * w / c.sigma2
			}
			m.SetSym(a, b, sum)
		}
	}
	return cost + occam(m)
}

// occam is what constants of deviation 1 beforehand cost, of which the rows have the information m.
func occam(m *mat.SymDense) float64 {
	for i := range m.SymmetricDim() {
		m.SetSym(i, i, m.At(i, i)+1)
	}
	var chol mat.Cholesky
	if !chol.Factorize(m) {
		return math.Inf(1)
	}
	return chol.LogDet() / 2
}

// columns are the derivatives of a function at the rows: by its coefficients, by log k, and by s.
func (g *graph) columns(f elementary.Family, c fitted) [][]float64 {
	value := func(k, s float64, j int) []float64 {
		out := make([]float64, g.n)
		for i, x := range g.x {
			b := f.Basis(nil, (x-g.mid)/g.half, x, k, s)
			if j >= 0 {
				out[i] = b[j]
			} else {
				out[i] = floats.Dot(c.coefficient, b)
			}
		}
		return out
	}
	var columns [][]float64
	for j := range c.coefficient {
		columns = append(columns, value(c.k, c.s, j))
	}
	change := func(k, s float64) {
		a := value(k, s, -1)
		floats.Sub(a, value(c.k, c.s, -1))
		floats.Scale(1/slopeStep, a)
		columns = append(columns, a)
	}
	if len(f.K) > 1 {
		change(c.k*(1+slopeStep), c.s)
	}
	if len(f.S) > 1 {
		change(c.k, c.s+slopeStep)
	}
	return columns
}

// weighted returns the coefficients of least weighted squares of y - design·c.
func weighted(design *mat.Dense, y, weight []float64) ([]float64, bool) {
	n, m := design.Dims()
	a, b := mat.NewSymDense(m, nil), mat.NewVecDense(m, nil)
	for i := range n {
		row := design.RawRowView(i)
		for j, v := range row {
			b.SetVec(j, b.AtVec(j)+weight[i]*v*y[i])
			for l := j; l < m; l++ {
				a.SetSym(j, l, a.At(j, l)+weight[i]*v*row[l])
			}
		}
	}
	var chol mat.Cholesky
	var c mat.VecDense
	if !chol.Factorize(a) || chol.SolveVecTo(&c, b) != nil {
		return nil, false
	}
	return c.RawVector().Data, true
}
