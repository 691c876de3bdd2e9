package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/kexplain/kexplain/cmd/kexplain/report"
	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/derived"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/internal/decimal"
	"github.com/kexplain/kexplain/internal/plural"
)

// refusal is a search that found no equation, told in a few sentences: why, what came
// nearest, by how much it falls short, and what to try.
type refusal struct {
	*explain.NoEquationError
	notes   []string // what is odd about the table
	attempt string   // a command, or ""
	among   string   // which polynomials were looked at, "" for all
	unit    func(column string) string
}

func (r *refusal) Unwrap() error { return r.NoEquationError }

// Error is the sentences, a line each.
func (r *refusal) Error() string {
	const longest = 6
	why := fmt.Sprintf("no polynomial equation of degree ≤ %d%s holds", r.Degree, r.among)
	if r.Reason != "" {
		why += ": " + r.Reason
	}
	lines := []string{why}
	if r.Best != "" {
		near := "nearest: " + r.Best
		if r.Terms > longest {
			near = "nearest: a polynomial of " + plural.Count(r.Terms, "term")
		}
		switch within := report.Deviations(r.Deviations, r.unit); {
		case within != "":
			near += ", but only to about " + within
		case r.Sigma > 0:
			near += fmt.Sprintf(", which needs noise of %s times the %s", decimal.Number(r.Sigma, 2), r.Unit)
		}
		lines = append(lines, near)
	}
	if help := r.Help(); help != "" {
		lines = append(lines, "evidence: "+help)
	}
	if len(r.notes) > 0 {
		lines = append(lines, "note: "+strings.Join(r.notes, "; "))
	}
	if r.attempt != "" {
		lines = append(lines, "try: "+r.attempt)
	}
	return strings.Join(lines, "\n  ")
}

// refuse adds to an error of a search what helps its reader: what the report would have
// said of the table, because columns that were left out may be why nothing holds, and
// a command to try.
func (o *learnOptions) refuse(ctx context.Context, t *table.Table, err error) error {
	var none *explain.NoEquationError
	if !errors.As(err, &none) {
		return withOddities(t.Info, err)
	}
	notes := t.Info.Oddities()
	for _, s := range none.Forms {
		notes = append(notes, report.NewSetting(s).InWords())
	}
	for _, name := range none.Counters {
		notes = append(notes, "column "+name+" numbers the rows and took no part")
	}
	set := points.FromTable(t)
	attempt := o.attempt(t.Info.Columns, none.Counters, none.NextDegree, len(derived.Propose(set, unitIn(t))) > 0)
	if none.Lead <= 0 && (o.with == "" || o.with == withAuto) {
		attempt = o.straightened(ctx, t, set, none.Null, attempt)
	}
	if lagged := o.lagged(ctx, set); lagged != "" {
		attempt = lagged
	}
	if o.functions() {
		attempt = fmt.Sprintf("kexplain learn %s   # among all polynomials", shellWord(o.data.path))
	}
	return &refusal{none, notes, attempt, o.among(), t.Info.Unit}
}

// among says which polynomials a search is restricted to, "" for none.
func (o *learnOptions) among() string {
	switch {
	case o.kernel.name != "polynomial":
		return " among the functions of --kernel " + o.kernel.name
	case o.kernel.through():
		return " among the functions of --invariant " + o.kernel.invariant
	case o.options.DegreeIn != nil:
		return " within the bounds of --degree-in"
	}
	return ""
}

// attempt is a command that may do better, with what it does: with the columns that number the rows; without a low --degree;
// where there are many columns a higher degree, or fewer of them where that has too many monomials; and else
// functions of columns, if some are proposed, or what was looked at. The first column often numbers the rows.
func (o *learnOptions) attempt(columns, counters []string, nextDegree int, proposed bool) string {
	const few = 4
	data, with := shellWord(o.data.path), ""
	if o.with != "" {
		with = " --with " + shellWord(o.with)
	}
	asked := data + with
	if o.data.columns != "" {
		asked = data + " --columns " + shellWord(o.data.columns) + with
	}
	switch degree, usual := o.options.MaxDegree, explain.DefaultDegree(len(columns)); {
	case len(counters) > 0 && len(columns) <= few:
		return fmt.Sprintf("kexplain learn %s --columns %s%s   # with the column %s", data, shellWord(strings.Join(columns, ",")), with, strings.Join(counters, ", "))
	case len(columns) > few && nextDegree > 0:
		return fmt.Sprintf("kexplain learn %s --degree %d   # a higher degree; with fewer --columns it takes less time", asked, nextDegree)
	case len(columns) > few && (with == "" || o.with == withAuto):
		return fmt.Sprintf("kexplain learn %s --columns %s%s   # fewer columns, higher degree", data,
			shellWord(strings.Join(columns[len(columns)-3:], ",")), with)
	case degree > 0 && degree < usual:
		return fmt.Sprintf("kexplain learn %s   # without --degree: up to degree %d", asked, usual)
	case o.noise != nil && o.noise.zero():
		return fmt.Sprintf("kexplain learn %s   # without --noise: errors are estimated", asked)
	case with == "" && proposed:
		return fmt.Sprintf("kexplain learn %s --with auto   # also sines, reciprocals, roots and logarithms of columns", asked)
	case o.explain:
		return ""
	}
	return fmt.Sprintf("kexplain learn %s --explain   # what was looked at and refused", asked)
}
