package scan

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

// plainDigits is scanDigits byte by byte.
func plainDigits(s []byte, point byte) (mant uint64, digits, decimals, n int) {
	seen := false
	for n < len(s) {
		switch c := s[n]; {
		case '0' <= c && c <= '9':
			mant = mant*10 + uint64(c-'0')
			digits++
			if seen {
				decimals++
			}
		case c == point && !seen:
			seen = true
		default:
			return mant, digits, decimals, n
		}
		n++
	}
	return mant, digits, decimals, n
}

// TestScanDigits: eight digits at a time are as good as one by one, with any byte behind them,
// and digits behind the end of s do not count.
func TestScanDigits(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	for range 200_000 {
		text := make([]byte, 48)
		for i := range text {
			text[i] = '0' + byte(rng.IntN(10))
		}
		if rng.IntN(8) > 0 {
			text[rng.IntN(4)] = '.'
		}
		if rng.IntN(4) > 0 {
			text[rng.IntN(len(text))] = byte(rng.IntN(256))
		}
		s := text[:rng.IntN(len(text)+1)]
		if rng.IntN(2) == 0 {
			s = slices.Clip(s) // nothing behind it
		}
		mant, digits, decimals, n := scanDigits(s, '.')
		wantMant, wantDigits, wantDecimals, wantN := plainDigits(s, '.')
		if !assert.Equal(t, []any{wantMant, wantDigits, wantDecimals, wantN}, []any{mant, digits, decimals, n}, "%q", s) {
			return
		}
	}
}
