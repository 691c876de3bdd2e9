package explain

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// baseline compares equations with rows.
func baseline(t *testing.T, vars string, degree int, rows [][]float64, equations ...string) *Baseline {
	t.Helper()
	data := dataOf(vars, rows)
	R, err := poly.NewRing(ring.Q, data.Variables, poly.WithMaxDegree(degree))
	require.NoError(t, err)
	r := &Result{Variables: data.Variables, Degree: degree}
	for _, text := range equations {
		f, err := R.Parse(text)
		require.NoError(t, err)
		r.Generators = append(r.Generators, Generator{Polynomial: f, Rational: true})
	}
	require.NoError(t, checkGenerators(context.Background(), r.Generators, data.Points))
	require.NoError(t, r.compare(context.Background(), data.Points))
	return r.Baseline
}

// circleRows are the integer points on the circle of radius 5.
var circleRows = [][]float64{{5, 0}, {4, 3}, {3, 4}, {0, 5}, {-3, 4}, {-4, 3}, {-5, 0}, {-4, -3}, {-3, -4}, {0, -5}, {3, -4}, {4, -3}}

func TestBaseline(t *testing.T) {
	t.Run("the circle is all that vanishes", func(t *testing.T) {
		assert.Equal(t, &Baseline{Degree: 5}, baseline(t, "x,y", 5, circleRows, "x^2 + y^2 - 25"))
	})
	t.Run("twelve points impose twelve conditions on sextics", func(t *testing.T) {
		assert.Equal(t, &Baseline{Degree: 5, TooFew: true}, baseline(t, "x,y", 7, circleRows, "x^2 + y^2 - 25"))
	})
	t.Run("repeated points are no more points", func(t *testing.T) {
		rows := circleRows
		for range 6 {
			rows = append(rows, rows...)
		}
		assert.Equal(t, &Baseline{Degree: 5, TooFew: true}, baseline(t, "x,y", 7, rows, "x^2 + y^2 - 25"))
	})
	t.Run("one quadric of three of the twisted cubic", func(t *testing.T) {
		var rows [][]float64
		for k := -6.0; k < 7; k++ {
			rows = append(rows, []float64{k, k * k, k * k * k})
		}
		b := baseline(t, "x,y,z", 3, rows, "x^2 - y")
		assert.Equal(t, 1, b.Degree)
		assert.ElementsMatch(t, []string{"x*z - y^2", "x*y - z"}, polyTexts(b.Missing))
		assert.Equal(t, &Baseline{Degree: 3}, baseline(t, "x,y,z", 3, rows, "x^2 - y", "x*y - z", "y^2 - x*z"))
		// Two quadrics meet in the cubic and a line at infinity: the third follows
		// from the affine ideal.
		assert.Equal(t, &Baseline{Degree: 3}, baseline(t, "x,y,z", 3, rows, "x^2 - y", "x*y - z"))
	})
	t.Run("one row of many refutes what vanishes at the others", func(t *testing.T) {
		var rows [][]float64
		for k := range 1000 {
			rows = append(rows, []float64{float64(k), float64(k)})
		}
		rows = append(rows, []float64{2, 0})
		b := baseline(t, "x,y", 3, rows, "x*y - y^2")
		assert.Equal(t, 1, b.Degree)
		assert.Equal(t, []string{"x^2 - y^2 - 2*x + 2*y"}, polyTexts(b.Missing), "(x - y)(x - 2) and a multiple of y(x - y)")
	})
	t.Run("what takes many points is not written down", func(t *testing.T) {
		var rows [][]float64
		for i := range 14 {
			for j := range 14 {
				rows = append(rows, []float64{float64(i), float64(j)})
			}
		}
		R := poly.MustRing(ring.Q, []string{"x", "y"})
		f := R.One()
		for i := range 14 {
			var err error
			f, err = f.Mul(R.Var(0).Sub(R.FromInt(int64(i))))
			require.NoError(t, err)
		}
		b := baseline(t, "x,y", 14, rows, f.String())
		assert.Equal(t, 13, b.Degree)
		assert.Empty(t, b.Missing)
		assert.Contains(t, b.Limit, "118 points, more than 100")
	})
	t.Run("no comparison where a point is missed", func(t *testing.T) {
		assert.Nil(t, baseline(t, "x,y", 2, append([][]float64{{5, 1}}, circleRows...), "x^2 + y^2 - 25"))
	})
}

// polyTexts writes polynomials.
func polyTexts(polys []*poly.Polynomial[ring.Rat]) []string {
	var out []string
	for _, f := range polys {
		out = append(out, f.String())
	}
	return out
}

// TestBaselineParabola: on drawn points of the parabola a polynomial of degree e is
// one of degree ≤ 2e in x, which more than 2e different points determine.
func TestBaselineParabola(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 131))
	for range 20 {
		degree, n := 2+rng.IntN(3), 3+rng.IntN(12)
		var rows [][]float64
		for range n {
			x := float64(rng.IntN(9) - 4)
			rows = append(rows, []float64{x, x * x})
		}
		b := baseline(t, "x,y", degree, rows, "x^2 - y")
		distinct := map[float64]bool{}
		for _, row := range rows {
			distinct[row[0]] = true
		}
		e := min(degree, (len(distinct)-1)/2)
		assert.Equal(t, e, b.Degree, "%d points, degree %d", len(distinct), degree)
		assert.Equal(t, e < degree, b.TooFew)
		assert.Empty(t, b.Missing)
	}
}

// TestLearnBaseline: Learn compares, and what noise touched is not compared.
func TestLearnBaseline(t *testing.T) {
	r, err := Learn(context.Background(), dataOf("x,y", circleRows), Options{MaxDegree: 4})
	require.NoError(t, err)
	assert.Equal(t, &Baseline{Degree: 4}, r.Baseline)
	r, err = Learn(context.Background(), dataOf("x,y", explaintest.Noisy(explaintest.CirclePoints(100, explaintest.Source(132), 5), 1e-2, explaintest.Source(133))), Options{MaxDegree: 2})
	require.NoError(t, err)
	assert.Nil(t, r.Baseline)
}

// No other conic, cubic or quartic passes through twelve points of a circle than the
// multiples of its equation.
func ExampleBaseline() {
	r, err := Learn(context.Background(), dataOf("x,y", circleRows), Options{MaxDegree: 4})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Generators[0])
	fmt.Println("all that vanishes, up to degree", r.Baseline.Degree)
	// Output:
	// x^2 + y^2 - 25
	// all that vanishes, up to degree 4
}
