package varieties

import (
	"math"
	"math/rand/v2"

	"github.com/kexplain/kexplain/ring"
)

// rat shortens the formulas of the list.
type rat = ring.Rat

// num returns the integer n as a rational.
func num(n int64) rat { return ring.RatFromInt(n) }

// sum returns x₁ + x₂ + ….
func sum(xs ...rat) rat {
	s := num(0)
	for _, x := range xs {
		s = s.Add(x)
	}
	return s
}

// times returns x₁·x₂·….
func times(xs ...rat) rat {
	p := num(1)
	for _, x := range xs {
		p = p.Mul(x)
	}
	return p
}

// sq returns x².
func sq(x rat) rat { return x.Mul(x) }

// over returns x/y. It panics when y = 0: the charts avoid their poles.
func over(x, y rat) rat {
	q, err := x.Quo(y)
	if err != nil {
		panic("varieties: parameter at a pole of its chart")
	}
	return q
}

// angle returns the point (cos α, sin α) of the unit circle with t = tan(α/2).
func angle(t rat) (c, s rat) {
	d := sum(num(1), sq(t))
	return over(num(1).Sub(sq(t)), d), over(times(num(2), t), d)
}

// sphere returns the point of the unit sphere at longitude 2·arctan(t) and
// latitude 2·arctan(s).
func sphere(t, s rat) (x, y, z rat) {
	cl, sl := angle(t)
	cb, sb := angle(s)
	return cl.Mul(cb), sl.Mul(cb), sb
}

// rotation returns the rows of the rotation matrix of the quaternion
// (1, a, b, c), in Euler and Rodrigues' formula.
func rotation(a, b, c rat) [3][3]rat {
	n := sum(num(1), sq(a), sq(b), sq(c))
	two := num(2)
	return [3][3]rat{
		{over(sum(num(1), sq(a), sq(b).Neg(), sq(c).Neg()), n), over(two.Mul(a.Mul(b).Sub(c)), n), over(two.Mul(a.Mul(c).Add(b)), n)},
		{over(two.Mul(a.Mul(b).Add(c)), n), over(sum(num(1), sq(b), sq(a).Neg(), sq(c).Neg()), n), over(two.Mul(b.Mul(c).Sub(a)), n)},
		{over(two.Mul(a.Mul(c).Sub(b)), n), over(two.Mul(b.Mul(c).Add(a)), n), over(sum(num(1), sq(c), sq(a).Neg(), sq(b).Neg()), n)},
	}
}

// A parameter is the distribution of one parameter.
type parameter func(rng *rand.Rand) float64

// uniform draws from [lo, hi].
func uniform(lo, hi float64) parameter {
	return func(rng *rand.Rand) float64 { return lo + (hi-lo)*rng.Float64() }
}

// either draws from ±[lo, hi].
func either(lo, hi float64) parameter {
	u := uniform(lo, hi)
	return func(rng *rand.Rand) float64 {
		if x := u(rng); rng.IntN(2) == 0 {
			return x
		} else {
			return -x
		}
	}
}

// halfAngle draws tan(α/2) for α uniform in [lo, hi].
func halfAngle(lo, hi float64) parameter {
	u := uniform(lo, hi)
	return func(rng *rand.Rand) float64 { return math.Tan(u(rng) / 2) }
}

// turn draws tan(α/2) for α uniform on the circle.
func turn() parameter { return halfAngle(-math.Pi, math.Pi) }

// latitude draws tan(β/2) where sin β is uniform in [-1, 1], so that with a turn
// as longitude points are uniform on the sphere.
func latitude() parameter {
	return func(rng *rand.Rand) float64 { return math.Tan(math.Asin(2*rng.Float64()-1) / 2) }
}

// root draws √u for u uniform in [lo, hi], lo ≥ 0.
func root(lo, hi float64) parameter {
	u := uniform(lo, hi)
	return func(rng *rand.Rand) float64 { return math.Sqrt(u(rng)) }
}

// slope draws tan α for α uniform in [lo, hi].
func slope(lo, hi float64) parameter {
	u := uniform(lo, hi)
	return func(rng *rand.Rand) float64 { return math.Tan(u(rng)) }
}

// free draws every parameter by itself.
func free(ps ...parameter) func(*rand.Rand) []float64 {
	return func(rng *rand.Rand) []float64 {
		t := make([]float64, len(ps))
		for i, p := range ps {
			t[i] = p(rng)
		}
		return t
	}
}

// same draws n parameters from p.
func same(n int, p parameter) func(*rand.Rand) []float64 {
	ps := make([]parameter, n)
	for i := range ps {
		ps[i] = p
	}
	return free(ps...)
}

// fixed is the chart of a single point.
func fixed(p ...int64) Chart {
	return Chart{
		Draw: func(*rand.Rand) []float64 { return nil },
		At: func([]rat) []rat {
			x := make([]rat, len(p))
			for i, pi := range p {
				x[i] = num(pi)
			}
			return x
		},
	}
}

// curve is the common case of one chart with one parameter.
func curve(p parameter, at func(t rat) []rat) []Chart {
	return []Chart{{Draw: free(p), At: func(t []rat) []rat { return at(t[0]) }}}
}

// surface is the common case of one chart with two parameters.
func surface(p, q parameter, at func(s, t rat) []rat) []Chart {
	return []Chart{{Draw: free(p, q), At: func(t []rat) []rat { return at(t[0], t[1]) }}}
}

// quadric is the chart of Σ w_i x_i² = Σ w_i p_i² by lines through its point p:
// the parameters are the direction of the line. The directions aim at points
// whose central projection is uniform.
func quadric(p, w []int64) Chart {
	draw := func(rng *rand.Rand) []float64 {
		v := make([]float64, len(p))
		norm, level := 0.0, 0.0
		for i := range v {
			v[i] = rng.NormFloat64()
			norm += float64(w[i]) * v[i] * v[i]
			level += float64(w[i] * p[i] * p[i])
		}
		for i := range v {
			v[i] = v[i]*math.Sqrt(level/norm) - float64(p[i])
		}
		return v
	}
	at := func(v []rat) []rat {
		mixed, square := num(0), num(0) // Σ w_i p_i v_i and Σ w_i v_i²
		for i := range p {
			mixed = mixed.Add(num(w[i] * p[i]).Mul(v[i]))
			square = square.Add(times(num(w[i]), v[i], v[i]))
		}
		l := over(times(num(-2), mixed), square)
		x := make([]rat, len(p))
		for i := range p {
			x[i] = num(p[i]).Add(l.Mul(v[i]))
		}
		return x
	}
	return Chart{Draw: draw, At: at}
}
