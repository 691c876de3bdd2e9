package numeric

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// Polytope is the set of the points x of the box 0 ≤ x_j ≤ 1 that lie on one side of each of some planes, a·x ≤ b.
type Polytope struct {
	dim    int
	planes [][]float64 // a and then b, divided by the size of these numbers
}

// NewPolytope returns the box in so many dimensions.
func NewPolytope(dim int) *Polytope {
	p := &Polytope{dim: dim}
	for j := range dim {
		p.Add(unit(dim, j, 1), 1)
		p.Add(unit(dim, j, -1), 0)
	}
	return p
}

// unit is v times the unit vector of coordinate j.
func unit(dim, j int, v float64) []float64 {
	e := make([]float64, dim, dim+1)
	e[j] = v
	return e
}

// Add keeps the points with a·x ≤ b only; a has one number for each dimension, and its memory is the polytope's from then on.
func (p *Polytope) Add(a []float64, b float64) {
	if len(a) != p.dim {
		panic("numeric: half-space of another dimension")
	}
	h := append(a, b)
	if size := floats.Norm(h, 1); size > 0 {
		floats.Scale(1/size, h)
	}
	p.planes = append(p.planes, h)
}

// Maximize returns the largest g·x of the points. ok is false if there are none, or if rounding keeps the search from an end.
//
// It is the dual simplex method. A corner is where as many planes meet as there are dimensions. The search keeps g a sum of their normals, times prices of
// which none is negative. Then no point on the right side of these planes has a larger g·x than the corner. If the corner lies on the wrong side of others, the one
// that it is farthest from takes the place of one of these. C. E. Lemke, The dual method of solving the linear programming problem, Nav. Res. Logist. Q. 1, 1954, 36-47.
func (p *Polytope) Maximize(g []float64) (most float64, ok bool) {
	const (
		tol    = 1e-12 // that a corner may lie beyond a plane
		pivots = 50    // corners for each coordinate: a few are enough, and a search that goes round has no end
	)
	x, prices, z := make([]float64, p.dim), make([]float64, p.dim), make([]float64, p.dim)
	inverse := make([][]float64, p.dim) // of the matrix whose rows are the normals, by its columns
	for j, v := range g {
		inverse[j] = unit(p.dim, j, math.Copysign(1, v))
		prices[j], x[j] = math.Abs(v), max(0, inverse[j][j])
	}
	for range pivots * p.dim {
		in, beyond := p.farthest(x)
		if beyond <= tol {
			return floats.Dot(g, x), true
		}
		out, price := -1, math.Inf(1)
		for k := range z {
			z[k] = floats.Dot(in[:p.dim], inverse[k]) // the normal is the sum of z_k times the others
			if q := prices[k] / z[k]; z[k] > tol && (q < price || q == price && z[k] > z[out]) {
				out, price = k, q
			}
		}
		if out < 0 {
			return 0, false
		}
		edge := inverse[out]
		floats.Scale(1/z[out], edge)
		floats.AddScaled(x, -beyond, edge)
		for k := range z {
			if k != out {
				floats.AddScaled(inverse[k], -z[k], edge)
				prices[k] -= price * z[k]
			}
		}
		prices[out] = price
	}
	return 0, false
}

// farthest is the plane beyond which a point lies farthest, and how far; that is negative inside.
func (p *Polytope) farthest(x []float64) (plane []float64, beyond float64) {
	beyond = math.Inf(-1)
	for _, h := range p.planes {
		by := -h[len(x)]
		for j, v := range x {
			by += v * h[j]
		}
		if by > beyond {
			plane, beyond = h, by
		}
	}
	return plane, beyond
}
