package explain

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
)

// The term y⁴ of a lemniscate is within the error on the rows that candidates are
// compared on, and beyond it on all rows.
func TestAllRowsDecideOnMonomials(t *testing.T) {
	if testing.Short() {
		t.Skip("many rows")
	}
	rng := source(190)
	rows := noisy(draw(60_000, rng, shapes[1].point), 0.05, rng)
	few, _ := studyOf(t, sampleRows(rows, 1000), 4, Options{})
	few.run()
	require.Len(t, few.accepted, 1)
	assert.Len(t, few.accepted[0].idx, 4)

	s, _ := studyOf(t, rows, 4, Options{})
	s.sample = sampleRows(s.rows, 1000)
	s.run()
	require.Len(t, s.accepted, 1)
	e := s.accepted[0]
	truth := fitOf(t, s, "x^4 + 2*x^2*y^2 + y^4 - 3.141592653589793*x^2 + 3.141592653589793*y^2")
	require.Equal(t, truth.idx, e.idx)
	want, _, _ := s.original(truth, mat.NewSymDense(5, nil))
	got, cov, _ := s.original(e.fit, e.cov)
	r, rc := ratios(got, cov, 4)
	for i, v := range r {
		assert.InDelta(t, want[i]/want[4], v, 3*math.Sqrt(rc.At(i, i)))
	}
	assert.Contains(t, s.steps[len(s.steps)-2], "all 60000 rows prefer")
}

// Weights bias the fit, the fit without them is consistent: a cusp with 5 % noise.
// The standard error of the noise is then half a per mille.
func TestUnweightedIsConsistent(t *testing.T) {
	if testing.Short() {
		t.Skip("many rows")
	}
	rng := source(191)
	rows := noisy(draw(100_000, rng, func(rng *rand.Rand) []float64 {
		a := 3*rng.Float64() - 1.5
		return []float64{a * a, a * a * a}
	}), 0.05, rng)
	s, _ := studyOf(t, rows, 3, Options{})
	f := fitOf(t, s, "x^3 - y^2")
	f.s = 0.0025
	weighted, ok := s.refine(f, s.rows, refineSteps)
	require.True(t, ok)
	plain, ok := s.unweighted(weighted.fit)
	require.True(t, ok)
	assert.InDelta(t, 0.05, math.Sqrt(plain.s), 3*plain.stderr/2/0.05)
	assert.True(t, plain.nearlyAsPrecise(weighted))
	again, ok := s.unweighted(plain.fit)
	require.True(t, ok)
	assert.InEpsilon(t, plain.s, again.s, 1e-6, "wherever it starts")
}

func TestNearlyAsPrecise(t *testing.T) {
	of := func(scale float64, relative ...float64) estimate {
		e := estimate{cov: mat.NewSymDense(len(relative), nil)}
		for i, r := range relative {
			e.v = append(e.v, scale*float64(i+1))
			e.cov.SetSym(i, i, r*r*e.v[i]*e.v[i])
		}
		return e
	}
	tests := []struct {
		name string
		e, f estimate
		want bool
	}{
		{"the same", of(1, 0.1, 0.2), of(1, 0.1, 0.2), true},
		{"in another scale", of(1, 0.1, 0.2), of(-7, 0.1, 0.2), true},
		{"more precise", of(1, 0.01, 0.02), of(1, 0.1, 0.2), true},
		{"a little less", of(1, 0.19, 0.2), of(1, 0.1, 0.2), true},
		{"one coefficient much less", of(1, 0.01, 0.5), of(1, 0.1, 0.2), false},
		{"not a number", of(1, 0.1, math.NaN()), of(1, 0.1, 0.2), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, tt.e.nearlyAsPrecise(tt.f)) })
	}
}

// The gain of a monomial is the loss of dropping it, and its own evidence counts
// where the tempered one is less.
func TestGain(t *testing.T) {
	of := func(cost, length, s float64, v []float64, stderr float64, idx ...int) description {
		d := description{fit: fit{idx, v, s}, cov: mat.NewSymDense(len(v), nil), cost: cost, length: length}
		for i := range v {
			d.cov.SetSym(i, i, stderr*stderr)
		}
		return d
	}
	s := &study{sample: make([][]float64, 1000), independent: 1}
	short := of(30, 25, 1, []float64{1, 1}, 0.1, 0, 3)
	sure := of(33, 31, math.Exp(-0.05), []float64{1, 0.6, 1}, 0.1, 0, 2, 3)    // 6 standard errors, 25 nats
	proxy := of(33, 31, math.Exp(-0.02), []float64{1, 0.6, 1}, 0.1, 0, 2, 3)   // the same, 10 nats
	unsure := of(33, 31, math.Exp(-0.05), []float64{1, 0.2, 1}, 0.1, 0, 2, 3)  // 2 standard errors
	tempered := of(10, 31, math.Exp(-0.2), []float64{1, 1, 0.2}, 0.1, 0, 3, 5) // clear even so
	for _, tt := range []struct {
		name string
		f    description
		want float64
	}{
		{"a sure coefficient", sure, -6 + 6*6/2 - margin},
		{"one that stands in for another", proxy, -6 + 10 - margin},
		{"an unsure coefficient", unsure, -3},
		{"tempered evidence is enough", tempered, 20},
	} {
		t.Run(tt.name, func(t *testing.T) {
			want := math.Max(tt.want, short.cost-tt.f.cost)
			assert.InDelta(t, want, s.gain(short, tt.f), 1e-6)
			assert.InDelta(t, -want, s.gain(tt.f, short), 1e-6)
		})
	}
}
