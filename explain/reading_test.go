package explain_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/points"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
)

// TestReadings: of whole numbers, what holds within rounding or with noise is found beside an
// exact equation of other columns. Nothing is looked for in numbers by chance.
func TestReadings(t *testing.T) {
	explaintest.Slow(t)
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
