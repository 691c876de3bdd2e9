package numeric

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
)

// The rank does not depend on the unit of the matrix: the tolerance is relative.
func TestRankOfScaled(t *testing.T) {
	for _, unit := range []float64{1e-30, 1e-12, 1, 1e12, 1e30} {
		a := mat.NewDense(6, 3, nil)
		for i := range 6 {
			x := float64(i)
			a.SetRow(i, []float64{unit, unit * x, unit * (3*x + 1.0/3)}) // the third follows from the others
		}
		svd, err := TallSVD(context.Background(), a, false)
		require.NoError(t, err)
		assert.Equal(t, 2, svd.Rank, "unit %g", unit)
	}
}
