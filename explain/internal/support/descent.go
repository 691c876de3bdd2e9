package support

import (
	"math"

	"github.com/kexplain/kexplain/explain/internal/limit"
)

// descent is the visit of all supports of one size, largest monomial first.
//
// A smaller support below t has only supports below t above it: an approximation
// with few terms would fill the list with its supersets, or, were they left out,
// hide the equation that it approximates. So the descent goes on above it with a
// threshold of its own: what contains it must have an eigenvalue smaller by the
// factor SupersetFactor.
type descent struct {
	search  *search
	best    *shortlist
	k       int
	idx     []int
	factors []bordered // of the descent that began at each depth
}

// bordered is the Cholesky factor of M - tG on the monomials chosen so far.
type bordered struct {
	t    float64
	rows [][]float64
}

func newBordered(k int) bordered {
	l := bordered{rows: make([][]float64, k)}
	for i := range l.rows {
		l.rows[i] = make([]float64, k)
	}
	return l
}

// visit puts monomial a at the given depth and goes on below it.
func (w *descent) visit(l bordered, depth, a int) {
	if !w.search.allowed(a) {
		return
	}
	w.idx[depth] = a
	pivot := w.border(l, depth)
	last := depth == w.k-1
	switch {
	case last && pivot <= 0:
		w.search.offer(w.best, w.idx)
	case last:
	case pivot > 0:
		l.rows[depth][depth] = math.Sqrt(pivot)
		w.visitFrom(l, depth)
	default:
		if l, ok := w.thresholdAt(depth); ok {
			w.visitFrom(l, depth)
		}
	}
}

// visitFrom visits all monomials that may follow.
func (w *descent) visitFrom(l bordered, depth int) {
	for a := w.idx[depth] - 1; a >= w.k-depth-2; a-- {
		w.visit(l, depth+1, a)
	}
}

// border computes the row of the factor at depth without its last entry, and
// returns the square of that, not positive where it is no more than rounding.
func (w *descent) border(l bordered, depth int) float64 {
	a := w.idx[depth]
	row := l.rows[depth]
	pivot := w.search.m.At(a, a) - l.t*w.search.g.At(a, a)
	scale := w.search.m.At(a, a) + math.Abs(l.t)*w.search.g.At(a, a)
	for i := range depth {
		b := w.idx[i]
		x := w.search.m.At(b, a) - l.t*w.search.g.At(b, a)
		for j := range i {
			x -= l.rows[i][j] * row[j]
		}
		x /= l.rows[i][i]
		row[i] = x
		pivot -= x * x
	}
	if pivot <= 1e-15*scale {
		return 0
	}
	return pivot
}

// thresholdAt returns a factor with a threshold below the eigenvalue of the monomials
// chosen up to depth, if there is anything to be found below it.
func (w *descent) thresholdAt(depth int) (bordered, bool) {
	lambda, ok := w.search.eigenvalue(w.idx[:depth+1])
	if !ok || lambda <= w.search.least {
		return bordered{}, false
	}
	l := w.factors[depth]
	l.t = math.Min(limit.SupersetFactor*lambda, w.best.worst())
	for i := range depth + 1 {
		pivot := w.border(l, i)
		if pivot <= 0 {
			return bordered{}, false
		}
		l.rows[i][i] = math.Sqrt(pivot)
	}
	return l, true
}
