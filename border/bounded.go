package border

import (
	"context"
	"slices"

	"github.com/kexplain/kexplain/numeric/modular"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// BuchbergerMollerUpTo returns the elements of degree up to d of the reduced
// Gröbner basis of the ideal of rational points, in ascending order of the
// leading monomials: those that BuchbergerMollerQ finds first, without the rest,
// whose coefficients grow with the number of points. Points that occur more than
// once count once.
//
// Modulo a prime as many points as the values of the monomials of degree up to d
// have rank give these values already. They go to BuchbergerMollerQ, and what it
// finds up to degree d is evaluated at all points. If everything vanishes, no
// monomial outside the order ideal was taken for a leading one, and the monomials
// of the order ideal are independent at the chosen points, so the elements are
// proved; otherwise the prime was unlucky and the next one is taken.
//
// It panics if the order of R does not go by degree first, or if a point does not
// have one coordinate for each variable. The error is ErrNoPoints, poly.ErrDegree
// where monomials of degree d + 1 do not fit R, or that of ctx.
//
// The options, at most one, bound the size of the answer and show progress;
// CornersOnly and MaxPoints say nothing here.
func BuchbergerMollerUpTo(ctx context.Context, R *poly.Ring[ring.Rat], points [][]ring.Rat, d int,
	opts ...Options) ([]*poly.Polynomial[ring.Rat], error) {
	mustBeGraded(R)
	mustFit(R, points)
	if len(points) == 0 {
		return nil, ErrNoPoints
	}
	o := Options{}
	if len(opts) > 0 {
		o = opts[0]
	}
	return upTo(ctx, R, points, d, new(modular.Primes), o.withDefaults())
}

// upTo is BuchbergerMollerUpTo with the given primes.
func upTo(ctx context.Context, R *poly.Ring[ring.Rat], points [][]ring.Rat, d int, primes primeSource,
	opts Options) ([]*poly.Polynomial[ring.Rat], error) {
	monomials := R.MonomialsUpTo(d)
	scaled := scalePoints(points, R.NumVars())
	primes = scaled.primesFor(primes)
	targets := func(o *OrderIdeal) []int {
		return slices.DeleteFunc(o.CornerPlaces(), func(j int) bool { return o.border[j].Degree() > d })
	}
	for {
		places, err := independentPoints(ctx, R, scaled, monomials, primes.Next())
		if err != nil {
			return nil, err
		}
		if len(places) == len(monomials) {
			return nil, nil // independent modulo a prime, and so over Q
		}
		chosen := make([][]ring.Rat, len(places))
		for i, p := range places {
			chosen[i] = points[p]
		}
		id, err := solveWith(ctx, R, scalePoints(chosen, R.NumVars()), primes, opts, targets)
		if err != nil {
			return nil, err
		}
		elements := id.elements(id.targets)
		// At the chosen points they are proved to vanish.
		ok, err := vanishing(ctx, elements, without(points, places))
		if err != nil {
			return nil, err
		}
		if ok {
			return elements, nil
		}
	}
}

// HilbertUpTo returns for e = 0, …, d the rank, modulo a prime, of the values of the
// monomials of degree up to e at rational points: at most the affine Hilbert
// function of their ideal, and equal to it for all but finitely many primes, of
// which a word-size one is hardly ever met. So the differences to the numbers of
// monomials bound how many independent polynomials of degree up to e vanish at the
// points. This takes no solving and no long coefficients.
//
// It panics and fails as BuchbergerMollerUpTo does.
func HilbertUpTo(ctx context.Context, R *poly.Ring[ring.Rat], points [][]ring.Rat, d int) ([]int, error) {
	mustBeGraded(R)
	mustFit(R, points)
	if len(points) == 0 {
		return nil, ErrNoPoints
	}
	scaled := scalePoints(points, R.NumVars())
	return ranksUpTo(ctx, R, scaled, scaled.primesFor(new(modular.Primes)).Next(), d)
}

// ranksUpTo returns the ranks modulo a prime of the values of the monomials of
// degree up to 0, …, d at the points.
func ranksUpTo[E any](ctx context.Context, R *poly.Ring[E], points *scaledPoints, m modular.Modulus, d int) ([]int, error) {
	monomials := R.MonomialsUpTo(d)
	places, err := independentPoints(ctx, R, points, monomials, m)
	if err != nil {
		return nil, err
	}
	ev, lu := newEvaluator(points, m), modular.NewLU(m, len(places))
	hilbert, column := make([]int, d+1), make([]uint64, len(places))
	for _, t := range monomials {
		if lu.Rank() == len(places) {
			break
		}
		fs := factors(R, t)
		for i, p := range places {
			column[i] = ev.at(fs, p)
		}
		if lu.Append(column) {
			hilbert[t.Degree()]++
		}
	}
	for e := 1; e <= d; e++ {
		hilbert[e] += hilbert[e-1]
	}
	return hilbert, nil
}

// independentPoints returns the places of the first points whose rows of values
// of the monomials are independent modulo the prime and span all rows there.
func independentPoints(ctx context.Context, mons Monomials, p *scaledPoints, monomials []poly.Monomial, m modular.Modulus) ([]int, error) {
	ev := newEvaluator(p, m)
	powers := make([][]factor, len(monomials))
	for j, t := range monomials {
		powers[j] = factors(mons, t)
	}
	lu := modular.NewLU(m, len(monomials))
	row := make([]uint64, len(monomials))
	var places []int
	for i := range p.size {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if len(places) == len(monomials) {
			break
		}
		for j, fs := range powers {
			row[j] = ev.at(fs, i)
		}
		if lu.Append(row) {
			places = append(places, i)
		}
	}
	return places, nil
}

// without returns the points that are not at the given places, which ascend.
func without(points [][]ring.Rat, places []int) [][]ring.Rat {
	var rest [][]ring.Rat
	for i, x := range points {
		if len(places) > 0 && places[0] == i {
			places = places[1:]
			continue
		}
		rest = append(rest, x)
	}
	return rest
}

// vanishing reports whether the polynomials vanish at the points.
func vanishing(ctx context.Context, polys []*poly.Polynomial[ring.Rat], points [][]ring.Rat) (bool, error) {
	integral := make([]*poly.Polynomial[ring.Rat], len(polys))
	for i, p := range polys {
		integral[i] = poly.Primitive(p)
	}
	for _, x := range points {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		for _, p := range integral {
			if !p.Eval(x).IsZero() {
				return false, nil
			}
		}
	}
	return true, nil
}
