package learn_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/internal/interrupttest"
	"github.com/kexplain/kexplain/learn"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// fitted is what every fit returns, whatever the model.
func fitted[M any](_ M, err error) error { return err }

// TestInterrupted: wherever its context ends, a fit returns the error, and so does whatever a model
// computes.
func TestInterrupted(t *testing.T) {
	x, y := regression(12, 40)
	quadratic, linear, gaussian := feature.Polynomial{Degree: 2}, feature.Polynomial{Degree: 1}, feature.Gaussian{Sigma: 1}
	points := mat.NewDense(6, 2, []float64{1, 0, 0, 1, 1, 1, -1, 2, 2, -1, 0.5, 0.5})
	var complexes [][]complex128
	for i := range 12 {
		complexes = append(complexes, []complex128{complex(x.At(i, 0), 0.1*float64(i)), complex(0, x.At(i, 1))})
	}
	R := poly.MustRing[float64](ring.Float64, []string{"x", "y"})
	model := func(c learn.IPCA) *learn.IPCAModel {
		c.Cutoff = learn.Rank{K: 3}
		m, err := c.Fit(ctx, x)
		require.NoError(t, err)
		return m
	}
	kernelRoad := learn.IPCA{Kernel: quadratic, Road: learn.KernelRoad{}, Cutoff: learn.Rank{K: 3}}
	centred := learn.IPCA{Kernel: quadratic, Road: learn.KernelRoad{}, Centre: true}
	featureRoad := learn.IPCA{Kernel: quadratic, Road: learn.FeatureRoad{}, Cutoff: learn.Rank{K: 3}}
	avica, err := learn.AVICA{Points: points}.Fit(ctx, x)
	require.NoError(t, err)
	complexModel, err := learn.ComplexIPCA{Kernel: quadratic, Cutoff: learn.Rank{K: 2}}.Fit(ctx, complexes)
	require.NoError(t, err)
	frame, err := learn.NewFrame(ctx, gaussian, points, 0)
	require.NoError(t, err)
	pca, err := learn.KernelPCA{Kernel: quadratic, Components: learn.Rank{K: 2}}.Fit(ctx, x)
	require.NoError(t, err)
	dual, err := learn.KernelRidge{Kernel: quadratic, Penalty: 1}.Fit(ctx, x, mat.NewDense(12, 1, y))
	require.NoError(t, err)
	primal, err := learn.RidgeMap{Kernel: quadratic, Penalty: 1}.Fit(ctx, x, y)
	require.NoError(t, err)
	representer, err := learn.Representer{Kernel: quadratic, Penalty: 1}.Fit(ctx, x, y)
	require.NoError(t, err)
	manifold := learn.ManifoldTest{Learner: learn.IPCA{Kernel: quadratic, Cutoff: learn.Rank{K: 3}}, Level: 0.7}
	tested, err := manifold.Fit(ctx, x)
	require.NoError(t, err)
	avicaManifold := learn.ManifoldTest{Learner: learn.AVICA{Points: points, Cutoff: learn.Rank{K: 1}}, Level: 0.7}
	avicaTested, err := avicaManifold.Fit(ctx, x)
	require.NoError(t, err)

	for name, f := range map[string]func(ctx context.Context) error{
		"IPCA, kernel road":  func(ctx context.Context) error { return fitted(kernelRoad.Fit(ctx, x)) },
		"IPCA, feature road": func(ctx context.Context) error { return fitted(featureRoad.Fit(ctx, x)) },
		"principal":          func(ctx context.Context) error { return fitted(model(kernelRoad).Principal(ctx, x, learn.Whitened)) },
		"kernel PCA":         func(ctx context.Context) error { return fitted(model(centred).KernelPCA(ctx, x, x, learn.Plain)) },
		"certifying":         func(ctx context.Context) error { return fitted(model(featureRoad).Certifying(ctx, x)) },
		"residual":           func(ctx context.Context) error { return fitted(model(kernelRoad).Residual(ctx, x)) },
		"distance":           func(ctx context.Context) error { return fitted(model(kernelRoad).Distance(ctx, x)) },
		"polynomials": func(ctx context.Context) error {
			_, _, err := model(kernelRoad).Polynomials(ctx)
			return err
		},
		"symbolic, kernel road": func(ctx context.Context) error { return fitted(model(kernelRoad).Symbolic(ctx, R)) },
		"frame":                 func(ctx context.Context) error { return fitted(learn.NewFrame(ctx, gaussian, points, 0)) },
		"coordinates":           func(ctx context.Context) error { return fitted(frame.Coordinates(ctx, x)) },
		"AVICA":                 func(ctx context.Context) error { return fitted(learn.AVICA{Degree: 3, Points: points}.Fit(ctx, x)) },
		"AVICA, points":         func(ctx context.Context) error { return fitted(learn.AVICA{}.Fit(ctx, x)) },
		"AVICA as printed": func(ctx context.Context) error {
			return fitted(learn.AVICA{Points: points, Method: learn.AsPrinted{}}.Fit(ctx, x))
		},
		"AVICA, values": func(ctx context.Context) error {
			return fitted(avica.Eval(ctx, x, avica.Features(learn.Discriminative)))
		},
		"AVICA, stream": func(ctx context.Context) error {
			s, err := learn.AVICA{Points: points}.Accumulate(ctx, x)
			if err == nil {
				err = s.Add(ctx, x)
			}
			if err == nil {
				err = fitted(s.Finish(ctx))
			}
			return err
		},
		"IPCA, stream": func(ctx context.Context) error {
			a, err := kernelRoad.Accumulate(ctx, x)
			if err != nil {
				return err
			}
			b := a.Fork()
			for _, part := range []*learn.Accumulator{a, b} {
				if err := part.Add(ctx, x); err != nil {
					return err
				}
			}
			if err := a.Merge(ctx, b); err != nil {
				return err
			}
			return fitted(a.Finish(ctx))
		},
		"complex IPCA": func(ctx context.Context) error {
			return fitted(learn.ComplexIPCA{Kernel: quadratic, Cutoff: learn.Rank{K: 2}}.Fit(ctx, complexes))
		},
		"complex AVICA": func(ctx context.Context) error {
			return fitted(learn.ComplexAVICA{Kernel: linear, Degree: 2, Cutoff: learn.Rank{K: 2}}.Fit(ctx, complexes))
		},
		"complex distance":         func(ctx context.Context) error { return fitted(complexModel.Distance(ctx, complexes)) },
		"kernel PCA of all points": func(ctx context.Context) error { return fitted(learn.KernelPCA{Kernel: quadratic}.Fit(ctx, x)) },
		"kernel ECA": func(ctx context.Context) error {
			return fitted(learn.KernelECA{Kernel: quadratic, Components: 2}.Fit(ctx, x))
		},
		"components": func(ctx context.Context) error { return fitted(pca.Project(ctx, x)) },
		"kernel ridge": func(ctx context.Context) error {
			return fitted(learn.KernelRidge{Kernel: quadratic, Penalty: 1}.Fit(ctx, x, mat.NewDense(12, 1, y)))
		},
		"kernel ridge, values": func(ctx context.Context) error { return fitted(dual.Predict(ctx, x)) },
		"primal ridge": func(ctx context.Context) error {
			return fitted(learn.RidgeMap{Kernel: quadratic, Penalty: 1}.Fit(ctx, x, y))
		},
		"primal ridge, values": func(ctx context.Context) error { return fitted(primal.Predict(ctx, x)) },
		"cross-ridge": func(ctx context.Context) error {
			return fitted(learn.CrossRidge{Kernel: quadratic, Penalty: 1}.Fit(ctx, x, y))
		},
		"representer": func(ctx context.Context) error {
			return fitted(learn.Representer{Kernel: quadratic, Loss: learn.Huber{}, Penalty: 1}.Fit(ctx, x, y))
		},
		"representer, values":  func(ctx context.Context) error { return fitted(representer.Predict(ctx, x)) },
		"manifold":             func(ctx context.Context) error { return fitted(manifold.Fit(ctx, x)) },
		"manifold, AVICA":      func(ctx context.Context) error { return fitted(avicaManifold.Fit(ctx, x)) },
		"manifold, points in":  func(ctx context.Context) error { return fitted(tested.In(ctx, x)) },
		"manifold, its scores": func(ctx context.Context) error { return fitted(avicaTested.Scores(ctx, x)) },
	} {
		t.Run(name, func(t *testing.T) { assert.Positive(t, interrupttest.Everywhere(t, f)) })
	}
}
