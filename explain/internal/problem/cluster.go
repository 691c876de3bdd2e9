package problem

import (
	"math"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/limit"
)

// clusters returns how many isolated clusters the rows are, or how many of them differ
// where they are none. Clusters are what a shortest spanning tree falls into
// when its long edges are cut, where their lengths take the largest leap, if each is
// small beside its distance from the others. Distances are in units of the standard deviations: that a column
// lies far from 0 makes no clusters of the others.
func clusters(rows [][]float64) int {
	rows = inDeviations(rows)
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
	return count
}

// inDeviations returns rows in units of the standard deviations of their columns.
func inDeviations(rows [][]float64) [][]float64 {
	n := float64(len(rows))
	out := make([][]float64, len(rows))
	for i, x := range rows {
		out[i] = slices.Clone(x)
	}
	for j := range rows[0] {
		mean, square := 0.0, 0.0
		for _, x := range rows {
			mean += x[j] / n
		}
		for _, x := range rows {
			square += (x[j] - mean) * (x[j] - mean) / n
		}
		if dev := math.Sqrt(square); dev > 0 {
			for _, x := range out {
				x[j] /= dev
			}
		}
	}
	return out
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
