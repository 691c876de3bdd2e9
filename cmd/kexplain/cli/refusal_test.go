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
		{"", "", five, 0, "kexplain learn t.csv --columns c,d,e   # fewer columns, higher degree"},
		{"auto", "", five, 0, "kexplain learn t.csv --columns c,d,e --with auto   # fewer columns, higher degree"},
		{"u = 1/a", "", five, 0, "kexplain learn t.csv --with 'u = 1/a' --explain   # what was looked at and refused"},
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
	o.with = "u = 1/a"
	assert.Equal(t, "kexplain learn t.csv --with 'u = 1/a'   # without --degree: up to degree 4", o.attempt(two, nil, 0, true))
	o.with, o.options.MaxDegree = "", 5
	assert.Equal(t, "kexplain learn t.csv --explain   # what was looked at and refused", o.attempt(two, nil, 0, false))
	o.explain = true
	assert.Empty(t, o.attempt(two, nil, 5, false))
}

// TestUnsolved: equations without the column of --target are printed, as text and as JSON, and the status says that
// they were not solved for it.
func TestUnsolved(t *testing.T) {
	for _, format := range []string{"text", "json"} {
		status, out, message := call(t, "x,y,z\n3,6,3\n1.5,3,1\n7,14,4\n4,8,1\n9,18,5\n2.5,5,9\n11,22,2\n5,10,6\n",
			"learn", "-", "--target", "z", "--degree", "1", "--format", format)
		assert.Equal(t, statusNoAnswer, status)
		assert.Contains(t, out, "y = 2*x")
		assert.Equal(t, "kexplain learn: --target: z is in none of the equations that were found\n", message)
	}
}
