package state

import (
	"iter"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/numeric"
)

// span is the space that vectors modulo the prime span, by its basis in reduced row echelon form: the same whatever the
// order of the vectors. Where a table has no exact law, the monomials of a few rows span everything, and no other row is looked at.
type span struct {
	width  int
	rows   [][]uint64 // row k is 1 in place pivots[k], where the others are 0, and 0 before it
	pivots []int      // increasing
	test   []uint64   // a combination, of random coefficients, of the relations that the rows obey; nil before it is needed
}

// spanDegree is the degree of the monomials whose span a state keeps: the largest up to the given one of no more monomials than
// equations are looked for in.
func spanDegree(columns, degree int) int {
	for degree > 1 && numeric.Binomial(columns+degree, degree) > limit.MaxMonomials {
		degree--
	}
	return degree
}

// full reports whether the vectors span everything, so that no relation holds of all of them.
func (s *span) full() bool { return len(s.rows) == s.width }

// free are the places of row k whose entries no reduced row echelon form with these pivots determines.
func (s *span) free(k int) iter.Seq[int] {
	return func(yield func(int) bool) {
		next := k + 1
		for i := s.pivots[k] + 1; i < s.width; i++ {
			if next < len(s.pivots) && i == s.pivots[next] {
				next++
			} else if !yield(i) {
				return
			}
		}
	}
}

// add adds a vector, which it changes. It reports whether it was new.
func (s *span) add(v []uint64) bool {
	for k, row := range s.rows {
		subtractMod(v, v[s.pivots[k]], row)
	}
	at := slices.IndexFunc(v, func(c uint64) bool { return c != 0 })
	if at < 0 {
		return false
	}
	inverse := powMod(v[at], prime-2)
	for i, c := range v {
		v[i] = mulMod(c, inverse)
	}
	for _, row := range s.rows {
		subtractMod(row, row[at], v)
	}
	k, _ := slices.BinarySearch(s.pivots, at)
	s.pivots, s.rows, s.test = stable.Insert(s.pivots, k, at), stable.Insert(s.rows, k, v), nil
	return true
}

// subtractMod subtracts c·w from v.
func subtractMod(v []uint64, c uint64, w []uint64) {
	if c == 0 {
		return
	}
	for i, x := range w {
		if x != 0 {
			v[i] = addMod(v[i], mulMod(prime-c, x))
		}
	}
}

// merge adds the vectors of another span, which it does not change.
func (s *span) merge(o *span) {
	for _, row := range o.rows {
		if s.full() {
			return
		}
		s.add(slices.Clone(row))
	}
}

// zeroAt reports whether a linear form is zero on the span.
func (s *span) zeroAt(form []uint64) bool {
	if s.full() {
		return !slices.ContainsFunc(form, func(c uint64) bool { return c != 0 })
	}
	for _, row := range s.rows {
		sum := uint64(0)
		for i, c := range form {
			sum = addMod(sum, mulMod(c, row[i]))
		}
		if sum != 0 {
			return false
		}
	}
	return true
}

// relation returns a linear form that is zero on the span, and at one vector in 2⁶¹ beyond it, as far as these are not made to
// meet it.
func (s *span) relation() []uint64 {
	if s.test != nil {
		return s.test
	}
	s.test = make([]uint64, s.width)
	for i := range s.test {
		s.test[i] = mix(uint64(i+1)*seeds[0], seeds[1]) % prime
	}
	for _, at := range s.pivots {
		s.test[at] = 0
	}
	for k, row := range s.rows {
		sum := uint64(0)
		for i, c := range row {
			sum = addMod(sum, mulMod(c, s.test[i])) // at the other pivots c is 0
		}
		if sum != 0 {
			s.test[s.pivots[k]] = prime - sum
		}
	}
	return s.test
}

// addBatch adds n vectors; entry i of vector r is list[i*stride+r]. space has n numbers.
func (s *span) addBatch(list []uint64, stride, n int, space []uint64) {
	for first := 0; first < n && !s.full(); first++ {
		values := space[:n-first] // of the relation at the vectors that are left
		clear(values)
		for i, c := range s.relation() {
			for r, v := range list[i*stride+first:][:len(values)] {
				values[r] = addMod(values[r], mulMod(c, v))
			}
		}
		more := slices.IndexFunc(values, func(c uint64) bool { return c != 0 })
		if more < 0 {
			return
		}
		first += more
		v := make([]uint64, s.width)
		for i := range v {
			v[i] = list[i*stride+first]
		}
		s.add(v)
	}
}
