package varieties

import (
	"context"
	"errors"
	"fmt"

	"github.com/kexplain/kexplain/internal/judge"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// ErrIdeal says that the generators of a variety are not what they should be.
var ErrIdeal = errors.New("varieties: wrong generators")

// certificatePrime is the prime of the certificate, 2⁶¹ − 1.
const certificatePrime = 1<<61 - 1

// Certify proves that up to degree d the multiples of the generators are all
// that vanishes on v. It draws clean points, checks that every generator
// vanishes there exactly, and compares ranks modulo a prime:
//
//	rank_p(span) ≤ rank_Q(span) ≤ dim I(points)_{≤d} ≤ m − rank_p(values),
//
// where the span is that of the multiples, values is the matrix of the m
// monomials of degree ≤ d at the points, and the inequality in the middle is the
// vanishing of the generators. If the outer numbers agree, all do, and since
// I(v) ⊆ I(points) the span is I(v)_{≤d}. The error is ErrIdeal when they differ.
func Certify(ctx context.Context, v Variety, d int) error {
	gens := v.Ideal(max(d, v.MaxDegree()))
	R := gens[0].Ring()
	monomials := R.MonomialsUpTo(d)
	points := v.Sample(2*len(monomials)+spare, v.source(0, 1, 0))
	for _, x := range points {
		if err := ctx.Err(); err != nil {
			return err
		}
		for i, g := range gens {
			if !g.Eval(x).IsZero() {
				return fmt.Errorf("%w: %s: %s does not vanish at %v", ErrIdeal, v.Name, v.Generators[i], x)
			}
		}
	}
	k, err := ring.NewZp(certificatePrime)
	if err != nil {
		return fmt.Errorf("varieties: %w", err)
	}
	S, err := poly.NewRing[uint64](k, v.Variables, poly.WithMaxDegree(R.MaxDegree()))
	if err != nil {
		return fmt.Errorf("varieties: %w", err)
	}
	span, err := spanModulo(k, S, gens, d)
	if err != nil {
		return err
	}
	values, err := valuesModulo(k, S, points, d)
	if err != nil {
		return err
	}
	if got, want := numeric.Rank(span), len(monomials)-numeric.Rank(values); got != want {
		return fmt.Errorf("%w: %s: the generators span %d dimensions of degree ≤ %d, and %d vanish", ErrIdeal, v.Name, got, d, want)
	}
	return nil
}

// spare is the number of points beyond twice the number of monomials, which
// makes the rank of the values that of the whole variety.
const spare = 20

// spanModulo returns the multiples of degree ≤ d of the generators modulo a
// prime.
func spanModulo(k ring.Zp, S *poly.Ring[uint64], gens []*poly.Polynomial[ring.Rat], d int) (*numeric.Matrix[uint64], error) {
	reduced := make([]*poly.Polynomial[uint64], len(gens))
	for i, g := range gens {
		var err error
		if reduced[i], err = poly.Convert(g, S, func(x ring.Rat) (uint64, error) { return residue(k, x) }); err != nil {
			return nil, fmt.Errorf("varieties: %w", err)
		}
	}
	return judge.Part(S, reduced, d), nil
}

// valuesModulo returns the values of the monomials of degree ≤ d at the points
// modulo a prime, one point a row.
func valuesModulo(k ring.Zp, S *poly.Ring[uint64], points [][]ring.Rat, d int) (*numeric.Matrix[uint64], error) {
	monomials := S.MonomialsUpTo(d)
	rows := make([][]uint64, len(points))
	for i, p := range points {
		x := make([]uint64, len(p))
		for j := range p {
			var err error
			if x[j], err = residue(k, p[j]); err != nil {
				return nil, fmt.Errorf("varieties: %w", err)
			}
		}
		rows[i] = make([]uint64, len(monomials))
		for j, m := range monomials {
			rows[i][j] = S.Term(1, m).Eval(x)
		}
	}
	return numeric.MatrixOf[uint64](k, rows), nil
}

// residue returns x modulo the prime of k.
func residue(k ring.Zp, x ring.Rat) (uint64, error) { return k.Parse(x.String()) }
