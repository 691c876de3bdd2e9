package learn

import (
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
)

// In one piece, cut anyhow, and in two halves merged: the same spectrum, the
// first two to the last bit.
func TestAVICAStream(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 21))
	x := twisted(1500, 0.01, rng)
	config := AVICA{Degree: 3, Seed: 2}
	want, err := config.Fit(ctx, x)
	require.NoError(t, err)

	whole, err := config.Accumulate(ctx, x)
	require.NoError(t, err)
	require.NoError(t, whole.Add(ctx, x))
	cut := whole.Fork()
	for lo := 0; lo < 1500; lo += 250 {
		require.NoError(t, cut.Add(ctx, x.Slice(lo, lo+250, 0, 3).(*mat.Dense)))
	}
	halves := whole.Fork()
	require.NoError(t, halves.Add(ctx, x.Slice(0, 700, 0, 3).(*mat.Dense)))
	rest := whole.Fork()
	require.NoError(t, rest.Add(ctx, x.Slice(700, 1500, 0, 3).(*mat.Dense)))
	require.NoError(t, halves.Merge(rest))

	first, err := whole.Finish(ctx)
	require.NoError(t, err)
	for name, s := range map[string]*AVICAStream{"cut": cut, "merged": halves} {
		got, err := s.Finish(ctx)
		require.NoError(t, err, name)
		assert.Equal(t, 1500, got.Rows(), name)
		for d, r := range want.Reports() {
			assert.InDeltaSlice(t, r.Quanta, got.Reports()[d].Quanta, 1e-10, name)
		}
		if name == "cut" {
			assert.Equal(t, first.features, got.features)
		}
	}
}

func TestAVICAStreamRefuses(t *testing.T) {
	x := circle(10, 0, rand.New(rand.NewPCG(1, 22)))
	_, err := AVICA{Method: AsPrinted{}}.Accumulate(ctx, x)
	assert.ErrorIs(t, err, ErrCutoff)
	s, err := AVICA{}.Accumulate(ctx, x)
	require.NoError(t, err)
	_, err = s.Finish(ctx)
	assert.ErrorIs(t, err, ErrData)
	assert.ErrorIs(t, s.Add(ctx, mat.NewDense(1, 3, nil)), ErrData)
	o, err := AVICA{Spanning: feature.Random{M: 9}}.Accumulate(ctx, x)
	require.NoError(t, err)
	assert.ErrorIs(t, s.Merge(o), ErrData)
}

// What a stream holds does not grow with the rows it has seen.
func TestAVICAStreamMemory(t *testing.T) {
	x := circle(2000, 0.01, rand.New(rand.NewPCG(1, 24)))
	held := func(blocks int) uint64 {
		s, err := AVICA{Degree: 3}.Accumulate(ctx, x)
		require.NoError(t, err)
		for range blocks {
			require.NoError(t, s.Add(ctx, x))
		}
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		require.Equal(t, 2000*blocks, s.Rows())
		return m.HeapAlloc
	}
	few, many := held(1), held(20)
	// 38000 rows more are 600 kB as data and 3 MB as kernel values.
	assert.Less(t, float64(many)-float64(few), 3e5)
}
