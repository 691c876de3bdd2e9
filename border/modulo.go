package border

import (
	"context"
	"fmt"
	"math/big"
	"runtime"
	"slices"

	"github.com/kexplain/kexplain/numeric/modular"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// BuchbergerMollerModulo returns what BuchbergerMoller does, over Z/p and fast:
// the order ideal and all tails by one triangular factorisation of the values of
// the standard monomials. Separators and Interpolate compute the separators when they
// are first called. For p = 2 and from 2⁶⁰ on
// it is BuchbergerMoller.
//
// It panics if the field of R is not a ring.Zp or if a point does not have one
// coordinate for each variable. The error is ErrNoPoints or that of ctx.
func BuchbergerMollerModulo(ctx context.Context, R *poly.Ring[uint64], points [][]uint64) (*Ideal[uint64], error) {
	mustFit(R, points)
	distinct := Distinct(R.Field(), points)
	if len(distinct) == 0 {
		return nil, ErrNoPoints
	}
	p, fast := modulusOf(R)
	if !fast {
		return BuchbergerMoller(ctx, R, points)
	}
	scaled := residuePoints(distinct, R.NumVars())
	o, lu, err := orderIdealModulo(ctx, R, scaled, p, func(string, int, int) {})
	if err != nil {
		return nil, err
	}
	places := make([]int, len(o.border))
	for j := range places {
		places[j] = j
	}
	tails, err := tailsModulo(ctx, R, scaled, o, lu, places)
	if err != nil {
		return nil, err
	}
	return &Ideal[uint64]{ring: R, order: o, points: distinct, tails: tails}, nil
}

// BuchbergerMollerModuloUpTo returns the elements of degree up to d of the reduced
// Gröbner basis of the ideal of points over Z/p, in ascending order of the leading
// monomials, as BuchbergerMollerUpTo does over Q. It panics and fails as the two
// functions do.
func BuchbergerMollerModuloUpTo(ctx context.Context, R *poly.Ring[uint64], points [][]uint64, d int) ([]*poly.Polynomial[uint64], error) {
	mustBeGraded(R)
	mustFit(R, points)
	if len(points) == 0 {
		return nil, ErrNoPoints
	}
	upTo := func(o *OrderIdeal) []int {
		return slices.DeleteFunc(o.CornerPlaces(), func(j int) bool { return o.border[j].Degree() > d })
	}
	p, fast := modulusOf(R)
	if !fast {
		id, err := BuchbergerMoller(ctx, R, points)
		if err != nil {
			return nil, err
		}
		return slices.DeleteFunc(id.GroebnerBasis(), func(f *poly.Polynomial[uint64]) bool { return f.Degree() > d }), nil
	}
	monomials, all := R.MonomialsUpTo(d), residuePoints(points, R.NumVars())
	chosen, err := independentPoints(ctx, R, all, monomials, p)
	if err != nil || len(chosen) == len(monomials) {
		return nil, err
	}
	// A polynomial of degree up to d that vanishes at the chosen points vanishes at
	// all: their rows of values span the others.
	few := make([][]uint64, len(chosen))
	for i, at := range chosen {
		few[i] = points[at]
	}
	scaled := residuePoints(few, R.NumVars())
	o, lu, err := orderIdealModulo(ctx, R, scaled, p, func(string, int, int) {})
	if err != nil {
		return nil, err
	}
	places := upTo(o)
	tails, err := tailsModulo(ctx, R, scaled, o, lu, places)
	if err != nil {
		return nil, err
	}
	id := &Ideal[uint64]{ring: R, order: o, tails: make([][]uint64, len(o.border))}
	elements := make([]*poly.Polynomial[uint64], len(places))
	for i, j := range places {
		id.tails[j] = tails[i]
		elements[i] = id.basisElement(j)
	}
	return elements, nil
}

// HilbertModuloUpTo returns the affine Hilbert function at 0, …, d of the ideal of
// points over Z/p, p odd and below 2⁶⁰: the ranks of the values of the monomials.
// It panics otherwise, and as HilbertUpTo does.
func HilbertModuloUpTo(ctx context.Context, R *poly.Ring[uint64], points [][]uint64, d int) ([]int, error) {
	mustBeGraded(R)
	mustFit(R, points)
	if len(points) == 0 {
		return nil, ErrNoPoints
	}
	p, fast := modulusOf(R)
	if !fast {
		panic(fmt.Sprintf("border: ranks in %v", R))
	}
	return ranksUpTo(ctx, R, residuePoints(points, R.NumVars()), p, d)
}

// modulusOf returns the modulus of the field of R, and whether it is one that
// package modular takes. It panics if the field is not a ring.Zp.
func modulusOf(R *poly.Ring[uint64]) (modular.Modulus, bool) {
	k, ok := R.Field().(ring.Zp)
	if !ok {
		panic(fmt.Sprintf("border: points modulo a prime in %v", R))
	}
	p := k.Modulus()
	if p == 2 || p >= modular.MaxPrime {
		return modular.Modulus{}, false
	}
	return modular.NewModulus(p), true
}

// mustBeGraded panics unless the order of R goes by degree first.
func mustBeGraded[E any](R *poly.Ring[E]) {
	if !R.Order().IsGraded() {
		panic(fmt.Sprintf("border: elements up to a degree in %v", R))
	}
}

// residuePoints returns points over Z/p as integers.
func residuePoints(points [][]uint64, n int) *scaledPoints {
	p := &scaledPoints{x: make([][]*big.Int, n), size: len(points)}
	for i := range n {
		for _, pt := range points {
			p.x[i] = append(p.x[i], new(big.Int).SetUint64(pt[i]))
		}
	}
	return p
}

// tailsModulo returns the tails of the border monomials at the given places, from
// the factorisation of the values of the order ideal.
func tailsModulo(ctx context.Context, mons Monomials, points *scaledPoints, o *OrderIdeal, lu *modular.LU,
	places []int) ([][]uint64, error) {
	m := lu.Modulus()
	ev := newEvaluator(points, m)
	highest := make([]int, mons.NumVars())
	for _, j := range places {
		for _, f := range factors(mons, o.border[j]) {
			highest[f.v] = max(highest[f.v], f.e)
		}
	}
	for v, e := range highest {
		if e > 0 {
			ev.power(v, e) // the goroutines only read the powers
		}
	}
	tails := make([][]uint64, len(places))
	err := parallel(ctx, runtime.GOMAXPROCS(0), len(places), func() func(context.Context, int) error {
		column := make([]uint64, points.size)
		return func(ctx context.Context, k int) error {
			ev.column(column, factors(mons, o.border[places[k]]))
			tail := make([]uint64, points.size)
			lu.Solve(tail, column)
			for i, x := range tail {
				tail[i] = m.Uint64(x)
			}
			tails[k] = tail
			return ctx.Err()
		}
	}, func(int) {})
	return tails, err
}
