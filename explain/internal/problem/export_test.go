package problem

// What the tests of this package, which stand outside it, see of it.
var (
	ClustersOf = clusters
	RoundTo    = roundTo
)

func (d Data) Spread() (mean, dev []float64) { return d.spread() }

func LongestLinkOf(lengths ...float64) float64 {
	var edges []edge
	for _, l := range lengths {
		edges = append(edges, edge{length: l})
	}
	return longestLink(edges)
}
