package derived

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/poly"
)

// Proposal is a list of columns that a law may need.
type Proposal struct {
	What        string // in words: sines and cosines of theta; empty for one column of those before
	Definitions string // for Parse
}

// angleWords begin the names of angles.
var angleWords = []string{"theta", "phi", "psi", "angle", "azimuth", "bearing", "heading", "inclination", "tilt", "latitude", "longitude", "θ", "ϑ", "φ", "ϕ", "ψ"}

// angleShort are names of angles with nothing behind them but a number: th_cond is a conductivity.
var angleShort = []string{"th", "ang"}

// isAngle reports whether a name is that of an angle. It begins with one of the words, perhaps
// with a number, at its end or before _, a blank or a bracket; or it is a short one such as th or th_1;
// or it ends with a unit of angles, as in inc_deg, dip (rad) and tilt [°].
func isAngle(name string) bool {
	lower := strings.ToLower(name)
	if inDegrees(name) || endsWith(name, "rad", "radian", "radians") {
		return true
	}
	for _, word := range angleShort {
		if rest, ok := strings.CutPrefix(lower, word); ok && strings.TrimRight(strings.TrimPrefix(rest, "_"), "0123456789") == "" && rest != "_" {
			return true
		}
	}
	for _, word := range angleWords {
		if rest, ok := strings.CutPrefix(lower, word); ok {
			after := strings.TrimLeft(rest, "_0123456789")
			if after == "" || after[0] == ' ' || after[0] == '(' || strings.Contains(rest[:len(rest)-len(after)], "_") {
				return true
			}
		}
	}
	return false
}

// inDegrees reports whether the unit in a name is degrees.
func inDegrees(name string) bool {
	return strings.HasSuffix(strings.TrimRight(name, ")]"), "°") || endsWith(name, "deg", "degree", "degrees")
}

// endsWith reports whether a name ends with one of the units, behind _, a blank or a bracket,
// with or without a bracket at its end.
func endsWith(name string, units ...string) bool {
	lower := strings.TrimRight(strings.ToLower(name), ")]")
	return slices.ContainsFunc(units, func(unit string) bool {
		before, ok := strings.CutSuffix(lower, unit)
		return ok && strings.TrimRight(before, "_ ([") != before
	})
}

// Propose proposes derived columns by the names, the ranges and the units of those of a set:
// sines of angles, then their cosines, then both; reciprocals, roots and logarithms of a few positive columns
// that span a decade, of all of them and then of one at a time: the logarithm of a column that
// decays belongs beside the time itself. Beside a column that spans a decade, logarithms are of all positive columns: y = 2.2 x^0.41
// spans less than x. unit gives the unit of a name, or nothing.
func Propose(s *points.Set, unit func(name string) string) []Proposal {
	var angles, positive, wide, sines, cosines []string
	plain := map[string]string{} // a name as part of another
	for j, variable := range s.Variables() {
		name := s.Names()[j]
		plain[name] = variable
		lo, hi := math.Inf(1), math.Inf(-1)
		for i := range s.Rows() {
			v := s.Row(i)[j]
			lo, hi = min(lo, v), max(hi, v)
		}
		u := unit(name)
		degrees := u == "deg" || u == "°" || u == "degrees" || u == "" && inDegrees(name)
		switch {
		case degrees || u == "rad" || isAngle(name):
			of := InQuotes(name)
			if degrees || u != "rad" && max(hi, -lo) > limit.SeveralTurns || u == "" &&
				max(hi, -lo) > limit.FewDegrees && max(hi, -lo) <= 360 && hi == math.Trunc(hi) {
				of = "pi/180*" + of
			}
			angles = append(angles, name)
			sines = append(sines, fmt.Sprintf("sin_%s = sin(%s)", variable, of))
			cosines = append(cosines, fmt.Sprintf("cos_%s = cos(%s)", variable, of))
		case lo > 0:
			positive = append(positive, name)
			if hi >= limit.Decade*lo {
				wide = append(wide, name)
			}
		}
	}
	var out []Proposal
	if len(angles) > 0 {
		of := " of " + strings.Join(angles, ", ")
		out = append(out, Proposal{"sines" + of, strings.Join(sines, "; ")}, Proposal{"cosines" + of, strings.Join(cosines, "; ")},
			Proposal{"sines and cosines" + of, strings.Join(slices.Concat(sines, cosines), "; ")})
	}
	if len(wide) == 0 || len(wide) > limit.MaxProposed {
		return out
	}
	if len(positive) > limit.MaxProposed {
		positive = wide
	}
	var single []Proposal // logarithms first
	for _, f := range []struct {
		what, name, form string
		of               []string
	}{
		{"reciprocals", "per", "1/%s", wide}, {"square roots", "sqrt", "sqrt(%s)", wide}, {"logarithms", "ln", "ln(%s)", positive},
	} {
		define := func(name string) string { return fmt.Sprintf("%s_%s = "+f.form, f.name, plain[name], InQuotes(name)) }
		var list []string
		for _, name := range f.of {
			list = append(list, define(name))
		}
		out = append(out, Proposal{f.what + " of " + strings.Join(f.of, ", "), strings.Join(list, "; ")})
		for k, name := range wide {
			if len(f.of) > 1 {
				single = stable.Insert(single, k, Proposal{Definitions: define(name)})
			}
		}
	}
	return append(out, single...)
}

// InQuotes is a name as an expression, in quotes where it needs them.
func InQuotes(name string) string {
	if poly.IsName(name) {
		return name
	}
	return strconv.Quote(name)
}

// Circles returns the pairs of places of definitions that are the sine and the cosine of one
// expression, whose squares add up to 1.
func Circles(definitions []Definition) (pairs [][2]int) {
	for i, d := range definitions {
		of, ok := strings.CutPrefix(d.text, "sin")
		if !ok || d.Around() {
			continue
		}
		if k := slices.IndexFunc(definitions, func(e Definition) bool { return e.text == "cos"+of }); k >= 0 {
			pairs = append(pairs, [2]int{i, k})
		}
	}
	return pairs
}
