package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain"
)

// A density prepares a sampler of points, which writes one to dst.
type density func(vars int, rng *rand.Rand) func(dst []float64)

// densities are what can be drawn from, each of full dimension, so that no
// polynomial vanishes on it; one of degree 10 does on the grid of integers.
var densities = map[string]density{
	"uniform":    uniform,
	"ball":       ball,
	"gaussian":   gaussian,
	"correlated": correlated,
	"student":    student,
	"loose":      func(vars int, rng *rand.Rand) func([]float64) { return clusters(vars, rng, 0.1, 0.5) },
	"tight":      func(vars int, rng *rand.Rand) func([]float64) { return clusters(vars, rng, 0.002, 0.05) },
	"integers":   integers,
	"mixture":    mixture,
}

// densityNames lists them in the order of the report.
var densityNames = []string{"uniform", "ball", "gaussian", "correlated", "student", "loose", "tight", "integers", "mixture"}

// off moves the points of a sampler: every variable is stretched by 1 to 10 and
// shifted by up to two of its widths.
func off(vars int, rng *rand.Rand, sample func([]float64)) func([]float64) {
	shift, stretch := make([]float64, vars), make([]float64, vars)
	for j := range shift {
		stretch[j] = 1 + 9*rng.Float64()
		shift[j] = 4*rng.Float64() - 2
	}
	return func(dst []float64) {
		sample(dst)
		for j := range dst {
			dst[j] = stretch[j] * (dst[j] + shift[j])
		}
	}
}

// uniform is uniform on a box that contains the origin.
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

// ball is uniform on the unit ball, moved.
func ball(vars int, rng *rand.Rand) func([]float64) {
	return off(vars, rng, func(dst []float64) {
		norm := 0.0
		for j := range dst {
			dst[j] = rng.NormFloat64()
			norm = math.Hypot(norm, dst[j])
		}
		r := math.Pow(rng.Float64(), 1/float64(vars))
		for j := range dst {
			dst[j] *= r / norm
		}
	})
}

// gaussian has independent variables.
func gaussian(vars int, rng *rand.Rand) func([]float64) {
	return off(vars, rng, func(dst []float64) {
		for j := range dst {
			dst[j] = rng.NormFloat64()
		}
	})
}

// correlated is Gaussian with one correlation between all variables, drawn up
// to 0.95, of either sign.
func correlated(vars int, rng *rand.Rand) func([]float64) {
	rho := 0.95 * rng.Float64()
	sign := make([]float64, vars)
	for j := range sign {
		sign[j] = float64(2*rng.IntN(2) - 1)
	}
	return off(vars, rng, func(dst []float64) {
		common := rng.NormFloat64()
		for j := range dst {
			dst[j] = sign[j] * (math.Sqrt(rho)*common + math.Sqrt(1-rho)*rng.NormFloat64())
		}
	})
}

// student has independent variables of Student's distribution with three
// degrees of freedom, whose fourth moments are infinite.
func student(vars int, rng *rand.Rand) func([]float64) {
	return off(vars, rng, func(dst []float64) {
		for j := range dst {
			a, b, c := rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()
			dst[j] = rng.NormFloat64() / math.Sqrt((a*a+b*b+c*c)/3)
		}
	})
}

// clusters is a mixture of two to eight round Gaussians with centres in a box of
// side 2, with the same weight and one standard deviation between least and most.
func clusters(vars int, rng *rand.Rand, least, most float64) func([]float64) {
	centre := make([][]float64, 2+rng.IntN(7))
	for c := range centre {
		centre[c] = make([]float64, vars)
		for j := range vars {
			centre[c][j] = 2*rng.Float64() - 1
		}
	}
	spread := least * math.Pow(most/least, rng.Float64())
	return func(dst []float64) {
		c := centre[rng.IntN(len(centre))]
		for j := range dst {
			dst[j] = c[j] + spread*rng.NormFloat64()
		}
	}
}

// integers is uniform on the integers from 1 to 10.
func integers(_ int, rng *rand.Rand) func([]float64) {
	return func(dst []float64) {
		for j := range dst {
			dst[j] = float64(1 + rng.IntN(10))
		}
	}
}

// mixture is a narrow Gaussian within a uniform box.
func mixture(vars int, rng *rand.Rand) func([]float64) {
	box, core := uniform(vars, rng), gaussian(vars, rng)
	part := 0.2 + 0.6*rng.Float64()
	return func(dst []float64) {
		if rng.Float64() < part {
			box(dst)
		} else {
			core(dst)
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
