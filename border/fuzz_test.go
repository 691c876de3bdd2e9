package border_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/border"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// FuzzIdeal finds the ideal of points modulo primes and by elimination with fractions:
// the same order ideal and the same bases. Each byte is a coordinate, small numbers and
// fractions among them so that points coincide and are in special position.
func FuzzIdeal(f *testing.F) {
	f.Add([]byte{0, 0, 1, 0, 2, 0, 3, 1}, uint8(2), uint8(0), false)
	f.Add([]byte{255, 1, 128, 7, 64, 9}, uint8(1), uint8(1), true)
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3}, uint8(3), uint8(2), true)
	f.Fuzz(func(t *testing.T, data []byte, n, order uint8, long bool) {
		vars := 1 + int(n)%4
		R := poly.MustRing(ring.Q, variables(vars), poly.WithOrder([]poly.Order{poly.Deglex, poly.Degrevlex, poly.Lex}[order%3]))
		var points [][]ring.Rat
		for len(data) >= vars && len(points) < 12 {
			var p []ring.Rat
			for _, c := range data[:vars] {
				x := ring.NewRat(int64(c%16)-8, 1+int64(c>>6))
				if long && c >= 128 {
					x = ring.NewRat(int64(c)*1_000_003_000_017, 1+int64(c>>2)*7)
				}
				p = append(p, x)
			}
			points, data = append(points, p), data[vars:]
		}
		if len(points) == 0 {
			return
		}
		want, err := border.BuchbergerMoller(t.Context(), R, points)
		require.NoError(t, err)
		got, err := border.BuchbergerMollerQ(t.Context(), R, points, border.Options{Workers: 1})
		require.NoError(t, err)
		require.Equal(t, want.OrderIdeal().String(), got.OrderIdeal().String())
		same(t, want.GroebnerBasis(), got.GroebnerBasis())
		same(t, want.BorderBasis(), got.BorderBasis())
	})
}

func same(t *testing.T, want, got []*poly.Polynomial[ring.Rat]) {
	t.Helper()
	require.Len(t, got, len(want))
	for k := range want {
		require.True(t, want[k].Equal(got[k]), "%v and %v", want[k], got[k])
	}
}
