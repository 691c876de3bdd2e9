package derived_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/derived"
	"github.com/kexplain/kexplain/internal/sweeptest"
	"github.com/kexplain/kexplain/numeric"
)

// TestDifferentiateOscillation measures the derivatives of a noisy oscillation in two
// trials: their errors are those that the factors say, and no window crosses from one
// trial to the other.
func TestDifferentiateOscillation(t *testing.T) {
	const n, noise, omega = 500, 1e-3, 1.7
	for _, order := range []int{1, 2} {
		rng := rand.New(rand.NewPCG(1, uint64(order)))
		var times, x, want []float64
		var trial []int
		for k := range 2 {
			s := 0.0
			for range n {
				s += 0.02 + 0.01*rng.Float64() // uneven steps
				phase := omega*s + 3*float64(k)
				times, trial = append(times, s), append(trial, k)
				x = append(x, math.Sin(phase)+noise*rng.NormFloat64())
				if order == 1 {
					want = append(want, omega*math.Cos(phase))
				} else {
					want = append(want, -omega*omega*math.Sin(phase))
				}
			}
		}
		d, err := derived.Differentiate(times, x, trial, order)
		require.NoError(t, err)
		assert.InEpsilon(t, noise, d.Noise, 0.1)
		assert.Greater(t, d.Half, 5, "a window of more than a few rows")
		assert.Len(t, d.Rows, 2*(n-2*d.Half))
		sum, largest := 0.0, 0.0
		for i, row := range d.Rows {
			z := (d.Values[i] - want[row]) / (d.Noise * d.Factors[i])
			sum += z * z
			largest = math.Max(largest, math.Abs(z))
		}
		assert.InDelta(t, 1, math.Sqrt(sum/float64(len(d.Rows))), 0.3, "errors in units of what is said, order %d", order)
		assert.Less(t, largest, 6.0)
	}
}

// TestDifferentiateCoarse has few rows a period. With 33, a parabola bends the motion even in the
// narrowest window, where it takes 4 % off the derivative, and with 14 a quartic takes 23 % off. The
// errors of polynomials of higher degree are larger, and right.
func TestDifferentiateCoarse(t *testing.T) {
	for _, period := range []float64{33, 14} {
		rng := rand.New(rand.NewPCG(1, 3))
		omega := 2 * math.Pi / period
		var times, x []float64
		for i := range 400 {
			times = append(times, float64(i))
			x = append(x, math.Sin(omega*float64(i))+0.002*rng.NormFloat64())
		}
		d, err := derived.Differentiate(times, x, nil, 1)
		require.NoError(t, err)
		along, size := 0.0, 0.0
		for i, row := range d.Rows {
			want := omega * math.Cos(omega*float64(row))
			along, size = along+want*d.Values[i], size+want*want
		}
		assert.InDelta(t, 1, along/size, 0.005, "%g rows a period", period)
	}
}

// TestDifferentiateBends has oscillations of which no single derivative shows that the polynomials bend it. A law averages over all
// windows, and what it finds is within the errors that it states: 0.7 % of the acceleration were missing, with errors of 0.1 %.
func TestDifferentiateBends(t *testing.T) {
	const omega = 5.5
	for _, d := range []struct{ rate, noise float64 }{{20, 0.003}, {100, 0.003}, {100, 0.03}, {10, 0.001}} {
		for _, order := range []int{1, 2} {
			n, sum := sweeptest.Draws(t, 8, 24), 0.0
			for seed := range uint64(n) {
				rng := rand.New(rand.NewPCG(2, seed))
				var times, x []float64
				for i := range 800 {
					times = append(times, float64(i)/d.rate)
					x = append(x, math.Cos(omega*times[i]+float64(seed))+2*d.noise*rng.NormFloat64())
				}
				got, err := derived.Differentiate(times, x, nil, order)
				require.NoError(t, err)
				along, size, errors := 0.0, 0.0, 0.0
				for i := got.Half; i < len(got.Rows); i += 2*got.Half + 1 { // windows that do not overlap
					phase := omega*times[got.Rows[i]] + float64(seed)
					want := -omega * math.Sin(phase)
					if order == 2 {
						want = -omega * omega * math.Cos(phase)
					}
					along, size = along+want*got.Values[i], size+want*want
					errors += math.Pow(want*got.Noise*got.Factors[i], 2)
				}
				z := (along/size - 1) / (math.Sqrt(errors) / size)
				sum += z * z
			}
			assert.Less(t, math.Sqrt(sum/float64(n)), 1.6, "order %d, %g rows in a second, noise %g", order, d.rate, d.noise)
		}
	}
}

// TestDifferentiateWide: of an oscillation as it was filmed, windows are as wide as the bend at the widest ones allows, in every draw. What
// errors hide at narrower ones differs from draw to draw.
func TestDifferentiateWide(t *testing.T) {
	for seed := range uint64(sweeptest.Draws(t, 5, 30)) {
		rng := rand.New(rand.NewPCG(3, seed))
		var times, x []float64
		for i := range 870 {
			times = append(times, float64(i)/30)
			x = append(x, 100*math.Exp(-times[i]/20)*math.Cos(2.5*times[i])+0.34*rng.NormFloat64())
		}
		d, err := derived.Differentiate(times, x, nil, 2)
		require.NoError(t, err)
		assert.InDelta(t, 16, d.Half, 1, "draw %d", seed)
	}
}

// TestDifferentiatePolynomial has no noise: the derivative of a parabola is exact.
func TestDifferentiatePolynomial(t *testing.T) {
	var times, x []float64
	for i := range 30 {
		s := float64(i) / 7
		times, x = append(times, s), append(x, 1+2*s-3*s*s)
	}
	d, err := derived.Differentiate(times, x, nil, 1)
	require.NoError(t, err)
	for i, row := range d.Rows {
		assert.InDelta(t, 2-6*times[row], d.Values[i], 1e-9)
	}
	assert.GreaterOrEqual(t, len(d.Rows), 15, "the windows leave half of the rows")
	assert.InDelta(t, 12, d.Places, 2, "what computing leaves")
	d, err = derived.Differentiate(times, x, nil, 2)
	require.NoError(t, err)
	for _, v := range d.Values {
		assert.InDelta(t, -6, v, 1e-8)
	}
	d, err = derived.Differentiate(times, make([]float64, len(times)), nil, 1)
	require.NoError(t, err)
	assert.Zero(t, d.Places, "of zeros")
	assert.Equal(t, make([]float64, len(d.Rows)), d.Values)
}

// TestDifferentiateRefuses: too few rows one after another are an error, which says to sort them where their times go back.
func TestDifferentiateRefuses(t *testing.T) {
	const needs = "a derivative needs 7 rows one after another whose times increase by similar steps, and there are at most "
	refused := func(times []float64, trial []int) error {
		_, err := derived.Differentiate(times, make([]float64, len(times)), trial, 1)
		return err
	}
	assert.EqualError(t, refused(nil, nil), needs+"0")
	assert.EqualError(t, refused([]float64{0, 1, 2}, nil), needs+"3")
	assert.EqualError(t, refused([]float64{0, 1, 2, 0, 1, 2, 3}, []int{1, 1, 1, 2, 2, 2, 2}), needs+"4")
	var forth, interleaved []float64
	for i := range 100 {
		interleaved = append(interleaved, float64(i/2))
		forth = append(forth, float64(i))
	}
	assert.EqualError(t, refused(interleaved, nil), needs+"2; sort the rows by run, then by time")
	assert.EqualError(t, refused([]float64{0, 0, 1, 1, 2, 2}, []int{1, 2, 1, 2, 1, 2}), needs+"1; sort the rows by run, then by time")
	assert.EqualError(t, refused(make([]float64, 100), nil), needs+"1; sort the rows by run, then by time")
	assert.NoError(t, refused(forth, nil))
	slices.Reverse(forth)
	assert.EqualError(t, refused(forth, nil), needs+"1; sort the rows by run, then by time")
	_, err := derived.Differentiate(nil, nil, nil, 3)
	assert.ErrorContains(t, err, "order 3")
}

// TestDifferentiateClean has eight digits and 42 rows a period. A parabola through seven of them takes 2.6 % off
// the derivative, without any error that would tell.
func TestDifferentiateClean(t *testing.T) {
	const omega = 3
	var times, x []float64
	for i := range 200 {
		times = append(times, float64(i)/20)
		x = append(x, math.Round(1e8*math.Sin(omega*times[i]))/1e8)
	}
	for order, size := range map[int]float64{1: omega, 2: omega * omega} {
		d, err := derived.Differentiate(times, x, nil, order)
		require.NoError(t, err)
		for i, row := range d.Rows {
			want := omega * math.Cos(omega*times[row])
			if order == 2 {
				want = -omega * omega * math.Sin(omega*times[row])
			}
			assert.InDelta(t, want, d.Values[i], 1e-5*size)
		}
		assert.Greater(t, len(d.Rows), 100)
	}
}

// TestDifferentiateUneven has an oscillation at times at random: where many come together, a window of so many rows is short, and the errors of
// its derivative are tenfold.
func TestDifferentiateUneven(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 83))
	times, x := make([]float64, 300), make([]float64, 300)
	for i := range times {
		times[i] = 20 * rng.Float64()
	}
	slices.Sort(times)
	for i, s := range times {
		x[i] = math.Cos(1.6*s) + 0.001*rng.NormFloat64()
	}
	d, err := derived.Differentiate(times, x, nil, 2)
	require.NoError(t, err)
	assert.Less(t, slices.Max(d.Factors), 3*numeric.UpperMedian(d.Factors))
	assert.Greater(t, len(d.Rows), 150)
	for k, i := range d.Rows {
		assert.InDelta(t, -2.56*math.Cos(1.6*times[i]), d.Values[k], 0.005*d.Factors[k], "row %d", i)
	}
	assert.Len(t, d.Values, len(d.Rows))

	// Two runs with steps of their own keep all but their ends.
	times, x = nil, nil
	for run, step := range []float64{0.1, 0.04} {
		for i := range 150 {
			times = append(times, step*float64(i))
			x = append(x, math.Cos(1.6*step*float64(i)+float64(run))+0.001*rng.NormFloat64())
		}
	}
	d, err = derived.Differentiate(times, x, nil, 2)
	require.NoError(t, err)
	assert.Len(t, d.Rows, 2*(150-2*d.Half))
}
