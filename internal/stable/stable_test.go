package stable_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/internal/stable"
)

func TestSort(t *testing.T) {
	type pair struct{ key, place int }
	rng := rand.New(rand.NewPCG(1, 2))
	for n := range 60 {
		a := make([]pair, n)
		for i := range a {
			a[i] = pair{rng.IntN(5), i}
		}
		b := slices.Clone(a)
		byKey := func(x, y pair) int { return x.key - y.key }
		stable.Sort(a, byKey)
		slices.SortStableFunc(b, byKey)
		assert.Equal(t, b, a)
	}
}

func TestInsert(t *testing.T) {
	for n := range 5 {
		for i := range n + 1 {
			list := make([]int, n, n+i%2)
			for k := range list {
				list[k] = k
			}
			want := slices.Insert(slices.Clone(list), i, -1)
			assert.Equal(t, want, stable.Insert(list, i, -1))
		}
	}
}

func TestUnseen(t *testing.T) {
	seen := map[string]bool{"b": true}
	assert.Equal(t, []string{"a", "c"}, stable.Unseen([]string{"a", "b", "a", "c", "b"}, seen, strings.Clone))
	assert.Len(t, seen, 3)
}
