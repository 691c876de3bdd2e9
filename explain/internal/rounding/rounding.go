// Package rounding decides whether an equation holds within the rounding of numbers.
//
// A number that was rounded stands for the interval of half a unit of its last digit on
// both sides, and a row of them for a box. An equation holds within rounding at a row when
// it has a zero in the box. That is decided in rational arithmetic:
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
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Equation is a polynomial p = 0, prepared. It is safe for use by several goroutines.
type Equation struct {
	vars  int
	value *poly.Evaluator[ring.Rat] // p
	// taylor are the coefficients D^α p / α! of the expansion of p about a point, as
	// polynomials in the point; the first has α = 0. Nil where there are too many.
	taylor *poly.Evaluator[ring.Rat]
	orders [][]int // α
}

// MaxTerms bounds the number of terms of all coefficients of a Taylor expansion. A
// polynomial with more is decided only where it is 0 in the centre of the box.
const MaxTerms = 5000

// New prepares an equation.
func New(p *poly.Polynomial[ring.Rat]) *Equation {
	e := &Equation{vars: p.Ring().NumVars(), value: poly.NewEvaluator(p)}
	coefficients, orders, ok := expansion(p)
	if ok {
		e.taylor, e.orders = poly.NewEvaluator(coefficients...), orders
	}
	return e
}

// MaxBoxes bounds the number of boxes that are looked at for one row.
const MaxBoxes = 400

// box is a part of the box of a row.
type box struct {
	center, half []ring.Rat
	terms        []ring.Rat // of the Taylor expansion about center, for the step half
}

// Zero reports whether the equation has a zero in the box of the points whose coordinates
// differ from the centre by at most half, which is not negative.
func (e *Equation) Zero(center, half []ring.Rat) ring.Truth {
	value := e.at(center)
	if value.IsZero() {
		return ring.Yes
	}
	if exact(half) {
		return ring.No
	}
	if e.taylor == nil {
		return ring.Unknown
	}
	sign := value.Sign()
	boxes := []box{e.expand(center, half)}
	for n := 0; len(boxes) > 0; n++ {
		if n == MaxBoxes {
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
		if e.at(e.towardsZero(b, sign)).Sign() != sign {
			return ring.Yes
		}
		boxes = append(boxes, e.halves(b)...)
	}
	return ring.No
}

// exact reports whether a box is a point.
func exact(half []ring.Rat) bool {
	for _, h := range half {
		if !h.IsZero() {
			return false
		}
	}
	return true
}

// at returns the value of the polynomial.
func (e *Equation) at(x []ring.Rat) ring.Rat {
	values := [][]ring.Rat{make([]ring.Rat, 1)}
	e.value.EvalTo(values, [][]ring.Rat{x})
	return values[0][0]
}

// expand computes the terms a_α = D^α p / α! · half^α of the expansion about the centre:
// p(center + half t) = Σ a_α t^α, where t runs through [-1, 1]^n.
func (e *Equation) expand(center, half []ring.Rat) box {
	columns := make([][]ring.Rat, len(e.orders))
	for k := range columns {
		columns[k] = make([]ring.Rat, 1)
	}
	e.taylor.EvalTo(columns, [][]ring.Rat{center})
	b := box{center: center, half: half, terms: make([]ring.Rat, len(e.orders))}
	for k, order := range e.orders {
		b.terms[k] = columns[k][0]
		for j, times := range order {
			for range times {
				b.terms[k] = b.terms[k].Mul(half[j])
			}
		}
	}
	return b
}

// excludes reports whether the terms in t cannot take the value in the centre to 0. A
// term in squares alone is not negative, times its coefficient.
func (e *Equation) excludes(b box, sign int) bool {
	rest := b.terms[0].Abs()
	for k, a := range b.terms[1:] {
		if squares(e.orders[k+1]) && a.Sign() == sign {
			continue
		}
		rest = rest.Sub(a.Abs())
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
func (e *Equation) towardsZero(b box, sign int) []ring.Rat {
	corner := append([]ring.Rat(nil), b.center...)
	for k, order := range e.orders {
		j, linear := single(order)
		switch {
		case !linear:
		case b.terms[k].Sign() == sign:
			corner[j] = corner[j].Sub(b.half[j])
		case b.terms[k].Sign() == -sign:
			corner[j] = corner[j].Add(b.half[j])
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
	spread := make([]ring.Rat, e.vars)
	widest := 0
	for k, order := range e.orders {
		for j, times := range order {
			if times > 0 {
				spread[j] = spread[j].Add(b.terms[k].Abs())
			}
		}
	}
	for j := range spread {
		if spread[j].Cmp(spread[widest]) > 0 {
			widest = j
		}
	}
	half := append([]ring.Rat(nil), b.half...)
	half[widest] = half[widest].Mul(ring.NewRat(1, 2))
	left, right := append([]ring.Rat(nil), b.center...), append([]ring.Rat(nil), b.center...)
	left[widest] = left[widest].Sub(half[widest])
	right[widest] = right[widest].Add(half[widest])
	return []box{e.expand(left, half), e.expand(right, half)}
}

// expansion returns the polynomials D^α p / α! that are not 0 with their α, the first
// being p itself, and whether they have no more than MaxTerms terms in all.
func expansion(p *poly.Polynomial[ring.Rat]) (coefficients []*poly.Polynomial[ring.Rat], orders [][]int, ok bool) {
	// D^α p / α! from D^β p / β! where α is β and one more x_j, and x_j is the last
	// variable of α: each is reached once.
	type derivative struct {
		p     *poly.Polynomial[ring.Rat]
		order []int
		last  int
	}
	queue := []derivative{{p, make([]int, p.Ring().NumVars()), 0}}
	terms := 0
	for len(queue) > 0 {
		d := queue[0]
		queue = queue[1:]
		if terms += d.p.Len(); terms > MaxTerms {
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
