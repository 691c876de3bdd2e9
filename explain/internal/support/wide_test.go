package support

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/known"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
)

// In eighteen columns three products of which no two are nearly dependent are found, since
// all triples of 190 monomials are visited; and elimination starts from few monomials.
func TestTriplesOfWideTable(t *testing.T) {
	const vars = 18
	rng := explaintest.Source(741)
	rows := make([][]float64, 150)
	for i := range rows {
		x := make([]float64, vars)
		for j := range x {
			x[j] = (0.5 + rng.Float64()) * float64(2*rng.IntN(2)-1)
		}
		x[5] = (x[0]*x[1] + x[2]*x[3]) / x[4]
		for j := range x {
			x[j] += 0.01 * rng.NormFloat64()
		}
		rows[i] = x
	}
	d := problem.Data{Points: explaintest.Points(rows)}
	for j := range vars {
		d.Names = append(d.Names, fmt.Sprintf("x%d", j))
	}
	scaling, err := d.Scale()
	require.NoError(t, err)
	p, err := problem.New(context.Background(), scaling, scaling.Apply(d.Points), 2)
	require.NoError(t, err)
	e := func(a, b int) int {
		exps := make([]uint8, vars)
		exps[a]++
		exps[b]++
		return p.Table.Position(exps)
	}
	want := []int{e(0, 1), e(2, 3), e(4, 5)}
	slices.Sort(want)
	fits := Propose(context.Background(), p, known.NewEquations(p.Table, 2), 0, limit.MaxNoiseVariance)
	require.True(t, slices.ContainsFunc(fits, func(f Fit) bool { return slices.Equal(f.Idx, want) }))
	all := make([]int, 190)
	for i := range all {
		all[i] = i
	}
	s := &search{}
	assert.LessOrEqual(t, len(s.start(fits, all, len(rows))), len(rows)/limit.RowsPerTermFew)
	assert.Equal(t, all[:100], s.start(fits, all[:100], 1000), "few enough")
}

// A support that Cholesky refuses has no eigenvalue below the limit.
func TestAbove(t *testing.T) {
	p := explaintest.Scaled(t, explaintest.Noisy(explaintest.CirclePoints(100, explaintest.Source(742), 2), 0.05, explaintest.Source(743)), 3)
	s := searchOf(p, 3)
	checked := 0
	subsets(p.Table.Len(3), 3, func(idx []int) {
		l := lambdaOf(t, s, idx)
		if l > 1e6 {
			return
		}
		checked++
		assert.Equal(t, l > 0.01, s.above(idx, 0.01), "eigenvalue %g", l)
	})
	assert.NotZero(t, checked)
}
