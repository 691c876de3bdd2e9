package modular

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestRoots multiplies linear factors, often repeated, by factors without
// roots.
func TestRoots(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 40))
	for _, m := range someModuli() {
		for range 10 * testMult() {
			f := []uint64{corner(rng, m.P()-1) + 1}
			times := func(g []uint64) {
				h := make([]uint64, len(f)+len(g)-1)
				for i, x := range f {
					for j, y := range g {
						h[i+j] = m.Add(h[i+j], m.Mul(x, y))
					}
				}
				f = h
			}
			var want []uint64
			for range rng.IntN(8) {
				r := corner(rng, m.P())
				times([]uint64{m.Neg(r), m.One()})
				if !slices.Contains(want, r) {
					want = append(want, r)
				}
			}
			// T² - n has no root for the first n that is no square.
			n := m.One()
			for m.Pow(n, (m.P()-1)/2) == m.One() {
				n = m.Add(n, m.One())
			}
			times([]uint64{m.Neg(n), 0, m.One()})
			got := m.Roots(f)
			slices.Sort(want)
			slices.Sort(got)
			require.Equalf(t, want, got, "modulo %d", m.P())
		}
		assert.Empty(t, m.Roots([]uint64{m.One(), 0}))
		assert.Panics(t, func() { m.Roots([]uint64{0, 0}) })
	}
}

func ExampleModulus_Roots() {
	m := NewModulus(7)
	// T² - 2 = (T - 3)(T - 4) modulo 7.
	roots := m.Roots([]uint64{m.FromInt64(-2), 0, m.One()})
	for i, r := range roots {
		roots[i] = m.Uint64(r)
	}
	slices.Sort(roots)
	fmt.Println(roots)
	// Output: [3 4]
}
