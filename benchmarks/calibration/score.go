package main

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/kexplain/kexplain/benchmarks/internal/trial"
	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/internal/decimal"
)

// normal is the 0.975 quantile of the normal distribution.
const normal = 1.96

// rounding is how far a true coefficient may be from the rational that it is,
// having been computed in floating point.
const rounding = 1e-12

// count is how often intervals held the truth.
type count struct {
	hold, of int
	z, z2    float64 // sums of (estimate - truth)/stderr
}

// add takes an interval as it is printed: two digits of the standard error and
// as many decimals of the estimate.
func (c *count) add(estimate, stderr, truth float64) {
	c.of++
	z := (estimate - truth) / stderr
	c.z, c.z2 = c.z+z, c.z2+z*z
	shown, err := strconv.ParseFloat(decimal.Round(estimate, stderr), 64)
	width, err2 := strconv.ParseFloat(strconv.FormatFloat(stderr, 'e', 1, 64), 64)
	if err != nil || err2 != nil {
		panic("calibration: a number did not survive its formatting")
	}
	if math.Abs(shown-truth) <= normal*width {
		c.hold++
	}
}

// share is the coverage, or empty.
func (c count) share() string {
	if c.of == 0 {
		return ""
	}
	return fmt.Sprintf("%.3f", float64(c.hold)/float64(c.of))
}

// error is the standard error of a coverage of 0.95, or empty.
func (c count) error() string {
	if c.of == 0 {
		return ""
	}
	return fmt.Sprintf("%.3f", math.Sqrt(0.95*0.05/float64(c.of)))
}

// coefficient gathers what was printed of one coefficient.
type coefficient struct {
	count
	exact, wrong int // claimed to be exact, and of those how many are not
}

// place is a coefficient of a law.
type place struct {
	law  int
	exps [3]int
}

// score gathers the runs of one kind.
type score struct {
	runs, found, wrong int // runs; with the right monomials; with a wrong exact claim
	coefficients       map[place]*coefficient
	sigma              count
	ratio              float64 // sum of estimated over true noise
	bias, square       float64 // sums of relative errors
	errors             int
}

// add takes one outcome and reports whether the equations have the monomials of
// the laws.
func (s *score) add(c Curve, o trial.Outcome, sigma float64) bool {
	s.runs++
	if o.Result == nil {
		return false
	}
	laws := matching(c, o.Result.Generators)
	if laws == nil {
		if slices.ContainsFunc(o.Result.Generators, func(g explain.Generator) bool { return g.Rational }) {
			s.wrong++
		}
		return false
	}
	s.found++
	// The unit of the noise is the root mean square of the noisy points.
	noise, truth := o.Result.Noise, sigma/math.Sqrt(1+sigma*sigma)
	s.ratio += noise.Sigma / truth
	s.sigma.add(noise.Sigma, noise.Stderr, truth)
	wrong := false
	for i, g := range o.Result.Generators {
		wrong = s.addEquation(c, laws[i], g) || wrong
	}
	if wrong {
		s.wrong++
	}
	return true
}

// matching returns the places of the laws that the equations have the monomials
// of, or nil.
func matching(c Curve, list []explain.Generator) []int {
	if len(list) != c.Count {
		return nil
	}
	var out []int
	for _, g := range list {
		i := slices.IndexFunc(c.Laws, func(l law) bool {
			return len(l) == len(g.Terms) && !slices.ContainsFunc(g.Terms, func(t explain.Term) bool {
				_, ok := l[exponents(t)]
				return !ok
			})
		})
		if i < 0 || slices.Contains(out, i) {
			return nil
		}
		out = append(out, i)
	}
	return out
}

// addEquation takes one equation and reports whether it has a coefficient that is
// wrongly claimed to be exact.
func (s *score) addEquation(c Curve, law int, g explain.Generator) (wrong bool) {
	unit := unitOf(g)
	for i, t := range g.Terms {
		if i == unit {
			continue
		}
		at := place{law, exponents(t)}
		truth := c.Laws[law][at.exps] / c.Laws[law][exponents(g.Terms[unit])]
		relative := (t.Estimate/g.Terms[unit].Estimate - truth) / math.Abs(truth)
		s.bias, s.square, s.errors = s.bias+relative, s.square+relative*relative, s.errors+1
		if s.coefficients == nil {
			s.coefficients = map[place]*coefficient{}
		}
		k := s.coefficients[at]
		if k == nil {
			k = &coefficient{}
			s.coefficients[at] = k
		}
		if !t.Exact {
			k.add(t.Estimate, t.Stderr, truth)
			continue
		}
		k.exact++
		printed := t.Coefficient.Float64() / g.Terms[unit].Coefficient.Float64()
		if math.Abs(printed-truth) > rounding*math.Abs(truth) {
			k.wrong++
			wrong = true
		}
	}
	return wrong
}

// unitOf is the term that the others are printed in: that of the column that the equation is solved for, or else the first.
func unitOf(g explain.Generator) int {
	return max(0, slices.IndexFunc(g.Terms, func(t explain.Term) bool { return t.Exact && t.Estimate == 1 }))
}

func exponents(t explain.Term) (e [3]int) {
	copy(e[:], t.Exponents)
	return e
}

// merge adds the runs of t.
func (s *score) merge(t score) {
	s.runs, s.found, s.wrong = s.runs+t.runs, s.found+t.found, s.wrong+t.wrong
	s.ratio, s.bias, s.square, s.errors = s.ratio+t.ratio, s.bias+t.bias, s.square+t.square, s.errors+t.errors
	s.sigma.merge(t.sigma)
	if s.coefficients == nil {
		s.coefficients = map[place]*coefficient{}
	}
	for at, k := range t.coefficients {
		if s.coefficients[at] == nil {
			s.coefficients[at] = &coefficient{}
		}
		sum := s.coefficients[at]
		sum.merge(k.count)
		sum.exact, sum.wrong = sum.exact+k.exact, sum.wrong+k.wrong
	}
}

func (c *count) merge(d count) {
	c.hold, c.of, c.z, c.z2 = c.hold+d.hold, c.of+d.of, c.z+d.z, c.z2+d.z2
}

// heads are those of cells.
var heads = []string{
	"runs", "found", "coefficient", "decimal", "hold the truth", "±", "exact", "wrongly", "z mean", "z rms",
	"noise", "holds", "bias", "error",
}

// rows are the cells of the table, a row for every coefficient.
func (s *score) rows(c Curve) [][]any {
	var out [][]any
	first := []any{s.runs, s.found}
	last := []any{
		mean(s.ratio, s.found, "%.3f"), s.sigma.share(), mean(s.bias, s.errors, "%.1e"), rms(s.square, s.errors, "%.1e"),
	}
	for _, at := range s.places() {
		k := s.coefficients[at]
		cells := append(slices.Clone(first), at.name(c), k.of, k.share(), k.error(), k.exact, k.wrong,
			mean(k.z, k.of, "%.2f"), rms(k.z2, k.of, "%.2f"))
		out = append(out, append(cells, last...))
		first, last = []any{"", ""}, []any{"", "", "", ""}
	}
	if out == nil {
		out = append(out, append(append(first, "", "", "", "", "", "", "", ""), last...))
	}
	return out
}

// coverages lists the shares that hold of all coefficients, with the number of
// intervals where not every run with the right monomials printed one.
func (s *score) coverages(c Curve) string {
	var parts []string
	for _, at := range s.places() {
		k := s.coefficients[at]
		text := at.name(c) + " " + k.share()
		if k.of == 0 {
			text += "none"
		}
		if k.of < s.found {
			text += fmt.Sprintf(" (of %d)", k.of)
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}

// places are those of the coefficients, in an order of their own.
func (s *score) places() []place {
	return slices.SortedFunc(maps.Keys(s.coefficients), func(a, b place) int {
		if a.law != b.law {
			return a.law - b.law
		}
		degree := func(p place) int { return p.exps[0] + p.exps[1] + p.exps[2] }
		if d := degree(b) - degree(a); d != 0 {
			return d
		}
		return slices.Compare(b.exps[:], a.exps[:])
	})
}

// name is the monomial, and the leading one of its law where there are several.
func (p place) name(c Curve) string {
	name := monomial(c.Variables, p.exps)
	if len(c.Laws) > 1 {
		for e, v := range c.Laws[p.law] {
			if v == 1 && e != p.exps {
				name = monomial(c.Variables, e) + ": " + name
			}
		}
	}
	return name
}

func monomial(variables []string, e [3]int) string {
	var factors []string
	for j, k := range e {
		switch {
		case k == 1:
			factors = append(factors, variables[j])
		case k > 1:
			factors = append(factors, variables[j]+"^"+strconv.Itoa(k))
		}
	}
	if factors == nil {
		return "1"
	}
	return strings.Join(factors, "*")
}

// mean formats a mean, empty where there is nothing.
func mean(sum float64, n int, format string) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(format, sum/float64(n))
}

// rms formats a root mean square, empty where there is nothing.
func rms(sum float64, n int, format string) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(format, math.Sqrt(sum/float64(n)))
}
