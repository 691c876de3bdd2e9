package varieties

import "math"

// moreSurfaces holds further surfaces, and unions of planes and lines, in space.
func moreSurfaces() []Variety {
	xyz := []string{"x", "y", "z"}
	return []Variety{
		{
			Name: "ellipsoid_offset", Variables: xyz, Minimal: 1, Dimension: 2,
			Generators: []string{"9*x^2 + 36*y^2 + 4*z^2 - 18*x + 144*y - 24*z + 153"},
			Charts: one("c|s d|u", free(turn(), latitude()),
				"1 + 2*c*d", "s*d - 2", "3 + 3*u"),
		},
		{
			Name: "hyperbolic_paraboloid", Variables: xyz, Minimal: 1, Dimension: 2,
			Generators: []string{"2*x^2 - y^2 - 4*z + 4"},
			Charts:     one("x y", same(2, uniform(-2, 2)), "x", "y", "1 + x^2/2 - y^2/4"),
		},
		{
			Name: "elliptic_cone", Variables: xyz, Minimal: 1, Dimension: 2,
			Generators: []string{"4*x^2 + 9*y^2 - z^2 - 8*x - 2*z + 3"},
			Charts:     one("c|s w", free(turn(), uniform(-3, 3)), "1 + w*c/2", "w*s/3", "w - 1"),
		},
		{
			Name: "tilted_cylinder", Variables: xyz, Minimal: 1, Dimension: 2,
			Generators: []string{"x^2 - 2*x*z + y^2 + z^2 - 1"},
			Charts:     one("c|s z", free(turn(), uniform(-1.5, 1.5)), "c + z", "s", "z"),
		},
		{
			Name: "two_planes", Variables: xyz, Minimal: 1, Dimension: 2,
			Generators: []string{"x^2 - x*y - 2*y^2 - x*z + 2*y*z + x + y - z"},
			Charts: append(one("x y", same(2, uniform(-2, 2)), "x", "y", "x + y"),
				one("y z", same(2, uniform(-2, 2)), "2*y - 1", "y", "z")...),
		},
		{
			Name: "coordinate_axes", Variables: xyz, Minimal: 3, Dimension: 1,
			Generators: []string{"x*y", "x*z", "y*z"},
			Charts: append(one("t", free(uniform(-2, 2)), "t", "0", "0"),
				append(one("t", free(uniform(-2, 2)), "0", "t", "0"), one("t", free(uniform(-2, 2)), "0", "0", "t")...)...),
		},
		{
			Name: "hyperbolic_cubic", Variables: xyz, Minimal: 1, Dimension: 2,
			Generators: []string{"x*y*z - 1"},
			Charts:     one("x y", same(2, either(0.5, 2)), "x", "y", "1 : x*y"),
		},
		{
			Name: "cayley_cubic", Variables: xyz, Minimal: 1, Dimension: 2,
			Generators: []string{"x*y*z + x*y + x*z + y*z"},
			Charts:     one("x y", same(2, uniform(0.5, 4)), "x", "y", "0 - x*y : x*y + x + y"),
		},
		{
			Name: "cubic_saddle", Variables: xyz, Minimal: 1, Dimension: 2,
			Generators: []string{"x^3 + 3*x*y^2 + 6*x^2 - 6*y^2 - 3*z"},
			Charts:     one("x y", same(2, uniform(-1.5, 1.5)), "x", "y", "x^3/3 + x*y^2 + 2*x^2 - 2*y^2"),
		},
		{
			Name: "pluecker_conoid", Variables: xyz, Minimal: 1, Dimension: 2,
			Generators: []string{"x^2*z + y^2*z - 2*x*y"},
			Charts:     one("c|s r", free(turn(), uniform(0.3, 2)), "r*c", "r*s", "2*c*s"),
		},
		{
			Name: "cartan_umbrella", Variables: xyz, Minimal: 1, Dimension: 2,
			Generators: []string{"x^3 - x^2*z - y^2*z"},
			Charts:     one("c|s r", free(turn(), uniform(0.3, 2)), "r*c", "r*s", "r*c^3"),
		},
		{
			Name: "ding_dong", Variables: xyz, Minimal: 1, Dimension: 2,
			Generators: []string{"z^3 + x^2 + y^2 - z^2"},
			Charts:     one("c|s t", free(turn(), uniform(-1.4, 1.4)), "c*t*(1 - t^2)", "s*t*(1 - t^2)", "1 - t^2"),
		},
		{
			// The band about the unit circle, its half angle as parameter.
			Name: "moebius", Variables: xyz, Minimal: 1, Dimension: 2,
			Generators: []string{"x^2*y + y^3 - 2*x^2*z - 2*y^2*z + y*z^2 - 2*x*z - y"},
			Charts: one("c|s w", free(halfAngle(0, math.Pi), uniform(-0.6, 0.6)),
				"(1 + w*c)*(c^2 - s^2)", "2*(1 + w*c)*c*s", "w*s"),
		},
		{
			Name: "cyclide", Variables: xyz, Minimal: 1, Dimension: 2,
			Generators: []string{"4*x^4 + 8*x^2*y^2 + 4*y^4 + 8*x^2*z^2 + 8*y^2*z^2 + 4*z^4 - 25*x^2 - 16*y^2 + 30*x - 9"},
			Charts: one("c|s d|u", same(2, turn()),
				"3 - 5*c*d + 4*c : 5 - 3*c*d", "s*(5 - 4*d) : 5 - 3*c*d", "u*(3*c - 4) : 5 - 3*c*d"),
		},
		{
			// The coefficients of the quartics t⁴ + a t² + b t + c with a double root.
			Name: "swallowtail", Variables: []string{"a", "b", "c"}, Minimal: 1, Dimension: 2,
			Generators: []string{"16*a^4*c - 4*a^3*b^2 - 128*a^2*c^2 + 144*a*b^2*c - 27*b^4 + 256*c^3"},
			Charts:     one("a t", free(uniform(-2, 1), uniform(-1, 1)), "a", "0 - 4*t^3 - 2*a*t", "3*t^4 + a*t^2"),
		},
	}
}

// moreHigher holds further varieties in four and more dimensions.
func moreHigher() []Variety {
	abcd := []string{"a", "b", "c", "d"}
	round := free(turn())
	return []Variety{
		{
			Name: "pluecker_2_4", Variables: []string{"p12", "p13", "p14", "p23", "p24", "p34"}, Minimal: 1, Dimension: 5,
			Generators: []string{"p12*p34 - p13*p24 + p14*p23"},
			Charts: one("a b c d e f g h", same(8, uniform(-1.5, 1.5)),
				"a*f - b*e", "a*g - c*e", "a*h - d*e", "b*g - c*f", "b*h - d*f", "c*h - d*g"),
		},
		{
			Name: "cubic_cone", Variables: abcd, Minimal: 3, Dimension: 2,
			Generators: []string{"a*c - b^2", "a*d - b*c", "b*d - c^2"},
			Charts:     one("s t", same(2, uniform(-1.3, 1.3)), "s^3", "s^2*t", "s*t^2", "t^3"),
		},
		{
			Name: "veronese_cone", Variables: []string{"a", "b", "c", "d", "e", "f"}, Minimal: 6, Dimension: 3,
			Generators: []string{"a*d - b^2", "a*e - b*c", "a*f - c^2", "b*e - c*d", "b*f - c*e", "d*f - e^2"},
			Charts:     one("x y z", same(3, uniform(-1.5, 1.5)), "x^2", "x*y", "x*z", "y^2", "y*z", "z^2"),
		},
		{
			// A rotation and translation of the plane, and what becomes of (2, 1).
			Name: "rigid_motion", Variables: []string{"c", "s", "u", "v", "x", "y"}, Minimal: 3, Dimension: 3,
			Generators: []string{"2*c - s + u - x", "c + 2*s + v - y", "c^2 + s^2 - 1"},
			Charts: one("c|s u v", free(turn(), uniform(-2, 2), uniform(-2, 2)),
				"c", "s", "u", "v", "2*c - s + u", "c + 2*s + v"),
		},
		{
			Name: "two_link_arm", Variables: []string{"c1", "s1", "c2", "s2", "x", "y"}, Minimal: 4, Dimension: 2,
			Generators: []string{"2*c1 + c2 - x", "2*s1 + s2 - y", "c1^2 + s1^2 - 1", "c2^2 + s2^2 - 1"},
			Charts:     one("c|s d|u", same(2, turn()), "c", "s", "d", "u", "2*c + d", "2*s + u"),
		},
		{
			Name: "double_pendulum", Variables: []string{"x1", "y1", "x2", "y2"}, Minimal: 2, Dimension: 2,
			Generators: []string{"x1^2 + y1^2 - 4", "x1^2 - 2*x1*x2 + x2^2 + y1^2 - 2*y1*y2 + y2^2 - 1"},
			Charts:     one("c|s d|u", same(2, turn()), "2*c", "2*s", "2*c + d", "2*s + u"),
		},
		{
			Name: "clifford_torus", Variables: []string{"x", "y", "z", "w"}, Minimal: 2, Dimension: 2,
			Generators: []string{"x^2 + y^2 - 1", "z^2 + w^2 - 4"},
			Charts:     one("c|s d|u", same(2, turn()), "c", "s", "2*d", "2*u"),
		},
		{
			Name: "offset_3_sphere", Variables: []string{"x", "y", "z", "w"}, Minimal: 1, Dimension: 3,
			Generators: []string{"x^2 + y^2 + z^2 + w^2 - 2*x + 4*z - w + 5/4"},
			Charts: one("c|s d|u e|v", free(turn(), latitude(), latitude()),
				"1 + 2*c*d*e", "2*s*d*e", "2*u*e - 2", "1/2 + 2*v"),
		},
		{
			// A unit quaternion and the cosine of the angle by which it turns the
			// third axis.
			Name: "quaternion_axis", Variables: []string{"p", "q", "r", "s", "k"}, Minimal: 2, Dimension: 3,
			Generators: []string{"p^2 + q^2 + r^2 + s^2 - 1", "2*q^2 + 2*r^2 + k - 1"},
			Charts: one("a|b c|d e|f", same(3, turn()),
				"a*c", "b*e", "b*f", "a*d", "1 - 2*b^2"),
		},
		{
			Name: "stereographic", Variables: []string{"x", "y", "z", "u", "v"}, Minimal: 3, Dimension: 2,
			Generators: []string{"x^2 + y^2 + z^2 - 1", "u*z - u + x", "v*z - v + y", "u*y - v*x", "u*x + v*y - z - 1"},
			Charts: one("u v", same(2, uniform(-1.5, 1.5)),
				"2*u : 1 + u^2 + v^2", "2*v : 1 + u^2 + v^2", "u^2 + v^2 - 1 : 1 + u^2 + v^2", "u", "v"),
		},
		{
			Name: "projection_2x2", Variables: abcd, Minimal: 3, Dimension: 1,
			Generators: []string{"b - c", "a + d - 1", "a^2 + b^2 - a"},
			Charts:     one("c|s", round, "c^2", "c*s", "c*s", "s^2"),
		},
		{
			Name: "idempotent_2x2", Variables: abcd, Minimal: 2, Dimension: 2,
			Generators: []string{"a + d - 1", "a^2 + b*c - a"},
			Charts:     one("a b", free(uniform(-1.5, 2.5), either(0.5, 2)), "a", "b", "a - a^2 : b", "1 - a"),
		},
		{
			Name: "nilpotent_2x2", Variables: abcd, Minimal: 2, Dimension: 2,
			Generators: []string{"a + d", "a^2 + b*c"},
			Charts: append(one("u v", same(2, uniform(-1.5, 1.5)), "u*v", "u^2", "0 - v^2", "0 - u*v"),
				one("u v", same(2, uniform(-1.5, 1.5)), "u*v", "0 - u^2", "v^2", "0 - u*v")...),
		},
		{
			Name: "trace_determinant", Variables: []string{"a", "b", "c", "d", "T", "D"}, Minimal: 2, Dimension: 4,
			Generators: []string{"a + d - T", "a*d - b*c - D"},
			Charts:     one("a b c d", same(4, uniform(-2, 2)), "a", "b", "c", "d", "a + d", "a*d - b*c"),
		},
		{
			Name: "complex_inverse", Variables: abcd, Minimal: 2, Dimension: 2,
			Generators: []string{"a*c - b*d - 1", "a*d + b*c"},
			Charts: one("c|s r", free(turn(), uniform(0.5, 2)),
				"r*c", "r*s", "c : r", "0 - s : r"),
		},
		{
			Name: "complex_square", Variables: []string{"x", "y", "u", "v"}, Minimal: 2, Dimension: 2,
			Generators: []string{"x^2 - y^2 - u", "2*x*y - v"},
			Charts:     one("x y", same(2, uniform(-1.5, 1.5)), "x", "y", "x^2 - y^2", "2*x*y"),
		},
		{
			Name: "cube_vertices", Variables: []string{"x", "y", "z"}, Minimal: 3, Dimension: 0,
			Generators: []string{"x^2 - 1", "y^2 - 1", "z^2 - 1"},
			Charts: []Chart{fixed(-1, -1, -1), fixed(-1, -1, 1), fixed(-1, 1, -1), fixed(-1, 1, 1),
				fixed(1, -1, -1), fixed(1, -1, 1), fixed(1, 1, -1), fixed(1, 1, 1)},
		},
		{
			Name: "four_points", Variables: []string{"x", "y"}, Minimal: 2, Dimension: 0,
			Generators: []string{"x*y - 2", "x^2 + y^2 - 5"},
			Charts:     []Chart{fixed(1, 2), fixed(2, 1), fixed(-1, -2), fixed(-2, -1)},
		},
	}
}
