package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kexplain/kexplain/cmd/kexplain/report"
	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/derived"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/explain/units"
	"github.com/kexplain/kexplain/internal/plural"
)

// unitList are the units of the flag --units by the name of the column.
type unitList map[string]units.Unit

// headerUnits is the value of --units that takes those of the file alone.
const headerUnits = "header"

// parseUnits reads v=m/s, t=s or the word header, or both with commas between.
func parseUnits(s string) (unitList, error) {
	list := unitList{}
	for part := range strings.SplitSeq(s, ",") {
		if strings.TrimSpace(part) == headerUnits {
			continue
		}
		name, text, ok := strings.Cut(part, "=")
		name = strings.TrimSpace(name)
		if _, twice := list[name]; !ok || name == "" || twice {
			return nil, fmt.Errorf("found %q, expected a list such as v=m/s,t=s, each column once, or %s", s, headerUnits)
		}
		u, err := units.Parse(text)
		if err != nil {
			return nil, err
		}
		list[name] = u
	}
	return list, nil
}

// unitsOf returns the units of variables by their names, from --units, from the header, or, for columns that are computed, from
// their definitions, and says which symbols are no units that the program knows; nil without the flag. Every variable must
// have one, which may be 1.
func (o *learnOptions) unitsOf(measured *points.Set, definitions []derived.Definition, variables []string) (map[string]units.Unit, []string, error) {
	if o.units == nil {
		return nil, nil, nil
	}
	names := slices.Clone(measured.Variables())
	for _, d := range definitions {
		names = append(names, d.Name)
	}
	for name := range o.units {
		if !slices.Contains(names, name) {
			return nil, nil, usageError{fmt.Sprintf("--units: found %s, which is no column; the columns are %s", name, strings.Join(names, ", "))}
		}
	}
	known, reasons := make(map[string]units.Unit), make(map[string]string)
	unit := func(column int) (units.Unit, error) {
		u, ok := known[names[column]]
		if !ok {
			return u, fmt.Errorf("%s has none", names[column])
		}
		return u, nil
	}
	for k, name := range names {
		u, given := o.units[name]
		var err error
		switch text := o.unit(name); {
		case given:
		case k >= measured.Cols():
			if u, err = definitions[k-measured.Cols()].Unit(unit); err != nil {
				reasons[name] = fmt.Sprintf(" (%s: %v)", definitions[k-measured.Cols()], err)
			}
			given = err == nil || o.with == withAuto // which proposes logarithms of the numbers before a unit
		case text != "":
			u, err = units.Parse(text)
			given = err == nil
		}
		if given {
			known[name] = u
		}
	}
	out := make(map[string]units.Unit)
	var list []units.Unit
	var none []string
	for _, v := range variables {
		u, ok := known[v]
		if !ok {
			none = append(none, v+reasons[v])
			continue
		}
		out[v], list = u, append(list, u)
	}
	if len(none) > 0 {
		first, _, _ := strings.Cut(none[0], " ")
		return nil, nil, usageError{fmt.Sprintf("--units: found no unit of %s; %s=1 says that there is none", strings.Join(none, ", "), first)}
	}
	var said []string
	if own := units.Own(list); len(own) > 0 {
		said = append(said, fmt.Sprintf("units: %s %s", strings.Join(own, ", "), plural.Verb(len(own),
			"is no unit known here and counts as a base unit of its own", "are no units known here and count as base units of their own")))
	}
	return out, said, nil
}

// learnHomogeneous learns equations whose terms are all of one degree, or of one unit where
// there are units. With units and without --homogeneous it then lets constants have units,
// if nothing was found without a doubt.
func (o *learnOptions) learnHomogeneous(ctx context.Context, data explain.Data,
	options explain.Options, unit map[string]units.Unit) (*explain.Result, []string, error) {
	switch {
	case unit != nil:
		options.Grading = units.Grading(unitsInOrder(unit, data.Variables))
	case o.homogeneous:
		for range data.Variables {
			options.Grading = append(options.Grading, []int{1})
		}
	}
	result, err := explain.Learn(ctx, data, options)
	none := (*explain.NoEquationError)(nil)
	if options.Grading == nil || err != nil && !errors.As(err, &none) && !errors.Is(err, explain.ErrData) {
		return result, nil, err
	}
	if o.homogeneous {
		if none != nil {
			addReasons(none, "only homogeneous equations were looked for")
		}
		return result, nil, err
	}
	alike := []string{"units: all terms of an equation are of one unit"}
	if err == nil && sure(result) {
		return result, alike, nil
	}
	options.Grading = nil
	general, generalErr := explain.Learn(ctx, data, options)
	if err == nil && (generalErr != nil || !sure(general)) {
		return result, alike, nil
	}
	return general, []string{"units: no law whose terms are of one unit, so constants may have units"}, generalErr
}

// addUnits says in the report which units the constants have.
func addUnits(r *report.Learn, unit map[string]units.Unit) {
	if unit != nil {
		r.SetUnits(unitsInOrder(unit, r.Variables))
	}
}

// unitsInOrder are the units of some variables.
func unitsInOrder(unit map[string]units.Unit, variables []string) (list []units.Unit) {
	for _, v := range variables {
		list = append(list, unit[v])
	}
	return list
}
