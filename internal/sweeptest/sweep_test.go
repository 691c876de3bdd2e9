package sweeptest

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestParts: each test is in one part of three with its subtests, and in none without KEXPLAIN_SWEEP. A test in the part takes many draws.
func TestParts(t *testing.T) {
	ran := func(sweep string) (names []string) {
		t.Setenv("KEXPLAIN_SWEEP", sweep)
		for k := range 12 {
			name := fmt.Sprintf("TestOf%d", k)
			if runs(name) {
				names = append(names, name)
			}
			assert.Equal(t, runs(name), runs(name+"/of a circle"))
		}
		return names
	}
	assert.Empty(t, ran(""))
	assert.Equal(t, 2, Draws(t, 2, 7))
	var parts []string
	many := 0
	for part := range 3 {
		names := ran(fmt.Sprintf("%d/3", part))
		assert.NotEmpty(t, names, "part %d", part)
		parts = append(parts, names...)
		many += Draws(t, 0, 1)
	}
	assert.Equal(t, 1, many)
	assert.ElementsMatch(t, ran("1"), parts)
	assert.Equal(t, 10, Repeat(t, 2))
	assert.ElementsMatch(t, ran("all"), parts)
	t.Setenv("KEXPLAIN_SWEEP", "3/3")
	assert.Panics(t, func() { runs("Test") })
}
