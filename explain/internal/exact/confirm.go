package exact

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/combin"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/internal/stable"
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

// isExclusion reports whether f is (x - a)*g for a setting x, and the rows speak for that. That of two flags one is 0 is no news: a
// category that was written as zeros and ones makes as many such pairs as it has values.
func (s *search) isExclusion(f vector, rows []int) bool {
	if !slices.ContainsFunc(f.vars, func(j int) bool { return len(s.levels(rows, j)) > 2 }) {
		return false
	}
	for _, j := range f.vars {
		if len(s.levels(rows, j)) > limit.MaxSettings {
			continue
		}
		for _, i := range s.t.distinct(rows, []int{j}) {
			a := s.t.x[i]
			if len(s.substitute(f, []int{j}, a).mons) > 0 {
				continue
			}
			if g := s.quotient(f, j, a[j]); !slices.Contains(g.vars, j) && s.excludes(j, a[j], g, rows) {
				return true
			}
		}
	}
	return false
}

// excludes reports whether the rows speak for (x - a)*g = 0 with column x: if x ≠ a and g ≠ 0 had nothing to do with each other, some rows
// would have both. Rows with the same value of a column on which both depend count once.
func (s *search) excludes(x int, a uint64, g vector, rows []int) bool {
	sup, v := s.t.support(s.R, g.mons), make([]uint64, len(g.mons))
	state := make([]int, len(s.t.x)) // of a row: 1 where x ≠ a, 2 where g ≠ 0
	var where []int
	for _, i := range rows {
		if !sup.zero(g.coef, v, i) {
			state[i] = 2
		}
		if s.t.x[i][x] != a {
			state[i]++
			where = append(where, i)
		}
	}
	if (len(g.vars) != 1 || g.degree != 1) && !s.confirmed(g, where) {
		return false
	}
	for _, j := range s.cols {
		if j != x && !slices.Contains(g.vars, j) && s.dependsOn(state, rows, j) {
			rows = s.t.distinct(rows, []int{j})
		}
	}
	required := limit.ExactBits
	if s.t.few[x] && !slices.ContainsFunc(g.vars, func(j int) bool { return !s.t.few[j] }) {
		required = limit.SettingBits
	}
	pairs := math.Log2(float64(numeric.CountCombinations(len(s.cols), 2)))
	return s.bitsApart(state, rows) >= required+pairs
}

// bitsApart is the evidence, in bits, that no row has both of two properties: state is 1 or 2 where a row has the one or the other, and 0 where
// it has none. Rows in long runs of the same say less than as many that alternate.
func (s *search) bitsApart(state, rows []int) float64 {
	rows = slices.Clone(rows)
	stable.Sort(rows, func(i, k int) int { return s.t.rows[i] - s.t.rows[k] })
	var count [4]float64 // by state
	all, runs := float64(len(rows)), 0.0
	for k, i := range rows {
		count[state[i]]++
		if k == 0 || state[i] != state[rows[k-1]] {
			runs++
		}
	}
	expected := 1.0 // runs, in an order by chance
	for _, n := range count {
		expected += n / all * (all - n)
	}
	apart := combin.LogGeneralizedBinomial(all, count[1]) - combin.LogGeneralizedBinomial(all-count[2], count[1])
	return apart / math.Ln2 * min(1, runs/expected)
}

// dependsOn reports whether a state is the same in all rows with one value of column j.
func (s *search) dependsOn(state, rows []int, j int) bool {
	at := make([]int, s.t.count[j])
	for _, i := range rows {
		level := s.t.level[i][j]
		if was := at[level]; was != 0 && was != 1+state[i] {
			return false
		}
		at[level] = 1 + state[i]
	}
	return true
}

// confirmedByFlag reports whether the rows with each of two values of a column confirm by themselves what f is there: total =
// goods + 7*express + 4.9 is total = goods + 4.9 without express, and total = goods + 11.9 with it. That the column tells the two
// apart is chance in one of C(n, k) cases, for k of n rows with one of the values. A flag is 0 somewhere: any two constants are those of
// some p*a + q at two values of a. Of degree two or more f must not interpolate, unless the other value is 1: a column of zeros and ones has
// no size, and next = n/2 where n is even, 3*n + 1 where it is odd, is said in one equation.
func (s *search) confirmedByFlag(f vector, rows []int, j int) bool {
	takes := func(x uint64) bool {
		return slices.ContainsFunc(rows, func(i int) bool { return s.t.x[i][j] == x })
	}
	if !takes(0) || f.degree > 1 && !takes(s.t.m.One()) && s.interpolates(f, j) {
		return false
	}
	var at [2][]int
	for _, i := range rows {
		k := 0
		if s.t.level[i][j] != s.t.level[rows[0]][j] {
			k = 1
		}
		at[k] = append(at[k], i)
	}
	for _, rows := range at {
		constant := slices.DeleteFunc(slices.Clone(f.vars), func(j int) bool { return len(s.levels(rows, j)) > 1 })
		if g := s.substitute(f, constant, s.t.x[rows[0]]); len(g.mons) == 0 || !s.confirmed(g, rows) {
			return false
		}
	}
	return combin.LogGeneralizedBinomial(float64(len(rows)), float64(len(at[0])))/math.Ln2 >= limit.ExactBits
}

// interpolates reports whether a column of two values does more in f than to leave terms out where it is 0: between two values of b
// any two coefficients of a are those of some p*a + q*a*b.
func (s *search) interpolates(f vector, j int) bool {
	return slices.ContainsFunc(f.mons, func(m poly.Monomial) bool {
		rest, ok := s.R.DivMonomial(m, s.R.VarMonomial(j))
		return ok && slices.Contains(f.mons, rest)
	})
}

// substitute is f with the values that some columns have in a row.
func (s *search) substitute(f vector, columns []int, row []uint64) vector {
	mons, coef := make([]poly.Monomial, len(f.mons)), make([]uint64, len(f.mons))
	for k, m := range f.mons {
		c := f.coef[k]
		for _, j := range columns {
			for range s.R.Exponent(m, j) {
				c = s.t.m.Mul(c, row[j])
				m, _ = s.R.DivMonomial(m, s.R.VarMonomial(j))
			}
		}
		mons[k], coef[k] = m, c
	}
	return s.sum(mons, coef)
}

// quotient is f/(x_j - a), which divides it.
func (s *search) quotient(f vector, j int, a uint64) vector {
	var mons []poly.Monomial
	var coef []uint64
	one := s.R.VarMonomial(j)
	for k, m := range f.mons {
		// c*x^e*m = c*(x^(e-1) + a*x^(e-2) + …)*m*(x - a) + c*a^e*m, and the sum of the last is 0.
		c := f.coef[k]
		for range s.R.Exponent(m, j) {
			m, _ = s.R.DivMonomial(m, one)
			mons, coef = append(mons, m), append(coef, c)
			c = s.t.m.Mul(c, a)
		}
	}
	return s.sum(mons, coef)
}

// sum is the polynomial with terms of which several may have the same monomial.
func (s *search) sum(mons []poly.Monomial, coef []uint64) vector {
	var different []poly.Monomial
	var sums []uint64
	for k, m := range mons {
		at := slices.Index(different, m)
		if at < 0 {
			at = len(different)
			different, sums = append(different, m), append(sums, 0)
		}
		sums[at] = s.t.m.Add(sums[at], coef[k])
	}
	return newVector(s.R, different, sums)
}
