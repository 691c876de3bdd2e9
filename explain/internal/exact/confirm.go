package exact

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/combin"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
)

// confirmed reports whether the rows, at all of which f vanishes, speak for a law: see
// the package comment.
func (s *search) confirmed(f vector, rows []int) bool {
	if s.isIndicatorSum(f, rows) {
		return true
	}
	sup := s.t.support(s.R, f.mons)
	different := s.t.distinct(rows, f.vars)
	for _, j := range f.vars {
		// Rows at a value of a setting for which f is 0 whatever the other cells are
		// confirm nothing.
		if values := s.levels(different, j); len(values) <= limit.MaxSettings {
			collapsed := map[int]bool{}
			for _, i := range different {
				if _, seen := collapsed[s.t.level[i][j]]; !seen {
					collapsed[s.t.level[i][j]] = s.collapses(f, j, s.t.x[i][j])
				}
			}
			different = slices.DeleteFunc(different, func(i int) bool { return collapsed[s.t.level[i][j]] })
		}
	}
	different = s.t.distinct(different, s.tied(f))
	need := len(f.mons) - 1
	spare := len(different) - need
	if spare < limit.MinSpareRows {
		return false
	}
	half := len(different) / 2
	if sup.rank(different[:half], need, s.work) < need || sup.rank(different[half:], need, s.work) < need {
		return false
	}
	for _, j := range f.vars {
		values := s.levels(different, j)
		if len(values) > max(limit.MaxSettings, f.degree+1) {
			if len(values) > limit.MaxInterpolated || len(f.mons) <= limit.LongGenerator {
				continue
			}
			values = values[:limit.InterpolationTests]
		}
		if len(values) == 2 && f.degree == 1 && s.confirmedByFlag(sup, different, j, need) {
			continue
		}
		if !slices.ContainsFunc(values, func(v int) bool {
			rest := slices.DeleteFunc(slices.Clone(different), func(i int) bool { return s.t.level[i][j] == v })
			return sup.rank(rest, need, s.work) == need
		}) {
			return false
		}
	}
	return float64(spare)*s.bitsPerRow(f) >= s.requiredBits(f)
}

// tied are the columns that do not divide f: 16 prices and their fees are as many places in items*f(price, fee), however many items
// there are. They are all where f is a monomial.
func (s *search) tied(f vector) []int {
	if len(f.mons) == 1 {
		return f.vars
	}
	return slices.DeleteFunc(slices.Clone(f.vars), func(j int) bool {
		return !slices.ContainsFunc(f.mons, func(m poly.Monomial) bool { return s.R.Exponent(m, j) == 0 })
	})
}

// isIndicatorSum reports whether f says that of three or more columns of zeros and ones exactly one is 1, each at several of the rows:
// few rows are different, and yet as many columns that have nothing to do with each other would hardly do that.
func (s *search) isIndicatorSum(f vector, rows []int) bool {
	if f.degree != 1 || len(f.vars) < 3 || len(f.mons) != len(f.vars)+1 {
		return false
	}
	m, first := &s.t.m, f.coef[slices.IndexFunc(f.mons, func(m poly.Monomial) bool { return m.Degree() == 1 })]
	for k, c := range f.coef {
		if f.mons[k].Degree() == 0 {
			c = m.Neg(c)
		}
		if c != first {
			return false
		}
	}
	for _, j := range f.vars {
		ones := 0
		for _, i := range rows {
			switch s.t.x[i][j] {
			case m.FromInt64(0):
			case m.FromInt64(1):
				ones++
			default:
				return false
			}
		}
		if ones < limit.MinSpareRows {
			return false
		}
	}
	return true
}

// confirmedByFlag reports whether the rows with each of two values of a column confirm a linear law by themselves, up to what the
// column adds: total = goods + 7*express + 4.9 is total = goods + 4.9 without express, and total = goods + 11.9 with it. That the
// column tells the two apart is chance in one of C(n, k) cases, for k of n rows with one of the values.
func (s *search) confirmedByFlag(sup support, rows []int, j, need int) bool {
	level := s.t.level[rows[0]][j]
	var some, others []int
	for _, i := range rows {
		if s.t.level[i][j] == level {
			some = append(some, i)
		} else {
			others = append(others, i)
		}
	}
	for _, at := range [][]int{some, others} {
		if len(at) < need-1+limit.MinSpareRows || sup.rank(at, need, s.work) != need-1 {
			return false
		}
	}
	return combin.LogGeneralizedBinomial(float64(len(rows)), float64(len(some))) >= limit.ExactBits*math.Ln2
}

// bitsPerRow is the evidence of a row that satisfies a polynomial, in bits: by chance it would
// do so for one of as many values as the column with the most of them could have shown.
func (s *search) bitsPerRow(f vector) float64 {
	most := 0.0
	for _, j := range f.vars {
		most = max(most, s.t.bits[j])
	}
	return most
}

// requiredBits is how much the rows have to say: more where there are more polynomials of as many
// terms.
func (s *search) requiredBits(f vector) float64 {
	if !slices.ContainsFunc(f.vars, func(j int) bool { return !s.t.few[j] }) {
		return limit.SettingBits
	}
	return limit.ExactBits + math.Log2(float64(numeric.CountCombinations(numeric.CountMonomials(len(f.vars), f.degree), min(len(f.mons), limit.ChosenTerms))))
}

// levels lists the values of a column at the rows, by their numbers.
func (s *search) levels(rows []int, j int) []int {
	var out []int
	for _, i := range rows {
		out = append(out, s.t.level[i][j])
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// collapses reports whether f is the zero polynomial for the value x of column j.
func (s *search) collapses(f vector, j int, x uint64) bool {
	sum := map[poly.Monomial]uint64{}
	one := s.R.VarMonomial(j)
	for k, m := range f.mons {
		c := f.coef[k]
		for range s.R.Exponent(m, j) {
			c = s.t.m.Mul(c, x)
			m, _ = s.R.DivMonomial(m, one)
		}
		sum[m] = s.t.m.Add(sum[m], c)
	}
	for _, c := range sum {
		if c != 0 {
			return false
		}
	}
	return true
}
