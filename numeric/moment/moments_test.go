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
	assert.InDelta(t, total, m.Weight(), 1e-12)
	assert.Equal(t, 4, m.Monomials().Degree())
	for j, got := range m.RMS() {
		assert.InEpsilon(t, math.Sqrt(mean(rows, func(x []float64) float64 { return x[j] * x[j] })), got, 1e-14)
	}
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
		assert.InEpsilon(t, want.Weight(), got.Weight(), 1e-14)
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
	assert.Equal(t, 1.0, m.Weight(), "merging nothing changes nothing")
}

func TestRescale(t *testing.T) {
	rows := cloud(30, 3, 23)
	m := gather(t, 3, 2, rows)
	unit := []float64{0.5, 3, 700}
	divided := make([]weighted, len(rows))
	for i, r := range rows {
		divided[i] = weighted{[]float64{r.x[0] / unit[0], r.x[1] / unit[1], r.x[2] / unit[2]}, r.w}
	}
	want, got := gather(t, 3, 2, divided), m.Rescale(unit)
	for i := range want.sums {
		assert.InDelta(t, want.sums[i], got.sums[i], 1e-11*math.Abs(want.sums[i])+1e-18)
	}
	assert.Equal(t, m.Weight(), got.Weight())
	rms := m.Rescale(m.RMS()).RMS()
	inDelta(t, []float64{1, 1, 1}, rms, 1e-14, "in units of the root mean squares")
}

// Two points on the circle x² + y² = 25.
func ExampleMoments() {
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
	fmt.Println("points:", m.Weight())
	// Output:
	// mean of x²: 17
	// mean of y²: 8
	// points: 2
}

// Divided by their root mean squares, 5 and 2, both variables have mean square 1.
func ExampleMoments_Rescale() {
	m, err := New(2, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	m.Add([]float64{7, 2}, 1)
	m.Add([]float64{1, -2}, 1)
	fmt.Println(m.RMS())
	fmt.Println(m.Rescale(m.RMS()).RMS())
	// Output:
	// [5 2]
	// [1 1]
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
