package learn_test

import (
	"context"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/learn"
	"github.com/kexplain/kexplain/learn/learntest"
)

// AVICA survives what every learner must.
func TestSuites(t *testing.T) {
	for _, method := range []learn.AVICAMethod{learn.Repaired{}, learn.AsPrinted{}} {
		t.Run(method.String(), func(t *testing.T) {
			learntest.Test(t, func(ctx context.Context, x *mat.Dense) (learntest.Embedding, error) {
				// Points that do not depend on the order of the rows.
				y := mat.NewDense(9, 2, []float64{0, 0, 1, 0, 0, 1, 1, 1, -1, 1, 2, -1, 0.5, 2, -2, 0.3, 1.5, -0.7})
				if _, vars := x.Dims(); vars != 2 {
					y = nil
				}
				m, err := learn.AVICA{Points: y, Method: method}.Fit(ctx, x)
				if err != nil {
					return nil, err
				}
				return func(ctx context.Context, p *mat.Dense) (*mat.Dense, error) {
					f, err := m.Eval(ctx, p, m.Features(learn.Discriminative))
					if err != nil || f.IsEmpty() {
						return nil, err
					}
					return f, nil
				}, nil
			})
		})
	}
}
