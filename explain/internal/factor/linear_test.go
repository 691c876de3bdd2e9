package factor_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
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

// variables are x0, x1, ….
func variables(n int) (names []string) {
	for j := range n {
		names = append(names, fmt.Sprintf("x%d", j))
	}
	return names
}

// x0 + … + x28 + 1 divides the polynomial where x29 is 0, and not elsewhere. The remainder of a division, with
// x0 = -x1 - … - x28 - 1 in x0^8, has 30 million terms.
func TestLinearWithoutLongRemainders(t *testing.T) {
	names := variables(30)
	R := explaintest.RingOf(t, names...)
	p := explaintest.Parse(t, R, "("+strings.Join(names[:29], " + ")+" + 1)*(x0^7 + 1) + x29*x0^8")
	factors, rest := factor.Linear(p)
	assert.Empty(t, factors)
	assert.Equal(t, p.String(), rest.String())
}

func BenchmarkLinear(b *testing.B) {
	for _, n := range []int{3, 30} {
		b.Run(fmt.Sprintf("terms=100/variables=%d", n), func(b *testing.B) {
			names, rng := variables(n), rand.New(rand.NewPCG(1, 1))
			var terms []string
			for range 100 {
				term := fmt.Sprintf("%d%d", int64(1e18)+rng.Int64N(8e18), int64(1e18)+rng.Int64N(8e18))
				for range rng.IntN(9) {
					term += "*" + names[rng.IntN(n)]
				}
				terms = append(terms, term)
			}
			p := explaintest.Parse(b, explaintest.RingOf(b, names...), strings.Join(terms, " + "))
			b.ReportAllocs()
			for b.Loop() {
				factor.Linear(p)
			}
		})
	}
}
