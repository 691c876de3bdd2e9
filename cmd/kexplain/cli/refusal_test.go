package cli

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A refusal says a command that was not run, and one that drops no column unless it has to.
func TestAttempt(t *testing.T) {
	five, two := []string{"a", "b", "c", "d", "e"}, []string{"a", "b"}
	for _, tt := range []struct {
		with, chosen string
		columns      []string
		next         int
		want         string
	}{
		{"", "", two, 5, "kexplain learn t.csv --with auto   # also sines, reciprocals, roots and logarithms of columns"},
		{"auto", "", two, 5, "kexplain learn t.csv --with auto --explain   # what was looked at and refused"},
		{"", "", five, 4, "kexplain learn t.csv --degree 4   # a higher degree; with fewer --columns it takes less time"},
		{"auto", "a-e", five, 4, "kexplain learn t.csv --columns a-e --with auto --degree 4   # a higher degree; with fewer --columns it takes less time"},
		{"auto", "", five, 0, "kexplain learn t.csv --columns c,d,e   # fewer columns, higher degree"},
	} {
		o := learnOptions{with: tt.with}
		o.data.path, o.data.columns = "t.csv", tt.chosen
		assert.Equal(t, tt.want, o.attempt(tt.columns, nil, tt.next, true))
	}
	// What --with auto has nothing to try for is not said to be worth a try.
	o := learnOptions{}
	o.data.path = "t.csv"
	assert.Equal(t, "kexplain learn t.csv --explain   # what was looked at and refused", o.attempt(two, nil, 5, false))
	o.options.MaxDegree = 1
	assert.Equal(t, "kexplain learn t.csv   # without --degree: up to degree 4", o.attempt(two, nil, 0, true))
	o.options.MaxDegree = 5
	assert.Equal(t, "kexplain learn t.csv --explain   # what was looked at and refused", o.attempt(two, nil, 0, false))
	o.explain = true
	assert.Empty(t, o.attempt(two, nil, 5, false))
}
