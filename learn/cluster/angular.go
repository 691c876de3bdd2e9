package cluster

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/learn"
)

// AngularKMeans sorts the rows p_i of a table into K clusters by their angles.
// The mean of a cluster is the sum of its rows, m_c = Σ p_i; every row goes to the
// cluster with the largest cosine between p_i and m_c, until nothing changes. Of
// all restarts, each from K different rows as means, the one with the largest
// Σ_i cos(p_i, m_c(i)) counts. It is plain data.
type AngularKMeans struct {
	// K is the number of clusters, at most the number of rows.
	K int
	// Restarts is the number of starts. Zero means 50.
	Restarts int
	// Seed of the starts.
	Seed uint64
}

const (
	defaultRestarts = 50
	// maxSteps bounds the steps of a start. Each one raises the sum of cosines,
	// so steps come to an end; in rounding they might go round in a circle.
	maxSteps = 1000
)

// Clustering is the outcome of AngularKMeans.
type Clustering struct {
	// Labels has the cluster 0…K-1 of each row, numbered in the order of their
	// first rows.
	Labels []int
	// Means has the mean of each cluster as a row, in the order of the labels.
	Means *mat.Dense
	// Cosines is the sum of cosines Σ_i cos(p_i, m_c(i)).
	Cosines float64
}

// Fit sorts the rows of p. It returns learn.ErrData for a table that is empty,
// not finite or has a row of zeros, which has no angle, learn.ErrCutoff for a
// number of clusters that does not fit, and the error of ctx.
func (c AngularKMeans) Fit(ctx context.Context, p *mat.Dense) (*Clustering, error) {
	if p == nil || p.IsEmpty() {
		return nil, fmt.Errorf("%w: no rows", learn.ErrData)
	}
	if err := learn.CheckFinite(p); err != nil {
		return nil, err
	}
	n, dim := p.Dims()
	if c.K < 1 || c.K > n {
		return nil, fmt.Errorf("%w: %d clusters of %d rows", learn.ErrCutoff, c.K, n)
	}
	if c.Restarts == 0 {
		c.Restarts = defaultRestarts
	}
	unit := mat.NewDense(n, dim, nil)
	for i := range n {
		length := mat.Norm(p.RowView(i), 2)
		if !(length > 0) {
			return nil, fmt.Errorf("%w: row %d is zero, it has no angle with others", learn.ErrData, i+1)
		}
		for j, v := range p.RawRowView(i) {
			unit.Set(i, j, v/length)
		}
	}
	var best *Clustering
	for start := range c.Restarts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		order := rand.New(rand.NewPCG(c.Seed, uint64(start))).Perm(n)
		means := mat.NewDense(c.K, dim, nil)
		for k, row := range order[:c.K] {
			means.SetRow(k, unit.RawRowView(row))
		}
		if got := settle(p, unit, means); best == nil || got.Cosines > best.Cosines {
			best = got
		}
	}
	best.renumber()
	return best, nil
}

// settle repeats assignment and means until nothing changes.
func settle(p, unit, means *mat.Dense) *Clustering {
	n, _ := p.Dims()
	c := &Clustering{Labels: make([]int, n), Means: means}
	for i := range c.Labels {
		c.Labels[i] = -1
	}
	for range maxSteps {
		changed := false
		c.Cosines = 0
		for i, k := range nearest(unit, c.Means, &c.Cosines) {
			if c.Labels[i] != k {
				c.Labels[i], changed = k, true
			}
		}
		if !changed {
			break
		}
		c.Means.Zero()
		for i, k := range c.Labels {
			mean := c.Means.RawRowView(k)
			for j, v := range p.RawRowView(i) {
				mean[j] += v
			}
		}
	}
	return c
}

// nearest returns for each row of unit length the mean with the largest cosine,
// and adds these cosines to the sum. A mean of zero, that of an empty cluster,
// takes no row.
func nearest(unit, means *mat.Dense, sum *float64) []int {
	n, _ := unit.Dims()
	k, _ := means.Dims()
	lengths := make([]float64, k)
	for c := range lengths {
		lengths[c] = mat.Norm(means.RowView(c), 2)
	}
	labels := make([]int, n)
	for i := range labels {
		best := math.Inf(-1)
		for c, length := range lengths {
			if length == 0 {
				continue
			}
			if cos := mat.Dot(unit.RowView(i), means.RowView(c)) / length; cos > best {
				best, labels[i] = cos, c
			}
		}
		*sum += best
	}
	return labels
}

// renumber gives the clusters the order of their first rows.
func (c *Clustering) renumber() {
	k, dim := c.Means.Dims()
	number, means := map[int]int{}, mat.NewDense(k, dim, nil)
	take := func(old int) int {
		if _, ok := number[old]; !ok {
			means.SetRow(len(number), c.Means.RawRowView(old))
			number[old] = len(number)
		}
		return number[old]
	}
	for i, l := range c.Labels {
		c.Labels[i] = take(l)
	}
	for old := range k {
		take(old)
	}
	c.Means = means
}
