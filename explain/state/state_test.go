package state

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// read returns the rows of a text as a block.
func read(t testing.TB, text string) *table.Block {
	t.Helper()
	r, err := table.NewReader(strings.NewReader(text), "t.csv", table.Options{})
	require.NoError(t, err)
	all, err := r.ReadAll(context.Background())
	require.NoError(t, err)
	return &all.Block
}

// pick returns some rows of a block as a block.
func pick(b *table.Block, rows []int) *table.Block {
	out := table.NewBlock(b.Names(), b.Binary())
	for _, i := range rows {
		cells := make([]table.Cell, b.Cols())
		for j := range cells {
			cells[j] = b.Cell(i, j)
		}
		out.Append(cells, b.Line(i))
	}
	return out
}

// of returns the state of a block, sealed as a part where that is not nil.
func of(t testing.TB, b *table.Block, degree int, p *Part) *State {
	t.Helper()
	s, err := New(b.Names(), degree)
	require.NoError(t, err)
	require.NoError(t, s.Add(b))
	if p != nil {
		require.NoError(t, s.Seal(*p))
	}
	return s
}

func bytesOf(t testing.TB, s *State) string {
	t.Helper()
	data, err := s.MarshalBinary()
	require.NoError(t, err)
	return string(data)
}

// extremes are rows with zeros, copies, fractions, long decimals and numbers from 1e-150 to 1e150.
func extremes(rng *rand.Rand, rows int) string {
	var b strings.Builder
	b.WriteString("a,b,c\n")
	for range rows {
		for j := range 3 {
			switch rng.IntN(8) {
			case 0:
				fmt.Fprintf(&b, "%de%d", rng.IntN(1999)-999, rng.IntN(297)-148)
			case 1:
				fmt.Fprint(&b, 0)
			case 2:
				fmt.Fprintf(&b, "%d/%d", rng.IntN(99)-49, 1+rng.IntN(30))
			case 3:
				fmt.Fprintf(&b, "%.25f", rng.NormFloat64())
			case 4:
				fmt.Fprint(&b, []string{"1e150", "-1e150", "1e-150", "-1e-150"}[rng.IntN(4)])
			default:
				fmt.Fprintf(&b, "%.2f", 10*rng.NormFloat64())
			}
			b.WriteString([]string{",", ",", "\n"}[j])
		}
	}
	return b.String()
}

// TestAnyOrderAndGrouping merges the rows of a table, cut and put together in 50 ways: the
// bytes are always the same.
func TestAnyOrderAndGrouping(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	all := read(t, extremes(rng, 400))
	want := bytesOf(t, of(t, all, 3, nil))
	for trial := range 50 {
		rows := rng.Perm(all.Rows())
		var states []*State
		for len(rows) > 0 {
			n := min(len(rows), 1+rng.IntN(150))
			states = append(states, of(t, pick(all, rows[:n]), 3, nil))
			rows = rows[n:]
		}
		for len(states) > 1 {
			i, j := rng.IntN(len(states)), rng.IntN(len(states)-1)
			if j >= i {
				j++
			}
			if rng.IntN(2) == 0 { // over a file
				var err error
				states[i], err = Unmarshal([]byte(bytesOf(t, states[i])))
				require.NoError(t, err)
			}
			require.NoError(t, states[i].Merge(states[j]))
			states[j] = states[len(states)-1]
			states = states[:len(states)-1]
		}
		require.Equal(t, want, bytesOf(t, states[0]), "trial %d", trial)
	}
}

// TestSampleOfMany: of more rows than the sample holds, any order keeps the same, and about
// as many of each kind.
func TestSampleOfMany(t *testing.T) {
	var text strings.Builder
	text.WriteString("a,b\n")
	const n = 3 * SampleRows
	for i := range n {
		fmt.Fprintf(&text, "%d,%d\n", i%7, i/100)
	}
	all := read(t, text.String())
	rng := rand.New(rand.NewPCG(1, 2))
	one := of(t, all, 1, nil)
	want := bytesOf(t, one)
	assert.Equal(t, SampleRows, one.SampleRows())
	assert.False(t, one.Whole())
	for range 3 {
		perm := rng.Perm(n)
		a, b := of(t, pick(all, perm[:n/5]), 1, nil), of(t, pick(all, perm[n/5:]), 1, nil)
		require.NoError(t, a.Merge(b))
		assert.True(t, want == bytesOf(t, a))
	}
	late := 0
	sample := one.Finish()
	for i := range sample.Rows() {
		if sample.Line(i) > n/2 {
			late++
		}
	}
	assert.InDelta(t, SampleRows/2, late, 4*math.Sqrt(SampleRows)/2)
}

// TestSums holds the sums to those of big.Float, and the means to plain sums.
func TestSums(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	b := read(t, extremes(rng, 300))
	s := of(t, b, 2, nil)
	values := make([]*big.Float, len(s.sums))
	for i := range values {
		total := new(big.Float).SetPrec(20000)
		e := s.work.table.Exponents(i)
		for r := range b.Rows() {
			// The monomial as the table evaluates it, with mantissas.
			frac := make([]float64, 3)
			exp := 0
			for j, v := range b.Row(r) {
				var k int
				frac[j], k = math.Frexp(v)
				exp += k * int(e[j])
			}
			row := make([]float64, len(s.sums))
			s.work.table.EvalTo(row, frac)
			total.Add(total, new(big.Float).SetMantExp(big.NewFloat(row[i]), exp))
		}
		values[i] = total
	}
	for i, want := range values {
		negative, low, digits := s.sums[i].canonical()
		got := new(big.Float).SetPrec(20000)
		for k, d := range digits {
			got.Add(got, new(big.Float).SetMantExp(new(big.Float).SetUint64(uint64(d)), 32*(int(low)+k)))
		}
		if negative {
			got.Neg(got)
		}
		require.Zero(t, want.Cmp(got), "monomial %v", s.work.table.Exponents(i))
		frac, exp := s.sums[i].frexp()
		off := new(big.Float).Sub(want, new(big.Float).SetMantExp(big.NewFloat(frac), exp))
		require.LessOrEqual(t, off.Abs(off).Cmp(new(big.Float).Abs(new(big.Float).SetMantExp(want, -51))), 0)
	}
	plain := read(t, "x,y\n1,2\n-3,4\n0.5,-0.25\n")
	m := of(t, plain, 2, nil)
	assert.InDelta(t, (1.0*2+9*4-0.25*0.25)/3/(4*8), m.Mean([]uint8{2, 1}, []float64{2, 8}), 1e-15)
	assert.True(t, math.IsNaN(m.Mean([]uint8{4, 1}, []float64{1, 1})))
}

// TestMassesOfRows passes the carry of the sums often.
func TestMassesOfRows(t *testing.T) {
	var s sum
	a, b, dst := make([]float64, 64), make([]float64, 64), make([]float64, 64)
	for r := range a {
		a[r], b[r] = 1+float64(r)/64, -1.5
	}
	n := 100_000
	s.added = carryAfter - 70_000
	for range n {
		s.addProducts(dst, a, b)
	}
	total := 0.0
	for _, v := range dst {
		total += v
	}
	frac, exp := s.frexp()
	assert.Equal(t, total*float64(n), math.Ldexp(frac, exp))
}

// TestVanishes tells what holds at every row from what one row of many breaks.
func TestVanishes(t *testing.T) {
	R, err := poly.NewRing[ring.Rat](ring.Q, []string{"x", "y", "z_1"})
	require.NoError(t, err)
	var text strings.Builder
	text.WriteString("x,y,z 1\n")
	for i := range 500 {
		fmt.Fprintf(&text, "%d.%02d,%d/3,%s\n", i, i%100, i, decimalSum(i))
	}
	for _, c := range []struct {
		more string // rows
		want ring.Truth
	}{
		{"", ring.Yes},
		{"1,1,1\n", ring.Yes},
		{"1,1,1.0000000001\n", ring.No},
	} {
		s := of(t, read(t, text.String()+c.more), 2, nil)
		p, err := R.Parse("x*y - x*z_1 + y - z_1")
		require.NoError(t, err)
		assert.Equal(t, c.want, s.Vanishes(p), "with %q", c.more)
		wrong, err := R.Parse("x*y - x*z_1 + y - z_1 + x")
		require.NoError(t, err)
		assert.Equal(t, ring.No, s.Vanishes(wrong))
		high, err := R.Parse("x^3 - x^3 + y^3")
		require.NoError(t, err)
		assert.Equal(t, ring.Unknown, s.Vanishes(high))
	}
	binary := table.NewBlock([]string{"x", "y"}, true)
	binary.Append([]table.Cell{{X: 0.1}, {X: -0.2}}, 1)
	binary.Append([]table.Cell{{X: 1e-300}, {X: -2e-300}}, 2)
	s := of(t, binary, 1, nil)
	P, err := poly.NewRing[ring.Rat](ring.Q, []string{"x", "y"})
	require.NoError(t, err)
	twice, err := P.Parse("2*x + y")
	require.NoError(t, err)
	assert.Equal(t, ring.Yes, s.Vanishes(twice))
}

// decimalSum is i/3, exactly.
func decimalSum(i int) string { return fmt.Sprintf("%d/6", 2*i) }

// TestParts refuses what was counted already.
func TestParts(t *testing.T) {
	b := read(t, "x,y\n1,2\n3,4\n")
	f, g := Digest{1}, Digest{2}
	s := of(t, b, 1, &Part{f, 0, 10})
	before := bytesOf(t, s)
	for _, p := range []Part{{f, 0, 10}, {f, 5, 7}, {f, 9, 20}} {
		assert.ErrorIs(t, s.Merge(of(t, b, 1, &p)), ErrMerge, "%v", p)
		assert.ErrorIs(t, s.Seal(p), ErrMerge)
		assert.Equal(t, before, bytesOf(t, s))
	}
	require.NoError(t, s.Merge(of(t, b, 1, &Part{f, 20, 30})))
	require.NoError(t, s.Merge(of(t, b, 1, &Part{g, 0, 10})))
	require.NoError(t, s.Merge(of(t, b, 1, &Part{f, 10, 20})))
	assert.Equal(t, []Part{{f, 0, 30}, {g, 0, 10}}, s.Parts())
	assert.Equal(t, 2, s.Files())
	assert.ErrorContains(t, s.Merge(of(t, b, 1, &Part{f, 12, 14})), "bytes 12 to 14 of the file with SHA-256 010000000000…")
	for _, other := range []*State{of(t, read(t, "x,z\n1,2\n"), 1, nil), of(t, b, 2, nil), s} {
		assert.ErrorIs(t, s.Merge(other), ErrMerge)
	}
	floats := table.NewBlock([]string{"x", "y"}, true)
	floats.Append(make([]table.Cell, 2), 1)
	assert.ErrorIs(t, s.Add(floats), ErrMerge)
	_, err := New(make([]string, 60), 4)
	assert.ErrorContains(t, err, "expected at most 100000")
}

// TestFinish: the sample is the table, where that is small.
func TestFinish(t *testing.T) {
	text := "x,y\n0.50,1/3\n-7e2,0.1234567890123456789012345\n3,4\n"
	b := read(t, text)
	s := of(t, pick(b, []int{2, 0, 1}), 1, &Part{Digest{7}, 0, 9})
	s, err := Unmarshal([]byte(bytesOf(t, s)))
	require.NoError(t, err)
	got := s.Finish()
	assert.True(t, s.Whole())
	for i := range b.Rows() {
		assert.Equal(t, b.Line(i), got.Line(i))
		assert.Equal(t, b.Row(i), got.Row(i))
		for j := range 2 {
			assert.Equal(t, b.Cell(i, j), got.Cell(i, j))
			assert.Equal(t, b.Exact(i, j).String(), got.Exact(i, j).String())
		}
	}
	assert.Equal(t, []Column{{-700, 3, -2}, {0.1234567890123456789, 4, -25}}, s.Columns())
}

// Leaving rows out as they come keeps the rows that sorting all of them keeps, also where
// priorities are equal.
func TestTrim(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	for _, priorities := range []uint64{1, 40, math.MaxUint64} {
		all := newSample(100)
		few := newSample(100)
		for line := range int64(2000) {
			r := row{priority: rng.Uint64N(priorities), line: line}
			all.rows = append(all.rows, r)
			if r.priority <= few.bound {
				few.add(r)
			}
		}
		all.cut()
		few.cut()
		require.Equal(t, all.rows, few.rows)
	}
}
