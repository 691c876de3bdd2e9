package numeric_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/numeric"
)

// The best corner is that of all points in which as many planes meet as there are coordinates, and which lie beyond none.
func TestMaximizeIsTheBestCorner(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	empty := 0
	for range 2000 {
		d := 1 + rng.IntN(3)
		vector := func() []float64 {
			v := make([]float64, d)
			for j := range v {
				v[j] = float64(rng.IntN(7) - 3) // ties and parallel planes, too
			}
			return v
		}
		polytope := numeric.NewPolytope(d)
		var normals [][]float64
		var offsets []float64
		for j := range d {
			for _, sign := range []float64{1, -1} {
				normals, offsets = append(normals, make([]float64, d)), append(offsets, max(sign, 0))
				normals[len(normals)-1][j] = sign
			}
		}
		for range rng.IntN(8) {
			normals, offsets = append(normals, vector()), append(offsets, float64(rng.IntN(9)-3)/2)
			polytope.Add(slices.Clone(normals[len(normals)-1]), offsets[len(offsets)-1])
		}
		g := vector()
		want := math.Inf(-1)
		for set := range numeric.Combinations(len(normals), d) {
			a, b, x := mat.NewDense(d, d, nil), mat.NewVecDense(d, nil), mat.NewVecDense(d, nil)
			for i, k := range set {
				a.SetRow(i, normals[k])
				b.SetVec(i, offsets[k])
			}
			if x.SolveVec(a, b) != nil {
				continue
			}
			inside := true
			for k, h := range normals {
				inside = inside && floats.Dot(h, x.RawVector().Data) <= offsets[k]+1e-9
			}
			if inside {
				want = max(want, floats.Dot(g, x.RawVector().Data))
			}
		}
		got, ok := polytope.Maximize(g)
		if math.IsInf(want, -1) {
			empty++
			require.False(t, ok, "%v %v ≤ %v", g, normals, offsets)
			continue
		}
		require.True(t, ok, "%v %v ≤ %v", g, normals, offsets)
		require.InDelta(t, want, got, 1e-9, "%v %v ≤ %v", g, normals, offsets)
	}
	require.Greater(t, empty, 100)
}
