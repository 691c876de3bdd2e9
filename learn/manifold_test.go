package learn

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
)

// Both learners, with noise and without: new points of the circle are in as
// often as promised, points beside it are out.
func TestManifold(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 41))
	for _, noise := range []float64{0, 0.02} {
		x := circle(600, noise, rng)
		fresh := circle(2000, noise, rng)
		beside := mat.NewDense(100, 2, nil)
		beside.Copy(circle(100, noise, rng))
		beside.Scale(1.2, beside)
		for name, learner := range map[string]ManifoldLearner{
			"ipca":        IPCA{Kernel: feature.Polynomial{Degree: 2}},
			"ipca kernel": IPCA{Kernel: feature.Polynomial{Degree: 2}, Road: KernelRoad{}},
			"avica":       AVICA{Degree: 3},
		} {
			m, err := ManifoldTest{Learner: learner}.Fit(ctx, x)
			require.NoError(t, err, name)
			assert.Equal(t, 1, m.Functions(), name)
			in, err := m.In(ctx, fresh)
			require.NoError(t, err, name)
			if noise > 0 {
				// 200 rows calibrate: three standard deviations of the coverage.
				assert.InDelta(t, 0.95, share(in), 0.05, name)
			} else {
				// Rounding errors are no sample from anything, but stay together.
				assert.Greater(t, share(in), 0.8, name)
			}
			in, err = m.In(ctx, beside)
			require.NoError(t, err, name)
			assert.Zero(t, share(in), name)
		}
	}
}

func share(in []bool) float64 {
	n := 0
	for _, b := range in {
		if b {
			n++
		}
	}
	return float64(n) / float64(len(in))
}

// The promise is kept on the average over data: 60 small samples, level 0.8.
func TestManifoldCoverage(t *testing.T) {
	total := 0.0
	const runs = 60
	for seed := range uint64(runs) {
		rng := rand.New(rand.NewPCG(1, seed))
		m, err := ManifoldTest{
			Learner: IPCA{Kernel: feature.Polynomial{Degree: 2}, Cutoff: Rank{K: 5}}, Level: 0.8, Seed: seed,
		}.Fit(ctx, circle(60, 0.05, rng))
		require.NoError(t, err)
		in, err := m.In(ctx, circle(200, 0.05, rng))
		require.NoError(t, err)
		total += share(in) / runs
	}
	// 20 rows calibrate: the coverage has the mean 17/21 = 0.81 and a standard
	// deviation of 0.085, 0.011 over the runs.
	assert.InDelta(t, 17.0/21, total, 0.035)
}

// TestManifoldBound: the bound is the ⌈(h+1)·level⌉-th smallest of the h scores held out, by which
// new points are in with at least that probability (split conformal prediction).
func TestManifoldBound(t *testing.T) {
	x := circle(40, 0.05, rand.New(rand.NewPCG(1, 43)))
	for _, row := range []struct {
		level float64
		want  int
	}{{0.5, 11}, {0.8, 17}, {0.95, 20}, {0.01, 1}} { // of 20
		m, err := ManifoldTest{
			Learner: IPCA{Kernel: feature.Polynomial{Degree: 2}, Cutoff: Rank{K: 5}}, Level: row.level, Calibration: 0.5, Seed: 3,
		}.Fit(ctx, x)
		require.NoError(t, err)
		held, err := m.Scores(ctx, pickRows(x, rand.New(rand.NewPCG(3, 0)).Perm(40)[:20]))
		require.NoError(t, err)
		count := 0
		for _, s := range held {
			if s <= m.Bound()*(1+1e-9) {
				count++
			}
		}
		assert.Equal(t, row.want, count, "level %g", row.level)
	}
}

func TestManifoldRefuses(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 42))
	x := circle(100, 0, rng)
	flat := mat.NewDense(100, 2, nil)
	flat.Apply(func(_, _ int, _ float64) float64 { return rng.Float64() - 0.5 }, flat)
	ipca := IPCA{Kernel: feature.Polynomial{Degree: 2}}
	for name, c := range map[string]struct {
		test ManifoldTest
		x    *mat.Dense
		is   error
	}{
		"no learner":  {ManifoldTest{}, x, ErrKernel},
		"no rows":     {ManifoldTest{Learner: ipca}, new(mat.Dense), ErrData},
		"level":       {ManifoldTest{Learner: ipca, Level: 1}, x, ErrCutoff},
		"calibration": {ManifoldTest{Learner: ipca, Calibration: -1}, x, ErrCutoff},
		"too few":     {ManifoldTest{Learner: ipca}, circle(30, 0, rng), ErrData},
		"all held":    {ManifoldTest{Learner: ipca, Calibration: 0.999}, x, ErrData},
		"structure":   {ManifoldTest{Learner: AVICA{}}, flat, ErrNoGap},
	} {
		_, err := c.test.Fit(ctx, c.x)
		assert.ErrorIs(t, err, c.is, name)
	}
	m, err := ManifoldTest{Learner: AVICA{}}.Fit(ctx, x)
	require.NoError(t, err)
	_, err = m.In(ctx, mat.NewDense(1, 3, nil))
	assert.ErrorIs(t, err, ErrData)
}

func ExampleManifoldTest() {
	// 90 points of the circle of radius 5.
	x := mat.NewDense(90, 2, nil)
	for i := range 90 {
		a := 2 * math.Pi * float64(i) / 90
		x.SetRow(i, []float64{5 * math.Cos(a), 5 * math.Sin(a)})
	}
	m, err := ManifoldTest{Learner: IPCA{Kernel: feature.Polynomial{Degree: 2}}, Level: 0.9}.Fit(context.Background(), x)
	if err != nil {
		panic(err)
	}
	in, err := m.In(context.Background(), mat.NewDense(2, 2, []float64{3, 4, 3, 4.1}))
	if err != nil {
		panic(err)
	}
	fmt.Println(m.Functions(), in[1])
	// Output: 1 false
}
