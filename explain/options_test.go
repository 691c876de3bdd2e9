package explain

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/points"
)

// Bounds that name every variable bound the degree; others leave it as it is.
func TestDegreeOfBounds(t *testing.T) {
	bilinear := []DegreeBound{{[]string{"u", "v"}, 1}, {[]string{"x", "y"}, 1}}
	assert.Equal(t, 2, Options{DegreeIn: bilinear}.degree([]string{"x", "y", "u", "v"}))
	assert.Equal(t, 0, Options{DegreeIn: bilinear}.degree([]string{"x", "y", "u", "v", "w"}))
	assert.Equal(t, 3, Options{DegreeIn: bilinear, MaxDegree: 3}.degree([]string{"x", "y", "u", "v"}))
}

// The column with errors, where there is one and nothing else is asked for.
func TestResponseColumn(t *testing.T) {
	at, ok := Options{Noise: []float64{0, 2, 0}}.responseColumn()
	assert.True(t, ok)
	assert.Equal(t, 1, at)
	for _, o := range []Options{{}, {Noise: []float64{1, 1}}, {Noise: []float64{0, 0}}, {Noise: []float64{0, 1}, Method: MethodIPCA}} {
		_, ok := o.responseColumn()
		assert.False(t, ok, "%v", o)
	}
}

// Steps of the search for the law of a response name columns, not their numbers.
func TestStepsOfResponse(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	rows := mat.NewDense(200, 3, nil)
	for i := range 200 {
		x, y := 1+rng.Float64(), 1+rng.Float64()
		rows.SetRow(i, []float64{x, 2*x*x/y + 0.01*rng.NormFloat64(), y})
	}
	names := []string{"speed", "drag", "width"}
	r, err := Learn(t.Context(), Data{Variables: names, Points: points.FromDense(names, rows)}, Options{Noise: []float64{0, 0.01, 0}})
	require.NoError(t, err)
	steps := strings.Join(r.Steps, "\n")
	assert.Contains(t, steps, "a smooth surface predicts drag to 0.00")
	assert.Contains(t, steps, "drag is a constant times speed^2/width:\n  drag*width = 2*speed^2: ")
	assert.Greater(t, r.Generators[0].Posterior, 0.98)
	assert.Equal(t, Law, r.Generators[0].Kind)
}

// TestStepsOfFewRows: of few rows whole numbers need more than a probability of 0.98. The steps say what they lack.
func TestStepsOfFewRows(t *testing.T) {
	likely := regexp.MustCompile(`not exact: .* have a probability of ([0-9.]+), at least 0.98( \(failed\))?;`)
	lacking, names := 0, []string{"x", "y"}
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(9, seed))
		rows := mat.NewDense(40, 2, nil)
		for i := range 40 {
			x := 1 + 4*rng.Float64()
			rows.SetRow(i, []float64{x + 0.02*rng.NormFloat64(), 3.5*x + 0.08*rng.NormFloat64()})
		}
		r, err := Learn(t.Context(), Data{Variables: names, Points: points.FromDense(names, rows)}, Options{MaxDegree: 1})
		require.NoError(t, err)
		steps := strings.Join(r.Steps, "\n")
		for _, m := range likely.FindAllStringSubmatch(steps, -1) {
			p, err := strconv.ParseFloat(m[1], 64)
			require.NoError(t, err)
			require.Equal(t, p < 0.98, m[2] != "", steps)
			if p > 0.98 {
				lacking++
				assert.Contains(t, steps, "of 40 rows, these need more than 0.998 among whole numbers")
			}
		}
	}
	assert.Positive(t, lacking)
}

// Steps write whole numbers without a common factor, the leading one positive, in units of any size.
func TestStepsInLowestTerms(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	rows := mat.NewDense(60, 3, nil)
	for i := range 60 {
		a, b := 100+700*rng.Float64(), 100+700*rng.Float64()
		rows.SetRow(i, []float64{a + rng.NormFloat64(), b + rng.NormFloat64(), a*b/(a+b) + 0.4*rng.NormFloat64()})
	}
	r, err := Learn(t.Context(), Data{Variables: []string{"R1", "R2", "Rp"}, Points: points.FromDense([]string{"R1", "R2", "Rp"}, rows)}, Options{})
	require.NoError(t, err)
	assert.Contains(t, strings.Join(r.Steps, "\n"), "\ntaken: R1*R2 - R1*Rp - R2*Rp\n")
}

// The argument of a function that a doubt about the law of a response names.
func TestProduct(t *testing.T) {
	s := &responseSearch{data: Data{Variables: []string{"y", "T", "w"}}, keep: []int{1, 2, 0}}
	for _, tt := range []struct {
		twelfths []int
		want     string
	}{
		{[]int{12, -12, 0}, "T/w"},
		{[]int{24, 6, 0}, "T^2*w^(1/2)"},
		{[]int{-12, -24, 0}, "1/(T*w^2)"},
	} {
		assert.Equal(t, tt.want, s.product(tt.twelfths))
	}
}

func TestGivesNoise(t *testing.T) {
	for _, o := range []Options{{Noise: []float64{1}}, {Relative: []float64{1}}, {Covariance: mat.NewSymDense(4, nil)}} {
		assert.True(t, o.givesNoise())
	}
	assert.False(t, Options{}.givesNoise())
}
