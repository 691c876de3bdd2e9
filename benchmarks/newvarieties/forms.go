package main

import (
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// form is a family of varieties: equations with the letters A, B, … in braces for coefficients, which are
// positive. Variables have values from -most to most, or from least to most where least is positive.
// Where there are several equations, each one after the first determines its first variable by
// the others: that stands in it alone, as in y - {A}*x^2.
type form struct {
	name        string
	variables   string
	equations   []string
	least, most float64
}

var forms = []form{
	{"line", "x y", []string{"{A}*x - {B}*y + {C}"}, 0, 4},
	{"parabola", "x y", []string{"y - {A}*x^2 + {B}*x - {C}"}, 0, 3},
	{"hyperbola", "x y", []string{"x*y - {A}*x + {B}*y - {C}"}, 0, 4},
	{"conjugate hyperbola", "x y", []string{"x^2 - {A}*y^2 - {B}"}, 0, 4},
	{"circle", "x y", []string{"x^2 + y^2 - {A}*x + {B}*y - {C}"}, 0, 9},
	{"ellipse", "x y", []string{"{A}*x^2 + {B}*y^2 - {C}"}, 0, 4},
	{"oblique conic", "x y", []string{"{A}*x^2 - {B}*x*y + {A}*y^2 - {C}"}, 0, 4},
	{"cubic", "x y", []string{"y^2 - {A}*x^3 + {B}*x - {C}"}, 0, 3},
	{"cubic graph", "x y", []string{"y - {A}*x^3 + {B}*x"}, 0, 2},
	{"folium", "x y", []string{"x^3 + y^3 - {A}*x*y"}, 0, 4},
	{"witch", "x y", []string{"x^2*y + {A}*y - {B}"}, 0, 5},
	{"serpentine", "x y", []string{"x^2*y + {A}*y - {B}*x"}, 0, 5},
	{"cissoid", "x y", []string{"x^3 + x*y^2 - {A}*y^2"}, 0, 4},
	{"quartic", "x y", []string{"x^4 + {A}*y^4 - {B}"}, 0, 2},
	{"lemniscate", "x y", []string{"(x^2 + y^2)^2 - {A}*x^2 + {A}*y^2"}, 0, 4},
	{"pear", "x y", []string{"x^4 - {A}*x^3 + {B}*y^2"}, 0, 4},
	{"two lines", "x y", []string{"(x - {A}*y + {B})*(x + y - {C})"}, 0, 4},
	{"plane", "x y z", []string{"x - {A}*y + {B}*z - {C}"}, 0, 4},
	{"paraboloid", "x y z", []string{"z - {A}*x^2 - {B}*y^2"}, 0, 3},
	{"saddle", "x y z", []string{"z - {A}*x*y + {B}"}, 0, 3},
	{"hyperboloid", "x y z", []string{"x^2 + {A}*y^2 - {B}*z^2 - {C}"}, 0, 4},
	{"ellipsoid", "x y z", []string{"x^2 + {A}*y^2 + {B}*z^2 - {C}"}, 0, 4},
	{"sphere", "x y z", []string{"x^2 + y^2 + z^2 - {A}*x + {B}*y - {C}"}, 0, 9},
	{"umbrella", "x y z", []string{"x^2 - {A}*y^2*z"}, 0, 3},
	{"determinant", "a b c d", []string{"a*d - b*c - {A}"}, 0, 3},
	{"resistors", "R a b", []string{"R*a + R*b - {A}*a*b"}, 0.5, 6},
	{"proportion", "x y", []string{"y - {A}*x"}, 0, 5},
	{"gas", "p V T", []string{"p*V - {A}*T"}, 1, 10},
	{"drag", "v F", []string{"F - {A}*v^2"}, 1, 9},
	{"kepler", "a T", []string{"a^3 - {A}*T^2"}, 0.5, 4},
	{"saturation", "S v", []string{"v*S + {A}*v - {B}*S"}, 0.2, 12},
	{"energy", "m v E", []string{"{A}*E - {B}*m*v^2"}, 0.5, 4},
	{"twisted cubic", "x y z", []string{"y - {A}*x^2", "z - {B}*x*y"}, 0, 1.5},
	{"line in space", "x y z", []string{"y - {A}*x + {B}", "z + {C}*x - {A}"}, 0, 3},
	{"parabola in a plane", "x y z", []string{"y - {A}*x^2 + {B}", "z + {C}*x + y - {A}"}, 0, 2},
	{"momentum", "m v p E", []string{"p - m*v", "E - {A}*m*v^2"}, 0.5, 4},
}

// kinds of coefficients: whole numbers to 9, fractions p/q with p ≤ 9 and q ≤ 4, real numbers of four digits.
var kinds = []string{"integer", "rational", "real"}

// coefficient draws one of a kind, small whole numbers more often than others.
func coefficient(kind string, rng *rand.Rand) string {
	small := func(most int) int { return 1 + int(float64(most)*math.Pow(rng.Float64(), 1.5)) }
	switch kind {
	case "integer":
		return fmt.Sprint(small(9))
	case "rational":
		return fmt.Sprintf("%d/%d", small(9), 1+rng.IntN(4))
	}
	return fmt.Sprintf("%.3f", math.Exp(rng.Float64()*math.Log(20))/2.5)
}

// variety is a form with coefficients, and points without noise.
type variety struct {
	name, kind string
	seed       uint64 // of the noise
	variables  []string
	generators []string
	points     *mat.Dense
}

// ideal are the generators as polynomials.
func (v variety) ideal() ([]*poly.Polynomial[ring.Rat], error) {
	R, err := poly.NewRing(ring.Q, v.variables, poly.WithMaxDegree(8))
	if err != nil {
		return nil, err
	}
	var out []*poly.Polynomial[ring.Rat]
	for _, text := range v.generators {
		f, err := R.Parse(text)
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	return out, nil
}

// draw gives the form coefficients, others until n points are found on it.
func (f form) draw(kind string, seed uint64, n int) (variety, error) {
	h := fnv.New64a()
	fmt.Fprint(h, f.name, kind)
	rng := rand.New(rand.NewPCG(seed, h.Sum64()))
	for range 100 {
		v := variety{name: f.name, kind: kind, seed: rng.Uint64(), variables: strings.Fields(f.variables)}
		var letters []string
		for _, l := range []string{"{A}", "{B}", "{C}"} {
			letters = append(letters, l, coefficient(kind, rng))
		}
		for _, e := range f.equations {
			v.generators = append(v.generators, strings.NewReplacer(letters...).Replace(e))
		}
		ideal, err := v.ideal()
		if err != nil {
			return v, err
		}
		if v.points = f.points(ideal, len(v.variables), n, rng); v.points != nil {
			return v, nil
		}
	}
	return variety{}, errors.New("no points on " + f.name)
}

// points draws rows: where there is one equation, all variables but one, and that from its real roots;
// else the free ones, and the others by their equations. It returns nil where few are found.
func (f form) points(ideal []*poly.Polynomial[ring.Rat], vars, n int, rng *rand.Rand) *mat.Dense {
	x := mat.NewDense(n, vars, nil)
	row := make([]float64, vars)
	least := f.least
	if least == 0 {
		least = -f.most
	}
	for i, tries := 0, 0; i < n; tries++ {
		if tries > 50*n {
			return nil
		}
		for j := range row {
			row[j] = least + (f.most-least)*rng.Float64()
		}
		if len(ideal) > 1 {
			for k, g := range ideal {
				// The equation is linear in the variable, with the coefficient 1.
				j := vars - len(ideal) + k
				row[j] = 0
				row[j] = -compile(g).at(row)
			}
		} else {
			j := rng.IntN(vars)
			roots := compile(ideal[0]).roots(row, j, least*1.2, f.most*1.2)
			if len(roots) == 0 {
				continue
			}
			row[j] = roots[rng.IntN(len(roots))]
		}
		x.SetRow(i, row)
		i++
	}
	return x
}

// compiled is a polynomial for evaluation.
type compiled struct {
	exponents [][]int
	c         []float64
}

func compile(p *poly.Polynomial[ring.Rat]) compiled {
	var f compiled
	for m, c := range p.Terms() {
		f.exponents = append(f.exponents, p.Ring().Exponents(m))
		f.c = append(f.c, c.Float64())
	}
	return f
}

// at is the value at x.
func (f compiled) at(x []float64) float64 {
	sum := 0.0
	for i, e := range f.exponents {
		v := f.c[i]
		for j, k := range e {
			for range k {
				v *= x[j]
			}
		}
		sum += v
	}
	return sum
}

// roots are the places between lo and hi where the polynomial changes its sign along variable j.
func (f compiled) roots(x []float64, j int, lo, hi float64) []float64 {
	const steps = 200
	at := func(t float64) float64 {
		x[j] = t
		return f.at(x)
	}
	var out []float64
	left, value := lo, at(lo)
	for s := range steps {
		right := lo + (hi-lo)*float64(s+1)/steps
		next := at(right)
		if (value < 0) != (next < 0) {
			a, b := left, right
			for range 50 {
				if m := (a + b) / 2; (at(m) < 0) == (value < 0) {
					a = m
				} else {
					b = m
				}
			}
			out = append(out, (a+b)/2)
		}
		left, value = right, next
	}
	return out
}
