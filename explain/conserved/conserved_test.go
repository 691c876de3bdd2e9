package conserved

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/derived"
	"github.com/kexplain/kexplain/internal/sweeptest"
)

// pendulum returns runs of a pendulum, ω' = -g sin(θ), in steps of 0.05 with noise. Its
// energy ω²/2 - g cos(θ) is constant in each run.
func pendulum(seed uint64, runs, rows int, noise float64) Data {
	const g = 9.81
	rng := rand.New(rand.NewPCG(1, seed))
	d := Data{Names: []string{"angle", "speed"}}
	for run := range runs {
		angle, speed := 0.4+0.5*float64(run), 0.0
		for range rows {
			const parts = 50
			for range parts { // leap-frog
				const h = 0.05 / parts
				speed -= h / 2 * g * math.Sin(angle)
				angle += h * speed
				speed -= h / 2 * g * math.Sin(angle)
			}
			d.Rows = append(d.Rows, []float64{angle + noise*rng.NormFloat64(), speed + 3*noise*rng.NormFloat64()})
			d.Trial = append(d.Trial, run)
		}
	}
	var err error
	if d.Derived, err = derived.Parse("c = cos(angle), s = sin(angle)", d.Names); err != nil {
		panic(err)
	}
	d.Use = []int{1, 2, 3}
	return d
}

// TestFindPendulum finds the energy, with errors that hold the true value, and the
// identity of sine and cosine beside it.
func TestFindPendulum(t *testing.T) {
	r, err := Find(context.Background(), pendulum(1, 4, 120, 0.003), Options{})
	require.NoError(t, err)
	require.Len(t, r.Identities, 1)
	assert.Equal(t, []int{0, 2, 0}, r.Identities[0].Terms[0].Exponents)
	require.Len(t, r.Laws, 1)
	l := r.Laws[0]
	require.Len(t, l.Terms, 2)
	assert.Equal(t, []int{2, 0, 0}, l.Terms[0].Exponents)
	assert.Equal(t, []int{0, 1, 0}, l.Terms[1].Exponents)
	assert.InDelta(t, -2*9.81, l.Terms[1].Coefficient, 4*l.Terms[1].Error)
	assert.Less(t, l.Terms[1].Error, 0.2)
	assert.Greater(t, l.Between, 0.99)
	assert.Greater(t, l.Nats, 100.0)
	assert.Equal(t, Trials, r.Window)
	require.Len(t, l.Constants, 4)
	for run, c := range l.Constants {
		want := -2 * 9.81 * math.Cos(0.4+0.5*float64(run))
		assert.InDelta(t, want, c.Value, 0.1)
		assert.Less(t, math.Abs(c.Drift), 5*c.DriftError)
	}
}

// TestFindRefuses has no law: the speeds are those of another time, or the rows are
// in no order.
func TestFindRefuses(t *testing.T) {
	for seed := range uint64(sweeptest.Draws(t, 2, 5)) {
		d := pendulum(1, 4, 120, 0.003)
		whole := d.Rows
		rng := rand.New(rand.NewPCG(2, seed))
		n := len(whole)
		shift := n/10 + rng.IntN(n/2)
		d.Rows = make([][]float64, n)
		for i := range n {
			d.Rows[i] = []float64{whole[i][0], whole[(i+shift)%n][1]}
		}
		r, err := Find(context.Background(), d, Options{Seed: seed})
		require.NoError(t, err)
		assert.Empty(t, r.Laws, "rolled")
		assert.NotNil(t, r.Nearest)

		rng.Shuffle(n, func(i, j int) { whole[i], whole[j] = whole[j], whole[i] })
		d.Rows = whole
		r, err = Find(context.Background(), d, Options{Seed: seed, Window: 40})
		require.NoError(t, err)
		assert.Empty(t, r.Laws, "permuted")
	}
}

// TestFindFriction has energies that decay: windows are chosen in which they do not.
func TestFindFriction(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	d := Data{Names: []string{"x", "v"}}
	x, v := 1.0, 0.0
	for range 1000 {
		const h, friction, k = 0.05, 0.05, 4.0
		for range 20 {
			v -= h / 20 * (k*x + friction*v)
			x += h / 20 * v
		}
		d.Rows = append(d.Rows, []float64{x + 1e-3*rng.NormFloat64(), v + 2e-3*rng.NormFloat64()})
	}
	r, err := Find(context.Background(), d, Options{})
	require.NoError(t, err)
	require.Len(t, r.Laws, 1)
	assert.Less(t, r.Window, 100)
	require.Len(t, r.Laws[0].Terms, 2)
	// x² + v²/4; the period of the damped motion differs by a part in 10⁵.
	assert.InDelta(t, 0.25, r.Laws[0].Terms[1].Coefficient, 0.01)
}

// TestFindTwo has two masses on three springs, x” = -2x + y and y” = x - 2y: two modes, whose
// energies are constant.
func TestFindTwo(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 4))
	d := Data{Names: []string{"x", "y", "p", "q"}}
	for run := range 5 {
		a, b, phase := 1+rng.Float64(), 1+rng.Float64(), 6*rng.Float64()
		for i := range 100 {
			s, f := 0.2*float64(i), math.Sqrt(3)
			slow, fast := a*math.Cos(s), b*math.Cos(f*s+phase)
			dslow, dfast := -a*math.Sin(s), -b*f*math.Sin(f*s+phase)
			row := []float64{slow + fast, slow - fast, dslow + dfast, dslow - dfast}
			for j := range row {
				row[j] += 0.01 * rng.NormFloat64()
			}
			d.Rows, d.Trial = append(d.Rows, row), append(d.Trial, run)
		}
	}
	r, err := Find(context.Background(), d, Options{Window: Trials})
	require.NoError(t, err)
	require.Len(t, r.Laws, 2)
	assert.Equal(t, 2, r.Degree)
	for _, l := range r.Laws {
		// α (x+y)² + β (x-y)² with α (p+q)² + β (p-q)²/3.
		c := map[[4]int]float64{}
		for _, term := range l.Terms {
			c[[4]int(term.Exponents)] = term.Coefficient
		}
		alpha := c[[4]int{2}]/2 + c[[4]int{1, 1}]/4
		beta := c[[4]int{2}]/2 - c[[4]int{1, 1}]/4
		assert.InDelta(t, alpha+beta, c[[4]int{0, 2}], 0.02)
		assert.InDelta(t, alpha+beta/3, c[[4]int{0, 0, 2}], 0.02)
		assert.InDelta(t, 2*alpha-2*beta/3, c[[4]int{0, 0, 1, 1}], 0.02)
		assert.InDelta(t, alpha+beta/3, c[[4]int{0, 0, 0, 2}], 0.02)
		for k, term := range l.Terms {
			assert.InDelta(t, term.Error, math.Sqrt(l.Covariance[k][k]), 1e-12)
		}
	}
}

// orbits are 8 orbits about a star with errors of 1 % of each column, and the reciprocal of the
// distance.
func orbits(seed uint64) Data {
	rng := rand.New(rand.NewPCG(1, seed))
	d := Data{Names: []string{"x", "y", "p", "q"}}
	for orbit := range 8 {
		turn, speed := 6*rng.Float64(), 0.75+0.4*rng.Float64()
		x, y, p, q := math.Cos(turn), math.Sin(turn), -speed*math.Sin(turn), speed*math.Cos(turn)
		for range 60 {
			d.Rows, d.Trial = append(d.Rows, []float64{x, y, p, q}), append(d.Trial, orbit)
			const h = 0.001
			for range 100 {
				x, y = x+h/2*p, y+h/2*q
				r := math.Hypot(x, y)
				p, q = p-h*x/(r*r*r), q-h*y/(r*r*r)
				x, y = x+h/2*p, y+h/2*q
			}
		}
	}
	dev := deviations(d.Rows)
	for _, row := range d.Rows {
		for j := range row {
			row[j] += 0.01 * dev[j] * rng.NormFloat64()
		}
	}
	var err error
	if d.Derived, err = derived.Parse("u = 1/sqrt(x^2 + y^2)", d.Names); err != nil {
		panic(err)
	}
	return d
}

// TestFindOrbits finds the angular momentum and the energy. Where x and y are rolled, some rows are
// near the star: one of them with a large 1/r would need next to no noise, whatever the law.
func TestFindOrbits(t *testing.T) {
	for seed := range uint64(3) {
		r, err := Find(context.Background(), orbits(seed), Options{Window: Trials})
		require.NoError(t, err)
		found := map[int][]Term{}
		for _, l := range r.Laws {
			found[len(l.Terms)] = l.Terms
		}
		require.Equal(t, 2, len(found), "seed %d", seed)
		require.Equal(t, 2, len(found[2]), "x q - y p")
		assert.InDelta(t, -1, found[2][1].Coefficient, 0.02)
		require.Equal(t, 3, len(found[3]), "p² + q² - 2 u")
		assert.InDelta(t, 1, found[3][1].Coefficient, 0.05)
		assert.InDelta(t, -2, found[3][2].Coefficient, 0.05)
	}
}

// parabolas are runs of y = g x² with a g of each and rows in no order.
func parabolas(seed uint64) Data {
	rng := rand.New(rand.NewPCG(seed, 25))
	d := Data{Names: []string{"x", "y"}}
	for run := range 12 {
		g := 1 + 4*rng.Float64()
		for range 20 {
			x := 1 + 2*rng.Float64()
			d.Rows = append(d.Rows, []float64{x + 0.002*rng.NormFloat64(), g*x*x + 0.05*rng.NormFloat64()})
			d.Trial = append(d.Trial, run)
		}
	}
	return d
}

// TestFindSingleTerm has the law y/x², of one term, with 1/x for a column. Without it many polynomials are nearly
// constant: along x they move, and rows in the order of the table do not show that.
func TestFindSingleTerm(t *testing.T) {
	for seed := range uint64(4) {
		d := parabolas(seed)
		r, err := Find(context.Background(), d, Options{Window: Trials})
		require.NoError(t, err)
		assert.False(t, r.Sure(), "seed %d", seed)

		d.Derived, err = derived.Parse("u = 1/x", d.Names)
		require.NoError(t, err)
		r, err = Find(context.Background(), d, Options{Window: Trials})
		require.NoError(t, err)
		require.Equal(t, 1, len(r.Laws), "seed %d", seed)
		require.Equal(t, 1, len(r.Laws[0].Terms))
		assert.Equal(t, []int{0, 1, 2}, r.Laws[0].Terms[0].Exponents, "y u²")
	}
}

// TestDense has numbers of predators and prey, x + y - ln x - ln y, and polynomials of x and y alone:
// some are constant to the errors, with most of the monomials.
func TestDense(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 6))
	d := Data{Names: []string{"x", "y"}}
	for run := range 6 {
		x, y := 1.2+0.2*float64(run), 1.0
		for range 60 {
			d.Rows, d.Trial = append(d.Rows, []float64{x + 0.01*rng.NormFloat64(), y + 0.01*rng.NormFloat64()}), append(d.Trial, run)
			const h = 0.001
			for range 120 {
				a, b := x+h/2*x*(1-y), y+h/2*y*(x-1)
				x, y = x+h*a*(1-b), y+h*b*(a-1)
			}
		}
	}
	r, err := Find(context.Background(), d, Options{Window: Trials})
	require.NoError(t, err)
	require.NotEqual(t, 0, len(r.Laws))
	assert.True(t, r.Dense(r.Laws[0]))
	assert.False(t, r.Sure())
	d.Derived, err = derived.Parse("lx = ln(x), ly = ln(y)", d.Names)
	require.NoError(t, err)
	r, err = Find(context.Background(), d, Options{Window: Trials})
	require.NoError(t, err)
	assert.True(t, r.Sure())
	assert.Equal(t, 1, r.Degree)
}

// TestFindDegree has a law of degree 3 whose part of degree 2 is nearly constant.
func TestFindDegree(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	d := Data{Names: []string{"x", "v"}}
	for run := range 20 {
		x, v := 0.25+0.4*rng.Float64(), 0.0
		for range 40 {
			const h = 0.02
			for range 10 {
				v -= h / 2 * (x - x*x)
				x += h * v
				v -= h / 2 * (x - x*x)
			}
			d.Rows, d.Trial = append(d.Rows, []float64{x + 0.001*rng.NormFloat64(), v + 0.001*rng.NormFloat64()}), append(d.Trial, run)
		}
	}
	two, err := Find(context.Background(), d, Options{Window: Trials, Degree: 2})
	require.NoError(t, err)
	assert.Empty(t, two.Laws)
	require.NotNil(t, two.Nearest)
	assert.True(t, two.Nearest.Motion.Approximate())
	r, err := Find(context.Background(), d, Options{Window: Trials})
	require.NoError(t, err)
	require.Len(t, r.Laws, 1)
	require.Len(t, r.Laws[0].Terms, 3) // x³ - 3/2 x² - 3/2 v²
	assert.InDelta(t, -1.5, r.Laws[0].Terms[1].Coefficient, 0.1)
	assert.InDelta(t, -1.5, r.Laws[0].Terms[2].Coefficient, 0.1)
	assert.Less(t, r.Laws[0].Noise*1.2, two.Nearest.Noise)
}

// TestSecular holds the root of the secular equation to a decomposition with the
// place left out.
func TestSecular(t *testing.T) {
	s, err := newSearch(pendulum(1, 2, 60, 0.01), Options{Degree: 3})
	require.NoError(t, err)
	forms := s.forms.of(cut(s.trials, 20))
	lambda, u, ok := forms.decompose(s.places)
	require.True(t, ok)
	for i := range s.places {
		rest := append(append([]int(nil), s.places[:i]...), s.places[i+1:]...)
		want, _, ok := forms.decompose(rest)
		require.True(t, ok)
		root := secular(lambda, u.RawRowView(i), math.Inf(1))
		assert.InEpsilon(t, want[0], root, 1e-5, "place %d", i)
		if root < lambda[1] {
			assert.Equal(t, root, secular(lambda, u.RawRowView(i), root+(lambda[1]-root)/1e3), "place %d", i)
			assert.Equal(t, math.Inf(1), secular(lambda, u.RawRowView(i), root-(root-lambda[0])/1e3), "place %d", i)
		}
	}
}

func TestFindErrors(t *testing.T) {
	ctx := context.Background()
	d := pendulum(1, 1, 30, 0.01)
	_, err := Find(ctx, d, Options{Degree: 12})
	assert.ErrorIs(t, err, ErrData)
	assert.ErrorContains(t, err, "the limit is 400")
	_, err = Find(ctx, d, Options{Window: Trials})
	assert.ErrorContains(t, err, "one group")
	single := d
	single.Trial = nil
	for i := range d.Rows {
		single.Trial = append(single.Trial, i)
	}
	_, err = Find(ctx, single, Options{Window: Trials})
	assert.ErrorContains(t, err, "every group has one row")
	short := d
	short.Rows, short.Trial = d.Rows[:5], d.Trial[:5]
	_, err = Find(ctx, short, Options{})
	assert.ErrorContains(t, err, "too few")
	infinite := pendulum(1, 2, 30, 0.01)
	infinite.Rows[7] = []float64{math.Inf(1), 0}
	_, err = Find(ctx, infinite, Options{})
	assert.ErrorIs(t, err, ErrData)
	_, err = Find(ctx, pendulum(1, 2, 30, 0.01), Options{Noise: []float64{0.1}})
	assert.EqualError(t, err, "conserved: unfit data: 1 noise level for 2 measured columns")
	_, err = Find(ctx, pendulum(1, 2, 30, 0.01), Options{Noise: []float64{0.1, 0.1}, Relative: []float64{0, 0, 1}})
	assert.ErrorContains(t, err, "3 noise levels")
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	_, err = Find(cancelled, pendulum(1, 2, 30, 0.01), Options{})
	assert.ErrorIs(t, err, context.Canceled)
}

// TestFindLoose: rows of y = g·x² with 1 % errors lie on a curve for each of four g, but y/x² is no polynomial. What is nearly constant has
// coefficients that are not told from 0, or needs large errors.
func TestFindLoose(t *testing.T) {
	s := &search{}
	assert.True(t, s.loose(Law{Terms: []Term{{Coefficient: 1}, {Coefficient: 81, Error: 55}}}))
	assert.False(t, s.loose(Law{Terms: []Term{{Coefficient: 1}, {Coefficient: -81, Error: 5}}}))
	assert.True(t, s.loose(Law{Noise: 0.25}))
	s.noiseGiven = true
	assert.False(t, s.loose(Law{Noise: 0.25}), "errors in units of those that are given")
}

// TestFindNoiseGiven has pressures and volumes of twelve samples of a gas, with errors of 0.5 % of each value. The noise of the law is in units
// of what is given, and a column may have none.
func TestFindNoiseGiven(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 12))
	d := Data{Names: []string{"p", "V"}}
	for group := range 12 {
		for range 25 {
			p := 50 * math.Pow(10, rng.Float64())
			d.Rows = append(d.Rows, []float64{p * (1 + 0.005*rng.NormFloat64()), float64(3000+50*group) / p * (1 + 0.005*rng.NormFloat64())})
			d.Trial = append(d.Trial, group)
		}
	}
	for _, given := range []struct {
		relative []float64
		noise    float64
	}{{[]float64{0.005, 0.005}, 1}, {[]float64{0.01, 0.01}, 0.5}, {[]float64{0, 0.005}, math.Sqrt2}} {
		r, err := Find(context.Background(), d, Options{Window: Trials, Noise: []float64{0, 0}, Relative: given.relative})
		require.NoError(t, err)
		require.Len(t, r.Laws, 1, "%v", given.relative)
		require.Len(t, r.Laws[0].Terms, 1)
		assert.Equal(t, []int{1, 1}, r.Laws[0].Terms[0].Exponents)
		assert.InEpsilon(t, given.noise, r.Laws[0].Noise, 0.1)
	}
}
