package scan

import (
	"testing"

	"github.com/stretchr/testify/assert"
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
