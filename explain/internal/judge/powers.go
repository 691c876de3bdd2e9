package judge

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/kexplain/kexplain/explain/internal/evidence"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/noise"
)

// powers is the evidence of a power law with real exponents, for a curved equation in three columns and more, and the law. It is not
// looked at beside other equations, which may be power laws themselves, nor where columns are measured from their middle. It has the
// code length of the equation, as a function has.
func (c comparison) powers(density float64) (nats float64, best Null) {
	in := c.p.ColumnsOf(c.e.Estimate.Fit.Idx)
	if len(in) < 3 || !c.mayFollowPowers() {
		return math.Inf(-1), best
	}
	density -= c.length
	own := comparison.ofEquation
	if given := c.exponents(in); given != nil {
		own = func(c comparison) float64 { return evidence.PowersAt(c.rows, in, given, density, c.shape) }
	}
	return c.overShapes(in, own, func(c comparison) (float64, Null) {
		nats, exponents := evidence.Powers(c.rows, in, density, c.shape)
		if exponents == nil {
			return math.Inf(-1), Null{}
		}
		return nats, Null{Kind: PowerLaw, Law: inProportion(exponents, in, c.p.Scaling.Names)}
	})
}

// settings is the evidence of power laws of the other columns, each with a constant of its own for the values that the settings of a curved
// equation take together. A polynomial in a setting of four values may do with three constants for the same.
func (c comparison) settings(density float64) (nats float64, best Null) {
	in := c.p.ColumnsOf(c.e.Estimate.Fit.Idx)
	var free, settings []int
	var names []string
	for _, j := range in {
		if slices.Contains(c.p.Settings(), j) {
			settings, names = append(settings, j), append(names, c.p.Scaling.Names[j])
		} else {
			free = append(free, j)
		}
	}
	group, groups := groupsOf(c.rows, settings)
	if len(free) < 2 || groups < 3 || limit.RowsPerGroup*groups > len(c.rows) || !c.mayFollowPowers() {
		return math.Inf(-1), best
	}
	best = Null{Kind: "a constant of its own at each value", Column: strings.Join(names, " and ")}
	return c.overShapes(in, comparison.ofEquation, func(c comparison) (float64, Null) {
		return evidence.PowersOfGroups(c.rows, free, group, c.polynomial, density, c.shape), best
	})
}

// steps is the evidence that a setting is a step function of another column of the equation, as a fee is of an income. It has the
// code length of a choice of two columns.
func (c comparison) steps(float64) (nats float64, best Null) {
	in, most := c.p.ColumnsOf(c.e.Estimate.Fit.Idx), math.Inf(-1)
	for _, y := range in {
		if !slices.Contains(c.p.Settings(), y) {
			continue
		}
		for _, x := range in {
			if x == y {
				continue
			}
			if s := evidence.Steps(c.rows, x, y, c.polynomial); s > most {
				most, best = s, Null{Kind: "a step function", Column: c.p.Scaling.Names[x]}
			}
		}
	}
	n := c.p.Metric.Vars()
	return most + c.ofEquation() + c.length - math.Log(float64(n*(n-1))), best
}

// mayFollowPowers reports whether power laws are compared with the equation: it is curved and alone, and the columns are measured from 0.
func (c comparison) mayFollowPowers() bool {
	return c.e.Degree(c.p) > 1 && len(c.beside) == 0 && c.p.Scaling.Origin == nil
}

// ofEquation is the evidence of the equation.
func (c comparison) ofEquation() float64 { return c.evidenceOf(c.e) }

// overShapes is the evidence of a null at the shape of the errors that suits it best, less what the equation gains by another shape. The
// errors of power laws are often parts of the values.
func (c comparison) overShapes(columns []int, own func(comparison) float64, null func(comparison) (float64, Null)) (nats float64, best Null) {
	nats, most := math.Inf(-1), math.Inf(-1)
	for i, shape := range c.shapesOfPowers(columns) {
		with, length := c, 0.0
		if i > 0 {
			with.shape, length = Along(c.p, shape, nil), limit.ShapeLength
		}
		most = math.Max(most, own(with)-length)
		if e, n := null(with); e-length > nats {
			nats, best = e-length, n
		}
	}
	if math.IsInf(most, 0) {
		return math.Inf(-1), Null{}
	}
	return nats - (most - c.ofEquation()), best
}

// groupsOf says which of the groups of equal values of some columns each row is in, from 0.
func groupsOf(rows [][]float64, columns []int) (group []int, groups int) {
	place := map[string]int{}
	for _, row := range rows {
		key := ""
		for _, j := range columns {
			key += strconv.FormatFloat(row[j], 'g', -1, 64) + " "
		}
		if _, ok := place[key]; !ok {
			place[key] = len(place)
		}
		group = append(group, place[key])
	}
	return group, len(place)
}

// exponents are those of columns in an equation of two terms, which is a power law itself, over the largest of them; nil for more terms.
func (c comparison) exponents(columns []int) (out []float64) {
	terms := c.e.Estimate.Fit.Idx
	if len(terms) != 2 {
		return nil
	}
	a, b, most := c.p.Table.Exponents(terms[0]), c.p.Table.Exponents(terms[1]), 0.0
	for _, j := range columns {
		e := float64(a[j]) - float64(b[j])
		if out = append(out, e); math.Abs(e) >= math.Abs(most) {
			most = e
		}
	}
	for k := range out {
		out[k] /= most
	}
	return out
}

// shapesOfPowers are the shapes of errors of a power law of columns, that of the equation first.
func (c comparison) shapesOfPowers(columns []int) []noise.Shape {
	out, n := []noise.Shape{c.shape}, c.p.Metric.Vars()
	if c.p.Scaling.NoiseGiven || len(c.rows) < limit.MinShapeRows {
		return out
	}
	out = append(out, noise.NewRelative(n), noise.NewRelativeBut(n, c.p.Settings()))
	for _, j := range columns {
		out = append(out, noise.NewOneRelative(n, j))
	}
	return out
}

// inProportion says what a power law of columns is: the last of those with the exponent 1 is in proportion to powers of the others.
func inProportion(exponents []float64, columns []int, names []string) string {
	y := len(exponents) - 1
	for exponents[y] != 1 {
		y--
	}
	var powers []string
	for k, e := range exponents {
		if k != y {
			powers = append(powers, fmt.Sprintf("%s^%.3g", names[columns[k]], -e))
		}
	}
	return fmt.Sprintf("%s in proportion to %s", names[columns[y]], strings.Join(powers, "*"))
}
