package modular

import (
	"fmt"
	"math/big"
	mrand "math/rand"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// rand2 makes math/big take its random numbers from rng.
func rand2(rng *rand.Rand) *mrand.Rand { return mrand.New(mrand.NewSource(rng.Int64())) }

// intMatrix is a system of integers as a test writes it down.
type intMatrix struct {
	a [][]*big.Int
	b []*big.Int
}

func (s intMatrix) Size() int { return len(s.a) }

func (s intMatrix) Image(m Modulus, a [][]uint64, b []uint64) {
	for i, row := range s.a {
		for j, x := range row {
			a[i][j] = m.FromBig(x)
		}
		b[i] = m.FromBig(s.b[i])
	}
}

func (s intMatrix) Bits() int {
	bits := 0
	for i, row := range s.a {
		sum := new(big.Int)
		for _, x := range row {
			sum.Add(sum, new(big.Int).Abs(x))
		}
		bits = max(bits, sum.BitLen(), s.b[i].BitLen())
	}
	return bits
}

func randomSystem(rng *rand.Rand, n, bits int) intMatrix {
	entry := func() *big.Int {
		x := new(big.Int).Rand(rand2(rng), new(big.Int).Lsh(big.NewInt(1), uint(bits)))
		if rng.IntN(2) == 0 {
			x.Neg(x)
		}
		return x
	}
	s := intMatrix{a: make([][]*big.Int, n), b: make([]*big.Int, n)}
	for i := range n {
		s.a[i] = make([]*big.Int, n)
		for j := range n {
			s.a[i][j] = entry()
		}
		s.b[i] = entry()
	}
	return s
}

func columnsOf(m Modulus, s intMatrix) (cols [][]uint64, b []uint64) {
	n := s.Size()
	rows := make([][]uint64, n)
	for i := range rows {
		rows[i] = make([]uint64, n)
	}
	b = make([]uint64, n)
	s.Image(m, rows, b)
	cols = make([][]uint64, n)
	for j := range cols {
		for i := range rows {
			cols[j] = append(cols[j], rows[i][j])
		}
	}
	return cols, b
}

// TestLU holds rank, solution, determinant and inverse to their definitions,
// on columns of which many are zero, repeated or sums of others.
func TestLU(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 10))
	for _, m := range someModuli() {
		for range 20 * testMult() {
			n := 1 + rng.IntN(20)
			f := NewLU(m, n)
			var kept [][]uint64
			for f.Rank() < n {
				v := make([]uint64, n)
				dependent := rng.IntN(3) == 0
				if dependent {
					for _, c := range kept {
						k := corner(rng, m.P())
						for i := range v {
							v[i] = m.Add(v[i], m.Mul(k, c[i]))
						}
					}
				} else {
					for i := range v {
						v[i] = corner(rng, m.P())
					}
				}
				independent := f.Append(v)
				require.False(t, dependent && independent)
				if independent {
					kept = append(kept, v)
				}
				require.Len(t, kept, f.Rank())
			}
			apply := func(x []uint64) []uint64 {
				b := make([]uint64, n)
				for j, c := range kept {
					for i := range b {
						b[i] = m.Add(b[i], m.Mul(c[i], x[j]))
					}
				}
				return b
			}
			x, got := make([]uint64, n), make([]uint64, n)
			for i := range x {
				x[i] = corner(rng, m.P())
			}
			f.Solve(got, apply(x))
			require.Equalf(t, x, got, "solution modulo %d", m.P())
			second, got2 := make([]uint64, n), make([]uint64, n)
			for i := range second {
				second[i] = corner(rng, m.P())
			}
			f.SolveTwo(got, got2, apply(x), apply(second))
			require.Equalf(t, x, got, "first of two solutions modulo %d", m.P())
			require.Equalf(t, second, got2, "second of two solutions modulo %d", m.P())
			pairs := NewLU(m, n)
			for j := 0; j+1 < n; j += 2 {
				require.True(t, pairs.AppendTwo(kept[j], kept[j+1]))
				require.False(t, NewLU(m, n).AppendTwo(kept[j], kept[j]))
			}
			if n%2 == 1 {
				require.True(t, pairs.Append(kept[n-1]))
			}
			require.Equal(t, f.Det(), pairs.Det())
			pairs.Solve(got, apply(x))
			require.Equal(t, x, got)
			inv := f.Inverse()
			for i := range n {
				e := make([]uint64, n)
				e[i] = m.One()
				col := make([]uint64, n)
				for k := range n {
					col[k] = inv[k][i]
				}
				require.Equal(t, e, apply(col))
			}
			require.Equal(t, laplace(m, kept), f.Det())
			require.False(t, f.Append(x), "nothing is independent of a basis")
		}
	}
}

// laplace is the determinant of up to some ten columns by elimination without
// any of the LU's code; slow and plain.
func laplace(m Modulus, cols [][]uint64) uint64 {
	n := len(cols)
	a := make([][]uint64, n)
	for j := range a {
		a[j] = append([]uint64(nil), cols[j]...)
	}
	det := m.One()
	for k := range n {
		i := k
		for i < n && a[i][k] == 0 {
			i++
		}
		if i == n {
			return 0
		}
		if i != k {
			a[i], a[k] = a[k], a[i]
			det = m.Neg(det)
		}
		det = m.Mul(det, a[k][k])
		for i := k + 1; i < n; i++ {
			q := m.Mul(a[i][k], m.Inv(a[k][k]))
			for j := k; j < n; j++ {
				a[i][j] = m.Sub(a[i][j], m.Mul(q, a[k][j]))
			}
		}
	}
	return det
}

func TestLUPanics(t *testing.T) {
	f := NewLU(NewModulus(7), 2)
	assert.Panics(t, func() { f.Append(make([]uint64, 3)) })
	assert.Panics(t, func() { f.Solve(make([]uint64, 2), make([]uint64, 2)) })
	assert.Panics(t, func() { f.Det() })
	f.Append([]uint64{0, 1})
	f.Append([]uint64{1, 0})
	assert.Equal(t, []int{1, 0}, f.Perm())
	assert.Panics(t, func() { f.Solve(make([]uint64, 1), make([]uint64, 2)) })
}

func TestCRT(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 11))
	for _, k := range []int{1, 2, 3, 4, 5, 8, 63, leafPrimes, leafPrimes + 1, 300} {
		var s Primes
		moduli := make([]Modulus, k)
		for i := range moduli {
			moduli[i] = s.Next()
		}
		c := NewCRT(moduli)
		half := new(big.Int).Rsh(c.Product(), 1) // M is odd: both ±half are symmetric
		values := []*big.Int{big.NewInt(0), big.NewInt(1), big.NewInt(-1), half, new(big.Int).Neg(half),
			new(big.Int).Sub(half, big.NewInt(1))}
		for range 20 * testMult() {
			x := new(big.Int).Rand(rand2(rng), c.Product())
			values = append(values, x.Sub(x, half))
		}
		for _, x := range values {
			residues := make([]uint64, k)
			for i := range moduli {
				residues[i] = moduli[i].FromBig(x)
			}
			got := c.Int(new(big.Int), residues)
			require.Zerof(t, x.Cmp(got), "%d primes: %v came back as %v", k, x, got)
		}
	}
	assert.Panics(t, func() { NewCRT(nil) })
	assert.Panics(t, func() { NewCRT(someModuli()[:2]).Int(new(big.Int), make([]uint64, 3)) })
}

// plainReconstruct is Euclid's algorithm as the book has it.
func plainReconstruct(a, m *big.Int) (n, d *big.Int, ok bool) {
	bound := new(big.Int).Sqrt(new(big.Int).Rsh(m, 1))
	r0, r1 := new(big.Int).Set(m), new(big.Int).Mod(a, m)
	t0, t1 := big.NewInt(0), big.NewInt(1)
	for r1.Cmp(bound) > 0 {
		q, r := new(big.Int).QuoRem(r0, r1, new(big.Int))
		r0, r1 = r1, r
		t0, t1 = t1, new(big.Int).Sub(t0, q.Mul(q, t1))
	}
	if t1.Sign() < 0 {
		r1.Neg(r1)
		t1.Neg(t1)
	}
	if t1.Sign() == 0 || t1.Cmp(bound) > 0 || new(big.Int).GCD(nil, nil, new(big.Int).Abs(r1), t1).Cmp(big.NewInt(1)) != 0 {
		return nil, nil, false
	}
	return r1, t1, true
}

func TestReconstructSmall(t *testing.T) {
	for m := int64(1); m < 120; m++ {
		for a := range m {
			n, d, ok := Reconstruct(big.NewInt(a), big.NewInt(m))
			wn, wd, wok := plainReconstruct(big.NewInt(a), big.NewInt(m))
			require.Equalf(t, wok, ok, "%d mod %d", a, m)
			if ok {
				require.Equalf(t, fmt.Sprint(wn, "/", wd), fmt.Sprint(n, "/", d), "%d mod %d", a, m)
			}
		}
	}
}

func TestReconstruct(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 12))
	for range 300 * testMult() {
		bitsOf := 1 + rng.IntN(2000)
		m := new(big.Int).Rand(rand2(rng), new(big.Int).Lsh(big.NewInt(1), uint(bitsOf)))
		m.Add(m, big.NewInt(2))
		a := new(big.Int).Rand(rand2(rng), m)
		switch rng.IntN(4) {
		case 0: // a true fraction with numbers of up to half the length
			half := new(big.Int).Lsh(big.NewInt(1), uint(bitsOf/2))
			n, d := new(big.Int).Rand(rand2(rng), half), new(big.Int).Rand(rand2(rng), half)
			if inv := new(big.Int).ModInverse(d, m); inv != nil {
				a.Mod(a.Mul(n, inv), m)
			}
		case 1:
			a.SetInt64(int64(rng.IntN(3)) - 1) // 0, 1, -1
		}
		n, d, ok := Reconstruct(a, m)
		wn, wd, wok := plainReconstruct(a, m)
		require.Equalf(t, wok, ok, "%v mod %v", a, m)
		if ok {
			require.Zerof(t, wn.Cmp(n)+2*wd.Cmp(d), "%v mod %v", a, m)
			lhs := new(big.Int).Mul(a, d)
			require.Zero(t, lhs.Mod(lhs.Sub(lhs, n), m).Sign())
		}
	}
}

// TestReconstructWithin has fractions with a short denominator and a numerator
// nearly as long as the modulus, which Reconstruct does not see.
func TestReconstructWithin(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 16))
	for range 100 * testMult() {
		numBits, denBits := 1+rng.IntN(700), 1+rng.IntN(40)
		maxNum, maxDen := new(big.Int).Lsh(big.NewInt(1), uint(numBits)), new(big.Int).Lsh(big.NewInt(1), uint(denBits))
		m := new(big.Int).Lsh(big.NewInt(1), uint(numBits+denBits+2))
		m.Sub(m, big.NewInt(1))
		n, d := new(big.Int).Rand(rand2(rng), maxNum), new(big.Int).Rand(rand2(rng), maxDen)
		if rng.IntN(2) == 0 {
			n.Neg(n)
		}
		inv := new(big.Int).ModInverse(d, m)
		if inv == nil || new(big.Int).GCD(nil, nil, new(big.Int).Abs(n), d).BitLen() != 1 {
			continue
		}
		gn, gd, ok := ReconstructWithin(inv.Mul(inv, n), m, maxNum, maxDen)
		require.Truef(t, ok, "%v/%v mod %v", n, d, m)
		require.Zerof(t, n.Cmp(gn)+2*d.Cmp(gd), "%v/%v mod %v", n, d, m)
	}
}

// TestLift lifts solutions of systems with short and with very long entries
// and puts the p-adic number back into the system.
func TestLift(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 13))
	for _, bits := range []int{0, 1, 7, 61, 62, 64, 130, 500} {
		for _, n := range []int{1, 2, 9} {
			s := randomSystem(rng, n, bits)
			var primes Primes
			m := primes.Next()
			lu := NewLU(m, n)
			cols, _ := columnsOf(m, s)
			for _, c := range cols {
				lu.Append(c)
			}
			if lu.Rank() < n {
				continue // few bits: singular by chance
			}
			l := NewLifter(s, lu)
			x := make([]*Expansion, n)
			for j := range x {
				x[j] = NewExpansion(m)
			}
			const steps = 2*expansionLeaf + 3
			for range steps {
				digit := l.Next()
				for j := range x {
					x[j].Append([]uint32{1}, digit[j:j+1])
				}
			}
			for i, row := range s.a {
				sum := new(big.Int).Neg(s.b[i])
				var pk *big.Int
				for j, a := range row {
					var v *big.Int
					v, pk = x[j].Value()
					sum.Add(sum, v.Mul(v, a))
				}
				require.Zerof(t, sum.Mod(sum, pk).Sign(), "row %d of %d, entries of %d bits", i, n, bits)
				require.Equal(t, steps, x[0].Len())
			}
		}
	}
}

func TestExpansionAddsUp(t *testing.T) {
	m := NewModulus(65537)
	e := NewExpansion(m)
	want, power := new(big.Int), big.NewInt(1)
	rng := rand.New(rand.NewPCG(1, 14))
	for k := range 200 {
		x := []uint64{rng.Uint64N(m.P()), rng.Uint64N(m.P())}
		e.Append([]uint32{1<<32 - 1, 3}, x)
		d := new(big.Int).SetUint64((1<<32-1)*x[0] + 3*x[1])
		want.Add(want, d.Mul(d, power))
		power.Mul(power, big.NewInt(65537))
		got, pk := e.Value()
		require.Zero(t, power.Cmp(pk))
		require.Zerof(t, new(big.Int).Mod(want, power).Cmp(got), "%d digits", k+1)
	}
	assert.Panics(t, func() { e.Append([]uint32{1}, nil) })
}

func Example() {
	// 2/3 modulo 101 is 68, because 3·68 = 204 = 2 + 2·101.
	n, d, ok := Reconstruct(big.NewInt(68), big.NewInt(101))
	fmt.Println(n, d, ok)
	// Output: 2 3 true
}

func ExampleCRT() {
	// The number that is 2 modulo 3 and -1 modulo 5.
	moduli := []Modulus{NewModulus(3), NewModulus(5)}
	residues := []uint64{moduli[0].FromInt64(2), moduli[1].FromInt64(-1)}
	fmt.Println(NewCRT(moduli).Int(new(big.Int), residues))
	// Output: -1
}

func ExampleLU() {
	// x + y = 3, x - y = 1 modulo 7.
	m := NewModulus(7)
	f := NewLU(m, 2)
	f.Append([]uint64{m.FromInt64(1), m.FromInt64(1)})
	f.Append([]uint64{m.FromInt64(1), m.FromInt64(-1)})
	x := make([]uint64, 2)
	f.Solve(x, []uint64{m.FromInt64(3), m.FromInt64(1)})
	fmt.Println(m.Uint64(x[0]), m.Uint64(x[1]))
	// Output: 2 1
}

func ExampleModulus() {
	m := NewModulus(101)
	third := m.Inv(m.FromUint64(3))
	fmt.Println(m.Uint64(third), m.Uint64(m.Mul(third, m.FromUint64(6))))
	// Output: 34 2
}

func BenchmarkLU(b *testing.B) {
	var s Primes
	m := s.Next()
	rng := rand.New(rand.NewPCG(1, 15))
	for _, n := range []int{100, 200} {
		cols := make([][]uint64, n)
		for j := range cols {
			cols[j] = make([]uint64, n)
			for i := range cols[j] {
				cols[j][i] = rng.Uint64N(m.P())
			}
		}
		f := NewLU(m, n)
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			for b.Loop() {
				f.Reset(m)
				for j := 0; j < len(cols); j += 2 {
					f.AppendTwo(cols[j], cols[j+1])
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n*n*n/3), "ns/muladd")
		})
		x, y := make([]uint64, n), make([]uint64, n)
		b.Run(fmt.Sprintf("solve/n=%d", n), func(b *testing.B) {
			for b.Loop() {
				f.SolveTwo(x, y, cols[0], cols[1])
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(2*n*n), "ns/muladd")
		})
	}
}

func BenchmarkCRT(b *testing.B) {
	for _, k := range []int{32, 100, 128, 200, 400} {
		var s Primes
		moduli, residues := make([]Modulus, k), make([]uint64, k)
		for i := range moduli {
			moduli[i] = s.Next()
			residues[i] = uint64(i) * 1234567890123456789 % moduli[i].P()
		}
		c := NewCRT(moduli)
		b.Run(fmt.Sprintf("primes=%d", k), func(b *testing.B) {
			x := new(big.Int)
			for b.Loop() {
				c.Int(x, residues)
			}
		})
		b.Run(fmt.Sprintf("string/primes=%d", k), func(b *testing.B) {
			x := c.Int(new(big.Int), residues)
			for b.Loop() {
				_ = x.String()
			}
		})
		b.Run(fmt.Sprintf("gcd/primes=%d", k), func(b *testing.B) {
			x := new(big.Int).Abs(c.Int(new(big.Int), residues))
			y := new(big.Int).Quo(c.Product(), big.NewInt(77777))
			g := new(big.Int)
			for b.Loop() {
				g.GCD(nil, nil, x, y)
			}
		})
	}
}
