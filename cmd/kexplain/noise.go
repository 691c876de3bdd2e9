package main

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain"
)

// noiseList is the noise as given by --noise.
type noiseList struct {
	std         map[string]float64    // standard deviations of variables
	correlation map[[2]string]float64 // of the errors of two, in the order given
}

// parseNoise reads x=0.1,y=0.02,x:y=0.5.
func parseNoise(s string) (*noiseList, error) {
	n := &noiseList{std: make(map[string]float64), correlation: make(map[[2]string]float64)}
	for part := range strings.SplitSeq(s, ",") {
		name, value, ok := strings.Cut(part, "=")
		name = strings.TrimSpace(name)
		x, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if !ok || name == "" || err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
			return nil, fmt.Errorf("found %q, expected a list such as x=0.1,y=0.02", s)
		}
		if first, second, pair := strings.Cut(name, ":"); pair {
			if err := n.addPair(strings.TrimSpace(first), strings.TrimSpace(second), x); err != nil {
				return nil, err
			}
			continue
		}
		if _, twice := n.std[name]; twice {
			return nil, fmt.Errorf("found %s twice", name)
		}
		if x < 0 {
			return nil, fmt.Errorf("found %s, expected a standard deviation from 0 on", part)
		}
		n.std[name] = x
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

// apply sets the noise of the variables in the options.
func (n *noiseList) apply(o *explain.Options, variables []string) error {
	for _, name := range n.names() {
		if !slices.Contains(variables, name) {
			return usageError{fmt.Sprintf("--noise: found %s, which is no column; the columns are %s", name, strings.Join(variables, ", "))}
		}
	}
	std := make([]float64, len(variables))
	for i, v := range variables {
		x, ok := n.std[v]
		if !ok {
			return usageError{fmt.Sprintf("--noise: found nothing for %s, expected a value for each of %s", v, strings.Join(variables, ", "))}
		}
		std[i] = x
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

// levels returns the standard deviation of every variable, 0 for those not named.
func (n *noiseList) levels(variables []string) ([]float64, error) {
	if len(n.correlation) > 0 {
		return nil, usageError{"--noise: found a correlation, expected standard deviations only"}
	}
	std := make([]float64, len(variables))
	for name, x := range n.std {
		j := slices.Index(variables, name)
		if j < 0 {
			return nil, usageError{fmt.Sprintf("--noise: found %s, which is in no equation; the variables are %s", name, strings.Join(variables, ", "))}
		}
		std[j] = x
	}
	return std, nil
}

// names are all names in the list, sorted.
func (n *noiseList) names() []string {
	names := slices.Collect(maps.Keys(n.std))
	for pair := range n.correlation {
		names = append(names, pair[:]...)
	}
	slices.Sort(names)
	return names
}
