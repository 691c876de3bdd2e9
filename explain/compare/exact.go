package compare

import (
	"context"
	"fmt"

	"github.com/kexplain/kexplain/border"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// buchbergerMoller finds the polynomials of degree ≤ Degree that vanish exactly
// at the points, as the part of the reduced Gröbner basis of their ideal in these
// degrees.
func buchbergerMoller(ctx context.Context, t task) (*found, error) {
	points := t.points.exact
	if points == nil {
		var err error
		if points, err = rationals(t.points); err != nil {
			return nil, err
		}
	}
	// One degree more, for the border.
	Q, err := poly.NewRing[ring.Rat](ring.Q, t.ring.Vars(), poly.WithMaxDegree(t.Degree+1))
	if err != nil {
		return nil, fmt.Errorf("compare: %w", err)
	}
	elements, err := border.BuchbergerMollerUpTo(ctx, Q, points, t.Degree)
	if err != nil {
		return nil, err
	}
	f := &found{}
	for _, p := range elements {
		g, err := poly.Convert(p, t.ring, float)
		if err != nil {
			return nil, err
		}
		f.polys = append(f.polys, g)
		f.texts = append(f.texts, p.String())
	}
	return f, nil
}

// rationals returns the float64 coordinates as the rationals they are.
func rationals(s sample) ([][]ring.Rat, error) {
	n, vars := s.x.Dims()
	out := make([][]ring.Rat, n)
	for i := range out {
		out[i] = make([]ring.Rat, vars)
		for j := range vars {
			var err error
			if out[i][j], err = ring.RatFromFloat(s.x.At(i, j)); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}
