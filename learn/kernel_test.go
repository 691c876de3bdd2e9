package learn_test

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/learn"
	"github.com/kexplain/kexplain/learn/learntest"
)

func TestKernelPCASuite(t *testing.T) {
	for _, centre := range []bool{false, true} {
		c := learn.KernelPCA{Kernel: feature.Polynomial{Degree: 2}, Centre: centre, Components: learn.RelativeThreshold{Ratio: 1e-2}}
		learntest.Test(t, func(ctx context.Context, x *mat.Dense) (learntest.Embedding, error) {
			p, err := c.Fit(ctx, x)
			if err != nil {
				return nil, err
			}
			return p.Project, nil
		})
	}
}

func TestKernelECASuite(t *testing.T) {
	c := learn.KernelECA{Kernel: feature.Polynomial{Degree: 2}, Components: 1}
	learntest.Test(t, func(ctx context.Context, x *mat.Dense) (learntest.Embedding, error) {
		p, err := c.Fit(ctx, x)
		if err != nil {
			return nil, err
		}
		return p.Project, nil
	})
}

func TestKernelRidgeSuite(t *testing.T) {
	c := learn.KernelRidge{Kernel: feature.Polynomial{Degree: 2}, Penalty: 0.1}
	learntest.Test(t, func(ctx context.Context, x *mat.Dense) (learntest.Embedding, error) {
		n, _ := x.Dims()
		y := mat.NewDense(max(n, 1), 1, nil)
		for i := range n {
			y.Set(i, 0, x.At(i, 0))
		}
		m, err := c.Fit(ctx, x, y)
		if err != nil {
			return nil, err
		}
		return m.Predict, nil
	})
}

// The training projections are e_i √λ_i: orthogonal columns with the squares of
// the spectrum as squared lengths, and sums zero when centred.
func TestKernelPCAOnTraining(t *testing.T) {
	x := twoCircles(40, 20)
	for _, centre := range []bool{false, true} {
		p, err := learn.KernelPCA{Kernel: feature.Polynomial{Degree: 2}, Centre: centre}.Fit(ctx, x)
		require.NoError(t, err)
		f, err := p.Project(ctx, x)
		require.NoError(t, err)
		var g mat.Dense
		g.Mul(f.T(), f)
		k, _ := g.Dims()
		values := p.Spectrum().Values
		for i := range k {
			for j := range k {
				want := 0.0
				if i == j {
					want = values[i] * values[i]
				}
				require.InDelta(t, want, g.At(i, j), 1e-9*values[0]*values[0])
			}
			if centre {
				require.InDelta(t, 0, mat.Sum(f.ColView(i)), 1e-9)
			}
		}
	}
}

// Σ_i λ_i (e_iᵀ1)² is the sum of all entries of the kernel matrix, and the
// components kept are those that contribute most to it.
func TestKernelECAEntropy(t *testing.T) {
	x := twoCircles(50, 21)
	k := feature.Polynomial{Degree: 2}
	p, err := learn.KernelECA{Kernel: k, Components: 2}.Fit(ctx, x)
	require.NoError(t, err)
	gram, err := feature.Gram(ctx, k, x)
	require.NoError(t, err)
	total := 0.0
	for _, e := range p.Entropy() {
		total += e
	}
	require.InEpsilon(t, mat.Sum(gram)/(50*50), total, 1e-10)
	least := math.Inf(1)
	chosen := map[int]bool{}
	for _, j := range p.Chosen() {
		chosen[j] = true
		least = min(least, p.Entropy()[j])
	}
	require.Len(t, chosen, 2)
	for j, e := range p.Entropy() {
		require.True(t, chosen[j] || e <= least)
	}
	values, entropy, places := p.Spectrum().Values[0], p.Entropy()[0], p.Chosen()[0]
	p.Spectrum().Values[0], p.Entropy()[0], p.Chosen()[0] = -1, -1, -1
	require.Equal(t, values, p.Spectrum().Values[0], "a model does not change")
	require.Equal(t, entropy, p.Entropy()[0])
	require.Equal(t, places, p.Chosen()[0])
	for _, none := range []*mat.Dense{nil, {}} {
		_, err = p.Project(ctx, none)
		require.ErrorIs(t, err, learn.ErrData)
	}
	_, err = learn.KernelECA{Kernel: k, Components: 9}.Fit(ctx, x)
	require.ErrorIs(t, err, learn.ErrCutoff, "the rank is 8")
}

// The instances of kr.json: with the kernel ⟨x,y⟩ kernel ridge
// regression is ridge regression, w = Xᵀα.
func TestKernelRidgeInstances(t *testing.T) {
	text, err := os.ReadFile("../duality/theorems/testdata/instances/kr.json")
	require.NoError(t, err)
	var file struct {
		Instances []struct {
			ID     string          `json:"id"`
			Kind   string          `json:"kind"`
			X      json.RawMessage `json:"X"`
			Y      json.RawMessage `json:"y"`
			Lambda rational        `json:"lambda"`
			Expect struct {
				Alpha json.RawMessage `json:"alpha"`
				W     []rational      `json:"w"`
			} `json:"expect"`
		} `json:"instances"`
	}
	require.NoError(t, json.Unmarshal(text, &file))
	count := 0
	for _, in := range file.Instances {
		if in.Kind != "ridge" {
			continue
		}
		count++
		t.Run(in.ID, func(t *testing.T) {
			var y, alpha []rational
			require.NoError(t, json.Unmarshal(in.Y, &y))
			require.NoError(t, json.Unmarshal(in.Expect.Alpha, &alpha))
			var rows [][]rational
			require.NoError(t, json.Unmarshal(in.X, &rows))
			x := dense(rows)
			column := mat.NewDense(len(y), 1, nil)
			for i, v := range y {
				column.Set(i, 0, float64(v))
			}
			m, err := learn.KernelRidge{
				Kernel: feature.Polynomial{Degree: 1, Homogeneous: true}, Penalty: float64(in.Lambda),
			}.Fit(ctx, x, column)
			require.NoError(t, err)
			for i, v := range alpha {
				assert.InDelta(t, float64(v), m.Alpha().At(i, 0), 1e-12)
			}
			// f(e_j) = w_j.
			n := len(in.Expect.W)
			e := mat.NewDense(n, n, nil)
			for j := range n {
				e.Set(j, j, 1)
			}
			f, err := m.Predict(ctx, e)
			require.NoError(t, err)
			for j, v := range in.Expect.W {
				assert.InDelta(t, float64(v), f.At(j, 0), 1e-12)
			}
		})
	}
	require.Equal(t, 5, count)
}

func TestKernelRidgeErrors(t *testing.T) {
	k := feature.Polynomial{Degree: 1}
	x, y := mat.NewDense(2, 1, []float64{1, 2}), mat.NewDense(2, 1, []float64{1, 2})
	for _, penalty := range []float64{0, -1, math.NaN()} {
		_, err := learn.KernelRidge{Kernel: k, Penalty: penalty}.Fit(ctx, x, y)
		assert.ErrorIs(t, err, learn.ErrPenalty)
	}
	_, err := learn.KernelRidge{Kernel: k, Penalty: 1}.Fit(ctx, x, mat.NewDense(3, 1, nil))
	assert.ErrorIs(t, err, learn.ErrData)
	_, err = learn.KernelRidge{Kernel: k, Penalty: 1}.Fit(ctx, x, nil)
	assert.ErrorIs(t, err, learn.ErrData)
	_, err = learn.KernelRidge{Penalty: 1}.Fit(ctx, x, y)
	assert.ErrorIs(t, err, learn.ErrKernel)
	same := mat.NewDense(2, 1, []float64{3, 3})
	_, err = learn.KernelRidge{Kernel: k, Penalty: 1e-30}.Fit(ctx, same, y)
	assert.ErrorIs(t, err, learn.ErrPenalty)
}

// TestComponentSigns: an eigenvector has no sign, and so the training row that a component has
// most of is on its positive side.
func TestComponentSigns(t *testing.T) {
	for seed := range uint64(5) {
		x := twoCircles(15, 30+seed)
		k := feature.Polynomial{Degree: 2}
		plain, err := learn.KernelPCA{Kernel: k}.Fit(ctx, x)
		require.NoError(t, err)
		centred, err := learn.KernelPCA{Kernel: k, Centre: true}.Fit(ctx, x)
		require.NoError(t, err)
		entropy, err := learn.KernelECA{Kernel: k, Components: 4}.Fit(ctx, x)
		require.NoError(t, err)
		for _, p := range []*learn.Components{plain, centred, entropy} {
			f, err := p.Project(ctx, x)
			require.NoError(t, err)
			_, cols := f.Dims()
			for j := range cols {
				column := mat.Col(nil, j, f)
				require.InDelta(t, floats.Norm(column, math.Inf(1)), floats.Max(column), 1e-9, "component %d of %v", j, column)
			}
		}
	}
}
