package ring_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/ring"
)

// Constants to 100 digits, from OEIS A002162, A001113 and A002193.
const (
	ln2   = "0.6931471805599453094172321214581765680755001343602552541206800094933936219696947156058633269964186875"
	e     = "2.718281828459045235360287471352662497757247093699959574966967627724076630353547594571382178525166427"
	sqrt2 = "1.414213562373095048801688724209698078569671875376948073176679737990732478462107038850387534327641573"
)

func TestBigFloatConstants(t *testing.T) {
	for _, prec := range []uint{10, 24, 53, 64, 113, 200, 300} {
		k := ring.NewBigFloats(prec)
		want := func(s string) *big.Float {
			x, err := k.Parse(s)
			require.NoError(t, err)
			return x
		}
		got, err := k.Log(k.FromInt(2))
		require.NoError(t, err)
		assert.Zero(t, got.Cmp(want(ln2)), "log 2 to %d bits: %v", prec, got)
		got, err = k.Exp(k.One())
		require.NoError(t, err)
		assert.Zero(t, got.Cmp(want(e)), "e to %d bits: %v", prec, got)
		got, err = k.Sqrt(k.FromInt(2))
		require.NoError(t, err)
		assert.Zero(t, got.Cmp(want(sqrt2)), "√2 to %d bits: %v", prec, got)
		half, err := k.FromFloat(0.5)
		require.NoError(t, err)
		got, err = k.Pow(k.FromInt(2), half)
		require.NoError(t, err)
		assert.Zero(t, got.Cmp(want(sqrt2)), "2^½ to %d bits: %v", prec, got)
	}
}

// At 53 bits the functions are those of package math, up to the last place.
func TestBigFloatAgainstMath(t *testing.T) {
	k := ring.NewBigFloats(53)
	rng := rand.New(rand.NewPCG(1, 4))
	near := func(name string, got *big.Float, err error, want float64, of ...float64) {
		t.Helper()
		require.NoError(t, err, "%s%v", name, of)
		f, _ := got.Float64()
		require.InEpsilon(t, want, f, 0x1p-50, "%s%v: got %v want %v", name, of, f, want)
	}
	for range 50 {
		x, y := math.Exp(4*rng.NormFloat64()), 5*rng.NormFloat64()
		bx, by := big.NewFloat(x), big.NewFloat(y)
		z, err := k.Log(bx)
		near("log", z, err, math.Log(x), x)
		z, err = k.Exp(by)
		near("exp", z, err, math.Exp(y), y)
		z, err = k.Pow(bx, by)
		near("pow", z, err, math.Pow(x, y), x, y)
	}
	for _, row := range [][2]float64{{-2, 3}, {-2, 4}, {-2, -3}, {-0.5, -5}, {0, 2}, {-3, 0}, {0, 0}, {2, 1000}, {-1, 1 << 60}, {10, -20}} {
		z, err := k.Pow(big.NewFloat(row[0]), big.NewFloat(row[1]))
		require.NoError(t, err)
		f, _ := z.Float64()
		assert.Equal(t, math.Pow(row[0], row[1]), f, "pow%v", row)
	}
}

// Near 1 the logarithm keeps all its bits: log(1+ε) = ε − ε²/2 + …
func TestBigFloatLogNearOne(t *testing.T) {
	k := ring.NewBigFloats(300)
	eps := new(big.Float).SetPrec(300).SetMantExp(big.NewFloat(1), -290)
	got, err := k.Log(k.Add(k.One(), eps))
	require.NoError(t, err)
	half := k.Mul(k.Mul(eps, eps), big.NewFloat(0.5))
	assert.Zero(t, got.Cmp(k.Sub(eps, half)), "%v", got)
}

func TestBigFloatDomain(t *testing.T) {
	k := ring.NewBigFloats(60)
	inf := new(big.Float).SetInf(false)
	huge := new(big.Float).SetMantExp(big.NewFloat(1), 40)
	for name, row := range map[string]struct {
		f    func() (*big.Float, error)
		want error
	}{
		"log 0":               {func() (*big.Float, error) { return k.Log(k.Zero()) }, ring.ErrDomain},
		"log −1":              {func() (*big.Float, error) { return k.Log(k.FromInt(-1)) }, ring.ErrDomain},
		"log ∞":               {func() (*big.Float, error) { return k.Log(inf) }, ring.ErrUnable},
		"√−1":                 {func() (*big.Float, error) { return k.Sqrt(k.FromInt(-1)) }, ring.ErrDomain},
		"exp 2⁴⁰":             {func() (*big.Float, error) { return k.Exp(huge) }, ring.ErrUnable},
		"exp −2⁴⁰":            {func() (*big.Float, error) { return k.Exp(k.Neg(huge)) }, ring.ErrUnable},
		"exp 1.49e9 too far":  {func() (*big.Float, error) { return k.Exp(k.FromInt(1490000000)) }, ring.ErrUnable},
		"exp ∞":               {func() (*big.Float, error) { return k.Exp(inf) }, ring.ErrUnable},
		"(−2)^½":              {func() (*big.Float, error) { return k.Pow(k.FromInt(-2), big.NewFloat(0.5)) }, ring.ErrDomain},
		"0^−1":                {func() (*big.Float, error) { return k.Pow(k.Zero(), k.FromInt(-1)) }, ring.ErrDomain},
		"2^(2⁴⁰)":             {func() (*big.Float, error) { return k.Pow(k.FromInt(2), huge) }, ring.ErrUnable},
		"∞^1":                 {func() (*big.Float, error) { return k.Pow(inf, k.One()) }, ring.ErrUnable},
		"NaN as a big number": {func() (*big.Float, error) { return k.FromFloat(math.NaN()) }, ring.ErrDomain},
	} {
		_, err := row.f()
		assert.ErrorIs(t, err, row.want, name)
	}
	z, err := k.Exp(k.FromInt(1400000000))
	require.NoError(t, err, "still inside")
	assert.Equal(t, 2019773058, z.MantExp(nil), "1.4e9/log 2 = 2019773057.2…")
}

func TestNewBigFloatsPanics(t *testing.T) {
	assert.Panics(t, func() { ring.NewBigFloats(0) })
}

// Powers of two, where math/big alone prints a digit too few.
func TestBigFloatFormatPowersOfTwo(t *testing.T) {
	k := ring.NewBigFloats(53)
	for exp := -3000; exp < 3000; exp += 37 {
		x := new(big.Float).SetPrec(53).SetMantExp(big.NewFloat(1), exp)
		y, err := k.Parse(k.Format(x))
		require.NoError(t, err)
		require.Zero(t, x.Cmp(y), "2^%d prints %s", exp, k.Format(x))
	}
}
