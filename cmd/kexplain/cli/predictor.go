package cli

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/derived"
	"github.com/kexplain/kexplain/explain/equations"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/ring"
)

// predictor computes a column of a table by an equation in columns and in others derived from them. The equation is solved for the
// column, or for one derived from it, whose definition is then solved for the column: of ln_p = 20 - 5200*u the column p is exp(ln_p).
type predictor struct {
	target      string
	solution    explain.Solution
	names       []string // of all columns, the derived ones behind those of the table
	definitions []derived.Definition
	used        []string    // columns of the table that are read, as they are called there
	computed    []int       // definitions that are computed from those
	back        []inversion // from the variable of the solution to the target
}

// inversion leads from a derived column back to one that it is derived from.
type inversion struct {
	definition derived.Definition
	inverse    derived.Inverse
}

// newPredictor solves the first equation that is of degree one in the target, or in the one column in it that is derived from the target.
func newPredictor(list equations.List, columns []string, target string, definitions []derived.Definition) (*predictor, error) {
	names := table.Identifiers(columns)
	for _, d := range definitions {
		names = append(names, d.Name)
	}
	at := slices.Index(names, target)
	depends := make([]bool, len(names)) // on the target
	depends[at] = true
	for k, d := range definitions {
		j := len(columns) + k
		depends[j] = j == at || slices.ContainsFunc(derived.Measured([]derived.Definition{d}, j), func(i int) bool { return depends[i] })
	}
	_, polys, err := list.Parse(names)
	if err != nil {
		return nil, err
	}
	p := &predictor{target: target, names: names, definitions: definitions}
	var first error
	for _, f := range polys {
		variable := at
		for j := range names {
			if i, ok := f.Ring().VarIndex(names[j]); ok && j != at && depends[j] && f.DegreeIn(i) > 0 {
				variable = j
			}
		}
		if p.solution, err = explain.Solve(f, names[variable]); err == nil {
			if err = p.lead(variable, at, depends); err == nil {
				return p, p.choose(columns)
			}
		}
		if first == nil {
			first = err
		}
	}
	return nil, fmt.Errorf("%s: %s; give an equation of degree one in %s: %w", list.Name,
		strings.TrimPrefix(first.Error(), explain.ErrNotSolved.Error()+": "), target, explain.ErrNotSolved)
}

// lead finds the way back from the variable of the solution to the target. Nothing else in it may depend on the target.
func (p *predictor) lead(variable, at int, depends []bool) error {
	p.back = nil
	for j, name := range p.names {
		if depends[j] && j != variable && p.has(name) {
			return fmt.Errorf("%s and %s both depend on %s", p.names[variable], name, p.target)
		}
	}
	for variable != at {
		d := p.definitions[variable-len(p.names)+len(p.definitions)]
		next := -1
		for _, j := range derived.Measured([]derived.Definition{d}, variable) {
			if depends[j] && next >= 0 {
				return fmt.Errorf("%s and %s both depend on %s", p.names[next], p.names[j], p.target)
			}
			if depends[j] {
				next = j
			}
		}
		inverse, err := d.Inverse(next)
		if err != nil {
			return err
		}
		p.back, variable = append(p.back, inversion{d, inverse}), next
	}
	return nil
}

// has reports whether the solution has a variable.
func (p *predictor) has(name string) bool {
	i, ok := p.solution.Slope.Ring().VarIndex(name)
	return ok && (p.solution.Slope.DegreeIn(i) > 0 || p.solution.Rest.DegreeIn(i) > 0)
}

// choose finds the columns that are needed.
func (p *predictor) choose(columns []string) error {
	needed := make([]bool, len(p.names))
	for j, name := range p.names {
		needed[j] = p.has(name) && name != p.solution.Variable
	}
	need := func(d derived.Definition) {
		for _, j := range derived.Measured([]derived.Definition{d}, len(p.names)) {
			needed[j] = true
		}
	}
	onTheWay := map[string]bool{p.target: true}
	for _, b := range p.back {
		need(b.definition)
		onTheWay[b.definition.Name] = true
	}
	for k, d := range slices.Backward(p.definitions) {
		if !needed[len(columns)+k] || onTheWay[d.Name] {
			continue
		}
		if d.Around() {
			return fmt.Errorf("%s needs the rows around a row: %w", d, explain.ErrNotSolved)
		}
		need(d)
		p.computed = slices.Insert(p.computed, 0, k)
	}
	for j, name := range columns {
		if needed[j] && p.names[j] != p.target {
			p.used = append(p.used, name)
		}
	}
	return nil
}

// write writes the rows of the columns that are used with the target, and counts those without a value.
func (p *predictor) write(w io.Writer, set *points.Set) (undefined int, err error) {
	given := set.Variables()
	place := make([]int, len(given)) // among all columns
	for j, name := range given {
		place[j] = slices.Index(p.names, name)
	}
	out := csv.NewWriter(w)
	if err := out.Write(append(slices.Clone(given), p.target)); err != nil {
		return 0, err
	}
	row, all := make([]ring.Rat, len(given)), make([]ring.Rat, len(p.names))
	for i := range set.Rows() {
		record := make([]string, 0, len(row)+1)
		for j, v := range set.ExactRow(row, i) {
			all[place[j]] = v
			record = append(record, cell(v))
		}
		value, err := p.at(all)
		switch {
		case errors.Is(err, ring.ErrDomain):
			undefined++
		case err != nil:
			return undefined, err
		}
		if err := out.Write(append(record, value)); err != nil {
			return undefined, err
		}
	}
	out.Flush()
	return undefined, out.Error()
}

// at is the target where the columns that are read have these values. The error is [ring.ErrDomain] where it has no value.
func (p *predictor) at(row []ring.Rat) (string, error) {
	for _, k := range p.computed {
		v, err := p.definitions[k].Value(row)
		if err != nil {
			return "", err
		}
		row[len(row)-len(p.definitions)+k] = v
	}
	R := p.solution.Slope.Ring()
	point := make([]ring.Rat, R.NumVars())
	for j, name := range p.names {
		if v, ok := R.VarIndex(name); ok {
			point[v] = row[j]
		}
	}
	value, err := p.solution.At(point)
	if err != nil {
		return "", err
	}
	if p.back == nil {
		return predicted(value), nil
	}
	x, floats := value.Float64(), make([]float64, len(row))
	for j, v := range row {
		floats[j] = v.Float64()
	}
	for _, b := range p.back {
		x = b.inverse(x, floats)
	}
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return "", ring.ErrDomain
	}
	return strconv.FormatFloat(x, 'g', 12, 64), nil
}

// undefined says why the target may have no value.
func (p *predictor) undefined() string {
	text := "the denominator is 0"
	for _, k := range p.computed {
		text += ", or " + p.definitions[k].String() + " is not defined"
	}
	for _, b := range p.back {
		text += ", or " + b.definition.String() + " has no solution"
	}
	return text
}

// predicted writes a number that was computed: a short decimal exactly.
func predicted(v ring.Rat) string {
	if text, ok := finite(v); ok {
		return text
	}
	return strconv.FormatFloat(v.Float64(), 'g', 12, 64)
}

// finite writes a number that is a decimal of few places.
func finite(v ring.Rat) (text string, ok bool) {
	n, exact := v.Big().FloatPrec()
	if !exact || n > 17 {
		return "", false
	}
	return v.Big().FloatString(n), true
}

// cell writes a number of the table: a short decimal or fraction exactly.
func cell(v ring.Rat) string {
	if text, ok := finite(v); ok {
		return text
	}
	if text := v.String(); len(text) <= 40 {
		return text
	}
	return strings.ToLower(strconv.FormatFloat(v.Float64(), 'g', -1, 64))
}
