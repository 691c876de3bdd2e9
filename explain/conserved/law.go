package conserved

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/kexplain/kexplain/numeric"
)

// needed returns the step of a path whose terms are all needed: among the steps that
// beat the nulls, the one whose next step, with one term less, loses most. Description
// length alone would go on to fit what friction and filters leave of a law, which is
// no noise.
func (s *search) needed(steps []solution, groups [][2]int, nulls []float64) (best solution, nats float64) {
	n := math.Inf(1)
	for _, step := range steps {
		n = math.Min(n, s.independent(step, groups))
	}
	best, nats = steps[0], s.gain(steps[0], n, nulls)
	loss := 0.0
	for i, step := range steps[:len(steps)-1] {
		gain := s.gain(step, n, nulls)
		if ratio := steps[i+1].noise() / step.noise(); gain >= minNats && ratio > loss {
			best, nats, loss = step, gain, ratio
		}
	}
	return best, nats
}

// minRatio is how many times less noise than the nulls a law must need. Rolled rows do not
// keep all that columns of one motion have in common, such as the attractor of a system
// without constants of motion: on trajectories of the van der Pol, Lorenz and Duffing systems
// polynomials that are not constant need 1.02 to 1.20 times less than the nulls, on systems
// with a law the law needs 2.3 times less and more.
const minRatio = 1.5

// gain is the evidence against the nulls in nats: N log(σ₀/σ) with the noise σ₀ of the
// nulls with as many terms, less ½ log N for each coefficient and the choice of the
// monomials. N is the least number of independent rows over the steps. Below minRatio the
// nulls are taken as so many times better.
func (s *search) gain(step solution, n float64, nulls []float64) float64 {
	m := len(step.places)
	ratio := nulls[m] / step.noise()
	if ratio < minRatio {
		ratio /= minRatio
	}
	return n*math.Log(ratio) - 0.5*float64(m-1)*math.Log(n) - logChoose(len(s.places), m)
}

// logChoose is the logarithm of the number of ways to choose m of n.
func logChoose(n, m int) float64 {
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(m + 1))
	c, _ := math.Lgamma(float64(n - m + 1))
	return a - b - c
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
	l := Law{Noise: f.noise(), Independent: s.independent(f, groups), Null: nulls[len(f.places)], Nats: nats}
	for _, step := range steps {
		if len(step.places) == len(f.places)-1 {
			l.Next = step.noise()
		}
	}
	scale := s.scale(f)
	errors := s.errors(f, groups)
	for k := len(f.places) - 1; k >= 0; k-- { // the largest monomial first
		p := f.places[k]
		l.Terms = append(l.Terms, Term{Exponents: s.forms.exponents(p), Coefficient: f.v[k] / s.forms.unit(p) / scale, Error: errors[k]})
	}
	value := s.value(f)
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

// maxBlocks bounds the blocks of groups that the jackknife leaves out in turn.
const maxBlocks = 20

// errors returns the standard errors of the coefficients over the leading one, by the
// jackknife over blocks of consecutive groups (B. Efron, The Jackknife, 1982, section
// 3.1, with blocks for rows).
func (s *search) errors(f solution, groups [][2]int) []float64 {
	blocks := min(maxBlocks, len(groups))
	var values [][]float64
	for b := range blocks {
		var rest [][2]int
		rest = append(rest, groups[:b*len(groups)/blocks]...)
		rest = append(rest, groups[(b+1)*len(groups)/blocks:]...)
		_, u, ok := s.forms.of(rest).decompose(f.places)
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
	out := make([]float64, len(f.places))
	for k := range out {
		column := make([]float64, len(values))
		for b := range values {
			column[b] = values[b][k]
		}
		m := float64(len(values))
		out[k] = (m - 1) / math.Sqrt(m) * stat.StdDev(column, nil) // √((m-1)/m Σ(c-c̄)²)
	}
	return out
}

// constants fills the constants and the share of the variance between groups.
func (l *Law) constants(value []float64, groups [][2]int) {
	total := stat.Variance(value, nil)
	within := 0.0
	free := 0
	for _, g := range groups {
		part := value[g[0]:g[1]]
		n := float64(len(part))
		c := Constant{First: g[0], Last: g[1] - 1, Value: stat.Mean(part, nil)}
		if len(part) > 2 {
			variance := stat.Variance(part, nil)
			within += variance * (n - 1)
			free += len(part) - 1
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
	if total > 0 && free > 0 {
		l.Between = math.Max(0, 1-within/float64(free)/total)
	}
}

// minSine is the sine of the angle between the gradients of a law and those before it
// that 80 % of the rows must exceed: a function of known constants is no new one.
const minSine = 0.1

// independentOf reports whether the gradient of f is not in the span of those of the
// laws before it.
func (s *search) independentOf(f solution, before []solution) bool {
	if len(before) == 0 {
		return true
	}
	k, size := len(s.forms.units), len(s.forms.values[0])
	jacobian := make([]float64, k*size)
	gradient := func(f solution) []float64 {
		out := make([]float64, k)
		for a := range k {
			for i, p := range f.places {
				out[a] += f.v[i] * jacobian[a*size+p]
			}
		}
		return out
	}
	large := 0
	for _, values := range s.forms.values {
		s.forms.jacobian(jacobian, values)
		g := gradient(f)
		norm := numeric.Dot(g, g)
		var span [][]float64
		for _, b := range before {
			h := gradient(b)
			for _, q := range span {
				project(h, q)
			}
			if n := math.Sqrt(numeric.Dot(h, h)); n > 0 {
				for i := range h {
					h[i] /= n
				}
				span = append(span, h)
			}
		}
		for _, q := range span {
			project(g, q)
		}
		if numeric.Dot(g, g) > minSine*minSine*norm {
			large++
		}
	}
	return float64(large) > 0.8*float64(len(s.forms.values))
}

// project takes from x its part along the unit vector q.
func project(x, q []float64) {
	c := numeric.Dot(x, q)
	for i := range x {
		x[i] -= c * q[i]
	}
}
