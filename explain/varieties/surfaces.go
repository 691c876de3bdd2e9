package varieties

import (
	"math"
	"math/rand/v2"
)

// surfaces holds surfaces in space.
func surfaces() []Variety {
	xyz := []string{"x", "y", "z"}
	return []Variety{
		{
			Name: "sphere", Variables: xyz, Minimal: 1, Dimension: 2,
			Generators: []string{"x^2 + y^2 + z^2 - 2*x + 4*y - 6*z + 5"},
			Charts: surface(turn(), latitude(), func(t, s rat) []rat {
				x, y, z := sphere(t, s)
				return []rat{num(1).Add(times(num(3), x)), num(-2).Add(times(num(3), y)), num(3).Add(times(num(3), z))}
			}),
		},
		{
			Name: "cylinder", Variables: xyz, Minimal: 1, Dimension: 2,
			Generators: []string{"x^2 + y^2 - 4"},
			Charts: surface(turn(), uniform(-2, 2), func(t, z rat) []rat {
				c, s := angle(t)
				return []rat{times(num(2), c), times(num(2), s), z}
			}),
		},
		{
			Name: "cone", Variables: xyz, Minimal: 1, Dimension: 2,
			Generators: []string{"x^2 + y^2 - z^2"},
			Charts: surface(turn(), uniform(-2, 2), func(t, z rat) []rat {
				c, s := angle(t)
				return []rat{z.Mul(c), z.Mul(s), z}
			}),
		},
		{
			// Along the lines of one of the two rulings.
			Name: "hyperboloid", Variables: xyz, Minimal: 1, Dimension: 2,
			Generators: []string{"x^2 + y^2 - z^2 - 1"},
			Charts: surface(turn(), uniform(-1.5, 1.5), func(t, z rat) []rat {
				c, s := angle(t)
				return []rat{c.Sub(s.Mul(z)), s.Add(c.Mul(z)), z}
			}),
		},
		{
			Name: "paraboloid", Variables: xyz, Minimal: 1, Dimension: 2,
			Generators: []string{"x^2 + y^2 - z"},
			Charts:     surface(uniform(-1.5, 1.5), uniform(-1.5, 1.5), func(x, y rat) []rat { return []rat{x, y, sq(x).Add(sq(y))} }),
		},
		{
			Name: "monkey_saddle", Variables: xyz, Minimal: 1, Dimension: 2,
			Generators: []string{"x^3 - 3*x*y^2 - z"},
			Charts: surface(uniform(-1.3, 1.3), uniform(-1.3, 1.3), func(x, y rat) []rat {
				return []rat{x, y, times(x, x, x).Sub(times(num(3), x, y, y))}
			}),
		},
		{
			Name: "whitney_umbrella", Variables: xyz, Minimal: 1, Dimension: 2,
			Generators: []string{"x^2 - y^2*z"},
			Charts:     surface(uniform(-1.5, 1.5), uniform(-1.5, 1.5), func(u, v rat) []rat { return []rat{u.Mul(v), v, sq(u)} }),
		},
		{
			Name: "steiner", Variables: xyz, Minimal: 1, Dimension: 2,
			Generators: []string{"x^2*y^2 + x^2*z^2 + y^2*z^2 - 2*x*y*z"},
			Charts: surface(turn(), latitude(), func(t, s rat) []rat {
				a, b, c := sphere(t, s)
				return []rat{times(num(2), b, c), times(num(2), a, c), times(num(2), a, b)}
			}),
		},
		{
			Name: "torus", Variables: xyz, Minimal: 1, Dimension: 2,
			Generators: []string{"x^4 + 2*x^2*y^2 + y^4 + 2*x^2*z^2 + 2*y^2*z^2 + z^4 - 10*x^2 - 10*y^2 + 6*z^2 + 9"},
			Charts: surface(turn(), turn(), func(t, s rat) []rat {
				c, si := angle(t)
				u, v := angle(s)
				l := num(2).Add(u)
				return []rat{l.Mul(c), l.Mul(si), v}
			}),
		},
	}
}

// laws holds equations between physical quantities, all of them positive.
func laws() []Variety {
	return []Variety{
		{
			Name: "ideal_gas", Variables: []string{"p", "V", "n", "T"}, Minimal: 1, Dimension: 3,
			Generators: []string{"p*V - n*T"},
			Charts: []Chart{{Draw: same(3, uniform(0.5, 2)), At: func(t []rat) []rat {
				v, n, temp := t[0], t[1], t[2]
				return []rat{over(n.Mul(temp), v), v, n, temp}
			}}},
		},
		{
			Name: "kepler", Variables: []string{"a", "T"}, Minimal: 1, Dimension: 1,
			Generators: []string{"a^3 - T^2"},
			Charts:     curve(root(0.3, 3), func(t rat) []rat { return []rat{sq(t), times(t, t, t)} }),
		},
		{
			Name: "kinetic_energy", Variables: []string{"E", "m", "v"}, Minimal: 1, Dimension: 2,
			Generators: []string{"m*v^2 - 2*E"},
			Charts: surface(uniform(0.5, 3), uniform(0.5, 3), func(m, v rat) []rat {
				return []rat{over(times(m, v, v), num(2)), m, v}
			}),
		},
		{
			Name: "joule", Variables: []string{"P", "R", "I"}, Minimal: 1, Dimension: 2,
			Generators: []string{"R*I^2 - P"},
			Charts: surface(uniform(1, 4), uniform(0.3, 2), func(r, i rat) []rat {
				return []rat{times(r, i, i), r, i}
			}),
		},
		{
			Name: "lens", Variables: []string{"a", "b", "f"}, Minimal: 1, Dimension: 2,
			Generators: []string{"a*b - a*f - b*f"},
			Charts: surface(uniform(1, 5), uniform(1, 5), func(a, b rat) []rat {
				return []rat{a, b, over(a.Mul(b), a.Add(b))}
			}),
		},
		{
			Name: "resistors", Variables: []string{"R", "R1", "R2", "R3"}, Minimal: 1, Dimension: 3,
			// R1 and R2 in parallel, R3 in series with them.
			Generators: []string{"R*R1 + R*R2 - R1*R2 - R1*R3 - R2*R3"},
			Charts: []Chart{{Draw: same(3, uniform(1, 5)), At: func(t []rat) []rat {
				parallel := over(t[0].Mul(t[1]), t[0].Add(t[1]))
				return []rat{parallel.Add(t[2]), t[0], t[1], t[2]}
			}}},
		},
		{
			Name: "pythagoras", Variables: []string{"a", "b", "c"}, Minimal: 1, Dimension: 2,
			Generators: []string{"a^2 + b^2 - c^2"},
			Charts: surface(halfAngle(0.2, math.Pi/2-0.2), uniform(1, 5), func(t, l rat) []rat {
				c, s := angle(t)
				return []rat{l.Mul(c), l.Mul(s), l}
			}),
		},
		{
			Name: "rod", Variables: []string{"x1", "y1", "x2", "y2"}, Minimal: 1, Dimension: 3,
			Generators: []string{"x1^2 - 2*x1*x2 + x2^2 + y1^2 - 2*y1*y2 + y2^2 - 25"},
			Charts: []Chart{{Draw: free(uniform(-4, 4), uniform(-4, 4), turn()), At: func(t []rat) []rat {
				c, s := angle(t[2])
				return []rat{t[0], t[1], t[0].Add(times(num(5), c)), t[1].Add(times(num(5), s))}
			}}},
		},
	}
}

// higher holds varieties in four and more dimensions.
func higher() []Variety {
	return []Variety{
		{
			Name: "segre_2x3", Variables: []string{"a11", "a12", "a13", "a21", "a22", "a23"}, Minimal: 3, Dimension: 4,
			Generators: []string{"a11*a22 - a12*a21", "a11*a23 - a13*a21", "a12*a23 - a13*a22"},
			Charts: []Chart{{Draw: same(5, uniform(-1.5, 1.5)), At: func(t []rat) []rat {
				return []rat{t[0].Mul(t[2]), t[0].Mul(t[3]), t[0].Mul(t[4]), t[1].Mul(t[2]), t[1].Mul(t[3]), t[1].Mul(t[4])}
			}}},
		},
		{
			Name: "sl2", Variables: []string{"a", "b", "c", "d"}, Minimal: 1, Dimension: 3,
			Generators: []string{"a*d - b*c - 1"},
			Charts: []Chart{{Draw: free(either(0.5, 2), uniform(-1.5, 1.5), uniform(-1.5, 1.5)), At: func(t []rat) []rat {
				a, b, c := t[0], t[1], t[2]
				return []rat{a, b, c, over(num(1).Add(b.Mul(c)), a)}
			}}},
		},
		{
			Name: "stiefel_2_3", Variables: []string{"u1", "u2", "u3", "v1", "v2", "v3"}, Minimal: 3, Dimension: 3,
			Generators: []string{"u1^2 + u2^2 + u3^2 - 1", "v1^2 + v2^2 + v3^2 - 1", "u1*v1 + u2*v2 + u3*v3"},
			Charts: []Chart{{Draw: quaternion, At: func(t []rat) []rat {
				m := rotation(t[0], t[1], t[2])
				return append(m[0][:], m[1][:]...)
			}}},
		},
		{
			Name: "sphere_r6", Variables: []string{"x1", "x2", "x3", "x4", "x5", "x6"}, Minimal: 1, Dimension: 5,
			Generators: []string{"x1^2 + x2^2 + x3^2 + x4^2 + x5^2 + x6^2 - 1"},
			Charts:     []Chart{quadric([]int64{0, 0, 0, 0, 0, 1}, []int64{1, 1, 1, 1, 1, 1})},
		},
		{
			// The points (x, y, z) of the quadric 2x² + y² + z² = 4, and w = x.
			Name: "sphere_hyperplane", Variables: []string{"x", "y", "z", "w"}, Minimal: 2, Dimension: 2,
			Generators: []string{"x - w", "x^2 + y^2 + z^2 + w^2 - 4"},
			Charts: []Chart{{Draw: quadric([]int64{0, 0, 2}, []int64{2, 1, 1}).Draw, At: func(t []rat) []rat {
				x := quadric([]int64{0, 0, 2}, []int64{2, 1, 1}).At(t)
				return append(x, x[0])
			}}},
		},
		{
			Name: "veronese", Variables: []string{"s", "t", "a", "b", "c"}, Minimal: 3, Dimension: 2,
			Generators: []string{"s^2 - a", "s*t - b", "t^2 - c", "s*b - t*a", "s*c - t*b", "a*c - b^2"},
			Charts: surface(uniform(-1.5, 1.5), uniform(-1.5, 1.5), func(s, t rat) []rat {
				return []rat{s, t, sq(s), s.Mul(t), sq(t)}
			}),
		},
	}
}

// quaternion draws a, b, c such that (1, a, b, c) has a uniform direction.
func quaternion(rng *rand.Rand) []float64 {
	w := rng.NormFloat64()
	return []float64{rng.NormFloat64() / w, rng.NormFloat64() / w, rng.NormFloat64() / w}
}
