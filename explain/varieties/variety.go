package varieties

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Variety is an algebraic set with the generators of its ideal.
type Variety struct {
	// Name is the name of the case's folder.
	Name string
	// Variables are the names of the coordinates.
	Variables []string
	// Generators are polynomials whose multiples of degree ≤ d span the part of
	// degree ≤ d of the ideal, for every d from their largest degree on.
	Generators []string
	// Minimal is the number of generators that the ideal needs.
	Minimal int
	// Dimension is the dimension of the set.
	Dimension int
	// Charts parametrise the set piece by piece. A point is drawn from every
	// chart with the same probability.
	Charts []Chart
}

// Chart is a rational map with a distribution of its parameters.
type Chart struct {
	// Draw returns random parameters.
	Draw func(rng *rand.Rand) []float64
	// At returns the point with parameters t, which are rational and never a
	// pole of the map.
	At func(t []ring.Rat) []ring.Rat
}

// Ideal returns the generators in a new ring over Q whose exponents may grow to
// maxDegree. It panics when a generator cannot be read, because the list of
// varieties is part of the program.
func (v Variety) Ideal(maxDegree int) []*poly.Polynomial[ring.Rat] {
	gens, err := parseIdeal(v.Variables, v.Generators, maxDegree)
	if err != nil {
		panic(fmt.Sprintf("varieties: %s: %v", v.Name, err))
	}
	return gens
}

// parseIdeal reads generators into one new ring over Q.
func parseIdeal(variables, generators []string, maxDegree int) ([]*poly.Polynomial[ring.Rat], error) {
	R, err := poly.NewRing[ring.Rat](ring.Q, variables, poly.WithMaxDegree(maxDegree))
	if err != nil {
		return nil, err
	}
	gens := make([]*poly.Polynomial[ring.Rat], len(generators))
	for i, text := range generators {
		if gens[i], err = R.Parse(text); err != nil {
			return nil, fmt.Errorf("generator %q: %w", text, err)
		}
	}
	return gens, nil
}

// MaxDegree returns the largest degree of a generator.
func (v Variety) MaxDegree() int {
	d := 0
	for _, g := range v.Ideal(maxGeneratorDegree) {
		d = max(d, g.Degree())
	}
	return d
}

// maxGeneratorDegree bounds the degree of a generator in the list.
const maxGeneratorDegree = 15

// ByName returns the variety of that name, of any set.
func ByName(name string) (Variety, bool) {
	for _, set := range Sets {
		list, _ := Set(set)
		for _, v := range list {
			if v.Name == name {
				return v, true
			}
		}
	}
	return Variety{}, false
}

// Sample returns n points of v in exact arithmetic, the same for the same state
// of rng.
func (v Variety) Sample(n int, rng *rand.Rand) [][]ring.Rat {
	points := make([][]ring.Rat, n)
	for i := range points {
		c := v.Charts[rng.IntN(len(v.Charts))]
		t := c.Draw(rng)
		exact := make([]ring.Rat, len(t))
		for j, tj := range t {
			exact[j] = dyadic(tj)
		}
		points[i] = c.At(exact)
	}
	return points
}

// Measure returns n points of v with independent Gaussian noise whose standard
// deviation is sigma times the root mean square of each coordinate. The points
// without noise depend on n and seed only.
func (v Variety) Measure(n int, sigma float64, seed uint64) [][]float64 {
	points := floats(v.Sample(n, v.source(n, seed, 0)))
	if sigma == 0 {
		return points
	}
	size, noise := rms(points), v.source(n, seed, 1)
	for _, p := range points {
		for j := range p {
			p[j] += sigma * size[j] * noise.NormFloat64()
		}
	}
	return points
}

// parameterBits is the number of significant bits that a parameter keeps. It
// keeps the numbers of a sample short and is far finer than any noise added.
const parameterBits = 24

// dyadic rounds x to parameterBits significant bits.
func dyadic(x float64) ring.Rat {
	frac, exp := math.Frexp(x)
	x = math.Ldexp(math.Round(math.Ldexp(frac, parameterBits)), exp-parameterBits)
	r, err := ring.RatFromFloat(x)
	if err != nil {
		panic(fmt.Sprintf("varieties: a chart drew the parameter %v", x))
	}
	return r
}
