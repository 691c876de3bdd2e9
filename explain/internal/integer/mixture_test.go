package integer

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/numeric"
)

// Of two coefficients there is no mixture beside whole numbers and real ones.
func TestNoMixtureOfTwo(t *testing.T) {
	r := Round([]float64{1, -7.0003}, explaintest.Covariance([]float64{1, -7}, 1e-4, explaintest.Source(300)), []float64{1, 7}, Terms{})
	assert.Equal(t, []int64{1, -7}, signed(r.Best.N))
	assert.Nil(t, r.Mixture)
	assert.True(t, math.IsInf(r.MixtureGain, 1))
	assert.Nil(t, Round([]float64{1}, mat.NewSymDense(1, []float64{1e-4}), []float64{1}, Terms{}).Mixture, "a monomial")
}

// Relations that hold pay for no number that does not.
func TestMixtureOfPi(t *testing.T) {
	tests := []struct {
		name  string
		a     []float64
		rel   float64
		exact bool
	}{
		{"a circle of radius 5", []float64{-25, 1, 1}, 1e-3, true},
		{"a sphere of radius 5", []float64{-25, 1, 1, 1}, 1e-3, true},
		{"a circle with π", []float64{-math.Pi, 1, 1}, 2e-4, false},
		{"a sphere with π", []float64{-math.Pi, 1, 1, 1}, 2e-4, false},
		{"a lemniscate with π", []float64{-math.Pi, math.Pi, 1, 2, 1}, 2e-4, false},
		{"a circle off the origin, with roots", []float64{3.5 - math.E, 2 * math.Sqrt(3), -math.Sqrt2, 1, 1}, 1e-3, false},
		{"the same with thirds", []float64{4. / 3, 2. / 3, -5. / 3, 1, 1}, 1e-3, true},
		{"22/7 itself, long before it is sure", []float64{-22, 7, 7}, 2e-4, false},
		{"22/7 itself", []float64{-22, 7, 7}, 1e-6, true},
	}
	for k, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rng := explaintest.Source(310 + uint64(k))
			exact := 0
			for range 100 {
				c := mat.NewSymDense(len(tt.a), nil)
				b := make([]float64, len(tt.a))
				size := make([]float64, len(tt.a))
				for i, v := range tt.a {
					c.SetSym(i, i, math.Pow(tt.rel*v, 2))
					b[i] = v * (1 + tt.rel*rng.NormFloat64())
					size[i] = math.Abs(v)
				}
				if Round(b, c, size, Terms{}).Exact() {
					exact++
				}
			}
			if tt.exact {
				assert.GreaterOrEqual(t, exact, 95)
			} else {
				assert.LessOrEqual(t, exact, 2)
			}
		})
	}
}

// cassini are the coefficients of (x² + y²)² - A (x² - y²) - B, whose term y⁴ is small.
func cassini(rel float64, rng *rand.Rand) (truth, b []float64, c *mat.SymDense, size []float64) {
	truth = []float64{-2 / math.Sqrt(3), 1 + math.Sqrt2, -1 - math.Sqrt2, 1, 2, 1}
	c, b, size = mat.NewSymDense(6, nil), make([]float64, 6), make([]float64, 6)
	for i, v := range truth {
		se := rel * math.Abs(v)
		if i == 3 {
			se *= 10
		}
		c.SetSym(i, i, se*se)
		b[i] = v + se*rng.NormFloat64()
		size[i] = math.Abs(v)
	}
	size[3] *= 10
	return truth, b, c, size
}

// TestMixtureOfFineCassini: at errors of 1e-5 no whole numbers that are tried are near. The square and the one constant of x²
// and -y² are found all the same.
func TestMixtureOfFineCassini(t *testing.T) {
	rng := explaintest.Source(341)
	terms := Terms{Square: NewSquare([][]uint8{{0, 0}, {0, 2}, {2, 0}, {0, 4}, {2, 2}, {4, 0}}), Saved: 3}
	whole := Mixture{N: []int64{1, 1, -1, 1, 2, 1}, Group: []int{0, 1, 1, 2, 2, 2}}
	found := 0
	for range 100 {
		_, b, c, size := cassini(1e-5, rng)
		if r := Round(b, c, size, terms); r.Mixture != nil && r.Mixture.ties(whole) {
			found++
		}
	}
	assert.GreaterOrEqual(t, found, 97)
}

// TestMixtureOfCassini: a square and two real constants, although no whole numbers are near. What is told of the errors holds.
func TestMixtureOfCassini(t *testing.T) {
	rng := explaintest.Source(340)
	terms := Terms{Square: NewSquare([][]uint8{{0, 0}, {0, 2}, {2, 0}, {0, 4}, {2, 2}, {4, 0}}), Saved: 3}
	var squares, exact int
	var first, second explaintest.Coverage
	for range 300 {
		truth, b, c, size := cassini(2e-3, rng)
		r := Round(b, c, size, terms)
		if r.Exact() {
			exact++
		}
		if r.Mixture == nil || !r.Mixture.ties(Mixture{N: []int64{1, 1, 1, 1, 2, 1}, Group: []int{0, 1, 2, 3, 3, 3}}) {
			continue
		}
		squares++
		assert.Less(t, r.Length(), r.RealLength)
		got, cov := r.Mixture.Coefficients(b, c, nil, 5)
		for i, n := range []string{3: "1", 4: "2", 5: "1"} {
			if n != "" {
				assert.True(t, got[i].Exact)
				assert.Equal(t, n, got[i].Value.String())
			}
		}
		first.Add(got[0].Estimate, got[0].Stderr, truth[0])
		second.Add(got[2].Estimate, got[2].Stderr, truth[2])
		assert.InDelta(t, got[2].Stderr*got[2].Stderr, cov.At(2, 2), 1e-15)
	}
	assert.Greater(t, squares, 285)
	assert.LessOrEqual(t, exact, 3, "these are no fractions")
	first.AssertNominal(t, "B")
	second.AssertNominal(t, "A")
}

// Coefficients of a mixture are the estimates given the ties: conditioned on the difference of two that are one number.
func TestTieIsConditional(t *testing.T) {
	a := []float64{2.5, -2.4, 1.02, 1.97, 1}
	c := explaintest.Covariance(a, 1e-2, explaintest.Source(350))
	m := Mixture{N: []int64{1, -1, 1, 1, 1}, Group: []int{0, 0, 1, 2, 3}}
	got, cov := m.Coefficients(a, c, nil, 4)

	ratio, rcov := Ratios(a, c, 4)
	mean, full := append(slices.Clone(ratio), ratio[0]+ratio[1]), mat.NewSymDense(5, nil) // the sum, which is 0, comes last
	for i := range 5 {
		for j := range i + 1 {
			sum := 0.0
			for _, k := range parts(i) {
				for _, l := range parts(j) {
					sum += rcov.At(k, l)
				}
			}
			full.SetSym(i, j, sum)
		}
	}
	numeric.Condition(mean, full, 4, 0)
	for i := range 4 {
		assert.InDelta(t, mean[i], got[i].Estimate, 1e-6, i)
		assert.InDelta(t, math.Sqrt(full.At(i, i)), math.Sqrt(cov.At(i, i)), 1e-6, i)
	}
	assert.InDelta(t, 0, got[0].Estimate+got[1].Estimate, 1e-12)
}

// parts are the ratios whose sum is the i-th of four ratios and the sum of the first two.
func parts(i int) []int {
	if i == 4 {
		return []int{0, 1}
	}
	return []int{i}
}

// Coefficients in the units of the file: x in thousands, so that 3 x² is 3e6 x² there.
func TestMixtureInUnits(t *testing.T) {
	m := Mixture{N: []int64{1, 3, 1}, Group: []int{0, 1, 1}}
	got, cov := m.Coefficients([]float64{-math.Pi, 3, 1}, mat.NewSymDense(3, []float64{1e-8, 0, 0, 0, 1e-8, 0, 0, 0, 1e-8}), []int{0, -6, 0}, 2)
	require.Len(t, got, 3)
	assert.Equal(t, "3000000", got[1].Value.String())
	assert.InDelta(t, -math.Pi, got[0].Estimate, 1e-3)
	assert.InDelta(t, got[0].Stderr, math.Sqrt(cov.At(0, 0)), 1e-12)
	got, _ = m.Coefficients([]float64{-math.Pi, 3, 1}, mat.NewSymDense(3, []float64{1e-8, 0, 0, 0, 1e-8, 0, 0, 0, 1e-8}), []int{2, 1, 0}, 2)
	assert.Equal(t, "3/10", got[1].Value.String())
	assert.InDelta(t, -math.Pi/100, got[0].Estimate, 1e-5)
}
