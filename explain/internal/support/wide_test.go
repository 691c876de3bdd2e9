package support

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/known"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/numeric"
)

// In 40 columns three products of which no two are nearly dependent are found, since all triples of 861 monomials are
// visited, and in eighteen columns elimination starts from few monomials.
func TestTriplesOfWideTable(t *testing.T) {
	for _, vars := range []int{18, 40} {
		p := wideTable(t, vars, func(x []float64) { x[5] = (x[0]*x[1] + x[2]*x[3]) / x[4] })
		fits := Propose(context.Background(), p, known.NewEquations(p.Table, 2), 0, limit.MaxNoiseVariance)
		want := places(p, [2]int{0, 1}, [2]int{2, 3}, [2]int{4, 5})
		require.True(t, slices.ContainsFunc(fits, func(f Fit) bool { return slices.Equal(f.Idx, want) }), "%d columns", vars)
		if vars > 18 {
			continue
		}
		all := numeric.FirstInts(190)
		s := &search{}
		assert.LessOrEqual(t, len(s.start(fits, all, len(p.Rows))), len(p.Rows)/limit.RowsPerTermFew)
		assert.Equal(t, all[:100], s.start(fits, all[:100], 1000), "few enough")
	}
}

// In sixteen columns three products and their sum are found, of which no three are nearly dependent.
func TestFoursOfWideTable(t *testing.T) {
	p := wideTable(t, 16, func(x []float64) { x[6] = x[0]*x[1] + x[2]*x[3] - x[4]*x[5] })
	fits := Propose(context.Background(), p, known.NewEquations(p.Table, 2), 0, limit.MaxNoiseVariance)
	want := slices.Insert(places(p, [2]int{0, 1}, [2]int{2, 3}, [2]int{4, 5}), 0, p.Table.Position(exponents(16, 6)))
	assert.True(t, slices.ContainsFunc(fits, func(f Fit) bool { return slices.Equal(f.Idx, want) }))
}

// TestNearestOfWideTable: a law of two terms whose errors are too large is the nearest equation of 17 columns, where elimination starts from the
// monomials of the best pairs.
func TestNearestOfWideTable(t *testing.T) {
	rng := explaintest.Source(742)
	rows := explaintest.Draw(100, rng, func(rng *rand.Rand) []float64 {
		x := make([]float64, 17)
		for j := range x {
			x[j] = rng.NormFloat64()
		}
		x[5] = x[3] * x[4] * (1 + 0.4*rng.NormFloat64())
		return x
	})
	p := explaintest.Scaled(t, rows, 2)
	require.Greater(t, p.Table.Len(2), limit.EliminateMost)
	f, ok := Nearest(t.Context(), p, known.NewEquations(p.Table, 2))
	require.True(t, ok)
	for _, a := range places(p, [2]int{3, 4}) {
		assert.Contains(t, f.Idx, a)
	}
}

// BenchmarkWide visits all 35 million triples of the monomials in 33 columns, and all 115 million fours of those in 20.
func BenchmarkWide(b *testing.B) {
	for _, bb := range []struct{ vars, size int }{{33, 3}, {20, 4}} {
		b.Run(fmt.Sprintf("%d_of_%d_columns", bb.size, bb.vars), func(b *testing.B) {
			p := wideTable(b, bb.vars, func([]float64) {})
			s := searchOf(p, 2)
			for b.Loop() {
				s.exhaust(p.Table.Len(1), p.Table.Len(2), bb.size)
			}
		})
	}
}

// wideTable are 150 rows of numbers of either sign, of which obey makes one obey an equation, with errors of 0.01.
func wideTable(t testing.TB, vars int, obey func(x []float64)) *problem.Problem {
	rng := explaintest.Source(741)
	rows := explaintest.Draw(150, rng, func(rng *rand.Rand) []float64 {
		x := make([]float64, vars)
		for j := range x {
			x[j] = (0.5 + rng.Float64()) * float64(2*rng.IntN(2)-1)
		}
		obey(x)
		return x
	})
	return explaintest.Scaled(t, explaintest.Noisy(rows, 0.01, rng), 2)
}

// places are the products of pairs of columns in the table of monomials, in ascending order.
func places(p *problem.Problem, pairs ...[2]int) (out []int) {
	for _, pair := range pairs {
		out = append(out, p.Table.Position(exponents(p.Table.Vars(), pair[:]...)))
	}
	slices.Sort(out)
	return out
}

// exponents are those of a product of columns.
func exponents(vars int, columns ...int) []uint8 {
	e := make([]uint8, vars)
	for _, j := range columns {
		e[j]++
	}
	return e
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
