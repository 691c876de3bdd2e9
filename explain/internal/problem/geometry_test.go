package problem_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/problem"
)

func TestDistinct(t *testing.T) {
	rows := [][]float64{{3, 1}, {0, 0}, {3, 1}, {0, 1e-4}, {0, 5e-3}, {3, 1.001}}
	assert.Equal(t, [][]float64{{3, 1}, {0, 0}, {0, 5e-3}}, problem.DistinctOn(rows, []int{0, 1}, 2e-3))
	assert.Equal(t, rows[:2], problem.Distinct(rows[:2]))
	assert.Len(t, problem.Distinct(rows), 5, "only the third is equal to another")
}

func TestNearestToFirst(t *testing.T) {
	rng := explaintest.Source(853)
	points := explaintest.Draw(30, rng, func(rng *rand.Rand) []float64 { return []float64{rng.Float64(), rng.Float64()} })
	for range points {
		points = append(points[1:], points[0])
		got := problem.NearestToFirst(points, 3)
		require.Len(t, got, 3)
		farthest := problem.Distance2(points[0], points[got[2]])
		nearer := 0
		for j, z := range points {
			if j != 0 && problem.Distance2(points[0], z) < farthest {
				nearer++
			}
		}
		assert.Equal(t, 2, nearer)
		assert.NotContains(t, got, 0)
	}
	assert.Len(t, problem.NearestToFirst(points[:2], 3), 1, "as many as there are")
}

// Clusters are counted without knowing their noise; what is no clusters counts
// by its rows.
func TestClusters(t *testing.T) {
	for vars := 2; vars <= 6; vars++ {
		for _, each := range []int{4, 30, 150} {
			assert.Equal(t, 5, problem.ClustersOf(explaintest.FiveClusters(vars, each, 0.05)), "%d variables, %d points each", vars, each)
		}
	}
	var flat, grid [][]float64
	for _, x := range explaintest.FiveClusters(2, 50, 0.001) {
		flat = append(flat, []float64{x[0] + 30*(x[0]-math.Round(x[0])), x[1]})
	}
	assert.Equal(t, 5, problem.ClustersOf(flat), "wider in one variable")
	for i := range 200 {
		grid = append(grid, []float64{float64(i % 5), float64(i % 4)})
	}
	assert.Equal(t, 20, problem.ClustersOf(grid), "repeated points")
	var rounded [][]float64
	for _, x := range explaintest.FiveClusters(2, 60, 0.05) {
		rounded = append(rounded, []float64{math.Round(10*x[0]) / 10, math.Round(10*x[1]) / 10})
	}
	assert.Equal(t, 5, problem.ClustersOf(rounded), "rounded")
	assert.Equal(t, 1, problem.ClustersOf(grid[:1]))
	for name, rows := range map[string][][]float64{
		"Gaussian":       explaintest.Draw(400, explaintest.Source(303), func(rng *rand.Rand) []float64 { return []float64{rng.NormFloat64(), rng.NormFloat64()} }),
		"circle":         explaintest.NoisyUnit(200, 0.01, 304),
		"circle, sparse": explaintest.NoisyUnit(20, 0.01, 305),
		"two lines":      explaintest.Draw(200, explaintest.Source(306), func(rng *rand.Rand) []float64 { return []float64{rng.Float64(), float64(rng.IntN(2))} }),
	} {
		assert.Equal(t, len(rows), problem.ClustersOf(rows), name)
	}
}

func TestLongestLink(t *testing.T) {
	assert.Equal(t, 3.0, problem.LongestLinkOf(30, 2, 1, 3, 40))
	assert.Equal(t, 2.0, problem.LongestLinkOf(1, 1, 2, 30, 100), "the largest leap, not the longest edge")
	assert.Equal(t, 3.0, problem.LongestLinkOf(0.001, 1, 2, 3, 7, 2), "not among the shorter half")
	assert.Equal(t, 2.0, problem.LongestLinkOf(0, 0, 0, 2, 30, 2), "repeated points")
	assert.Equal(t, 0.0, problem.LongestLinkOf(0, 0), "one point")
	assert.Equal(t, 2.0, problem.LongestLinkOf(2, 2), "no leap")
}

// TestClustersFlat: rows that lie on a line in each of two clusters are no two places.
func TestClustersFlat(t *testing.T) {
	for _, c := range []struct {
		errors float64
		want   int
	}{{0.0005, 200}, {0.02, 2}} {
		rows := explaintest.Draw(200, explaintest.Source(307), func(rng *rand.Rand) []float64 {
			tare, net := 0.85+0.3*float64(rng.IntN(2)), 0.01*rng.NormFloat64()
			return []float64{tare, 1 + net, 1 + tare + net + c.errors*rng.NormFloat64()}
		})
		assert.Equal(t, c.want, problem.ClustersOf(rows), "errors %g", c.errors)
	}
	far := append(explaintest.Draw(38, explaintest.Source(308), func(rng *rand.Rand) []float64 {
		x := rng.Float64()
		return []float64{x, x + 0.001*rng.NormFloat64()}
	}), []float64{0.5, 40}, []float64{0.52, 40.1})
	assert.Equal(t, 2, problem.ClustersOf(far), "a line and two wrong cells")
	var pairs [][]float64
	for i := range 60 {
		pairs = append(pairs, [][]float64{{0, 0}, {1, 1}, {10, 0}, {11, 1}}[i%4])
	}
	assert.Equal(t, 2, problem.ClustersOf(pairs), "two points are on a line")
}
