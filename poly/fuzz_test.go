package poly_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// FuzzFormat writes a polynomial in variables of any names in every style and reads it
// back: the same polynomial. No style gives one name twice.
func FuzzFormat(f *testing.F) {
	f.Add("x", "QQ", "θ_1", []byte{1, 2, 0, 1, 255, 0, 3, 0})
	f.Add("e", "I", "lambda", []byte{7, 1, 1, 1})
	f.Add("x1", "x_1", "x_{1}", []byte{130, 1, 0, 4, 2, 0, 0, 0})
	f.Add("frac", "Rational", "mathrm", []byte{9, 9, 9, 9})
	f.Add("x²", "ideal", "return", []byte{3, 0, 0, 0})
	f.Fuzz(func(t *testing.T, x, y, z string, data []byte) {
		if len(x)+len(y)+len(z)+len(data) > 200 {
			return
		}
		R, err := poly.NewRing(ring.Q, []string{x, y, z}, poly.WithMaxDegree(1000))
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			return
		}
		p := R.Zero()
		for ; len(data) >= 4; data = data[4:] {
			m, err := R.Monomial(int(data[1]), int(data[2]), int(data[3]))
			require.NoError(t, err)
			p = p.Add(R.Term(ring.NewRat(int64(data[0])-100, 1+int64(data[0])%7), m))
		}
		for _, style := range poly.Styles() {
			seen := map[string]bool{}
			for _, name := range R.Names(style) {
				require.False(t, seen[name], "%v: %q twice", style, name)
				seen[name] = true
			}
			text := p.Format(style)
			require.False(t, strings.ContainsAny(text, "\n\x00"), "%q", text)
			q, err := R.ParseStyle(text, style)
			require.NoError(t, err, "%v: %q", style, text)
			require.True(t, p.Equal(q), "%v: %q is read as %v, not %v", style, text, q, p)
		}
	})
}
