package explain

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/mat"
)

// Whenever the context ends, Learn returns its error or an answer and does not
// panic on what was left undone.
func TestLearnStopsAnywhere(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 400))
	x := mat.NewDense(300, 3, nil)
	for i := range 300 {
		u, v := rng.NormFloat64(), rng.NormFloat64()
		for j, c := range []float64{u, v, u*v + 0.01*rng.NormFloat64()} {
			x.Set(i, j, c)
		}
	}
	data := Data{Variables: []string{"x", "y", "z"}, Points: Dense(x)}
	for k := range 24 {
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(1<<(k/2))*100*time.Microsecond)
		_, err := Learn(ctx, data, Options{MaxDegree: 3})
		cancel()
		assert.True(t, err == nil || errors.Is(err, context.DeadlineExceeded), "%v", err)
		if err == nil {
			break
		}
	}
}
