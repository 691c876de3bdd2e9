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

// bordered is the factorisation LDLᵀ of M - tG on the chosen monomials: what is left of this matrix after each of them.
type bordered struct {
	t     float64
	left  []schur   // left[i] after the first i chosen monomials
	least []float64 // up to which a pivot is no more than rounding
}

// schur is a Schur complement. Its rows are computed when they are asked for: a row serves all that may be chosen next.
type schur struct {
	pivots []float64   // the diagonal
	rows   [][]float64 // row c up to the diagonal
	done   []int       // the matrix to which row c belongs
	number int         // of this matrix
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
			l.left = append(l.left, schur{make([]float64, n), make([][]float64, n), make([]int, n), 0})
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
			if l.left[0].pivots[c] <= 0 {
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
	last, positive := depth == w.k-1, l.left[depth].pivots[c] > l.least[c]
	switch {
	case last && !positive:
		w.search.offer(w.best, w.idx)
	case last:
	case positive:
		if depth+1 < w.k-1 {
			w.border(l, depth)
		}
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
	next := w.next(l, depth)
	for c := next.LastAtMost(l.least[:hi]); c >= lo; c = next.LastAtMost(l.least[:c]) {
		w.choose(depth+1, c)
		w.search.offer(w.best, w.idx)
	}
}

// begin starts a factor of M - tG for the largest of the chosen monomials and those before it.
func (w *descent) begin(l *bordered, t float64) {
	l.t = t
	s := &l.left[0]
	s.number++
	for c := range w.at[0] + 1 {
		m, g := w.m[c][c], w.g[c][c]
		s.pivots[c], l.least[c] = m-t*g, 1e-15*(m+math.Abs(t)*g)
	}
}

// border eliminates the monomial at the given depth.
func (w *descent) border(l *bordered, depth int) {
	a := w.at[depth]
	s, after := &l.left[depth], &l.left[depth+1]
	row := w.row(l, depth, a)
	copy(after.pivots, s.pivots[:a])
	numeric.AddProduct(after.pivots[:a], -1/s.pivots[a], row, row)
	after.number++
}

// row returns row c of what is left after the first i chosen monomials.
func (w *descent) row(l *bordered, i, c int) []float64 {
	s := &l.left[i]
	if s.done[c] == s.number {
		return s.rows[c]
	}
	if s.rows[c] == nil {
		s.rows[c] = make([]float64, c)
	}
	base, f, column := w.sum(l, i, c)
	copy(s.rows[c], base)
	numeric.Axpy(f, column[:c], s.rows[c])
	s.done[c] = s.number
	return s.rows[c]
}

// sum returns the two rows of which row c after the first i chosen monomials is base + f·column.
func (w *descent) sum(l *bordered, i, c int) (base []float64, f float64, column []float64) {
	if i == 0 {
		return w.m[c], -l.t, w.g[c]
	}
	a := w.at[i-1]
	column = w.row(l, i-1, a)
	return w.row(l, i-1, c), -column[c] / l.left[i-1].pivots[a], column
}

// next are the pivots of all that may follow the monomial at the given depth, without its row, which serves no other.
func (w *descent) next(l *bordered, depth int) numeric.Bordered {
	c := w.at[depth]
	base, f, column := w.sum(l, depth, c)
	pivots := l.left[depth].pivots
	return numeric.Bordered{Base: base, Column: column, F: f, Pivots: pivots, C: -1 / pivots[c]}
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
		if l.left[i].pivots[c] <= l.least[c] {
			return nil, false
		}
		if i+1 < w.k-1 {
			w.border(l, i)
		}
	}
	return l, true
}
