package border

import (
	"math/big"
	"math/bits"
	"slices"

	"github.com/kexplain/kexplain/numeric/modular"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// scaledPoints are distinct rational points made integral, in one of two ways.
//
// With one scale: coordinate i of every point is multiplied by scale[i], the least
// common denominator. A polynomial f(x) vanishes at the points when f(y/scale)
// vanishes at the scaled ones, so the order ideal is the same.
//
// With own denominators, where the common ones would be much longer: the
// coordinates stay fractions, x/den, and every scale is 1. A row of V, the values
// at one point, is multiplied by the denominators of this point only. The solution
// of V·X = B does not change, and the entries are as short as can be.
type scaledPoints struct {
	x       [][]*big.Int // x[i][j]: coordinate i of point j
	den     [][]*big.Int // its denominator; nil with one scale
	scale   []*big.Int
	largest []*big.Int // with one scale: largest absolute value of coordinate i, at least 1
	size    int        // number of points
}

// ownFactor is how many times longer than the longest denominator the common one
// must be before every point keeps its own.
const ownFactor = 2

func scalePoints(points [][]ring.Rat, n int) *scaledPoints {
	p := &scaledPoints{x: make([][]*big.Int, n), scale: make([]*big.Int, n), largest: make([]*big.Int, n), size: len(points)}
	common, longest := 0, 0
	for i := range n {
		lcm, most := big.NewInt(1), 0
		for _, pt := range points {
			if !pt[i].IsInt() {
				d := pt[i].Den()
				most = max(most, d.BitLen())
				lcm.Mul(lcm, d.Quo(d, new(big.Int).GCD(nil, nil, lcm, d)))
			}
		}
		p.scale[i] = lcm
		common, longest = common+lcm.BitLen(), longest+most
	}
	if common > ownFactor*(longest+n) {
		p.keepFractions(points)
		return p
	}
	for i, lcm := range p.scale {
		p.largest[i] = big.NewInt(1)
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

// keepFractions takes the coordinates as the fractions that they are.
func (p *scaledPoints) keepFractions(points [][]ring.Rat) {
	p.den = make([][]*big.Int, len(p.x))
	for i := range p.x {
		p.scale[i] = big.NewInt(1)
		for _, pt := range points {
			p.x[i] = append(p.x[i], pt[i].Num())
			p.den[i] = append(p.den[i], pt[i].Den())
		}
	}
}

// denominators returns the product of all denominators.
func (p *scaledPoints) denominators() *big.Int {
	product := big.NewInt(1)
	for _, row := range p.den {
		for _, d := range row {
			product.Mul(product, d)
		}
	}
	return product
}

// integral says how the rows of V and B, the values of the members and of other
// monomials at the points, are integral and how large they are then.
type integral struct {
	rows   []*big.Int // what each row is multiplied by; nil for one
	rowSum *big.Int   // bound of the sums of absolute values in a row of V
	maxRHS *big.Int   // bound of the absolute values in B
	volume *big.Int   // with own denominators: product of the bounds of the row sums
}

// integral finds the multipliers of the rows and the bounds.
func (p *scaledPoints) integral(columns, rhs [][]factor) integral {
	in := integral{rowSum: new(big.Int), maxRHS: new(big.Int), volume: big.NewInt(1)}
	if p.den == nil {
		for _, fs := range columns {
			in.rowSum.Add(in.rowSum, p.bound(fs))
		}
		for _, fs := range rhs {
			if b := p.bound(fs); b.Cmp(in.maxRHS) > 0 {
				in.maxRHS = b
			}
		}
		return in
	}
	highest, degree := make([]int, len(p.x)), 0
	for _, fs := range slices.Concat(columns, rhs) {
		total := 0
		for _, f := range fs {
			highest[f.v] = max(highest[f.v], f.e)
			total += f.e
		}
		degree = max(degree, total)
	}
	for j := range p.size {
		row := newRowBound(p, j, highest, degree)
		in.rows = append(in.rows, row.common)
		sum, most := row.zero(), row.zero()
		for _, fs := range columns {
			sum.Add(sum, row.at(fs))
		}
		for _, fs := range rhs {
			if b := row.at(fs); b.Cmp(most) > 0 {
				most = b
			}
		}
		if b := row.scaled(sum); b.Cmp(in.rowSum) > 0 {
			in.rowSum = b
		}
		if b := row.scaled(most); b.Cmp(in.maxRHS) > 0 {
			in.maxRHS = b
		}
		in.volume.Mul(in.volume, row.scaled(sum))
	}
	return in
}

// rowBound bounds the values of monomials at one point with its own denominators.
// All arithmetic rounds up.
type rowBound struct {
	powers [][]*big.Float // powers[v][e], upper bounds of |x_v|^e
	common *big.Int       // makes the values of all monomials at the point integral
}

// newRowBound prepares the bounds at the j-th point for monomials with exponents
// up to highest and a degree up to degree.
func newRowBound(p *scaledPoints, j int, highest []int, degree int) *rowBound {
	r := &rowBound{powers: make([][]*big.Float, len(p.x))}
	// Two common denominators of the values: the product of the highest powers, and
	// the power of the common denominator of the coordinates. So is their divisor.
	product, lcm := big.NewInt(1), big.NewInt(1)
	for v := range p.x {
		d := p.den[v][j]
		product.Mul(product, new(big.Int).Exp(d, big.NewInt(int64(highest[v])), nil))
		lcm.Mul(lcm, new(big.Int).Quo(d, new(big.Int).GCD(nil, nil, lcm, d)))
		up := func() *big.Float { return new(big.Float).SetPrec(64).SetMode(big.ToPositiveInf) }
		// The quotient of a numerator rounded up and a denominator rounded down.
		below := new(big.Float).SetPrec(64).SetMode(big.ToZero).SetInt(d)
		x := up().Quo(up().SetInt(new(big.Int).Abs(p.x[v][j])), below)
		r.powers[v] = []*big.Float{up().SetInt64(1)}
		for e := 1; e <= highest[v]; e++ {
			r.powers[v] = append(r.powers[v], up().Mul(r.powers[v][e-1], x))
		}
	}
	r.common = product.GCD(nil, nil, product, lcm.Exp(lcm, big.NewInt(int64(degree)), nil))
	return r
}

func (r *rowBound) zero() *big.Float {
	return new(big.Float).SetPrec(64).SetMode(big.ToPositiveInf)
}

// at returns a bound of the absolute value of a monomial.
func (r *rowBound) at(fs []factor) *big.Float {
	b := r.zero().SetInt64(1)
	for _, f := range fs {
		b.Mul(b, r.powers[f.v][f.e])
	}
	return b
}

// scaled returns a bound in the integral row.
func (r *rowBound) scaled(b *big.Float) *big.Int {
	c := r.zero().SetInt(r.common)
	n, _ := c.Mul(c, b).Int(nil)
	return n.Add(n, big.NewInt(1))
}

// bound returns a bound of the absolute value of m at the points with one scale.
func (p *scaledPoints) bound(exponents []factor) *big.Int {
	if short, ok := p.shortBound(exponents); ok {
		return new(big.Int).SetUint64(short)
	}
	b := big.NewInt(1)
	for _, f := range exponents {
		b.Mul(b, new(big.Int).Exp(p.largest[f.v], big.NewInt(int64(f.e)), nil))
	}
	return b
}

// shortBound is bound where that fits a word.
func (p *scaledPoints) shortBound(exponents []factor) (b uint64, ok bool) {
	b = 1
	for _, f := range exponents {
		x := p.largest[f.v]
		if !x.IsUint64() {
			return 0, false
		}
		for range f.e {
			var over uint64
			if over, b = bits.Mul64(b, x.Uint64()); over != 0 {
				return 0, false
			}
		}
	}
	return b, true
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
	rows   []uint64     // what the values at each point are multiplied by; nil for 1
	work   [][]uint64   // see panel
}

// scaleRows makes column multiply the value at each point by a number.
func (ev *evaluator) scaleRows(rows []*big.Int) *evaluator {
	for _, c := range rows {
		ev.rows = append(ev.rows, ev.m.FromBig(c))
	}
	return ev
}

func newEvaluator(p *scaledPoints, m modular.Modulus) *evaluator {
	return &evaluator{p: p, m: m, powers: make([][][]uint64, len(p.x))}
}

// reset takes another modulus and keeps the memory.
func (ev *evaluator) reset(m modular.Modulus) {
	ev.m, ev.rows = m, ev.rows[:0]
	for v := range ev.powers {
		ev.powers[v] = ev.powers[v][:0]
	}
}

// panel returns memory for so many columns as are taken at a time.
func (ev *evaluator) panel() [][]uint64 {
	if ev.work == nil {
		flat := make([]uint64, modular.PanelWidth*ev.p.size)
		for n := ev.p.size; len(flat) > 0; flat = flat[n:] {
			ev.work = append(ev.work, flat[:n:n])
		}
	}
	return ev.work
}

// nextPower adds the values of one more power of x_v and returns them.
func (ev *evaluator) nextPower(v int) []uint64 {
	known := ev.powers[v]
	if n := len(known); n < cap(known) && known[:n+1][n] != nil {
		ev.powers[v] = known[:n+1] // memory from before reset
	} else {
		ev.powers[v] = append(known, make([]uint64, ev.p.size))
	}
	return ev.powers[v][len(known)]
}

// power returns the values of x_v^e, e > 0.
func (ev *evaluator) power(v, e int) []uint64 {
	if len(ev.powers[v]) == 0 {
		first := ev.nextPower(v)
		for j, x := range ev.p.x[v] {
			first[j] = ev.m.FromBig(x)
		}
		if ev.p.den != nil {
			ev.divide(first, ev.p.den[v])
		}
	}
	for len(ev.powers[v]) < e {
		first, last := ev.powers[v][0], ev.powers[v][len(ev.powers[v])-1]
		next := ev.nextPower(v)
		copy(next, last)
		ev.m.MulAll(next, first)
	}
	return ev.powers[v][e-1]
}

// divide divides by denominators that are prime to the modulus, with one inverse
// for all [P. L. Montgomery, Math. Comp. 48, 1987, section 10.3.1].
func (ev *evaluator) divide(values []uint64, den []*big.Int) {
	m := &ev.m
	residues, before := make([]uint64, len(den)), make([]uint64, len(den))
	product := m.One()
	for j, d := range den {
		residues[j], before[j] = m.FromBig(d), product
		product = m.Mul(product, residues[j])
	}
	inv := m.Inv(product)
	for j := len(den) - 1; j >= 0; j-- {
		values[j] = m.Mul(values[j], m.Mul(inv, before[j]))
		inv = m.Mul(inv, residues[j])
	}
}

// coprimes yields the primes of a source that divide no denominator of points.
type coprimes struct {
	source  primeSource
	product *big.Int
}

// primesFor returns the primes of a source with which the points can be evaluated.
func (p *scaledPoints) primesFor(source primeSource) primeSource {
	if p.den == nil {
		return source
	}
	return &coprimes{source, p.denominators()}
}

// Next returns the next such prime.
func (s *coprimes) Next() modular.Modulus {
	for {
		if m := s.source.Next(); m.FromBig(s.product) != 0 {
			return m
		}
	}
}

// column sets dst to the values of the monomial with the given factors.
func (ev *evaluator) column(dst []uint64, fs []factor) {
	if len(fs) == 0 {
		for j := range dst {
			dst[j] = ev.m.One()
		}
	} else {
		copy(dst, ev.power(fs[0].v, fs[0].e))
		for _, f := range fs[1:] {
			ev.m.MulAll(dst, ev.power(f.v, f.e))
		}
	}
	if len(ev.rows) > 0 {
		ev.m.MulAll(dst, ev.rows)
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
