package explain_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
)

// TestLearnCutInTwoTerms: the distance of an image stands in two terms of the equation of a lens, and is cut off to whole millimetres. The
// nearest equation with errors had another term, f*o + f*i = o*i + 0.298(26)*o.
func TestLearnCutInTwoTerms(t *testing.T) {
	rows := explaintest.Draw(60, explaintest.Source(92), func(rng *rand.Rand) []float64 {
		f := []float64{50, 80, 100, 200}[rng.IntN(4)]
		o := f + 10 + float64(rng.IntN(700))
		return []float64{f, o, f * o / (o - f)}
	})
	text := "f,o,i\n"
	for _, row := range rows {
		text += fmt.Sprintf("%.0f,%.0f,%d\n", row[0], row[1], int(row[2]))
	}
	set := explaintest.ReadText(t, text)
	r, err := explain.Learn(t.Context(), explain.Data{Variables: set.Variables(), Points: set}, explain.Options{})
	require.NoError(t, err)
	require.Len(t, r.Generators, 1)
	g := r.Generators[0]
	assert.True(t, g.Within)
	assert.Contains(t, strings.Join(g.Named, "\n"), "the cells of i are cut off, not rounded: uncut, o*i = f*o + f*i")
}
