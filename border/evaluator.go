package border

import (
	"math/big"

	"github.com/kexplain/kexplain/numeric/modular"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// scaledPoints are distinct rational points made integral: coordinate i of
// every point is multiplied by scale[i], the least common denominator. A
// polynomial f(x) vanishes at the points when f(y/scale) vanishes at the scaled
// ones, so the order ideal is the same.
type scaledPoints struct {
	x       [][]*big.Int // x[i][j]: coordinate i of point j
	scale   []*big.Int
	largest []*big.Int // largest absolute value of coordinate i, at least 1
	size    int        // number of points
}

func scalePoints(points [][]ring.Rat, n int) *scaledPoints {
	p := &scaledPoints{x: make([][]*big.Int, n), scale: make([]*big.Int, n), largest: make([]*big.Int, n), size: len(points)}
	for i := range n {
		lcm := big.NewInt(1)
		for _, pt := range points {
			if !pt[i].IsInt() {
				d := pt[i].Den()
				lcm.Mul(lcm, d.Quo(d, new(big.Int).GCD(nil, nil, lcm, d)))
			}
		}
		p.scale[i], p.largest[i] = lcm, big.NewInt(1)
		for _, pt := range points {
			x := pt[i].Num()
			if lcm.BitLen() > 1 {
				x.Mul(x, new(big.Int).Quo(lcm, pt[i].Den()))
			}
			if x.CmpAbs(p.largest[i]) > 0 {
				p.largest[i].Abs(x)
			}
			p.x[i] = append(p.x[i], x)
		}
	}
	return p
}

// bound returns a bound of the absolute value of m at the scaled points.
func (p *scaledPoints) bound(exponents []factor) *big.Int {
	b := big.NewInt(1)
	for _, f := range exponents {
		b.Mul(b, new(big.Int).Exp(p.largest[f.v], big.NewInt(int64(f.e)), nil))
	}
	return b
}

// factor is the power x_v^e in a monomial.
type factor struct{ v, e int }

// factors returns the powers of which m is the product.
func factors(mons Monomials, m poly.Monomial) []factor {
	var fs []factor
	for v, e := range mons.Exponents(m) {
		if e > 0 {
			fs = append(fs, factor{v, e})
		}
	}
	return fs
}

// evaluator evaluates monomials at the scaled points modulo a prime. It keeps
// the powers of the coordinates, so a monomial costs one product a point and
// variable, and no values of monomials need to be remembered.
type evaluator struct {
	p      *scaledPoints
	m      modular.Modulus
	powers [][][]uint64 // powers[v][e-1][j]
}

func newEvaluator(p *scaledPoints, m modular.Modulus) *evaluator {
	return &evaluator{p: p, m: m, powers: make([][][]uint64, len(p.x))}
}

// power returns the values of x_v^e, e > 0.
func (ev *evaluator) power(v, e int) []uint64 {
	if len(ev.powers[v]) == 0 {
		first := make([]uint64, ev.p.size)
		for j, x := range ev.p.x[v] {
			first[j] = ev.m.FromBig(x)
		}
		ev.powers[v] = append(ev.powers[v], first)
	}
	for len(ev.powers[v]) < e {
		first, last := ev.powers[v][0], ev.powers[v][len(ev.powers[v])-1]
		next := make([]uint64, ev.p.size)
		for j := range next {
			next[j] = ev.m.Mul(first[j], last[j])
		}
		ev.powers[v] = append(ev.powers[v], next)
	}
	return ev.powers[v][e-1]
}

// column sets dst to the values of the monomial with the given factors.
func (ev *evaluator) column(dst []uint64, fs []factor) {
	if len(fs) == 0 {
		for j := range dst {
			dst[j] = ev.m.One()
		}
		return
	}
	copy(dst, ev.power(fs[0].v, fs[0].e))
	for _, f := range fs[1:] {
		for j, x := range ev.power(f.v, f.e) {
			dst[j] = ev.m.Mul(dst[j], x)
		}
	}
}

// at returns the value of the monomial with the given factors at the j-th point.
func (ev *evaluator) at(fs []factor, j int) uint64 {
	x := ev.m.One()
	for _, f := range fs {
		x = ev.m.Mul(x, ev.power(f.v, f.e)[j])
	}
	return x
}
