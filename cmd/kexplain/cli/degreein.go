package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kexplain/kexplain/explain"
)

// parseDegreeIn reads u,v=1; x,y=1.
func parseDegreeIn(s string) ([]explain.DegreeBound, error) {
	var out []explain.DegreeBound
	for part := range strings.SplitSeq(s, ";") {
		names, value, ok := strings.Cut(part, "=")
		d, err := number(value, 0)
		if !ok || err != nil || d > explain.MaxDegree {
			return nil, fmt.Errorf("found %q, expected a list such as u,v=1; x,y=1, of degrees from 0 to %d", s, explain.MaxDegree)
		}
		b := explain.DegreeBound{Degree: d}
		for name := range strings.SplitSeq(names, ",") {
			if name = strings.TrimSpace(name); name == "" {
				return nil, fmt.Errorf("found %q, expected names before =", part)
			}
			b.Variables = append(b.Variables, name)
		}
		out = append(out, b)
	}
	return out, nil
}

// checkDegreeIn returns an error where --degree-in names something that is not a column.
func checkDegreeIn(bounds []explain.DegreeBound, variables []string) error {
	for _, b := range bounds {
		for _, v := range b.Variables {
			if !slices.Contains(variables, v) {
				return usageError{fmt.Sprintf("--degree-in: found %s, which is no column; the columns are %s", v, strings.Join(variables, ", "))}
			}
		}
	}
	return nil
}
