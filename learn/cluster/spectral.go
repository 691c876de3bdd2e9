package cluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/learn"
)

// Spectral is spectral clustering by kernel entropy components (IKT, sections 3
// and 4): the data are projected to the K components that contribute most to the
// entropy, and AngularKMeans sorts the projections into K clusters. It is plain
// data.
type Spectral struct {
	// Kernel is required; to cluster up to a group, an invariant one, such as
	// feature.InvariantGaussian.
	Kernel feature.Kernel
	// K is the number of clusters.
	K int
	// Choice says which components are taken.
	Choice Choice
	// Restarts and Seed are those of AngularKMeans.
	Restarts int
	Seed     uint64
}

// Choice says which K components Spectral takes.
type Choice int

const (
	// Entropy takes those that contribute most to the entropy (IKT).
	Entropy Choice = iota
	// Principal takes those of the largest eigenvalues. Clusters of the same size and
	// shape have nearly equal eigenvalues, and the components that tell them apart have
	// little entropy or none.
	Principal
	// Best tries both where they differ, at twice the cost, and keeps the clusters with
	// the larger sum of cosines, which is how AngularKMeans chooses among its starts.
	Best
)

// Model is what Spectral has found. It keeps the data and does not change.
type Model struct {
	components *learn.Components
	clustering *Clustering
	kernel     feature.Kernel
	data       *mat.Dense
}

// Fit sorts the rows of x, which are copied. It returns learn.ErrData for data
// that are empty, not finite, or have a row whose projection is zero,
// learn.ErrKernel without a kernel, learn.ErrCutoff for a number of clusters
// beyond the rank of the kernel matrix, and the error of ctx. It needs N² numbers
// and N³ operations.
func (c Spectral) Fit(ctx context.Context, x *mat.Dense) (*Model, error) {
	if c.Choice != Best {
		return c.fit(ctx, x)
	}
	c.Choice = Entropy
	entropy, err := c.fit(ctx, x)
	if err == nil && slices.Max(entropy.Chosen()) < c.K {
		return entropy, nil // the same components
	}
	if err != nil && !errors.Is(err, learn.ErrData) {
		return nil, err
	}
	c.Choice = Principal
	principal, second := c.fit(ctx, x)
	if second != nil || err == nil && entropy.clustering.Cosines >= principal.clustering.Cosines {
		return entropy, err
	}
	return principal, nil
}

// fit sorts the rows by one choice of components.
func (c Spectral) fit(ctx context.Context, x *mat.Dense) (*Model, error) {
	var components *learn.Components
	var err error
	if c.Choice == Principal {
		components, err = learn.KernelPCA{Kernel: c.Kernel, Components: learn.Rank{K: c.K}}.Fit(ctx, x)
	} else {
		components, err = learn.KernelECA{Kernel: c.Kernel, Components: c.K}.Fit(ctx, x)
	}
	if err != nil {
		return nil, err
	}
	p, err := components.Project(ctx, x)
	if err != nil {
		return nil, err
	}
	clustering, err := AngularKMeans{K: c.K, Restarts: c.Restarts, Seed: c.Seed}.Fit(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("cluster: projections to entropy components: %w", err)
	}
	return &Model{components: components, clustering: clustering, kernel: c.Kernel, data: mat.DenseCopyOf(x)}, nil
}

// String says how many points each cluster has, and the kernel.
func (m *Model) String() string {
	sizes := make([]int, m.clustering.Means.RawMatrix().Rows)
	for _, label := range m.clustering.Labels {
		sizes[label]++
	}
	list := strings.ReplaceAll(strings.Trim(fmt.Sprint(sizes), "[]"), " ", ", ")
	return fmt.Sprintf("clusters of %s points, found with the kernel %v", list, m.kernel)
}

// Labels returns the cluster 0…K-1 of each row.
func (m *Model) Labels() []int { return slices.Clone(m.clustering.Labels) }

// Eigenvalues returns the eigenvalues of the kernel matrix, largest first.
func (m *Model) Eigenvalues() []float64 {
	values := m.components.Spectrum().Values
	for i, v := range values {
		values[i] = v * v
	}
	return values
}

// Entropies returns what each eigenvalue λ_i contributes to the entropy estimate,
// λ_i (e_iᵀ1)²/N²; nil where principal components were taken.
func (m *Model) Entropies() []float64 { return m.components.Entropy() }

// Chosen returns the positions of the eigenvalues that were taken.
func (m *Model) Chosen() []int { return m.components.Chosen() }

// Predict returns the cluster with the nearest angle for every row of x. It
// returns learn.ErrData for rows that do not fit or whose projection is zero.
func (m *Model) Predict(ctx context.Context, x *mat.Dense) ([]int, error) {
	p, err := m.components.Project(ctx, x)
	if err != nil {
		return nil, err
	}
	n, _ := p.Dims()
	for i := range n {
		length := mat.Norm(p.RowView(i), 2)
		if !(length > 0) {
			return nil, fmt.Errorf("%w: the projection of row %d is zero", learn.ErrData, i+1)
		}
		for j, v := range p.RawRowView(i) {
			p.Set(i, j, v/length)
		}
	}
	var sum float64
	return nearest(p, m.clustering.Means, &sum), nil
}

// Sorted returns the kernel matrix with rows and columns sorted by cluster (IKT,
// Figure 3), and the order of the rows.
func (m *Model) Sorted(ctx context.Context) (*mat.SymDense, []int, error) {
	kxx, err := feature.Gram(ctx, m.kernel, m.data)
	if err != nil {
		return nil, nil, fmt.Errorf("cluster: %w", err)
	}
	n := kxx.SymmetricDim()
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	stable.Sort(order, func(a, b int) int {
		return cmp.Compare(m.clustering.Labels[a], m.clustering.Labels[b])
	})
	sorted := mat.NewSymDense(n, nil)
	for i, a := range order {
		for j := i; j < n; j++ {
			sorted.SetSym(i, j, kxx.At(a, order[j]))
		}
	}
	return sorted, order, nil
}

// Accuracy returns the share of rows whose cluster is that of their class, under
// the pairing of clusters with classes for which it is largest. Numbers from 0,
// at most 16 clusters. It panics if the slices differ in length.
func Accuracy(labels, class []int) float64 {
	if len(labels) != len(class) {
		panic(fmt.Sprintf("cluster: %d labels for %d classes", len(labels), len(class)))
	}
	if len(labels) == 0 {
		return 0
	}
	k := 1 + max(slices.Max(labels), slices.Max(class))
	if k > maxPaired {
		panic(fmt.Sprintf("cluster: %d clusters, at most %d can be paired with classes", k, maxPaired))
	}
	counts := make([][]int, k)
	for c := range counts {
		counts[c] = make([]int, k)
	}
	for i, l := range labels {
		counts[l][class[i]]++
	}
	// best[s] is the largest number of rows that the first clusters, as many as s
	// has members, can share with the classes of the set s.
	best := make([]int, 1<<k)
	for s := 1; s < 1<<k; s++ {
		c := 0
		for t := s; t > 0; t &= t - 1 {
			c++
		}
		for j := range k {
			if s&(1<<j) != 0 {
				best[s] = max(best[s], best[s&^(1<<j)]+counts[c-1][j])
			}
		}
	}
	return float64(best[1<<k-1]) / float64(len(labels))
}

// maxPaired bounds the clusters that Accuracy pairs: 2^16 sets.
const maxPaired = 16

// MedianDistance returns the median of the distances of the rows of x in the
// feature space of k, a usual width for a Gaussian kernel through k. Distances
// of the first 1000 rows are taken.
func MedianDistance(ctx context.Context, k feature.Kernel, x *mat.Dense) (float64, error) {
	n, cols := x.Dims()
	n = min(n, 1000)
	g, err := feature.Gram(ctx, k, x.Slice(0, n, 0, cols).(*mat.Dense))
	if err != nil {
		return 0, fmt.Errorf("cluster: %w", err)
	}
	var squares []float64
	for i := range n {
		for j := range i {
			squares = append(squares, g.At(i, i)+g.At(j, j)-2*g.At(i, j))
		}
	}
	if len(squares) == 0 {
		return 0, fmt.Errorf("%w: one row has no distances", learn.ErrData)
	}
	slices.Sort(squares)
	median := squares[len(squares)/2]
	if !(median > 0) {
		return 0, fmt.Errorf("%w: half of the distances are zero", learn.ErrData)
	}
	return math.Sqrt(median), nil
}
