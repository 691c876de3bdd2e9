package noisefree

import (
	"maps"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/exact"
	"github.com/kexplain/kexplain/explain/internal/judge"
	"github.com/kexplain/kexplain/explain/internal/rounding"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Found is what holds of data without noise: equations that are zero at the cells exactly as
// they are written, and equations that are zero within the rounding of the cells.
type Found struct {
	Variables []string
	Points    points.Rows
	Ring      *poly.Ring[ring.Rat] // of the columns, nil where these have no names of variables
	Constant  []exact.Equation     // of the columns that hold one value
	Exactly   []exact.Equation     // the others
	Within    []exact.Equation     // that hold within rounding
	Owed      []exact.Equation     // that hold at all rows, perhaps only because cells were rounded, and say no more than Within
	Settings  []exact.Setting
	Forms     []exact.Form // linear, that take few values at all rows
	Counters  []int        // columns that number the rows and take no part
	Distinct  int          // different rows
	Chance    *judge.Chance

	identities []*poly.Polynomial[ring.Rat] // that were known before, in the ring

	Degree     int  // up to which everything that vanishes was looked at
	Complete   int  // up to which everything that vanishes follows from the equations
	TooFewRows bool // to look at the next degree
}

// Laws are the equations that are no constants: those that hold exactly, then those within
// rounding.
func (f *Found) Laws() []exact.Equation { return slices.Concat(f.Exactly, f.Within) }

// Equations are all that were found, those of constant columns first.
func (f *Found) Equations() []exact.Equation { return slices.Concat(f.Constant, f.Laws()) }

// IsConstant reports whether column j holds one value only.
func (f *Found) IsConstant(j int) bool {
	return slices.ContainsFunc(f.Constant, func(e exact.Equation) bool { return e.Polynomial.DegreeIn(j) > 0 })
}

// isSetting reports whether column j takes few values again and again.
func (f *Found) isSetting(j int) bool {
	return slices.ContainsFunc(f.Settings, func(s exact.Setting) bool { return s.Column == j })
}

// takesPart reports whether column j varies and does not only number the rows.
func (f *Found) takesPart(j int) bool { return !f.IsConstant(j) && !slices.Contains(f.Counters, j) }

// takesMany reports whether column j takes part and is no setting.
func (f *Found) takesMany(j int) bool { return f.takesPart(j) && !f.isSetting(j) }

// Slips are the rows that break an equation, ascending.
func (f *Found) Slips() []int {
	var out []int
	for _, e := range f.Equations() {
		out = append(out, e.Failing...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Spans reports whether the gradient of p lies in the space of those of the laws, for fixed
// settings.
func (f *Found) Spans(p *poly.Polynomial[ring.Rat]) bool {
	return rounding.Follows(p, exact.Polynomials(f.Laws()), f.settingColumns(), f.Rows())
}

// settingColumns are those of the settings.
func (f *Found) settingColumns() (out []int) {
	for _, s := range f.Settings {
		out = append(out, s.Column)
	}
	return out
}

// Rows are the rows as floats.
func (f *Found) Rows() [][]float64 {
	rows := make([][]float64, f.Points.Rows())
	for i := range rows {
		rows[i] = f.Points.Row(i)
	}
	return rows
}

// Solved gives columns by the others: every equation that holds within rounding is solved for the
// last column that it determines, unless it has a column that is left aside. The search with noise looks at the other columns.
func (f *Found) Solved(aside ...int) map[int]*poly.Polynomial[ring.Rat] {
	out := map[int]*poly.Polynomial[ring.Rat]{}
	for _, e := range f.Within {
		p, ok := Substituted(e.Polynomial, out)
		if !ok || slices.ContainsFunc(aside, func(j int) bool { return p.DegreeIn(j) > 0 }) {
			continue
		}
		for j := len(f.Variables) - 1; j >= 0; j-- {
			if !Determines(p, j) {
				continue
			}
			R := p.Ring()
			c, err := ring.RatFromInt(-1).Quo(p.Coefficient(R.VarMonomial(j)))
			if err != nil {
				break
			}
			value := R.Var(j).Add(p.Scale(c))
			for k, g := range out {
				if g, err = g.SubstituteVar(j, value); err == nil {
					out[k] = g
				}
			}
			out[j] = value
			break
		}
	}
	return out
}

// Substituted is an equation with the columns that are solved for replaced. ok is false where only a constant
// is left of it: what the columns are solved by holds within rounding, so it need not be 0.
func Substituted(p *poly.Polynomial[ring.Rat], solved map[int]*poly.Polynomial[ring.Rat]) (q *poly.Polynomial[ring.Rat], ok bool) {
	for _, j := range slices.Sorted(maps.Keys(solved)) {
		var err error
		if p, err = p.SubstituteVar(j, solved[j]); err != nil {
			return nil, false
		}
	}
	return p, !p.IsConstant()
}

// Determines reports whether an equation gives column j as a polynomial in the others:
// it occurs in one term, by itself.
func Determines(p *poly.Polynomial[ring.Rat], j int) bool {
	R := p.Ring()
	return p.DegreeIn(j) == 1 && p.Derivative(j).IsConstant() && !p.Coefficient(R.VarMonomial(j)).IsZero()
}
