package conserved

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat"

	"github.com/kexplain/kexplain/explain/derived"
	"github.com/kexplain/kexplain/internal/sweeptest"
	"github.com/kexplain/kexplain/numeric"
)

// runsOf integrates a flow from random starts by the method of the midpoint and adds errors of a part of
// each column's deviation.
func runsOf(seed uint64, runs int, lasts, part float64, low, top []float64, flow func(dz, z []float64)) Data {
	const rows, steps = 50, 40
	rng := rand.New(rand.NewPCG(seed, 18))
	k := len(low)
	d := Data{Names: []string{"x", "y", "z"}[:k]}
	for run := range runs {
		z := make([]float64, k)
		for j := range z {
			z[j] = low[j] + (top[j]-low[j])*rng.Float64()
		}
		for range rows {
			d.Rows, d.Trial = append(d.Rows, append([]float64(nil), z...)), append(d.Trial, run)
			follow(flow, z, lasts/(rows-1), steps)
		}
	}
	addErrors(d.Rows, part, rng)
	return d
}

// follow follows a flow from z for a time, by so many steps of the method of the midpoint.
func follow(flow func(dz, z []float64), z []float64, lasts float64, steps int) {
	slope, middle, h := make([]float64, len(z)), make([]float64, len(z)), lasts/float64(steps)
	for range steps {
		flow(slope, z)
		for j := range z {
			middle[j] = z[j] + h/2*slope[j]
		}
		flow(slope, middle)
		for j := range z {
			z[j] += h * slope[j]
		}
	}
}

// addErrors adds normal errors of a part of the deviation of each column.
func addErrors(rows [][]float64, part float64, rng *rand.Rand) {
	noise := deviations(rows)
	for _, x := range rows {
		for j := range x {
			x[j] += part * noise[j] * rng.NormFloat64()
		}
	}
}

// duffing is x” = x - x³, whose energy v²/2 - x²/2 + x⁴/4 has degree 4.
func duffing(seed uint64) Data {
	return runsOf(seed, 30, 10, 0.1, []float64{-1.5, -1}, []float64{1.5, 1}, func(dz, z []float64) {
		dz[0], dz[1] = z[1], z[0]-z[0]*z[0]*z[0]
	})
}

// TestFindApproximate finds the law of degree 4 of which one of degree 3 is an approximation, and
// claims none where there are approximations only: prey of limited growth and a predator that is
// soon full, whose cubic needs 1.6 times less noise than the nulls.
func TestFindApproximate(t *testing.T) {
	ctx := context.Background()
	r, err := Find(ctx, duffing(1), Options{Window: Trials})
	require.NoError(t, err)
	require.Len(t, r.Laws, 1)
	l := r.Laws[0]
	require.Equal(t, 4, r.Degree)
	require.Len(t, l.Terms, 3)
	assert.InDelta(t, -2, l.Terms[1].Coefficient, 0.2)
	assert.InDelta(t, 2, l.Terms[2].Coefficient, 0.2)
	assert.False(t, l.Motion.Seen())
	assert.InDelta(t, 0.1, l.Noise, 0.01)

	d := runsOf(1, 50, 15, 0.1, []float64{0.5, 0.3}, []float64{2, 1.5}, func(dz, z []float64) {
		eaten := z[0] * z[1] / (1 + z[0])
		dz[0], dz[1] = z[0]*(1-z[0]/2.5)-eaten, eaten-0.4*z[1]
	})
	r, err = Find(ctx, d, Options{Window: Trials})
	require.NoError(t, err)
	assert.Empty(t, r.Laws)
	require.NotNil(t, r.Nearest)
	assert.Greater(t, r.Nearest.Nats, 8.0)
	assert.True(t, r.Nearest.Motion.refutes())
}

// TestFindSeveral has two laws of one degree: A + B → C keeps A - B and A + C.
func TestFindSeveral(t *testing.T) {
	d := runsOf(2, 30, 4, 0.1, []float64{0.5, 0.1, 0}, []float64{2, 1.5, 0.5}, func(dz, z []float64) {
		v := z[0] * z[1]
		dz[0], dz[1], dz[2] = -v, -v, v
	})
	r, err := Find(context.Background(), d, Options{Window: Trials})
	require.NoError(t, err)
	require.Len(t, r.Laws, 2)
	assert.Equal(t, 1, r.Degree)
	for _, l := range r.Laws {
		var c [3]float64
		for _, term := range l.Terms {
			for a, e := range term.Exponents {
				c[a] += float64(e) * term.Coefficient
			}
		}
		assert.InDelta(t, c[2], c[0]+c[1], 0.05)
	}
}

// TestMotionWithin estimates a sine of known variance within groups under errors that grow along
// the rows, nothing where there are errors only, and nothing in rows in another order.
func TestMotionWithin(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 6))
	var groups [][2]int
	var motion, errors []float64
	constants := 0.0
	for g := range 60 {
		groups = append(groups, [2]int{50 * g, 50 * (g + 1)})
		constant, phase := rng.NormFloat64(), 6*rng.Float64()
		constants += constant * constant / 60
		for i := range 50 {
			motion = append(motion, constant+0.3*math.Sin(0.25*float64(i)+phase))
			errors = append(errors, (0.2+0.01*float64(i))*rng.NormFloat64())
		}
	}
	sum := make([]float64, len(motion))
	for i := range sum {
		sum[i] = motion[i] + errors[i]
	}
	m := motionWithin(sum, order{rows: numeric.FirstInts(len(sum))}, groups)
	assert.InDelta(t, 0.3/math.Sqrt2, m.Deviation, 0.02)
	assert.InDelta(t, 0.045/stat.Variance(motion, nil), m.Share, 0.01)
	assert.Greater(t, m.Size, 5.0)
	assert.True(t, m.refutes())

	// Where there are errors only, sizes have a variance of 1.
	var sizes []float64
	for range 100 {
		for i := range errors {
			errors[i] = (0.2 + 0.01*float64(i%50)) * rng.NormFloat64()
		}
		m = motionWithin(errors, order{rows: numeric.FirstInts(len(errors))}, groups)
		assert.Less(t, math.Abs(m.Size), 4.0)
		sizes = append(sizes, m.Size)
	}
	mean, deviation := stat.MeanStdDev(sizes, nil)
	assert.InDelta(t, 0, mean, 0.3)
	assert.InDelta(t, 1, deviation, 0.25)

	rng.Shuffle(len(sum), func(i, j int) { sum[i], sum[j] = sum[j], sum[i] })
	assert.False(t, motionWithin(sum, order{rows: numeric.FirstInts(len(sum))}, groups).Seen())
	assert.Equal(t, Motion{}, motionWithin(make([]float64, len(sum)), order{rows: numeric.FirstInts(len(sum))}, groups))
}

// TestFindSquare has constants so near to one value that the errors are as large: the square of the
// distance to it needs less noise than the linear law, and is not taken for the law.
func TestFindSquare(t *testing.T) {
	d := runsOf(1, 50, 12, 0.1, []float64{0.6, 0.05, 0}, []float64{0.9, 0.3, 0.1}, func(dz, z []float64) {
		infected, recovered := 1.2*z[0]*z[1], 0.4*z[1]
		dz[0], dz[1], dz[2] = -infected, infected-recovered, recovered
	})
	two, err := Find(context.Background(), d, Options{Window: Trials, Degree: 2})
	require.NoError(t, err)
	require.NotEmpty(t, two.Laws)
	r, err := Find(context.Background(), d, Options{Window: Trials})
	require.NoError(t, err)
	assert.Equal(t, 1, r.Degree)
	require.Len(t, r.Laws, 1)
	require.Len(t, r.Laws[0].Terms, 3)
	assert.InDelta(t, 1, r.Laws[0].Terms[1].Coefficient, 0.05)
	assert.Less(t, two.Laws[0].Noise*1.05, r.Laws[0].Noise)
}

// TestExchanged has a bond whose force is that of Morse. The elimination loses v² beside exp(-x) and its square, and comes to five terms
// in x, of which one less would need 1.2 times the errors.
func TestExchanged(t *testing.T) {
	for seed := range uint64(sweeptest.Draws(t, 4, 20)) {
		d := runsOf(seed, 6, 5, 0.005, []float64{-0.2, 1}, []float64{0.5, 3}, func(dz, z []float64) {
			q := math.Exp(-z[0])
			dz[0], dz[1] = z[1], 20*(q*q-q)
		})
		var err error
		d.Derived, err = derived.Parse("q = exp(-x)", d.Names)
		require.NoError(t, err)
		r, err := Find(context.Background(), d, Options{Window: Trials})
		require.NoError(t, err)
		require.NotEmpty(t, r.Laws, "seed %d", seed)
		var terms [][]int
		for _, term := range r.Laws[0].Terms {
			terms = append(terms, term.Exponents)
		}
		assert.ElementsMatch(t, [][]int{{0, 2, 0}, {0, 0, 2}, {0, 0, 1}}, terms, "seed %d", seed)
	}
}

// TestFewerNeedLess: adiabats have errors in parts of the values. With errors of one size three terms in p, V and their logarithms seem to
// be constant where the law of two terms moves. They need more than twice the errors of these two and are no law.
func TestFewerNeedLess(t *testing.T) {
	for _, seed := range []uint64{5, 8, 17} {
		rng := rand.New(rand.NewPCG(4, seed))
		d := Data{Names: []string{"p", "V"}}
		for run := range 8 {
			c := 3 + 3*rng.Float64()
			for range 60 {
				logV := 1 + 2*rng.Float64()
				d.Rows = append(d.Rows, []float64{
					10 * math.Exp(c-1.4*logV) * (1 + 0.004*rng.NormFloat64()), math.Exp(logV) * (1 + 0.004*rng.NormFloat64()),
				})
				d.Trial = append(d.Trial, run)
			}
		}
		var err error
		d.Derived, err = derived.Parse("lp = ln(p), lV = ln(V)", d.Names)
		require.NoError(t, err)
		r, err := Find(context.Background(), d, Options{Window: Trials})
		require.NoError(t, err)
		require.NotEmpty(t, r.Laws, "seed %d", seed)
		assert.Len(t, r.Laws[0].Terms, 2, "seed %d", seed)
	}
}

// TestExchangedExact has ellipses without errors: a combination of variance 0 has a sum that may be below 0, and ends the exchange.
func TestExchangedExact(t *testing.T) {
	d := Data{Names: []string{"x", "v"}}
	for run := range 6 {
		for i := range 50 {
			sin, cos := math.Sincos(float64(i+7*run) / 5)
			d.Rows, d.Trial = append(d.Rows, []float64{float64(run+1) * cos, 1.3 * float64(run+1) * sin}), append(d.Trial, run)
		}
	}
	r, err := Find(context.Background(), d, Options{Window: Trials})
	require.NoError(t, err)
	require.NotEmpty(t, r.Laws)
	assert.Len(t, r.Laws[0].Terms, 2)
}

// TestFindFewGroups has the energy of an oscillator of two groups. The variance of two values is not known well: if one group is left out
// in turn, a coefficient is off by many of its standard errors.
func TestFindFewGroups(t *testing.T) {
	square, n := 0.0, 0
	for seed := range uint64(sweeptest.Draws(t, 24, 96)) {
		rng := rand.New(rand.NewPCG(7, seed))
		d := Data{Names: []string{"x", "v"}}
		for run := range 2 {
			size, phase := float64(1+run)+0.5*rng.Float64(), 6*rng.Float64()
			for i := range 50 {
				sin, cos := math.Sincos(phase + 0.13*float64(i))
				d.Rows = append(d.Rows, []float64{size*cos + 0.01*rng.NormFloat64(), size*sin*1.5 + 0.015*rng.NormFloat64()})
				d.Trial = append(d.Trial, run)
			}
		}
		r, err := Find(context.Background(), d, Options{Window: Trials})
		require.NoError(t, err)
		require.NotEmpty(t, r.Laws, "seed %d", seed)
		require.Len(t, r.Laws[0].Terms, 2)
		z := (r.Laws[0].Terms[1].Coefficient - 1/2.25) / r.Laws[0].Terms[1].Error
		square, n = square+z*z, n+1
	}
	assert.InDelta(t, 1.1, math.Sqrt(square/float64(n)), 0.3, "in standard errors")
}
