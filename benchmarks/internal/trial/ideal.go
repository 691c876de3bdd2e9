package trial

import (
	"context"
	"slices"

	"github.com/kexplain/kexplain/border/groebner"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// UpToDegree adds to generators what follows from them in their degree by multiples of one degree more, such
// as x z - 3 y² from y - x² and z - 3 x y.
func UpToDegree(ctx context.Context, generators []*poly.Polynomial[ring.Rat]) ([]*poly.Polynomial[ring.Rat], error) {
	d := 0
	for _, f := range generators {
		d = max(d, f.Degree())
	}
	ideal, err := groebner.TruncatedOf(ctx, generators, d+1)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(ideal.Basis(), func(f *poly.Polynomial[ring.Rat]) bool { return f.Degree() > d }), nil
}
