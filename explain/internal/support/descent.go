package support

import (
	"math"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/numeric"
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
	may     []int       // the monomials that may occur, in ascending order: below, c is the place of one
	m, g    [][]float64 // the forms on these, their lower triangles
	at      []int       // the places of the chosen ones, the last first
	idx     []int       // the chosen ones themselves
	factors []*bordered // of the descent that began at each depth
}

// bordered is the factorisation LDLᵀ of M - tG on the chosen monomials, and its last row for each monomial that may
// follow.
type bordered struct {
	t       float64
	columns [][]float64 // column i has the entries of LD of the chosen monomials after the i-th, and of those that may follow
	pivots  [][]float64 // the last pivot, where a monomial follows the first i chosen
	least   []float64   // up to which a pivot is no more than rounding
}

// newDescent prepares the visit of supports of size k among the first hi monomials.
func newDescent(s *search, best *shortlist, hi, k int) *descent {
	w := &descent{search: s, best: best, k: k, at: make([]int, k), idx: make([]int, k)}
	for a := range hi {
		if s.allowed(a) {
			w.may = append(w.may, a)
		}
	}
	n := len(w.may)
	for c, a := range w.may {
		m, g := make([]float64, c+1), make([]float64, c+1)
		for i, b := range w.may[:c+1] {
			m[i], g[i] = s.m.At(b, a), s.g.At(b, a)
		}
		w.m, w.g = append(w.m, m), append(w.g, g)
	}
	for range k {
		l := &bordered{least: make([]float64, n)}
		for range k {
			l.columns, l.pivots = append(l.columns, make([]float64, n)), append(l.pivots, make([]float64, n))
		}
		w.factors = append(w.factors, l)
	}
	return w
}

// from visits all supports with the largest monomial at c.
func (w *descent) from(c int) {
	w.choose(0, c)
	l := w.factors[0]
	l.t = math.NaN()
	for b := c - 1; b >= w.k-2; b-- {
		if t := w.best.worst(); t != l.t { // it has shrunk since
			w.begin(l, t)
			if l.pivots[0][c] <= 0 {
				return
			}
			w.border(l, 0)
		}
		w.visit(l, 1, b)
	}
}

// choose puts the monomial at c at the given depth.
func (w *descent) choose(depth, c int) { w.at[depth], w.idx[depth] = c, w.may[c] }

// visit puts the monomial at c at the given depth and goes on below it.
func (w *descent) visit(l *bordered, depth, c int) {
	w.choose(depth, c)
	last, positive := depth == w.k-1, l.pivots[depth][c] > l.least[c]
	switch {
	case last && !positive:
		w.search.offer(w.best, w.idx)
	case last:
	case positive:
		w.border(l, depth)
		w.below(l, depth)
	default:
		if l, ok := w.thresholdAt(depth); ok {
			w.below(l, depth)
		}
	}
}

// below visits all monomials that may follow the one at the given depth: as the last only those that leave no positive pivot.
func (w *descent) below(l *bordered, depth int) {
	lo, hi := w.k-depth-2, w.at[depth]
	if depth+1 < w.k-1 {
		for c := hi - 1; c >= lo; c-- {
			w.visit(l, depth+1, c)
		}
		return
	}
	pivots := l.pivots[depth+1][:hi]
	for c := numeric.LastAtMost(pivots, l.least); c >= lo; c = numeric.LastAtMost(pivots[:c], l.least) {
		w.visit(l, depth+1, c)
	}
}

// begin starts a factor of M - tG for the largest of the chosen monomials and those before it.
func (w *descent) begin(l *bordered, t float64) {
	l.t = t
	for c := range w.at[0] + 1 {
		m, g := w.m[c][c], w.g[c][c]
		l.pivots[0][c], l.least[c] = m-t*g, 1e-15*(m+math.Abs(t)*g)
	}
}

// border computes the column of the factor for the monomial at the given depth: the entries of all that may follow,
// and their pivots.
func (w *descent) border(l *bordered, depth int) {
	a := w.at[depth]
	column, after := l.columns[depth][:a], l.pivots[depth+1][:a]
	copy(column, w.m[a])
	numeric.Axpy(-l.t, w.g[a][:a], column)
	for i, earlier := range l.columns[:depth] {
		numeric.Axpy(-earlier[a]/l.pivots[i][w.at[i]], earlier[:a], column)
	}
	copy(after, l.pivots[depth])
	numeric.AddProduct(after, -1/l.pivots[depth][a], column, column)
}

// thresholdAt returns a factor with a threshold below the eigenvalue of the monomials
// chosen up to depth, if there is anything to be found below it.
func (w *descent) thresholdAt(depth int) (*bordered, bool) {
	lambda, ok := w.search.eigenvalue(w.idx[:depth+1])
	if !ok || lambda <= w.search.least {
		return nil, false
	}
	l := w.factors[depth]
	w.begin(l, math.Min(limit.SupersetFactor*lambda, w.best.worst()))
	for i, c := range w.at[:depth+1] {
		if l.pivots[i][c] <= l.least[c] {
			return nil, false
		}
		w.border(l, i)
	}
	return l, true
}
