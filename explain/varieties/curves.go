package varieties

import (
	"math"
	"slices"
)

// morePlaneCurves holds further plane curves.
func morePlaneCurves() []Variety { return slices.Concat(moreConics(), cubics(), quartics()) }

// moreConics holds conics off the origin and at a slant, and unions of lines.
func moreConics() []Variety {
	xy := []string{"x", "y"}
	round := free(turn())
	return []Variety{
		{
			Name: "off_circle", Variables: xy, Minimal: 1, Dimension: 1,
			Generators: []string{"4*x^2 + 4*y^2 - 24*x + 16*y + 43"},
			Charts:     one("c|s", round, "3 + 3/2*c", "3/2*s - 2"),
		},
		{
			Name: "axis_ellipse", Variables: xy, Minimal: 1, Dimension: 1,
			Generators: []string{"144*x^2 + 625*y^2 - 900"},
			Charts:     one("c|s", round, "2.5*c", "1.2*s"),
		},
		{
			Name: "tilted_ellipse", Variables: xy, Minimal: 1, Dimension: 1,
			Generators: []string{"5*x^2 - 8*x*y + 5*y^2 - 28*x + 26*y + 23"},
			Charts:     one("c|s", round, "3*c + s + 2", "3*c - s - 1"),
		},
		{
			Name: "tilted_parabola", Variables: xy, Minimal: 1, Dimension: 1,
			Generators: []string{"x^2 + 2*x*y + y^2 - 2*x + 2*y"},
			Charts:     one("t", free(uniform(-2.5, 3)), "(2*t + t^2)/4", "(2*t - t^2)/4"),
		},
		{
			Name: "tilted_hyperbola", Variables: xy, Minimal: 1, Dimension: 1,
			Generators: []string{"x^2 + 3*x*y + 2*y^2 - 2"},
			Charts:     one("p", free(either(0.5, 3)), "2*p^2 - 2 : p", "2 - p^2 : p"),
		},
		{
			Name: "offset_hyperbola", Variables: xy, Minimal: 1, Dimension: 1,
			Generators: []string{"x*y - 2*x + y - 5"},
			Charts:     one("t", free(either(0.6, 4)), "t - 1", "3 + 2*t : t"),
		},
		{
			Name: "rational_graph", Variables: xy, Minimal: 1, Dimension: 1,
			Generators: []string{"x^2 - x*y + 3*y + 1"},
			Charts:     one("x", free(uniform(-2, 2)), "x", "x^2 + 1 : x - 3"),
		},
		{
			Name: "parallel_lines", Variables: xy, Minimal: 1, Dimension: 1,
			Generators: []string{"x^2 - 2*x*y + y^2 - 4"},
			Charts: slices.Concat(one("t", free(uniform(-2, 2)), "t + 1", "t - 1"),
				one("t", free(uniform(-2, 2)), "t - 1", "t + 1")),
		},
		{
			Name: "triangle_lines", Variables: xy, Minimal: 1, Dimension: 1,
			Generators: []string{"x^2*y + x*y^2 + x^2 - 2*x*y - y^2 - 3*x + y + 2"},
			Charts: slices.Concat(one("t", free(uniform(-2, 3)), "1", "t"),
				one("t", free(uniform(-2, 3)), "t", "0 - 1"), one("t", free(uniform(-2, 3)), "t", "2 - t")),
		},
		{
			Name: "circle_and_line", Variables: xy, Minimal: 1, Dimension: 1,
			Generators: []string{"x^3 - x^2*y + x*y^2 - y^3 - 4*x + 4*y"},
			Charts: slices.Concat(one("c|s", round, "2*c", "2*s"),
				one("t", free(uniform(-2.5, 2.5)), "t", "t")),
		},
	}
}

// cubics holds cubic curves.
func cubics() []Variety {
	xy := []string{"x", "y"}
	return []Variety{
		{
			Name: "witch_of_agnesi", Variables: xy, Minimal: 1, Dimension: 1,
			Generators: []string{"x^2*y + 4*y - 8"},
			Charts:     one("t", free(uniform(-2, 2)), "2*t", "2 : 1 + t^2"),
		},
		{
			Name: "serpentine", Variables: xy, Minimal: 1, Dimension: 1,
			Generators: []string{"x^2*y - 3*x + y"},
			Charts:     one("t", free(uniform(-4, 4)), "t", "3*t : 1 + t^2"),
		},
		{
			Name: "cissoid", Variables: xy, Minimal: 1, Dimension: 1,
			Generators: []string{"x^3 + x*y^2 - 2*y^2"},
			Charts:     one("t", free(uniform(-1.5, 1.5)), "2*t^2 : 1 + t^2", "2*t^3 : 1 + t^2"),
		},
		{
			Name: "strophoid", Variables: xy, Minimal: 1, Dimension: 1,
			Generators: []string{"x^3 + x*y^2 + x^2 - y^2"},
			Charts:     one("t", free(uniform(-1.8, 1.8)), "t^2 - 1 : t^2 + 1", "t*(t^2 - 1) : t^2 + 1"),
		},
		{
			Name: "trisectrix", Variables: xy, Minimal: 1, Dimension: 1,
			Generators: []string{"x^3 + x*y^2 - 3*x^2 + y^2"},
			Charts:     one("t", free(uniform(-2.5, 2.5)), "3 - t^2 : 1 + t^2", "t*(3 - t^2) : 1 + t^2"),
		},
		{
			Name: "neile", Variables: xy, Minimal: 1, Dimension: 1,
			Generators: []string{"8*y^3 - 27*x^2 - 24*y^2 + 24*y - 8"},
			Charts:     one("t", free(uniform(-1.5, 1.5)), "t^3", "1 + 3/2*t^2"),
		},
		{
			Name: "tschirnhausen", Variables: xy, Minimal: 1, Dimension: 1,
			Generators: []string{"x^3 + 15*x^2 + 27*y^2 + 48*x - 64"},
			Charts:     one("t", free(uniform(-2, 2)), "1 - 3*t^2", "3*t - t^3"),
		},
		{
			Name: "cubic_discriminant", Variables: []string{"p", "q"}, Minimal: 1, Dimension: 1,
			Generators: []string{"4*p^3 + 27*q^2"},
			Charts:     one("t", free(uniform(-1.2, 1.2)), "0 - 3*t^2", "2*t^3"),
		},
		{
			Name: "lissajous", Variables: xy, Minimal: 1, Dimension: 1,
			Generators: []string{"4*x^3 - 2*y^2 - 3*x + 1"},
			Charts:     one("c|s", free(turn()), "2*c^2 - 1", "4*c^3 - 3*c"),
		},
		{
			Name: "quartic_graph", Variables: xy, Minimal: 1, Dimension: 1,
			Generators: []string{"2*x^4 - 4*x^2 - 2*y + 1"},
			Charts:     one("x", free(uniform(-1.6, 1.6)), "x", "x^4 - 2*x^2 + 1/2"),
		},
	}
}

// quartics holds curves of degree 4 and two sextics.
func quartics() []Variety {
	xy := []string{"x", "y"}
	round := free(turn())
	return []Variety{
		{
			// At distance 2 from the line x = 1 along the rays from the origin.
			Name: "conchoid", Variables: xy, Minimal: 1, Dimension: 1,
			Generators: []string{"x^4 + x^2*y^2 - 2*x^3 - 2*x*y^2 - 3*x^2 + y^2"},
			Charts: slices.Concat(one("c|s", free(halfAngle(-1.1, 1.1)), "1 + 2*c", "s + 2*s*c : c"),
				one("c|s", free(halfAngle(-1.1, 1.1)), "1 - 2*c", "s - 2*s*c : c")),
		},
		{
			Name: "bicorn", Variables: xy, Minimal: 1, Dimension: 1,
			Generators: []string{"x^4 + x^2*y^2 + 4*x^2*y - 2*x^2 + 3*y^2 - 4*y + 1"},
			Charts:     one("c|s", round, "s", "c^2*(2 + c) : 3 + s^2"),
		},
		{
			Name: "kappa", Variables: xy, Minimal: 1, Dimension: 1,
			Generators: []string{"x^4 + x^2*y^2 - y^2"},
			Charts: slices.Concat(one("c|s", free(halfAngle(-1.1, 1.1)), "s", "s^2 : c"),
				one("c|s", free(halfAngle(-1.1, 1.1)), "s", "0 - s^2 : c")),
		},
		{
			Name: "bullet_nose", Variables: xy, Minimal: 1, Dimension: 1,
			Generators: []string{"x^2*y^2 + 4*x^2 - y^2"},
			Charts: slices.Concat(one("c|s", free(halfAngle(0.6, math.Pi-0.6)), "c", "2*c : s"),
				one("c|s", free(halfAngle(0.6, math.Pi-0.6)), "c", "0 - 2*c : s")),
		},
		{
			Name: "cardioid", Variables: xy, Minimal: 1, Dimension: 1,
			Generators: []string{"x^4 + 2*x^2*y^2 + y^4 + 4*x^3 + 4*x*y^2 - 4*y^2"},
			Charts:     one("c|s", round, "2*c*(1 - c)", "2*s*(1 - c)"),
		},
		{
			Name: "deltoid", Variables: xy, Minimal: 1, Dimension: 1,
			Generators: []string{"x^4 + 2*x^2*y^2 + y^4 - 8*x^3 + 24*x*y^2 + 18*x^2 + 18*y^2 - 27"},
			Charts:     one("c|s", round, "2*c + c^2 - s^2", "2*s - 2*c*s"),
		},
		{
			Name: "two_circles", Variables: xy, Minimal: 1, Dimension: 1,
			Generators: []string{"x^4 + 2*x^2*y^2 + y^4 - 2*x^2*y - 2*y^3 - 12*x^2 - 8*x*y + 4*y^2 - 8*x - 6*y + 3"},
			Charts:     slices.Concat(one("c|s", round, "c - 2", "s"), one("c|s", round, "2*c + 2", "2*s + 1")),
		},
		{
			Name: "astroid", Variables: xy, Minimal: 1, Dimension: 1,
			Generators: []string{"x^6 + 3*x^4*y^2 + 3*x^2*y^4 + y^6 - 3*x^4 + 21*x^2*y^2 - 3*y^4 + 3*x^2 + 3*y^2 - 1"},
			Charts:     one("c|s", round, "c^3", "s^3"),
		},
		{
			Name: "nephroid", Variables: xy, Minimal: 1, Dimension: 1,
			Generators: []string{"x^6 + 3*x^4*y^2 + 3*x^2*y^4 + y^6 - 12*x^4 - 24*x^2*y^2 - 12*y^4 + 48*x^2 - 60*y^2 - 64"},
			Charts:     one("c|s", round, "6*c - 4*c^3", "4*s^3"),
		},
	}
}

// moreSpaceCurves holds further curves in space.
func moreSpaceCurves() []Variety {
	xyz := []string{"x", "y", "z"}
	round := free(turn())
	return []Variety{
		{
			Name: "cubic_space", Variables: xyz, Minimal: 2, Dimension: 1,
			Generators: []string{"x^2 - y - 2", "x*y + 3*x - z", "y^2 - x*z + 5*y + 6"},
			Charts:     one("t", free(uniform(-1.5, 1.5)), "t", "t^2 - 2", "t^3 + t"),
		},
		{
			Name: "chebyshev_space", Variables: xyz, Minimal: 2, Dimension: 1,
			Generators: []string{"2*x^2 - y - 1", "2*x*y - x - z", "2*y^2 - 2*x*z + y - 1"},
			Charts:     one("c|s", round, "c", "2*c^2 - 1", "4*c^3 - 3*c"),
		},
		{
			Name: "rational_quartic", Variables: xyz, Minimal: 2, Dimension: 1,
			Generators: []string{"x*y - z", "x^3 - y", "x^2*z - y^2", "y^3 - x*z^2"},
			Charts:     one("t", free(uniform(-1.3, 1.3)), "t", "t^3", "t^4"),
		},
		{
			Name: "steinmetz", Variables: xyz, Minimal: 2, Dimension: 1,
			Generators: []string{"x^2 - y^2", "y^2 + z^2 - 4"},
			Charts: slices.Concat(one("c|s", round, "2*c", "2*c", "2*s"),
				one("c|s", round, "2*c", "0 - 2*c", "2*s")),
		},
		{
			Name: "tilted_circle", Variables: xyz, Minimal: 2, Dimension: 1,
			Generators: []string{"2*x - 2*y + z - 4", "x^2 + y^2 + z^2 - 2*x - 4*z - 4"},
			Charts:     one("c|s", round, "c + 2*s + 1", "2*c + s", "2*c - 2*s + 2"),
		},
		{
			Name: "cone_section", Variables: xyz, Minimal: 2, Dimension: 1,
			Generators: []string{"3*x - 5*z + 5", "x^2 + y^2 - z^2"},
			Charts:     one("c|s", round, "(15 + 25*c)/16", "5/4*s", "(25 + 15*c)/16"),
		},
	}
}
