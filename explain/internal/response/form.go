package response

import (
	"math"
	"slices"
)

// twelfths is the unit of exponents: they are fractions with denominators 1, 2, 3 and 4.
const twelfths = 12

// coordinate is a product of powers of columns.
type coordinate struct {
	exps     []int // of the columns, in twelfths
	value    []float64
	positive bool
}

// form writes the response as factor · h(coords).
type form struct {
	coords     []coordinate
	factorExps []int // of the columns, in twelfths
	factor     []float64
}

// newForm has every column for a coordinate.
func newForm(x [][]float64, rows int) *form {
	f := &form{factorExps: make([]int, len(x)), factor: slices.Repeat([]float64{1}, rows)}
	for j, column := range x {
		c := coordinate{exps: make([]int, len(x)), value: column, positive: slices.Min(column) > 0}
		c.exps[j] = twelfths
		f.coords = append(f.coords, c)
	}
	return f
}

// tell says what a form is.
func (f *form) tell(trace Trace) {
	response, factor := Column(len(f.factorExps)), Powers(f.factorExps)
	products := make([]Powers, len(f.coords))
	for i, c := range f.coords {
		products[i] = c.exps
	}
	switch {
	case len(products) == 0:
		trace("%v is a constant times %v:", response, factor)
	case !slices.ContainsFunc(factor, func(e int) bool { return e != 0 }):
		trace("%v is a function of %v:", response, products)
	default:
		trace("%v is %v times a function of %v:", response, factor, products)
	}
}

// scaled writes the coordinate, or its logarithm, moved and scaled to [-1, 1], and the
// derivative of that by the logarithm of the coordinate.
func (c coordinate) scaled(dst, chain []float64) {
	for i, v := range c.value {
		dst[i], chain[i] = v, v
		if c.positive {
			dst[i], chain[i] = math.Log(v), 1
		}
	}
	lo, hi := slices.Min(dst), slices.Max(dst)
	half := (hi - lo) / 2
	if half == 0 {
		half = 1
	}
	for i := range dst {
		dst[i] = (dst[i] - (lo+hi)/2) / half
		chain[i] /= half
	}
}

// scaling says that multiplying coordinate j by λ^weights[j], all at once, multiplies the
// response by λ^response. Weights are in twelfths.
type scaling struct {
	weights  []int
	response int
	misfit   float64 // of the surface, relative
}

// reduced takes one coordinate away by a scaling. ok is false where that would divide by a
// coordinate that changes its sign, or needs other fractions.
func (f *form) reduced(s scaling) (*form, bool) {
	single := 0
	for _, w := range s.weights {
		if w != 0 {
			single++
		}
	}
	pivot, cost := -1, math.Inf(1)
	for i, w := range s.weights {
		if w == 0 || !f.coords[i].positive && (single > 1 || s.response*twelfths/w%twelfths != 0) {
			continue
		}
		if c, ok := f.pivotCost(s, i); ok && c < cost {
			pivot, cost = i, c
		}
	}
	if pivot < 0 {
		return nil, false
	}
	p, w := f.coords[pivot], s.weights[pivot]
	g := &form{factorExps: slices.Clone(f.factorExps), factor: slices.Clone(f.factor)}
	k := s.response * twelfths / w
	times(g.factorExps, g.factor, p, k)
	for j, c := range f.coords {
		if j == pivot {
			continue
		}
		if s.weights[j] != 0 {
			c = coordinate{exps: slices.Clone(c.exps), value: slices.Clone(c.value), positive: c.positive}
			times(c.exps, c.value, p, -s.weights[j]*twelfths/w)
		}
		g.coords = append(g.coords, c)
	}
	for _, v := range g.factor {
		if math.IsInf(v, 0) || math.IsNaN(v) {
			return nil, false
		}
	}
	return g, true
}

// pivotCost is how unwieldy the exponents become with coordinate i as pivot.
func (f *form) pivotCost(s scaling, i int) (cost float64, ok bool) {
	w := s.weights[i]
	for j, v := range append(slices.Clone(s.weights), s.response) {
		if v*twelfths%w != 0 {
			return 0, false
		}
		if k := v * twelfths / w; j != i {
			cost += math.Abs(float64(k))
			if k%twelfths != 0 {
				cost += 2 * twelfths
			}
		}
	}
	return cost, true
}

// times multiplies by the power k/12 of a coordinate.
func times(exps []int, value []float64, p coordinate, k int) {
	if k == 0 {
		return
	}
	for j, e := range p.exps {
		exps[j] += e * k / twelfths
	}
	for i, v := range p.value {
		switch {
		case k == twelfths:
			value[i] *= v
		case k == -twelfths:
			value[i] /= v
		default:
			value[i] *= math.Pow(v, float64(k)/twelfths)
		}
	}
}
