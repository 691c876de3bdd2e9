package groebner

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// ErrLimit says that a computation passed one of its Limits. The error is
// ring.ErrUnable too: the basis exists.
var ErrLimit = errors.New("groebner: limit passed")

// ErrInexact says that the coefficients are rounded numbers. Whether a
// remainder is zero cannot be decided with them, so there is no Gröbner basis.
// The error is ring.ErrUnable too.
var ErrInexact = errors.New("groebner: coefficients are not exact")

// unable is an error of this package that is ring.ErrUnable as well.
type unable struct {
	err    error
	detail string
}

func (e unable) Error() string {
	return strings.TrimPrefix(e.err.Error(), "groebner: ") + ": " + e.detail
}
func (e unable) Unwrap() []error { return []error{e.err, ring.ErrUnable} }

func unablef(err error, format string, args ...any) error {
	return unable{err, fmt.Sprintf(format, args...)}
}

// Limits bounds the work of an algorithm. A field that is zero sets no bound.
type Limits struct {
	// Pairs is the number of S-polynomials that are reduced.
	Pairs int
	// Degree is the sugar degree of an S-polynomial: the degree that it would
	// have if the generators were homogeneous.
	Degree int
	// Terms is the length of a polynomial of the basis.
	Terms int
}

// Option is a choice for the algorithms that compute a Gröbner basis.
type Option func(*Limits)

// WithLimits sets bounds; passing one is ErrLimit and names it.
func WithLimits(l Limits) Option { return func(dst *Limits) { *dst = l } }

func limitsOf(opts []Option) Limits {
	var l Limits
	for _, o := range opts {
		o(&l)
	}
	return l
}

// Basis returns the reduced Gröbner basis of the ideal that the generators
// generate, with respect to the order of their ring: leading coefficients 1, no
// monomial divisible by the leading monomial of another element [Cox, Little,
// O'Shea, 4th ed., Definition 2.7.4, p. 93], ascending. It is the same for all
// generators of the ideal, {1} where the ideal is everything, and empty for the
// zero ideal.
//
// The algorithm is Buchberger's with the criteria of Gebauer and Möller and the
// sugar strategy; over Q polynomials are kept with coprime integer coefficients.
// The error is ErrInexact, ErrLimit, that of the context, or poly.ErrDegree when
// a degree on the way does not fit the ring. It panics if there are no
// generators or if they are of several rings.
func Basis[E any](ctx context.Context, gens []*poly.Polynomial[E], opts ...Option) ([]*poly.Polynomial[E], error) {
	R, err := commonRing(gens)
	if err != nil {
		return nil, err
	}
	b := newBuchberger(R, limitsOf(opts))
	if err := b.run(ctx, gens); err != nil {
		return nil, fmt.Errorf("groebner: after %d pairs: %w", b.reduced, err)
	}
	return b.result(ctx)
}

// commonRing returns the ring of the generators.
func commonRing[E any](gens []*poly.Polynomial[E]) (*poly.Ring[E], error) {
	if len(gens) == 0 {
		panic("groebner: no generators")
	}
	R := gens[0].Ring()
	for _, g := range gens {
		if g.Ring() != R {
			panic(fmt.Sprintf("groebner: generators of two rings, %v and %v", R, g.Ring()))
		}
	}
	if !R.Field().Exact() {
		return nil, fmt.Errorf("groebner: %w", unablef(ErrInexact, "%v", R.Field()))
	}
	return R, nil
}

// element is a polynomial of the basis in the making.
type element[E any] struct {
	p     *poly.Polynomial[E]
	lead  poly.Monomial
	tail  *poly.Polynomial[E] // p without its leading term
	sugar int
	// weight is about the length of p written out, in bits.
	weight int
	// redundant says that the leading monomial is divisible by that of a later
	// element. It still reduces, and makes no more pairs.
	redundant bool
}

func newElement[E any](p *poly.Polynomial[E], sugar int) *element[E] {
	weight := p.Len()
	for _, c := range p.Terms() {
		if n, ok := any(c).(interface{ BitLen() int }); ok {
			weight += n.BitLen()
		}
	}
	return &element[E]{p: p, lead: p.LeadingMonomial(), tail: p.Sub(p.LeadingTerm()), sugar: sugar, weight: weight}
}

// buchberger is the state of the algorithm.
type buchberger[E any] struct {
	ring    *poly.Ring[E]
	arith   arithmetic[E]
	limits  Limits
	basis   []*element[E]
	pairs   []pair
	reduced int // S-polynomials so far
}

// pair is an S-polynomial to come.
type pair struct {
	i, j  int
	lcm   poly.Monomial
	sugar int
}

func newBuchberger[E any](R *poly.Ring[E], limits Limits) *buchberger[E] {
	return &buchberger[E]{ring: R, arith: arithmeticOf(R.Field()), limits: limits}
}

func (b *buchberger[E]) run(ctx context.Context, gens []*poly.Polynomial[E]) error {
	// Small generators first: the large ones then enter reduced.
	sorted := slices.Clone(gens)
	stable.Sort(sorted, func(f, g *poly.Polynomial[E]) int {
		if f.IsZero() || g.IsZero() {
			return f.Len() - g.Len()
		}
		return b.ring.Compare(f.LeadingMonomial(), g.LeadingMonomial())
	})
	for _, f := range sorted {
		if err := b.insert(ctx, f, f.Degree()); err != nil {
			return err
		}
	}
	for len(b.pairs) > 0 {
		next := b.takePair()
		if err := b.mayReduce(next); err != nil {
			return err
		}
		s, err := b.spoly(next)
		if err != nil {
			return err
		}
		if err := b.insert(ctx, s, next.sugar); err != nil {
			return err
		}
		b.reduced++
	}
	return nil
}

// mayReduce is the error where a limit forbids the next pair.
func (b *buchberger[E]) mayReduce(next pair) error {
	if l := b.limits.Pairs; l > 0 && b.reduced >= l {
		return unablef(ErrLimit, "%d pairs reduced, %d waiting", l, len(b.pairs)+1)
	}
	if l := b.limits.Degree; l > 0 && next.sugar > l {
		return unablef(ErrLimit, "a pair of degree %d, the limit is %d", next.sugar, l)
	}
	return nil
}

// takePair removes the pair of least sugar, among these the one of least lcm
// [Giovini, Mora, Niesi, Robbiano, Traverso, "One sugar cube, please", ISSAC
// 1991].
func (b *buchberger[E]) takePair() pair {
	best := 0
	for i := 1; i < len(b.pairs); i++ {
		p, q := &b.pairs[i], &b.pairs[best]
		if p.sugar < q.sugar || p.sugar == q.sugar && b.ring.Compare(p.lcm, q.lcm) < 0 {
			best = i
		}
	}
	p := b.pairs[best]
	last := len(b.pairs) - 1
	b.pairs[best] = b.pairs[last]
	b.pairs = b.pairs[:last]
	return p
}

// spoly returns the S-polynomial of a pair, up to a factor.
func (b *buchberger[E]) spoly(p pair) (*poly.Polynomial[E], error) {
	f, g := b.basis[p.i], b.basis[p.j]
	u, v := b.arith.cancel(f.p.LeadingCoefficient(), g.p.LeadingCoefficient())
	m, _ := b.ring.DivMonomial(p.lcm, f.lead)
	n, _ := b.ring.DivMonomial(p.lcm, g.lead)
	left, err := f.tail.MulTerm(m, u)
	if err != nil {
		return nil, err
	}
	right, err := g.tail.MulTerm(n, v)
	if err != nil {
		return nil, err
	}
	return left.Sub(right), nil
}

// insert reduces f modulo the basis and adds what remains, with its pairs.
func (b *buchberger[E]) insert(ctx context.Context, f *poly.Polynomial[E], sugar int) error {
	r, sugar, err := b.remainder(ctx, f, sugar, nil)
	if err != nil || r.IsZero() {
		return err
	}
	if l := b.limits.Terms; l > 0 && r.Len() > l {
		return unablef(ErrLimit, "a polynomial of %d terms, the limit is %d", r.Len(), l)
	}
	return b.update(newElement(r, sugar))
}

// result interreduces the basis.
func (b *buchberger[E]) result(ctx context.Context) ([]*poly.Polynomial[E], error) {
	b.basis = slices.DeleteFunc(b.basis, func(e *element[E]) bool { return e.redundant })
	stable.Sort(b.basis, func(e, f *element[E]) int { return b.ring.Compare(e.lead, f.lead) })
	reduced := make([]*poly.Polynomial[E], len(b.basis))
	for i, e := range b.basis {
		r, _, err := b.remainder(ctx, e.p, e.sugar, e)
		if err == nil {
			reduced[i], err = r.Monic()
		}
		if err != nil {
			return nil, fmt.Errorf("groebner: interreduction: %w", err)
		}
	}
	return reduced, nil
}
