package search

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/known"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/support"
)

// What climb finds is compared with the same noise as what it began with.
func TestClimbKeepsFloor(t *testing.T) {
	s := explaintest.Scaled(t, explaintest.Noisy(explaintest.CirclePoints(200, explaintest.Source(405), 2.0371), 0.05, explaintest.Source(406)), 2)
	idx, _ := explaintest.Places(s.Table, explaintest.Parse(t, explaintest.RingOf(t, "x", "y"), "x^2 + y^2 - 4"))
	f, ok := fit.Root(s.Flow, idx, 1e-6)
	require.True(t, ok)
	c := fit.Candidate(context.Background(), s, f, limit.RefineSteps)
	require.NotNil(t, c)
	e := equation.Recognise(s, *c, 200, 0.7*c.Fit.Variance)
	found := (&level{problem: s, known: known.NewEquations(s.Table, 2), independent: 1}).climb(context.Background(), e)
	require.NotEmpty(t, found)
	for _, g := range found {
		assert.InDelta(t, 0.7*c.Fit.Variance, g.Floor, 0, g.Text(s))
		assert.InDelta(t, g.Estimate.SupportLength+g.Rounding.Length()+fit.Tempered(float64(len(s.Sample)), g.Estimate.Fit.Variance, 0.7*c.Fit.Variance), g.Cost, 1e-9)
	}
}

// The gain of a monomial is the loss of dropping it, and its own evidence counts
// where the tempered one is less.
func TestGain(t *testing.T) {
	of := func(cost, length, s float64, v []float64, stderr float64, idx ...int) description {
		d := description{fit: support.Fit{Idx: idx, C: v, Variance: s}, cov: mat.NewSymDense(len(v), nil), cost: cost, length: length}
		for i := range v {
			d.cov.SetSym(i, i, stderr*stderr)
		}
		return d
	}
	s := &problem.Problem{Sample: make([][]float64, 1000)}
	l := level{problem: s, independent: 1}
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
		{"a sure coefficient", sure, -6 + 6*6/2 - limit.EvidenceMargin},
		{"one that stands in for another", proxy, -6 + 10 - limit.EvidenceMargin},
		{"an unsure coefficient", unsure, -3},
		{"tempered evidence is enough", tempered, 20},
	} {
		t.Run(tt.name, func(t *testing.T) {
			want := math.Max(tt.want, short.cost-tt.f.cost)
			assert.InDelta(t, want, l.gain(short, tt.f), 1e-6)
			assert.InDelta(t, -want, l.gain(tt.f, short), 1e-6)
		})
	}
}
