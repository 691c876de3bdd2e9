package rounding

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/ring"
)

// Function is a column that is a function of another one, within the rounding of the cells.
type Function struct {
	Column, Of int
	Name       string // sin, cos, tan, ln, log10 or 1/
	Degrees    bool   // the argument is an angle in degrees, else in radians
}

// function is one that columns are compared with. It is NaN where it is not defined.
type function struct {
	name    string
	degrees bool
	f       func(float64) float64
}

// functions are those that people have beside their argument in tables, and that are no polynomials in it. Exponential functions
// are logarithms the other way round, and so on.
var functions = []function{
	{"sin", true, func(x float64) float64 { return math.Sin(x * math.Pi / 180) }},
	{"cos", true, func(x float64) float64 { return math.Cos(x * math.Pi / 180) }},
	{"tan", true, func(x float64) float64 { return math.Tan(x * math.Pi / 180) }},
	{"sin", false, math.Sin}, {"cos", false, math.Cos}, {"tan", false, math.Tan},
	{"ln", false, math.Log}, {"log10", false, math.Log10}, {"1/", false, func(x float64) float64 { return 1 / x }},
}

// Functions finds the columns that are sines, cosines, tangents, logarithms or reciprocals of others within the rounding of the cells, at all
// rows but RoundingFailing of them, whose cells are wrong.
// written has half a unit of the last digit of each cell, also where Half says that it is exact: either the argument
// was set and the function computed, or the other way round. Columns that a straight line ties as well as the
// function does are none.
func Functions(t Table, written [][]ring.Rat) (out []Function) {
	if len(t.Rows) == 0 {
		return nil
	}
	columns := func(rows [][]ring.Rat) [][]float64 {
		out := make([][]float64, len(rows[0]))
		for j := range out {
			out[j] = make([]float64, len(rows))
			for i, row := range rows {
				out[j][i] = row[j].Float64()
			}
		}
		return out
	}
	x, half, step := columns(t.Rows), columns(t.Half), columns(written)
	for _, j := range t.Columns {
		for _, k := range t.Columns {
			if j == k || slices.ContainsFunc(out, func(g Function) bool { return g.Column == j && g.Of == k }) {
				continue // reciprocals go both ways
			}
			i := slices.IndexFunc(functions, func(f function) bool {
				return f.ties(x[j], x[k], half[j], step[k]) || f.ties(x[j], x[k], step[j], half[k])
			})
			if i >= 0 {
				out = append(out, Function{Column: k, Of: j, Name: functions[i].name, Degrees: functions[i].degrees})
			}
		}
	}
	return out
}

// ties reports whether y is f(x) within half a step of each, at all rows but a few that are far off, which is no chance and
// which no line is.
func (f function) ties(x, y, halfX, halfY []float64) bool {
	var xs, ys, slacks []float64 // of the rows that are near
	failing := 0                 // most functions fail at the first rows
	for i, at := range x {
		value := f.f(at)
		moved := func(h float64) float64 { return max(math.Abs(f.f(at+h)-value), math.Abs(f.f(at-h)-value)) }
		slack := halfY[i] + moved(halfX[i]) + moved(limit.FunctionFloat*at) + limit.FunctionFloat*math.Abs(y[i])
		switch off := math.Abs(y[i] - value); {
		case off <= slack:
			xs, ys, slacks = append(xs, at), append(ys, y[i]), append(slacks, slack)
		case off > limit.RoundingFar*slack:
			failing++
		default:
			return false // computed from other digits than these, or measured
		}
		if math.IsNaN(value) || float64(failing) > limit.RoundingFailing*float64(len(x)) {
			return false
		}
	}
	lo, hi := slices.Min(ys), slices.Max(ys)
	nats, seen := 0.0, map[[2]float64]bool{}
	for i, at := range xs {
		if cells := [2]float64{at, ys[i]}; !seen[cells] {
			seen[cells] = true
			nats -= math.Log(2 * slacks[i] / (hi - lo))
		}
	}
	if len(seen) < limit.RoundingSpareRows || !(nats >= limit.FunctionNats) {
		return false
	}
	a, b := stat.LinearRegression(xs, ys, nil, false)
	for i := range xs {
		if math.Abs(ys[i]-a-b*xs[i]) > limit.FunctionCurved*slacks[i] {
			return true
		}
	}
	return false
}
