package fit

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/eval"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/support"
	"github.com/kexplain/kexplain/numeric"
)

func TestRelate(t *testing.T) {
	equator := explaintest.NoisyUnit(100, 0.01, 220)
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
		{"the third quadric of the twisted cubic", explaintest.CubicPoints(100, 0.01, 221), []string{"x^2 - y", "x*y - z"}, "x*z - y^2",
			[2]float64{0, 1e-6}, [2]float64{0, limit.ZeroOnSet}},
		{"a multiple", explaintest.CubicPoints(100, 0.01, 221), []string{"x^2 - y"}, "x^3 - x*y",
			[2]float64{0, 1e-6}, [2]float64{0, limit.ZeroOnSet}},
		{"a quadric near the cubic", explaintest.CubicPoints(100, 0.01, 221), []string{"x^2 - y", "x*y - z"}, "x*z - y^2 + 1/1000*x",
			[2]float64{0, 0.1}, [2]float64{1e-5, 1e-2}},
		{"the plane of the equator cuts the sphere at right angles", equator, []string{"x^2 + y^2 + z^2 - 1"}, "z",
			[2]float64{0.999, 1}, [2]float64{0, 0.05}},
		{"a tangent cylinder does not", equator, []string{"x^2 + y^2 + z^2 - 1"}, "x^2 + y^2 - 1",
			[2]float64{0, 0.05}, [2]float64{0, 1e-3}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := explaintest.Plain(t, tt.rows, 3)
			var accepted []support.Fit
			for _, text := range tt.accepted {
				accepted = append(accepted, fitOf(t, s, text))
			}
			r := Relate(s, s.Sample, accepted, fitOf(t, s, tt.poly))
			assert.True(t, tt.sine[0] <= r.Sine && r.Sine <= tt.sine[1]+1e-12, "sine %g", r.Sine)
			assert.True(t, tt.within[0] <= r.Quantile80 && r.Quantile80 <= tt.within[1], "within %g", r.Quantile80)
		})
	}
}

// What a cutting equation needs on the zero set is the noise of the data.
func TestRelateAcross(t *testing.T) {
	rng := explaintest.Source(223)
	const sigma = 0.02
	rows := explaintest.NoisyUnit(2000, sigma, 224)
	for i, x := range rows {
		rows[i] = append(x, sigma*rng.NormFloat64())
	}
	s := explaintest.Plain(t, rows, 2)
	r := Relate(s, s.Sample, []support.Fit{fitOf(t, s, "x^2 + y^2 + z^2 - 1")}, fitOf(t, s, "z"))
	assert.InEpsilon(t, sigma*sigma, r.NoiseAcross, 0.15)
}

// The feet are on the common zero set, with orthonormal normals there.
func TestFeet(t *testing.T) {
	s := explaintest.Plain(t, explaintest.CubicPoints(50, 0.01, 225), 2)
	accepted := []support.Fit{fitOf(t, s, "x^2 - y"), fitOf(t, s, "x*y - z")}
	visited := 0
	Feet(s, accepted, s.Rows, func(feet eval.Block, normals [][][]float64) {
		for r, normal := range normals {
			visited++
			y := feet.Point(r)
			assert.InDelta(t, y[0]*y[0], y[1], 1e-12)
			assert.InDelta(t, y[0]*y[0]*y[0], y[2], 1e-12)
			require.Len(t, normal, 2)
			tangent := []float64{1, 2 * y[0], 3 * y[0] * y[0]}
			for j, b := range normal {
				assert.InDelta(t, 0, numeric.Dot(b, tangent), 1e-9)
				for l := range j + 1 {
					want := 0.0
					if l == j {
						want = 1
					}
					assert.InDelta(t, want, numeric.Dot(b, normal[l]), 1e-12)
				}
			}
		}
	})
	assert.Equal(t, 50, visited)
}

// TestAdmits: beside p = m·v, E = 7mv² is also m·E = 7p² and E = 7v·p, but never m·v = c·E.
func TestAdmits(t *testing.T) {
	rows := explaintest.Draw(100, explaintest.Source(226), func(rng *rand.Rand) []float64 {
		m, v := 1+rng.Float64(), 1+rng.Float64()
		return []float64{m + 0.01*rng.NormFloat64(), v, m * v, 7*m*v*v + 0.01*rng.NormFloat64()}
	})
	s := explaintest.Plain(t, rows, 3) // of m, v, p, E: w, x, y, z
	names := s.Scaling.Names
	text := func(form string) string {
		return strings.NewReplacer("m", names[0], "v", names[1], "p", names[2], "E", names[3]).Replace(form)
	}
	zeros := NewZeroSet(s, s.Sample, []support.Fit{fitOf(t, s, text("m*v - p")), fitOf(t, s, text("E - 7*m*v^2"))}, nil)
	for form, want := range map[string]bool{"m*E - p^2": true, "E - v*p": true, "m*v - p": true, "m*v - E": false, "p^2 - v*E": false} {
		assert.Equal(t, want, zeros.Admits(fitOf(t, s, text(form)).Idx), form)
	}
}
