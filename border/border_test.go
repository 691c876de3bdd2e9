package border_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/border"
	"github.com/kexplain/kexplain/border/bordertest"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// drawRat returns small rationals, now and then one with a long numerator.
func drawRat(rng *rand.Rand) ring.Rat {
	switch rng.IntN(8) {
	case 0:
		return ring.RatFromInt(0)
	case 1:
		return ring.RatFromInt(1)
	case 2:
		return ring.NewRat(rng.Int64N(1<<40)-1<<39, 1)
	case 3, 4:
		return ring.NewRat(rng.Int64N(19)-9, 1+rng.Int64N(6))
	default:
		return ring.RatFromInt(rng.Int64N(11) - 5)
	}
}

func drawResidue(p uint64) func(*rand.Rand) uint64 {
	return func(rng *rand.Rand) uint64 { return rng.Uint64N(p) }
}

func fast(ctx context.Context, R *poly.Ring[ring.Rat], points [][]ring.Rat) (*border.Ideal[ring.Rat], error) {
	id, err := border.BuchbergerMollerQ(ctx, R, points, border.Options{})
	if err != nil {
		return nil, err
	}
	return id.Ideal(), nil
}

func TestReferenceOverQ(t *testing.T) {
	bordertest.Test(t, ring.Q, border.BuchbergerMoller[ring.Rat], drawRat)
}

func TestFastOverQ(t *testing.T) { bordertest.Test(t, ring.Q, fast, drawRat) }

// TestReferenceOverFinite has fields so small that most points coincide, and
// one of word size.
func TestReferenceOverFinite(t *testing.T) {
	for _, p := range []uint64{2, 3, 7, 101, 1<<61 - 1} {
		k, err := ring.NewZp(p)
		require.NoError(t, err)
		t.Run(k.String(), func(t *testing.T) {
			bordertest.Test(t, k, border.BuchbergerMoller[uint64], drawResidue(p))
		})
	}
}

func TestReferenceOverGaussian(t *testing.T) {
	bordertest.Test(t, ring.Qi, border.BuchbergerMoller[ring.Gaussian], func(rng *rand.Rand) ring.Gaussian {
		z := ring.Qi.FromInt(rng.Int64N(5) - 2)
		if rng.IntN(2) == 0 {
			i, err := ring.Qi.Parse("i")
			if err != nil {
				panic(err)
			}
			z = ring.Qi.Add(z, i)
		}
		return z
	})
}
