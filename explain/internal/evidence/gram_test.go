package evidence

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/numeric"
)

// TestGram holds the sum by columns to that by rows, bit by bit.
func TestGram(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for k := 1; k < 20; k++ {
		for _, n := range []int{1, 7, 8, 64, 251} {
			m, w := mat.NewDense(n, k, nil), make([]float64, n)
			for i := range n {
				w[i] = math.Exp(20 * rng.NormFloat64())
				for j := range k {
					if j%4 != 2 && rng.IntN(3) > 0 {
						m.Set(i, j, rng.NormFloat64())
					}
				}
			}
			rows, byColumns := mat.NewSymDense(k, nil), mat.NewSymDense(k, nil)
			for range 2 { // to what is there
				addGram(rows, m, w)
				columnsOf(m).addGram(byColumns, w, make([]float64, n*numeric.GramLanes))
			}
			assert.Equal(t, rows, byColumns, "%d × %d", n, k)
		}
	}
}
