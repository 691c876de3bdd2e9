package state

import (
	"crypto/sha256"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/internal/sweeptest"
)

// TestDamaged: every byte changed, every end cut off, is one clear line.
func TestDamaged(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	data := []byte(bytesOf(t, of(t, read(t, extremes(rng, 20)), 2, &Part{Digest{1}, 0, 9})))
	_, err := Unmarshal(data)
	require.NoError(t, err)
	for range 500 {
		bad := append([]byte(nil), data...)
		bad[rng.IntN(len(bad))] ^= byte(1 + rng.IntN(255))
		_, err := Unmarshal(bad)
		require.ErrorIs(t, err, ErrFile)
		_, err = Unmarshal(data[:rng.IntN(len(data))])
		require.ErrorIs(t, err, ErrFile)
		require.Less(t, len(err.Error()), 300)
	}
	for text, want := range map[string]string{
		"":           "found a file of another kind",
		"x,y\n1,2\n": "found a file of another kind",
		magic + "\x01" + "\x00\x00\x00" + strings.Repeat("\x00", 40): "found version 1, expected 2",
		magic + "\x02": "cut short",
	} {
		_, err := Unmarshal([]byte(text))
		require.ErrorIs(t, err, ErrFile)
		assert.ErrorContains(t, err, want)
	}
}

// FuzzUnmarshal reads bodies under a good checksum: no panic, and what is read is written again.
func FuzzUnmarshal(f *testing.F) {
	rng := rand.New(rand.NewPCG(1, 6))
	for _, rows := range []int{1, 30} {
		s := of(f, read(f, extremes(rng, rows)), 1, &Part{Digest{1}, 0, 9})
		data := bytesOf(f, s)
		f.Add([]byte(data[head : len(data)-sha256.Size]))
	}
	empty, err := New([]string{"x"}, 1)
	require.NoError(f, err)
	data := bytesOf(f, empty)
	f.Add([]byte(data[head : len(data)-sha256.Size]))
	front := data[:head]
	f.Fuzz(func(t *testing.T, body []byte) {
		whole := append([]byte(front), body...)
		sum := sha256.Sum256(whole)
		s, err := Unmarshal(append(whole, sum[:]...))
		if err != nil {
			require.ErrorIs(t, err, ErrFile)
			return
		}
		again, err := Unmarshal([]byte(bytesOf(t, s)))
		require.NoError(t, err)
		require.Equal(t, bytesOf(t, s), bytesOf(t, again))
		s.Finish()
		s.Mean(make([]uint8, len(s.Names())), make([]float64, len(s.Names())))
	})
}

// TestMemory adds rows of six columns at degree 4 with a limit of 64 MB, 20,000 of them, or a
// million with KEXPLAIN_SWEEP=all: what is held does not grow.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("sums of 3003 monomials")
	}
	blocks := 20
	if sweeptest.All() {
		blocks = 1000
	}
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(64 << 20))
	rng := rand.New(rand.NewPCG(1, 7))
	names := []string{"a", "b", "c", "d", "e", "f"}
	s, err := New(names, 4)
	require.NoError(t, err)
	var most uint64
	cells := make([]table.Cell, 6)
	for k := range blocks {
		b := table.NewBlock(names, false)
		for i := range 1000 {
			for j := range cells {
				m := int64(1e4 * rng.NormFloat64())
				cells[j] = table.Cell{X: float64(m) / 1e3, Mant: m, Exp: -3}
			}
			b.Append(cells, 1000*k+i)
		}
		require.NoError(t, s.Add(b))
		if k%10 == 9 {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			most = max(most, m.Sys-m.HeapReleased)
		}
	}
	assert.LessOrEqual(t, most, uint64(64<<20))
	data := bytesOf(t, s)
	t.Logf("%d rows: at most %.1f MB from the system, %.2f MB of state", s.Rows(), float64(most)/(1<<20), float64(len(data))/(1<<20))
}

// BenchmarkAdd is the cost of a row by columns and degree.
func BenchmarkAdd(b *testing.B) {
	for _, c := range []struct {
		name         string
		cols, degree int
	}{{"3x2", 3, 2}, {"6x3", 6, 3}, {"6x4", 6, 4}} {
		b.Run(c.name, func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 8))
			names := []string{"a", "b", "c", "d", "e", "f"}[:c.cols]
			const rows = 1 << 17 // most of them do not get into the sample
			block := table.NewBlock(names, false)
			for i := range rows {
				cells := make([]table.Cell, c.cols)
				for j := range cells {
					m := int64(1e4 * rng.NormFloat64())
					cells[j] = table.Cell{X: float64(m) / 1e3, Mant: m, Exp: -3}
				}
				block.Append(cells, i)
			}
			for b.Loop() {
				s, _ := New(names, c.degree)
				if err := s.Add(block); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/rows, "ns/row")
		})
	}
}
