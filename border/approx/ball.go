package approx

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// vertex is value·e_index in a space of dim dimensions: a vertex of an ℓ¹-ball.
type vertex struct {
	index int
	value float64
	dim   int
}

// towards returns the vertex of the ball that minimises the product with g.
func towards(g []float64, radius float64) vertex {
	best := 0
	for i, x := range g {
		if math.Abs(x) > math.Abs(g[best]) {
			best = i
		}
	}
	return vertex{best, -math.Copysign(radius, g[best]), len(g)}
}

// point returns the coordinates.
func (v vertex) point() []float64 {
	p := make([]float64, v.dim)
	p[v.index] = v.value
	return p
}

// dot returns the product with g.
func (v vertex) dot(g []float64) float64 { return v.value * g[v.index] }

// minus returns v − y.
func (v vertex) minus(y []float64) []float64 {
	d := make([]float64, v.dim)
	floats.SubTo(d, d, y)
	d[v.index] += v.value
	return d
}

// minusVertex returns v − w.
func (v vertex) minusVertex(w vertex) []float64 {
	d := v.point()
	d[w.index] -= w.value
	return d
}

// weighted is a vertex in a convex combination.
type weighted struct {
	vertex
	weight float64
}

// extremes returns the places of the vertices with the largest and the smallest
// product with g.
func extremes(active []weighted, g []float64) (worst, best int) {
	for i, v := range active {
		if v.dot(g) > active[worst].dot(g) {
			worst = i
		}
		if v.dot(g) < active[best].dot(g) {
			best = i
		}
	}
	return worst, best
}

// blend moves the given share of all weight to v.
func blend(active []weighted, v vertex, share float64) []weighted {
	if share == 1 {
		return append(active[:0], weighted{v, 1})
	}
	at := -1
	for i := range active {
		active[i].weight *= 1 - share
		if active[i].vertex == v {
			at = i
		}
	}
	if at < 0 {
		return append(active, weighted{v, share})
	}
	active[at].weight += share
	return active
}

// decompose writes y, with ‖y‖₁ ≤ radius, as a convex combination of vertices.
func decompose(y []float64, radius float64) []weighted {
	var active []weighted
	left := 1.0
	for i, c := range y {
		if c != 0 {
			active = append(active, weighted{vertex{i, math.Copysign(radius, c), len(y)}, math.Abs(c) / radius})
			left -= math.Abs(c) / radius
		}
	}
	// What is missing to 1 is spent on two opposite vertices.
	if left > 0 {
		for _, s := range []float64{radius, -radius} {
			v := vertex{0, s, len(y)}
			if i := slices.IndexFunc(active, func(w weighted) bool { return w.vertex == v }); i >= 0 {
				active[i].weight += left / 2
			} else {
				active = append(active, weighted{v, left / 2})
			}
		}
	}
	return active
}
