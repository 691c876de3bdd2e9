// Package rounding decides whether an equation holds within the rounding of numbers.
//
// A number that was rounded stands for the interval of half a unit of its last digit on
// both sides, and a row of them for a box. An equation holds within rounding at a row when
// it has a zero in the box. That is decided in integers, the units of which are those of the cells:
//
//   - a value of the other sign in the box than in its centre proves a zero, since the
//     polynomial is continuous and the box is connected;
//   - where the value in the centre exceeds the sum of all other terms of the Taylor
//     expansion in the box, there is none;
//   - where neither is found, the box is halved, as in the methods of R. E. Moore,
//     R. B. Kearfott, M. J. Cloud, Introduction to Interval Analysis, SIAM 2009, chapter 5.
//
// The answer is ring.Unknown where so many halves are not enough, as for a zero set that
// only touches the box.
package rounding

import (
	"math"
	"math/big"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Equation is a polynomial p = 0, prepared. It is safe for use by several goroutines.
type Equation struct {
	degrees []int // of p in each variable
	// parts are the terms of the coefficients D^α p / α! of the expansion of p about a point,
	// of which orders[0] = 0 is p itself. Nil where there are too many: value is p then.
	parts  [][]part // by α
	orders [][]int  // α
	value  *poly.Evaluator[ring.Rat]
	// floats are the coefficients of p in float64, and narrow says that surelyNone can use them.
	floats []float64
	narrow bool
}

// part is the term coefficient · x^powers of D^α p / α!.
type part struct {
	coefficient *big.Int
	powers      []int
}

// New prepares an equation.
func New(p *poly.Polynomial[ring.Rat]) *Equation {
	e := &Equation{degrees: make([]int, p.Ring().NumVars())}
	for j := range e.degrees {
		e.degrees[j] = max(0, p.DegreeIn(j))
	}
	coefficients, orders, ok := expansion(poly.Primitive(p))
	if !ok {
		e.value = poly.NewEvaluator(p)
		return e
	}
	e.orders = orders
	for _, q := range coefficients {
		var list []part
		for m, c := range q.Terms() {
			list = append(list, part{c.Num(), q.Ring().Exponents(m)})
		}
		e.parts = append(e.parts, list)
	}
	e.narrow = true
	for _, t := range e.parts[0] {
		c, _ := t.coefficient.Float64()
		e.floats = append(e.floats, c)
		degree := 0
		for _, power := range t.powers {
			degree += power
		}
		e.narrow = e.narrow && isNarrow(c) && degree < narrowDegree
	}
	return e
}

// box is a part of the box of a row, in integers: coordinate j runs from center[j] - half[j] to
// center[j] + half[j] in units of 1/unit[j].
type box struct {
	center, half, unit []*big.Int
	terms              []*big.Int // of the Taylor expansion, see expand
}

// Zero reports whether the equation has a zero in the box of the points whose coordinates
// differ from the centre by at most half, which is not negative.
func (e *Equation) Zero(center, half []ring.Rat) ring.Truth {
	if e.parts == nil {
		values := [][]ring.Rat{make([]ring.Rat, 1)}
		e.value.EvalTo(values, [][]ring.Rat{center})
		switch {
		case values[0][0].IsZero():
			return ring.Yes
		case !slices.ContainsFunc(half, func(h ring.Rat) bool { return !h.IsZero() }):
			return ring.No
		}
		return ring.Unknown
	}
	if e.surelyNone(center, half) {
		return ring.No
	}
	whole := inUnits(center, half)
	sign := e.at(whole.center, whole.unit).Sign()
	if sign == 0 {
		return ring.Yes
	}
	boxes := []box{e.expand(whole)}
	for n := 0; len(boxes) > 0; n++ {
		if n == limit.RoundingBoxes {
			return ring.Unknown
		}
		b := boxes[len(boxes)-1]
		boxes = boxes[:len(boxes)-1]
		if b.terms[0].Sign() != sign {
			return ring.Yes
		}
		if e.excludes(b, sign) {
			continue
		}
		if e.at(e.towardsZero(b, sign), b.unit).Sign() != sign {
			return ring.Yes
		}
		boxes = append(boxes, e.halves(b)...)
	}
	return ring.No
}

// Numbers are narrow if products of narrowDegree of them are normal float64, or 0.
const (
	narrowDegree = 10
	narrowSize   = 0x1p100
)

func isNarrow(x float64) bool {
	size := math.Abs(x)
	return size == 0 || 1/narrowSize <= size && size <= narrowSize
}

// surelyNone is what excludes finds for most rows that are no zeros, in float64 and beforehand: a
// term c·x^α takes the value c·center^α and differs from it in the box by no more than
// |c|·(|center| + half)^α - |c|·|center|^α. It reports false where rounding could decide.
func (e *Equation) surelyNone(center, half []ring.Rat) bool {
	if !e.narrow {
		return false
	}
	value, size, most := 0.0, 0.0, 0.0
	factors := 0 // that were rounded
	for k, t := range e.parts[0] {
		at, reach := e.floats[k], math.Abs(e.floats[k])
		for j, power := range t.powers {
			if power == 0 {
				continue
			}
			x, h := center[j].Float64(), half[j].Float64()
			if !isNarrow(x) || !isNarrow(h) {
				return false
			}
			for range power {
				at *= x
				reach *= math.Abs(x) + h
				factors++
			}
		}
		value, size, most = value+at, size+math.Abs(at), most+reach
		factors++
	}
	const unit = 0x1p-53 // a rounded operation is off by so much of its result
	slack := 8 * unit * float64(factors+1) * most
	return math.Abs(value) > most-size+slack
}

// inUnits writes a box in integers.
func inUnits(center, half []ring.Rat) box {
	n := len(center)
	b := box{center: make([]*big.Int, n), half: make([]*big.Int, n), unit: make([]*big.Int, n)}
	for j := range n {
		c, h := center[j].Den(), half[j].Den()
		b.unit[j] = c
		if rest := new(big.Int).Rem(c, h); rest.Sign() != 0 {
			b.unit[j] = new(big.Int).Mul(c, rest.Div(h, rest.GCD(nil, nil, c, h)))
		}
		b.center[j], b.half[j] = times(center[j].Num(), b.unit[j], c), times(half[j].Num(), b.unit[j], h)
	}
	return b
}

// times returns a numerator over den as a number of units, which den divides.
func times(numerator, unit, den *big.Int) *big.Int {
	if unit.Cmp(den) == 0 {
		return numerator
	}
	return numerator.Mul(numerator, new(big.Int).Div(unit, den))
}

// powers are 1, x, …, x^d for each coordinate and the degree of p in it.
func (e *Equation) powers(x []*big.Int) [][]*big.Int {
	out := make([][]*big.Int, len(x))
	for j, d := range e.degrees {
		if d == 0 {
			continue
		}
		out[j] = append(make([]*big.Int, 0, d+1), one, x[j])
		for len(out[j]) <= d {
			out[j] = append(out[j], new(big.Int).Mul(out[j][len(out[j])-1], x[j]))
		}
	}
	return out
}

var one = big.NewInt(1)

// sum adds up the terms of D^α p / α! at x, times half^α and times Π unit_j^d_j where d_j is
// the degree of p in variable j, which makes it an integer.
func (e *Equation) sum(k int, x, half, unit [][]*big.Int) *big.Int {
	sum, product := new(big.Int), new(big.Int)
	order := e.orders[k]
	for _, t := range e.parts[k] {
		product.Set(t.coefficient)
		for j, power := range t.powers {
			if power > 0 {
				product.Mul(product, x[j][power])
			}
			if rest := e.degrees[j] - power - order[j]; rest > 0 {
				product.Mul(product, unit[j][rest])
			}
		}
		sum.Add(sum, product)
	}
	for j, times := range order {
		if times > 0 {
			sum.Mul(sum, half[j][times])
		}
	}
	return sum
}

// at returns the value of the polynomial, times a positive number that depends on the unit.
func (e *Equation) at(x, unit []*big.Int) *big.Int {
	return e.sum(0, e.powers(x), nil, e.powers(unit))
}

// expand computes the terms a_α = D^α p / α! · half^α of the expansion about the centre:
// p(center + half t) = Σ a_α t^α, where t runs through [-1, 1]^n, all times the same positive
// number.
func (e *Equation) expand(b box) box {
	x, half, unit := e.powers(b.center), e.powers(b.half), e.powers(b.unit)
	b.terms = make([]*big.Int, len(e.orders))
	for k := range e.orders {
		b.terms[k] = e.sum(k, x, half, unit)
	}
	return b
}

// excludes reports whether the terms in t cannot take the value in the centre to 0. A
// term in squares alone is not negative, times its coefficient.
func (e *Equation) excludes(b box, sign int) bool {
	rest, size := new(big.Int).Abs(b.terms[0]), new(big.Int)
	for k, a := range b.terms[1:] {
		if squares(e.orders[k+1]) && a.Sign() == sign {
			continue
		}
		rest.Sub(rest, size.Abs(a))
	}
	return rest.Sign() > 0
}

// squares reports whether all exponents are even.
func squares(order []int) bool {
	for _, times := range order {
		if times%2 != 0 {
			return false
		}
	}
	return true
}

// towardsZero returns the corner at which the linear terms bring the value nearest to 0
// or furthest beyond it.
func (e *Equation) towardsZero(b box, sign int) []*big.Int {
	corner := slices.Clone(b.center)
	for k, order := range e.orders {
		j, linear := single(order)
		switch {
		case !linear:
		case b.terms[k].Sign() == sign:
			corner[j] = new(big.Int).Sub(corner[j], b.half[j])
		case b.terms[k].Sign() == -sign:
			corner[j] = new(big.Int).Add(corner[j], b.half[j])
		}
	}
	return corner
}

// single returns the one variable of a monomial of degree 1.
func single(order []int) (j int, linear bool) {
	degree := 0
	for i, times := range order {
		degree += times
		if times > 0 {
			j = i
		}
	}
	return j, degree == 1
}

// halves cuts the box in two, across the variable whose terms are largest together.
func (e *Equation) halves(b box) []box {
	spread, size := make([]*big.Int, len(e.degrees)), new(big.Int)
	for j := range spread {
		spread[j] = new(big.Int)
	}
	for k, order := range e.orders {
		for j, times := range order {
			if times > 0 {
				spread[j].Add(spread[j], size.Abs(b.terms[k]))
			}
		}
	}
	w := 0
	for j := range spread {
		if spread[j].Cmp(spread[w]) > 0 {
			w = j
		}
	}
	// In half the unit, half of the box is as many units as the box was.
	left, right := slices.Clone(b.center), slices.Clone(b.center)
	unit, twice := slices.Clone(b.unit), new(big.Int).Lsh(b.center[w], 1)
	unit[w] = new(big.Int).Lsh(b.unit[w], 1)
	left[w], right[w] = new(big.Int).Sub(twice, b.half[w]), new(big.Int).Add(twice, b.half[w])
	return []box{e.expand(box{center: left, half: b.half, unit: unit}), e.expand(box{center: right, half: b.half, unit: unit})}
}

// expansion returns the polynomials D^α p / α! that are not 0 with their α, the first
// being p itself, and whether their terms have no more than limit.TaylorFactors factors in all.
func expansion(p *poly.Polynomial[ring.Rat]) (coefficients []*poly.Polynomial[ring.Rat], orders [][]int, ok bool) {
	// D^α p / α! from D^β p / β! where α is β and one more x_j, and x_j is the last
	// variable of α: each is reached once.
	type derivative struct {
		p     *poly.Polynomial[ring.Rat]
		order []int
		last  int
	}
	queue := []derivative{{p, make([]int, p.Ring().NumVars()), 0}}
	factors := 0
	for len(queue) > 0 {
		d := queue[0]
		queue = queue[1:]
		if factors += d.p.Len() * (1 + d.p.Degree()); factors > limit.TaylorFactors {
			return nil, nil, false
		}
		coefficients, orders = append(coefficients, d.p), append(orders, d.order)
		for j := d.last; j < len(d.order); j++ {
			next := d.p.Derivative(j)
			if next.IsZero() {
				continue
			}
			order := append([]int(nil), d.order...)
			order[j]++
			queue = append(queue, derivative{next.Scale(ring.NewRat(1, int64(order[j]))), order, j})
		}
	}
	return coefficients, orders, true
}
