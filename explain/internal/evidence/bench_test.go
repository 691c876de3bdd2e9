package evidence

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/numeric"
)

// BenchmarkGram is the sum over 250 rows by columns and by rows.
func BenchmarkGram(b *testing.B) {
	for _, k := range []int{3, 5, 10} {
		rng := rand.New(rand.NewPCG(3, 2))
		m, w, out := mat.NewDense(250, k, nil), make([]float64, 250), mat.NewSymDense(k, nil)
		for i := range w {
			w[i] = rng.Float64()
			for j := range k {
				m.Set(i, j, rng.NormFloat64())
			}
		}
		c, space := columnsOf(m), make([]float64, 250*numeric.GramLanes)
		b.Run(fmt.Sprintf("columns/k=%d", k), func(b *testing.B) {
			for b.Loop() {
				c.addGram(out, w, space)
			}
		})
		b.Run(fmt.Sprintf("rows/k=%d", k), func(b *testing.B) {
			for b.Loop() {
				addGram(out, m, w)
			}
		})
	}
}
