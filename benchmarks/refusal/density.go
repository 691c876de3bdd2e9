package main

import (
	"context"
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain"
)

// A density prepares a sampler of points, which writes one to dst.
type density func(vars int, rng *rand.Rand) func(dst []float64)

// densities are what can be drawn from.
var densities = map[string]density{
	"uniform":  uniform,
	"gaussian": gaussian,
	"clusters": clusters,
}

// uniform is uniform on a box whose sides and centre differ by variable.
func uniform(vars int, rng *rand.Rand) func([]float64) {
	lo, side := make([]float64, vars), make([]float64, vars)
	for j := range lo {
		side[j] = 1 + 9*rng.Float64()
		lo[j] = -side[j] * rng.Float64()
	}
	return func(dst []float64) {
		for j := range dst {
			dst[j] = lo[j] + side[j]*rng.Float64()
		}
	}
}

// gaussian has a mean of up to two standard deviations, and the correlation
// 1/2 between neighbours.
func gaussian(vars int, rng *rand.Rand) func([]float64) {
	mean := make([]float64, vars)
	for j := range mean {
		mean[j] = 4*rng.Float64() - 2
	}
	return func(dst []float64) {
		z := rng.NormFloat64()
		for j := range dst {
			next := rng.NormFloat64()
			dst[j] = mean[j] + (z+next)/2
			z = next
		}
	}
}

// clusters is a mixture of three Gaussians with different spreads.
func clusters(vars int, rng *rand.Rand) func([]float64) {
	const k = 3
	var centre [k][]float64
	var spread [k]float64
	for c := range centre {
		centre[c] = make([]float64, vars)
		for j := range vars {
			centre[c][j] = 6*rng.Float64() - 3
		}
		spread[c] = 0.3 + 0.7*rng.Float64()
	}
	return func(dst []float64) {
		c := rng.IntN(k)
		for j := range dst {
			dst[j] = centre[c][j] + spread[c]*rng.NormFloat64()
		}
	}
}

// draw makes n points of a density, the same for the same seed.
func draw(name string, vars, n int, seed uint64) func(context.Context) (explain.Data, error) {
	return func(context.Context) (explain.Data, error) {
		sample := densities[name](vars, rand.New(rand.NewPCG(seed, uint64(vars))))
		x := mat.NewDense(n, vars, nil)
		for i := range n {
			sample(x.RawRowView(i))
		}
		var names []string
		for j := range vars {
			names = append(names, fmt.Sprintf("x%d", j+1))
		}
		return explain.Data{Variables: names, Points: explain.Dense(x)}, nil
	}
}
