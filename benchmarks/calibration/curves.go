package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain"
)

// Curve is a set with one equation whose coefficients are no short rationals,
// so that they stay decimals.
type Curve struct {
	Name      string
	Variables []string
	// Law are the coefficients by exponents, that of the leading monomial 1.
	Law map[[3]int]float64
	// At draws a point.
	At func(rng *rand.Rand) []float64
}

// String returns the name.
func (c Curve) String() string { return c.Name }

// curveNamed returns the curve of a name.
func curveNamed(name string) (Curve, error) {
	for _, c := range curves() {
		if c.Name == name {
			return c, nil
		}
	}
	return Curve{}, fmt.Errorf("no curve %q", name)
}

// curves are what is simulated.
func curves() []Curve {
	const r2 = math.Pi // squared radius
	turn := func(rng *rand.Rand) (c, s float64) {
		s, c = math.Sincos(2 * math.Pi * rng.Float64())
		return c, s
	}
	xy := []string{"x", "y"}
	return []Curve{
		{
			Name: "circle", Variables: xy,
			Law: map[[3]int]float64{{2, 0, 0}: 1, {0, 2, 0}: 1, {}: -r2},
			At: func(rng *rand.Rand) []float64 {
				c, s := turn(rng)
				return []float64{math.Sqrt(r2) * c, math.Sqrt(r2) * s}
			},
		},
		ellipse(),
		{
			Name: "sphere", Variables: []string{"x", "y", "z"},
			Law: map[[3]int]float64{{2, 0, 0}: 1, {0, 2, 0}: 1, {0, 0, 2}: 1, {}: -r2},
			At: func(rng *rand.Rand) []float64 {
				z := 2*rng.Float64() - 1
				c, s := turn(rng)
				rho := math.Sqrt(r2 * (1 - z*z))
				return []float64{rho * c, rho * s, math.Sqrt(r2) * z}
			},
		},
		{
			// (x² + y²)² = π (x² - y²), by the cosine of the polar angle.
			Name: "lemniscate", Variables: xy,
			Law: map[[3]int]float64{{4, 0, 0}: 1, {2, 2, 0}: 2, {0, 4, 0}: 1, {2, 0, 0}: -r2, {0, 2, 0}: r2},
			At: func(rng *rand.Rand) []float64 {
				c, s := turn(rng)
				k := math.Sqrt(r2) / (1 + s*s)
				return []float64{k * c, k * s * c}
			},
		},
	}
}

// ellipse is (u/a)² + (v/b)² = 1 with half axes a = √7, b = √2, turned by 1/2.
func ellipse() Curve {
	const a2, b2 = 7, 2
	sin, cos := math.Sincos(0.5)
	xx := cos*cos/a2 + sin*sin/b2
	xy := 2 * cos * sin * (1./a2 - 1./b2)
	yy := sin*sin/a2 + cos*cos/b2
	return Curve{
		Name: "ellipse", Variables: []string{"x", "y"},
		Law: map[[3]int]float64{{2, 0, 0}: 1, {1, 1, 0}: xy / xx, {0, 2, 0}: yy / xx, {}: -1 / xx},
		At: func(rng *rand.Rand) []float64 {
			s, c := math.Sincos(2 * math.Pi * rng.Float64())
			u, v := math.Sqrt(a2)*c, math.Sqrt(b2)*s
			return []float64{cos*u - sin*v, sin*u + cos*v}
		},
	}
}

// noisy draws n points with Gaussian noise of sigma times each coordinate's root
// mean square over the sample.
func (c Curve) noisy(n int, sigma float64, seed uint64) func(context.Context) (explain.Data, error) {
	return func(context.Context) (explain.Data, error) {
		rng := rand.New(rand.NewPCG(seed, uint64(n)))
		k := len(c.Variables)
		x := mat.NewDense(n, k, nil)
		square := make([]float64, k)
		for i := range n {
			p := c.At(rng)
			x.SetRow(i, p)
			for j, v := range p {
				square[j] += v * v
			}
		}
		for i := range n {
			row := x.RawRowView(i)
			for j := range row {
				row[j] += sigma * math.Sqrt(square[j]/float64(n)) * rng.NormFloat64()
			}
		}
		return explain.Data{Variables: c.Variables, Points: explain.Dense(x)}, nil
	}
}
