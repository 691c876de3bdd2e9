package modular

import (
	"fmt"
	"math/big"
	"math/bits"
)

// Window tells numbers of small absolute value among those that a CRT
// recovers, without recovering them: N/M = Σ cᵢ/pᵢ modulo 1 is computed in fixed
// point, with as many words as the bound calls for.
type Window struct {
	words int
	table [][]uint64 // table[j][i]: word j of 2^(64·words)/pᵢ, rounded down
	// A number is inside if its fraction is at most low, or at least high.
	low, high []uint64
}

// NewWindow returns the window |N| ≤ limit. It panics unless limit is positive
// and has fewer bits than M.
func NewWindow(c *CRT, limit *big.Int) *Window {
	if limit.Sign() <= 0 || limit.BitLen() >= c.Product().BitLen() {
		panic(fmt.Sprintf("modular: a window of %d bits in a modulus of %d", limit.BitLen(), c.Product().BitLen()))
	}
	// The sum is too small by less than k·2⁶⁰ units; with 128 bits below the
	// limit that does not matter for any number that is not almost at the limit.
	k := len(c.moduli)
	w := &Window{words: (c.Product().BitLen()-limit.BitLen())/64 + 3}
	one := new(big.Int).Lsh(big.NewInt(1), uint(64*w.words))
	w.table = make([][]uint64, w.words)
	for j := range w.table {
		w.table[j] = make([]uint64, k)
	}
	word := make([]uint64, w.words+1)
	for i := range k {
		clear(word)
		limbsOf(word, new(big.Int).Quo(one, new(big.Int).SetUint64(c.moduli[i].p)))
		for j := range w.table {
			w.table[j][i] = word[j]
		}
	}
	// N is an integer: |N| ≤ limit + 1/2 says the same.
	lambda := new(big.Int).Lsh(limit, 1)
	lambda.Mul(lambda.Add(lambda, big.NewInt(1)), one)
	lambda.Quo(lambda, new(big.Int).Lsh(c.Product(), 1))
	w.low, w.high = make([]uint64, w.words), make([]uint64, w.words)
	limbsOf(w.high, new(big.Int).Sub(one, lambda))
	limbsOf(w.low, lambda.Sub(lambda, new(big.Int).Mul(big.NewInt(int64(k)), big.NewInt(MaxPrime))))
	return w
}

// Contains reports whether the number given by its parts is known to be in the
// window. It is never true for a number outside.
func (w *Window) Contains(parts []uint64) bool {
	var c0, c1 uint64
	below, above := true, true // compared with low and high, from the lowest word up
	for j, row := range w.table {
		w2, w1, w0 := dot192(parts, row)
		var c uint64
		w0, c = bits.Add64(w0, c0, 0)
		c0, c = bits.Add64(w1, c1, c)
		c1 = w2 + c
		if w0 != w.low[j] {
			below = w0 < w.low[j]
		}
		if w0 != w.high[j] {
			above = w0 > w.high[j]
		}
	}
	return below || above
}
