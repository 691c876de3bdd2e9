package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain"
)

// law is an equation: its coefficients by exponents, that of the leading monomial 1.
type law map[[3]int]float64

// Curve is a curve or surface whose coefficients are no short rationals, but for
// those that symmetry makes alike.
type Curve struct {
	Name      string
	Variables []string
	// Laws are all its equations of the degree searched that are printed where the
	// right ones are found, and Count how many of them are then printed.
	Laws  []law
	Count int
	// At draws a point.
	At func(rng *rand.Rand) []float64
}

// String is the name.
func (c Curve) String() string { return c.Name }

// curveNamed finds a curve.
func curveNamed(name string) (Curve, error) {
	all := curves()
	i := slices.IndexFunc(all, func(c Curve) bool { return c.Name == name })
	if i < 0 {
		return Curve{}, fmt.Errorf("no curve %q", name)
	}
	return all[i], nil
}

// Numbers that are no fractions.
var (
	root2, root3, root5 = math.Sqrt2, math.Sqrt(3), math.Sqrt(5)
	log2                = math.Ln2
)

// x, y, z and their products as exponents.
func exps(e ...int) [3]int { return [3]int{e[0], e[1], e[2]} }

// uniform draws from an interval.
func uniform(rng *rand.Rand, lo, hi float64) float64 { return lo + (hi-lo)*rng.Float64() }

// spread draws from an interval, evenly in the logarithm.
func spread(rng *rand.Rand, lo, hi float64) float64 { return lo * math.Pow(hi/lo, rng.Float64()) }

// turn draws a direction.
func turn(rng *rand.Rand) (c, s float64) {
	s, c = math.Sincos(2 * math.Pi * rng.Float64())
	return c, s
}

// in2 is a curve in the plane with one equation.
func in2(name string, l law, at func(rng *rand.Rand) (x, y float64)) Curve {
	return Curve{Name: name, Variables: []string{"x", "y"}, Laws: []law{l}, Count: 1, At: func(rng *rand.Rand) []float64 {
		x, y := at(rng)
		return []float64{x, y}
	}}
}

// in3 is a surface with one equation.
func in3(name string, l law, at func(rng *rand.Rand) (x, y, z float64)) Curve {
	return Curve{Name: name, Variables: []string{"x", "y", "z"}, Laws: []law{l}, Count: 1, At: func(rng *rand.Rand) []float64 {
		x, y, z := at(rng)
		return []float64{x, y, z}
	}}
}

// curves are what is simulated.
func curves() []Curve {
	var one [3]int
	x, y, xx, xy, yy := exps(1, 0, 0), exps(0, 1, 0), exps(2, 0, 0), exps(1, 1, 0), exps(0, 2, 0)
	return append([]Curve{
		in2("line", law{x: 1, y: -1 / log2, one: root3 / log2}, func(rng *rand.Rand) (float64, float64) {
			x := uniform(rng, -2, 3)
			return x, log2*x + root3
		}),
		in2("circle", law{xx: 1, yy: 1, one: -math.Pi}, func(rng *rand.Rand) (float64, float64) {
			c, s := turn(rng)
			r := math.Sqrt(math.Pi)
			return r * c, r * s
		}),
		in2("shifted-circle", law{xx: 1, yy: 1, x: -root2, y: 2 * root3, one: 0.5 + 3 - math.E}, func(rng *rand.Rand) (float64, float64) {
			c, s := turn(rng)
			r := math.Sqrt(math.E)
			return root2/2 + r*c, r*s - root3
		}),
		ellipse(),
		in2("parabola", law{xx: 1, x: log2 / root2, y: -1 / root2, one: -root3 / root2}, func(rng *rand.Rand) (float64, float64) {
			x := uniform(rng, -2, 2)
			return x, root2*x*x + log2*x - root3
		}),
		in2("hyperbola", law{xx: 1, yy: -root3, one: -root5}, func(rng *rand.Rand) (float64, float64) {
			y := uniform(rng, -2, 2)
			return math.Copysign(math.Sqrt(root5+root3*y*y), rng.Float64()-0.5), y
		}),
		// Boyle's law, pV = c.
		in2("boyle", law{xy: 1, one: -math.E}, func(rng *rand.Rand) (float64, float64) {
			x := spread(rng, 0.5, 4)
			return x, math.E / x
		}),
		// Kepler's third law, a³ = c T².
		in2("kepler", law{exps(3, 0, 0): 1, yy: -root3}, func(rng *rand.Rand) (float64, float64) {
			x := spread(rng, 0.4, 5)
			return x, math.Sqrt(x * x * x / root3)
		}),
		in2("cubic", law{exps(3, 0, 0): 1, x: -math.E / root2, y: -1 / root2, one: root3 / root2}, func(rng *rand.Rand) (float64, float64) {
			x := uniform(rng, -2, 2)
			return x, root2*x*x*x - math.E*x + root3
		}),
		// (x² + y²)² = 2π xy, by the cosine of the polar angle from the diagonal.
		in2("lemniscate", law{exps(4, 0, 0): 1, exps(2, 2, 0): 2, exps(0, 4, 0): 1, xy: -2 * math.Pi}, func(rng *rand.Rand) (float64, float64) {
			c, s := turn(rng)
			k := math.Sqrt(math.Pi/2) / (1 + s*s)
			return k * c * (1 - s), k * c * (1 + s)
		}),
	}, inSpace()...)
}

// inSpace are those of three variables.
func inSpace() []Curve {
	var one [3]int
	x, y, z, xx, yy, zz := exps(1, 0, 0), exps(0, 1, 0), exps(0, 0, 1), exps(2, 0, 0), exps(0, 2, 0), exps(0, 0, 2)
	return []Curve{
		in3("plane", law{x: 1, y: root2 / log2, z: -1 / log2, one: root3 / log2}, func(rng *rand.Rand) (float64, float64, float64) {
			x, y := uniform(rng, -2, 3), uniform(rng, -1, 2)
			return x, y, log2*x + root2*y + root3
		}),
		in3("sphere", law{xx: 1, yy: 1, zz: 1, one: -math.Pi}, func(rng *rand.Rand) (float64, float64, float64) {
			z := uniform(rng, -1, 1)
			c, s := turn(rng)
			r := math.Sqrt(math.Pi)
			rho := r * math.Sqrt(1-z*z)
			return rho * c, rho * s, r * z
		}),
		in3("hyperboloid", law{xx: 1, yy: root3, zz: -root2, one: -math.E}, func(rng *rand.Rand) (float64, float64, float64) {
			z := uniform(rng, -2, 2)
			c, s := turn(rng)
			rho := math.Sqrt(math.E + root2*z*z)
			return rho * c, rho * s / math.Sqrt(root3), z
		}),
		{
			// t, √2 t², √3 t³: any two of three quadrics that cut the dimension.
			Name: "twisted-cubic", Variables: []string{"x", "y", "z"}, Count: 2,
			Laws: []law{
				{xx: 1, y: -1 / root2},
				{exps(1, 1, 0): 1, z: -root2 / root3},
				{exps(1, 0, 1): 1, yy: -root3 / 2},
			},
			At: func(rng *rand.Rand) []float64 {
				t := uniform(rng, -1.5, 1.5)
				return []float64{t, root2 * t * t, root3 * t * t * t}
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
	return in2("ellipse", law{{2, 0, 0}: 1, {1, 1, 0}: xy / xx, {0, 2, 0}: yy / xx, {}: -1 / xx}, func(rng *rand.Rand) (float64, float64) {
		c, s := turn(rng)
		u, v := math.Sqrt(a2)*c, math.Sqrt(b2)*s
		return cos*u - sin*v, sin*u + cos*v
	})
}

// degree is that of the equations.
func (c Curve) degree() int {
	d := 0
	for _, l := range c.Laws {
		for e := range l {
			d = max(d, e[0]+e[1]+e[2])
		}
	}
	return d
}

// noisy draws n points with Gaussian noise of sigma times each coordinate's root
// mean square over the sample. Every noise level has draws of its own.
func (c Curve) noisy(n int, sigma float64, seed uint64) func(context.Context) (explain.Data, error) {
	return func(context.Context) (explain.Data, error) {
		rng := rand.New(rand.NewPCG(seed, uint64(n)^math.Float64bits(sigma)))
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
