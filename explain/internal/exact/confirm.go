package exact

import (
	"math"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
)

// confirmed reports whether the rows, at all of which f vanishes, speak for a law: see
// the package comment.
func (s *search) confirmed(f vector, rows []int) bool {
	if s.isIndicatorSum(f, rows) || s.isExclusion(f, rows) {
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
					collapsed[s.t.level[i][j]] = len(s.substitute(f, []int{j}, s.t.x[i]).mons) == 0
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
		if len(values) == 2 && s.confirmedByFlag(f, different, j) {
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
