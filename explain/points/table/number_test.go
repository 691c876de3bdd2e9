package table

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/points/table/scan"
	"github.com/kexplain/kexplain/ring"
)

// checkNumber compares everything that reads numbers here with strconv and
// math/big.
func checkNumber(t *testing.T, text string) {
	t.Helper()
	x, _, fault := scan.Numerals{Point: '.'}.SlowFloat([]byte(text))
	d, n := scan.ScanDecimal([]byte(text), '.')
	if fault == scan.NotANumber || fault == scan.TooLong {
		return
	}
	plain := strings.ReplaceAll(text, "−", "-")
	if above, below, fraction := strings.Cut(plain, "/"); fraction {
		checkFraction(t, plain, above, below, x, fault)
		return
	}
	want, err := strconv.ParseFloat(plain, 64)
	if fault != scan.NoFault {
		if fault == scan.TooLarge {
			assert.Error(t, err, "%q", text)
		}
		return
	}
	require.NoError(t, err, "%q", text)
	assert.Equal(t, math.Float64bits(want), math.Float64bits(x), "%q", text)
	exact, ok := new(big.Rat).SetString(plain)
	require.True(t, ok, "%q", text)
	var b Block
	b.names = []string{"x"}
	k := b.room()
	b.setText(k, x, plain)
	b.lines = append(b.lines, 1)
	assert.Zero(t, exact.Cmp(b.Exact(0, 0).Big()), "%q: exact value %v", text, b.Exact(0, 0))
	if plain, _, _, n := scan.ScanPlain([]byte(text), '.'); n == len(text) {
		assert.Equal(t, math.Float64bits(want), math.Float64bits(plain), "%q: plain road gives %v, strconv %v", text, plain, want)
	}
	if n != len(text) {
		return // a minus sign of Unicode
	}
	if fast, ok := d.Float(); ok {
		assert.Equal(t, math.Float64bits(want), math.Float64bits(fast), "%q: fast road gives %v, strconv %v", text, fast, want)
	}
}

// checkFraction compares what was read with the quotient of the numbers above and below.
func checkFraction(t *testing.T, text, above, below string, x float64, fault any) {
	t.Helper()
	a, ok := new(big.Int).SetString(above, 10)
	require.True(t, ok, "%q", text)
	b, ok := new(big.Int).SetString(below, 10)
	require.True(t, ok, "%q", text)
	if b.Sign() == 0 || fault != scan.NoFault {
		require.NotEqual(t, scan.NoFault, fault, "%q", text)
		return
	}
	want := new(big.Rat).SetFrac(a, b)
	float, _ := want.Float64()
	require.Equal(t, float, x+0, "%q", text)
	require.Zero(t, want.Cmp(scan.ExactText(text).Big()), "%q", text)
}

// numberSeeds are the texts that readers of numbers get wrong.
var numberSeeds = []string{
	"0", "-0", "+0", "0.0", ".5", "5.", ".", "", "-", "+", "e5", "1e", "1e+", "1e5", "1E-5", "1.e5", "0x1p-2", "1_000",
	"inf", "nan", "1d5", "−3.25", "1e−3", "--1", "1.2.3", "1,5", " 1", "1 ",
	"9007199254740992", "9007199254740993", "9007199254740995", "9007199254740993e22", "1e22", "1e23", "-1e-22", "1e-23",
	"18446744073709551615", "18446744073709551616", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
	"9999999999999999999", "99999999999999999999", "00000000000000000000000001", "0.00000000000000000000000000000000001",
	"1.7976931348623157e308", "1.7976931348623159e308", "1e400", "-1e400", "5e-324", "2e-324", "1e-400", "2.2250738585072011e-308",
	"0e99999", "1e4096", "1e-4096", "1e-4097", "1e99999999999999999999", "0.1", "3.14159265358979323846", "4.35", "8.5e-27", "123456789012345678e27",
	// Just above halfway between two floats, the even one below.
	"80765.66151573725074", "7.558816303515272228", "9553994637154008009e-25", "683733.7933065600810", "13.72126410680288533",
	"0/1", "010/3", "-3/08", "1/0", "7/0x1", "12345678", "0.12345678", "0.1234567890123456", "0.12345678a", "1.23456789/", "1.2345678:", "7.0004061703315149e-002",
}

// TestNumberCorners reads numbers at the borders of the fast roads.
func TestNumberCorners(t *testing.T) {
	for _, text := range numberSeeds {
		checkNumber(t, text)
	}
	checkNumber(t, "1/2"+strings.Repeat("x", scan.MaxNumber))
}

// TestNumberRandom draws mantissas at powers of two and halfway cases, where
// rounding goes wrong.
func TestNumberRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 20_000 * multiple(t) {
		var m uint64
		switch rng.IntN(4) {
		case 0:
			m = rng.Uint64()
		case 1:
			m = 1<<rng.IntN(64) + uint64(rng.IntN(5)) - 2
		case 2: // halfway between two floats, or next to it
			m = (rng.Uint64()>>11|1<<52)<<11 + 1<<10 + uint64(rng.IntN(3)) - 1
		case 3:
			m = rng.Uint64() >> rng.IntN(64)
		}
		digits := strconv.FormatUint(m, 10)
		at := rng.IntN(len(digits) + 1)
		text := digits[:at] + "." + digits[at:]
		if rng.IntN(2) == 0 {
			text = fmt.Sprintf("-%se%d", text, rng.IntN(70)-35)
		}
		checkNumber(t, text)
		if t.Failed() {
			return
		}
	}
}

// multiple is how many times as many random cases are drawn as usual.
func multiple(t *testing.T) int {
	n, err := strconv.Atoi(os.Getenv("KEXPLAIN_TESTMULT"))
	if err != nil || n < 1 {
		return 1
	}
	t.Logf("KEXPLAIN_TESTMULT=%d", n)
	return n
}

// TestScanPlain: the plain road is the general one where it is taken.
func TestScanPlain(t *testing.T) {
	for _, text := range numberSeeds {
		x, mant, decimals, n := scan.ScanPlain([]byte(text), '.')
		if n == 0 {
			continue
		}
		d, m := scan.ScanDecimal([]byte(text), '.')
		assert.Equal(t, m, n, text)
		assert.Equal(t, scan.Decimal{Mant: uint64(max(mant, -mant)), Exp: -decimals, Neg: math.Signbit(x)}, d, text)
		assert.Equal(t, mant < 0, d.Neg && mant != 0, text)
	}
	for text, plain := range map[string]bool{"-0.5": true, "123456789012345678": true, "1234567890123456789": false, "1e5": false, "+1": false, "-": false, ".": false} {
		_, _, _, n := scan.ScanPlain([]byte(text), '.')
		assert.Equal(t, plain, n == len(text), text)
	}
}

// TestFastRoads makes sure that the fast roads are taken where they should be.
func TestFastRoads(t *testing.T) {
	for text, fast := range map[string]bool{
		"0.1": true, "1.7501908933647871e-002": true, "9999999999999999999e27": true, "1e-27": true,
		"1e28": false, "1e-28": false, "123456789012345678901": false,
	} {
		d, n := scan.ScanDecimal([]byte(text), '.')
		require.Equal(t, len(text), n)
		_, ok := d.Float()
		assert.Equal(t, fast, ok, text)
	}
}

// TestFractionsAreDecimal: numbers in fractions are decimal, also with zeros in front.
func TestFractionsAreDecimal(t *testing.T) {
	for text, want := range map[string]*big.Rat{
		"010/3": big.NewRat(10, 3), "-020/011": big.NewRat(-20, 11), "+7/0800": big.NewRat(7, 800), "0/0800000000000000000": new(big.Rat),
		"0009/0003": big.NewRat(3, 1), "1/08": big.NewRat(1, 8),
	} {
		x, _, fault := scan.SlowFraction(text)
		require.Equal(t, scan.NoFault, fault, text)
		float, _ := want.Float64()
		assert.Equal(t, float, x, text)
		assert.Zero(t, want.Cmp(scan.ExactText(text).Big()), text)
		for _, column := range []string{"x\n" + text + "\n1\n", "x\n1\n" + text + "\n"} {
			b, err := read(column, Options{})
			require.NoError(t, err, text)
			assert.Contains(t, []string{b.Exact(0, 0).String(), b.Exact(1, 0).String()}, ring.RatFromBig(want).String(), text)
		}
	}
}

func FuzzNumber(f *testing.F) {
	for _, text := range numberSeeds {
		f.Add(text)
	}
	f.Fuzz(checkNumber)
}

// TestScanAllocates: scanning a short decimal must not allocate.
func TestScanAllocates(t *testing.T) {
	text := []byte("7.0004061703315149e-002")
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		d, _ := scan.ScanDecimal(text, '.')
		if _, ok := d.Float(); !ok {
			t.Fail()
		}
	}))
}

// TestDigitsOf holds the number of digits to that of the number written out.
func TestDigitsOf(t *testing.T) {
	assert.Equal(t, 0, digitsOf(0))
	for power := int64(1); ; power *= 10 {
		for _, m := range []int64{power, power - 1, power + 1, 3 * power / 2, math.MaxInt64 / power, math.MinInt64 / power} {
			if m != 0 {
				assert.Len(t, strings.TrimPrefix(strconv.FormatInt(m, 10), "-"), digitsOf(m), m)
			}
		}
		if power > math.MaxInt64/10 {
			return
		}
	}
}
