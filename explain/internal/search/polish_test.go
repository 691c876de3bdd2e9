package search

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/integer"
	"github.com/kexplain/kexplain/explain/internal/known"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/internal/sweeptest"
)

// The term y⁴ of a lemniscate is within the error on the rows that candidates are
// compared on, and beyond it on all rows.
func TestAllRowsDecideOnMonomials(t *testing.T) {
	sweeptest.Sweep(t)
	rng := explaintest.Source(190)
	rows := explaintest.Noisy(explaintest.Draw(60_000, rng, explaintest.Shapes[1].Point), 0.05, rng)
	few := explaintest.Scaled(t, problem.Sample(rows, 1000), 4)
	first := Run(context.Background(), few, known.NewEquations(few.Table, 4))
	require.Len(t, first.Accepted, 1)
	assert.Equal(t, 4, first.Accepted[0].Terms())

	s := explaintest.Scaled(t, rows, 4)
	s = s.WithSample(problem.Sample(s.Rows, 1000))
	v := Run(context.Background(), s, known.NewEquations(s.Table, 4))
	require.Len(t, v.Accepted, 1)
	e := v.Accepted[0]
	truth := fitOf(t, s, "x^4 + 2*x^2*y^2 + y^4 - 3.141592653589793*x^2 + 3.141592653589793*y^2")
	require.Equal(t, truth.Idx, e.Estimate.Fit.Idx)
	want, _, _ := s.ToDataUnits(truth.Idx, truth.C, mat.NewSymDense(5, nil))
	got, cov, _ := s.ToDataUnits(e.Estimate.Fit.Idx, e.Estimate.Fit.C, e.Estimate.Cov)
	r, rc := integer.Ratios(got, cov, 4)
	for i, v := range r {
		assert.InDelta(t, want[i]/want[4], v, 3*math.Sqrt(rc.At(i, i)))
	}
	assert.Contains(t, strings.Join(v.Steps.Lines, "\n"), "all 60000 rows prefer")
}

// Weights bias the fit, the fit without them is consistent: a cusp with 5 % noise.
// The standard error of the noise is then half a per mille.
func TestUnweightedIsConsistent(t *testing.T) {
	sweeptest.Sweep(t)
	rng := explaintest.Source(191)
	rows := explaintest.Noisy(explaintest.Draw(100_000, rng, func(rng *rand.Rand) []float64 {
		a := 3*rng.Float64() - 1.5
		return []float64{a * a, a * a * a}
	}), 0.05, rng)
	s := explaintest.Scaled(t, rows, 3)
	f := fitOf(t, s, "x^3 - y^2")
	f.Variance = 0.0025
	weighted, ok := fit.Refine(context.Background(), s, f, s.Rows, limit.RefineSteps)
	require.True(t, ok)
	plain, ok := fit.Unweighted(context.Background(), s, weighted.Fit)
	require.True(t, ok)
	assert.InDelta(t, 0.05, math.Sqrt(plain.Fit.Variance), 3*plain.Stderr/2/0.05)
	assert.True(t, nearlyAsPrecise(plain, weighted))
	again, ok := fit.Unweighted(context.Background(), s, plain.Fit)
	require.True(t, ok)
	assert.InEpsilon(t, plain.Fit.Variance, again.Fit.Variance, 1e-6, "wherever it starts")
}

func TestNearlyAsPrecise(t *testing.T) {
	of := func(scale float64, relative ...float64) fit.Estimate {
		e := fit.Estimate{Cov: mat.NewSymDense(len(relative), nil)}
		for i, r := range relative {
			e.Fit.C = append(e.Fit.C, scale*float64(i+1))
			e.Cov.SetSym(i, i, r*r*e.Fit.C[i]*e.Fit.C[i])
		}
		return e
	}
	tests := []struct {
		name string
		e, f fit.Estimate
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
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, nearlyAsPrecise(tt.e, tt.f)) })
	}
}
