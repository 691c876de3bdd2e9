package modular

import (
	"math/big"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// testMult returns how many times the usual number of random cases to run.
func testMult() int {
	if n, err := strconv.Atoi(os.Getenv("KEXPLAIN_TESTMULT")); err == nil && n > 0 {
		return n
	}
	return 1
}

// someModuli are the largest and the smallest that are allowed, and some of
// which Montgomery's constants look different.
func someModuli() []Modulus {
	var primes Primes
	largest := primes.Next()
	return []Modulus{largest, primes.Next(), NewModulus(3), NewModulus(5), NewModulus(7), NewModulus(65537),
		NewModulus(1<<31 - 1), NewModulus(1<<59 - 55), NewModulus(1<<58 + 69),
		NewModulus(1<<50 - 27), NewModulus(1<<50 + 55)}
}

// corner returns a residue, often one of those where carries happen.
func corner(rng *rand.Rand, p uint64) uint64 {
	switch rng.IntN(6) {
	case 0:
		return 0
	case 1:
		return 1
	case 2:
		return p - 1
	case 3:
		return p / 2
	default:
		return rng.Uint64N(p)
	}
}

func TestModulusAgainstBig(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, m := range someModuli() {
		p := new(big.Int).SetUint64(m.P())
		for range 500 * testMult() {
			x, y := corner(rng, m.P()), corner(rng, m.P())
			bx, by := new(big.Int).SetUint64(x), new(big.Int).SetUint64(y)
			mx, my := m.FromUint64(x), m.FromUint64(y)
			check := func(op string, got uint64, want *big.Int) {
				want.Mod(want, p)
				require.Equalf(t, want.Uint64(), m.Uint64(got), "%d %s %d mod %d", x, op, y, m.P())
				require.Lessf(t, got, m.P(), "%d %s %d mod %d is not reduced", x, op, y, m.P())
			}
			check("", mx, new(big.Int).Set(bx))
			check("+", m.Add(mx, my), new(big.Int).Add(bx, by))
			check("-", m.Sub(mx, my), new(big.Int).Sub(bx, by))
			check("*", m.Mul(mx, my), new(big.Int).Mul(bx, by))
			check("neg", m.Neg(mx), new(big.Int).Neg(bx))
			check("^", m.Pow(mx, y), new(big.Int).Exp(bx, by, p))
			if x != 0 {
				check("inv", m.Inv(mx), new(big.Int).ModInverse(bx, p))
			}
		}
		assert.Equal(t, uint64(1), m.Uint64(m.One()))
		assert.Panics(t, func() { m.Inv(0) })
	}
}

func TestConversions(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, m := range someModuli() {
		p := new(big.Int).SetUint64(m.P())
		for range 200 * testMult() {
			x := new(big.Int).Rand(rand2(rng), new(big.Int).Lsh(big.NewInt(1), uint(1+rng.IntN(300))))
			if rng.IntN(2) == 0 {
				x.Neg(x)
			}
			want := new(big.Int).Mod(x, p).Uint64()
			require.Equalf(t, want, m.Uint64(m.FromBig(x)), "%v mod %d", x, m.P())
		}
		for _, x := range []int64{0, 1, -1, 1<<63 - 1, -1 << 63} {
			want := new(big.Int).Mod(big.NewInt(x), p).Uint64()
			require.Equalf(t, want, m.Uint64(m.FromInt64(x)), "%d mod %d", x, m.P())
		}
	}
}

// TestDot has vectors of all lengths up to several chunks, of random entries
// and of the largest residue only, where the sum is as near to overflow as it
// comes.
func TestDot(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	for _, m := range someModuli() {
		p := new(big.Int).SetUint64(m.P())
		shift := new(big.Int).ModInverse(new(big.Int).Lsh(big.NewInt(1), 64-uint(m.shift)), p)
		for _, n := range []int{0, 1, 2, 3, 9, 100, dotChunk - 1, dotChunk, dotChunk + 1, 2*dotChunk + 1, 1000, 4001, 9000} {
			for _, largest := range []bool{true, false} {
				x, y := make([]uint64, n), make([]uint64, n)
				want := new(big.Int)
				for i := range x {
					x[i], y[i] = m.P()-1, m.P()-1
					if !largest {
						x[i], y[i] = corner(rng, m.P()), corner(rng, m.P())
					}
					want.Add(want, new(big.Int).Mul(new(big.Int).SetUint64(x[i]), new(big.Int).SetUint64(y[i])))
				}
				want.Mod(want.Mul(want, shift), p)
				require.Equalf(t, want.Uint64(), m.Dot(x, y), "mod %d, length %d", m.P(), n)
				first, second := m.dot2(x, y, x)
				require.Equalf(t, want.Uint64(), first, "mod %d, length %d, of two", m.P(), n)
				require.Equalf(t, m.Dot(x, x), second, "mod %d, length %d, second of two", m.P(), n)
			}
		}
	}
	m := NewModulus(7)
	assert.Panics(t, func() { m.Dot(make([]uint64, 2), make([]uint64, 3)) })
	assert.Zero(t, testing.AllocsPerRun(10, func() { m.Dot([]uint64{1, 2}, []uint64{3, 4}) }))
}

func TestNewModulusRefuses(t *testing.T) {
	for _, p := range []uint64{0, 1, 2, 4, 1 << 60, 1<<60 + 1, 1<<64 - 1} {
		assert.Panicsf(t, func() { NewModulus(p) }, "%d", p)
	}
}

func TestIsPrime(t *testing.T) {
	const n = 20000
	sieve := make([]bool, n)
	for i := 2; i < n; i++ {
		composite := sieve[i]
		require.Equalf(t, !composite, IsPrime(uint64(i)), "%d", i)
		for j := i * i; !composite && j < n; j += i {
			sieve[j] = true
		}
	}
	assert.False(t, IsPrime(0))
	assert.False(t, IsPrime(1))
	// Strong pseudoprimes to the bases 2; 2, 3; …; 2 to 37, and a square.
	for _, n := range []uint64{2047, 1373653, 25326001, 3215031751, 2152302898747, 3474749660383,
		341550071728321, 1073741789 * 1073741789} {
		assert.Falsef(t, IsPrime(n), "%d", n)
	}
	rng := rand.New(rand.NewPCG(1, 4))
	for range 300 * testMult() {
		n := rng.Uint64N(MaxPrime)
		require.Equalf(t, new(big.Int).SetUint64(n).ProbablyPrime(0), IsPrime(n), "%d", n)
	}
}

func TestPrimesDescend(t *testing.T) {
	var s Primes
	n := uint64(MaxPrime)
	for range 20 {
		m := s.Next()
		for n--; n > m.P(); n-- {
			require.Falsef(t, new(big.Int).SetUint64(n).ProbablyPrime(0), "%d was left out", n)
		}
		require.Truef(t, new(big.Int).SetUint64(n).ProbablyPrime(0), "%d", n)
	}
}

func BenchmarkDot(b *testing.B) {
	var s Primes
	m := s.Next()
	rng := rand.New(rand.NewPCG(1, 5))
	for _, n := range []int{8, 32, 100, 200, 1000} {
		x, y := make([]uint64, n), make([]uint64, n)
		for i := range x {
			x[i], y[i] = rng.Uint64N(m.P()), rng.Uint64N(m.P())
		}
		b.Run("n="+strconv.Itoa(n), func(b *testing.B) {
			for b.Loop() {
				m.Dot(x, y)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/muladd")
		})
	}
}
