package escape_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/internal/escape"
)

func TestLine(t *testing.T) {
	for s, want := range map[string]string{
		"größe φ-norm ⟨x,y⟩ 長さ": "größe φ-norm ⟨x,y⟩ 長さ",
		"a\x1b[31mred":          `a\u001b[31mred`,
		"a\r\nb\tc":             `a\u000d\u000ab\u0009c`,
		"abc\u202edef\u2069":    `abc\u202edef\u2069`,
		"zero\u200bwidth\ufeff": `zero\u200bwidth\ufeff`,
		"C1 \u009b31m \x7f":     `C1 \u009b31m \u007f`,
		"tag \U000e0041":        `tag \udb40\udc41`,
		"filler \u3164":         `filler \u3164`,
		"line\u2028paragraph":   `line\u2028paragraph`,
		"bytes \xff\xfe":        "bytes \ufffd\ufffd",
	} {
		assert.Equal(t, want, escape.Line(s))
	}
}

// FuzzWriter: whatever is written, in whatever pieces, nothing forbidden comes out,
// and what JSON says stays the same.
func FuzzWriter(f *testing.F) {
	for _, s := range []string{"", "plain\n", "a\x1b[31m\u202e", "ä\xc3", "\U000e0041\u3164", "\xf0\x9f"} {
		f.Add(s, 1)
		f.Add(s, 3)
	}
	f.Fuzz(func(t *testing.T, s string, piece int) {
		written := func(s string) string {
			var b bytes.Buffer
			w := escape.NewWriter(&b)
			for rest := []byte(s); len(rest) > 0; {
				n := min(len(rest), 1+max(0, piece)%7)
				m, err := w.Write(rest[:n])
				require.NoError(t, err)
				require.Equal(t, n, m)
				rest = rest[n:]
			}
			require.NoError(t, w.Flush())
			return b.String()
		}
		got := written(s)
		require.Negative(t, strings.IndexFunc(got, escape.Forbidden), "%q", got)
		require.Equal(t, strings.Count(s, "\n"), strings.Count(got, "\n"))
		line := escape.Line(s)
		require.Negative(t, strings.IndexFunc(line, func(r rune) bool { return r == '\n' || escape.Forbidden(r) }))
		data, err := json.Marshal(s)
		require.NoError(t, err)
		var want, back string
		require.NoError(t, json.Unmarshal(data, &want))
		require.NoError(t, json.Unmarshal([]byte(written(string(data))), &back))
		require.Equal(t, want, back)
	})
}
