package invariant

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Numbers and names are what a regular expression says.
func TestTokens(t *testing.T) {
	token := regexp.MustCompile(`(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|[\p{L}_][\p{L}\p{Nd}\p{M}_₀-₉]*`)
	rng := rand.New(rand.NewPCG(1, 1))
	pieces := []string{"1", "23", ".", "e", "E5", "e-", "+", "x", "_", " ", "é", "x₁", "₂", "٣", "a\u0301", "*", "=", "\u0301"}
	for range 50000 {
		var b strings.Builder
		for range 1 + rng.IntN(10) {
			b.WriteString(pieces[rng.IntN(len(pieces))])
		}
		text := b.String()
		if !assert.Equal(t, token.FindAllString(text, -1), tokens(text), "%q", text) {
			return
		}
	}
}
