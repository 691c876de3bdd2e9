package poly_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/poly/polytest"
	"github.com/kexplain/kexplain/ring"
	"github.com/kexplain/kexplain/ring/ringtest"
)

func TestOverRationals(t *testing.T) { polytest.Test(t, ring.Q, ringtest.Rat) }

func TestOverGaussians(t *testing.T) { polytest.Test(t, ring.Qi, ringtest.Gaussian) }

func TestOverFloats(t *testing.T) { polytest.Test(t, ring.Float64, ringtest.Float64) }

func TestOverComplexes(t *testing.T) { polytest.Test(t, ring.Complex128, ringtest.Complex128) }

func TestOverBigFloats(t *testing.T) {
	k := ring.NewBigFloats(100)
	polytest.Test(t, k, ringtest.BigFloat(k))
}

func TestOverResidues(t *testing.T) {
	for _, p := range []uint64{2, 3, 32003, 9223372036854775783} {
		k, err := ring.NewZp(p)
		require.NoError(t, err)
		t.Run(k.String(), func(t *testing.T) { polytest.Test(t, k, ringtest.Zp(k)) })
	}
}

// A field that is not ours, with elements of its own kind and no Vectorer.
func TestOverForeignField(t *testing.T) {
	polytest.Test(t, mod7{}, func(rng *rand.Rand) int8 { return int8(rng.IntN(7)) })
}

// mod7 is Z/7.
type mod7 struct{}

func (mod7) String() string             { return "F7" }
func (mod7) Zero() int8                 { return 0 }
func (mod7) One() int8                  { return 1 }
func (mod7) FromInt(n int64) int8       { return int8((n%7 + 7) % 7) }
func (mod7) Add(x, y int8) int8         { return (x + y) % 7 }
func (mod7) Sub(x, y int8) int8         { return (x - y + 7) % 7 }
func (mod7) Neg(x int8) int8            { return (7 - x) % 7 }
func (mod7) Mul(x, y int8) int8         { return x * y % 7 }
func (mod7) IsZero(x int8) ring.Truth   { return ring.TruthOf(x == 0) }
func (mod7) Equal(x, y int8) ring.Truth { return ring.TruthOf(x == y) }
func (mod7) Exact() bool                { return true }
func (mod7) Characteristic() *big.Int   { return big.NewInt(7) }
func (mod7) Format(x int8) string       { return fmt.Sprint(x) }

func (k mod7) Inv(x int8) (int8, error) {
	if x == 0 {
		return 0, fmt.Errorf("1/0: %w", ring.ErrDomain)
	}
	return ring.Power(k, x, 5), nil
}

func (k mod7) Parse(s string) (int8, error) {
	var n int64
	if _, err := fmt.Sscan(s, &n); err != nil || fmt.Sprint(n) != s {
		return 0, fmt.Errorf("F7: %q is not an integer", s)
	}
	return k.FromInt(n), nil
}
