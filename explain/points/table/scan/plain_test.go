package scan

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// plainText draws a number, or what looks like one.
func plainText(rng *rand.Rand) string {
	switch rng.IntN(7) {
	case 0:
		return strconv.FormatInt(rng.Int64N(1<<rng.IntN(40)), 10)
	case 1:
		return strconv.FormatFloat(rng.NormFloat64()*math.Pow10(rng.IntN(9)-4), 'f', rng.IntN(20), 64)
	case 2:
		return strconv.FormatFloat(rng.NormFloat64(), 'g', 1+rng.IntN(19), 64)
	case 3:
		return strconv.FormatFloat(rng.NormFloat64()*math.Pow10(rng.IntN(60)-30), 'e', rng.IntN(19), 64)
	case 4: // halfway between two float64, or next to it
		x := math.Float64frombits(math.Float64bits(1+rng.Float64()*7) &^ 0xff)
		return fmt.Sprintf("%.*f", 10+rng.IntN(9), x+math.Ldexp(1, -53+rng.IntN(4)))
	case 5:
		return strconv.FormatUint(rng.Uint64()>>rng.IntN(64), 10) + "." + strconv.FormatUint(rng.Uint64()>>rng.IntN(64), 10)
	}
	text := make([]byte, rng.IntN(30))
	for i := range text {
		text[i] = "00112233456789..-e+ "[rng.IntN(20)]
	}
	return string(text)
}

// TestPlainCells compares with numbers read a digit at a time, and their float64 with those of strconv. What is left to the
// general way is long, or no number.
func TestPlainCells(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	taken := 0
	for range 100_000 {
		var s []byte
		var texts []string
		columns := 1 + rng.IntN(3)
		for k := range 1 + rng.IntN(2*columns) {
			texts = append(texts, plainText(rng))
			s = append(s, texts[k]...)
			switch {
			case rng.IntN(40) == 0:
				s = append(s, ";e\n,\r."[rng.IntN(6)])
			case k%columns < columns-1:
				s = append(s, ',')
			case rng.IntN(3) == 0:
				s = append(s, '\r', '\n')
			default:
				s = append(s, '\n')
			}
		}
		for range 10 + rng.IntN(40) {
			s = append(s, ",\n0123456789.-e"[rng.IntN(15)])
		}
		m := len(texts)
		p := Plain{make([]float64, m), make([]int64, m), make([]int16, m)}
		n, next := PlainCells(p, s, 0, columns, columns, ',', '.')
		at, row := 0, 0
		end := func(k int) (next int, ok bool) { // of the cell in place k, from at on
			if k%columns < columns-1 {
				return at + 1, s[at] == ','
			}
			if s[at] == '\r' {
				return at + 2, s[at+1] == '\n'
			}
			return at + 1, s[at] == '\n'
		}
		for k := range n {
			text := s[at:]
			d, length := ScanDecimal(text, '.')
			require.Positive(t, length, "%q", text)
			text = text[:length]
			want, err := strconv.ParseFloat(string(text), 64)
			require.NoError(t, err)
			require.Equal(t, math.Float64bits(want), math.Float64bits(p.X[k]), "%q", text)
			size := int64(d.Mant)
			if d.Neg {
				size = -size
			}
			require.False(t, d.Long)
			require.Equal(t, size, p.Mant[k], "%q", text)
			require.Equal(t, d.Exp, int(p.Exp[k]), "%q", text)
			at += length
			var ok bool
			at, ok = end(k)
			require.True(t, ok, "%q", s)
			if k%columns == columns-1 {
				row = at
			}
			taken++
		}
		if n == m {
			require.Equal(t, at, next)
			continue
		}
		require.Equal(t, row, next)
		if len(s)-at < plainRoom {
			continue
		}
		rest := bytes.TrimPrefix(s[at:], []byte("-"))
		_, digits, behind, length := plainDigits(rest, '.')
		at = len(s) - len(rest) + length
		_, ok := end(n)
		require.False(t, ok && digits > 0 && digits < 16 && digits-behind < 8, "%q", rest)
	}
	require.Greater(t, taken, 50_000)
}

// TestQuotient draws quotients of all lengths, and such as lie near half of a last place.
func TestQuotient(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 2))
	for range 500_000 {
		k := 1 + rng.IntN(22)
		m := rng.Uint64() >> (1 + rng.IntN(62))
		if rng.IntN(2) == 0 { // (2c+1) 2^e 10^k, nearly
			half := float64(rng.Int64N(1<<53)) + 0.5
			m = uint64(math.Min(half*math.Pow10(k)*math.Exp2(float64(-rng.IntN(60))), 1<<62)) + uint64(rng.IntN(3))
		}
		want := 0.0
		if m > 0 {
			want = roundQuotient(m, powers5[k], -k)
		}
		require.Equal(t, want, quotient(m, k), "%d/10^%d", m, k)
	}
}
