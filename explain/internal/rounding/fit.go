package rounding

import (
	"math"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/numeric"
)

// support is a set of monomials that may carry a law: the first is a combination of the
// others, Σ c_k m_k. It is the one that the rounding moves most.
type support []int

// numbers has one entry for every monomial of a support but the first.
type numbers [limit.RoundingLinearTerms - 1]float64

// fitted are the coefficients of a support, with their standard errors under rounding.
type fitted struct {
	c, se numbers
	fixed [limit.RoundingLinearTerms - 1]bool // coefficients that are no longer fitted
}

// miss is the first monomial less the combination of the others at a row of the sample,
// and slack how large it may be because of the rounding.
func (s *sample) miss(u support, c *numbers, i int) (miss, slack float64) {
	miss, slack = s.value[u[0]][i], s.moves[u[0]][i]
	for k, m := range u[1:] {
		miss -= c[k] * s.value[m][i]
		slack += math.Abs(c[k]) * s.moves[m][i]
	}
	return miss, max(slack, floatError*math.Abs(s.value[u[0]][i]))
}

// floatError is more than the relative error of a value in float64.
const floatError = 1e-12

// guess is the slack where no coefficients are known: all terms as large as the first.
func (s *sample) guess(u support, i int) float64 {
	y := math.Abs(s.value[u[0]][i])
	slack := max(s.moves[u[0]][i], floatError*y)
	for _, m := range u[1:] {
		if v := math.Abs(s.value[m][i]); v > 0 {
			slack += y / v * s.moves[m][i]
		}
	}
	return slack
}

// first determines coefficients by least squares at some rows of the sample, each miss
// weighed by a guess of its slack; fit by its slack, those that are not fixed. They are
// false where the rows do not determine them.
func (s *sample) first(u support, rows []int, f *fitted) bool { return s.round(u, rows, f, false) }

func (s *sample) fit(u support, rows []int, f *fitted) bool {
	for range 2 { // the slack of the second round is that of the first solution
		if !s.round(u, rows, f, true) {
			return false
		}
	}
	return true
}

// round is one solution of the normal equations.
func (s *sample) round(u support, rows []int, f *fitted, started bool) bool {
	n := len(u) - 1
	var e normal
	for k := range n {
		if !f.fixed[k] {
			e.at[e.n] = k
			e.n++
		}
	}
	if e.n == 0 {
		return true
	}
	for _, i := range rows {
		slack := 0.0
		if started {
			_, slack = s.miss(u, &f.c, i)
		} else {
			slack = s.guess(u, i)
		}
		if slack == 0 {
			continue
		}
		y, terms := s.value[u[0]][i], numbers{} // those that are not fixed
		p := 0
		for k, m := range u[1:] {
			v := s.value[m][i]
			if f.fixed[k] {
				y -= f.c[k] * v
				continue
			}
			terms[p] = v / slack
			p++
		}
		y /= slack
		for p, v := range terms[:e.n] {
			e.b[p] += float64(v * y)
			for q, w := range terms[:p+1] {
				e.a[p][q] += float64(v * w)
			}
		}
	}
	x, inverse, ok := e.solve(started)
	if !ok {
		return false
	}
	for p := range e.n {
		// A rounding error is spread evenly: its variance is a third of its square.
		f.c[e.at[p]], f.se[e.at[p]] = x[p], math.Sqrt(inverse[p]/3)
	}
	for k := range n {
		if v := f.c[k]; v == 0 || v-v != 0 {
			return false
		}
	}
	return true
}

// everyRow is the interval of coefficient k in which it and the others that are not fixed take every miss within its slack. It is empty
// if none do. Unlike the errors of least squares it asks nothing of the misses: where halves are rounded up, or quarters, their
// mean is not 0.
func (s *sample) everyRow(u support, f *fitted, k int, rows []int) (lo, hi float64) {
	var free []int
	at := 0 // of k among them
	for j := range len(u) - 1 {
		if j == k {
			at = len(free)
		}
		if !f.fixed[j] {
			free = append(free, j)
		}
	}
	allowed, n := numeric.NewPolytope(len(free)), len(free)
	flat := make([]float64, 2*(n+1)*len(rows))
	for _, i := range rows {
		y, slack := s.value[u[0]][i], s.moves[u[0]][i]
		above, below := flat[:n:n+1], flat[n+1:2*n+1:2*(n+1)] // in parts of twice what was fitted
		flat = flat[2*(n+1):]
		for j, m := range u[1:] {
			term, move := f.c[j]*s.value[m][i], math.Abs(f.c[j])*s.moves[m][i]*(1+limit.RoundingTie)
			if p := slices.Index(free, j); p >= 0 {
				above[p], below[p] = -2*(term+move), 2*(term-move)
			} else {
				y, slack = y-term, slack+move
			}
		}
		slack = max(slack*(1+limit.RoundingTie), floatError*math.Abs(s.value[u[0]][i]))
		allowed.Add(above, slack-y)
		allowed.Add(below, slack+y)
	}
	g := make([]float64, len(free))
	g[at] = 1
	most, ok := allowed.Maximize(g)
	if !ok {
		return 0, 0
	}
	g[at] = -1
	least, ok := allowed.Maximize(g)
	if !ok || least == 0 {
		return 0, 0
	}
	lo, hi = -2*least*f.c[k], 2*most*f.c[k]
	return min(lo, hi), max(lo, hi)
}

// spread is the standard deviation of the misses, in the mean of the rows, over that of misses which are spread evenly up to
// their slack: rounding errors of several columns add up to less than their sum.
func (s *sample) spread(u support, f *fitted, rows []int) float64 {
	sum := 0.0
	for _, i := range rows {
		_, slack := s.miss(u, &f.c, i)
		square := 0.0
		for _, j := range s.t.Columns {
			step := s.slope(u, &f.c, i, j) * s.h[i][j]
			square += step * step
		}
		if square == 0 || square > slack*slack {
			square = slack * slack
		}
		sum += square / math.Max(slack*slack, math.SmallestNonzeroFloat64)
	}
	return math.Sqrt(sum / float64(len(rows)))
}

// rms is the root of the mean square of the misses over that of misses which are spread evenly up to their slack.
func (s *sample) rms(u support, f *fitted, rows []int) float64 {
	sum := 0.0
	for _, i := range rows {
		if miss, slack := s.miss(u, &f.c, i); slack > 0 {
			sum += 3 * miss / slack * (miss / slack)
		}
	}
	return math.Sqrt(sum / float64(len(rows)))
}

// slope is the derivative of a miss by a column.
func (s *sample) slope(u support, c *numbers, i, j int) float64 {
	sum := 0.0
	for k, m := range u {
		e := s.exps[m][j]
		if e == 0 {
			continue
		}
		v := float64(e)
		for col, power := range s.exps[m] {
			if col == j {
				power--
			}
			for range power {
				v *= s.x[i][col]
			}
		}
		if k > 0 {
			v *= -c[k-1]
		}
		sum += v
	}
	return sum
}

// normal are the normal equations a x = b of the coefficients at; a by its lower half.
type normal struct {
	n  int
	at [limit.RoundingLinearTerms - 1]int
	a  [limit.RoundingLinearTerms - 1]numbers
	b  numbers
}

// solve returns the solution and, if asked for, the diagonal of the inverse, by the
// Cholesky decomposition of the matrix with its diagonal scaled to 1.
func (e *normal) solve(errors bool) (x, inverse numbers, ok bool) {
	const dependent = 1e-13
	var l [limit.RoundingLinearTerms - 1]numbers
	var scale numbers
	for p := range e.n {
		if scale[p] = math.Sqrt(e.a[p][p]); !(scale[p] > 0) || math.IsInf(scale[p], 0) {
			return x, inverse, false
		}
	}
	for p := range e.n {
		for q := range p + 1 {
			v := e.a[p][q] / scale[p] / scale[q]
			for k := range q {
				v -= l[p][k] * l[q][k]
			}
			switch {
			case p != q:
				l[p][q] = v / l[q][q]
			case !(v > dependent):
				return x, inverse, false
			default:
				l[p][p] = math.Sqrt(v)
			}
		}
	}
	column := func(y numbers) numbers {
		for p := range e.n {
			for k := range p {
				y[p] -= l[p][k] * y[k]
			}
			y[p] /= l[p][p]
		}
		for p := e.n - 1; p >= 0; p-- {
			for k := p + 1; k < e.n; k++ {
				y[p] -= l[k][p] * y[k]
			}
			y[p] /= l[p][p]
		}
		return y
	}
	for p := range e.n {
		x[p] = e.b[p] / scale[p]
	}
	x = column(x)
	for p := range e.n {
		if errors {
			var unit numbers
			unit[p] = 1
			inverse[p] = column(unit)[p] / (scale[p] * scale[p])
		}
		x[p] /= scale[p]
	}
	return x, inverse, true
}
