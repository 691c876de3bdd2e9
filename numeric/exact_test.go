package numeric_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/numeric/modular"
	"github.com/kexplain/kexplain/numeric/numerictest"
	"github.com/kexplain/kexplain/ring"
)

func TestLawsQ(t *testing.T) {
	numerictest.Test(t, ring.Q, drawRat)
}

// drawRat draws small rationals, often 0 or ±1, now and then a number beyond a
// machine word.
func drawRat(rng *rand.Rand) ring.Rat {
	switch rng.IntN(8) {
	case 0, 1:
		return ring.Rat{}
	case 2:
		return ring.RatFromInt(int64(rng.IntN(3) - 1))
	case 3:
		n := new(big.Int).Lsh(big.NewInt(int64(rng.IntN(9)-4)), 70)
		return ring.RatFromBigInt(n.Add(n, big.NewInt(1)))
	}
	return ring.NewRat(int64(rng.IntN(41)-20), int64(1+rng.IntN(12)))
}

func TestLawsGaussian(t *testing.T) {
	numerictest.Test(t, ring.Qi, func(rng *rand.Rand) ring.Gaussian {
		return ring.NewGaussian(drawRat(rng), drawRat(rng))
	})
}

func TestLawsZp(t *testing.T) {
	for _, p := range []uint64{2, 3, 101, 1<<61 - 1} {
		t.Run(fmt.Sprint(p), func(t *testing.T) {
			k, err := ring.NewZp(p)
			require.NoError(t, err)
			numerictest.Test(t, k, func(rng *rand.Rand) uint64 { return rng.Uint64N(p) * uint64(rng.IntN(2)) })
		})
	}
}

// plainRationals is Q without a type that RREF knows: the generic road.
type plainRationals struct{ ring.Field[ring.Rat] }

// moved is Q with x + 1 for x: elements are ring.Rat, but zero is 1 and one is 2.
type moved struct{ ring.Field[ring.Rat] }

func (k moved) of(x ring.Rat) ring.Rat { return k.Field.Sub(x, k.Field.One()) }
func (k moved) to(x ring.Rat) ring.Rat { return k.Field.Add(x, k.Field.One()) }

func (k moved) Zero() ring.Rat             { return k.to(k.Field.Zero()) }
func (k moved) One() ring.Rat              { return k.to(k.Field.One()) }
func (k moved) FromInt(n int64) ring.Rat   { return k.to(k.Field.FromInt(n)) }
func (k moved) Add(x, y ring.Rat) ring.Rat { return k.to(k.Field.Add(k.of(x), k.of(y))) }
func (k moved) Sub(x, y ring.Rat) ring.Rat { return k.to(k.Field.Sub(k.of(x), k.of(y))) }
func (k moved) Neg(x ring.Rat) ring.Rat    { return k.to(k.Field.Neg(k.of(x))) }
func (k moved) Mul(x, y ring.Rat) ring.Rat { return k.to(k.Field.Mul(k.of(x), k.of(y))) }
func (k moved) IsZero(x ring.Rat) ring.Truth {
	return k.Field.IsZero(k.of(x))
}

func (k moved) Inv(x ring.Rat) (ring.Rat, error) {
	y, err := k.Field.Inv(k.of(x))
	return k.to(y), err
}

func TestLawsForeignField(t *testing.T) {
	for _, k := range []ring.Field[ring.Rat]{plainRationals{ring.Q}, moved{ring.Q}} {
		numerictest.Test(t, k, drawRat)
	}
}

// All roads of RREF over Q, and the case that makes each one run: words that
// suffice, words that overflow half-way, entries that are long from the start.
func TestRREFRoads(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 20))
	draw := map[string]func() ring.Rat{
		"small":     func() ring.Rat { return ring.RatFromInt(int64(rng.IntN(7) - 3)) },
		"overflow":  func() ring.Rat { return ring.RatFromInt(rng.Int64N(1<<40) - 1<<39) },
		"long":      func() ring.Rat { return ring.RatFromBigInt(new(big.Int).Lsh(big.NewInt(rng.Int64N(99)-49), 80)) },
		"fractions": func() ring.Rat { return ring.NewRat(int64(rng.IntN(99)-49), int64(1+rng.IntN(99))) },
	}
	for name, gen := range draw {
		for _, shape := range [][3]int{{1, 1, 1}, {4, 7, 4}, {7, 4, 3}, {9, 12, 6}, {12, 24, 12}, {45, 50, 31}} {
			r, c, rank := shape[0], shape[1], shape[2]
			if r > 20 && name != "small" {
				continue // plain elimination takes seconds
			}
			t.Run(fmt.Sprintf("%s/%dx%d", name, r, c), func(t *testing.T) {
				a := product(r, rank, c, gen)
				got, pivots := numeric.RREF(a)
				plain := numeric.NewMatrix[ring.Rat](plainRationals{ring.Q}, r, c)
				for i := range r {
					for j := range c {
						plain.Set(i, j, a.At(i, j))
					}
				}
				want, wantPivots := numeric.RREF(plain)
				require.Equal(t, wantPivots, pivots)
				require.Equal(t, want.String(), got.String())
				for _, road := range []func(*numeric.Matrix[ring.Rat]) (*numeric.Matrix[ring.Rat], []int){
					numeric.RREFModular, numeric.RREFFractionFree,
				} {
					got, pivots := road(a)
					require.Equal(t, wantPivots, pivots)
					require.Equal(t, want.String(), got.String())
				}
				// Words hold the small numbers of small matrices only.
				words, pivots, ok := numeric.RREFWords(a)
				if name == "long" || r > 20 {
					require.False(t, ok)
				}
				if ok {
					require.Equal(t, wantPivots, pivots)
					require.Equal(t, want.String(), words.String())
				} else {
					require.False(t, name == "small" && r < 9)
				}
			})
		}
	}
}

// The step of elimination on words against math/big, at the ends of its range.
func TestMinorWord(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 23))
	const limit = 1<<62 - 1
	draw := func() int64 {
		switch rng.IntN(4) {
		case 0:
			return limit - rng.Int64N(3)
		case 1:
			return -limit + rng.Int64N(3)
		case 2:
			return rng.Int64N(7) - 3
		}
		return rng.Int64N(2*limit) - limit
	}
	fits := 0
	for range 20000 {
		d := draw()
		if d == 0 {
			continue
		}
		// p e − x h is made divisible by d: p and x are multiples or d is 1.
		p, e, x, h := draw(), draw(), draw(), draw()
		switch rng.IntN(3) {
		case 0:
			p, x = d, d
		case 1:
			p, h = d, 0
		default:
			d = 1 - 2*rng.Int64N(2)
		}
		want := new(big.Int).Mul(big.NewInt(p), big.NewInt(e))
		want.Sub(want, new(big.Int).Mul(big.NewInt(x), big.NewInt(h)))
		want.Quo(want, big.NewInt(d))
		got, ok := numeric.MinorWord(p, e, x, h, d)
		require.Equal(t, want.BitLen() <= 62, ok, "(%d·%d − %d·%d)/%d = %v", p, e, x, h, d, want)
		if ok {
			fits++
			require.Equal(t, want.Int64(), got, "(%d·%d − %d·%d)/%d", p, e, x, h, d)
		}
	}
	require.Greater(t, fits, 2000)
}

// The first primes are unlucky: they divide entries, minors, everything.
func TestRREFUnluckyPrimes(t *testing.T) {
	var primes modular.Primes
	first, second := primes.Next(), primes.Next()
	p, q := ring.RatFromInt(int64(first.P())), ring.RatFromInt(int64(second.P()))
	one, zero := ring.RatFromInt(1), ring.Rat{}
	for name, rows := range map[string][][]ring.Rat{
		"zero modulo the first":         {{p}},
		"all of row 1":                  {{p, p.Add(p)}, {one, zero}},
		"rank 1 modulo the first":       {{one, one, one}, {one, one.Add(p), one}},
		"another pivot":                 {{p, one, one}, {zero, zero, one}},
		"minor divisible by the second": {{one, zero, one}, {zero, q, one}},
		"both":                          {{p, one, zero}, {zero, q, one}, {one, one, p.Mul(q)}},
	} {
		t.Run(name, func(t *testing.T) {
			a := numeric.MatrixOf(ring.Q, rows)
			want, wantPivots := numeric.RREFFractionFree(a)
			got, pivots := numeric.RREFModular(a)
			require.Equal(t, wantPivots, pivots)
			require.Equal(t, want.String(), got.String())
		})
	}
}

// product returns an r×c matrix of rank at most k over Q.
func product(r, k, c int, gen func() ring.Rat) *numeric.Matrix[ring.Rat] {
	a, b := numeric.NewMatrix(ring.Q, r, k), numeric.NewMatrix(ring.Q, k, c)
	for i := range r {
		for j := range k {
			a.Set(i, j, gen())
		}
	}
	for i := range k {
		for j := range c {
			b.Set(i, j, gen())
		}
	}
	return a.Mul(b)
}

// Determinants by the modular road and by plain elimination, singular ones and
// those divisible by the first prime included.
func TestDetRoads(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 24))
	var primes modular.Primes
	first := primes.Next()
	p := ring.RatFromInt(int64(first.P()))
	for n := 1; n <= 11; n++ {
		for trial := range 4 {
			a := product(n, n-trial/3, n, func() ring.Rat { return drawRat(rng) })
			if trial == 2 {
				for j := range n {
					a.Set(0, j, a.At(0, j).Mul(p))
				}
			}
			plain := numeric.NewMatrix[ring.Rat](plainRationals{ring.Q}, n, n)
			for i := range n {
				for j := range n {
					plain.Set(i, j, a.At(i, j))
				}
			}
			got := numeric.Det(a)
			require.Equal(t, numeric.Det(plain).String(), got.String())
			if trial == 3 {
				require.True(t, got.IsZero())
			}
		}
	}
}

// The determinant of the Hilbert matrix is known in closed form, and its
// inverse has integer entries.
func TestHilbert(t *testing.T) {
	for n := 1; n <= 12; n++ {
		h := numeric.NewMatrix(ring.Q, n, n)
		for i := range n {
			for j := range n {
				h.Set(i, j, ring.NewRat(1, int64(i+j+1)))
			}
		}
		// 1/det = Π_{k<n} (2k+1) binom(2k, k)².
		want := big.NewInt(1)
		for k := range int64(n) {
			b := new(big.Int).Binomial(2*k, k)
			want.Mul(want, b.Mul(b, b)).Mul(want, big.NewInt(2*k+1))
		}
		inv, err := numeric.Det(h).Inv()
		require.NoError(t, err)
		require.Equal(t, want.String(), inv.String())
		hi, err := numeric.Inverse(h)
		require.NoError(t, err)
		for i := range n {
			for j := range n {
				require.True(t, hi.At(i, j).IsInt())
			}
		}
		s, err := numeric.PositiveSemidefinite(h)
		require.NoError(t, err)
		require.True(t, s.Yes)
		require.Equal(t, n, s.Rank)
	}
}

func TestPositiveSemidefiniteGaussian(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 21))
	gen := func() ring.Gaussian {
		return ring.NewGaussian(ring.RatFromInt(int64(rng.IntN(7)-3)), ring.RatFromInt(int64(rng.IntN(7)-3)))
	}
	yes, no := 0, 0
	for trial := range 300 {
		n, k := 1+rng.IntN(5), rng.IntN(5)
		b := numeric.NewMatrix[ring.Gaussian](ring.Qi, k, n)
		for i := range k {
			for j := range n {
				b.Set(i, j, gen())
			}
		}
		a := b.ConjT().Mul(b)
		if trial%3 > 0 { // spoil it: subtract from one diagonal entry, or clear one
			i := rng.IntN(n)
			x := a.At(i, i)
			if trial%3 == 1 {
				x = ring.Qi.Sub(x, ring.Qi.FromInt(int64(1+rng.IntN(9))))
			} else {
				x = ring.Gaussian{}
			}
			a.Set(i, i, x)
		}
		s, err := numeric.PositiveSemidefinite(a)
		require.NoError(t, err)
		if s.Yes {
			yes++
			d := numeric.NewMatrix[ring.Gaussian](ring.Qi, n, n)
			for i, x := range s.D {
				require.True(t, x.Im().IsZero() && x.Re().Sign() >= 0)
				d.Set(i, i, x)
			}
			require.Equal(t, a.String(), s.L.Mul(d).Mul(s.L.ConjT()).String())
			require.Equal(t, numeric.Rank(a), s.Rank)
			continue
		}
		require.NotZero(t, trial%3, "b*b is positive semidefinite:\n%v", a)
		no++
		value := ring.Qi.Zero()
		for i, x := range a.MulVec(s.Witness) {
			value = ring.Qi.Add(value, ring.Qi.Mul(ring.Qi.Conj(s.Witness[i]), x))
		}
		require.Equal(t, ring.Yes, ring.Qi.Equal(value, s.Value))
		require.True(t, value.Im().IsZero() && value.Re().Sign() < 0, "%v is no witness for\n%v", s.Witness, a)
	}
	require.Greater(t, yes, 50)
	require.Greater(t, no, 50)
}

func TestPositiveSemidefiniteRefuses(t *testing.T) {
	m := numeric.MatrixOf(ring.Q, [][]ring.Rat{{ring.RatFromInt(1), ring.RatFromInt(2)}, {{}, ring.RatFromInt(1)}})
	_, err := numeric.PositiveSemidefinite(m)
	require.ErrorIs(t, err, numeric.ErrNotHermitian)
	k, err := ring.NewZp(7)
	require.NoError(t, err)
	require.Panics(t, func() { _, _ = numeric.PositiveSemidefinite(numeric.Identity(k, 2)) })
}

func TestMatrixPanics(t *testing.T) {
	id := numeric.Identity(ring.Q, 2)
	wide := numeric.NewMatrix(ring.Q, 2, 3)
	for name, f := range map[string]func(){
		"ragged":        func() { numeric.MatrixOf(ring.Q, [][]ring.Rat{{{}}, {}}) },
		"outside":       func() { id.At(2, 0) },
		"product":       func() { wide.Mul(id) },
		"vector":        func() { id.MulVec(make([]ring.Rat, 3)) },
		"sum":           func() { id.Add(wide) },
		"stack":         func() { id.Stack(wide) },
		"det":           func() { numeric.Det(wide) },
		"system":        func() { _, _ = numeric.Solve(id, numeric.NewMatrix(ring.Q, 3, 1)) },
		"inexact field": func() { numeric.RREF(numeric.Identity(ring.Float64, 2)) },
		"negative":      func() { numeric.NewMatrix(ring.Q, -1, 2) },
		"membership":    func() { numeric.Contains(id, make([]ring.Rat, 3)) },
	} {
		require.Panics(t, f, name)
	}
}

func BenchmarkRREF(b *testing.B) {
	for _, n := range []int{4, 6, 8, 12, 24, 60} {
		rng := rand.New(rand.NewPCG(1, 22))
		a := numeric.NewMatrix(ring.Q, n, n+5)
		plain := numeric.NewMatrix[ring.Rat](plainRationals{ring.Q}, n, n+5)
		for i := range n {
			for j := range n + 5 {
				x := ring.RatFromInt(int64(rng.IntN(199) - 99))
				a.Set(i, j, x)
				plain.Set(i, j, x)
			}
		}
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			for b.Loop() {
				numeric.RREF(a)
			}
		})
		b.Run(fmt.Sprintf("modular/n=%d", n), func(b *testing.B) {
			for b.Loop() {
				numeric.RREFModular(a)
			}
		})
		b.Run(fmt.Sprintf("fractionfree/n=%d", n), func(b *testing.B) {
			for b.Loop() {
				numeric.RREFFractionFree(a)
			}
		})
		b.Run(fmt.Sprintf("plain/n=%d", n), func(b *testing.B) {
			if n > 24 {
				b.Skip("minutes")
			}
			for b.Loop() {
				numeric.RREF(plain)
			}
		})
	}
}
