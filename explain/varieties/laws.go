package varieties

import (
	"math"
	"math/rand/v2"
	"slices"
)

// moreLaws holds further equations between measured quantities.
func moreLaws() []Variety {
	return slices.Concat(mechanics(), electricity(), heat(), chemistry(), geometry(), arithmetic())
}

// mechanics holds laws of motion, forces and fluids.
func mechanics() []Variety {
	return []Variety{
		{
			Name: "springs", Variables: []string{"F", "k1", "k2", "x"}, Minimal: 1, Dimension: 3,
			Generators: []string{"k1*x + k2*x - F"},
			Charts:     one("k l x", free(uniform(0.5, 3), uniform(0.5, 3), uniform(-2, 2)), "(k + l)*x", "k", "l", "x"),
		},
		{
			Name: "projectile", Variables: []string{"h", "v", "t"}, Minimal: 1, Dimension: 2,
			Generators: []string{"981*t^2 - 200*v*t + 200*h"},
			Charts:     one("v t", free(uniform(5, 20), uniform(0.1, 2)), "v*t - 4.905*t^2", "v", "t"),
		},
		{
			Name: "bernoulli", Variables: []string{"p", "v", "h"}, Minimal: 1, Dimension: 2,
			Generators: []string{"50*v^2 + 100*p + 981*h - 12000"},
			Charts:     one("v h", free(uniform(0, 10), uniform(0, 6)), "120 - v^2/2 - 9.81*h", "v", "h"),
		},
		{
			Name: "stokes", Variables: []string{"v", "r", "d", "eta"}, Minimal: 1, Dimension: 3,
			Generators: []string{"2*r^2*d - 9*v*eta"},
			Charts:     one("r d e", free(uniform(0.5, 2), uniform(0.5, 3), uniform(0.5, 2)), "2*d*r^2 : 9*e", "r", "d", "e"),
		},
		{
			Name: "pendulum_period", Variables: []string{"L", "T"}, Minimal: 1, Dimension: 1,
			Generators: []string{"50*T^2 - 201*L"},
			Charts:     one("T", free(uniform(0.6, 3)), "50/201*T^2", "T"),
		},
		{
			Name: "free_fall", Variables: []string{"v", "h"}, Minimal: 1, Dimension: 1,
			Generators: []string{"50*v^2 - 981*h"},
			Charts:     one("v", free(uniform(1, 15)), "v", "50/981*v^2"),
		},
		{
			Name: "relativistic_energy", Variables: []string{"E", "p", "m"}, Minimal: 1, Dimension: 2,
			Generators: []string{"E^2 - p^2 - m^2"},
			Charts:     one("m u", free(uniform(0.5, 2), uniform(-0.6, 0.6)), "m*(1 + u^2) : 1 - u^2", "2*m*u : 1 - u^2", "m"),
		},
		{
			Name: "lorentz_factor", Variables: []string{"v", "g"}, Minimal: 1, Dimension: 1,
			Generators: []string{"v^2*g^2 - g^2 + 1"},
			Charts:     one("u", free(uniform(-0.6, 0.6)), "2*u : 1 + u^2", "1 + u^2 : 1 - u^2"),
		},
		{
			Name: "velocity_addition", Variables: []string{"u", "v", "w"}, Minimal: 1, Dimension: 2,
			Generators: []string{"u*v*w - u - v + w"},
			Charts:     one("u v", same(2, uniform(-0.8, 0.8)), "u", "v", "u + v : 1 + u*v"),
		},
		{
			Name: "centripetal", Variables: []string{"F", "r", "m", "v"}, Minimal: 1, Dimension: 3,
			Generators: []string{"m*v^2 - F*r"},
			Charts:     one("r m v", same(3, uniform(0.5, 2.5)), "m*v^2 : r", "r", "m", "v"),
		},
		{
			Name: "elastic_collision", Variables: []string{"m1", "m2", "u1", "u2", "v1", "v2"}, Minimal: 2, Dimension: 4,
			Generators: []string{"u1 - u2 + v1 - v2", "m1*u1 + m2*u2 - m1*v1 - m2*v2"},
			Charts: one("m n u w", free(uniform(0.5, 3), uniform(0.5, 3), uniform(-3, 3), uniform(-3, 3)),
				"m", "n", "u", "w", "(m - n)*u + 2*n*w : m + n", "(n - m)*w + 2*m*u : m + n"),
		},
		{
			Name: "drag_curve", Variables: []string{"F", "v"}, Minimal: 1, Dimension: 1,
			Generators: []string{"4*v^2 + 30*v - 100*F"},
			Charts:     one("v", free(uniform(0, 20)), "3/10*v + 1/25*v^2", "v"),
		},
		{
			Name: "drag_equation", Variables: []string{"F", "d", "v", "c", "A"}, Minimal: 1, Dimension: 4,
			Generators: []string{"d*v^2*c*A - 2*F"},
			Charts:     one("d v c A", same(4, uniform(0.5, 2)), "d*v^2*c*A/2", "d", "v", "c", "A"),
		},
		{
			Name: "reynolds", Variables: []string{"R", "m", "d", "v", "L"}, Minimal: 1, Dimension: 4,
			Generators: []string{"d*v*L - R*m"},
			Charts:     one("m d v L", same(4, uniform(0.5, 2.5)), "d*v*L : m", "m", "d", "v", "L"),
		},
		{
			Name: "inertia", Variables: []string{"I", "m", "a", "b"}, Minimal: 1, Dimension: 3,
			Generators: []string{"m*a^2 + m*b^2 - 12*I"},
			Charts:     one("m a b", same(3, uniform(0.5, 3)), "m*(a^2 + b^2)/12", "m", "a", "b"),
		},
		{
			Name: "mechanical_energy", Variables: []string{"E", "m", "v", "h"}, Minimal: 1, Dimension: 3,
			Generators: []string{"50*m*v^2 + 981*m*h - 100*E"},
			Charts:     one("m v h", free(uniform(0.5, 3), uniform(0.5, 6), uniform(0, 2)), "m*v^2/2 + 9.81*m*h", "m", "v", "h"),
		},
		{
			Name: "kepler_mass", Variables: []string{"a", "T", "M"}, Minimal: 1, Dimension: 2,
			Generators: []string{"a^3 - T^2*M"},
			Charts:     one("a T", free(uniform(0.8, 2), uniform(0.7, 2)), "a", "T", "a^3 : T^2"),
		},
	}
}

// electricity holds laws of electricity, waves and light.
func electricity() []Variety {
	return []Variety{
		{
			Name: "electric_power", Variables: []string{"P", "U", "R"}, Minimal: 1, Dimension: 2,
			Generators: []string{"U^2 - P*R"},
			Charts:     one("U R", free(uniform(1, 6), uniform(1, 5)), "U^2 : R", "U", "R"),
		},
		{
			Name: "coulomb", Variables: []string{"F", "q1", "q2", "r"}, Minimal: 1, Dimension: 3,
			Generators: []string{"F*r^2 - 9*q1*q2"},
			Charts:     one("q p r", free(uniform(-2, 2), uniform(-2, 2), uniform(0.7, 2)), "9*q*p : r^2", "q", "p", "r"),
		},
		{
			Name: "snell", Variables: []string{"s1", "n", "s2"}, Minimal: 1, Dimension: 2,
			Generators: []string{"n*s2 - s1"},
			Charts:     one("n s", free(uniform(1, 2), uniform(0.05, 0.5)), "n*s", "n", "s"),
		},
		{
			Name: "doppler", Variables: []string{"f", "f0", "v"}, Minimal: 1, Dimension: 2,
			Generators: []string{"f*v - 340*f + 340*f0"},
			Charts:     one("f v", free(uniform(200, 800), uniform(-100, 100)), "340*f : 340 - v", "f", "v"),
		},
		{
			// A thin lens in air with the radii R1 > 0 > R2.
			Name: "lensmaker", Variables: []string{"f", "n", "R1", "R2"}, Minimal: 1, Dimension: 3,
			Generators: []string{"f*n*R1 - f*n*R2 - f*R1 + f*R2 + R1*R2"},
			Charts: one("n R S", free(uniform(1.3, 2), uniform(1, 3), uniform(-4, -1)),
				"R*S : (n - 1)*(S - R)", "n", "R", "S"),
		},
		{
			Name: "resonance", Variables: []string{"x", "y"}, Minimal: 1, Dimension: 1,
			Generators: []string{"4*x^2*y - 8*x*y + 5*y - 4"},
			Charts:     one("x", free(uniform(-1, 3)), "x", "4 : 4*x^2 - 8*x + 5"),
		},
	}
}

// heat holds laws of gases, heat and radiation.
func heat() []Variety {
	return []Variety{
		{
			// In units of the critical point, at 6/5 of the critical temperature.
			Name: "van_der_waals", Variables: []string{"p", "V"}, Minimal: 1, Dimension: 1,
			Generators: []string{"15*p*V^3 - 5*p*V^2 - 48*V^2 + 45*V - 15"},
			Charts:     one("V", free(uniform(0.6, 4)), "48*V^2 - 45*V + 15 : 15*V^3 - 5*V^2", "V"),
		},
		{
			Name: "kinetic_gas", Variables: []string{"p", "V", "m", "v"}, Minimal: 1, Dimension: 3,
			Generators: []string{"m*v^2 - 3*p*V"},
			Charts:     one("V m v", free(uniform(1, 3), uniform(0.5, 2), uniform(0.5, 2)), "m*v^2 : 3*V", "V", "m", "v"),
		},
		{
			Name: "gas_constant", Variables: []string{"p", "V", "n", "T"}, Minimal: 1, Dimension: 3,
			Generators: []string{"10000*p*V - 821*n*T"},
			Charts: one("V n T", free(uniform(5, 30), uniform(0.5, 3), uniform(250, 450)),
				"0.0821*n*T : V", "V", "n", "T"),
		},
		{
			Name: "carnot", Variables: []string{"e", "Th", "Tc"}, Minimal: 1, Dimension: 2,
			Generators: []string{"e*Th - Th + Tc"},
			Charts:     one("T C", free(uniform(400, 900), uniform(250, 350)), "T - C : T", "T", "C"),
		},
		{
			Name: "stefan", Variables: []string{"P", "e", "T"}, Minimal: 1, Dimension: 2,
			Generators: []string{"e*T^4 - P"},
			Charts:     one("e T", free(uniform(0.3, 1), uniform(0.6, 1.5)), "e*T^4", "e", "T"),
		},
		{
			Name: "thermal_expansion", Variables: []string{"L", "L0", "T"}, Minimal: 1, Dimension: 2,
			Generators: []string{"3*L0*T - 250*L + 250*L0"},
			Charts:     one("L T", free(uniform(1, 5), uniform(0, 100)), "L*(1 + 0.012*T)", "L", "T"),
		},
		{
			Name: "energy_balance", Variables: []string{"Q", "U", "K", "W", "P"}, Minimal: 1, Dimension: 4,
			Generators: []string{"2*Q - 2*U - 2*K - 2*W - 5*P"},
			Charts:     one("U K W P", same(4, uniform(-2, 3)), "U + K + W + 5/2*P", "U", "K", "W", "P"),
		},
	}
}

// chemistry holds balances, equilibria and rates, also of living things.
func chemistry() []Variety {
	return []Variety{
		{
			Name: "mixing", Variables: []string{"c", "c1", "c2", "m1", "m2"}, Minimal: 1, Dimension: 4,
			Generators: []string{"c*m1 + c*m2 - c1*m1 - c2*m2"},
			Charts: one("c d m n", same(4, uniform(0.5, 4)),
				"c*m + d*n : m + n", "c", "d", "m", "n"),
		},
		{
			Name: "mixture", Variables: []string{"x1", "x2", "x3", "m"}, Minimal: 2, Dimension: 2,
			Generators: []string{"x1 + x2 + x3 - 1", "4*x1 + 7*x2 + 10*x3 - 2*m"},
			Charts: one("u v", same(2, uniform(0, 1)),
				"u", "(1 - u)*v", "(1 - u)*(1 - v)", "2*u + 7/2*(1 - u)*v + 5*(1 - u)*(1 - v)"),
		},
		{
			Name: "michaelis_menten", Variables: []string{"s", "v"}, Minimal: 1, Dimension: 1,
			Generators: []string{"50*s*v - 125*s + 31*v"},
			Charts:     one("s", free(uniform(0.05, 4)), "s", "2.5*s : s + 0.62"),
		},
		{
			Name: "competitive_inhibition", Variables: []string{"v", "s", "i"}, Minimal: 1, Dimension: 2,
			Generators: []string{"4*v*s + v*i - 12*s + 2*v"},
			Charts:     one("s i", free(uniform(0.1, 3), uniform(0, 4)), "12*s : 4*s + i + 2", "s", "i"),
		},
		{
			Name: "hill", Variables: []string{"x", "y"}, Minimal: 1, Dimension: 1,
			Generators: []string{"x^2*y - 3*x^2 + 2*y"},
			Charts:     one("x", free(uniform(0.1, 4)), "x", "3*x^2 : x^2 + 2"),
		},
		{
			Name: "ammonia", Variables: []string{"n", "h", "a"}, Minimal: 1, Dimension: 2,
			Generators: []string{"n*h^3 - 2*a^2"},
			Charts:     one("h a", free(uniform(0.8, 1.6), uniform(0.5, 2)), "2*a^2 : h^3", "h", "a"),
		},
		{
			Name: "binding", Variables: []string{"A", "B", "C", "A0", "B0"}, Minimal: 3, Dimension: 2,
			Generators: []string{"A + C - A0", "B + C - B0", "2*A*B - C"},
			Charts:     one("A B", same(2, uniform(0.1, 1)), "A", "B", "2*A*B", "A + 2*A*B", "B + 2*A*B"),
		},
		{
			Name: "hardy_weinberg", Variables: []string{"D", "H", "R"}, Minimal: 2, Dimension: 1,
			Generators: []string{"D + H + R - 1", "H^2 - 4*D*R"},
			Charts:     one("p", free(uniform(0, 1)), "p^2", "2*p*(1 - p)", "(1 - p)^2"),
		},
		{
			Name: "epidemic", Variables: []string{"S", "I", "R", "g"}, Minimal: 2, Dimension: 2,
			Generators: []string{"S + I + R - 1", "5*S*I - 2*I - 10*g"},
			Charts:     one("S I", free(uniform(0.1, 0.8), uniform(0.02, 0.2)), "S", "I", "1 - S - I", "S*I/2 - I/5"),
		},
		{
			Name: "logistic", Variables: []string{"x", "g"}, Minimal: 1, Dimension: 1,
			Generators: []string{"62*x^2 - 155*x + 250*g"},
			Charts:     one("x", free(uniform(0, 3)), "x", "0.62*x - 0.248*x^2"),
		},
	}
}

// geometry holds relations between lengths, areas and angles.
func geometry() []Variety {
	// sides draws two sides and a third that the triangle inequality allows.
	sides := func(rng *rand.Rand) []float64 {
		a, b := 1+3*rng.Float64(), 1+3*rng.Float64()
		least := math.Abs(a-b) + 0.2
		return []float64{a, b, least + (a+b-0.2-least)*rng.Float64()}
	}
	return []Variety{
		{
			// The parameters are the tangents of two half angles and the inradius.
			Name: "heron", Variables: []string{"a", "b", "c", "A"}, Minimal: 1, Dimension: 3,
			Generators: []string{"a^4 - 2*a^2*b^2 + b^4 - 2*a^2*c^2 - 2*b^2*c^2 + c^4 + 16*A^2"},
			Charts: one("u v r", free(uniform(0.25, 0.8), uniform(0.25, 0.8), uniform(0.5, 1.5)),
				"r*(1 + v^2) : v*(1 - u*v)", "r*(1 + u^2) : u*(1 - u*v)", "r*(u + v) : u*v", "r^2*(u + v) : u*v*(1 - u*v)"),
		},
		{
			Name: "law_of_cosines", Variables: []string{"a", "b", "c", "k"}, Minimal: 1, Dimension: 3,
			Generators: []string{"2*a*b*k - a^2 - b^2 + c^2"},
			Charts:     one("a b c", sides, "a", "b", "c", "a^2 + b^2 - c^2 : 2*a*b"),
		},
		{
			// Between the products of the sides and of the diagonals of a
			// quadrilateral, for segments on a line.
			Name: "four_on_a_line", Variables: []string{"ab", "bc", "cd", "ac", "bd", "ad"}, Minimal: 3, Dimension: 3,
			Generators: []string{"ab + bc - ac", "bc + cd - bd", "ab + bc + cd - ad"},
			Charts:     one("a b c", same(3, uniform(0.5, 3)), "a", "b", "c", "a + b", "b + c", "a + b + c"),
		},
	}
}

// arithmetic holds relations between numbers made of other numbers.
func arithmetic() []Variety {
	return []Variety{
		{
			Name: "celsius", Variables: []string{"C", "F"}, Minimal: 1, Dimension: 1,
			Generators: []string{"9*C - 5*F + 160"},
			Charts:     one("C", free(uniform(-30, 40)), "C", "9/5*C + 32"),
		},
		{
			Name: "compound_interest", Variables: []string{"A", "P", "r"}, Minimal: 1, Dimension: 2,
			Generators: []string{"P*r^2 + 2*P*r - A + P"},
			Charts:     one("P r", free(uniform(1, 5), uniform(0.1, 1)), "P*(1 + r)^2", "P", "r"),
		},
		{
			Name: "quadratic_root", Variables: []string{"x", "b", "c"}, Minimal: 1, Dimension: 2,
			Generators: []string{"x^2 + x*b + c"},
			Charts:     one("x b", same(2, uniform(-2, 2)), "x", "b", "0 - x^2 - b*x"),
		},
		{
			Name: "vieta", Variables: []string{"r", "s", "b", "c"}, Minimal: 2, Dimension: 2,
			Generators: []string{"r + s + b", "r*s - c"},
			Charts:     one("r s", same(2, uniform(-2, 2)), "r", "s", "0 - r - s", "r*s"),
		},
		{
			Name: "newton_identity", Variables: []string{"p1", "p2", "e"}, Minimal: 1, Dimension: 2,
			Generators: []string{"p1^2 - p2 - 2*e"},
			Charts:     one("x y", same(2, uniform(-2, 2)), "x + y", "x^2 + y^2", "x*y"),
		},
		{
			Name: "linear_three", Variables: []string{"a", "b", "c", "d", "e", "f"}, Minimal: 3, Dimension: 3,
			Generators: []string{"2*a + b - 2*c - 2*d + 6", "4*a - 5*c - 2*e", "a - 3*b - 12*c + 3*f"},
			Charts: one("a b c", same(3, uniform(-2, 2)),
				"a", "b", "c", "a + b/2 - c + 3", "2*a - 5/2*c", "b + 4*c - a/3"),
		},
		{
			Name: "linear_decimals", Variables: []string{"x", "y", "u", "w"}, Minimal: 2, Dimension: 2,
			Generators: []string{"31*x - 70*y - 50*u", "373*x + 25*y - 100*w + 200"},
			Charts:     one("x y", same(2, uniform(-2, 3)), "x", "y", "0.62*x - 1.4*y", "3.73*x + 0.25*y + 2"),
		},
	}
}
