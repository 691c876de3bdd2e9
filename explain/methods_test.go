package explain_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/varieties"
	"github.com/kexplain/kexplain/internal/sweeptest"
	"github.com/kexplain/kexplain/learn"
)

// certifyingMethods are the methods of the papers, on each of their roads.
var certifyingMethods = []explain.Options{
	{Method: explain.MethodIPCA, Road: learn.KernelRoad{}},
	{Method: explain.MethodIPCA, Road: learn.FeatureRoad{}},
	{Method: explain.MethodAVICA},
}

// quickVarieties are enough to see a method break: components, columns of one sign, several
// generators. KEXPLAIN_SWEEP=all takes all.
var quickVarieties = []string{"crossing_lines", "kepler", "twisted_cubic"}

// TestCertifyingMethods holds all methods and both roads to the same printed equations: on
// the known varieties without noise, and at 0.1 % noise on those whose ideal is generated in
// one degree.
func TestCertifyingMethods(t *testing.T) {
	sweeptest.Sweep(t)
	for _, v := range varieties.All() {
		if !sweeptest.All() && !slices.Contains(quickVarieties, v.Name) {
			continue
		}
		for _, sigma := range []float64{0, 1e-3} {
			if sigma > 0 && (testing.Short() || !oneDegree(v)) {
				continue
			}
			data := explain.DataOf(strings.Join(v.Variables, ","), v.Measure(200, sigma, 1))
			printed := func(o explain.Options) []string {
				o.MaxDegree = v.MaxDegree()
				r, err := explain.Learn(context.Background(), data, o)
				require.NoError(t, err, "%s, noise %g, %v", v.Name, sigma, o.Method)
				require.Equal(t, o.Method != explain.MethodSearch, r.Proposed != nil)
				list := explain.Texts(r)
				slices.Sort(list)
				return list
			}
			want := printed(explain.Options{})
			for _, o := range certifyingMethods {
				assert.Equal(t, want, printed(o), "%s, noise %g, %v on the %v road", v.Name, sigma, o.Method, o.Road)
			}
		}
	}
}

// oneDegree reports whether all generators have one degree.
func oneDegree(v varieties.Variety) bool {
	for _, g := range v.Ideal(v.MaxDegree()) {
		if g.Degree() != v.MaxDegree() {
			return false
		}
	}
	return true
}

// The methods of the papers refuse what the search refuses, keep all rows, and tell what
// they saw.
func TestCertifyingMethodsTellTheirSpaces(t *testing.T) {
	data := explain.DataOf("x,y", explain.NoisyCircle())
	for _, o := range certifyingMethods {
		o.MaxDegree = 2
		r, err := explain.Learn(context.Background(), data, o)
		require.NoError(t, err)
		require.NotNil(t, r.Proposed)
		require.Len(t, r.Proposed.Spaces, 2)
		s := r.Proposed.Spaces[1]
		assert.Equal(t, 1, s.Dim, "%v", r.Proposed)
		assert.Equal(t, 6, s.Monomials)
		assert.Greater(t, s.Gap, 10.0)
		assert.Contains(t, strings.Join(r.Steps, "\n"), "proposed by "+r.Proposed.By)
		assert.Equal(t, []string{"x^2 + y^2 - 25"}, explain.Texts(r))
	}
	square := explain.DataOf("x,y", explaintest.Cloud(200, 2, explaintest.Source(430)))
	for _, o := range certifyingMethods {
		_, err := explain.Learn(context.Background(), square, o)
		assert.ErrorAs(t, err, new(*explain.NoEquationError), "%v", o.Method)
	}
}
