package ring_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/ring"
	"github.com/kexplain/kexplain/ring/ringtest"
)

// TestTruthText: the three answers, and what is none.
func TestTruthText(t *testing.T) {
	assert.Equal(t, ring.Yes, ring.TruthOf(true))
	assert.Equal(t, ring.No, ring.TruthOf(false))
	for truth, want := range map[ring.Truth]string{ring.Unknown: "unknown", ring.No: "no", ring.Yes: "yes", 3: "Truth(3)", -1: "Truth(-1)"} {
		assert.Equal(t, want, truth.String())
	}
	var zero ring.Truth
	assert.Equal(t, ring.Unknown, zero)
}

// TestRatParts: a rational number is its numerator over its denominator, which the caller may
// change, in 64 bits where both have them.
func TestRatParts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 42))
	numbers := []ring.Rat{ring.RatFromInt(math.MaxInt64), ring.RatFromInt(math.MinInt64)}
	for range 200 {
		x := ringtest.Rat(rng)
		numbers = append(numbers, x, x.Mul(ring.RatFromInt(math.MaxInt64)))
	}
	for _, x := range numbers {
		num, den := x.Num(), x.Den()
		require.True(t, ring.RatFromBig(new(big.Rat).SetFrac(num, den)).Equal(x), "%v", x)
		n, ok := x.Int64()
		require.Equal(t, x.IsInt() && num.IsInt64() && n != math.MinInt64 && num.Cmp(big.NewInt(math.MinInt64)) != 0, ok, "%v", x)
		if ok {
			require.True(t, ring.RatFromInt(n).Equal(x))
		}
		if x.IsInt() {
			require.True(t, ring.RatFromBigInt(num).Equal(x), "%v", x)
		}
		before := x.String()
		num.Add(num, big.NewInt(1))
		den.Add(den, big.NewInt(1))
		require.Equal(t, before, x.String(), "a number does not change")
	}
}

// TestFromRat: numbers without a method of their own field are read from their decimals, and
// what has no value is an error.
func TestFromRat(t *testing.T) {
	huge := ring.RatFromBigInt(new(big.Int).Lsh(big.NewInt(1), 1100))
	_, err := ring.FromRat[float64](ring.Float64, huge)
	assert.ErrorIs(t, err, ring.ErrUnable)
	k := ring.NewBigFloats(80)
	assert.Equal(t, uint(80), k.Prec())
	x, err := ring.FromRat[*big.Float](k, huge)
	require.NoError(t, err)
	assert.Equal(t, 1101, x.MantExp(nil))
	for _, prec := range []uint{53, 200} { // an element of another precision is written as one of this
		third := new(big.Float).SetPrec(prec).Quo(big.NewFloat(1), new(big.Float).SetPrec(prec).SetInt64(3))
		y, err := k.Parse(k.Format(third))
		require.NoError(t, err)
		assert.Zero(t, y.Cmp(new(big.Float).SetPrec(80).Set(third)), "%d bits", prec)
	}
	third, err := k.Parse("-1/3")
	require.NoError(t, err)
	assert.Zero(t, third.Cmp(new(big.Float).SetPrec(80).Quo(k.FromInt(-1), k.FromInt(3))))
	for _, text := range []string{"x", "1/0", "1e", "", "1e99999999999"} {
		_, err := k.Parse(text)
		assert.Error(t, err, text)
	}
	assert.Equal(t, []float64{0, 0, 0}, ring.Zeros[float64](ring.Float64, 3))
	inf := new(big.Float).SetInf(true)
	assert.Equal(t, "-Inf", k.Format(inf))
}

// TestMulTo: entry by entry, of columns of one length.
func TestMulTo(t *testing.T) {
	x, y := []float64{1, -2, 0.5}, []float64{3, 4, 1e300}
	dst := make([]float64, 3)
	ring.Float64.MulTo(dst, x, y)
	assert.Equal(t, []float64{3, -8, 5e299}, dst)
	assert.Panics(t, func() { ring.Float64.MulTo(dst, x[:2], y) })
	assert.Panics(t, func() { ring.Float64.MulTo(dst, x, y[:2]) })
}

// TestParseErrorText: a long text is cut at 60 bytes, never inside a letter.
func TestParseErrorText(t *testing.T) {
	for n, cut := range map[int]bool{59: false, 60: false, 61: true, 200: true} {
		_, err := ring.ParseRat(strings.Repeat("7", n-1) + "x")
		require.Error(t, err)
		assert.Equal(t, cut, strings.Contains(err.Error(), "…"), "%d bytes", n)
		assert.Equal(t, min(n-1, 60), strings.Count(err.Error(), "7")-strings.Count(err.Error()[strings.LastIndex(err.Error(), `"`):], "7"), "%d bytes", n)
	}
	_, err := ring.ParseRat(strings.Repeat("7", 59) + "θ" + strings.Repeat("7", 9))
	require.Error(t, err)
	assert.Contains(t, err.Error(), strings.Repeat("7", 59)+"…")
}

// TestPowersBeyondTheExponent: what big.Float cannot hold is unable, not an infinity.
func TestPowersBeyondTheExponent(t *testing.T) {
	k := ring.NewBigFloats(64)
	for _, x := range []*big.Float{k.FromInt(3), k.FromInt(-3)} {
		for _, y := range []int64{1 << 40, -(1 << 40)} {
			_, err := k.Pow(x, k.FromInt(y))
			assert.ErrorIs(t, err, ring.ErrUnable, "%v^%d", x, y)
		}
	}
	y, err := k.Pow(k.FromInt(-3), k.FromInt(3))
	require.NoError(t, err)
	assert.Zero(t, y.Cmp(k.FromInt(-27)))
	y, err = k.Pow(k.FromInt(-3), k.FromInt(4))
	require.NoError(t, err)
	assert.Zero(t, y.Cmp(k.FromInt(81)))
}

// TestNothingBesideErrors: what is no number is read as 0 beside the error.
func TestNothingBesideErrors(t *testing.T) {
	z7, err := ring.NewZp(7)
	require.NoError(t, err)
	for _, text := range []string{"", "x", "1 2", "1e", "1/0", "1+"} {
		x, err := ring.Float64.Parse(text)
		assert.Error(t, err, text)
		assert.Zero(t, x, text)
		c, err := ring.Complex128.Parse(text)
		assert.Error(t, err, text)
		assert.Zero(t, c, text)
		n, err := z7.Parse(text)
		assert.Error(t, err, text)
		assert.Zero(t, n, text)
		q, err := ring.Q.Parse(text)
		assert.Error(t, err, text)
		assert.True(t, q.IsZero(), text)
		g, err := ring.Qi.Parse(text)
		assert.Error(t, err, text)
		assert.Equal(t, ring.Gaussian{}, g, text)
	}
}
