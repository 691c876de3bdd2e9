package compare

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/border/approx"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// circle returns points of the circle of radius 5 with noise.
func circle(n int, sigma float64) *mat.Dense {
	rng := rand.New(rand.NewPCG(1, 1))
	x := mat.NewDense(n, 2, nil)
	for i := range n {
		a := 2 * math.Pi * rng.Float64()
		x.SetRow(i, []float64{5*math.Cos(a) + sigma*rng.NormFloat64(), 5*math.Sin(a) + sigma*rng.NormFloat64()})
	}
	return x
}

// truth parses generators over Q.
func truth(t testing.TB, vars []string, texts ...string) []*poly.Polynomial[ring.Rat] {
	R := poly.MustRing[ring.Rat](ring.Q, vars)
	var out []*poly.Polynomial[ring.Rat]
	for _, text := range texts {
		p, err := R.Parse(text)
		require.NoError(t, err)
		out = append(out, p)
	}
	return out
}

var xy = []string{"x", "y"}

// TestCircle: every method but the exact one finds the circle at 1 % noise, and the
// data do not tell apart what is the same.
func TestCircle(t *testing.T) {
	c := Config{Degree: 2, Seed: 3, Resamples: 3, Truth: truth(t, xy, "x^2 + y^2 - 25"), Sigma: 0.01}
	r, err := c.Run(context.Background(), xy, circle(400, 0.035), nil)
	require.NoError(t, err)
	require.Equal(t, 280, r.Train)
	require.Equal(t, 120, r.Held)
	require.InEpsilon(t, 3*0.035/5, r.Epsilon, 0.15, "three times the noise, in units of the radius")
	for i, m := range r.Methods {
		require.NoError(t, m.Err, m.Name)
		if m.Name == "bm" {
			require.Empty(t, m.Equations, "nothing holds exactly")
			require.Empty(t, m.Same)
			require.False(t, m.Truth.Numerical)
			continue
		}
		if m.Name == "kexplain" {
			require.True(t, m.Truth.Exact)
			require.Equal(t, []string{"x^2 + y^2 - 25"}, m.Texts)
			continue
		}
		require.Len(t, m.Equations, 1, m.Name)
		require.Equal(t, []int{0, 0, 1}, m.Degrees, m.Name)
		require.Equal(t, 1, m.Dimension, m.Name)
		require.True(t, m.Truth.Numerical, m.Name)
		require.False(t, m.Truth.Exact, m.Name)
		require.InEpsilon(t, 0.035, m.TrainDistance.RMS, 0.2, m.Name)
		require.InEpsilon(t, 0.035, m.HeldDistance.RMS, 0.3, m.Name)
		require.GreaterOrEqual(t, m.TrainDistance.Max, m.TrainDistance.RMS)
		for j, a := range r.Angles[i] {
			require.True(t, math.IsNaN(a) || a < 0.1, "%s and %s: %v", m.Name, r.Methods[j].Name, a)
			require.True(t, math.IsNaN(a) || a == r.Angles[j][i], "angles are symmetric")
		}
		for _, group := range r.Groups {
			if slices.Contains(group, m.Name) {
				for _, other := range group {
					require.True(t, other == m.Name || slices.Contains(m.Same, other), "%s and %s are in a group", m.Name, other)
				}
			}
		}
		for _, other := range m.Same {
			k := slices.IndexFunc(r.Methods, func(o Method) bool { return o.Name == other })
			require.Contains(t, r.Methods[k].Same, m.Name, "symmetric")
		}
		if m.Name == "abm" || m.Name == "avi" {
			// With one equation of the highest degree they are the last
			// singular vector of the same matrix.
			require.Contains(t, m.Same, "svd")
		}
	}
}

// TestExactPoints: on exact points the algorithm of Buchberger and Möller alone
// prints the exact equation.
func TestExactPoints(t *testing.T) {
	var exact [][]ring.Rat
	rows := [][2]int64{{5, 0}, {0, 5}, {3, 4}, {4, 3}, {-3, 4}, {-4, 3}, {3, -4}, {-4, -3}, {-5, 0}, {0, -5}, {4, -3}, {-3, -4}}
	x := mat.NewDense(len(rows), 2, nil)
	for i, p := range rows {
		x.SetRow(i, []float64{float64(p[0]) / 10, float64(p[1]) / 10})
		exact = append(exact, []ring.Rat{ring.NewRat(p[0], 10), ring.NewRat(p[1], 10)})
	}
	c := Config{Methods: []string{"bm", "abm"}, Truth: truth(t, xy, "4*x^2 + 4*y^2 - 1")}
	r, err := c.Run(context.Background(), xy, x, exact)
	require.NoError(t, err)
	require.Equal(t, []string{"x^2 + y^2 - 1/4"}, r.Methods[0].Texts)
	require.True(t, r.Methods[0].Truth.Exact)
	require.False(t, r.Methods[1].Truth.Exact)
	require.True(t, r.Methods[1].Truth.Numerical)
	// The nearest float64 of a decimal is not on the circle.
	r, err = c.Run(context.Background(), xy, x, nil)
	require.NoError(t, err)
	require.Empty(t, r.Methods[0].Texts)
}

// TestBuchbergerMoller compares with bases known by hand.
func TestBuchbergerMoller(t *testing.T) {
	for _, c := range []struct {
		why    string
		degree int
		points [][2]int64
		want   []string
	}{
		{"one point", 2, [][2]int64{{1, 2}}, []string{"y - 2", "x - 1"}},
		{"a line", 2, [][2]int64{{0, 0}, {1, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 5}}, []string{"x - y"}},
		{"a square, up to degree 1", 1, [][2]int64{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}, nil},
		{"a square", 2, [][2]int64{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}, []string{"y^2 - 1", "x^2 - 1"}},
		{"the same point twice", 1, [][2]int64{{1, 2}, {1, 2}}, []string{"y - 2", "x - 1"}},
	} {
		x := mat.NewDense(len(c.points), 2, nil)
		for i, p := range c.points {
			x.SetRow(i, []float64{float64(p[0]), float64(p[1])})
		}
		R := poly.MustRing[float64](ring.Float64, xy, poly.WithMaxDegree(c.degree))
		f, err := buchbergerMoller(context.Background(), task{Config: Config{Degree: c.degree}, ring: R, points: sample{x: x}})
		require.NoError(t, err, c.why)
		require.Equal(t, c.want, f.texts, c.why)
	}
}

// TestDistance compares with distances known by hand: 3 from the line x = 0, and
// to first order (9 − 4)/(2·3) from the circle of radius 2.
func TestDistance(t *testing.T) {
	R := poly.MustRing[float64](ring.Float64, xy)
	line, err := R.Parse("2*x")
	require.NoError(t, err)
	round, err := R.Parse("x^2 + y^2 - 4")
	require.NoError(t, err)
	x := mat.NewDense(1, 2, []float64{3, 0})
	require.InDelta(t, 3, distance([]*poly.Polynomial[float64]{line}, x).RMS, 1e-15)
	require.InDelta(t, 5.0/6, distance([]*poly.Polynomial[float64]{round}, x).Max, 1e-15)
	require.InDelta(t, 3, distance([]*poly.Polynomial[float64]{round, line}, x).RMS, 1e-15, "the worst counts")
	require.Zero(t, distance([]*poly.Polynomial[float64]{round}, mat.NewDense(1, 2, nil)), "no gradient at the centre")
	require.Zero(t, distance(nil, x))
}

// TestSingularDistance: at a double point of an equation that holds exactly both
// value and gradient are rounding, and their quotient says nothing.
func TestSingularDistance(t *testing.T) {
	R := poly.MustRing[float64](ring.Float64, xy)
	lines, err := R.Parse("(x - 0.3)*(y - 0.1)")
	require.NoError(t, err)
	third := lines.Scale(1.0 / 3) // no coefficient is exact
	x := mat.NewDense(2, 2, []float64{0.3, 0.1, 0.3 + 1e-17, 7})
	require.Zero(t, distance([]*poly.Polynomial[float64]{third}, x))
	x.Set(1, 0, 0.4)
	require.InDelta(t, 0.1*6.9/math.Hypot(0.1, 6.9), distance([]*poly.Polynomial[float64]{third}, x).Max, 1e-12)
}

// TestWithoutRounding: a term is judged by its size for variables of the given
// size, not by its coefficient.
func TestWithoutRounding(t *testing.T) {
	R := poly.MustRing[float64](ring.Float64, xy)
	p, err := R.Parse("1e-20*x^2 + 1e-30*x*y + y^2 - 1e-14*y - 1")
	require.NoError(t, err)
	require.Equal(t, "1e-20*x^2 + y^2 - 1", withoutRounding(p, []float64{1e10, 1}).String())
}

// TestConstant: a variable that does not vary is left out, and its value put into
// the truth.
func TestConstant(t *testing.T) {
	flat := circle(60, 0)
	x := mat.NewDense(60, 3, nil)
	for i := range 60 {
		x.SetRow(i, []float64{flat.At(i, 0), 2, flat.At(i, 1)})
	}
	xcy := []string{"x", "c", "y"}
	c := Config{Methods: []string{"abm", "vca"}, Truth: truth(t, xcy, "c*x^2 + c*y^2 - 50", "c - 2")}
	r, err := c.Run(context.Background(), xcy, x, nil)
	require.NoError(t, err)
	require.Equal(t, xy, r.Variables)
	require.Equal(t, []string{"c"}, r.Constant)
	require.Equal(t, 6, r.Monomials)
	for _, m := range r.Methods {
		require.Len(t, m.Equations, 1, m.Name)
		require.True(t, m.Truth.Numerical, m.Name)
	}
	for _, wrong := range []string{"c - 3", "c - 2"} {
		_, err = Config{Truth: truth(t, xcy, wrong)}.Run(context.Background(), xcy, x, nil)
		require.ErrorIs(t, err, ErrConfig, wrong)
	}
	_, err = Config{}.Run(context.Background(), xy, mat.NewDense(20, 2, nil), nil)
	require.ErrorIs(t, err, ErrPoints, "one point")
	x.Set(3, 1, math.NaN())
	_, err = Config{}.Run(context.Background(), xcy, x, nil)
	require.ErrorIs(t, err, approx.ErrNotFinite, "NaN is not a constant")
}

// TestCliques: a relation that is not transitive, a node by itself, and all or
// none linked.
func TestCliques(t *testing.T) {
	links := map[[2]int]bool{{0, 1}: true, {1, 2}: true, {2, 3}: true, {1, 3}: true}
	linked := func(i, j int) bool { return links[[2]int{min(i, j), max(i, j)}] }
	require.Equal(t, [][]int{{0, 1}, {1, 2, 3}, {4}}, cliques([]int{0, 1, 2, 3, 4}, linked))
	require.Equal(t, [][]int{{5, 7, 9}}, cliques([]int{5, 7, 9}, func(i, j int) bool { return true }))
	require.Equal(t, [][]int{{5}, {7}}, cliques([]int{5, 7}, func(i, j int) bool { return false }))
	require.Empty(t, cliques(nil, linked))
}

// TestDiffer checks the corrected test: equal scores, a constant difference,
// a difference that the plain paired test would believe, and missing scores.
func TestDiffer(t *testing.T) {
	nan := math.NaN()
	a := []float64{1, 2, 3, 4, 5, 6}
	require.False(t, differ(a, a, 0.5))
	require.True(t, differ(a, []float64{2, 3, 4, 5, 6, 7}, 0.5))
	// Mean 0.5, standard deviation 0.4: t = 3.1 > 2.6 without the correction for
	// the overlap, 1.5 with it.
	b := []float64{1.1, 2.9, 3.1, 4.9, 5.5, 6.5}
	require.True(t, differ(a, b, 0))
	require.False(t, differ(a, b, 0.6))
	require.False(t, differ(a, []float64{nan, nan, nan, nan, nan, 7}, 0.5))
	require.False(t, comparable(a, []float64{nan, nan, nan, nan, nan, 7}))
}

// TestRepeats: the same seed gives the same result but for time and memory.
func TestRepeats(t *testing.T) {
	x := circle(100, 0.05)
	run := func(seed uint64) string {
		r, err := Config{Seed: seed, Methods: names()[1:]}.Run(context.Background(), xy, x, nil)
		require.NoError(t, err)
		text := fmt.Sprint(r.Epsilon, r.Angles)
		for _, m := range r.Methods {
			text += fmt.Sprint(m.Name, m.Texts, m.TrainDistance, m.HeldDistance, m.Same)
		}
		return text
	}
	require.Equal(t, run(1), run(1))
	require.NotEqual(t, run(1), run(2))
}

func TestRefusals(t *testing.T) {
	x := circle(20, 0)
	for _, c := range []Config{{Degree: -1}, {Hold: 1}, {Epsilon: -1}, {Sigma: -1}, {Methods: []string{"guess"}}, {Degree: 60}, {Methods: []string{}},
		{Own: map[string]float64{"bm": 1}}, {Own: map[string]float64{"guess": 1}}, {Own: map[string]float64{"abm": 0}}, {Own: map[string]float64{"abm": math.Inf(1)}},
		{Resamples: 1}, {Resamples: 1e6}, {Methods: []string{"abm", "bm", "abm"}}, {Epsilon: math.NaN()}, {Epsilon: math.Inf(1)}, {Sigma: math.NaN()}, {Hold: math.NaN()}} {
		_, err := c.Run(context.Background(), xy, x, nil)
		require.ErrorIs(t, err, ErrConfig, "%+v", c)
	}
	_, err := Config{Methods: []string{"abm"}}.Run(context.Background(), xy, circle(2, 0), nil)
	require.ErrorIs(t, err, ErrPoints)
	for _, unit := range []float64{1e80, 1e-80} {
		far := mat.DenseCopyOf(x)
		far.Scale(unit, far)
		_, err = Config{}.Run(context.Background(), xy, far, nil)
		require.ErrorIs(t, err, ErrRange, "%v", unit)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = Config{}.Run(ctx, xy, x, nil)
	require.ErrorIs(t, err, context.Canceled)
}

// TestFloat: exact coefficients may be larger than float64 holds.
func TestFloat(t *testing.T) {
	for text, want := range map[string]float64{"1/4": 0.25, "-1e300": -1e300} {
		q, err := ring.ParseRat(text)
		require.NoError(t, err)
		got, err := float(q)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	q, err := ring.ParseRat("-1e400")
	require.NoError(t, err)
	_, err = float(q)
	require.ErrorIs(t, err, ErrRange)
}

func TestNames(t *testing.T) {
	for _, name := range []string{"kexplain", "ipca", "avica", "bm", "avi", "abm", "oavi", "vca", "gradient-vca", "h-basis", "svd"} {
		require.True(t, slices.Contains(names(), name), name)
	}
}

func Example() {
	x := mat.NewDense(8, 2, []float64{5, 0, 0, 5, 3, 4, 4, 3, -3, 4, -4, 3, 3, -4, -4, -3})
	c := Config{Methods: []string{"bm", "svd"}, Resamples: -1}
	r, _ := c.Run(context.Background(), []string{"x", "y"}, x, nil)
	for _, m := range r.Methods {
		fmt.Println(m.Name, len(m.Equations), m.HeldDistance.RMS < 1e-12)
	}
	// Output:
	// bm 1 true
	// svd 1 true
}

// BenchmarkRun is the size that a user waits for: a thousand points in space,
// quartics, all methods, six half samples.
func BenchmarkRun(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	x := mat.NewDense(1000, 3, nil)
	for i := range 1000 {
		u, v := 2*math.Pi*rng.Float64(), 2*math.Pi*rng.Float64()
		r := 2 + math.Cos(v)
		for j, c := range []float64{r * math.Cos(u), r * math.Sin(u), math.Sin(v)} {
			x.Set(i, j, c+0.01*rng.NormFloat64())
		}
	}
	for b.Loop() {
		if _, err := (Config{Degree: 4}).Run(context.Background(), []string{"x", "y", "z"}, x, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// names returns the names of all methods, in the order of the table.
func names() []string {
	var names []string
	for _, m := range methods() {
		names = append(names, m.name)
	}
	return names
}
