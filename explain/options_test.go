package explain

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Bounds that name every variable bound the degree; others leave it as it is.
func TestDegreeOfBounds(t *testing.T) {
	bilinear := []DegreeBound{{[]string{"u", "v"}, 1}, {[]string{"x", "y"}, 1}}
	assert.Equal(t, 2, Options{DegreeIn: bilinear}.degree([]string{"x", "y", "u", "v"}))
	assert.Equal(t, 0, Options{DegreeIn: bilinear}.degree([]string{"x", "y", "u", "v", "w"}))
	assert.Equal(t, 3, Options{DegreeIn: bilinear, MaxDegree: 3}.degree([]string{"x", "y", "u", "v"}))
}

// The column with errors, where there is one and nothing else is asked for.
func TestResponseColumn(t *testing.T) {
	at, ok := Options{Noise: []float64{0, 2, 0}}.responseColumn()
	assert.True(t, ok)
	assert.Equal(t, 1, at)
	for _, o := range []Options{{}, {Noise: []float64{1, 1}}, {Noise: []float64{0, 0}}, {Noise: []float64{0, 1}, Method: MethodIPCA}} {
		_, ok := o.responseColumn()
		assert.False(t, ok, "%v", o)
	}
}

// The argument of a function that a doubt about the law of a response names.
func TestProduct(t *testing.T) {
	s := &responseSearch{data: Data{Variables: []string{"y", "T", "w"}}, keep: []int{1, 2, 0}}
	for _, tt := range []struct {
		twelfths []int
		want     string
	}{
		{[]int{12, -12, 0}, "T/w"},
		{[]int{24, 6, 0}, "T^2*w^(1/2)"},
		{[]int{-12, -24, 0}, "1/(T*w^2)"},
	} {
		assert.Equal(t, tt.want, s.product(tt.twelfths))
	}
}
