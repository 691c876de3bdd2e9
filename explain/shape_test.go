package explain_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/internal/sweeptest"
)

// TestShapes: the shape of the noise is found and named, and with it the law.
func TestShapes(t *testing.T) {
	sweeptest.Sweep(t)
	relative := func(rng *rand.Rand) []float64 { // 3 x² with 5 % in both columns, over three decades
		x := math.Pow(10, 3*rng.Float64()-1)
		return []float64{x * (1 + 0.05*rng.NormFloat64()), 3 * x * x * (1 + 0.05*rng.NormFloat64())}
	}
	column := func(rng *rand.Rand) []float64 { // y alone is measured
		x := 0.2 + 2*rng.Float64()
		return []float64{x, x*x - 2*x + 0.05*rng.NormFloat64()}
	}
	levels := func(rng *rand.Rand) []float64 { // a circle, x ten times less exact than y
		a := 2 * math.Pi * rng.Float64()
		return []float64{3*math.Cos(a) + 0.1*rng.NormFloat64(), 3*math.Sin(a) + 0.01*rng.NormFloat64()}
	}
	together := func(rng *rand.Rand) []float64 { // a circle, the errors of x and y nearly the same
		a, shared := 2*math.Pi*rng.Float64(), 0.1*rng.NormFloat64()
		return []float64{3*math.Cos(a) + shared + 0.02*rng.NormFloat64(), 3*math.Sin(a) + shared + 0.02*rng.NormFloat64()}
	}
	for _, tt := range []struct {
		point       func(*rand.Rand) []float64
		terms, unit string
		sigma       float64
	}{
		{levels, "x^2 y^2 1", "root mean square of x, each other column having a smaller share", 0.1 / 2.12},
		{together, "x^2 y^2 1", "root mean square of each variable, where errors of any two have a correlation of 0.97", 0.1 / 2.12},
		{relative, "x^2 y", "value itself, in every column", 0.05},
		{column, "x^2 x y", "root mean square of y, the other columns having next to none", 0.05 / 0.67},
	} {
		rng := rand.New(rand.NewPCG(14, 1))
		rows := make([][]float64, 100)
		for i := range rows {
			rows[i] = tt.point(rng)
		}
		r, err := explain.Learn(t.Context(), explain.DataOf("x,y", rows), explain.Options{})
		require.NoError(t, err)
		require.Len(t, r.Generators, 1, "%v", explain.Texts(r))
		g := r.Generators[0]
		R, terms := g.Polynomial.Ring(), ""
		for m := range g.Polynomial.Terms() {
			terms += " " + R.FormatMonomial(m)
		}
		assert.Equal(t, " "+tt.terms, terms, g)
		assert.Empty(t, g.Doubt)
		assert.Equal(t, tt.unit, r.Noise.Unit)
		assert.InEpsilon(t, tt.sigma, r.Noise.Sigma, 0.4)
	}
}

// TestErrorsGoTogether: a combination of two laws has hardly any of the errors that columns share. What the second one shows of
// them holds for the first as well.
func TestErrorsGoTogether(t *testing.T) {
	sweeptest.Sweep(t)
	const sigma = 0.01
	for _, seed := range []uint64{0, 2, 3} { // with 1, a sum of three laws comes out alone, and no other equation shows the correlation
		rng := rand.New(rand.NewPCG(15, seed))
		rows := explaintest.Draw(300, rng, func(rng *rand.Rand) []float64 {
			u, shared := 3*rng.Float64()-1.5, math.Sqrt(0.9)*rng.NormFloat64()
			err := func(size float64) float64 { return sigma * size * (shared + math.Sqrt(0.1)*rng.NormFloat64()) }
			return []float64{u + err(0.87), u*u + err(1.01), u*u*u + err(1.28)} // the root mean squares
		})
		r, err := explain.Learn(t.Context(), explain.DataOf("x,y,z", rows), explain.Options{})
		require.NoError(t, err)
		for _, g := range r.Generators {
			assert.Contains(t, []string{"x^2 - y", "x*y - z", "x*z - y^2", "-x^2 + y", "-x*y + z", "-x*z + y^2", "y^3 - z^2"}, g.Polynomial.String(), "seed %d", seed)
		}
		assert.GreaterOrEqual(t, len(r.Generators), 2)
		assert.InEpsilon(t, sigma, r.Noise.Sigma, 0.2)
	}
}

// TestSharper: with many rows, all of those that there is time for tell the shape of the noise: at 250 of them the errors of this
// ellipse look as well as if they were of two sizes, and then the coefficients of 20,000 rows are too far off for their errors.
func TestSharper(t *testing.T) {
	sweeptest.Sweep(t)
	const sigma = 0.02
	for seed := range uint64(3) {
		rng := rand.New(rand.NewPCG(14, seed))
		rows := explaintest.Draw(20_000, rng, func(rng *rand.Rand) []float64 {
			a := 2 * math.Pi * rng.Float64()
			return []float64{math.Sqrt(9.1)*math.Cos(a) + sigma*rng.NormFloat64(), math.Sqrt(9.1/2.3)*math.Sin(a) + sigma*rng.NormFloat64()}
		})
		r, err := explain.Learn(t.Context(), explain.DataOf("x,y", rows), explain.Options{MaxDegree: 2})
		require.NoError(t, err)
		require.Len(t, r.Generators, 1, "%v", explain.Texts(r))
		for j, s := range r.Noise.Std {
			assert.InEpsilon(t, sigma, s, 0.05, "column %d, seed %d", j, seed)
		}
	}
}

// TestFaithfulDigits: the circle that is printed is the one that was fitted, however far it is
// from the origin.
func TestFaithfulDigits(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 2))
	rows := make([][]float64, 100)
	for i := range rows {
		phi := 2 * math.Pi * rng.Float64()
		rows[i] = []float64{500123 + 50*math.Cos(phi) + 0.5*rng.NormFloat64(), 5412345 + 50*math.Sin(phi) + 0.5*rng.NormFloat64()}
	}
	r, err := explain.Learn(t.Context(), explain.DataOf("x,y", rows), explain.Options{})
	require.NoError(t, err)
	require.Len(t, r.Generators, 1, "%v", explain.Texts(r))
	assert.Less(t, r.Generators[0].Residual.RMS, 0.6, "%v", explain.Texts(r))
}

// TestFaithfulDigitsWithoutNoise: the same of a curve through angles of refraction to seven places. Its constants
// are known to 3 % each, and together to 1e-7.
func TestFaithfulDigitsWithoutNoise(t *testing.T) {
	places := func(x float64) float64 { return math.Round(x*1e7) / 1e7 }
	var rows [][]float64
	for i := range 39 {
		a := float64(2*(i+1)) * math.Pi / 180
		rows = append(rows, []float64{places(a), places(math.Asin(math.Sin(a) / 1.33))})
	}
	r, err := explain.Learn(t.Context(), explain.DataOf("a,b", rows), explain.Options{})
	require.NoError(t, err)
	require.Len(t, r.Generators, 1, "%v", explain.Texts(r))
	assert.Less(t, r.Generators[0].Residual.Max, 1e-6, "%v", explain.Texts(r))
}

// TestTwoDigits: where the fit does not need more, a coefficient is printed to two digits of
// its error, as in 2.2013(54).
func TestTwoDigits(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 3))
	rows := make([][]float64, 60)
	for i := range rows {
		x := 1 + 9*rng.Float64()
		rows[i] = []float64{x, 2.2013*x + 0.05*rng.NormFloat64()}
	}
	r, err := explain.Learn(t.Context(), explain.DataOf("x,y", rows), explain.Options{MaxDegree: 2})
	require.NoError(t, err)
	require.Len(t, r.Generators, 1, "%v", explain.Texts(r))
	measured := 0
	for _, term := range r.Generators[0].Terms {
		if term.Exact {
			continue
		}
		measured++
		places, exact := term.Coefficient.Big().FloatPrec()
		require.True(t, exact)
		digits := term.Stderr * math.Pow10(places) // the error in units of the last place
		assert.True(t, 1 <= digits && digits < 100, "%v ± %g", term.Coefficient, term.Stderr)
	}
	assert.Equal(t, 1, measured)
}

// Settings that were chosen by hand have no errors, where the measured column explains the rows as well: the pressure of a gas at
// 3 × 3 × 5 amounts, volumes and temperatures, with errors of 1 %.
func TestSettingsAreExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 1))
	var rows [][]float64
	for _, n := range []float64{0.1, 1, 10} {
		for _, volume := range []float64{1, 5, 25} {
			for _, kelvin := range []float64{280, 300, 320, 340, 360} {
				rows = append(rows, []float64{n, volume, kelvin, 8.314 * n * kelvin / volume * (1 + 0.01*rng.NormFloat64())})
			}
		}
	}
	r, err := explain.Learn(t.Context(), explain.DataOf("n,V,T,p", rows), explain.Options{})
	require.NoError(t, err)
	require.Len(t, r.Generators, 1, "%v", explain.Texts(r))
	assert.Empty(t, r.Generators[0].Doubt, r.Generators[0])
	assert.Equal(t, "value of p, the other columns having next to none", r.Noise.Unit)
}
