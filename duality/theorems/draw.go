package theorems

import (
	"fmt"
	"math/rand/v2"

	"github.com/kexplain/kexplain/ring"
)

// Gen draws the values of random instances: small rational numbers, or Gaussian
// ones, and points that fall into special position far more often than chance
// would have it.
type Gen struct {
	rng *rand.Rand
	// imaginary says that numbers of the instance in hand may be complex.
	imaginary bool
}

func newGen(seed, stream uint64) *Gen {
	return &Gen{rng: rand.New(rand.NewPCG(seed, stream))}
}

// coin is true once in n times.
func (g *Gen) coin(n int) bool { return g.rng.IntN(n) == 0 }

// upTo returns one of lo, …, hi.
func (g *Gen) upTo(lo, hi int) int { return lo + g.rng.IntN(hi-lo+1) }

// pick returns one of its arguments.
func pick[T any](g *Gen, xs ...T) T { return xs[g.rng.IntN(len(xs))] }

// rat draws a rational number, half of the time 0 or ±1.
func (g *Gen) rat() ring.Rat {
	switch g.rng.IntN(4) {
	case 0:
		return ring.Rat{}
	case 1:
		return ring.RatFromInt(int64(1 - 2*g.rng.IntN(2)))
	}
	return ring.NewRat(int64(g.upTo(-6, 6)), int64(g.upTo(1, 3)))
}

// num draws a number, imaginary ones included where the instance admits them.
func (g *Gen) num() Num {
	if g.imaginary && g.coin(2) {
		return ring.NewGaussian(ring.RatFromInt(int64(g.upTo(-2, 2))), ring.RatFromInt(int64(g.upTo(-2, 2))))
	}
	return real(g.rat())
}

// positive draws a rational number > 0.
func (g *Gen) positive() Num {
	return ratio(int64(g.upTo(1, 4)), int64(g.upTo(1, 3)))
}

// nonzero draws a number ≠ 0.
func (g *Gen) nonzero() Num {
	for {
		if x := g.num(); !isZero(x) {
			return x
		}
	}
}

// vector draws n numbers.
func (g *Gen) vector(n int) Vector {
	v := make(Vector, n)
	for i := range v {
		v[i] = g.num()
	}
	return v
}

// integers draws n integers in -b … b.
func (g *Gen) integers(n, b int) Vector {
	v := make(Vector, n)
	for i := range v {
		v[i] = whole(g.upTo(-b, b))
	}
	return v
}

// matrix draws a matrix of small integers.
func (g *Gen) matrix(rows, cols int) Points {
	m := make(Points, rows)
	for i := range m {
		m[i] = g.integers(cols, 2)
	}
	return m
}

// points draws N points of K^n: in the open, on a grid, on a line, on a circle,
// and with repetitions.
func (g *Gen) points(N, n int) Points {
	P := make(Points, N)
	at := g.placement(n)
	for i := range P {
		P[i] = at()
	}
	if N > 1 && g.coin(4) {
		P[g.rng.IntN(N)] = P[g.rng.IntN(N)]
	}
	return P
}

// placement returns a source of points of K^n in one kind of position.
func (g *Gen) placement(n int) func() Vector {
	switch kind := g.rng.IntN(6); {
	case kind == 0:
		return func() Vector { return g.integers(n, 1) }
	case kind == 1:
		base, along := g.vector(n), g.vector(n)
		return func() Vector { return plus(base, times(g.num(), along)) }
	case kind == 2 && n == 2 && !g.imaginary:
		radius := whole(g.upTo(1, 2))
		return func() Vector { return g.onCircle(radius) }
	}
	return func() Vector { return g.vector(n) }
}

// onCircle draws a rational point of the circle of a given radius round 0, from
// the parametrisation ((1-t²)/(1+t²), 2t/(1+t²)).
func (g *Gen) onCircle(radius Num) Vector {
	if g.coin(6) {
		return Vector{neg(radius), zero}
	}
	return circlePoint(real(g.rat()), radius)
}

func circlePoint(t, radius Num) Vector {
	t2 := mul(t, t)
	scale := div(radius, add(one, t2))
	return Vector{mul(scale, sub(one, t2)), mul(scale, add(t, t))}
}

// roundCircle draws N ≤ 13 points of the circle, all distinct but, now and then,
// one.
func (g *Gen) roundCircle(N int, radius Num) Points {
	var out Points
	for _, k := range g.rng.Perm(13)[:N] {
		out = append(out, circlePoint(ratio(int64(k-6), 2), radius))
	}
	if g.coin(4) {
		out[0] = out[N-1]
	}
	return out
}

// generic draws N points with whole numbers from a box, where accidents are
// rare; what a statement needs of them is still asked as a hypothesis.
func (g *Gen) generic(N, n int) Points {
	P := make(Points, N)
	for i := range P {
		P[i] = make(Vector, n)
		for j := range P[i] {
			P[i][j] = whole(g.upTo(-12, 12))
			if g.imaginary && g.coin(2) {
				P[i][j][1] = ring.RatFromInt(int64(g.upTo(-3, 3)))
			}
		}
	}
	return P
}

// among draws N points of P, with repetitions.
func (g *Gen) among(P Points, N int) Points {
	out := make(Points, N)
	for i := range out {
		out[i] = P[g.rng.IntN(len(P))]
	}
	return out
}

// near draws N points, each of P or, now and then, a new one.
func (g *Gen) near(P Points, N int) Points {
	out := g.among(P, N)
	if g.coin(3) {
		out[g.rng.IntN(N)] = g.vector(len(P[0]))
	}
	return out
}

// theta draws θ > 0, one half of the time 1.
func (g *Gen) theta() Num {
	if g.coin(2) {
		return one
	}
	return pick(g, ratio(1, 2), ratio(1, 4), ratio(2, 3), whole(2), ratio(3, 2))
}

// kernel draws the kernel of an instance: d ≤ dmax, θ > 0, inhomogeneous.
func (g *Gen) kernel(dmax int) Instance {
	return Instance{"d": g.upTo(1, dmax), "theta": g.theta()}
}

// anyKernel is kernel, homogeneous one time in three.
func (g *Gen) anyKernel(dmax int) Instance {
	return g.kernel(dmax).with("homogeneous", g.coin(3))
}

// polynomial draws a polynomial in n variables of degree at most d, a form of
// degree d where homogeneous.
func (g *Gen) polynomial(n, d int, homogeneous bool) Expr {
	f := Expr{}
	for _, exps := range exponents(n, d) {
		if homogeneous && degree(exps) != d || g.coin(3) {
			continue
		}
		if c := g.num(); !isZero(c) {
			f[keyOf(exps)] = c
		}
	}
	if len(f) == 0 { // keep the number of variables visible
		f[keyOf(exponents(n, d)[len(exponents(n, d))-1])] = one
	}
	return f
}

// polynomialOrZero returns a polynomial, zero as often as not.
func (g *Gen) polynomialOrZero(n, d int, homogeneous bool) Expr {
	f := g.polynomial(n, d, homogeneous)
	if g.coin(2) {
		for key := range f {
			f[key] = zero
		}
	}
	return f
}

// exponents lists all exponents in n variables of degree at most d, by degree.
func exponents(n, d int) [][]int {
	if m, ok := binomial(n+d, d).Re().Int64(); n < 1 || !ok || m > maxDim {
		panic(malformed{fmt.Errorf("%w: monomials of degree %d in %d variables, more than %d", ErrInstance, d, n, maxDim)})
	}
	var out [][]int
	for k := range d + 1 {
		out = appendExponents(out, make([]int, n), 0, k)
	}
	return out
}

// appendExponents appends all exponents that agree with exps before i and have
// degree left in the rest.
func appendExponents(out [][]int, exps []int, i, left int) [][]int {
	if i == len(exps)-1 {
		exps[i] = left
		return append(out, append([]int(nil), exps...))
	}
	for e := left; e >= 0; e-- {
		exps[i] = e
		out = appendExponents(out, exps, i+1, left-e)
	}
	return out
}

func degree(exps []int) int {
	d := 0
	for _, e := range exps {
		d += e
	}
	return d
}

// rotation draws a rational rotation of the plane, (a, -b; b, a) with
// a² + b² = 1.
func (g *Gen) rotation() Points {
	p := g.onCircle(one)
	return Points{{p[0], neg(p[1])}, {p[1], p[0]}}
}

// pythagorean draws a vector of the plane with rational length, and the length.
func (g *Gen) pythagorean() (v Vector, length Num) {
	length = g.positive()
	return g.onCircle(length), length
}
