package kernel

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// moduli are of all lengths, the largest among them.
var moduli = []uint64{3, 5, 17, 251, 257, 32003, 1<<31 - 1, 1<<40 - 87, 1<<50 - 27}

func constants(p uint64) Constants {
	inv := p
	for range 5 {
		inv *= 2 - p*inv
	}
	return NewConstants(p, inv)
}

// numbers returns n numbers below bound, or the largest ones. They start at an odd place of
// a longer slice, whose other entries must stay as they are.
func numbers(rng *rand.Rand, n int, bound uint64, largest bool) []uint64 {
	x := make([]uint64, n+3)
	for i := range x {
		x[i] = bound - 1
		if !largest {
			x[i] = rng.Uint64N(bound)
		}
	}
	return x[1 : n+1]
}

func TestDot52(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	lengths := []int{100, 255, 1000, MaxTerms}
	for n := range 70 {
		lengths = append(lengths, n)
	}
	for _, n := range lengths {
		for _, largest := range []bool{false, true} {
			x, y := numbers(rng, n, 1<<52, largest), numbers(rng, n, 1<<52, largest)
			hi, lo := dot52(x, y)
			h, l := Dot52(x, y)
			require.Equal(t, [2]uint64{hi, lo}, [2]uint64{h, l}, "%d terms", n)
		}
	}
	require.Panics(t, func() { Dot52(make([]uint64, MaxTerms+1), make([]uint64, MaxTerms+1)) })
	require.Panics(t, func() { Dot52(make([]uint64, 8), make([]uint64, 7)) })
}

// TestPanels holds the kernels of panels to the plain loops.
func TestPanels(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, p := range moduli {
		m := constants(p)
		for _, terms := range []int{0, 1, 2, 3, 7, 8, 31, 200, MaxTerms} {
			for _, rows := range []int{0, 1, 3, 4, 5, 9} {
				if terms == MaxTerms && rows != 5 {
					continue
				}
				largest := rng.IntN(2) == 0
				c := numbers(rng, Width*terms, p, largest)
				l := make([][]uint64, rows)
				for i := range l {
					l[i] = numbers(rng, terms, p, largest)
				}
				name := fmt.Sprintf("mod %d, %d terms, %d rows", p, terms, rows)
				got := numbers(rng, Width*rows, p, false)
				want := slices.Clone(got)
				subtract(&m, want, l, c, terms)
				m.Subtract(got, l, c, terms)
				require.Equal(t, want, got, "subtract %s", name)

				hi, lo := make([]uint64, Width*rows), make([]uint64, Width*rows)
				hi2, lo2 := make([]uint64, Width*rows), make([]uint64, Width*rows)
				products(hi, lo, l, c, terms)
				Products(hi2, lo2, l, c, terms)
				require.Equal(t, hi, hi2, "products %s", name)
				require.Equal(t, lo, lo2, "products %s", name)
			}
		}
	}
}

func TestRowsModulo(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	for _, p := range moduli {
		m := constants(p)
		for n := range 40 {
			a, got := numbers(rng, n, p, n%3 == 0), numbers(rng, n, p, n%3 == 0)
			want := slices.Clone(got)
			multiply(&m, want, a)
			m.Multiply(got, a)
			require.Equal(t, want, got, "multiply mod %d, %d", p, n)
			x := rng.Uint64N(p)
			scale(&m, want, x)
			m.Scale(got, x)
			require.Equal(t, want, got, "scale mod %d, %d", p, n)

			c, dst := numbers(rng, Width, p, false), numbers(rng, Width*n, p, false)
			want = slices.Clone(dst)
			eliminate(&m, want, a, c)
			m.Eliminate(dst, a, c)
			require.Equal(t, want, dst, "eliminate mod %d, %d rows", p, n)
		}
	}
}

// TestReduce holds the plain reduction to its definition.
func TestReduce(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 4))
	for _, p := range moduli {
		m := constants(p)
		r := (uint64(1) << 52) % p
		for range 100 {
			x, y := rng.Uint64N(p), rng.Uint64N(1<<32)%p
			// x·2⁵² times y, reduced, is x·y.
			form, xy := times(&m, x, r), times(&m, x, y)
			require.Equal(t, xy, m.mul(form, y), "mod %d: %d times %d", p, x, y)
		}
	}
}

// times returns x·y mod p by doubling.
func times(m *Constants, x, y uint64) uint64 {
	sum := uint64(0)
	for ; y > 0; y >>= 1 {
		if y&1 != 0 {
			sum = m.sub(sum, m.sub(0, x))
		}
		x = m.sub(x, m.sub(0, x))
	}
	return sum
}

func TestChosen(t *testing.T) {
	require.Equal(t, Generic, chosen(AVX512, "generic"))
	require.Equal(t, AVX2, chosen(AVX512, "avx2"))
	require.Equal(t, AVX512, chosen(AVX512, ""))
	require.Equal(t, AVX2, chosen(AVX2, "avx512"), "a level that the processor lacks")
	require.Equal(t, AVX512, chosen(AVX512, "no such level"))
	for l, name := range names {
		require.Equal(t, name, Level(l).String())
	}
	require.LessOrEqual(t, level, available)
}
