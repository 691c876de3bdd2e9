package problem

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/limit"
)

// clusters returns how many isolated clusters the rows are, or how many of them differ
// where they are none. Clusters are what a shortest spanning tree falls into
// when its long edges are cut: those beyond the largest leap of their lengths. Each must be
// small beside its distance from the others, and no column in it be tied to others.
func clusters(rows [][]float64) int {
	edges := spanningTree(rows)
	different := 1
	for _, e := range edges {
		if e.length > 0 {
			different++
		}
	}
	link := longestLink(edges)
	// Edges come from the tree outwards: what they join to is a cluster already.
	cluster := make([]int, len(rows))
	count, gap := 1, math.Inf(1)
	for _, e := range edges {
		if e.length > link {
			cluster[e.to] = count
			count++
			gap = min(gap, e.length)
		} else {
			cluster[e.to] = cluster[e.from]
		}
	}
	if count == 1 {
		return different
	}
	for i, x := range rows {
		for j, y := range rows[:i] {
			if cluster[i] == cluster[j] && limit.ClusterGap*math.Sqrt(Distance2(x, y)) > gap {
				return different
			}
		}
	}
	if isFlat(rows, cluster, count, different) {
		return different
	}
	return count
}

// isFlat reports whether the rows of clusters are no points with errors: about the means of their clusters some columns are
// tied, as net and gross are beside a tare that has two values. Each cluster must have rows enough for that, and so must the
// different rows: far rows beside a line are wrong cells.
func isFlat(rows [][]float64, cluster []int, count, different int) bool {
	n := len(rows[0])
	means, size := make([][]float64, count), make([]float64, count)
	for i, x := range rows {
		c := cluster[i]
		if size[c]++; means[c] == nil {
			means[c] = make([]float64, n)
		}
		for j, v := range x {
			means[c][j] += (v - means[c][j]) / size[c]
		}
	}
	within := mat.NewSymDense(n, nil)
	off := mat.NewVecDense(n, nil)
	for i, x := range rows {
		for j, v := range x {
			off.SetVec(j, v-means[cluster[i]][j])
		}
		within.SymRankOne(within, 1, off)
	}
	var moving []int
	for j := range n {
		if within.At(j, j) > 0 {
			moving = append(moving, j)
		}
	}
	if len(moving) < 2 || different < limit.RowsPerTerm*len(moving)*count || slices.Min(size) < float64(limit.RowsPerTerm*len(moving)) {
		return false
	}
	correlation := mat.NewSymDense(len(moving), nil)
	for a, i := range moving {
		for b, j := range moving[:a+1] {
			correlation.SetSym(a, b, within.At(i, j)/math.Sqrt(within.At(i, i)*within.At(j, j)))
		}
	}
	var e mat.EigenSym
	return e.Factorize(correlation, false) && e.Values(nil)[0] < limit.ClusterFlat
}

// longestLink returns the length of the edge before the largest leap, from one edge to
// the next longer one, among the longer half: of a spanning tree of clusters of a few
// points each, most edges are within one. Points that are repeated, or rounded to the
// same, are one; where all are, it is 0.
func longestLink(edges []edge) float64 {
	var lengths []float64
	for _, e := range edges {
		if e.length > 0 {
			lengths = append(lengths, e.length)
		}
	}
	if len(lengths) == 0 {
		return 0
	}
	slices.Sort(lengths)
	half := lengths[(len(lengths)-1)/2:]
	link, leap := half[len(half)-1], 1.0
	for i, l := range half[1:] {
		if l > leap*half[i] {
			link, leap = half[i], l/half[i]
		}
	}
	return link
}

// edge joins a row to one that is in the tree.
type edge struct {
	from, to int
	length   float64
}

// spanningTree returns the edges of a shortest tree on the rows, each from a row
// that an earlier edge reached or from the first row [Prim, Bell System Technical
// Journal 36 (1957) 1389–1401].
func spanningTree(rows [][]float64) []edge {
	near := make([]edge, len(rows)) // the shortest edge from the tree to every row
	squares := make([]float64, len(rows))
	for i, x := range rows {
		squares[i] = Distance2(rows[0], x)
		near[i] = edge{0, i, math.Sqrt(squares[i])}
	}
	near, squares = near[1:], squares[1:]
	tree := make([]edge, 0, len(near))
	for len(near) > 0 {
		at := 0
		for i, e := range near {
			if e.length < near[at].length {
				at = i
			}
		}
		e, last := near[at], len(near)-1
		tree = append(tree, e)
		near[at], squares[at] = near[last], squares[last]
		near, squares = near[:last], squares[:last]
		x := rows[e.to]
		for i, square := range squares {
			n := &near[i]
			z, d2 := rows[n.to], 0.0 // Distance2, without a call
			for l, v := range x {
				d2 += (v - z[l]) * (v - z[l])
			}
			if d2 >= square {
				continue
			}
			squares[i] = d2
			if d := math.Sqrt(d2); d < n.length {
				n.from, n.length = e.to, d
			}
		}
	}
	return tree
}
