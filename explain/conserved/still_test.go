package conserved

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// collisions are elastic ones of two carts, a row before and one after each, with masses of every shot.
func collisions(seed uint64) Data {
	rng := rand.New(rand.NewPCG(seed, 30))
	d := Data{Names: []string{"m", "M", "v", "w"}}
	for shot := range 50 {
		m, M := 0.2+2*rng.Float64(), 0.2+2*rng.Float64()
		v, w := 6*rng.Float64()-3, 6*rng.Float64()-3
		mean := (m*v + M*w) / (m + M)
		for range 2 {
			d.Rows = append(d.Rows, []float64{m, M, v + 0.005*rng.NormFloat64(), w + 0.005*rng.NormFloat64()})
			d.Trial = append(d.Trial, shot)
			v, w = 2*mean-v, 2*mean-w
		}
	}
	return d
}

// TestFindMasses finds laws with columns that have one value in each group, whose products are constant whatever moves. A
// group of two rows has a share in the variance within groups.
func TestFindMasses(t *testing.T) {
	for seed := range uint64(3) {
		d := collisions(seed)
		r, err := Find(context.Background(), d, Options{Window: Trials})
		require.NoError(t, err)
		require.Len(t, r.Laws, 1, "seed %d", seed)
		l := r.Laws[0]
		require.Len(t, l.Terms, 2)
		assert.Equal(t, []int{1, 0, 1, 0}, l.Terms[0].Exponents, "m v + M w")
		assert.Equal(t, []int{0, 1, 0, 1}, l.Terms[1].Exponents)
		assert.InDelta(t, 1, l.Terms[1].Coefficient, 0.01)
		assert.Greater(t, l.Between, 0.999)
		assert.InDelta(t, 0.007, l.Constants[0].Error, 0.004)

		// At degree 3 the momentum times a mass is no further law, and the energy is one.
		r, err = Find(context.Background(), d, Options{Window: Trials, Degree: 3})
		require.NoError(t, err)
		require.Len(t, r.Laws, 2, "seed %d", seed)
		degrees := map[int]bool{}
		for _, l := range r.Laws {
			require.Len(t, l.Terms, 2)
			assert.Equal(t, 1, l.Terms[0].Exponents[0])
			degrees[l.Terms[0].Exponents[2]] = true
		}
		assert.Equal(t, map[int]bool{1: true, 2: true}, degrees)
	}
}

// TestFindStill has pendulums with a column of one mass in each run. Two masses are no identity, and where all columns have
// one value in each group there is nothing to find.
func TestFindStill(t *testing.T) {
	d := pendulum(1, 4, 60, 0.003)
	d.Derived = d.Derived[:1] // the cosine
	d.Names = append(d.Names, "mass")
	for i, x := range d.Rows {
		d.Rows[i] = append(x, float64(1+d.Trial[i]%2))
	}
	d.Use = []int{1, 2, 3}
	r, err := Find(context.Background(), d, Options{Window: Trials})
	require.NoError(t, err)
	assert.Empty(t, r.Identities)
	require.Len(t, r.Laws, 1)
	require.Len(t, r.Laws[0].Terms, 2)
	assert.InDelta(t, -2*9.81, r.Laws[0].Terms[1].Coefficient, 0.5)

	for i := range d.Rows {
		d.Rows[i] = []float64{d.Rows[i][2]}
	}
	_, err = Find(context.Background(), Data{Names: []string{"mass"}, Rows: d.Rows, Trial: d.Trial}, Options{Window: Trials})
	assert.ErrorIs(t, err, ErrData)
	assert.ErrorContains(t, err, "every column is constant")
}
