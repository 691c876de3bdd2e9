package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/derived"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/explain/points/table"
)

// mostStraightened is the number of columns up to which logarithms are tried where nobody asked for them: with more it
// would take long.
const mostStraightened = 4

// straightened is a command that has been seen to find an equation where a function, such as "a power of x", describes
// the rows better than any polynomial: with the logarithms that make a line of it, or else with the logarithms or the sines of --with auto.
// It is empty where no such command finds an equation. Where null is no function, or there are many columns, it is other.
func (o *learnOptions) straightened(ctx context.Context, t *table.Table, set *points.Set, null explain.Null, other string) string {
	list, ok := logarithms(set, null)
	if !ok || set.Cols() > mostStraightened {
		return other
	}
	if o.noise != nil && o.noise.zero() {
		return other
	}
	if o.with == withAuto { // which has tried them
		return ""
	}
	proposals := derived.Propose(set, unitIn(t))
	for _, p := range proposals { // of a vapour pressure p, T*ln_p + 5200 = 20*T
		if text := strings.ReplaceAll(p.Definitions, "; ", ", "); strings.Contains(text, "ln(") && !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	for _, text := range list {
		if _, ok, _ := o.learnProposed(ctx, set, text, nil); ok {
			return o.found(text)
		}
	}
	// Reciprocals and roots are in polynomials already: sines are left, the first list.
	if len(proposals) > 0 && strings.HasPrefix(proposals[0].What, "sines") {
		if _, ok, _ := o.learnProposed(ctx, set, proposals[0].Definitions, nil); ok {
			return o.found(withAuto)
		}
	}
	return ""
}

// found is the command with columns that have been seen to find an equation.
func (o *learnOptions) found(with string) string {
	data := shellWord(o.data.path)
	if o.data.columns != "" {
		data += " --columns " + shellWord(o.data.columns)
	}
	if o.noise != nil {
		data += " --noise " + shellWord(o.noise.text)
	}
	return fmt.Sprintf("kexplain learn %s --with %s   # this finds an equation", data, shellWord(with))
}

// logarithms are definitions that make a line of a function, one for each column that may be its value. ok is false where
// null is no function of a column, nor a power law.
func logarithms(set *points.Set, null explain.Null) (list []string, ok bool) {
	ln := func(j int) string {
		return fmt.Sprintf("ln_%s = ln(%s)", set.Variables()[j], derived.InQuotes(set.Names()[j]))
	}
	if null.Kind == explain.PowerLaw {
		var all []string
		for j := range set.Cols() {
			if allPositive(set, j) {
				all = append(all, ln(j))
			}
		}
		return []string{strings.Join(all, ", ")}, len(all) > 0
	}
	x := slices.Index(set.Variables(), null.Column)
	if x < 0 {
		return nil, false
	}
	for y := range set.Cols() {
		switch {
		case y == x:
		case null.Kind == explain.Exponential:
			list = append(list, ln(y))
		case null.Kind == explain.Logarithm:
			list = append(list, ln(x))
		case null.Kind == explain.Power:
			list = append(list, ln(x)+", "+ln(y))
		}
	}
	return list, true
}

// allPositive reports whether all values of a column are.
func allPositive(set *points.Set, j int) bool {
	for i := range set.Rows() {
		if !(set.Row(i)[j] > 0) {
			return false
		}
	}
	return true
}

// straightening proposes the logarithms that make a line of the function that describes the rows better than any polynomial,
// where it is not among other proposals: a column that decays by a third spans no factor of ten.
func straightening(set *points.Set, result *explain.Result, err error, others []derived.Proposal) (out []derived.Proposal) {
	none := (*explain.NoEquationError)(nil)
	null := explain.Null{}
	switch {
	case errors.As(err, &none) && none.Lead <= 0:
		null = none.Null
	case err == nil:
		null = nullOfCurves(result)
	}
	list, _ := logarithms(set, null)
	for _, text := range list {
		if !slices.ContainsFunc(others, func(p derived.Proposal) bool { return strings.ReplaceAll(p.Definitions, "; ", ", ") == text }) {
			out = append(out, derived.Proposal{What: text, Definitions: text})
		}
	}
	return out
}

// nullOfCurves is the function that describes the rows as well where all equations of a result are curves, or none.
func nullOfCurves(result *explain.Result) explain.Null {
	for _, g := range result.Generators {
		if g.Kind != explain.Curve {
			return explain.Null{}
		}
	}
	if len(result.Generators) == 0 {
		return explain.Null{}
	}
	return result.Generators[0].Null
}

// straightenCurves is what straightened says where all equations of a result are curves that some function describes as well.
func (o *learnOptions) straightenCurves(ctx context.Context, t *table.Table, set *points.Set, result *explain.Result) string {
	if o.with != "" {
		return ""
	}
	return o.straightened(ctx, t, set, nullOfCurves(result), "")
}
