package derived_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/derived"
	"github.com/kexplain/kexplain/ring"
)

func parse(t *testing.T, text string) []derived.Definition {
	t.Helper()
	d, err := derived.Parse(text, []string{"x", "y", "mass (kg)"})
	require.NoError(t, err, text)
	return d
}

func TestValues(t *testing.T) {
	const x, y, m = 0.75, -2.5, 4.0
	for _, c := range []struct {
		text string
		want float64
	}{
		{"a = x + y*2 - 1/4", x + y*2 - 0.25},
		{"a = -x^2", -x * x},
		{"a = 2^3^2", 512}, // from the right
		{"a = 2^-1", 0.5},
		{"a = x−y·2", x - y*2},
		{"a = (x - y)**2", (x - y) * (x - y)},
		{`a = sqrt("mass (kg)")`, 2},
		{"a = 2e-1 + .5", 0.7},
		{"a = sin(pi*x)", math.Sin(math.Pi * x)},
		{"a = ln(exp(y)) + abs(y)", 0},
		{"a = tanh(x)/cos(y)", math.Tanh(x) / math.Cos(y)},
		{"a = x/y/2", x / y / 2},
		{"a = e^x", math.Exp(x)},
	} {
		got := parse(t, c.text)[0].Float([]float64{x, y, m})
		assert.InDelta(t, c.want, got, 1e-14, c.text)
	}
}

// TestGradients holds the derivatives to differences, for every function.
func TestGradients(t *testing.T) {
	texts := []string{"x*y", "x/y", "x - 2*y", "x^3", "x^y", "2^x", "(x + y)^-2", `x*sin(y + "mass (kg)")`}
	for _, f := range derived.Functions() {
		texts = append(texts, f.Name+"(x*y/8)")
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for _, text := range texts {
		d := parse(t, "a = "+text)[0]
		for range 20 {
			row := []float64{0.2 + rng.Float64(), 0.2 + rng.Float64(), 0.2 + rng.Float64()}
			got := make([]float64, 3)
			v := d.Gradient(got, row)
			assert.Equal(t, d.Float(row), v)
			for j := range row {
				const h = 1e-5
				up, down := append([]float64(nil), row...), append([]float64(nil), row...)
				up[j] += h
				down[j] -= h
				assert.InDelta(t, (d.Float(up)-d.Float(down))/(2*h), got[j], 1e-6, "%s, column %d", text, j)
			}
		}
	}
}

// TestExact holds the exact values to the rounded ones.
func TestExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, text := range []string{"x + y/3", "1/x", "x^-3 - y^2", "(x - y)*(x + y)/7", "abs(x - y)", "0.1*x"} {
		d := parse(t, "a = "+text)[0]
		assert.True(t, d.Rational(), text)
		for range 20 {
			row := []ring.Rat{ring.NewRat(1+rng.Int64N(50), 7), ring.NewRat(-1-rng.Int64N(50), 3), ring.RatFromInt(1)}
			v, err := d.Expression.Exact(row)
			require.NoError(t, err)
			want := d.Float([]float64{row[0].Float64(), row[1].Float64(), 1})
			assert.InEpsilon(t, 1+want, 1+v.Float64(), 1e-12, text)
		}
	}
	_, err := parse(t, "a = 1/(x - x)")[0].Expression.Exact(make([]ring.Rat, 3))
	assert.ErrorIs(t, err, ring.ErrDomain)
	for _, text := range []string{"sin(x)", "x^0.5", "x^y", "pi*x", "2^1000000"} {
		d := parse(t, "a = "+text)[0]
		assert.False(t, d.Rational(), text)
		_, err := d.Expression.Exact([]ring.Rat{ring.RatFromInt(1), {}, {}})
		assert.ErrorIs(t, err, ring.ErrUnable, text)
	}
}

func TestLaterDefinitionsUseEarlier(t *testing.T) {
	d := parse(t, "r = x^2 + y^2, u = 1/r; w = u*r\n")
	require.Len(t, d, 3)
	row := []ring.Rat{ring.RatFromInt(3), ring.RatFromInt(4), {}}
	for _, e := range d {
		v, err := e.Expression.Exact(row)
		require.NoError(t, err)
		row = append(row, v)
	}
	assert.Equal(t, "25 1/25 1", fmt.Sprint(row[3], row[4], row[5]))
	_, err := d[1].Expression.Exact(make([]ring.Rat, 4))
	assert.ErrorIs(t, err, ring.ErrDomain)
}

// TestCovariance holds J Σ Jᵀ to the covariance of drawn errors. Sine and cosine of
// one angle share theirs: the combination s·sin + c·cos has none.
func TestCovariance(t *testing.T) {
	d, err := derived.Parse("s = sin(x), c = cos(x), p = s*c", []string{"x"})
	require.NoError(t, err)
	const x, sd = 0.6, 1e-3
	cov := derived.Covariance([]float64{x}, []float64{sd * sd}, d)
	s, c := math.Sincos(x)
	assert.InDelta(t, 0, s*s*cov[1][1]+2*s*c*cov[1][2]+c*c*cov[2][2], 1e-20)
	rng := rand.New(rand.NewPCG(1, 3))
	const draws = 20000
	sum := [4][4]float64{}
	centre := derived.Floats([]float64{x}, d)
	for range draws {
		row := derived.Floats([]float64{x + sd*rng.NormFloat64()}, d)
		for i := range row {
			for j := range row {
				sum[i][j] += (row[i] - centre[i]) * (row[j] - centre[j]) / draws
			}
		}
	}
	for i := range cov {
		for j := range cov {
			assert.InDelta(t, cov[i][j], sum[i][j], 0.05*sd*sd, "%d, %d", i, j)
		}
	}
}

func TestSyntaxErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "column 1: found the end, expected a definition"},
		{"c", "column 2: found the end, expected ="},
		{"x = y", `column 1: found "x", expected a new name`},
		{"c = cos(z)", `column 9: found "z", expected a column: x, y, "mass (kg)"`},
		{"c = foo(x)", `column 5: found "foo", expected a function: sin, cos`},
		{"c = cos(x", `column 10: found the end, expected ")"`},
		{"c = 2 x", `column 7: found "x", expected an operator`},
		{"c = x +", "column 8: found the end, expected a number"},
		{"c = \"mass", "column 5: found a quote that does not end"},
		{"c = x, c = y", `column 8: found "c", expected a new name`},
		{"c = x $ y", `column 7: found "$"`},
		{"c = " + strings.Repeat("(", 1000), "at most 200 parentheses"},
		{"é = √", `column 5: found "√"`},
	} {
		_, err := derived.Parse(c.text, []string{"x", "y", "mass (kg)"})
		var syntax *derived.SyntaxError
		require.True(t, errors.As(err, &syntax), c.text)
		assert.ErrorIs(t, err, derived.ErrSyntax)
		assert.Contains(t, err.Error(), c.want)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"c = cos(x)", "u=1/x,v=u^2", "a = \"mass (kg)\"", "a=2e", "a=1e-3x", "a=--+x^-y^2", "=", "a=\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := derived.Parse(text, []string{"x", "y", "mass (kg)"})
		if err != nil {
			assert.ErrorIs(t, err, derived.ErrSyntax)
			return
		}
		derived.Floats([]float64{1, 2, 3}, d)
	})
}
