package modular_test

import (
	"fmt"
	"math/big"

	"github.com/kexplain/kexplain/numeric/modular"
)

func ExamplePrimes() {
	var primes modular.Primes
	m := primes.Next()
	fmt.Println(uint64(modular.MaxPrime) - m.P())
	// Output: 93
}

// half is the system 2·x = 1.
type half struct{}

func (half) Size() int { return 1 }
func (half) Bits() int { return 2 }
func (half) Image(m modular.Modulus, a [][]uint64, b []uint64) {
	a[0][0], b[0] = m.FromUint64(2), m.One()
}

// The digits of 1/2 in base 7 are 4, 3, 3, 3, …: 2·(4 + 3·7 + 3·49 + …) = 8 + 6·7 + 6·49 + … = 1.
func ExampleLifter() {
	m := modular.NewModulus(7)
	lu := modular.NewLU(m, 1)
	lu.Append([]uint64{m.FromUint64(2)})
	l := modular.NewLifter(half{}, lu)
	sum := modular.NewExpansion(m)
	for range 6 {
		digit := l.Next()
		fmt.Print(digit[0])
		sum.Append([]uint32{1}, digit)
	}
	fmt.Println()
	n, d, ok := modular.Reconstruct(sum.Value())
	fmt.Println(n, d, ok)
	// Output:
	// 433333
	// 1 2 true
}

func ExampleWindow() {
	moduli := []modular.Modulus{modular.NewModulus(1000003), modular.NewModulus(1000033)}
	c := modular.NewCRT(moduli)
	w := modular.NewWindow(c, big.NewInt(10))
	parts := make([]uint64, 2)
	for _, x := range []int64{-10, 0, 10, 11} {
		c.Parts(parts, []uint64{moduli[0].FromInt64(x), moduli[1].FromInt64(x)})
		fmt.Print(w.Contains(parts), " ")
	}
	// Output: true true true false
}

func ExampleRemainder() {
	moduli := []modular.Modulus{modular.NewModulus(1000003), modular.NewModulus(1000033)}
	c := modular.NewCRT(moduli)
	n := c.NewNumbers()
	n.Set(func(i int) []uint64 { return []uint64{moduli[i].FromInt64(123456)} })
	fmt.Println(modular.NewRemainder(c, big.NewInt(100)).Mod(new(big.Int), n, 0))
	// Output: 56
}
