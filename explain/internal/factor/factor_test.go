package factor_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/factor"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

func TestIrreducible(t *testing.T) {
	R := poly.MustRing[ring.Rat](ring.Q, []string{"x", "y", "z"})
	for text, want := range map[string]bool{
		"x":                                   true,
		"x^2 + y^2 - 100":                     true,
		"x^2 - 2*y^2":                         true, // over the rationals
		"x^2 - 4*y^2":                         false,
		"x^3 - y^2":                           true,
		"(x^2 + y^2 - 1)*(x^2 + y^2 - 4)":     false,
		"(x^2 + y^2)^2 - 2*x^2 + 2*y^2":       true, // lemniscate
		"(x^2 + y^2)^3 - 4*x^2*y^2":           true, // quadrifolium
		"(x^2 + y^2 + z^2 + 3)^2 - 16*x^2":    false,
		"(x^2 + y^2 + z^2 + 3)^2 - 17*x^2":    true, // over the rationals
		"x^2*y^2 + y^2*z^2 + z^2*x^2 - x*y*z": true, // steiner
		"x*y*z":                               false,
		"x^4 + 1":                             false, // irreducible, but not modulo any prime
		"(x - y)^2":                           false,
		"(x + 2*y - z)*(x*y - 3)^2":           false,
		"x*(y^2 - 3*x*z + 1)^2":               false,
		"(x + 1)*(x*y*z - 1)*(y^2 - 3*z)":     false,
	} {
		f, err := R.Parse(text)
		require.NoError(t, err)
		var exponents [][]uint8
		var coefficients []int64
		for m, c := range f.Terms() {
			e := make([]uint8, 3)
			for j, k := range R.Exponents(m) {
				e[j] = uint8(k)
			}
			n, ok := c.Int64()
			require.True(t, ok)
			exponents, coefficients = append(exponents, e), append(coefficients, n)
		}
		assert.Equal(t, want, factor.Polynomial{exponents, coefficients}.Irreducible(1), text)
		assert.Equal(t, !strings.HasSuffix(text, ")^2"), factor.Polynomial{exponents, coefficients}.SquareFree(), text)
	}
}

// TestCoprime: (x - y)*(x + 1) has the factor x - y in common with x^2 - y^2, and none with x^2 + y^2.
func TestCoprime(t *testing.T) {
	f := factor.Polynomial{[][]uint8{{2, 0}, {1, 1}, {1, 0}, {0, 1}}, []int64{1, -1, 1, -1}}
	assert.False(t, f.Coprime(factor.Polynomial{[][]uint8{{2, 0}, {0, 2}}, []int64{1, -1}}))
	assert.False(t, f.Coprime(f))
	assert.True(t, f.Coprime(factor.Polynomial{[][]uint8{{2, 0}, {0, 2}}, []int64{1, 1}}))
}
