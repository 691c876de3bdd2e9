package border_test

import (
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/border"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// TestSeparatorsOnDemand: the fast algorithms do not compute separators; Interpolate and
// Separators do, from several goroutines too, and give those of BuchbergerMoller.
func TestSeparatorsOnDemand(t *testing.T) {
	ctx := context.Background()
	Z101, err := ring.NewZp(101)
	require.NoError(t, err)
	R := poly.MustRing[uint64](Z101, []string{"x", "y"})
	points, values := [][]uint64{{1, 2}, {3, 4}, {1, 2}, {7, 99}}, []uint64{5, 0, 100}
	fast, err := border.BuchbergerMollerModulo(ctx, R, points)
	require.NoError(t, err)
	want, err := border.BuchbergerMoller(ctx, R, points)
	require.NoError(t, err)
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() { assert.Equal(t, want.Interpolate(values).String(), fast.Interpolate(values).String()) })
	}
	both.Wait()
	require.Len(t, fast.Separators(), 3)
	for i, s := range fast.Separators() {
		assert.Equal(t, want.Separators()[i].String(), s.String())
	}
	assert.PanicsWithValue(t, "border: 2 values for 3 points", func() { fast.Interpolate(values[:2]) })

	Q := poly.MustRing(ring.Q, []string{"x"})
	rational, err := border.BuchbergerMollerQ(ctx, Q, [][]ring.Rat{{ring.RatFromInt(0)}, {ring.RatFromInt(2)}}, border.Options{})
	require.NoError(t, err)
	assert.Equal(t, "5*x + 1", rational.Ideal().Interpolate([]ring.Rat{ring.RatFromInt(1), ring.RatFromInt(11)}).String())
}
