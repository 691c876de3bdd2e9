package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kexplain/kexplain/cmd/kexplain/report"
	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/units"
)

// unitList are the units of the flag --units by the name of the column.
type unitList map[string]units.Unit

// headerUnits is the value of --units that takes those of the file alone.
const headerUnits = "header"

// parseUnits reads v=m/s, t=s or the word header.
func parseUnits(s string) (unitList, error) {
	list := unitList{}
	if s == headerUnits {
		return list, nil
	}
	for part := range strings.SplitSeq(s, ",") {
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

// unitsOf returns the units of variables, from --units or else from the header; nil without
// the flag. Every variable must have one, which may be 1.
func (o *learnOptions) unitsOf(variables []string) ([]units.Unit, error) {
	if o.units == nil {
		return nil, nil
	}
	for name := range o.units {
		if !slices.Contains(variables, name) {
			return nil, usageError{fmt.Sprintf("--units: found %s, which is no column; the columns are %s", name, strings.Join(variables, ", "))}
		}
	}
	var out []units.Unit
	var none []string
	for _, v := range variables {
		u, given := o.units[v]
		if text := o.unit(v); !given && text != "" {
			var err error
			u, err = units.Parse(text)
			given = err == nil
		}
		if !given {
			none = append(none, v)
		}
		out = append(out, u)
	}
	if len(none) > 0 {
		return nil, usageError{fmt.Sprintf("--units: found no unit of %s; %s=1 says that there is none", strings.Join(none, ", "), none[0])}
	}
	return out, nil
}

// learnHomogeneous learns equations whose terms are all of one degree, or of one unit where
// there are units. With units and without --homogeneous it then lets constants have units,
// if nothing was found without a doubt.
func (o *learnOptions) learnHomogeneous(ctx context.Context, data explain.Data,
	options explain.Options) (*explain.Result, []string, error) {
	list, err := o.unitsOf(data.Variables)
	if err != nil {
		return nil, nil, err
	}
	switch {
	case list != nil:
		options.Grading = units.Grading(list)
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
			none.Reason = strings.TrimPrefix(none.Reason+"; only homogeneous equations were looked for", "; ")
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
func (o *learnOptions) addUnits(r *report.Learn) error {
	list, err := o.unitsOf(r.Variables)
	if list != nil {
		r.SetUnits(list)
	}
	return err
}
