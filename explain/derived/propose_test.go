package derived

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/points"
)

func TestPropose(t *testing.T) {
	s := points.FromDense([]string{"theta", "alpha", "P", "tilt (deg)"}, mat.NewDense(3, 4, []float64{
		0.1, 1, 1, 10,
		2, 2, 5, 20,
		6, -3, 20, 90,
	}))
	unit := func(name string) string {
		if name == "tilt (deg)" {
			return "deg"
		}
		return ""
	}
	var what []string
	for _, p := range Propose(s, unit) {
		what = append(what, p.What)
		_, err := Parse(p.Definitions, s.Names())
		require.NoError(t, err, p.Definitions)
	}
	assert.Equal(t, []string{"sines of theta, tilt (deg)", "cosines of theta, tilt (deg)", "sines and cosines of theta, tilt (deg)", "reciprocals of P", "square roots of P", "logarithms of P"}, what)
	definitions, err := Parse(Propose(s, unit)[2].Definitions, s.Names())
	require.NoError(t, err)
	assert.InDelta(t, 1, definitions[1].Float([]float64{0, 0, 0, 90}), 1e-12, "degrees")
	assert.Equal(t, [][2]int{{0, 2}, {1, 3}}, Circles(definitions))
	assert.Equal(t, "sin_tilt_deg", definitions[1].Name)
}

// TestProposeLogarithms: a power of a column that spans a decade may span less, so logarithms are of all positive columns, unless
// these are too many.
func TestProposeLogarithms(t *testing.T) {
	rows := mat.NewDense(2, 4, []float64{1, 2, 2, 2, 20, 5, 4, 3})
	names := []string{"x", "y", "z", "u"}
	for n, want := range map[int]string{2: "logarithms of x, y", 3: "logarithms of x, y, z", 4: "logarithms of x"} {
		var what []string
		for _, p := range Propose(points.FromDense(names[:n], mat.DenseCopyOf(rows.Slice(0, 2, 0, n))), func(string) string { return "" }) {
			what = append(what, p.What)
		}
		assert.Equal(t, []string{"reciprocals of x", "square roots of x", want}, what[:3])
	}
}

// TestProposeSingle: all columns at once come before one at a time.
func TestProposeSingle(t *testing.T) {
	s := points.FromDense([]string{"t", "A"}, mat.NewDense(2, 2, []float64{0.1, 5, 8, 0.2}))
	var definitions, what []string
	for _, p := range Propose(s, func(string) string { return "" }) {
		definitions, what = append(definitions, p.Definitions), append(what, p.What)
	}
	assert.Equal(t, []string{"per_t = 1/t; per_A = 1/A", "sqrt_t = sqrt(t); sqrt_A = sqrt(A)", "ln_t = ln(t); ln_A = ln(A)",
		"ln_t = ln(t)", "ln_A = ln(A)", "sqrt_t = sqrt(t)", "sqrt_A = sqrt(A)", "per_t = 1/t", "per_A = 1/A"}, definitions)
	assert.Equal(t, []string{"reciprocals of t, A", "square roots of t, A", "logarithms of t, A", "", "", "", "", "", ""}, what)
}

func TestIsAngle(t *testing.T) {
	for _, name := range []string{"theta", "Phi_2", "angle", "inc_deg", "ref_deg", "dip (rad)", "slope [deg]", "a [°]", "turn_rad", "roll degrees", "th", "Th", "th1", "th2", "th_1", "theta1", "theta_2", "phi_0", "ang", "ang3", "θ", "θ1", "φ_2"} {
		assert.True(t, isAngle(name), name)
	}
	for _, name := range []string{"deg", "rad", "thetan", "grad", "alpha", "degrees of freedom", "trad", "I_degraded", "th_", "th_cond", "thickness", "tha", "th1a", "threshold", "th (mm)", "third", "angstrom", "ang_mom", "phial", "φx"} {
		assert.False(t, isAngle(name), name)
	}
	assert.True(t, inDegrees("inc_deg"))
	assert.True(t, inDegrees("a [°]"))
	assert.False(t, inDegrees("turn_rad"))
	assert.False(t, inDegrees("theta"))
}
