package cli

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPainter: equations are bold on a terminal, and a pipe gets plain text.
func TestPainter(t *testing.T) {
	const text = "# table\n\nx = y\n#   doubt: none\n# rest"
	var plain, painted strings.Builder
	p := &painter{w: &plain}
	_, err := p.Write([]byte(text))
	require.NoError(t, err)
	assert.Equal(t, text, plain.String())
	p = &painter{w: &painted, on: true}
	for _, part := range []string{text[:5], text[5:12], text[12:]} {
		_, err := p.Write([]byte(part))
		require.NoError(t, err)
	}
	require.NoError(t, p.Flush())
	assert.Equal(t, "\x1b[2m# table\x1b[0m\n\n\x1b[1mx = y\x1b[0m\n\x1b[33m#   doubt: none\x1b[0m\n# rest", painted.String())
	assert.False(t, mayPaint(&plain), "no terminal")
}
