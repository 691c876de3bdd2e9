package state

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// TestSpan: vectors in any order, one by one, in batches, or in two spans that are merged, have one basis, and exactly the forms
// that are zero on all vectors are zero on it.
func TestSpan(t *testing.T) {
	rng := rand.New(rand.NewPCG(61, 2))
	for range 200 {
		width, rank := 1+rng.IntN(9), 1+rng.IntN(9)
		random := func() []uint64 {
			v := make([]uint64, width)
			for i := range v {
				if rng.IntN(3) > 0 {
					v[i] = rng.Uint64N(prime)
				}
			}
			return v
		}
		var basis, vectors [][]uint64
		for range rank {
			basis = append(basis, random())
		}
		for range 20 {
			v := make([]uint64, width)
			for _, b := range basis {
				subtractMod(v, rng.Uint64N(3), b)
			}
			vectors = append(vectors, v)
		}
		one := span{width: width}
		for _, v := range vectors {
			one.add(slices.Clone(v))
		}
		rng.Shuffle(len(vectors), func(i, j int) { vectors[i], vectors[j] = vectors[j], vectors[i] })
		n := len(vectors)
		list := make([]uint64, width*n)
		for r, v := range vectors {
			for i, c := range v {
				list[i*n+r] = c
			}
		}
		batch, left, right := span{width: width}, span{width: width}, span{width: width}
		batch.addBatch(list, n, n, make([]uint64, n))
		cut := rng.IntN(n)
		left.addBatch(list, n, cut, make([]uint64, n))
		right.addBatch(list[cut:], n, n-cut, make([]uint64, n))
		left.merge(&right)
		for _, other := range []span{batch, left} {
			require.Equal(t, one.pivots, other.pivots)
			require.Equal(t, one.rows, other.rows)
		}
		for range 5 {
			form := random()
			if rng.IntN(2) == 0 {
				form = one.relation()
			}
			zero := true
			for _, v := range vectors {
				sum := uint64(0)
				for i, c := range form {
					sum = addMod(sum, mulMod(c, v[i]))
				}
				zero = zero && sum == 0
			}
			require.Equal(t, zero, one.zeroAt(form))
		}
	}
}

// TestPriority: that of a row of a block is that of its cells, and rows that differ in a line, in a cell or in how it is
// written differ in it.
func TestPriority(t *testing.T) {
	seen := map[uint64]string{}
	for _, text := range []string{"x,y\n1,2\n", "x,y\n2,1\n", "x,y\n1.0,2\n", "x,y\n1,20\n", "x,y\n1,2e1\n", "x,y\n1/2,2\n", "x,y\n1/3,2\n",
		"x,y\n1,0.1234567890123456789012345\n", "x,y\n\n1,2\n"} {
		b := read(t, text)
		s := of(t, b, 1, nil)
		got := s.sample.rows[0].priority
		assert.Equal(t, priorityOf(int64(b.Line(0)), []table.Cell{b.Cell(0, 0), b.Cell(0, 1)}, false), got, "%q", text)
		assert.Empty(t, seen[got], "%q", text)
		seen[got] = text
	}
}

// TestMergeLeavesOther: a state that was merged stays what it was when rows are added to the other.
func TestMergeLeavesOther(t *testing.T) {
	rng := rand.New(rand.NewPCG(61, 3))
	some := func(n, line int) *table.Block {
		b := table.NewBlock([]string{"x", "y"}, false)
		for i := range n {
			m := rng.Int64N(1000)
			b.Append([]table.Cell{{X: float64(m), Mant: m}, {X: float64(i), Mant: int64(i)}}, line+i)
		}
		return b
	}
	a, b := of(t, some(10, 1), 1, nil), of(t, some(SampleRows, 100), 1, nil)
	before := bytesOf(t, b)
	require.NoError(t, a.Merge(b))
	require.NoError(t, a.Add(some(4*SampleRows, 1e6)))
	assert.True(t, before == bytesOf(t, b))
}

// TestWithoutResidue: nothing is said of a table with a cell that has no residue, wherever it stands.
func TestWithoutResidue(t *testing.T) {
	R, err := poly.NewRing[ring.Rat](ring.Q, []string{"x", "y"})
	require.NoError(t, err)
	p, err := R.Parse("x - y")
	require.NoError(t, err)
	const cell = "1/2305843009213693951"
	for _, text := range []string{"x,y\n1,2\n2,5\n5,1\n", "x,y\n1,2\n2,5\n5,1\n" + cell + ",1\n", "x,y\n" + cell + ",1\n1,2\n2,5\n5,1\n"} {
		want := ring.No
		if strings.Contains(text, cell) {
			want = ring.Unknown
		}
		assert.Equal(t, want, of(t, read(t, text), 1, nil).Vanishes(p), "%q", text)
	}
}
