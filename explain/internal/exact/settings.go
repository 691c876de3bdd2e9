package exact

import (
	"context"
	"encoding/binary"
	"slices"

	"github.com/kexplain/kexplain/border/groebner"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// owedToSettings reports whether a law follows from those that were kept before it, and from others of lower degree, at so many values of some
// setting that the rows with its other values do not confirm it. Beside total = qty*unit the product of the total - v*unit over
// the values v of qty follows at all of them. The setting itself does not count in the degrees, and other settings have the values that they
// have beside v: beside x = y*q + r that is the product of the x - y*q - r over the x and y that go together.
func (s *search) owedToSettings(ctx context.Context, t Table, l law, kept, laws []law, settings []Setting) (bool, error) {
	R := l.poly.Ring()
	measured := takesMany(l.vars, settings)
	for _, set := range settings {
		degree := func(o law) (d int) {
			for _, m := range o.mons {
				d = max(d, m.Degree()-R.Exponent(m, set.Column))
			}
			return d
		}
		others := slices.Clone(kept)
		for _, o := range laws {
			if degree(o) < degree(l) && !slices.ContainsFunc(kept, func(k law) bool { return k.poly == o.poly }) {
				others = append(others, o)
			}
		}
		if !slices.ContainsFunc(others, func(o law) bool { return slices.Contains(o.vars, set.Column) }) {
			continue
		}
		rest := numeric.FirstInts(len(s.t.x)) // rows with values at which it does not follow
		for _, v := range set.Values {
			beside := settings
			if measured { // what holds among settings alone would be said by their values
				beside = t.settingsAt(settings, set.Column, v)
			}
			follows, err := followsAt(ctx, l, others, beside, set.Column, v)
			if err != nil {
				return false, err
			}
			if follows {
				rest = slices.DeleteFunc(rest, func(i int) bool { return s.table.Rows[s.t.rows[i]][set.Column].Equal(v) })
			}
		}
		if len(rest) < len(s.t.x) && !s.confirmed(l.vector, rest) {
			return true, nil
		}
	}
	return false, nil
}

// settingsAt are the settings with the values that they have in the rows with a value of a column.
func (t Table) settingsAt(settings []Setting, column int, v ring.Rat) (out []Setting) {
	at := Table{Names: t.Names, Rows: slices.DeleteFunc(slices.Clone(t.Rows), func(row []ring.Rat) bool { return !row[column].Equal(v) })}
	for _, s := range settings {
		out = append(out, Setting{s.Column, at.values(s.Column, len(s.Values)+1)})
	}
	return out
}

// followsAt reports whether a law follows from others, without higher degrees, where a column has a value and the other
// settings have theirs.
func followsAt(ctx context.Context, l law, others []law, settings []Setting, column int, v ring.Rat) (bool, error) {
	vars := linked(l, others)
	if numeric.CountMonomials(len(vars), l.degree) > limit.ExactMonomials {
		return false, nil
	}
	R := l.poly.Ring()
	var names []string
	for _, j := range vars {
		names = append(names, R.Vars()[j])
	}
	few, err := poly.NewRing[ring.Rat](ring.Q, names, poly.WithMaxDegree(l.degree+1))
	if err != nil {
		return false, nil
	}
	at := func(o law) (*poly.Polynomial[ring.Rat], error) {
		p, err := o.poly.SubstituteVar(column, R.Const(v))
		if err != nil {
			return nil, err
		}
		return p.In(few)
	}
	var known []*poly.Polynomial[ring.Rat]
	for _, o := range others {
		if !numeric.IsSubset(o.vars, vars) {
			continue
		}
		if p, err := at(o); err == nil && !p.IsZero() {
			known = append(known, p)
		}
	}
	if len(known) == 0 {
		return false, nil
	}
	for _, s := range settings {
		if s.Column != column && slices.Contains(vars, s.Column) && len(s.Values) <= l.degree {
			x, _ := few.VarIndex(R.Vars()[s.Column])
			p, err := Vanishing(few.Var(x), s.Values)
			if err != nil {
				return false, nil
			}
			known = append(known, p)
		}
	}
	p, err := at(l)
	if err != nil || p.IsZero() { // it says nothing there
		return false, nil
	}
	ideal, err := groebner.TruncatedOf(ctx, known, l.degree)
	return err == nil && ideal.Contains(p), ctx.Err()
}

// powers adds the laws of two terms, up to a degree, in which a setting has an exponent no less than the number of its
// values. The walk through the degrees does not see them: where side is 3 or 5, area = tiles*side^2 says the same as
// area = 8*tiles*side - 15*tiles, which only interpolates.
func (s *search) powers(settings []Setting, degree int) {
	settings = slices.DeleteFunc(slices.Clone(settings), func(o Setting) bool {
		return len(o.Values) > degree || !slices.Contains(s.cols, o.Column)
	})
	if len(settings) == 0 || numeric.CountMonomials(len(s.cols), degree) > limit.ExactMonomials {
		return
	}
	sp := newSpace(s.R, s.cols, degree, nil)
	var keys []string
	alike := map[string][]int{} // monomials of which any two are proportional at the rows
	values := s.ratios(sp)
	for k := range sp.mons {
		if key := values[k]; key != "" {
			if alike[key] == nil {
				keys = append(keys, key)
			}
			alike[key] = append(alike[key], k)
		}
	}
	for _, key := range keys {
		for a, i := range alike[key] {
			for _, j := range alike[key][:a] {
				s.power(sp, i, j, settings)
			}
		}
	}
}

// ratios are, for each monomial of a space, its values at the rows over that at the first row, as a key; "" where that
// is 0. Proportional monomials have one key.
func (s *search) ratios(sp *space) []string {
	m, n := &s.t.m, len(sp.mons)
	keys, inverse, v := make([][]byte, n), make([]uint64, n), make([]uint64, n)
	for i, row := range s.t.x {
		sp.values(m, v, row)
		s.work.spend(2 * n)
		for k, x := range v {
			if i == 0 && x != 0 {
				inverse[k] = m.Inv(x)
			}
			if inverse[k] != 0 {
				keys[k] = binary.LittleEndian.AppendUint64(keys[k], m.Mul(x, inverse[k]))
			}
		}
	}
	out := make([]string, n)
	for k, key := range keys {
		out[k] = string(key)
	}
	return out
}

// power adds the law that monomials i and j of a space are proportional. They have no common factor, a setting
// has a high exponent in one of them, some column is no setting, and the rows confirm the law.
func (s *search) power(sp *space, i, j int, settings []Setting) {
	a, b := sp.mons[i], sp.mons[j]
	high := false
	for _, c := range sp.cols {
		if s.R.Exponent(a, c) > 0 && s.R.Exponent(b, c) > 0 {
			return
		}
	}
	for _, o := range settings {
		high = high || max(s.R.Exponent(a, o.Column), s.R.Exponent(b, o.Column)) >= len(o.Values)
	}
	v := make([]uint64, len(sp.mons))
	sp.values(&s.t.m, v, s.t.x[0])
	coef := make([]uint64, len(sp.mons))
	coef[i], coef[j] = v[j], s.t.m.Neg(v[i])
	f := newVector(s.R, sp.mons, coef)
	if high && takesMany(f.vars, settings) {
		s.take(law{vector: f})
	}
}

// takesMany reports whether some column is no setting: it takes many values.
func takesMany(columns []int, settings []Setting) bool {
	return slices.ContainsFunc(columns, func(c int) bool {
		return !slices.ContainsFunc(settings, func(s Setting) bool { return s.Column == c })
	})
}
