package exact

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/numeric/modular"
)

// TestDependences: a pair and a triple are dependent, and some sets beside them. What is found is dependent. Every set is found of
// which no part is dependent, where its last two are alone in their line as the others see it.
func TestDependences(t *testing.T) {
	m := new(modular.Primes).Next()
	rank := func(list []sight, set []int, k int) int {
		e := &echelon{m: m, work: &ops{}}
		for _, i := range set {
			e.add(slices.Clone(list[i].x[:k]), numeric.FirstInts(k))
		}
		return len(e.rows)
	}
	for k := 3; k <= 4; k++ {
		rng, sets := rand.New(rand.NewPCG(5, uint64(k))), 0
		points := make([][]uint64, 14)
		for i := range points {
			points[i] = make([]uint64, k)
			for c := range points[i] {
				points[i][c] = m.FromInt64(1 + rng.Int64N(4))
			}
		}
		for c := range k {
			points[9][c] = m.Add(points[3][c], points[3][c])
			points[12][c] = m.Add(points[1][c], points[6][c])
		}
		list := make([]sight, len(points))
		for c := range k {
			weights := make([]uint64, k)
			for i := range weights {
				weights[i] = m.FromUint64(rng.Uint64())
			}
			for i, x := range points {
				list[i].at, list[i].x[c] = i, m.Dot(weights, x)
			}
		}
		d := &dependences{m: &m}
		d.among(slices.Clone(list), k, nil)
		assert.NotEmpty(t, d.found)
		for _, set := range d.found {
			assert.Less(t, rank(list, set, k), k, "%v", set)
		}
		for set := range numeric.Combinations(len(list), k) {
			alone := rank(list, set, k) == k-1
			for i := range set {
				alone = alone && rank(list, slices.Delete(slices.Clone(set), i, i+1), k) == k-1
			}
			for i := set[k-3] + 1; i < len(list); i++ {
				seen := rank(list, append(slices.Clone(set[:k-2]), i), k) == k-1
				alone = alone && (slices.Contains(set, i) || !seen || rank(list, append(slices.Clone(set), i), k) == k)
			}
			if alone {
				sets++
				assert.True(t, slices.ContainsFunc(d.found, func(f []int) bool { return slices.Equal(slices.Sorted(slices.Values(f)), set) }), "%v", set)
			}
		}
		assert.Positive(t, sets)
	}
}
