package explain

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// cubicPoints has points of the twisted cubic with noise.
func cubicPoints(n int, sigma float64, k uint64) [][]float64 {
	rows := draw(n, source(k), func(rng *rand.Rand) []float64 {
		a := 3*rng.Float64() - 1.5
		return []float64{a, a * a, a * a * a}
	})
	return noisy(rows, sigma, source(k+1))
}

func TestRelate(t *testing.T) {
	equator := noisyUnit(100, 0.01, 220)
	for i, x := range equator {
		equator[i] = append(x, 0.01*float64(i%3-1))
	}
	tests := []struct {
		name     string
		rows     [][]float64
		accepted []string
		poly     string
		sine     [2]float64 // between
		within   [2]float64
	}{
		{"the third quadric of the twisted cubic", cubicPoints(100, 0.01, 221), []string{"x^2 - y", "x*y - z"}, "x*z - y^2",
			[2]float64{0, 1e-6}, [2]float64{0, onSet}},
		{"a multiple", cubicPoints(100, 0.01, 221), []string{"x^2 - y"}, "x^3 - x*y",
			[2]float64{0, 1e-6}, [2]float64{0, onSet}},
		{"a quadric near the cubic", cubicPoints(100, 0.01, 221), []string{"x^2 - y", "x*y - z"}, "x*z - y^2 + 1/1000*x",
			[2]float64{0, 0.1}, [2]float64{1e-5, 1e-2}},
		{"the plane of the equator cuts the sphere at right angles", equator, []string{"x^2 + y^2 + z^2 - 1"}, "z",
			[2]float64{0.999, 1}, [2]float64{0, 0.05}},
		{"a tangent cylinder does not", equator, []string{"x^2 + y^2 + z^2 - 1"}, "x^2 + y^2 - 1",
			[2]float64{0, 0.05}, [2]float64{0, 1e-3}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := plain(t, tt.rows, 3)
			var accepted []fit
			for _, text := range tt.accepted {
				accepted = append(accepted, fitOf(t, s, text))
			}
			r := s.relate(accepted, fitOf(t, s, tt.poly))
			assert.True(t, tt.sine[0] <= r.sine && r.sine <= tt.sine[1]+1e-12, "sine %g", r.sine)
			assert.True(t, tt.within[0] <= r.within && r.within <= tt.within[1], "within %g", r.within)
		})
	}
}

// What a cutting equation needs on the zero set is the noise of the data.
func TestRelateAcross(t *testing.T) {
	rng := source(223)
	const sigma = 0.02
	rows := noisyUnit(2000, sigma, 224)
	for i, x := range rows {
		rows[i] = append(x, sigma*rng.NormFloat64())
	}
	s := plain(t, rows, 2)
	r := s.relate([]fit{fitOf(t, s, "x^2 + y^2 + z^2 - 1")}, fitOf(t, s, "z"))
	assert.InEpsilon(t, sigma*sigma, r.across, 0.15)
}

// The feet are on the common zero set, with orthonormal normals there.
func TestFeet(t *testing.T) {
	s := plain(t, cubicPoints(50, 0.01, 225), 2)
	accepted := []fit{fitOf(t, s, "x^2 - y"), fitOf(t, s, "x*y - z")}
	visited := 0
	s.feet(accepted, s.rows, func(feet block, normals [][][]float64) {
		for r, normal := range normals {
			visited++
			y := feet.point(r)
			assert.InDelta(t, y[0]*y[0], y[1], 1e-12)
			assert.InDelta(t, y[0]*y[0]*y[0], y[2], 1e-12)
			require.Len(t, normal, 2)
			tangent := []float64{1, 2 * y[0], 3 * y[0] * y[0]}
			for j, b := range normal {
				assert.InDelta(t, 0, dot(b, tangent), 1e-9)
				for l := range j + 1 {
					want := 0.0
					if l == j {
						want = 1
					}
					assert.InDelta(t, want, dot(b, normal[l]), 1e-12)
				}
			}
		}
	})
	assert.Equal(t, 50, visited)
}
