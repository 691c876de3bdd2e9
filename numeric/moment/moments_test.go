package moment

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// weighted is a point with a weight.
type weighted struct {
	x []float64
	w float64
}

// cloud draws weighted points.
func cloud(n, vars int, k uint64) []weighted {
	rng := source(k)
	rows := make([]weighted, n)
	for i := range rows {
		rows[i] = weighted{make([]float64, vars), 0.5 + rng.Float64()}
		for j := range rows[i].x {
			rows[i].x[j] = float64(j+1) * rng.NormFloat64()
		}
	}
	return rows
}

// gather adds up the moments of weighted points.
func gather(t testing.TB, vars, degree int, rows []weighted) *Moments {
	t.Helper()
	m, err := New(vars, degree)
	require.NoError(t, err)
	for _, r := range rows {
		m.Add(r.x, r.w)
	}
	return m
}

// mean returns the weighted mean of f.
func mean(rows []weighted, f func(x []float64) float64) float64 {
	sum, weight := 0.0, 0.0
	for _, r := range rows {
		sum += r.w * f(r.x)
		weight += r.w
	}
	return sum / weight
}

// inDelta compares slices to a multiple of rounding.
func inDelta(t testing.TB, want, got []float64, tol float64, msg ...any) {
	t.Helper()
	require.Len(t, got, len(want))
	for i := range want {
		assert.InDelta(t, want[i], got[i], tol*(1+math.Abs(want[i])), msg...)
	}
}

func TestMomentsAgainstSums(t *testing.T) {
	rows := cloud(40, 3, 20)
	m := gather(t, 3, 2, rows)
	f := m.Flow(Independent([]float64{1, 1, 1}))
	for i, got := range f.At(0) {
		e := m.Monomials().Exponents(i)
		want := mean(rows, func(x []float64) float64 { return power(x, e) })
		assert.InDelta(t, want, got, 1e-12*(1+math.Abs(want)), "%v", e)
	}
	total := 0.0
	for _, r := range rows {
		total += r.w
	}
	assert.InDelta(t, total, m.weight, 1e-12)
	assert.Equal(t, 4, m.Monomials().Degree())
}

// Blocks may come in any order and in any grouping.
func TestMergeOrder(t *testing.T) {
	rows := cloud(60, 2, 21)
	want := gather(t, 2, 3, rows)
	rng := source(22)
	for range 10 {
		shuffled := make([]weighted, len(rows))
		for i, p := range rng.Perm(len(rows)) {
			shuffled[i] = rows[p]
		}
		got := NewOn(want.Monomials())
		for len(shuffled) > 0 {
			n := 1 + rng.IntN(len(shuffled))
			block := NewOn(want.Monomials())
			for _, r := range shuffled[:n] {
				block.Add(r.x, r.w)
			}
			if rng.IntN(2) == 0 {
				got.Merge(block)
			} else {
				block.Merge(got)
				got = block
			}
			shuffled = shuffled[n:]
		}
		inDelta(t, want.sums, got.sums, 1e-12)
		assert.InEpsilon(t, want.weight, got.weight, 1e-14)
	}
	// Of integers there is no rounding at all.
	whole := []weighted{{[]float64{3, -2}, 1}, {[]float64{0, 5}, 2}, {[]float64{-7, 1}, 1}}
	a, b := gather(t, 2, 2, whole), NewOn(tableOf(t, 2, 4))
	for i := len(whole) - 1; i >= 0; i-- {
		b.Add(whole[i].x, whole[i].w)
	}
	assert.Equal(t, a.sums, b.sums)
}

func TestMergeRefuses(t *testing.T) {
	m := NewOn(tableOf(t, 2, 4))
	assert.Panics(t, func() { m.Merge(NewOn(tableOf(t, 3, 4))) })
	assert.Panics(t, func() { m.Merge(NewOn(tableOf(t, 2, 2))) })
	m.Add([]float64{1, 2}, 1)
	m.Merge(NewOn(tableOf(t, 2, 4)))
	assert.Equal(t, 1.0, m.weight, "merging nothing changes nothing")
}

// Two points on the circle x² + y² = 25.
func Example() {
	m, err := New(2, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	m.Add([]float64{3, 4}, 1)
	m.Add([]float64{5, 0}, 1)
	mu := m.Flow(Independent([]float64{1, 1})).At(0)
	x2, y2 := m.Monomials().Position([]uint8{2, 0}), m.Monomials().Position([]uint8{0, 2})
	fmt.Println("mean of x²:", mu[x2])
	fmt.Println("mean of y²:", mu[y2])
	// Output:
	// mean of x²: 17
	// mean of y²: 8
}

func BenchmarkAdd(b *testing.B) {
	for _, s := range []struct{ vars, degree int }{{2, 4}, {3, 4}, {4, 4}, {10, 2}} {
		b.Run(fmt.Sprintf("vars=%d/degree=%d", s.vars, s.degree), func(b *testing.B) {
			m := gather(b, s.vars, s.degree, nil)
			x := cloud(1, s.vars, 24)[0].x
			b.ReportAllocs()
			for b.Loop() {
				m.Add(x, 1)
			}
		})
	}
}
