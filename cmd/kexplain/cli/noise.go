package cli

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/points"
)

// noiseList is the noise as given by --noise.
type noiseList struct {
	text        string                // as it was given
	std         map[string]float64    // standard deviations of variables
	relative    map[string]float64    // the same in parts of each value
	rounding    map[string]bool       // of variables whose errors are those of their printed digits
	correlation map[[2]string]float64 // of the errors of two, in the order given
}

// others is in place of the name of the columns that a list does not name, for which it has a
// value alone.
const others = ""

// parseNoise reads x=0.1,y=2%,z=rounding,x:y=0.5, and 0 for all columns.
func parseNoise(s string) (*noiseList, error) {
	n := &noiseList{
		text: s,
		std:  make(map[string]float64), relative: make(map[string]float64), rounding: make(map[string]bool),
		correlation: make(map[[2]string]float64),
	}
	for part := range strings.SplitSeq(s, ",") {
		name, value, ok := strings.Cut(part, "=")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		if !ok {
			name, value, ok = others, name, true
		} else if name == "" {
			ok = false
		}
		number, percent := strings.CutSuffix(value, "%")
		x, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		rounding := value == "rounding"
		if !ok || !rounding && (err != nil || math.IsNaN(x) || math.IsInf(x, 0)) {
			return nil, fmt.Errorf("found %q, expected a list such as x=0.1,y=2%%,z=rounding, or one value for all columns", s)
		}
		if first, second, pair := strings.Cut(name, ":"); pair {
			if percent || rounding {
				return nil, fmt.Errorf("found %s, expected a correlation from -1 to 1", part)
			}
			if err := n.addPair(strings.TrimSpace(first), strings.TrimSpace(second), x); err != nil {
				return nil, err
			}
			continue
		}
		_, twice := n.std[name]
		if _, again := n.relative[name]; twice || again || n.rounding[name] {
			return nil, fmt.Errorf("found %s twice", cmp.Or(name, "a value for all columns"))
		}
		switch {
		case rounding:
			n.rounding[name] = true
		case x < 0:
			return nil, fmt.Errorf("found %s, expected a standard deviation from 0 on", part)
		case percent:
			n.relative[name] = x / 100
		default:
			n.std[name] = x
		}
	}
	return n, nil
}

// addPair takes the correlation of the errors of two variables.
func (n *noiseList) addPair(first, second string, x float64) error {
	_, twice := n.correlation[[2]string{first, second}]
	_, again := n.correlation[[2]string{second, first}]
	switch {
	case first == second:
		return fmt.Errorf("found %s:%s, expected two variables", first, second)
	case twice || again:
		return fmt.Errorf("found %s:%s twice", first, second)
	case x < -1 || x > 1:
		return fmt.Errorf("found the correlation %g of %s:%s, expected one from -1 to 1", x, first, second)
	}
	n.correlation[[2]string{first, second}] = x
	return nil
}

// apply sets the noise of the columns of a set in the options. Columns that are not named
// have none.
func (n *noiseList) apply(o *explain.Options, set *points.Set) error {
	variables := set.Variables()
	n = n.spread(variables)
	for _, name := range n.names() {
		if !slices.Contains(variables, name) {
			return usageError{fmt.Sprintf("--noise: found %s, which is no column; the columns are %s", name, strings.Join(variables, ", "))}
		}
	}
	if len(n.correlation) > 0 && len(n.relative)+len(n.rounding) > 0 {
		return usageError{"--noise: found a correlation beside a part of the values or rounding, expected standard deviations only"}
	}
	std, err := n.levels(set)
	if err != nil {
		return err
	}
	if len(n.relative) > 0 {
		o.Relative = make([]float64, len(variables))
		for name, x := range n.relative {
			o.Relative[slices.Index(variables, name)] = x
		}
	}
	if len(n.correlation) == 0 {
		o.Noise = std
		return nil
	}
	o.Covariance = mat.NewSymDense(len(std), nil)
	for i, s := range std {
		o.Covariance.SetSym(i, i, s*s)
	}
	for pair, x := range n.correlation {
		i, j := slices.Index(variables, pair[0]), slices.Index(variables, pair[1])
		o.Covariance.SetSym(i, j, x*std[i]*std[j])
	}
	return nil
}

// spread gives the value of the columns that are not named to each of them.
func (n *noiseList) spread(variables []string) *noiseList {
	spread := *n
	spread.std, spread.relative, spread.rounding = maps.Clone(n.std), maps.Clone(n.relative), maps.Clone(n.rounding)
	std, isStd := n.std[others]
	relative, isRelative := n.relative[others]
	for _, name := range variables {
		if slices.Contains(n.names(), name) {
			continue
		}
		switch {
		case isStd:
			spread.std[name] = std
		case isRelative:
			spread.relative[name] = relative
		case n.rounding[others]:
			spread.rounding[name] = true
		}
	}
	delete(spread.std, others)
	delete(spread.relative, others)
	delete(spread.rounding, others)
	return &spread
}

// levels returns the standard deviation of every column, 0 for those not named; that of
// rounding to steps of q is q/√12.
func (n *noiseList) levels(set *points.Set) ([]float64, error) {
	variables := set.Variables()
	std := make([]float64, len(variables))
	for name, x := range n.std {
		std[slices.Index(variables, name)] = x
	}
	for name := range n.rounding {
		j := slices.Index(variables, name)
		if step := set.Step(j); step.Rounded && !step.Mixed && step.Digits == 0 {
			std[j] = math.Pow10(step.Place) / math.Sqrt(12)
			continue
		}
		// The cells have steps of their own: the root mean square of all.
		sum := 0.0
		for i := range set.Rows() {
			h := set.HalfStep(i, j).Float64()
			sum += h * h / 3
		}
		if std[j] = math.Sqrt(sum / float64(set.Rows())); std[j] == 0 {
			return nil, usageError{fmt.Sprintf("--noise: found %s=rounding, but the cells of %s are not rounded", name, name)}
		}
	}
	return std, nil
}

// checked returns the standard deviation of every variable for check, 0 for those not
// named.
func (n *noiseList) checked(set *points.Set) ([]float64, error) {
	if len(n.correlation)+len(n.relative) > 0 {
		return nil, usageError{"--noise: found a correlation or a part of the values, expected standard deviations or rounding"}
	}
	n = n.spread(set.Variables())
	for _, name := range n.names() {
		if !slices.Contains(set.Variables(), name) {
			return nil, usageError{fmt.Sprintf("--noise: found %s, which is in no equation; the variables are %s", name, strings.Join(set.Variables(), ", "))}
		}
	}
	return n.levels(set)
}

// zero reports whether no column has noise.
func (n *noiseList) zero() bool {
	for _, levels := range []map[string]float64{n.std, n.relative} {
		for _, x := range levels {
			if x != 0 {
				return false
			}
		}
	}
	return len(n.rounding) == 0
}

// names are all names in the list, sorted, without that of the others.
func (n *noiseList) names() []string {
	names := slices.Concat(slices.Collect(maps.Keys(n.std)), slices.Collect(maps.Keys(n.relative)), slices.Collect(maps.Keys(n.rounding)))
	for pair := range n.correlation {
		names = append(names, pair[:]...)
	}
	names = slices.DeleteFunc(names, func(name string) bool { return name == others })
	slices.Sort(names)
	return names
}
