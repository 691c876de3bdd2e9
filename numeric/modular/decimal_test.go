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
func someCRT(k int) *CRT {
	var s Primes
	moduli := make([]Modulus, k)
	for i := range moduli {
		moduli[i] = s.Next()
	}
	return NewCRT(moduli)
}

// partsOf returns the parts of x as Digits takes them.
func partsOf(c *CRT, x *big.Int) (parts []uint64, quotient uint64) {
	residues := make([]uint64, len(c.moduli))
	for i := range c.moduli {
		residues[i] = c.moduli[i].FromBig(x)
	}
	parts = make([]uint64, len(c.moduli)+1)
	return parts, c.Parts(parts[:len(c.moduli)], residues)
}

// symmetricNumbers returns numbers between -M/2 and M/2, corners included.
func symmetricNumbers(rng *rand.Rand, m *big.Int) []*big.Int {
	list := []*big.Int{big.NewInt(0), big.NewInt(1), big.NewInt(-1), big.NewInt(decimalBase), big.NewInt(-decimalBase),
		big.NewInt(decimalBase - 1)}
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
	for _, k := range []int{2, 3, 17, dotChunk - 1, dotChunk, dotChunk + 1, 2*dotChunk + 3} {
		c := someCRT(k)
		d := NewDigits(c)
		numbers := symmetricNumbers(rng, c.Product())
		words := []uint64{2, 3, 10, 1 << 40, MaxPrime - 1, decimalBase}
		long := new(big.Int).Lsh(big.NewInt(decimalBase+9), 200)
		r := NewRemainder(c, long)
		a, b := make([]uint64, d.Limbs()), make([]uint64, d.Limbs())
		for i, x := range numbers {
			y := numbers[(i+1)%len(numbers)]
			px, qx := partsOf(c, x)
			py, qy := partsOf(c, y)
			nx, ny := d.Two(a, b, px, py, qx, qy)
			require.Equalf(t, x.Sign() < 0, nx, "%v", x)
			require.Equalf(t, y.Sign() < 0, ny, "%v", y)
			require.Equal(t, new(big.Int).Abs(x).String(), string(AppendDecimal(nil, a)))
			require.Equal(t, new(big.Int).Abs(y).String(), string(AppendDecimal(nil, b)))
			require.Zero(t, new(big.Int).Mod(x, long).Cmp(r.Mod(new(big.Int), px)))
			require.Zero(t, NewRemainder(c, big.NewInt(1)).Mod(new(big.Int), px).Sign())
			w := words[i%len(words)]
			q, rem := new(big.Int).QuoRem(new(big.Int).Abs(x), new(big.Int).SetUint64(w), new(big.Int))
			require.Equal(t, rem.Uint64(), QuoDecimal(a, w))
			require.Equal(t, q.String(), string(AppendDecimal(nil, a)))
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
				parts, _ := partsOf(c, x)
				require.Equalf(t, x.CmpAbs(limit) <= 0, w.Contains(parts[:k]), "%v with limit %v", x, limit)
			}
			over := new(big.Int).Add(limit, big.NewInt(1))
			for _, x := range []*big.Int{over, new(big.Int).Neg(over)} {
				parts, _ := partsOf(c, x)
				require.Falsef(t, w.Contains(parts[:k]), "%v with limit %v", x, limit)
			}
		}
		assert.Panics(t, func() { NewWindow(c, c.Product()) })
		assert.Panics(t, func() { NewWindow(c, new(big.Int)) })
	}
}

func ExampleDigits() {
	c := NewCRT([]Modulus{NewModulus(1000003), NewModulus(1000033)})
	d := NewDigits(c)
	limbs, other := make([]uint64, d.Limbs()), make([]uint64, d.Limbs())
	parts := make([]uint64, 3)
	minusSeven := []uint64{c.moduli[0].FromInt64(-7), c.moduli[1].FromInt64(-7)}
	quotient := c.Parts(parts[:2], minusSeven)
	negative, _ := d.Two(limbs, other, parts, append([]uint64(nil), parts...), quotient, quotient)
	fmt.Println(negative, string(AppendDecimal(nil, limbs)))
	// Output: true 7
}

func BenchmarkDigits(b *testing.B) {
	for _, k := range []int{50, 100, 300, 1000} {
		c := someCRT(k)
		x := new(big.Int).Quo(c.Product(), big.NewInt(7))
		parts, quotient := partsOf(c, x)
		residues := make([]uint64, k)
		for i := range residues {
			residues[i] = c.moduli[i].FromBig(x)
		}
		var text []byte
		b.Run(fmt.Sprintf("decimal/primes=%d", k), func(b *testing.B) { // two numbers
			d := NewDigits(c)
			l1, l2 := make([]uint64, d.Limbs()), make([]uint64, d.Limbs())
			p2 := append([]uint64(nil), parts...)
			for b.Loop() {
				d.Two(l1, l2, parts, p2, quotient, quotient)
				text = AppendDecimal(AppendDecimal(text[:0], l1), l2)
			}
		})
		b.Run(fmt.Sprintf("binary/primes=%d", k), func(b *testing.B) { // two numbers
			y := new(big.Int)
			for b.Loop() {
				text = c.Int(y, residues).Append(text[:0], 10)
				text = c.Int(y, residues).Append(text, 10)
			}
		})
	}
}
