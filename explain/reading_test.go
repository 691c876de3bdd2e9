package explain_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/internal/sweeptest"
)

// TestReadings: of whole numbers, what holds within rounding or with noise is found beside an
// exact equation of other columns. Nothing is looked for in numbers by chance.
func TestReadings(t *testing.T) {
	sweeptest.Sweep(t)
	for name, c := range map[string]struct {
		reading   func(age float64, r *rand.Rand) float64
		equations int
		within    bool
	}{
		"rounded": {func(age float64, _ *rand.Rand) float64 { return math.Round(0.7 * (920 - age)) }, 2, true},
		"noisy": {func(age float64, r *rand.Rand) float64 {
			return math.Round(0.37 * (920 - age) * (1 + 0.01*r.NormFloat64()))
		}, 2, false},
		"by chance": {func(_ float64, r *rand.Rand) float64 { return math.Round(500 + 100*r.NormFloat64()) }, 1, false},
	} {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(3, 4))
			text := strings.Builder{}
			text.WriteString("age,most,reading\n")
			for range 40 {
				age := float64(20 + r.IntN(700))
				fmt.Fprintf(&text, "%v,%v,%v\n", age, 920-age, c.reading(age, r))
			}
			set, err := points.ReadFrom(context.Background(), strings.NewReader(text.String()), "t.csv", points.Options{})
			require.NoError(t, err)
			result, err := explain.Learn(context.Background(), explain.Data{Variables: set.Variables(), Points: set}, explain.Options{})
			require.NoError(t, err)
			require.Len(t, result.Generators, c.equations)
			assert.True(t, result.Generators[0].Holds)
			assert.Equal(t, c.within, c.equations > 1 && result.Generators[1].Within)
		})
	}
}

// TestBesideCopies: that a column is there in two units says nothing of the others. Their law is found with noise where
// it is found without the copies, though all cells are whole numbers.
func TestBesideCopies(t *testing.T) {
	sweeptest.Sweep(t)
	const law = "focal*object + focal*image - object*image"
	laws := 0
	for seed := range uint64(5) {
		rng := rand.New(rand.NewPCG(seed, 11))
		text := strings.Builder{}
		text.WriteString("focal,object,image,object_in,object_ft\n")
		for range 60 {
			focal := float64(50 * (1 + rng.IntN(3)))
			object := math.Round(focal * (1.2 + 3*rng.Float64()))
			image := math.Round(1/(1/focal-1/object) + 3*rng.NormFloat64())
			fmt.Fprintf(&text, "%v,%v,%v,%.0f,%.2f\n", focal, object, image, 25.4*object, object/304.8)
		}
		set, err := points.ReadFrom(context.Background(), strings.NewReader(text.String()), "t.csv", points.Options{})
		require.NoError(t, err)
		alone := set.Select(nil, []int{0, 1, 2})
		r, err := explain.Learn(context.Background(), explain.Data{Variables: alone.Variables(), Points: alone}, explain.Options{})
		require.NoError(t, err)
		both, err := explain.Learn(context.Background(), explain.Data{Variables: set.Variables(), Points: set}, explain.Options{})
		require.NoError(t, err)
		for _, g := range both.Generators[:2] {
			assert.True(t, g.Within, "seed %d: %v", seed, g.Polynomial)
		}
		if g := r.Generators[0]; g.Doubt != "" { // such an equation stands beside no other
			assert.Len(t, both.Generators, 2, "seed %d", seed)
			continue
		}
		laws++
		require.Len(t, r.Generators, 1, "seed %d", seed)
		assert.Equal(t, law, r.Generators[0].Polynomial.String(), "seed %d", seed)
		require.Len(t, both.Generators, 3, "seed %d", seed)
		assert.Equal(t, law, both.Generators[2].Polynomial.String(), "seed %d", seed)
	}
	assert.GreaterOrEqual(t, laws, 4)
}

// TestLearnEnds: where columns are sines of others, long equations with next to no noise were compared without end: their
// description had no finite length.
func TestLearnEnds(t *testing.T) {
	sweeptest.Sweep(t)
	set, err := points.Read(context.Background(), filepath.Join("..", "testdata", "snell.csv"), points.Options{})
	require.NoError(t, err)
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	r, err := explain.Learn(ctx, explain.Data{Variables: set.Variables(), Points: set}, explain.Options{})
	require.NoError(t, err)
	require.Len(t, r.Generators, 1)
	assert.Equal(t, []string{"sin_in", "sin_out"}, r.Variables)
}

// TestNeededTies: 0.093*5455 = 507.315 was rounded to 507.32, by just half a cent. That does not say that the whole numbers were
// rounded, so as to be far nearer to the equation than that.
func TestNeededTies(t *testing.T) {
	const text = "gross,social\n1766,164.24\n2908,270.44\n4180,388.74\n2179,202.65\n2578,239.75\n4038,375.53\n5455,507.32\n2464,229.15\n"
	set, err := points.ReadFrom(context.Background(), strings.NewReader(text), "t.csv", points.Options{})
	require.NoError(t, err)
	r, err := explain.Learn(context.Background(), explain.Data{Variables: set.Variables(), Points: set}, explain.Options{})
	require.NoError(t, err)
	require.Len(t, r.Generators, 1)
	assert.Equal(t, "93/1000*gross - social", r.Generators[0].Polynomial.String())
}
