package judge

import (
	"context"
	"fmt"

	"github.com/kexplain/kexplain/border/groebner"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// moved returns the polynomials as elements of R. The error is ErrVariables
// when one contains a variable that R does not have.
func moved(R *poly.Ring[ring.Rat], polys []*poly.Polynomial[ring.Rat]) ([]*poly.Polynomial[ring.Rat], error) {
	out := make([]*poly.Polynomial[ring.Rat], len(polys))
	for i, p := range polys {
		q, err := p.In(R)
		if err != nil {
			// R has room for the degree, so it is the variables.
			return nil, fmt.Errorf("%w: %v in %v: %w", ErrVariables, p, R.Vars(), err)
		}
		out[i] = q
	}
	return out, nil
}

// ideals are the true ideal up to several degrees, made when they are asked for.
type ideals struct {
	gens []*poly.Polynomial[ring.Rat]
	upTo map[int]*groebner.Truncated[ring.Rat]
}

// at returns the true ideal up to degree d.
func (i ideals) at(ctx context.Context, d int) (*groebner.Truncated[ring.Rat], error) {
	if i.upTo[d] == nil {
		ideal, err := groebner.TruncatedOf(ctx, i.gens, d)
		if err != nil {
			return nil, fmt.Errorf("judge: %w", err)
		}
		i.upTo[d] = ideal
	}
	return i.upTo[d], nil
}

// equal reports whether the equations generate the true ideal up to degree d.
func (i ideals) equal(ctx context.Context, R *poly.Ring[ring.Rat], polys []*poly.Polynomial[ring.Rat], d int) (bool, error) {
	truth, err := i.at(ctx, d)
	if err != nil {
		return false, err
	}
	// Most wrong answers have an equation outside, which is seen at once.
	for _, p := range polys {
		if p.Degree() <= d && !truth.Contains(p) {
			return false, nil
		}
	}
	part, err := groebner.TruncatedOf(ctx, append([]*poly.Polynomial[ring.Rat]{R.Zero()}, polys...), d)
	if err != nil {
		return false, fmt.Errorf("judge: %w", err)
	}
	return part.Equal(truth), nil
}

// wrong returns the places of the equations that claim to be rational and are
// not in the true ideal, known to degree d at least.
func (i ideals) wrong(ctx context.Context, d int, printed []Printed, polys []*poly.Polynomial[ring.Rat]) ([]int, error) {
	var places []int
	for k, p := range polys {
		if !printed[k].Rational || p.IsZero() {
			continue
		}
		truth, err := i.at(ctx, max(d, p.Degree()))
		if err != nil {
			return nil, err
		}
		if !truth.Contains(p) {
			places = append(places, k)
		}
	}
	return places, nil
}
