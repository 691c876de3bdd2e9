package cluster_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/learn"
	"github.com/kexplain/kexplain/learn/cluster"
	"github.com/kexplain/kexplain/ring"
)

var ctx = context.Background()

// blocks is the kernel that is 1 on points with the same coordinate: its matrix is
// a direct sum of matrices of ones.
type blocks struct{}

func (blocks) String() string { return "x = y" }
func (blocks) Eval(x, y []float64) float64 {
	if x[0] == y[0] {
		return 1
	}
	return 0
}

// K = J₂ ⊕ J₃: eigenvalues 3 and 2, entropies 9/25 and 4/25, two clusters.
func TestBlocks(t *testing.T) {
	x := mat.NewDense(5, 1, []float64{7, 7, 8, 8, 8})
	m, err := cluster.Spectral{Kernel: blocks{}, K: 2, Seed: 1}.Fit(ctx, x)
	require.NoError(t, err)
	assert.InDeltaSlice(t, []float64{3, 2, 0, 0, 0}, m.Eigenvalues(), 1e-12)
	assert.InDeltaSlice(t, []float64{9. / 25, 4. / 25, 0, 0, 0}, m.Entropies(), 1e-12)
	assert.InDelta(t, 13./25, floats.Sum(m.Entropies()), 1e-12, "1ᵀK1/25")
	assert.Equal(t, []int{0, 0, 1, 1, 1}, m.Labels())
	got, err := m.Predict(ctx, mat.NewDense(2, 1, []float64{8, 7}))
	require.NoError(t, err)
	assert.Equal(t, []int{1, 0}, got)
	_, err = m.Predict(ctx, mat.NewDense(1, 1, []float64{9}))
	assert.ErrorIs(t, err, learn.ErrData, "a point at which all components are zero")
	sorted, order, err := m.Sorted(ctx)
	require.NoError(t, err)
	assert.Equal(t, []int{0, 1, 2, 3, 4}, order)
	assert.True(t, mat.Equal(mat.NewSymDense(5, []float64{1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 1, 1, 1, 0, 0, 1, 1, 1}), sorted), "J₂ ⊕ J₃")
	mixed, err := cluster.Spectral{Kernel: blocks{}, K: 2, Seed: 1}.Fit(ctx, mat.NewDense(5, 1, []float64{8, 7, 8, 7, 8}))
	require.NoError(t, err)
	sorted, order, err = mixed.Sorted(ctx)
	require.NoError(t, err)
	assert.Equal(t, []int{0, 2, 4, 1, 3}, order)
	assert.True(t, mat.Equal(mat.NewSymDense(5, []float64{1, 1, 1, 0, 0, 1, 1, 1, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1}), sorted), "J₃ ⊕ J₂")
	_, err = cluster.Spectral{Kernel: blocks{}, K: 3}.Fit(ctx, x)
	assert.ErrorIs(t, err, learn.ErrCutoff)
}

// counting is the kernel blocks that calls stop after so many values.
type counting struct {
	blocks
	values *atomic.Int64
	after  int64
	stop   func()
}

func (k counting) Eval(x, y []float64) float64 {
	if k.values.Add(1) == k.after {
		k.stop()
	}
	return k.blocks.Eval(x, y)
}

// TestStops: whenever the context ends, its error comes back and no other.
func TestStops(t *testing.T) {
	x := mat.NewDense(3, 1, []float64{7, 7, 8})
	var values atomic.Int64
	_, err := cluster.Spectral{Kernel: counting{values: &values}, K: 2, Choice: cluster.Best}.Fit(ctx, x)
	require.NoError(t, err)
	require.Greater(t, values.Load(), int64(9))
	for after := int64(1); after <= values.Load(); after++ {
		var seen atomic.Int64
		stopped, stop := context.WithCancel(ctx)
		_, err := cluster.Spectral{Kernel: counting{values: &seen, after: after, stop: stop}, K: 2, Choice: cluster.Best}.Fit(stopped, x)
		assert.ErrorIs(t, err, context.Canceled, "after %d values of %d", after, values.Load())
	}
}

// x = (1, 1, −1, −1), k = xy + 1/2: the eigenvalue 4 has entropy 0, 2 has 1/2.
// Entropy components take the second first.
func TestEntropyOrder(t *testing.T) {
	k := feature.PolynomialOf{Coefficients: []ring.Rat{ring.NewRat(1, 2), ring.NewRat(1, 1)}, Kernel: feature.Linear{}}
	m, err := cluster.Spectral{Kernel: k, K: 1}.Fit(ctx, mat.NewDense(4, 1, []float64{1, 1, -1, -1}))
	require.NoError(t, err)
	assert.InDeltaSlice(t, []float64{4, 2, 0, 0}, m.Eigenvalues(), 1e-12)
	assert.InDeltaSlice(t, []float64{0, 0.5, 0, 0}, m.Entropies(), 1e-12)
	assert.Equal(t, []int{1}, m.Chosen())
	first, err := cluster.Spectral{Kernel: k, K: 1, Choice: cluster.Principal}.Fit(ctx, mat.NewDense(4, 1, []float64{1, 1, -1, -1}))
	require.NoError(t, err)
	assert.Equal(t, []int{0}, first.Chosen(), "principal components take the first")
}

func TestAngularErrors(t *testing.T) {
	x := mat.NewDense(3, 2, []float64{1, 0, 0, 0, 0, 1})
	_, err := cluster.AngularKMeans{K: 2}.Fit(ctx, x)
	assert.ErrorIs(t, err, learn.ErrData)
	assert.ErrorContains(t, err, "row 2")
	_, err = cluster.AngularKMeans{K: 2}.Fit(ctx, nil)
	assert.ErrorIs(t, err, learn.ErrData)
	for _, k := range []int{0, 4} {
		_, err = cluster.AngularKMeans{K: k}.Fit(ctx, x)
		assert.ErrorIs(t, err, learn.ErrCutoff)
	}
	for _, v := range []float64{math.NaN(), math.Inf(1)} {
		_, err = cluster.AngularKMeans{K: 1}.Fit(ctx, mat.NewDense(1, 1, []float64{v}))
		assert.ErrorIs(t, err, learn.ErrData, "%g", v)
	}
	stopped, stop := context.WithCancel(ctx)
	stop()
	_, err = cluster.AngularKMeans{K: 1}.Fit(stopped, mat.NewDense(1, 1, []float64{1}))
	assert.ErrorIs(t, err, context.Canceled)
}

// TestFixedPoint: the means are Σ_{i∈c} p_i, each row has the largest cosine with its own, and their
// sum is what is returned (REST, section 2). Labels come in the order of their first rows.
func TestFixedPoint(t *testing.T) {
	for draw := range uint64(10) {
		r := rand.New(rand.NewPCG(3, draw))
		p := mat.NewDense(30, 3, nil)
		p.Apply(func(_, _ int, _ float64) float64 { return r.NormFloat64() }, p)
		c, err := cluster.AngularKMeans{K: 4, Seed: draw}.Fit(ctx, p)
		require.NoError(t, err)
		means, next := mat.NewDense(4, 3, nil), 0
		for i, k := range c.Labels {
			assert.LessOrEqual(t, k, next)
			next = max(next, k+1)
			for j := range 3 {
				means.Set(k, j, means.At(k, j)+p.At(i, j))
			}
		}
		assert.True(t, mat.EqualApprox(means, c.Means, 1e-12), "draw %d", draw)
		sum := 0.0
		for i, own := range c.Labels {
			cos := make([]float64, 4)
			for k := range cos {
				cos[k] = mat.Dot(p.RowView(i), means.RowView(k)) / (mat.Norm(p.RowView(i), 2) * mat.Norm(means.RowView(k), 2))
			}
			assert.InDelta(t, slices.Max(cos), cos[own], 1e-12)
			sum += cos[own]
		}
		assert.InDelta(t, sum, c.Cosines, 1e-9)
	}
}

// XOR with normal noise: the Gaussian kernel sees four clusters, the one through
// ⟨x,y⟩² two.
func TestXOR(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	x, class := mat.NewDense(200, 2, nil), make([]int, 200)
	for i := range class {
		a, b := float64(2*(i%2)-1), float64(2*(i/2%2)-1)
		x.SetRow(i, []float64{2*a + r.NormFloat64()/2, 2*b + r.NormFloat64()/2})
		if a*b > 0 {
			class[i] = 1
		}
	}
	accuracy := func(k feature.Kernel) float64 {
		m, err := cluster.Spectral{Kernel: k, K: 2, Seed: 1}.Fit(ctx, x)
		require.NoError(t, err)
		return cluster.Accuracy(m.Labels(), class)
	}
	sign := feature.FiniteRotation{Order: 2}
	assert.Equal(t, 1.0, accuracy(feature.InvariantGaussian(sign, 2)))
	assert.Equal(t, 1.0, accuracy(feature.InvariantGaussian(sign, 4)))
	assert.Less(t, accuracy(feature.Gaussian{Sigma: 1}), 0.8)
}

// Six lines through the origin, 30° apart: the projective kernel tells them apart.
func TestSixLines(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	x, class := mat.NewDense(270, 2, nil), make([]int, 270)
	for i := range class {
		class[i] = i % 6
		s, c := math.Sincos(float64(class[i])*math.Pi/6 + 0.02*r.NormFloat64())
		v := (0.5 + 2*r.Float64()) * float64(2*r.IntN(2)-1)
		x.SetRow(i, []float64{v * c, v * s})
	}
	m, err := cluster.Spectral{Kernel: feature.InvariantGaussian(feature.Projective{}, 0.1), K: 6, Seed: 1}.Fit(ctx, x)
	require.NoError(t, err)
	assert.GreaterOrEqual(t, cluster.Accuracy(m.Labels(), class), 0.99)
}

// Two clusters of the same size and shape: the component that tells them apart has
// no entropy. The principal components tell them apart.
func TestBalanced(t *testing.T) {
	x := mat.NewDense(6, 2, []float64{1, 0, -2, 0.1, 1.5, 0, 0, 1, 0.1, -2, 0, 1.5})
	m, err := cluster.Spectral{Kernel: feature.InvariantGaussian(feature.Projective{}, 0.5), K: 2, Choice: cluster.Principal}.Fit(ctx, x)
	require.NoError(t, err)
	assert.Equal(t, []int{0, 0, 0, 1, 1, 1}, m.Labels())
	assert.Nil(t, m.Entropies())
}

// Four corners of equal size, drawn so that the second component has hardly any entropy:
// the best of both choices is the principal one. Where both take the same it is entropy's.
func TestBest(t *testing.T) {
	for draw, entropy := range map[uint64]bool{0: false, 1: true} {
		r := rand.New(rand.NewPCG(1, draw))
		x, class := mat.NewDense(200, 2, nil), make([]int, 200)
		for i := range class {
			a, b := float64(2*(i%2)-1), float64(2*(i/2%2)-1)
			x.SetRow(i, []float64{2*a + r.NormFloat64()/2, 2*b + r.NormFloat64()/2})
			if a*b > 0 {
				class[i] = 1
			}
		}
		c := cluster.Spectral{Kernel: feature.InvariantGaussian(feature.FiniteRotation{Order: 2}, 4), K: 2, Seed: 1}
		plain, err := c.Fit(ctx, x)
		require.NoError(t, err)
		c.Choice = cluster.Best
		best, err := c.Fit(ctx, x)
		require.NoError(t, err)
		assert.Equal(t, 1.0, cluster.Accuracy(best.Labels(), class))
		assert.Equal(t, []int{0, 1}, best.Chosen())
		if entropy {
			assert.Equal(t, plain.Labels(), best.Labels())
			assert.NotNil(t, best.Entropies())
		} else {
			assert.Less(t, cluster.Accuracy(plain.Labels(), class), 0.8)
			assert.Nil(t, best.Entropies())
		}
	}
	_, err := cluster.Spectral{Kernel: blocks{}, K: 3, Choice: cluster.Best}.Fit(ctx, mat.NewDense(3, 1, []float64{1, 1, 2}))
	assert.ErrorIs(t, err, learn.ErrCutoff)
}

// TestBestOfBoth: the best of both choices has the larger sum of cosines, whichever choice that is.
func TestBestOfBoth(t *testing.T) {
	cosines := func(k feature.Kernel, x *mat.Dense, choice cluster.Choice) float64 {
		var c *learn.Components
		var err error
		if choice == cluster.Entropy {
			c, err = learn.KernelECA{Kernel: k, Components: 3}.Fit(ctx, x)
		} else {
			c, err = learn.KernelPCA{Kernel: k, Components: learn.Rank{K: 3}}.Fit(ctx, x)
		}
		require.NoError(t, err)
		p, err := c.Project(ctx, x)
		require.NoError(t, err)
		got, err := cluster.AngularKMeans{K: 3, Seed: 1}.Fit(ctx, p)
		require.NoError(t, err)
		return got.Cosines
	}
	won := map[bool]int{}
	for draw := range uint64(12) {
		r := rand.New(rand.NewPCG(2, draw))
		x := mat.NewDense(20, 2, nil)
		x.Apply(func(_, _ int, _ float64) float64 { return r.NormFloat64() }, x)
		k := feature.Gaussian{Sigma: 1}
		m, err := cluster.Spectral{Kernel: k, K: 3, Seed: 1, Choice: cluster.Best}.Fit(ctx, x)
		require.NoError(t, err)
		if slices.Max(m.Chosen()) < 3 && m.Entropies() != nil {
			continue // both choices are the same
		}
		entropy := cosines(k, x, cluster.Entropy) >= cosines(k, x, cluster.Principal)
		assert.Equal(t, entropy, m.Entropies() != nil, "draw %d", draw)
		won[entropy]++
	}
	assert.Len(t, won, 2, "each choice wins somewhere: %v", won)
}

// TestBestWithoutOther: where the components of one choice are zero at a point it is the other.
// With k = xy + 1/2 the first eigenvector of (1, 1, −1, −1, 0) is x, the second is constant.
func TestBestWithoutOther(t *testing.T) {
	k := feature.PolynomialOf{Coefficients: []ring.Rat{ring.NewRat(1, 2), ring.NewRat(1, 1)}, Kernel: feature.Linear{}}
	x := mat.NewDense(5, 1, []float64{1, 1, -1, -1, 0})
	_, err := cluster.Spectral{Kernel: k, K: 1, Choice: cluster.Principal}.Fit(ctx, x)
	require.ErrorIs(t, err, learn.ErrData)
	m, err := cluster.Spectral{Kernel: k, K: 1, Choice: cluster.Best}.Fit(ctx, x)
	require.NoError(t, err)
	assert.Equal(t, []int{1}, m.Chosen())
	assert.Equal(t, []int{0, 0, 0, 0, 0}, m.Labels())
}

func TestAccuracy(t *testing.T) {
	assert.Equal(t, 1.0, cluster.Accuracy([]int{0, 0, 1, 2}, []int{2, 2, 0, 1}))
	assert.Equal(t, 0.75, cluster.Accuracy([]int{0, 0, 1, 1}, []int{1, 1, 1, 0}))
	assert.Panics(t, func() { cluster.Accuracy([]int{0}, nil) })
	assert.Zero(t, cluster.Accuracy(nil, nil))
	many := make([]int, 17)
	for i := range many {
		many[i] = i
	}
	assert.Equal(t, 1.0, cluster.Accuracy(many[:16], many[:16]))
	assert.Panics(t, func() { cluster.Accuracy(many, many) })
	// Against every pairing of four clusters with four classes.
	rng := rand.New(rand.NewPCG(1, 31))
	for range 50 {
		labels, class := make([]int, 12), make([]int, 12)
		for i := range labels {
			labels[i], class[i] = rng.IntN(4), rng.IntN(4)
		}
		best := 0
		for code := range 256 { // the class of cluster l is its l-th digit to the base 4
			pair, used, shared := [4]int{code % 4, code / 4 % 4, code / 16 % 4, code / 64}, map[int]bool{}, 0
			for _, c := range pair {
				used[c] = true
			}
			for i, l := range labels {
				if class[i] == pair[l] {
					shared++
				}
			}
			if len(used) == 4 {
				best = max(best, shared)
			}
		}
		assert.Equal(t, float64(best)/12, cluster.Accuracy(labels, class))
	}
}

// TestMedianDistance: the median of the distances of all pairs, of the first 1000 rows.
func TestMedianDistance(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 32))
	x := mat.NewDense(1005, 2, nil)
	for i := range 1005 {
		x.SetRow(i, []float64{rng.NormFloat64(), 3 * rng.NormFloat64()})
		if i >= 1000 {
			x.Set(i, 0, 1e9)
		}
	}
	for _, n := range []int{3, 8, 1000} {
		var all []float64
		for i := range n {
			for j := range i {
				all = append(all, math.Hypot(x.At(i, 0)-x.At(j, 0), x.At(i, 1)-x.At(j, 1)))
			}
		}
		slices.Sort(all)
		rows := n
		if n == 1000 {
			rows = 1005
		}
		got, err := cluster.MedianDistance(ctx, feature.Linear{}, x.Slice(0, rows, 0, 2).(*mat.Dense))
		require.NoError(t, err)
		assert.InEpsilon(t, all[len(all)/2], got, 1e-9)
		// In another unit it is as many times longer.
		for _, unit := range []float64{0x1p-40, 0x1p40} {
			var scaled mat.Dense
			scaled.Scale(unit, x.Slice(0, rows, 0, 2))
			in, err := cluster.MedianDistance(ctx, feature.Linear{}, &scaled)
			require.NoError(t, err)
			assert.Equal(t, unit*got, in)
		}
	}
	_, err := cluster.MedianDistance(ctx, feature.Linear{}, mat.NewDense(1, 2, nil))
	assert.ErrorIs(t, err, learn.ErrData, "one row")
	_, err = cluster.MedianDistance(ctx, feature.Linear{}, mat.NewDense(3, 1, []float64{1, 1, 1}))
	assert.ErrorIs(t, err, learn.ErrData, "no distance but 0")
}

// Points up to their sign: two lines through the origin.
func Example() {
	x := mat.NewDense(6, 2, []float64{1, 0, -2, 0.1, 1.5, 0, 3, 0, 0.1, -2, 0, -1})
	m, err := cluster.Spectral{Kernel: feature.InvariantGaussian(feature.Projective{}, 0.5), K: 2}.Fit(context.Background(), x)
	if err != nil {
		fmt.Println(err)
		return
	}
	near, err := m.Predict(context.Background(), mat.NewDense(2, 2, []float64{-7, 1, 0, 5}))
	fmt.Println(m.Labels(), near, err)
	fmt.Println(m)
	// Output:
	// [0 0 0 0 1 1] [0 1] <nil>
	// clusters of 4, 2 points, found with the kernel exp(-‖x-y‖²/(2·0.5²)) with ⟨x,y⟩²/(‖x‖²‖y‖²) for ⟨x,y⟩
}
