package ring_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/kexplain/kexplain/ring"
	"github.com/kexplain/kexplain/ring/ringtest"
)

func TestRationals(t *testing.T) { ringtest.Test(t, ring.Q, ringtest.Rat) }

func TestFloats(t *testing.T) { ringtest.Test(t, ring.Float64, ringtest.Float64) }

func TestComplexes(t *testing.T) { ringtest.Test(t, ring.Complex128, ringtest.Complex128) }

func TestGaussians(t *testing.T) { ringtest.Test(t, ring.Qi, ringtest.Gaussian) }

func TestBigFloats(t *testing.T) {
	for _, prec := range []uint{16, 53, 200} {
		k := ring.NewBigFloats(prec)
		t.Run(k.String(), func(t *testing.T) { ringtest.Test(t, k, ringtest.BigFloat(k)) })
	}
}

func TestZp(t *testing.T) {
	for _, p := range []uint64{
		2, 3, 5, 7, 65537,
		2147483647,          // 2³¹ − 1
		4294967291,          // the last below 2³²
		4294967311,          // the first above
		4611686018427387847, // 2⁶² − 57, the last below 2⁶²
		9223372036854775783, // 2⁶³ − 25, the last of all
	} {
		k, err := ring.NewZp(p)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(k.String(), func(t *testing.T) { ringtest.Test(t, k, ringtest.Zp(k)) })
	}
}

// A field from outside: four elements as powers of the root a of a² + a + 1
// over GF(2). It has no Vectorer, so the suite runs on the plain loops.
func TestForeignField(t *testing.T) {
	ringtest.Test(t, gf4{}, func(rng *rand.Rand) uint8 { return uint8(rng.IntN(4)) },
		func(t *testing.T, k ring.Field[uint8], gen ringtest.Gen[uint8]) {
			rng := rand.New(rand.NewPCG(1, 9))
			for range 50 { // Frobenius
				x, y := gen(rng), gen(rng)
				if got, want := ring.Power(k, k.Add(x, y), 2), k.Add(ring.Power(k, x, 2), ring.Power(k, y, 2)); got != want {
					t.Fatalf("(%d+%d)²: got %d want %d", x, y, got, want)
				}
			}
		})
}

// gf4 has the elements 0, 1, 2 = a, 3 = a+1: bit i is the coefficient of aⁱ.
type gf4 struct{}

var gf4Names = [4]string{"0", "1", "a", "a+1"}

func (gf4) String() string           { return "GF(4)" }
func (gf4) Zero() uint8              { return 0 }
func (gf4) One() uint8               { return 1 }
func (gf4) FromInt(n int64) uint8    { return uint8(n & 1) }
func (gf4) Add(x, y uint8) uint8     { return x ^ y }
func (gf4) Sub(x, y uint8) uint8     { return x ^ y }
func (gf4) Neg(x uint8) uint8        { return x }
func (gf4) Exact() bool              { return true }
func (gf4) Characteristic() *big.Int { return big.NewInt(2) }
func (gf4) Format(x uint8) string    { return gf4Names[x] }

func (gf4) Mul(x, y uint8) uint8 {
	if x == 0 || y == 0 {
		return 0
	}
	return (x-1+y-1)%3 + 1 // 1, a, a+1 = 1, a, a²
}

func (gf4) Inv(x uint8) (uint8, error) {
	if x == 0 {
		return 0, ring.ErrDomain
	}
	return (4-x)%3 + 1, nil
}

func (gf4) IsZero(x uint8) ring.Truth   { return ring.TruthOf(x == 0) }
func (gf4) Equal(x, y uint8) ring.Truth { return ring.TruthOf(x == y) }

func (gf4) Parse(s string) (uint8, error) {
	for i, name := range gf4Names {
		if s == name {
			return uint8(i), nil
		}
	}
	x, err := ring.ParseRat(s)
	if err != nil {
		return 0, fmt.Errorf("GF(4): %q is none of %s: %w", s, strings.Join(gf4Names[:], ", "), err)
	}
	n := x.Num()
	if !x.IsInt() {
		return 0, fmt.Errorf("GF(4): %q: %w", s, ring.ErrDomain)
	}
	return uint8(n.Bit(0)), nil
}

func TestSmallestField(t *testing.T) {
	ringtest.Test(t, bit{}, func(rng *rand.Rand) bool { return rng.IntN(2) == 1 })
}
