package sweeptest

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestParts: each sweep runs in one part of three, and in none without KEXPLAIN_SWEEP. Many draws are taken in the first part.
func TestParts(t *testing.T) {
	ran := func(sweep string) (names []string) {
		t.Setenv("KEXPLAIN_SWEEP", sweep)
		for k := range 12 {
			if name := fmt.Sprintf("TestOf%d", k); runs(name) {
				names = append(names, name)
			}
		}
		return names
	}
	assert.Empty(t, ran(""))
	assert.Equal(t, 2, Draws(2, 7))
	var parts []string
	for part := range 3 {
		names := ran(fmt.Sprintf("%d/3", part))
		assert.NotEmpty(t, names, "part %d", part)
		assert.Equal(t, part == 0, Sweeping())
		parts = append(parts, names...)
	}
	assert.ElementsMatch(t, ran("1"), parts)
	assert.Equal(t, 7, Draws(2, 7))
	assert.ElementsMatch(t, ran("all"), parts)
	t.Setenv("KEXPLAIN_SWEEP", "3/3")
	assert.Panics(t, func() { runs("Test") })
}
