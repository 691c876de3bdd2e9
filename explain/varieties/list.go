package varieties

import "slices"

// All returns the varieties of the first set, in the order of their names.
func All() []Variety {
	all := slices.Concat(linear(), conics(), planeCurves(), spaceCurves(), surfaces(), laws(), higher())
	slices.SortFunc(all, func(v, w Variety) int {
		switch {
		case v.Name < w.Name:
			return -1
		case v.Name > w.Name:
			return 1
		}
		return 0
	})
	return all
}

// linear holds points, lines and linear spaces.
func linear() []Variety {
	var names []string
	for _, s := range []string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10"} {
		names = append(names, "x"+s)
	}
	return []Variety{
		{
			Name: "line", Variables: []string{"x", "y"}, Minimal: 1, Dimension: 1,
			Generators: []string{"2*x - y + 1"},
			Charts:     curve(uniform(-2, 2), func(t rat) []rat { return []rat{t, times(num(2), t).Add(num(1))} }),
		},
		{
			Name: "line_space", Variables: []string{"x", "y", "z"}, Minimal: 2, Dimension: 1,
			Generators: []string{"x - 2*y - 3", "y + z - 2"},
			Charts: curve(uniform(-2, 2), func(t rat) []rat {
				return []rat{times(num(2), t).Add(num(1)), t.Sub(num(1)), num(3).Sub(t)}
			}),
		},
		{
			Name: "plane", Variables: []string{"x", "y", "z"}, Minimal: 1, Dimension: 2,
			Generators: []string{"3*x - 2*y + z - 4"},
			Charts: surface(uniform(-2, 2), uniform(-2, 2), func(x, y rat) []rat {
				return []rat{x, y, sum(num(4), times(num(-3), x), times(num(2), y))}
			}),
		},
		{
			Name: "linear_r10", Variables: names, Minimal: 6, Dimension: 4,
			Generators: []string{"x5 - x1 - x2", "x6 - x1 + x3", "x7 - 2*x2 + x4", "x8 - x1 - x3 - x4", "x9 + x1 - 3*x4", "x10 - x2 + 2*x3 - x4"},
			Charts: []Chart{{Draw: same(4, uniform(-1, 1)), At: func(t []rat) []rat {
				a, b, c, d := t[0], t[1], t[2], t[3]
				return []rat{a, b, c, d, a.Add(b), a.Sub(c), times(num(2), b).Sub(d), sum(a, c, d),
					times(num(3), d).Sub(a), sum(b, times(num(-2), c), d)}
			}}},
		},
		{
			Name: "crossing_lines", Variables: []string{"x", "y"}, Minimal: 1, Dimension: 1,
			Generators: []string{"x^2 + x*y - 2*y^2 - 3*x + 3*y"},
			Charts: slices.Concat(
				curve(uniform(-1, 3), func(t rat) []rat { return []rat{t, t} }),
				curve(uniform(-1, 3), func(t rat) []rat { return []rat{num(3).Sub(times(num(2), t)), t} })),
		},
		{
			Name: "six_points", Variables: []string{"x", "y"}, Minimal: 2, Dimension: 0,
			Generators: []string{"y^2 - 1", "x^3 - x^2 - 2*x"},
			Charts:     []Chart{fixed(-1, -1), fixed(-1, 1), fixed(0, -1), fixed(0, 1), fixed(2, -1), fixed(2, 1)},
		},
	}
}

// conics holds conics in the plane and conics cut out by hyperplanes.
func conics() []Variety {
	circle := func(r int64) []Chart {
		return curve(turn(), func(t rat) []rat {
			c, s := angle(t)
			return []rat{num(r).Mul(c), num(r).Mul(s)}
		})
	}
	return []Variety{
		{
			Name: "circle_r10", Variables: []string{"x", "y"}, Minimal: 1, Dimension: 1,
			Generators: []string{"x^2 + y^2 - 100"},
			Charts:     circle(10),
		},
		{
			Name: "concentric_circles", Variables: []string{"x", "y"}, Minimal: 1, Dimension: 1,
			Generators: []string{"x^4 + 2*x^2*y^2 + y^4 - 5*x^2 - 5*y^2 + 4"},
			Charts:     slices.Concat(circle(1), circle(2)),
		},
		{
			// (x, y) = (3c - s, c - 3s): half the sum and half the difference
			// have the squares 4(c - s)² and (c + s)².
			Name: "ellipse", Variables: []string{"x", "y"}, Minimal: 1, Dimension: 1,
			Generators: []string{"5*x^2 - 6*x*y + 5*y^2 - 32"},
			Charts: curve(turn(), func(t rat) []rat {
				c, s := angle(t)
				return []rat{times(num(3), c).Sub(s), c.Sub(times(num(3), s))}
			}),
		},
		{
			Name: "parabola", Variables: []string{"x", "y"}, Minimal: 1, Dimension: 1,
			Generators: []string{"x^2 - 2*y - 2"},
			Charts:     curve(uniform(-2, 2), func(t rat) []rat { return []rat{t, over(sq(t).Sub(num(2)), num(2))} }),
		},
		{
			Name: "hyperbola", Variables: []string{"x", "y"}, Minimal: 1, Dimension: 1,
			Generators: []string{"x*y - 1"},
			Charts:     curve(either(0.4, 2.5), func(t rat) []rat { return []rat{t, over(num(1), t)} }),
		},
		{
			Name: "hyperbola_hyperplane", Variables: []string{"x", "y", "z"}, Minimal: 2, Dimension: 1,
			Generators: []string{"x + 2*y - z", "x^2 - y^2 - 1"},
			Charts: curve(either(0.35, 2.8), func(t rat) []rat {
				x := over(t.Add(over(num(1), t)), num(2))
				y := over(t.Sub(over(num(1), t)), num(2))
				return []rat{x, y, x.Add(times(num(2), y))}
			}),
		},
		{
			Name: "so2", Variables: []string{"a", "b", "c", "d"}, Minimal: 3, Dimension: 1,
			Generators: []string{"a - d", "b + c", "c^2 + d^2 - 1"},
			Charts: curve(turn(), func(t rat) []rat {
				c, s := angle(t)
				return []rat{c, s.Neg(), s, c}
			}),
		},
	}
}

// planeCurves holds plane curves of degree 3 and more.
func planeCurves() []Variety {
	// polar is the curve r = r(α).
	polar := func(r func(c, s rat) rat) []Chart {
		return curve(turn(), func(t rat) []rat {
			c, s := angle(t)
			l := r(c, s)
			return []rat{l.Mul(c), l.Mul(s)}
		})
	}
	xy := []string{"x", "y"}
	return []Variety{
		{
			Name: "cubic_graph", Variables: xy, Minimal: 1, Dimension: 1,
			Generators: []string{"4*x^3 - 3*x - y"},
			Charts: curve(uniform(-1.1, 1.1), func(t rat) []rat {
				return []rat{t, times(num(4), t, t, t).Sub(times(num(3), t))}
			}),
		},
		{
			Name: "cuspidal_cubic", Variables: xy, Minimal: 1, Dimension: 1,
			Generators: []string{"x^3 - y^2"},
			Charts:     curve(uniform(-1.3, 1.3), func(t rat) []rat { return []rat{sq(t), times(t, t, t)} }),
		},
		{
			Name: "nodal_cubic", Variables: xy, Minimal: 1, Dimension: 1,
			Generators: []string{"x^3 + x^2 - y^2"},
			Charts: curve(uniform(-1.6, 1.6), func(t rat) []rat {
				x := sq(t).Sub(num(1))
				return []rat{x, t.Mul(x)}
			}),
		},
		{
			// The loop and a stretch of one branch; t = -1 is the point at infinity.
			Name: "folium", Variables: xy, Minimal: 1, Dimension: 1,
			Generators: []string{"x^3 + y^3 - 3*x*y"},
			Charts: curve(slope(-0.45, 1.55), func(t rat) []rat {
				x := over(times(num(3), t), times(t, t, t).Add(num(1)))
				return []rat{x, t.Mul(x)}
			}),
		},
		{
			Name: "lemniscate", Variables: xy, Minimal: 1, Dimension: 1,
			Generators: []string{"x^4 + 2*x^2*y^2 + y^4 - 4*x^2 + 4*y^2"},
			Charts: curve(turn(), func(t rat) []rat {
				t3, d := times(t, t, t), times(t, t, t, t).Add(num(1))
				return []rat{over(times(num(2), t.Add(t3)), d), over(times(num(2), t.Sub(t3)), d)}
			}),
		},
		{
			Name: "figure_eight", Variables: xy, Minimal: 1, Dimension: 1,
			Generators: []string{"x^4 - x^2 + y^2"},
			Charts: curve(turn(), func(t rat) []rat {
				c, s := angle(t)
				return []rat{c, c.Mul(s)}
			}),
		},
		{
			Name: "limacon", Variables: xy, Minimal: 1, Dimension: 1,
			Generators: []string{"x^4 + 2*x^2*y^2 + y^4 - 4*x^3 - 4*x*y^2 + 3*x^2 - y^2"},
			Charts:     polar(func(c, _ rat) rat { return num(1).Add(times(num(2), c)) }),
		},
		{
			Name: "trifolium", Variables: xy, Minimal: 1, Dimension: 1,
			Generators: []string{"x^4 + 2*x^2*y^2 + y^4 - x^3 + 3*x*y^2"},
			Charts:     polar(func(c, _ rat) rat { return times(num(4), c, c, c).Sub(times(num(3), c)) }),
		},
		{
			Name: "quadrifolium", Variables: xy, Minimal: 1, Dimension: 1,
			Generators: []string{"x^6 + 3*x^4*y^2 + 3*x^2*y^4 + y^6 - 4*x^2*y^2"},
			Charts:     polar(func(c, s rat) rat { return times(num(2), c, s) }),
		},
	}
}

// spaceCurves holds curves in spaces of three and more dimensions.
func spaceCurves() []Variety {
	xyz := []string{"x", "y", "z"}
	return []Variety{
		{
			Name: "twisted_cubic", Variables: xyz, Minimal: 2, Dimension: 1,
			Generators: []string{"x^2 - y", "x*y - z", "y^2 - x*z"},
			Charts:     curve(uniform(-1.5, 1.5), func(t rat) []rat { return []rat{t, sq(t), times(t, t, t)} }),
		},
		{
			Name: "normal_quartic", Variables: []string{"x", "y", "z", "w"}, Minimal: 3, Dimension: 1,
			Generators: []string{"x^2 - y", "x*y - z", "x*z - w", "y^2 - w", "y*z - x*w", "z^2 - y*w"},
			Charts: curve(uniform(-1.4, 1.4), func(t rat) []rat {
				return []rat{t, sq(t), times(t, t, t), times(t, t, t, t)}
			}),
		},
		{
			Name: "viviani", Variables: xyz, Minimal: 2, Dimension: 1,
			Generators: []string{"x^2 + y^2 - 2*x", "z^2 + 2*x - 4"},
			Charts: curve(turn(), func(t rat) []rat {
				c, s := angle(t)
				return []rat{times(num(2), c, c), times(num(2), c, s), times(num(2), s)}
			}),
		},
		{
			Name: "two_circles_sphere", Variables: xyz, Minimal: 2, Dimension: 1,
			Generators: []string{"x^2 + y^2 + z^2 - 25", "x*z - 3*x + 3*z - 9"},
			Charts: slices.Concat(
				curve(turn(), func(t rat) []rat {
					c, s := angle(t)
					return []rat{times(num(4), c), times(num(4), s), num(3)}
				}),
				curve(turn(), func(t rat) []rat {
					c, s := angle(t)
					return []rat{num(-3), times(num(4), c), times(num(4), s)}
				})),
		},
	}
}
