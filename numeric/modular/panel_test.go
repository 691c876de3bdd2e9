package modular

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/internal/sweeptest"
)

// TestPanelsOfLU holds AppendAll and SolveAll to Append and Solve, for moduli of which the
// kernels take panels and for others, and for matrices whose columns call for rows to change
// places, also among those of a panel.
func TestPanelsOfLU(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 71))
	for _, m := range []Modulus{NewModulus(1<<50 - 27), NewModulus(1<<59 - 55), NewModulus(101), FastPrimes().Next()} {
		for _, n := range []int{1, 2, 3, 7, 15, 16, 17, 31, 32, 33, 50, 101} {
			columns := make([][]uint64, n)
			for j := range columns {
				columns[j] = make([]uint64, n)
				for i := range columns[j] {
					if rng.IntN(3) > 0 { // many zeros: pivots are not on the diagonal
						columns[j][i] = rng.Uint64N(m.P())
					}
				}
			}
			plain, panels := NewLU(m, n), NewLU(m, n)
			regular := true
			for _, c := range columns {
				regular = plain.Append(c) && regular
			}
			require.Equalf(t, regular, panels.AppendAll(columns[:n/2]) && panels.AppendAll(columns[n/2:]), "mod %d, size %d", m.P(), n)
			if !regular {
				continue
			}
			require.Equal(t, plain.Perm(), panels.Perm())
			require.Equal(t, plain.Det(), panels.Det())
			require.Equal(t, plain.rows, panels.rows)
			require.Equal(t, plain.inv, panels.inv)
			var want, got, bs [][]uint64
			for range 1 + rng.IntN(40) {
				b := make([]uint64, n)
				for i := range b {
					b[i] = rng.Uint64N(m.P())
				}
				bs, got, want = append(bs, b), append(got, make([]uint64, n)), append(want, make([]uint64, n))
				plain.Solve(want[len(want)-1], b)
			}
			panels.SolveAll(got, bs)
			require.Equalf(t, want, got, "mod %d, size %d", m.P(), n)
		}
	}
}

// TestPanelsBeyondOneSum has more rows than the kernels sum products of at a time.
func TestPanelsBeyondOneSum(t *testing.T) {
	sweeptest.Sweep(t)
	const n = 4100
	m := NewModulus(1<<50 - 27)
	lu := NewLU(m, n)
	// A triangle of ones below the diagonal: the solution for its row sums is all ones.
	columns, sums := make([][]uint64, n), make([]uint64, n)
	for j := range columns {
		columns[j] = make([]uint64, n)
		for i := j; i < n; i++ {
			columns[j][i] = m.One()
			sums[i] = m.Add(sums[i], m.One())
		}
	}
	require.True(t, lu.AppendAll(columns))
	x := make([]uint64, n)
	lu.SolveAll([][]uint64{x}, [][]uint64{sums})
	for _, xi := range x {
		require.Equal(t, m.One(), xi)
	}
}

// TestMulAll holds MulAll to Mul.
func TestMulAll(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 73))
	for _, m := range []Modulus{NewModulus(1<<50 - 27), NewModulus(1<<59 - 55), NewModulus(101), FastPrimes().Next()} {
		for n := range 40 {
			dst, x, want := make([]uint64, n), make([]uint64, n+1), make([]uint64, n)
			for i := range dst {
				dst[i], x[i] = rng.Uint64N(m.P()), rng.Uint64N(m.P())
				want[i] = m.Mul(dst[i], x[i])
			}
			m.MulAll(dst, x)
			require.Equal(t, want, dst)
		}
		require.Panics(t, func() { m.MulAll(make([]uint64, 3), make([]uint64, 2)) })
	}
}

// TestEachOfPanels holds AppendEach to Append where every third column depends on those before.
func TestEachOfPanels(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 72))
	for _, m := range []Modulus{NewModulus(1<<50 - 27), NewModulus(1<<59 - 55), NewModulus(101)} {
		for _, n := range []int{1, 2, 15, 16, 17, 40, 101} {
			var columns [][]uint64
			for j := range 2*n + 1 {
				c := make([]uint64, n)
				for i := range c {
					if j%3 == 2 {
						c[i] = m.Add(m.Mul(columns[j-1][i], 5), columns[j/2][i])
					} else if rng.IntN(3) > 0 {
						c[i] = rng.Uint64N(m.P())
					}
				}
				columns = append(columns, c)
			}
			plain, panels := NewLU(m, n), NewLU(m, n)
			var want, got []bool
			for _, c := range columns {
				want = append(want, plain.Append(c))
			}
			for len(columns) > 0 {
				some := min(len(columns), 1+rng.IntN(20))
				got, columns = panels.AppendEach(got, columns[:some]), columns[some:]
			}
			require.Equalf(t, want, got, "mod %d, size %d", m.P(), n)
			require.Equal(t, plain.Rank(), panels.Rank())
			require.Equal(t, plain.Perm(), panels.Perm())
			require.Equal(t, plain.rows, panels.rows)
			require.Equal(t, plain.det, panels.det)
			require.Equal(t, plain.inv, panels.inv)
		}
	}
}

func TestDependentPanels(t *testing.T) {
	for _, m := range []Modulus{NewModulus(1<<50 - 27), NewModulus(1<<59 - 55)} {
		lu := NewLU(m, 3)
		require.False(t, lu.AppendAll([][]uint64{{1, 2, 3}, {1, 0, 0}, {0, 2, 3}}))
		lu.Reset(m)
		require.True(t, lu.AppendAll([][]uint64{{1, 2, 3}, {1, 0, 0}, {0, 2, 4}}))
		require.Panics(t, func() { lu.SolveAll([][]uint64{{0, 0}}, [][]uint64{{0, 0}}) })
		lu.Reset(m)
		require.Panics(t, func() { lu.AppendAll([][]uint64{{1, 2}, {1, 0}}) })
	}
}
