package factor_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/factor"
)

func TestLinear(t *testing.T) {
	R := explaintest.RingOf(t, "x", "y", "z")
	for _, c := range []struct {
		text    string
		factors []string
		rest    string
	}{
		{"(100*y - 7*x)*(100*y - 19*x)", []string{"19*x - 100*y"}, "7*x - 100*y"},
		{"(y - 2*x)*(y - 12)", []string{"2*x - y"}, "y - 12"},
		{"x^2*(x + 1)^2", []string{"x", "x", "x + 1"}, "x + 1"},
		{"(x - 3*y + 5*z - 7/3)*(x^2 + y^2 - z)", []string{"3*x - 9*y + 15*z - 7"}, "x^2 + y^2 - z"},
		{"(x + y)*(x - y)*(x + z)*(2*z - 3)", []string{"x + y", "x - y", "x + z"}, "2*z - 3"},
		{"x^2 + y^2 - 25", nil, "x^2 + y^2 - 25"},
		{"x^2 - 2*y^2", nil, "x^2 - 2*y^2"},
		{"x*y - 1", nil, "x*y - 1"},
		{"(x^2 + y^2 - 1)*(x^2 + y^2 - 4)", nil, "(x^2 + y^2 - 1)*(x^2 + y^2 - 4)"},
		{"3*x + 6", nil, "x + 2"},
	} {
		factors, rest := factor.Linear(explaintest.Parse(t, R, c.text))
		var got []string
		for _, f := range factors {
			got = append(got, f.String())
		}
		want := slices.Clone(c.factors)
		slices.Sort(got)
		slices.Sort(want)
		assert.Equal(t, want, got, c.text)
		assert.Equal(t, explaintest.Parse(t, R, c.rest).String(), rest.String(), c.text)
	}
}
