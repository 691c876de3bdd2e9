package classify_test

import (
	"context"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/learn/classify"
	"github.com/kexplain/kexplain/learn/learntest"
)

// The features of classifiers survive what every learner must.
func TestSuite(t *testing.T) {
	learntest.Test(t, func(ctx context.Context, x *mat.Dense) (learntest.Embedding, error) {
		n, _ := x.Dims()
		labels := make([]string, n)
		for i := range labels {
			// Labels that go with the points, not with their order.
			labels[i] = strconv.FormatBool(x.At(i, 0) > 0.3)
		}
		m, err := classify.Classifier{
			Kernel: feature.Polynomial{Degree: 1}, Spanning: feature.Pivoted{M: 3}, CrossFit: 1,
			Features: classify.CertifyingDistances{Ranks: []int{1, 2}},
		}.Fit(ctx, x, labels)
		if err != nil {
			return nil, err
		}
		return m.Features, nil
	})
}
