package problem

import (
	"math"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/exact"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// WithSettings returns the data with columns that take few values, the s.Column-th of names each:
// the products that vanish at these are trivial.
func (d Data) WithSettings(names []string, settings []exact.Setting) Data {
	d.Levels, d.Trivial = map[string]int{}, slices.Clone(d.Trivial)
	for _, s := range settings {
		d.Levels[names[s.Column]] = len(s.Values)
		if p, err := s.Vanishing(names[s.Column]); err == nil {
			d.Trivial = append(d.Trivial, p)
		}
	}
	return d
}

// OwedToSettings reports whether an equation on these monomials is worthless because some
// columns take few values. There are two cases. It speaks of such columns alone, but for a
// factor, and the values make so few places that many polynomials pass through these. Or some product of
// the other columns occurs with so many powers of one of these columns that its coefficient is
// another number for each value, of three or more.
func (p *Problem) OwedToSettings(idx []int) bool {
	n := min(p.Table.Vars(), len(p.Scaling.Levels))
	for j, levels := range p.Scaling.Levels {
		if levels < 3 {
			continue
		}
		powers := map[string]int{}
		for _, a := range idx {
			other := slices.Clone(p.Table.Exponents(a))
			other[j] = 0
			if powers[string(other)]++; powers[string(other)] >= levels {
				return true
			}
		}
	}
	// What the other columns make of every monomial.
	var first []uint8
	for k, a := range idx {
		other := slices.Clone(p.Table.Exponents(a))
		for j, levels := range p.Scaling.Levels[:n] {
			if levels > 0 {
				other[j] = 0
			}
		}
		if k == 0 {
			first = other
		}
		if !slices.Equal(first, other) {
			return false
		}
	}
	return !p.speakFor(idx)
}

// speakFor reports whether the rows speak for an equation on monomials in settings. Rows of equal settings count once, and some determine the
// coefficients. Each other one satisfies the equation by chance for one of the values of a setting.
func (p *Problem) speakFor(idx []int) bool {
	most := 0
	settings := slices.DeleteFunc(p.ColumnsOf(idx), func(j int) bool {
		levels := 0
		if j < len(p.Scaling.Levels) {
			levels = p.Scaling.Levels[j]
		}
		most = max(most, levels)
		return levels == 0
	})
	spare := len(countsOf(p.Rows, settings)) - len(idx) + 1
	return most == 0 || float64(spare)*math.Log(float64(most)) >= limit.SettingNats
}

// Settings are the columns of few values, where others have many. The rows were measured at
// these values, and what is said of the other columns is said for each of them.
func (p *Problem) Settings() []int {
	var out []int
	for j, levels := range p.Scaling.Levels[:min(p.Metric.Vars(), len(p.Scaling.Levels))] {
		if levels > 0 {
			out = append(out, j)
		}
	}
	if len(out) == p.Metric.Vars() {
		return nil
	}
	return out
}

// Fixed are the settings with no more values than the degree of the search. Some polynomial vanishes at all of
// the values. With errors in such a column, one with the factor x - v would seem to fit all rows at the value v.
func (p *Problem) Fixed() []int {
	return slices.DeleteFunc(p.Settings(), func(j int) bool { return p.Scaling.Levels[j] > p.Degree })
}

// Given writes a polynomial in the variables of the data on the monomials of the search,
// with coefficients for variables in their decades. ok is false where its degree is above
// that of the search or a variable is none of the search.
func (p *Problem) Given(f *poly.Polynomial[ring.Rat]) (idx []int, a []float64, ok bool) {
	R, err := poly.NewRing[ring.Rat](ring.Q, p.Scaling.Names, poly.WithMaxDegree(max(1, f.Degree())))
	if err != nil || f.Degree() > p.Degree {
		return nil, nil, false
	}
	if f, err = f.In(R); err != nil {
		return nil, nil, false
	}
	if p.Scaling.Origin != nil {
		moved := make([]*poly.Polynomial[ring.Rat], R.NumVars())
		for j, o := range p.Scaling.Origin {
			moved[j] = R.Var(j).Add(R.Const(o))
		}
		if f, err = f.Substitute(moved); err != nil {
			return nil, nil, false
		}
	}
	at := map[int]float64{}
	for m, c := range f.Terms() {
		i := p.Table.PositionOf(R.Exponents(m))
		at[i] = c.Float64() * math.Pow10(p.DecadeOf(i))
	}
	for i := range p.Table.Len(p.Degree) {
		if c, in := at[i]; in {
			idx, a = append(idx, i), append(a, c)
		}
	}
	return idx, a, len(idx) > 0
}
