package modular

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// someCRT returns the remaindering of the first k primes.
func someCRT(k int) *CRT { return crtOf(k, new(Primes)) }

func crtOf(k int, s *Primes) *CRT {
	moduli := make([]Modulus, k)
	for i := range moduli {
		moduli[i] = s.Next()
	}
	return NewCRT(moduli)
}

// partsOf returns the parts of x.
func partsOf(c *CRT, x *big.Int) []uint64 {
	parts := make([]uint64, len(c.moduli))
	c.Parts(parts, residuesOf(c, x))
	return parts
}

func residuesOf(c *CRT, x *big.Int) []uint64 {
	residues := make([]uint64, len(c.moduli))
	for i := range c.moduli {
		residues[i] = c.moduli[i].FromBig(x)
	}
	return residues
}

// setNumbers sets numbers to those given.
func setNumbers(n *Numbers, list []*big.Int) {
	residues := make([][]uint64, len(list))
	for j, x := range list {
		residues[j] = residuesOf(n.crt, x)
	}
	n.Set(func(i int) []uint64 {
		row := make([]uint64, len(list))
		for j := range row {
			row[j] = residues[j][i]
		}
		return row
	})
}

// symmetricNumbers returns numbers between -M/2 and M/2, corners included.
func symmetricNumbers(rng *rand.Rand, m *big.Int) []*big.Int {
	list := []*big.Int{big.NewInt(0), big.NewInt(1), big.NewInt(-1), big.NewInt(1e18), big.NewInt(-1e18), big.NewInt(1e18 - 1), big.NewInt(1e15), big.NewInt(1e15 - 1)}
	almost := new(big.Int).Mul(m, big.NewInt(499))
	almost.Quo(almost, big.NewInt(1000))
	list = append(list, almost, new(big.Int).Neg(almost))
	for range 10 {
		x := new(big.Int).Rand(rand2(rng), almost)
		x.Rsh(x, uint(rng.IntN(almost.BitLen())))
		if rng.IntN(2) == 0 {
			x.Neg(x)
		}
		list = append(list, x)
	}
	return list
}

func TestDigits(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 30))
	for _, k := range []int{2, 3, 17, dotChunk, 2*dotChunk + 3} {
		for _, primes := range []*Primes{new(Primes), FastPrimes(), {last: 1<<50 + 1}} {
			c := crtOf(k, primes)
			d, n := NewDigits(c), c.NewNumbers()
			words := []uint64{2, 3, 10, 1 << 40, MaxPrime - 1, 1e15, 1e18}
			long := new(big.Int).Lsh(big.NewInt(1e18+9), 200)
			r := NewRemainder(c, long)
			limbs, negative := make([][]uint64, PanelWidth), make([]bool, PanelWidth)
			for j := range limbs {
				limbs[j] = make([]uint64, d.Limbs())
			}
			numbers := symmetricNumbers(rng, c.Product())
			for len(numbers) > 0 {
				some := numbers[:min(len(numbers), 1+rng.IntN(PanelWidth))]
				numbers = numbers[len(some):]
				setNumbers(n, some)
				d.All(limbs, negative, n)
				for j, x := range some {
					require.Equalf(t, x.Sign() < 0, negative[j], "%v", x)
					require.Equal(t, new(big.Int).Abs(x).String(), string(d.Append(nil, limbs[j])))
					require.Zero(t, new(big.Int).Mod(x, long).Cmp(r.Mod(new(big.Int), n, j)))
					require.Zero(t, NewRemainder(c, big.NewInt(1)).Mod(new(big.Int), n, j).Sign())
					w := words[rng.IntN(len(words))]
					q, rem := new(big.Int).QuoRem(new(big.Int).Abs(x), new(big.Int).SetUint64(w), new(big.Int))
					require.Equal(t, rem.Uint64(), d.Quo(limbs[j], w))
					require.Equal(t, q.String(), string(d.Append(nil, limbs[j])))
				}
			}
		}
	}
}

func TestEightDigits(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 32))
	for i := range uint64(20000) {
		for _, x := range []uint64{i, 1e8 - 1 - i, rng.Uint64N(1e24 / 1e6), rng.Uint64()} {
			text := limbText(x)
			require.Equal(t, fmt.Sprintf("%024d", x), string(text[:]))
		}
	}
}

func TestWindow(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 31))
	for _, k := range []int{1, 2, 5, 40} {
		c := someCRT(k)
		for _, bits := range []int{1, 2, 20, 59*k - 60, 59*k - 3} {
			if bits < 1 {
				continue
			}
			limit := new(big.Int).Rand(rand2(rng), new(big.Int).Lsh(big.NewInt(1), uint(bits)))
			limit.Add(limit, big.NewInt(1))
			w := NewWindow(c, limit)
			for _, x := range symmetricNumbers(rng, c.Product()) {
				parts := partsOf(c, x)
				require.Equalf(t, x.CmpAbs(limit) <= 0, w.Contains(parts), "%v with limit %v", x, limit)
			}
			over := new(big.Int).Add(limit, big.NewInt(1))
			for _, x := range []*big.Int{over, new(big.Int).Neg(over)} {
				parts := partsOf(c, x)
				require.Falsef(t, w.Contains(parts), "%v with limit %v", x, limit)
			}
		}
		assert.Panics(t, func() { NewWindow(c, c.Product()) })
		assert.Panics(t, func() { NewWindow(c, new(big.Int)) })
	}
}

func ExampleDigits() {
	c := NewCRT([]Modulus{NewModulus(1000003), NewModulus(1000033)})
	n := c.NewNumbers()
	n.Set(func(i int) []uint64 { m := c.moduli[i]; return []uint64{m.FromInt64(-7), m.FromInt64(12345678901)} })
	d, negative := NewDigits(c), make([]bool, 2)
	limbs := [][]uint64{make([]uint64, d.Limbs()), make([]uint64, d.Limbs())}
	d.All(limbs, negative, n)
	fmt.Println(negative, string(d.Append(nil, limbs[0])), string(d.Append(nil, limbs[1])))
	// Output: [true false] 7 12345678901
}

func BenchmarkDigits(b *testing.B) {
	for _, k := range []int{50, 100, 300, 1000} {
		c := someCRT(k)
		x := new(big.Int).Quo(c.Product(), big.NewInt(7))
		residues := residuesOf(c, x)
		var text []byte
		for name, primes := range map[string]*Primes{"decimal": new(Primes), "panel": FastPrimes()} {
			b.Run(fmt.Sprintf("%s/primes=%d", name, k), func(b *testing.B) { // two numbers
				c := crtOf(k, primes)
				d, n := NewDigits(c), c.NewNumbers()
				x := new(big.Int).Quo(c.Product(), big.NewInt(7))
				limbs := make([][]uint64, PanelWidth)
				list := make([]*big.Int, PanelWidth)
				for j := range limbs {
					limbs[j], list[j] = make([]uint64, d.Limbs()), x
				}
				setNumbers(n, list)
				for i := 0; b.Loop(); i++ {
					if i%(PanelWidth/2) == 0 {
						d.All(limbs, make([]bool, PanelWidth), n)
					}
					text = d.Append(d.Append(text[:0], limbs[0]), limbs[1])
				}
			})
		}
		b.Run(fmt.Sprintf("binary/primes=%d", k), func(b *testing.B) { // two numbers
			y := new(big.Int)
			for b.Loop() {
				text = c.Int(y, residues).Append(text[:0], 10)
				text = c.Int(y, residues).Append(text, 10)
			}
		})
	}
}
