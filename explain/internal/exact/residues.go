package exact

import (
	"math/rand/v2"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/numeric/modular"
	"github.com/kexplain/kexplain/poly"
)

// ops counts multiplications modulo a prime, so that work is bounded by the same
// number on every machine.
type ops struct{ left int }

func (o *ops) spend(n int) { o.left -= n }

// echelon is a space of vectors modulo a prime, spanned by rows with a 1 at a pivot of
// their own and 0 at the pivots of the rows before.
type echelon struct {
	m     modular.Modulus
	rows  [][]uint64
	pivot []int
	work  *ops
}

// reduce subtracts multiples of the rows from v until it is zero at all pivots.
func (e *echelon) reduce(v []uint64) {
	for k, row := range e.rows {
		c := v[e.pivot[k]]
		if c == 0 {
			continue
		}
		e.work.spend(len(v))
		for j, x := range row {
			if x != 0 {
				v[j] = e.m.Sub(v[j], e.m.Mul(c, x))
			}
		}
	}
}

// add reduces v, which it changes, and takes what is left as a new row with the first
// entry in the given order as pivot. It reports whether anything was left.
func (e *echelon) add(v []uint64, order []int) bool {
	e.reduce(v)
	for _, j := range order {
		if v[j] == 0 {
			continue
		}
		if v[j] != e.m.One() {
			inv := e.m.Inv(v[j])
			for l, x := range v {
				v[l] = e.m.Mul(x, inv)
			}
		}
		e.work.spend(len(v))
		e.rows, e.pivot = append(e.rows, v), append(e.pivot, j)
		return true
	}
	return false
}

// contains reports whether v, which it changes, is in the space.
func (e *echelon) contains(v []uint64) bool {
	e.reduce(v)
	for _, x := range v {
		if x != 0 {
			return false
		}
	}
	return true
}

// kernel returns a basis of the vectors orthogonal to the space, one for each column
// that is no pivot when pivots are sought in the given order of the columns. The vector
// of column f is nonzero at f, where it is 1, and at pivots before f only.
func (e *echelon) kernel(n int, order []int) [][]uint64 {
	r := &echelon{m: e.m, work: e.work}
	for _, row := range e.rows {
		r.add(append([]uint64(nil), row...), order)
	}
	// Back substitution: the reduced form.
	for k := len(r.rows) - 1; k >= 0; k-- {
		for i := range k {
			c := r.rows[i][r.pivot[k]]
			if c == 0 {
				continue
			}
			r.work.spend(n)
			for j, x := range r.rows[k] {
				if x != 0 {
					r.rows[i][j] = r.m.Sub(r.rows[i][j], r.m.Mul(c, x))
				}
			}
		}
	}
	isPivot := make([]bool, n)
	for _, p := range r.pivot {
		isPivot[p] = true
	}
	var out [][]uint64
	for _, f := range order {
		if isPivot[f] {
			continue
		}
		v := make([]uint64, n)
		v[f] = r.m.One()
		for i, p := range r.pivot {
			v[p] = r.m.Neg(r.rows[i][f])
		}
		out = append(out, v)
	}
	return out
}

// space is the list of the monomials of degree up to d in some columns, ascending by
// degree. Every monomial but 1 is an earlier one times a column.
type space struct {
	cols   []int
	degree int
	mons   []poly.Monomial
	parent []int
	factor []int // a column of the table
	at     map[poly.Monomial]int
}

// newSpace lists the monomials, without those for which skip, unless nil, is true, and
// their multiples.
func newSpace(R ringOfRows, cols []int, degree int, skip func(poly.Monomial) bool) *space {
	s := &space{cols: cols, degree: degree, at: map[poly.Monomial]int{}}
	s.push(poly.Monomial{}, -1, -1)
	begin, last := 0, []int{0} // last[k]: place in cols of the last factor of monomial k
	for range degree {
		end := len(s.mons)
		for k := begin; k < end; k++ {
			for c := last[k]; c < len(cols); c++ {
				m, err := R.MulMonomial(s.mons[k], R.VarMonomial(cols[c]))
				if err != nil || skip != nil && skip(m) {
					continue
				}
				s.push(m, k, cols[c])
				last = append(last, c)
			}
		}
		begin = end
	}
	return s
}

func (s *space) push(m poly.Monomial, parent, factor int) {
	s.at[m] = len(s.mons)
	s.mons, s.parent, s.factor = append(s.mons, m), append(s.parent, parent), append(s.factor, factor)
}

// values sets dst to the values of the monomials at a row of residues.
func (s *space) values(m *modular.Modulus, dst, row []uint64) {
	dst[0] = m.One()
	for k := 1; k < len(s.mons); k++ {
		dst[k] = m.Mul(dst[s.parent[k]], row[s.factor[k]])
	}
}

// orders are some orders of the monomials, for elimination: as they stand, the columns
// the other way round, and by chance, all by degree first.
func (s *space) orders(rng *rand.Rand) [][]int {
	plain := numeric.FirstInts(len(s.mons))
	all := [][]int{plain}
	byDegree := func(within func(block []int)) {
		order := append([]int(nil), plain...)
		for from := 0; from < len(order); {
			to := from
			for to < len(order) && s.mons[order[to]].Degree() == s.mons[order[from]].Degree() {
				to++
			}
			within(order[from:to])
			from = to
		}
		all = append(all, order)
	}
	byDegree(slices.Reverse)
	for range limit.RandomOrders {
		byDegree(func(b []int) { rng.Shuffle(len(b), func(i, j int) { b[i], b[j] = b[j], b[i] }) })
	}
	return all
}

// rank spans the values of the monomials at the rows and returns their space. Where many rows
// in succession add nothing, it compares further rows with one random vector orthogonal to the
// space only. A row that adds nothing is orthogonal to it; another row is with a probability of
// 1/p.
func (t *residues) rank(s *space, rows []int, work *ops) *echelon {
	e := &echelon{m: t.m, work: work}
	n, order := len(s.mons), numeric.FirstInts(len(s.mons))
	v := make([]uint64, n)
	idle, probe := 0, []uint64(nil)
	for _, i := range rows {
		if len(e.rows) == n {
			break
		}
		s.values(&t.m, v, t.x[i])
		work.spend(n)
		if probe != nil {
			work.spend(n)
			if t.m.Dot(probe, v) == 0 {
				continue
			}
			probe = nil
		}
		if e.add(append([]uint64(nil), v...), order) {
			idle = 0
			continue
		}
		if idle++; idle == limit.QuietDraws {
			idle, probe = 0, e.orthogonal(n, t.rng)
		}
	}
	return e
}

// orthogonal returns a random vector that is orthogonal to the space: the entries that are
// no pivots by chance, the others from the last row to the first, each of which is 0 at the
// pivots of the rows before.
func (e *echelon) orthogonal(n int, rng *rand.Rand) []uint64 {
	v := make([]uint64, n)
	for j := range v {
		v[j] = e.m.FromUint64(rng.Uint64())
	}
	for _, p := range e.pivot {
		v[p] = 0
	}
	for k := len(e.rows) - 1; k >= 0; k-- {
		v[e.pivot[k]] = e.m.Neg(e.m.Dot(e.rows[k], v))
	}
	e.work.spend(n * len(e.rows))
	return v
}
