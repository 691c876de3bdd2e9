package ring_test

import (
	"errors"
	"fmt"
	"math"
	"math/big"

	"github.com/kexplain/kexplain/ring"
)

func Example() {
	x := ring.NewRat(1, 3)
	y, _ := ring.ParseRat("−0.25")
	fmt.Println(x.Add(y), x.Mul(y), x.Cmp(y))
	_, err := x.Quo(ring.Rat{})
	fmt.Println(err, errors.Is(err, ring.ErrDomain))
	// Output:
	// 1/12 -1/12 1
	// ring: division by 0: ring: undefined true
}

func ExampleParseRat() {
	for _, s := range []string{"6/8", "1.5e-3", "3,5", "1e999999999"} {
		x, err := ring.ParseRat(s)
		fmt.Println(x, err)
	}
	// Output:
	// 3/4 <nil>
	// 3/2000 <nil>
	// 0 ring: number "3,5", byte 1: found ',' where the end of the number was expected
	// 0 ring: number "1e999999999", byte 2: decimal exponent beyond ±10000
}

func ExampleParseError() {
	_, err := ring.Qi.Parse("1/2 + 3*j")
	var pe *ring.ParseError
	if errors.As(err, &pe) {
		fmt.Println(pe.Text)
		fmt.Printf("%*s %s\n", pe.Offset+1, "^", pe.What)
	}
	// Output:
	// 1/2 + 3*j
	//         ^ found 'j' where the imaginary unit i was expected
}

func ExampleTruth() {
	x, y := 0.1, 0.2
	fmt.Println(ring.Float64.Equal(x+y, 0.3))
	fmt.Println(ring.Q.Equal(ring.NewRat(1, 10).Add(ring.NewRat(2, 10)), ring.NewRat(3, 10)))
	// Output:
	// unknown
	// yes
}

func ExampleRationals() {
	x := []ring.Rat{ring.NewRat(1, 2), ring.NewRat(1, 3)}
	y := []ring.Rat{ring.NewRat(2, 1), ring.NewRat(3, 1)}
	fmt.Println(ring.Q, ring.Q.Dot(x, y))
	// Output: Q 2
}

func ExampleFloats() {
	x, _ := ring.Float64.Parse("1/8")
	fmt.Println(ring.Float64, ring.Float64.Format(x))
	// Output: R (53 bits) 0.125
}

func ExampleBigFloats() {
	k := ring.NewBigFloats(100)
	x, _ := k.Exp(k.One())
	fmt.Println(k, k.Format(x))
	// Output: R (100 bits) 2.71828182845904523536028747135
}

func ExampleComplexes() {
	x, _ := ring.Complex128.Parse("1 + 2i")
	fmt.Println(ring.Complex128.Format(ring.Complex128.Mul(x, ring.Complex128.Conj(x))))
	// Output: 5
}

func ExampleGaussian() {
	x := ring.NewGaussian(ring.NewRat(3, 1), ring.NewRat(4, 1))
	inv, _ := ring.Qi.Inv(x)
	fmt.Println(x, x.Norm(), inv)
	// Output: 3+4*i 25 3/25-4/25*i
}

func ExampleGaussians() {
	i, _ := ring.Qi.Parse("i")
	fmt.Println(ring.Qi, ring.Qi.Format(ring.Power(ring.Qi, i, 2)))
	// Output: Q(i) -1
}

func ExampleZp() {
	k, _ := ring.NewZp(7)
	half, _ := k.Parse("1/2")
	fmt.Println(k, half, k.Add(half, half))
	_, err := ring.NewZp(9)
	fmt.Println(err)
	// Output:
	// Z/7 4 1
	// ring: Z/p needs a prime p below 2⁶³, not 9
}

func ExampleFromRat() {
	third := ring.NewRat(1, 3)
	x, _ := ring.FromRat(ring.Float64, third)
	k := ring.NewBigFloats(200)
	y, _ := ring.FromRat(k, third)
	fmt.Println(x, new(big.Float).Sub(y, big.NewFloat(x)).Sign())
	// Output: 0.3333333333333333 1
}

func ExampleVectorerOf() {
	v := ring.VectorerOf(ring.Q)
	row := []ring.Rat{ring.NewRat(1, 1), ring.NewRat(2, 1)}
	v.Axpy(row, ring.NewRat(-2, 1), []ring.Rat{ring.NewRat(0, 1), ring.NewRat(1, 1)})
	fmt.Println(row)
	// Output: [1 0]
}

func ExampleBigFloats_FromFloat() {
	k := ring.NewBigFloats(100)
	half, err := k.FromFloat(0.5)
	fmt.Println(k.Format(half), err)
	_, err = k.FromFloat(math.NaN())
	fmt.Println(err)
	// Output:
	// 0.5 <nil>
	// ring: NaN in R (100 bits): ring: undefined
}
