package modular

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzReconstruct compares fractions from residues with Euclid's algorithm as the book
// has it, and the digits that are written from limbs with math/big.
func FuzzReconstruct(f *testing.F) {
	f.Add([]byte{5}, []byte{7})
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9}, []byte{255, 255, 255, 255, 255, 255, 255, 255, 255, 1})
	f.Fuzz(func(t *testing.T, a, m []byte) {
		if len(m) > 200 || len(a) > 200 {
			return
		}
		x, y := new(big.Int).SetBytes(a), new(big.Int).SetBytes(m)
		y.Add(y, big.NewInt(1))
		x.Mod(x, y)
		n, d, ok := Reconstruct(x, y)
		wn, wd, wok := plainReconstruct(x, y)
		require.Equal(t, wok, ok, "%v mod %v", x, y)
		if ok {
			require.Equal(t, fmt.Sprint(wn, "/", wd), fmt.Sprint(n, "/", d), "%v mod %v", x, y)
		}
		words := make([]uint64, len(a)/7+1)
		longBase.setLimbs(words, x.SetBytes(a))
		require.Equal(t, x.String(), string(longBase.Append(nil, words)))
	})
}
