package judge_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/internal/judge"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// parse reads polynomials into one ring over Q.
func parse(t testing.TB, vars []string, texts ...string) []*poly.Polynomial[ring.Rat] {
	t.Helper()
	R, err := poly.NewRing[ring.Rat](ring.Q, vars, poly.WithMaxDegree(6))
	require.NoError(t, err)
	var out []*poly.Polynomial[ring.Rat]
	for _, text := range texts {
		p, err := R.Parse(text)
		require.NoError(t, err, text)
		out = append(out, p)
	}
	return out
}

// twisted is the twisted cubic with 50 of its points.
func twisted(t testing.TB, sigma float64) judge.Truth {
	x := mat.NewDense(50, 3, nil)
	for i := range 50 {
		s := -1.5 + 3*float64(i)/49
		x.SetRow(i, []float64{s, s * s, s * s * s})
	}
	return judge.Truth{
		Generators: parse(t, []string{"x", "y", "z"}, "x^2 - y", "x*y - z", "y^2 - x*z"),
		Points:     x, Sigma: sigma,
	}
}

func TestJudge(t *testing.T) {
	for _, c := range []struct {
		name             string
		why              string
		printed          []string
		rational         bool
		exact, numerical bool
		dimension        int
		wrong            []int
	}{
		{"same", "the generators themselves", []string{"x^2 - y", "x*y - z", "y^2 - x*z"}, true, true, true, 3, nil},
		{"basis changed", "another basis of the same space", []string{"2*x^2 - 2*y + x*y - z", "x*y - z", "y^2 - x*z - x^2 + y"}, true, true, true, 3, nil},
		{"two of three", "generate the ideal, but not its quadrics by quadrics", []string{"x^2 - y", "x*y - z"}, true, false, false, 2, nil},
		{"redundant", "a product of higher degree adds nothing and is in the ideal", []string{"x^2 - y", "x*y - z", "y^2 - x*z", "x^3 - z"}, true, true, true, 3, nil},
		{"decimal", "off by 1e-4: within the noise, not exact, no claim", []string{"x^2 - 1.0001*y", "x*y - z", "y^2 - x*z"}, false, false, true, 3, nil},
		{"false claim", "the same called rational", []string{"x^2 - 1.0001*y", "x*y - z", "y^2 - x*z"}, true, false, true, 3, []int{0}},
		{"one too many", "a false equation beside the true ones", []string{"x^2 - y", "x*y - z", "y^2 - x*z", "x + y"}, true, false, false, 7, []int{3}},
		{"one too many, in the shade", "the true equations printed so often that they lead", slices.Concat(slices.Repeat([]string{"x^2 - y", "x*y - z", "y^2 - x*z"}, 9), []string{"x^2 + y^2 - 7*z"}), true, false, false, 4, []int{27}},
		{"false of high degree", "does not touch degree 2, but is a wrong claim", []string{"x^2 - y", "x*y - z", "y^2 - x*z", "x^4 - z"}, true, true, true, 3, []int{3}},
		{"nothing", "an honest refusal recovers nothing", nil, true, false, false, 0, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			var printed []judge.Printed
			for _, p := range parse(t, []string{"x", "y", "z"}, c.printed...) {
				printed = append(printed, judge.Printed{Polynomial: p, Rational: c.rational})
			}
			v, err := judge.Judge(context.Background(), twisted(t, 1e-3), printed)
			require.NoError(t, err)
			require.Equal(t, c.exact, v.Exact, "exact: %s", c.why)
			require.Equal(t, c.numerical, v.Numerical, "numerical: %s", c.why)
			require.Equal(t, c.dimension, v.Dimension, c.why)
			require.Equal(t, 3, v.TrueDimension)
			require.Equal(t, c.wrong, v.Wrong, c.why)
			require.Equal(t, len(c.printed), v.Polynomials)
			require.Equal(t, 6, v.TrueTerms)
		})
	}
}

// TestAngle compares with a principal angle found by hand: in one variable with
// mean 0 and variance 1 the standardised monomials are the monomials, and the
// angle between the lines of 1 + x and 1 is π/4.
func TestAngle(t *testing.T) {
	truth := judge.Truth{Generators: parse(t, []string{"x"}, "x + 1"), Points: mat.NewDense(2, 1, []float64{-1, 1}), Sigma: 0.01}
	p := parse(t, []string{"x"}, "1 + 0*x")[0]
	v, err := judge.Judge(context.Background(), truth, []judge.Printed{{Polynomial: p}})
	require.NoError(t, err)
	// The constant 1 generates all of degree ≤ 1: dimension 2 instead of 1.
	require.Equal(t, 2, v.Dimension)
	require.False(t, v.Numerical)

	// x and 1 span everything, and x, which is there twice, leads: the angle to the
	// truth x is 0, but there is one dimension too many.
	both := parse(t, []string{"x"}, "x", "1 + 0*x")
	x := judge.Truth{Generators: both[:1], Points: truth.Points, Sigma: 0.01}
	v, err = judge.Judge(context.Background(), x, []judge.Printed{{Polynomial: both[0]}, {Polynomial: both[1]}})
	require.NoError(t, err)
	require.InDelta(t, 0, v.Angle, 1e-12)
	require.Equal(t, 2, v.Dimension)
	require.False(t, v.Numerical)

	p = parse(t, []string{"x"}, "x")[0]
	v, err = judge.Judge(context.Background(), truth, []judge.Printed{{Polynomial: p}})
	require.NoError(t, err)
	require.InDelta(t, math.Pi/4, v.Angle, 1e-12)
}

// TestStandardised checks that the numerical verdict does not depend on units
// and origin: data and truth moved to x = 1000 + 0.01·u give the angle of u.
func TestStandardised(t *testing.T) {
	points := mat.NewDense(4, 2, []float64{-1, 1, 1, 1, -1, -1, 1, -1})
	vars := []string{"x", "y"}
	near, err := judge.Judge(context.Background(),
		judge.Truth{Generators: parse(t, vars, "x^2 - y^2"), Points: points, Sigma: 0.01},
		[]judge.Printed{{Polynomial: parse(t, vars, "x^2 - y^2 + 1/10*y")[0]}})
	require.NoError(t, err)
	far := mat.NewDense(4, 2, nil)
	far.Apply(func(i, j int, _ float64) float64 { return 1000 + 0.01*points.At(i, j) }, far)
	moved, err := judge.Judge(context.Background(),
		judge.Truth{Generators: parse(t, vars, "x^2 - 2000*x - y^2 + 2000*y"), Points: far, Sigma: 0.01},
		[]judge.Printed{{Polynomial: parse(t, vars, "10000*x^2 - 20000000*x - 10000*y^2 + 20000000*y + 10*y - 10000")[0]}})
	require.NoError(t, err)
	require.InDelta(t, near.Angle, moved.Angle, 1e-4)
}

func TestErrors(t *testing.T) {
	_, err := judge.Judge(context.Background(), twisted(t, 0), []judge.Printed{{Polynomial: parse(t, []string{"x", "y", "w"}, "w - x")[0]}})
	require.ErrorIs(t, err, judge.ErrVariables)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = judge.Judge(ctx, twisted(t, 0), nil)
	require.ErrorIs(t, err, context.Canceled)
	_, err = judge.Judge(context.Background(), judge.Truth{}, nil)
	require.Error(t, err)
}

func TestTolerance(t *testing.T) {
	require.Equal(t, 1e-6, judge.Tolerance(0))
	require.Equal(t, 0.1, judge.Tolerance(0.01))
	require.Equal(t, 0.3, judge.Tolerance(0.05))
}

func ExampleJudge() {
	R := poly.MustRing[ring.Rat](ring.Q, []string{"x", "y"})
	circle, _ := R.Parse("x^2 + y^2 - 25")
	found, _ := R.Parse("x^2 + y^2 - 24.9")
	truth := judge.Truth{
		Generators: []*poly.Polynomial[ring.Rat]{circle},
		Points:     mat.NewDense(4, 2, []float64{5, 0, -5, 0, 3, 4, -3, -4}),
		Sigma:      0.01,
	}
	v, _ := judge.Judge(context.Background(), truth, []judge.Printed{{Polynomial: found}})
	fmt.Println(v.Exact, v.Numerical, v.Terms, v.TrueTerms)
	// Output: false true 3 3
}
