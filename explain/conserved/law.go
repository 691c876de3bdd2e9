package conserved

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/combin"

	"github.com/kexplain/kexplain/explain/internal/limit"
)

// elimination is one on the rows and on the nulls, and the law that it offers.
type elimination struct {
	steps []solution
	least []float64 // noise of the nulls by the number of terms
	best  solution
	nats  float64 // the evidence for best
}

// eliminate removes the monomials at places one by one; most is that of needed.
func (s *search) eliminate(ctx context.Context, groups [][2]int, nulls []grouped, places []int, most float64) (*elimination, error) {
	e := &elimination{steps: s.forms.of(groups).path(places)}
	if len(e.steps) > 0 {
		e.least = leastPaths(ctx, nulls, places)
		e.best, e.nats = s.needed(e.steps, groups, nulls, e.least, most)
		e.best = s.primitive(e.best, groups)
	}
	return e, ctx.Err()
}

// needed returns the step of a path whose terms are all needed: among the steps that
// beat the nulls, the one whose next step, with one term less, loses most. Where some of them
// are not seen to move within groups, it is one of these. Description length alone would go on to fit
// what friction and filters leave of a law, which is no noise.
//
// Steps that need more noise than most do not count; least is the noise of the nulls by the number of terms; it falls where the elimination on
// the nulls did not come by the monomials of a step.
func (s *search) needed(steps []solution, groups [][2]int, nulls []grouped, least []float64, most float64) (best solution, nats float64) {
	n := math.Inf(1)
	for _, step := range steps {
		n = math.Min(n, s.independent(step, groups))
	}
	best, nats = steps[0], s.gain(steps[0], n, least)
	loss, constant, orders := 0.0, false, s.orders(groups)
	for i, step := range steps {
		next := least[len(step.places)] // of a single monomial, beside none: what rows without a law need
		if i+1 < len(steps) {
			next = steps[i+1].noise()
		}
		ratio := next / step.noise()
		if ratio < 1 || step.noise() > most || s.gain(step, n, least) < limit.MotionNats {
			continue // one with fewer terms needs less noise, or it is no law
		}
		still := !s.motion(step, orders, groups).Seen()
		if still == constant && ratio <= loss || constant && !still {
			continue
		}
		m := len(step.places)
		least[m] = math.Min(least[m], leastOf(nulls, step.places))
		if gain := s.gain(step, n, least); gain >= limit.MotionNats {
			best, nats, loss, constant = step, gain, ratio, still
		}
	}
	return best, nats
}

// gain is the evidence against the nulls in nats: N log(σ₀/σ) with the noise σ₀ of the
// nulls with as many terms, less ½ log N for each coefficient and the choice of the
// monomials. N is the least number of independent rows over the steps. Below limit.MotionRatio
// the nulls are taken as so many times better.
func (s *search) gain(step solution, n float64, nulls []float64) float64 {
	m := len(step.places)
	ratio := nulls[m] / step.noise()
	if ratio < limit.MotionRatio {
		ratio /= limit.MotionRatio
	}
	return n*math.Log(ratio) - 0.5*float64(m-1)*math.Log(n) -
		combin.LogGeneralizedBinomial(float64(len(s.places)), float64(m))
}

// value returns the combination on every row.
func (s *search) value(f solution) []float64 {
	out := make([]float64, len(s.forms.values))
	for i, row := range s.forms.values {
		for k, p := range f.places {
			out[i] += f.v[k] * row[p]
		}
	}
	return out
}

// residuals returns the deviations from the mean of each group.
func residuals(value []float64, groups [][2]int) []float64 {
	out := make([]float64, len(value))
	for _, g := range groups {
		mean := stat.Mean(value[g[0]:g[1]], nil)
		for i := g[0]; i < g[1]; i++ {
			out[i] = value[i] - mean
		}
	}
	return out
}

// independent is the number of rows that count as evidence: those beyond one for each
// group, over the correlation time 1 + 2 Σ ρ_k, summed while pairs are positive
// (C. J. Geyer, Statistical Science 7 (1992) 473–483).
func (s *search) independent(f solution, groups [][2]int) float64 {
	r := residuals(s.value(f), groups)
	lag := func(k int) float64 {
		sum := 0.0
		for _, g := range groups {
			for i := g[0]; i+k < g[1]; i++ {
				sum += r[i] * r[i+k]
			}
		}
		return sum
	}
	variance := lag(0)
	if variance == 0 {
		return float64(len(r) - len(groups))
	}
	time := 1.0
	for k := 1; ; k += 2 {
		pair := (lag(k) + lag(k+1)) / variance
		if pair <= 0 {
			break
		}
		time += 2 * pair
	}
	return math.Max(2, float64(len(r)-len(groups))/time)
}

// law turns a solution into what is reported.
func (s *search) law(f solution, nats float64, steps []solution, groups [][2]int, nulls []float64) Law {
	l := Law{Noise: f.noise(), Null: nulls[len(f.places)], Nats: nats}
	for _, step := range steps {
		if len(step.places) == len(f.places)-1 {
			l.Next = step.noise()
		}
	}
	scale := s.scale(f)
	covariance := s.covariance(f, groups)
	last := len(f.places) - 1
	for k := last; k >= 0; k-- { // the largest monomial first
		p := f.places[k]
		t := Term{Exponents: s.forms.monomials.IntExponents(p), Coefficient: f.v[k] / s.forms.unit(p) / scale, Error: math.Sqrt(covariance.At(k, k))}
		for _, values := range s.forms.values {
			t.Values = append(t.Values, f.v[k]/scale*values[p])
		}
		l.Terms = append(l.Terms, t)
		row := make([]float64, len(f.places))
		for j := range row {
			row[j] = covariance.At(k, last-j)
		}
		l.Covariance = append(l.Covariance, row)
	}
	value := s.value(f)
	l.Motion = s.motion(f, s.orders(groups), groups) // fᵀ G f = 1
	for i := range value {
		value[i] /= scale
	}
	l.constants(value, groups)
	return l
}

// scale divides coefficients so that the leading one is 1.
func (s *search) scale(f solution) float64 {
	k := len(f.places) - 1
	return f.v[k] / s.forms.unit(f.places[k])
}

// covariance returns the covariance of the errors of the coefficients over the leading one, in
// the order of f.places, by the jackknife over blocks of consecutive groups (B. Efron, The
// Jackknife, 1982, section 3.1, with blocks for rows). Where there are few groups, blocks are parts of a group, since the variance
// of a few values is not known well. Then errors that are correlated beyond a part make the result too small.
func (s *search) covariance(f solution, groups [][2]int) *mat.SymDense {
	var values [][]float64
	for _, block := range blocks(groups) {
		_, u, ok := s.forms.leaveOut(block).of(groups).decompose(f.places)
		if !ok {
			continue
		}
		g := solution{places: f.places, v: mat.Col(nil, 0, u)}
		scale := s.scale(g)
		c := make([]float64, len(f.places))
		for k, p := range f.places {
			c[k] = g.v[k] / s.forms.unit(p) / scale
		}
		values = append(values, c)
	}
	out := mat.NewSymDense(len(f.places), nil)
	if m := float64(len(values)); m > 1 {
		x := mat.NewDense(len(values), len(f.places), nil)
		for b, c := range values {
			x.SetRow(b, c)
		}
		stat.CovarianceMatrix(out, x, nil)
		out.ScaleSym((m-1)*(m-1)/m, out) // (m-1)/m Σ(c-c̄)(c-c̄)ᵀ
	}
	return out
}

// blocks are the ranges of rows that the jackknife leaves out in turn.
func blocks(groups [][2]int) (out [][2]int) {
	n := min(limit.JackknifeBlocks, len(groups))
	parts := (limit.JackknifeBlocks + n - 1) / n // of a group, 1 where there are enough groups
	for b := range n {
		first, last := groups[b*len(groups)/n][0], groups[(b+1)*len(groups)/n-1][1]
		m := min(parts, last-first)
		for k := range m {
			out = append(out, [2]int{first + k*(last-first)/m, first + (k+1)*(last-first)/m})
		}
	}
	return out
}

// constants fills the constants and the share of the variance between groups. In groups of one and two rows the
// variance is that of all groups.
func (l *Law) constants(value []float64, groups [][2]int) {
	total := stat.Variance(value, nil)
	within := 0.0
	for _, r := range residuals(value, groups) {
		within += r * r
	}
	within /= float64(max(1, len(value)-len(groups)))
	for _, g := range groups {
		part := value[g[0]:g[1]]
		n := float64(len(part))
		c := Constant{First: g[0], Last: g[1] - 1, Value: stat.Mean(part, nil), Error: math.Sqrt(within / n)}
		if len(part) > 2 {
			variance := stat.Variance(part, nil)
			c.Error = math.Sqrt(variance / n)
			place := make([]float64, len(part))
			for i := range place {
				place[i] = float64(i) / (n - 1)
			}
			_, c.Drift = stat.LinearRegression(place, part, nil, false)
			c.DriftError = math.Sqrt(variance / (n * stat.Variance(place, nil)))
		}
		l.Constants = append(l.Constants, c)
	}
	if total > 0 {
		l.Between = math.Max(0, 1-within/total)
	}
}

// without returns the places without one of those of f, the last law. Laws are constant
// together with their combinations, and by interlacing a combination that lacks a given
// monomial needs no more noise than the second eigenvector. So the monomial is left out whose
// combination has the least gradient along those of the laws before.
func (s *search) without(places []int, f solution, forms grouped, before []solution) []int {
	best, most := places, -1.0
	for _, p := range f.places {
		if !slices.Contains(places, p) {
			continue
		}
		rest := slices.DeleteFunc(slices.Clone(places), func(q int) bool { return q == p })
		_, u, ok := forms.decompose(rest)
		if !ok {
			continue
		}
		sines := s.sines(solution{places: rest, v: mat.Col(nil, 0, u)}, before)
		if mean := stat.Mean(sines, nil); mean > most {
			best, most = rest, mean
		}
	}
	return best
}

// independentOf reports whether the gradient of f is not in the span of those of the laws before it. A function
// of these laws is constant too; with one that is nearly constant, of the size of the errors, its gradient is off
// the span by a few times their size, in units of the deviations of the columns.
func (s *search) independentOf(f solution, before []solution) bool {
	if len(before) == 0 {
		return true
	}
	large, least := 0, limit.MotionSine*f.noise()/s.spread
	for _, sine := range s.sines(f, before) {
		if sine > least*least {
			large++
		}
	}
	return float64(large) > limit.MotionNewRows*float64(len(s.forms.values))
}

// sines returns the squared sine of the angle between the gradient of f and those of the laws
// before it, at every row, in units of the errors of the columns: a column and its cosine are one direction.
func (s *search) sines(f solution, before []solution) []float64 {
	out := make([]float64, len(s.forms.values))
	k := len(s.forms.units)
	for row := range out {
		c := mat.NewSymDense(k, s.forms.covariance[row])
		inner := func(x, y []float64) float64 { return mat.Inner(mat.NewVecDense(k, x), c, mat.NewVecDense(k, y)) }
		project := func(x, unit []float64) { floats.AddScaled(x, -inner(x, unit), unit) }
		g := s.gradient(f, row)
		norm := inner(g, g)
		if norm == 0 {
			continue
		}
		var span [][]float64
		for _, b := range before {
			h := s.gradient(b, row)
			for _, q := range span {
				project(h, q)
			}
			if n := math.Sqrt(inner(h, h)); n > 0 {
				floats.Scale(1/n, h)
				span = append(span, h)
			}
		}
		for _, q := range span {
			project(g, q)
		}
		out[row] = inner(g, g) / norm
	}
	return out
}

// gradient returns the derivatives of f at a row.
func (s *search) gradient(f solution, row int) []float64 {
	out := make([]float64, len(s.forms.units))
	for _, d := range s.forms.derivatives {
		if at := slices.Index(f.places, d.monomial); at >= 0 {
			out[d.column] += f.v[at] * d.factor * s.forms.values[row][d.of]
		}
	}
	return out
}
