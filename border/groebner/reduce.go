package groebner

import (
	"context"
	"math/big"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// arithmetic is how leading terms cancel. Over most fields elements of the
// basis are monic. Over Q they have coprime integer coefficients and a positive
// leading one, and a reduction multiplies what is being reduced instead of
// dividing: no fractions arise, and common factors are taken out now and then.
type arithmetic[E any] struct {
	// cancel returns u and v with u·x = v·y for x, y other than 0.
	cancel func(x, y E) (u, v E)
	// normal returns the multiple of a polynomial that the basis holds.
	normal func(p *poly.Polynomial[E]) (*poly.Polynomial[E], error)
	// content returns a factor to be taken out of both polynomials; nil where
	// coefficients do not grow.
	content func(p, q *poly.Polynomial[E]) E
}

func arithmeticOf[E any](k ring.Field[E]) arithmetic[E] {
	if a, ok := any(rationalArithmetic()).(arithmetic[E]); ok {
		if _, ok := any(k).(ring.Rationals); ok {
			return a
		}
	}
	return arithmetic[E]{
		cancel: func(x, y E) (E, E) {
			inv, err := k.Inv(y)
			if err != nil {
				panic(err) // a coefficient of a polynomial over an exact field is not 0
			}
			return k.One(), k.Mul(x, inv)
		},
		normal: (*poly.Polynomial[E]).Monic,
	}
}

func rationalArithmetic() arithmetic[ring.Rat] {
	return arithmetic[ring.Rat]{
		cancel: func(x, y ring.Rat) (ring.Rat, ring.Rat) {
			g := gcd(x, y)
			return quo(y, g), quo(x, g)
		},
		normal: func(p *poly.Polynomial[ring.Rat]) (*poly.Polynomial[ring.Rat], error) {
			return poly.Primitive(p), nil
		},
		content: func(p, q *poly.Polynomial[ring.Rat]) ring.Rat {
			if p.IsZero() || q.IsZero() {
				return poly.Content(p).Add(poly.Content(q))
			}
			return gcd(poly.Content(p), poly.Content(q))
		},
	}
}

// gcd returns the positive greatest common divisor of two integers other than 0.
func gcd(x, y ring.Rat) ring.Rat {
	if a, ok := x.Int64(); ok {
		if b, ok := y.Int64(); ok && a != -1<<63 && b != -1<<63 {
			for b != 0 {
				a, b = b, a%b
			}
			return ring.RatFromInt(max(a, -a))
		}
	}
	a, b := x.Num(), y.Num()
	return ring.RatFromBigInt(new(big.Int).GCD(nil, nil, a.Abs(a), b.Abs(b)))
}

// quo returns x/y for y other than 0.
func quo(x, y ring.Rat) ring.Rat {
	if y.IsOne() {
		return x
	}
	q, err := x.Quo(y)
	if err != nil {
		panic(err)
	}
	return q
}

// checkEvery is the number of reduction steps between looks at the context.
const checkEvery = 64

// contentBits is the growth of a factor, in bits, after which common factors
// are looked for. Each look costs about as much as a reduction step.
const contentBits = 128

// reduction is a polynomial on its way to its remainder: done + rest is a
// multiple of it modulo the basis, and all terms of done are above rest.
type reduction[E any] struct {
	b      *buchberger[E]
	rest   *poly.Accumulator[E]
	done   []poly.Term[E]
	growth int // bits that rest was multiplied by since the last look at the content
	sugar  int
}

// remainder returns the normal multiple of a remainder of f modulo the basis
// without the element except, and its sugar. The leading term of f is reduced
// like the others.
func (b *buchberger[E]) remainder(ctx context.Context, f *poly.Polynomial[E], sugar int,
	except *element[E]) (*poly.Polynomial[E], int, error) {
	if f.IsZero() {
		return f, sugar, nil
	}
	f, err := b.arith.normal(f)
	if err != nil {
		return nil, 0, err
	}
	r := reduction[E]{b: b, rest: poly.NewAccumulator(b.ring), sugar: sugar}
	r.rest.Add(f)
	for steps := 0; ; steps++ {
		if steps%checkEvery == 0 && ctx.Err() != nil {
			return nil, 0, ctx.Err()
		}
		m, c, ok := r.rest.Pop()
		if !ok {
			break
		}
		e := b.divisor(m, except)
		if e == nil {
			r.done = append(r.done, poly.Term[E]{Monomial: m, Coefficient: c})
			continue
		}
		if err := r.step(m, c, e); err != nil {
			return nil, 0, err
		}
	}
	p := b.ring.FromTerms(r.done)
	if p.IsZero() {
		return p, r.sugar, nil
	}
	p, err = b.arith.normal(p)
	return p, r.sugar, err
}

// divisor returns the lightest element whose leading monomial divides m. The
// shortest one instead lets coefficients explode, see the package comment.
func (b *buchberger[E]) divisor(m poly.Monomial, except *element[E]) *element[E] {
	var best *element[E]
	for _, e := range b.basis {
		if e != except && b.ring.Divides(e.lead, m) && (best == nil || e.weight < best.weight) {
			best = e
		}
	}
	return best
}

// step subtracts the multiple of e that cancels the term c·m, which has been
// taken out of the rest.
func (r *reduction[E]) step(m poly.Monomial, c E, e *element[E]) error {
	b := r.b
	k := b.ring.Field()
	u, v := b.arith.cancel(c, e.p.LeadingCoefficient())
	if b.arith.content != nil && k.Equal(u, k.One()) != ring.Yes {
		r.multiply(u)
	}
	q, _ := b.ring.DivMonomial(m, e.lead)
	r.sugar = max(r.sugar, e.sugar+q.Degree())
	if err := r.rest.AddMulTerm(k.Neg(v), q, e.tail); err != nil {
		return err
	}
	if r.growth >= contentBits {
		r.takeOut()
	}
	return nil
}

// multiply multiplies all by u.
func (r *reduction[E]) multiply(u E) {
	k := r.b.ring.Field()
	r.rest.Scale(u)
	for i := range r.done {
		r.done[i].Coefficient = k.Mul(r.done[i].Coefficient, u)
	}
	if n, ok := any(u).(interface{ BitLen() int }); ok {
		r.growth += n.BitLen()
	}
}

// takeOut divides all by the common factors of all.
func (r *reduction[E]) takeOut() {
	k := r.b.ring.Field()
	r.growth = 0
	rest, done := r.rest.Sum(), r.b.ring.FromTerms(r.done)
	if rest.IsZero() && done.IsZero() {
		return
	}
	c, err := k.Inv(r.b.arith.content(rest, done))
	if err != nil {
		panic(err) // the content of polynomials that are not all 0
	}
	r.rest.Scale(c)
	for i := range r.done {
		r.done[i].Coefficient = k.Mul(r.done[i].Coefficient, c)
	}
}
