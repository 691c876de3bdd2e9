package ring_test

import (
	"encoding/json"
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/ring"
	"github.com/kexplain/kexplain/ring/ringtest"
)

// cornerInts are the integers at which the two forms of a Rat meet.
var cornerInts = []int64{
	0, 1, -1, 2, -2, 3, 6, -6, 10, 1 << 31, 1<<31 - 1, 1 << 32, 3037000499, 3037000500,
	1 << 62, 1<<62 - 1, -1 << 62, math.MaxInt64, math.MaxInt64 - 1, -math.MaxInt64, math.MinInt64, math.MinInt64 + 2,
	1000000007, 6700417 * 641,
}

// drawRat draws from the corners half of the time, and sometimes a number
// beyond the fast form.
func drawRat(rng *rand.Rand) ring.Rat {
	n := func() int64 {
		switch rng.IntN(4) {
		case 0:
			return int64(rng.IntN(21)) - 10
		case 1:
			return int64(rng.Uint64()) >> rng.IntN(64)
		}
		return cornerInts[rng.IntN(len(cornerInts))]
	}
	q := n()
	for q == 0 {
		q = n()
	}
	r := ring.NewRat(n(), q)
	if rng.IntN(8) == 0 {
		b := r.Big()
		return ring.RatFromBig(b.Mul(b, b).Add(b, big.NewRat(n(), q)))
	}
	return r
}

func TestRatIsThreeWords(t *testing.T) {
	if strconv.IntSize == 64 {
		assert.EqualValues(t, 24, unsafe.Sizeof(ring.Rat{}))
	}
}

func TestRatZeroValue(t *testing.T) {
	var x ring.Rat
	assert.Equal(t, "0", x.String())
	assert.True(t, x.IsZero() && x.IsInt() && x.Equal(ring.NewRat(0, -5)))
	assert.Equal(t, "1", x.Den().String())
	assert.Equal(t, 1, x.BitLen())
}

// Every operation against math/big, on numbers around the borders of the two
// forms; and the form must follow from the number.
func TestRatAgainstBig(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range ringtest.Rounds(4000) {
		x, y := drawRat(rng), drawRat(rng)
		bx, by := x.Big(), y.Big()
		check := func(op string, got ring.Rat, want *big.Rat) {
			t.Helper()
			require.Zero(t, got.Big().Cmp(want), "%s of %v and %v: got %v want %v", op, x, y, got, want)
			require.Equal(t, want.RatString(), got.String())
			_, _, fast := got.Frac64()
			n, d := want.Num(), want.Denom()
			require.Equal(t, n.IsInt64() && n.Int64() != math.MinInt64 && d.IsInt64(), fast, "form of %v", want)
			require.True(t, got.Equal(ring.RatFromBig(want)))
		}
		check("sum", x.Add(y), new(big.Rat).Add(bx, by))
		check("difference", x.Sub(y), new(big.Rat).Sub(bx, by))
		check("product", x.Mul(y), new(big.Rat).Mul(bx, by))
		check("negative", x.Neg(), new(big.Rat).Neg(bx))
		check("absolute value", x.Abs(), new(big.Rat).Abs(bx))
		q, err := x.Quo(y)
		if y.IsZero() {
			require.ErrorIs(t, err, ring.ErrDomain)
		} else {
			require.NoError(t, err)
			check("quotient", q, new(big.Rat).Quo(bx, by))
		}
		require.Equal(t, bx.Cmp(by), x.Cmp(y), "%v and %v", x, y)
		require.Equal(t, bx.Sign(), x.Sign())
		require.Equal(t, bx.IsInt(), x.IsInt())
		require.Equal(t, bx.Num().BitLen()+bx.Denom().BitLen(), x.BitLen())
		f, _ := bx.Float64()
		require.Equal(t, f, x.Float64(), "%v", x)
		back, err := ring.ParseRat(x.String())
		require.NoError(t, err)
		require.True(t, back.Equal(x))
	}
}

// TestRatFromDecimal compares with numbers reduced by their greatest common divisor.
func TestRatFromDecimal(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 19))
	ten := int64(1)
	for places := range 19 {
		for range 3000 {
			m := rng.Int64() >> rng.IntN(63)
			for range rng.IntN(12) {
				m *= []int64{2, 5, 10}[rng.IntN(3)]
			}
			if rng.IntN(2) == 0 {
				m = -m
			}
			if rng.IntN(50) == 0 {
				m = []int64{0, math.MinInt64, math.MaxInt64, 1, -1, ten, -ten}[rng.IntN(7)]
			}
			require.Equal(t, ring.NewRat(m, ten), ring.RatFromDecimal(m, places), "%d/10^%d", m, places)
		}
		ten *= 10
	}
	require.Panics(t, func() { ring.RatFromDecimal(10, 19) })
	require.Panics(t, func() { ring.RatFromDecimal(1, -1) })
}

func TestRatFromFloat(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	floats := []float64{0, 1, -1, 0.1, 0.5, 1 << 53, 1 << 62, 1 << 63, -1 << 63, 1 << 64, 1e300,
		math.MaxFloat64, math.SmallestNonzeroFloat64, -3 * math.SmallestNonzeroFloat64, 0x1p-62, 0x1p-63, 0x1.8p-62}
	for range 2000 {
		floats = append(floats, math.Ldexp(rng.NormFloat64(), rng.IntN(200)-100))
	}
	for _, f := range floats {
		r, err := ring.RatFromFloat(f)
		require.NoError(t, err)
		require.Zero(t, r.Big().Cmp(new(big.Rat).SetFloat64(f)), "%v", f)
		require.True(t, r.Equal(ring.RatFromBig(r.Big())), "form of %v", f)
		require.Equal(t, f, r.Float64())
	}
	for _, f := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		_, err := ring.RatFromFloat(f)
		require.ErrorIs(t, err, ring.ErrDomain)
	}
}

func TestParseRat(t *testing.T) {
	for _, row := range []struct{ why, text, want string }{
		{"integer", "42", "42"},
		{"sign", "-2", "-2"},
		{"plus", "+2", "2"},
		{"Unicode minus", "−2", "-2"},
		{"Unicode minus in the exponent", "1e−2", "1/100"},
		{"fraction", "3/4", "3/4"},
		{"lowest terms", "6/8", "3/4"},
		{"leading zeros are decimal", "010/012", "5/6"},
		{"decimal", "-0.25", "-1/4"},
		{"decimal is exact, not the float", "0.1", "1/10"},
		{"no digit before the point", ".5", "1/2"},
		{"no digit after the point", "5.", "5"},
		{"exponent", "1.5e-3", "3/2000"},
		{"capital exponent", "1E3", "1000"},
		{"zero with exponent", "0e10000", "0"},
		{"minus zero", "-0", "0"},
		{"blanks around", " \t7\r\n", "7"},
		{"beyond 64 bits", "123456789012345678901234567890", "123456789012345678901234567890"},
		{"least int64", "-9223372036854775808", "-9223372036854775808"},
		{"many decimals", "0.1234567890123456789", "1234567890123456789/10000000000000000000"},
		{"small with exponent", "25e-20", "1/4000000000000000000"},
	} {
		got, err := ring.ParseRat(row.text)
		if assert.NoError(t, err, row.why) {
			assert.Equal(t, row.want, got.String(), row.why)
		}
	}
}

func TestParseRatErrors(t *testing.T) {
	for _, row := range []struct {
		why, text string
		is        error
		offset    int
	}{
		{"nothing", "", strconv.ErrSyntax, 0},
		{"blank", "  ", strconv.ErrSyntax, 2},
		{"only a sign", "-", strconv.ErrSyntax, 1},
		{"only a point", ".", strconv.ErrSyntax, 1},
		{"letters", "abc", strconv.ErrSyntax, 0},
		{"not a number", "NaN", strconv.ErrSyntax, 0},
		{"infinite", "Inf", strconv.ErrSyntax, 0},
		{"hexadecimal", "0x10", strconv.ErrSyntax, 1},
		{"digit separator", "1_000", strconv.ErrSyntax, 1},
		{"blank inside", "1 000", strconv.ErrSyntax, 1},
		{"decimal comma", "1,5", strconv.ErrSyntax, 1},
		{"two signs", "--1", strconv.ErrSyntax, 1},
		{"signed denominator", "1/-2", strconv.ErrSyntax, 2},
		{"decimal fraction", "1.5/2", strconv.ErrSyntax, 3},
		{"decimal denominator", "1/2.5", strconv.ErrSyntax, 3},
		{"no denominator", "1/", strconv.ErrSyntax, 2},
		{"no exponent", "1e", strconv.ErrSyntax, 2},
		{"zero denominator", "1/0", ring.ErrDomain, 2},
		{"huge exponent", "1e1000000000", strconv.ErrRange, 2},
		{"huge negative exponent", "1e-10001", strconv.ErrRange, 3},
		{"exponent beyond an int", "1e99999999999999999999", strconv.ErrRange, 2},
		{"broken UTF-8", "\xff", strconv.ErrSyntax, 0},
	} {
		_, err := ring.ParseRat(row.text)
		var pe *ring.ParseError
		if assert.ErrorAs(t, err, &pe, row.why) {
			assert.ErrorIs(t, err, row.is, row.why)
			assert.Equal(t, row.offset, pe.Offset, "%s: %v", row.why, err)
			assert.Equal(t, row.text, pe.Text)
		}
	}
	_, err := ring.ParseRat("1e1000000000")
	assert.ErrorContains(t, err, "10000", "the error names the limit")
}

func TestRatPow(t *testing.T) {
	x := ring.NewRat(-2, 3)
	for n, want := range map[int]string{0: "1", 1: "-2/3", 3: "-8/27", -2: "9/4"} {
		got, err := x.Pow(n)
		require.NoError(t, err)
		assert.Equal(t, want, got.String())
	}
	_, err := ring.Rat{}.Pow(-1)
	assert.ErrorIs(t, err, ring.ErrDomain)
	one, err := ring.Rat{}.Pow(0)
	require.NoError(t, err)
	assert.True(t, one.IsOne())
}

func TestRatText(t *testing.T) {
	in := []ring.Rat{ring.NewRat(-3, 4), {}, ring.RatFromBigInt(new(big.Int).Lsh(big.NewInt(1), 80))}
	b, err := json.Marshal(in)
	require.NoError(t, err)
	assert.JSONEq(t, `["-3/4", "0", "1208925819614629174706176"]`, string(b))
	var out []ring.Rat
	require.NoError(t, json.Unmarshal(b, &out))
	assert.Equal(t, in, out)
	assert.Error(t, json.Unmarshal([]byte(`["x"]`), &out))
}

func TestRatConstructorPanics(t *testing.T) {
	assert.Panics(t, func() { ring.NewRat(1, 0) })
}

func TestRatAllocations(t *testing.T) {
	x, y := ring.NewRat(3, 4), ring.NewRat(-5, 6)
	var z ring.Rat
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		z = x.Add(y).Mul(x).Sub(y)
		z, _ = z.Quo(x)
	}))
	text := strings.Repeat("1", 17)
	assert.Zero(t, testing.AllocsPerRun(100, func() { z, _ = ring.ParseRat(text) }))
}

func FuzzParseRat(f *testing.F) {
	for _, s := range []string{"3/4", "-2", "−0.25", "1.5e-3", ".5", "5.", "1/0", "1e10001", "0e-10000", " 7 ", "0x1p3", "1_0", "9223372036854775808/3"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r, err := ring.ParseRat(s)
		if err != nil {
			var pe *ring.ParseError
			require.ErrorAs(t, err, &pe)
			require.LessOrEqual(t, pe.Offset, len(s))
			return
		}
		back, err := ring.ParseRat(r.String())
		require.NoError(t, err)
		require.True(t, back.Equal(r))
		want, ok := new(big.Rat).SetString(strings.ReplaceAll(strings.TrimSpace(s), "−", "-"))
		if ok && !strings.Contains(s, "/") {
			require.Zero(t, want.Cmp(r.Big()), "math/big reads %v, ParseRat %v", want, r)
		}
	})
}
