package integer

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/numeric/moment"
	"github.com/kexplain/kexplain/poly"
)

// integersOf are the monomials and the coefficients of a polynomial.
func integersOf(t testing.TB, text string) (Monomials, []int64) {
	t.Helper()
	vars := 2
	if slices.Contains([]byte(text), 'z') {
		vars = 3
	}
	p := explaintest.Parse(t, explaintest.RingOf(t, explaintest.Names(vars)...), text)
	table, err := moment.NewMonomials(vars, p.Degree())
	require.NoError(t, err)
	idx, c := explaintest.Places(table, p)
	m := Monomials{Choices: table.Len}
	n := make([]int64, len(idx))
	for i, a := range idx {
		m.Exponents = append(m.Exponents, table.Exponents(a))
		n[i] = int64(c[i])
	}
	return m, n
}

func TestSquare(t *testing.T) {
	for _, tt := range []struct {
		text   string
		terms  int
		factor int64
		root   []int64
	}{
		{"x^4 + 2*x^2*y^2 + y^4 - 4*x^2 + 4*y^2", 3, 1, []int64{1, 1}},
		{"3*(2*x^2 - y^2)^2 - x + 1", 3, 3, []int64{2, -1}},
		{"-5*(x^2 + x*y - 3*y^2)^2 + x", 5, -5, []int64{1, 1, -3}},
		{"(x^2 + y^2 + z^2)^2 - 10*x^2 + 9", 6, 1, []int64{1, 1, 1}},
		{"(2*x^3 + y^3)^2 - x^4", 3, 1, []int64{2, 1}},
		{"x^4 + 2*x^2*y^2 + 2*y^4 - 4*x^2", 0, 0, nil}, // another coefficient
		{"2*x^4 + 2*x^2*y^2 + y^4 - 4*x^2", 0, 0, nil}, // begins with no square
		{"x^4 + 3*x^2*y^2 + y^4 - 4*x^2", 0, 0, nil},   // no multiple
		{"x^3*y + 2*x^2*y^2 + x*y^3 - 4*x^2", 0, 0, nil},
		{"x^4 + 2*x^2*y^2 + x*y^3 + y^4 - x", 0, 0, nil}, // something is left
		{"4*x^4 + 4*x^3*y + 4*x^2*y^2 + y^4 - x", 0, 0, nil},
		{"(x + y)^2 - x + 1", 0, 0, nil}, // of a linear form
		{"x^4 - 4*x^2 + 4*y^2", 0, 0, nil},
	} {
		m, n := integersOf(t, tt.text)
		got := m.square(n)
		assert.Equal(t, tt.terms, got.terms, tt.text)
		assert.Equal(t, tt.factor, got.factor, tt.text)
		assert.Equal(t, tt.root, got.root, tt.text)
		m.Exponents = nil
		assert.Zero(t, m.square(n), tt.text)
	}
}

// TestSquareOfRandomForms: the root of g·q² is q, up to sign, for forms that are drawn.
func TestSquareOfRandomForms(t *testing.T) {
	rng := explaintest.Source(906)
	R := explaintest.RingOf(t, explaintest.Names(3)...)
	for range 300 {
		text := "0"
		for _, monomial := range []string{"x^2", "x*y", "x*z", "y^2", "y*z", "z^2"} {
			text += fmt.Sprintf(" + %d*%s", rng.IntN(7)-3, monomial)
		}
		q := poly.Primitive(explaintest.Parse(t, R, strings.ReplaceAll(text, "+ -", "- ")))
		if q.Len() < 2 {
			continue
		}
		square := explaintest.Parse(t, R, fmt.Sprintf("%d*(%s)^2", (rng.IntN(5)+1)*(1-2*rng.IntN(2)), q))
		m, n := integersOf(t, square.String()+" + x - 7*z")
		got := m.square(n)
		require.Equal(t, square.Len(), got.terms, square)
		assert.Len(t, got.root, q.Len(), square)
	}
}

// TestSaved compares with lengths that are added up by hand.
func TestSaved(t *testing.T) {
	m, n := integersOf(t, "x^4 + 2*x^2*y^2 + y^4 - 4*x^2 + 4*y^2")
	// Five of 15 monomials and their coefficients, or that there is a square, two of the three monomials of degree 2 for its root, two
	// of the ten below degree 4, and coefficients of these.
	want := math.Log(3003) + shortest(n) - math.Ln2 - math.Log(3) - lengthOf([]int64{1, 1}) - math.Log(45) - shortest([]int64{1, n[0], n[1]})
	assert.InDelta(t, want, m.saved(n), 1e-12)
	assert.Greater(t, want, 4.0)
	m, n = integersOf(t, "x^4 + 3*x^2*y^2 + y^4 - 4*x^2 + 4*y^2")
	assert.Zero(t, m.saved(n))
}

// TestRoundFindsSquare: the coefficient of y⁴ is known to one standard error only, but x⁴ + 2x²y² is part of a square.
func TestRoundFindsSquare(t *testing.T) {
	m, n := integersOf(t, "x^4 + 2*x^2*y^2 + y^4 - 4*x^2 + 4*y^2")
	size, sd := []float64{4, 8, 1, 2, 2}, []float64{0.02, 0.06, 0, 0.07, 1}
	rng := explaintest.Source(907)
	exact, without := 0, 0
	for range 100 {
		a, cov := make([]float64, len(n)), mat.NewSymDense(len(n), nil)
		for i, v := range n {
			a[i] = float64(v) + sd[i]*rng.NormFloat64()
			cov.SetSym(i, i, math.Max(sd[i]*sd[i], 1e-12))
		}
		if r := Round(a, cov, size, m); r.Exact() && slices.Equal(signed(r.Best.N), signed(n)) {
			assert.Equal(t, 3, r.Square)
			exact++
		}
		if r := Round(a, cov, size, Monomials{}); r.Exact() && slices.Equal(signed(r.Best.N), signed(n)) {
			without++
		}
	}
	assert.GreaterOrEqual(t, exact, 50)
	assert.LessOrEqual(t, without, 5)
}

// TestMixtureKeepsSquare: a square pays for no coefficient beside it.
func TestMixtureKeepsSquare(t *testing.T) {
	m, n := integersOf(t, "x^4 + 2*x^2*y^2 + y^4 - 4*x^2 + 4*y^2")
	rng := explaintest.Source(908)
	for name, c := range map[string]float64{"4": 4, "π": math.Pi, "2.61": 2.61} {
		exact := 0
		for range 100 {
			a, cov, size := make([]float64, len(n)), mat.NewSymDense(len(n), nil), make([]float64, len(n))
			for i, v := range n {
				x := float64(v)
				if math.Abs(x) == 4 {
					x *= c / 4
				}
				sd := 2e-3 * math.Abs(x)
				a[i], size[i] = x+sd*rng.NormFloat64(), math.Abs(x)
				cov.SetSym(i, i, sd*sd)
			}
			if Round(a, cov, size, m).Exact() {
				exact++
			}
		}
		if name == "4" {
			assert.GreaterOrEqual(t, exact, 95, name)
		} else {
			assert.LessOrEqual(t, exact, 5, name)
		}
	}
}
