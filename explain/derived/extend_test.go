package derived_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/derived"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

func read(t *testing.T, text string) *points.Set {
	t.Helper()
	s, err := points.ReadFrom(context.Background(), strings.NewReader(text), "x.csv", points.Options{})
	require.NoError(t, err)
	return s
}

func TestExtend(t *testing.T) {
	s := read(t, "x,y\n1,2\n3,4\n0.5,8\n")
	definitions, err := derived.Parse("u = 1/x, w = u*y", s.Names())
	require.NoError(t, err)
	e, err := derived.Extend(s, definitions, nil)
	require.NoError(t, err)
	assert.Equal(t, []string{"x", "y", "u", "w"}, e.Names())
	assert.Equal(t, "4/3", e.Exact(1, 3).String())
	assert.Equal(t, 4, e.Line(2))

	definitions, err = derived.Parse("l = ln(x - 1)", s.Names())
	require.NoError(t, err)
	_, err = derived.Extend(s, definitions, nil)
	assert.ErrorIs(t, err, derived.ErrUndefined)
	assert.ErrorContains(t, err, "line 2: l = ln(x - 1) has no value there, and in 2 of 3 rows in all")
}

// TestExtendUndefined leaves out a few rows without a value, and says which.
func TestExtendUndefined(t *testing.T) {
	s := read(t, "x,y\n-1,0\n"+strings.Repeat("1,2\n3,4\n", 10))
	definitions, err := derived.Parse("l = ln(x), v = y + 1", s.Names())
	require.NoError(t, err)
	e, err := derived.Extend(s, definitions, nil)
	require.NoError(t, err)
	assert.Equal(t, 20, e.Set.Rows())
	assert.Equal(t, 1, e.Rows[0])
	assert.Equal(t, 3, e.Line(0))
	assert.Equal(t, "5", e.Exact(1, 3).String())
	require.Len(t, e.Undefined, 1)
	assert.Equal(t, "left out: 1 row where l = ln(x) has no value: line 2", e.Undefined[0].String())
}

// TestExtendDerivative keeps the rows that have a derivative, with their lines.
func TestExtendDerivative(t *testing.T) {
	var b strings.Builder
	b.WriteString("t,x\n")
	for i := range 60 {
		s := 0.1 * float64(i)
		fmt.Fprintf(&b, "%.3f,%.12f\n", s, s*s)
	}
	s := read(t, b.String())
	definitions, err := derived.Parse("v = d(x, t), half = v/2", s.Names())
	require.NoError(t, err)
	e, err := derived.Extend(s, definitions, nil)
	require.NoError(t, err)
	half := e.Motions["v"].Half
	assert.Equal(t, 60-2*half, e.Set.Rows())
	assert.Equal(t, half, e.Rows[0])
	assert.Equal(t, half+2, e.Line(0))
	for i := range e.Set.Rows() {
		row := e.Row(i)
		assert.InDelta(t, row[0], row[3], 1e-6)
	}
	assert.Equal(t, (60-2*half-1)/(2*half+1)+1, len(e.Thinned(1)), "windows that do not overlap")
	assert.Len(t, e.Thinned(e.Set.Rows()), e.Set.Rows(), "no fewer than are asked for")
	_, err = derived.Parse("v = 2*d(x, t)", s.Names())
	assert.ErrorIs(t, err, derived.ErrSyntax)
	_, err = derived.Parse("v = d(x, t) + 1", s.Names())
	assert.ErrorContains(t, err, "a definition of its own")
	_, err = derived.Parse("v = d(x, z)", s.Names())
	assert.ErrorContains(t, err, "a column: t, x")
}

func TestConsumed(t *testing.T) {
	definitions, err := derived.Parse("a = cos(p), b = sin(p - q), c = r*cos(r), e = d(s, p0)", []string{"p", "q", "r", "s", "p0", "free"})
	require.NoError(t, err)
	assert.Equal(t, []int{0, 1, 4}, derived.Consumed(definitions, 6))
	logs, err := derived.Parse("l = ln(p), e = exp(q), m = ln(r/s), n = ln(p0), k = p0^2", []string{"p", "q", "r", "s", "p0", "free"})
	require.NoError(t, err)
	assert.Equal(t, []int{0, 1}, derived.Consumed(logs, 6), "alone in ln or exp, and nowhere else")
	assert.Equal(t, []int{0, 1, 4}, derived.Turned(definitions, 6))
	assert.Empty(t, derived.Turned(logs, 6), "a conserved quantity may need them")
	single, err := derived.Parse("l = exp(-p/80), e = ln(1 + q), m = exp(r*s), n = exp(-p0^2)", []string{"p", "q", "r", "s", "p0", "free"})
	require.NoError(t, err)
	assert.Equal(t, []int{0, 1}, derived.Consumed(single, 6), "one column and constants")
	assert.False(t, math.IsNaN(definitions[0].Float(make([]float64, 6))))
}

// TestIdentity holds every identity to the values of the column on rows.
func TestIdentity(t *testing.T) {
	s := read(t, "x,y\n2,3\n1/2,5\n-4,7\n")
	definitions, err := derived.Parse("u = 1/x, w = (x - y)^2/(x + 2*y) - 3, r = sqrt(x^2/y), k = x^-2, p = exp(x)", s.Names())
	require.NoError(t, err)
	R := poly.MustRing[ring.Rat](ring.Q, []string{"x", "y", "v"}, poly.WithMaxDegree(6))
	all := func(column int) (int, bool) { return column, column < 2 }
	for _, d := range definitions {
		f, ok := d.Identity(R, 2, all)
		assert.Equal(t, d.Name != "p", ok, d)
		for i := range s.Rows() {
			row := s.Row(i)
			if ok {
				value := 0.0
				for m, c := range f.Terms() {
					term := c.Float64()
					for j, e := range R.Exponents(m) {
						term *= math.Pow([]float64{row[0], row[1], d.Float(row)}[j], float64(e))
					}
					value += term
				}
				assert.InDelta(t, 0, value, 1e-9, "%s on row %d", d, i)
			}
		}
	}
	_, ok := definitions[0].Identity(R, 2, func(int) (int, bool) { return 0, false })
	assert.False(t, ok, "a column that is no variable")
}

// TestExtendLag takes the row before, of the same trial and of the same value of a column.
func TestExtendLag(t *testing.T) {
	s := read(t, "id,x\n1,10\n2,20\n1,11\n1,12\n2,21\n")
	column := func(text string, trial []int) (out []string, lines []int) {
		definitions, err := derived.Parse(text, s.Names())
		require.NoError(t, err, text)
		e, err := derived.Extend(s, definitions, trial)
		require.NoError(t, err, text)
		for i := range e.Set.Rows() {
			out, lines = append(out, e.Exact(i, e.Cols()-1).String()), append(lines, e.Line(i))
		}
		return out, lines
	}
	cells, lines := column("b = lag(x)", nil)
	assert.Equal(t, []string{"10", "20", "11", "12"}, cells)
	assert.Equal(t, []int{3, 4, 5, 6}, lines)
	cells, lines = column("b = lag(x, id)", nil)
	assert.Equal(t, []string{"10", "11", "20"}, cells)
	assert.Equal(t, []int{4, 5, 6}, lines)
	cells, _ = column("b = lag(x)", []int{0, 0, 1, 1, 1})
	assert.Equal(t, []string{"10", "11", "12"}, cells)
	cells, lines = column("b = lag(x), c = lag(b), d = x - 2*b + c", nil)
	assert.Equal(t, []string{"-19", "10", "8"}, cells)
	assert.Equal(t, []int{4, 5, 6}, lines)

	for text, message := range map[string]string{
		"b = lag(y)":          `found "y", expected a column`,
		"b = lag(x) + 1":      "a lag is a definition of its own",
		"b = lag(x, id, 3)":   `found ",", expected ")"`,
		"b = lag()":           `found ")", expected a column`,
		"b = d(x)":            `found ")", expected ","`,
		"b = 1 + lag(x)":      `found "lag", expected a function`,
		"lag = x, b = lag(x)": "",
	} {
		_, err := derived.Parse(text, s.Names())
		if message == "" {
			assert.NoError(t, err, text)
			continue
		}
		assert.ErrorContains(t, err, message, text)
	}
	long := read(t, "id,x\n"+strings.Repeat("1,2\n", 20))
	for text, every := range map[string]int{"b = lag(x), c = lag(id)": 2, "b = lag(x), c = lag(b)": 3, "u = 2*x": 1} {
		definitions, err := derived.Parse(text, long.Names())
		require.NoError(t, err)
		e, err := derived.Extend(long, definitions, nil)
		require.NoError(t, err)
		assert.Len(t, e.Thinned(1), (e.Set.Rows()+every-1)/every, text)
	}
	one := s.Select([]int{0}, nil)
	definitions, err := derived.Parse("b = lag(x)", s.Names())
	require.NoError(t, err)
	_, err = derived.Extend(one, definitions, nil)
	assert.ErrorIs(t, err, derived.ErrUndefined)
}
