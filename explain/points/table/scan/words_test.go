package scan

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWords(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "x": "x", "größe": "größe", "gr\xf6\xdfe": "größe", "\xb5m": "µm", "\x80": "€", "\x9f": "Ÿ", "\x93a\x94": "“a”",
	} {
		text, latin := Words([]byte(in))
		assert.Equal(t, want, text, "%q", in)
		assert.Equal(t, text != in, latin, "%q", in)
	}
	seen := map[string]bool{}
	for c := range 256 {
		text, _ := Words([]byte{byte(c)})
		assert.False(t, seen[text], "%x: different bytes are different labels", c)
		seen[text] = true
	}
}

// TestPlainDecimal: what plainDecimal takes is taken apart into itself alone by the general way too.
func TestPlainDecimal(t *testing.T) {
	for cell, want := range map[string]bool{
		"1": true, "-1": true, "0.5": true, "-12.50": true, "007": true,
		"": false, "-": false, ".": false, "5.": false, ".5": false, "1.2.3": false, "--1": false, "+1": false, "1e5": false, "1-": false, "(1)": false, "1.-2": false,
	} {
		assert.Equal(t, want, plainDecimal([]byte(cell)), cell)
		if want {
			// With a percent sign the cell goes the general way.
			assert.Equal(t, Written{Bare: []byte(cell), How: PercentSign}, Apart([]byte(cell+"%")), cell)
			assert.Equal(t, Written{Bare: []byte(cell)}, Apart([]byte(cell)), cell)
		}
	}
}

// What is read at once of a plain decimal is what is read of any cell.
func TestEvidence(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	for range 20_000 {
		cell := make([]byte, rng.IntN(9))
		for i := range cell {
			cell[i] = "0123456789..,-- %"[rng.IntN(17)]
		}
		point, weak := evidence(cell)
		got, same := Evidence(cell)
		require.Equal(t, point, got, "%q", cell)
		require.Equal(t, weak, same, "%q", cell)
	}
}
