package noisefree

import (
	"context"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/exact"
	"github.com/kexplain/kexplain/explain/internal/judge"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/rounding"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Options of Find.
type Options struct {
	MaxDegree  int // 0 chooses
	Seed       uint64
	EveryRow   bool                         // no row may break an equation
	Numbered   bool                         // columns that number the rows take part
	AllColumns bool                         // and so do all others
	Identities []*poly.Polynomial[ring.Rat] // that are known to vanish
	// OnlyConstant leaves all equations but those of constant columns to other methods.
	OnlyConstant bool
	NoiseGiven   bool // which leaves something to be found with noise
	// Allows reports whether an equation is one of those that are looked for; nil allows all.
	Allows func(p *poly.Polynomial[ring.Rat]) bool
}

// allows is Allows.
func (o Options) allows(p *poly.Polynomial[ring.Rat]) bool { return o.Allows == nil || o.Allows(p) }

// Find looks for equations that hold exactly, and for those that hold within the
// rounding of the cells.
func Find(ctx context.Context, variables []string, rows points.Rows, o Options) (*Found, error) {
	found, err := exact.Find(ctx, exact.Sampled(variables, rows), exact.Options{MaxDegree: o.MaxDegree, Seed: o.Seed,
		EveryRow: o.EveryRow, Numbered: o.Numbered})
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil: // of a ring: the search with noise says it in its words
		return &Found{Variables: variables, Points: rows, Chance: judge.NewChance(variables, rows, rows.Rows())}, nil
	}
	f := &Found{Variables: variables, Points: rows, Ring: found.Ring, Settings: found.Settings, Distinct: found.Distinct}
	f.Chance = judge.NewChance(variables, rows, f.Distinct*exact.SampleStep(rows.Rows(), len(variables)))
	for _, g := range o.Identities {
		if p, err := g.In(f.Ring); err == nil { // an identity in other variables says nothing
			f.identities = append(f.identities, p)
		}
	}
	if f.Constant, err = AtAllRows(ctx, rows, found.Constant); err != nil {
		return nil, err
	}
	if !o.OnlyConstant {
		f.Degree, f.Complete, f.TooFewRows = found.Degree, found.Complete, found.TooFewRows
		if f.Exactly, err = AtAllRows(ctx, rows, found.Equations); err != nil {
			return nil, err
		}
		f.Forms = slices.DeleteFunc(found.Forms, func(g exact.Form) bool { return !f.everywhere(g) })
		if f.Exactly, err = exact.Beyond(ctx, f.Exactly, f.identities); err != nil {
			return nil, err
		}
		f.Exactly = slices.DeleteFunc(f.Exactly, func(e exact.Equation) bool {
			return !o.allows(e.Polynomial) || f.Chance.Excludes(e.Polynomial, len(e.Failing)) != ""
		})
	}
	if !o.AllColumns {
		f.Counters = f.standAside(found.Counters)
	}
	// A column that is computed from others has no cells, and no rounding of its own.
	if o.OnlyConstant || len(o.Identities) > 0 {
		return f, nil
	}
	return f.withRounding(ctx, o)
}

// AtAllRows are the equations of a sample with the rows of all that break them, without those
// that many rows break: the sample was too small to show that.
func AtAllRows(ctx context.Context, rows points.Rows, list []exact.Equation) ([]exact.Equation, error) {
	if len(list) == 0 {
		return nil, nil
	}
	out := make([]exact.Equation, len(list))
	evaluators := make([]*poly.Evaluator[ring.Rat], len(list))
	for k, e := range list {
		out[k].Polynomial = e.Polynomial
		evaluators[k] = poly.NewEvaluator(e.Polynomial)
	}
	n := rows.Rows()
	row, value := make([]ring.Rat, list[0].Polynomial.Ring().NumVars()), [][]ring.Rat{make([]ring.Rat, 1)}
	for i := range n {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		rows.ExactRow(row, i)
		for k, e := range evaluators {
			if e.EvalTo(value, [][]ring.Rat{row}); !value[0][0].IsZero() {
				out[k].Failing = append(out[k].Failing, i)
			}
		}
	}
	return slices.DeleteFunc(out, func(e exact.Equation) bool { return float64(len(e.Failing)) > limit.MaxBroken*float64(n) }), nil
}

// everywhere reports whether a form has no other values at all rows than at the sample.
func (f *Found) everywhere(g exact.Form) bool {
	value, row := poly.NewEvaluator(g.Vanishing), make([]ring.Rat, len(f.Variables))
	cell := [][]ring.Rat{make([]ring.Rat, 1)}
	for i := range f.Points.Rows() {
		if value.EvalTo(cell, [][]ring.Rat{f.Points.ExactRow(row, i)}); !cell[0][0].IsZero() {
			return false
		}
	}
	return true
}

// standAside are the columns that number the rows and occur in no equation, as many of them as
// leave two other columns that vary. What is written 3.0, 4.0, 5.0 was measured.
func (f *Found) standAside(numbering []int) (aside []int) {
	varying := len(f.Variables) - len(f.Constant)
	set, digits := f.Points.(rounding.Set)
	for _, j := range numbering {
		used := slices.ContainsFunc(f.Exactly, func(e exact.Equation) bool { return e.Polynomial.DegreeIn(j) > 0 })
		measured := digits && !set.HalfStep(0, j).IsZero() && set.HalfStep(0, j).Cmp(ring.NewRat(1, 2)) < 0
		if !used && !measured && varying-len(aside) > 2 {
			aside = append(aside, j)
		}
	}
	return aside
}
