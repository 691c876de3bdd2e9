package ring_test

import (
	"math"
	"math/big"
	"math/cmplx"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/ring"
)

// Over an inexact field nothing is No, and Yes only where replacing one by the
// other changes no later result.
func TestInexactQuestions(t *testing.T) {
	k := ring.Float64
	nan, inf := math.NaN(), math.Inf(1)
	for _, row := range []struct {
		why  string
		x    float64
		want ring.Truth
	}{
		{"zero", 0, ring.Yes},
		{"minus zero", math.Copysign(0, -1), ring.Yes},
		{"one may be the rest of a cancellation", 1, ring.Unknown},
		{"least float", math.SmallestNonzeroFloat64, ring.Unknown},
		{"NaN", nan, ring.Unknown},
		{"infinity", inf, ring.Unknown},
	} {
		assert.Equal(t, row.want, k.IsZero(row.x), row.why)
		assert.Equal(t, row.want, ring.Complex128.IsZero(complex(row.x, 0)), row.why)
	}
	x, y := 0.1, 0.2
	assert.Equal(t, ring.Unknown, k.Equal(x+y, 0.3), "a rounding apart")
	assert.Equal(t, ring.Yes, k.Equal(0.5, 0.5))
	assert.Equal(t, ring.Unknown, k.Equal(nan, nan))
	assert.Equal(t, ring.Unknown, k.Equal(inf, inf))
	assert.Equal(t, ring.Unknown, ring.Complex128.Equal(cmplx.Inf(), cmplx.Inf()))
	b := ring.NewBigFloats(100)
	assert.Equal(t, ring.Unknown, b.IsZero(b.One()))
	assert.Equal(t, ring.Yes, b.IsZero(new(big.Float).Neg(b.Zero())))
	bigInf := new(big.Float).SetInf(false)
	assert.Equal(t, ring.Unknown, b.Equal(bigInf, bigInf))
}

func TestInexactDivision(t *testing.T) {
	for _, x := range []float64{math.NaN(), math.Inf(-1), math.SmallestNonzeroFloat64} {
		_, err := ring.Float64.Inv(x)
		assert.ErrorIs(t, err, ring.ErrUnable, "%v", x)
		_, err = ring.Complex128.Inv(complex(0, x))
		assert.ErrorIs(t, err, ring.ErrUnable, "%v", x)
	}
	_, err := ring.NewBigFloats(53).Inv(new(big.Float).SetInf(true))
	assert.ErrorIs(t, err, ring.ErrUnable)
}

func TestFloatCmpIsTotal(t *testing.T) {
	nan := math.NaN()
	assert.Equal(t, 0, ring.Float64.Cmp(nan, nan))
	assert.Equal(t, -1, ring.Float64.Cmp(nan, math.Inf(-1)))
	assert.Equal(t, 1, ring.Float64.Cmp(0, nan))
}

func TestFloatParse(t *testing.T) {
	for text, want := range map[string]float64{
		"0.1": 0.1, "−2.5": -2.5, "3/4": 0.75, "1e6": 1e6, "1/3": 1.0 / 3, "0e-5000": 0,
		"123456789012345678901234567890": 123456789012345678901234567890,
	} {
		got, err := ring.Float64.Parse(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
	}
	for _, text := range []string{"1e400", "-1e400", "1e-400", "1e1000000000"} {
		_, err := ring.Float64.Parse(text)
		assert.ErrorIs(t, err, strconv.ErrRange, text)
		_, err = ring.Complex128.Parse(text + "*i")
		assert.ErrorIs(t, err, strconv.ErrRange, text)
	}
	assert.Equal(t, "1e-7", ring.Float64.Format(1e-7))
	assert.Equal(t, "1e21", ring.Float64.Format(1e21))
	assert.Equal(t, "NaN", ring.Float64.Format(math.NaN()))
}

func TestGaussianText(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"1/2+3*i", "1/2+3*i"},
		{"3i", "3*i"},
		{"i", "i"},
		{"-i", "-i"},
		{"− i", "-i"},
		{"i+1", "1+i"},
		{"2 - 0.5 i", "2-1/2*i"},
		{" ( 1 + i ) ", "1+i"},
		{"1+1*i", "1+i"},
		{"0*i", "0"},
		{"3/4 * i - 1/2", "-1/2+3/4*i"},
	} {
		got, err := ring.Qi.Parse(row.text)
		if assert.NoError(t, err, row.text) {
			assert.Equal(t, row.want, got.String())
		}
	}
	for text, offset := range map[string]int{
		"1+2": 1, "i+i": 1, "1+": 2, "1 2": 2, "1*": 2, "(1+i": 4, "1+i)": 3, "i*2": 1, "1+-i": 2, "1/0*i": 2, "ii": 1, "j": 0,
	} { // a part too many is shown at its sign
		_, err := ring.Qi.Parse(text)
		var pe *ring.ParseError
		if assert.ErrorAs(t, err, &pe, text) {
			assert.Equal(t, text, pe.Text)
			assert.Equal(t, offset, pe.Offset, "%v", err)
		}
	}
}

func TestGaussianNorm(t *testing.T) {
	x, err := ring.Qi.Parse("3/5+4/5*i")
	require.NoError(t, err)
	assert.True(t, x.Norm().IsOne())
	assert.Equal(t, complex(0.6, 0.8), x.Complex128())
	assert.True(t, ring.Qi.Mul(x, ring.Qi.Conj(x)).Re().IsOne())
}

func TestNewZpRefuses(t *testing.T) {
	for _, p := range []uint64{0, 1, 4, 561, 3215031751, 1<<63 + 29, 1<<64 - 59, 3037000493 * 3036999209} {
		_, err := ring.NewZp(p)
		assert.Error(t, err, "%d", p)
	}
}

// Zp against math/big at the primes where the word is fullest.
func TestZpAgainstBig(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	for _, p := range []uint64{2, 3, 2147483647, 4611686018427387847, 9223372036854775783} {
		k, err := ring.NewZp(p)
		require.NoError(t, err)
		m := new(big.Int).SetUint64(p)
		for range 2000 {
			x, y := rng.Uint64N(p), rng.Uint64N(p)
			if rng.IntN(2) == 0 {
				x = p - 1 - rng.Uint64N(min(p, 3))
			}
			z := new(big.Int).Mul(new(big.Int).SetUint64(x), new(big.Int).SetUint64(y))
			require.Equal(t, z.Mod(z, m).Uint64(), k.Mul(x, y), "%d·%d mod %d", x, y, p)
		}
		full := make([]uint64, 1000)
		for i := range full {
			full[i] = p - 1
		}
		require.Equal(t, k.FromInt(1000), k.Dot(full, full), "p=%d: 1000 times (−1)²", p)
	}
}

func TestZpFromRat(t *testing.T) {
	k, err := ring.NewZp(7)
	require.NoError(t, err)
	for text, want := range map[string]uint64{
		"-1": 6, "1/2": 4, "0.5": 4, "22": 1,
		"700000000000000000000000000003":   3, // beyond the machine word
		"2/700000000000000000000000000003": 3, // 3·3 = 2
	} {
		got, err := k.Parse(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
	}
	for _, text := range []string{"1/7", "-3/14", "1/700000000000000000000000000000"} {
		_, err := k.Parse(text)
		assert.ErrorIs(t, err, ring.ErrDomain, text)
	}
}

// Dot of integers passes through 128 bits and beyond.
func TestRationalDotOverflow(t *testing.T) {
	most := ring.RatFromInt(math.MaxInt64)
	for _, signs := range [][]int64{{1, 1, 1, 1, 1, 1}, {-1, -1, -1, -1, -1}, {1, 1, 1, -1, -1, -1}, {1, -1, 1, -1}, {1}, {-1}} {
		x, y := make([]ring.Rat, len(signs)), make([]ring.Rat, len(signs))
		want := new(big.Rat)
		for i, s := range signs {
			x[i], y[i] = most, most.Mul(ring.RatFromInt(s))
			want.Add(want, new(big.Rat).Mul(x[i].Big(), y[i].Big()))
		}
		assert.Equal(t, want.RatString(), ring.Q.Dot(x, y).String(), "%v", signs)
	}
}

func FuzzParseGaussian(f *testing.F) {
	for _, s := range []string{"1/2+3*i", "-i", "(2 - 0.5 i)", "i+1", "1+2", "− i", "1e3i", "0*i", "1*", "((1))"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		x, err := ring.Qi.Parse(s)
		if err != nil {
			var pe *ring.ParseError
			require.ErrorAs(t, err, &pe)
			return
		}
		y, err := ring.Qi.Parse(x.String())
		require.NoError(t, err)
		require.Equal(t, ring.Yes, ring.Qi.Equal(x, y))
	})
}
