package evidence

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/noise"
)

// Powers is the log evidence, in nats, that some columns of rows obey a power law, Π x_j^b_j = const, with
// real exponents b, the largest of which is 1. It is Laplace's approximation with exponents, and a logarithm of the
// constant, of size 1. density is Σ log ρ of the feet, which all surfaces through the rows share. The evidence is -Inf
// where a value of the columns is not positive.
//
// The law is linear in logarithms, F = Σ b_j log x_j - c. With z the logarithms and a 1 behind them, and
// S_i the covariance of the errors of z to first order, (b, c) makes Σ F² / (bᵀ S_i b) least.
func Powers(rows [][]float64, columns []int, density float64, shape noise.Shape) (nats float64, exponents []float64) {
	l, ok := newLogarithms(rows, columns, make([]int, len(rows)), shape)
	if !ok {
		return math.Inf(-1), nil
	}
	b, ok := l.fit()
	if !ok {
		return math.Inf(-1), nil
	}
	return l.evidence(b, len(columns)) + density, b[:len(columns)]
}

// PowersOfGroups is Powers with a constant of its own for each group of rows; group says of which one a row is, from 0. Where the groups
// are rows of equal settings, f is a surface through the rows in settings, too: the surfaces of all groups together are as steep in
// these as f is.
func PowersOfGroups(rows [][]float64, columns, group []int, f Polynomial, density float64, shape noise.Shape) float64 {
	l, ok := newLogarithms(rows, columns, group, shape)
	if !ok {
		return math.Inf(-1)
	}
	b, ok := l.fit()
	if !ok {
		return math.Inf(-1)
	}
	e := newField(f, len(rows), new(space))
	e.at(byVariable(rows), len(rows))
	for i := range rows {
		all, some := 0.0, 0.0
		for j, g := range e.grad {
			all += float64(g[i] * g[i])
			if slices.Contains(columns, j) {
				some += float64(g[i] * g[i])
			}
		}
		density += math.Log(all/some) / 2
	}
	return l.evidence(b, len(columns)) + density
}

// PowersAt is Powers with the exponents of the columns given, one of which is 1, and a constant that is not.
func PowersAt(rows [][]float64, columns []int, exponents []float64, density float64, shape noise.Shape) float64 {
	l, ok := newLogarithms(rows, columns, make([]int, len(rows)), shape)
	if !ok {
		return math.Inf(-1)
	}
	b := append(slices.Clone(exponents), 0)
	sum, weights := 0.0, 0.0
	for i, v := range l.variances(b) {
		sum, weights = sum+floats.Dot(l.z.RawRowView(i), b)/v, weights+1/v
	}
	b[len(columns)] = -sum / weights
	return l.evidence(b, 0) + density
}

// evidence is that of exponents and constants, of which the first so many exponents were free but for one that is 1.
func (l logarithms) evidence(b []float64, free int) float64 {
	nats := l.likelihood(b) - l.occam(b, free)
	if math.IsNaN(nats) {
		return math.Inf(-1)
	}
	return nats
}

// logarithms are those of some columns of rows, and behind them a column for each group of rows, with 1 at these.
type logarithms struct {
	z      *mat.Dense
	powers int           // columns of logarithms
	slope  [][][]float64 // of each row: the changes of its logarithms by the errors of each column at σ = 1
	size   [][]float64   // of each row: the derivatives 1/x_j
	both   float64       // the correlation of the errors of any two columns
}

// newLogarithms takes logarithms. It reports whether all values are positive.
func newLogarithms(rows [][]float64, columns, group []int, shape noise.Shape) (logarithms, bool) {
	l := logarithms{z: mat.NewDense(len(rows), len(columns)+slices.Max(group)+1, nil), powers: len(columns), both: shape.Correlation}
	variances := make([]float64, len(rows[0]))
	for i, x := range rows {
		shape.VarianceTo(variances, x)
		gradients, size := make([][]float64, len(columns)), make([]float64, len(columns))
		for k, j := range columns {
			if !(x[j] > 0) {
				return l, false
			}
			l.z.Set(i, k, math.Log(x[j]))
			size[k] = 1 / x[j]
			g := make([]float64, len(x))
			g[j] = size[k]
			shape.Project(g, x)
			for m, v := range variances {
				g[m] *= math.Sqrt(v)
			}
			gradients[k] = g
		}
		l.z.Set(i, len(columns)+group[i], 1)
		l.slope, l.size = append(l.slope, gradients), append(l.size, size)
	}
	return l, true
}

// covariance is that of two forms in the logarithms of a row, by how errors change them.
func (l logarithms) covariance(g, h []float64) float64 {
	return (1-l.both)*floats.Dot(g, h) + l.both*floats.Sum(g)*floats.Sum(h)
}

// variances are bᵀ S_i b.
func (l logarithms) variances(b []float64) []float64 {
	out := make([]float64, len(l.slope))
	sum := make([]float64, len(l.slope[0][0]))
	for i, gradients := range l.slope {
		clear(sum)
		for k, g := range gradients {
			floats.AddScaled(sum, b[k], g)
		}
		out[i] = l.covariance(sum, sum)
	}
	return out
}

// forms are Σ z zᵀ / v and Σ S / v with variances v.
func (l logarithms) forms(v []float64) (a, s *mat.SymDense) {
	n, k := l.z.Dims()
	a, s = mat.NewSymDense(k, nil), mat.NewSymDense(k, nil)
	for i := range n {
		a.SymRankOne(a, 1/v[i], l.z.RowView(i))
		for p, g := range l.slope[i] {
			for q, h := range l.slope[i][:p+1] {
				s.SetSym(p, q, s.At(p, q)+l.covariance(g, h)/v[i])
			}
		}
	}
	return a, s
}

// fit returns the exponents, the largest of which is 1, and each -c. At first, all rows have the same errors.
func (l logarithms) fit() ([]float64, bool) {
	v := make([]float64, len(l.slope))
	for i := range v {
		v[i] = 1
	}
	var b []float64
	for range refits {
		a, s := l.forms(v)
		next, ok := smallestRatio(a, s)
		if !ok {
			return nil, false
		}
		b = next
		if v = l.variances(b); floats.Min(v) <= 0 {
			return nil, false
		}
	}
	most := 0.0
	for _, e := range b[:l.powers] {
		if math.Abs(e) >= math.Abs(most) {
			most = e
		}
	}
	for k := range b {
		b[k] /= most // the largest is 1 to the last bit
	}
	return b, true
}

// sigma2 is the mean of F² over its variance.
func (l logarithms) sigma2(b, v []float64) float64 {
	sum, n := 0.0, float64(len(v))
	for i := range v {
		f := floats.Dot(l.z.RawRowView(i), b)
		sum += f * f / v[i] / n
	}
	return math.Max(sum, tinySigma*tinySigma)
}

// likelihood is that of the distances of the rows along the normals.
func (l logarithms) likelihood(b []float64) float64 {
	v := l.variances(b)
	out := -float64(len(v)) / 2 * (math.Log(2*math.Pi*l.sigma2(b, v)) + 1)
	for i, size := range l.size {
		square := 0.0
		for k, s := range size {
			square += b[k] * b[k] * s * s
		}
		out += math.Log(square/v[i]) / 2
	}
	return out
}

// occam is what the constants and the first so many exponents cost, but for an exponent that is 1.
func (l logarithms) occam(b []float64, exponents int) float64 {
	v := l.variances(b)
	a, _ := l.forms(v)
	a.ScaleSym(1/l.sigma2(b, v), a)
	var free []int
	one, cost := false, 0.0
	for k := l.powers; k < len(b); k++ {
		free = append(free, k)
		cost += math.Log1p(b[k] * b[k] / 2)
	}
	for k, e := range b[:exponents] {
		if !one && e == 1 {
			one = true
			continue
		}
		free = append(free, k)
		cost += math.Log1p(e * e / 2)
	}
	m := mat.NewSymDense(len(free), nil)
	for i, p := range free {
		for j, q := range free[:i+1] {
			m.SetSym(i, j, a.At(p, q))
		}
	}
	return cost + occam(m)
}
