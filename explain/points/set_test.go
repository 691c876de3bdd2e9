package points_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/ring"
)

func read(t testing.TB, text string) *points.Set {
	t.Helper()
	s, err := points.ReadFrom(context.Background(), strings.NewReader(text), "t.csv", points.Options{})
	require.NoError(t, err)
	return s
}

// rows returns the exact rows of a set, as text.
func rows(s *points.Set) string {
	var b strings.Builder
	for i := range s.Rows() {
		fmt.Fprintln(&b, s.Line(i), s.ExactRow(make([]ring.Rat, s.Cols()), i), s.Row(i))
	}
	return b.String()
}

func TestRead(t *testing.T) {
	s := read(t, "a b,y\n# a comment\n0.1,2\n-3,1e-400\n")
	assert.Equal(t, []string{"a b", "y"}, s.Names())
	assert.Equal(t, []string{"a_b", "y"}, s.Variables())
	assert.Equal(t, "3 [1/10 2] [0.1 2]\n", rows(s.Select([]int{0}, nil)))
	assert.False(t, s.Exact(1, 1).IsZero())
	assert.Zero(t, s.Row(1)[1])
	_, err := points.ReadFrom(context.Background(), strings.NewReader("x,y\n1,2\n3\n"), "t.csv", points.Options{})
	assert.ErrorIs(t, err, table.ErrInput)
	_, err = points.Read(context.Background(), "no-such-file.csv", points.Options{})
	assert.Error(t, err)
}

// TestConstructors: one set made in three ways.
func TestConstructors(t *testing.T) {
	text := read(t, "x1,x2\n0.5,2\n-3,0.25\n")
	dense := points.FromDense(nil, mat.NewDense(2, 2, []float64{0.5, 2, -3, 0.25}))
	rats := points.FromRats([]string{"x1", "x2"}, [][]ring.Rat{{ring.NewRat(1, 2), ring.RatFromInt(2)}, {ring.RatFromInt(-3), ring.NewRat(1, 4)}})
	assert.Equal(t, strings.NewReplacer("2 [1/2", "1 [1/2", "3 [-3", "2 [-3").Replace(rows(text)), rows(dense))
	assert.Equal(t, rows(dense), rows(rats))
	assert.Equal(t, text.Names(), dense.Names())
	assert.True(t, mat.Equal(text.Dense(), rats.Dense()))
	assert.Equal(t, "2 points in [x1 x2]", rats.String())
	assert.Panics(t, func() { points.FromDense([]string{"x"}, text.Dense()) })
	assert.Panics(t, func() { points.FromDense(nil, mat.NewDense(1, 1, []float64{math.NaN()})) })
	assert.Panics(t, func() { points.FromRats(nil, [][]ring.Rat{{{}}, {}}) })
	assert.Zero(t, points.FromRats([]string{"x"}, nil).Rows())
}

// TestSelect: a choice of a choice is the choice of the numbers chosen.
func TestSelect(t *testing.T) {
	s := read(t, "a,b,c\n1,0.20,3\n4,5.25,6\n7,8,9e2\n")
	u := s.Select([]int{2, 0, 1}, []int{2, 1}).Select([]int{1, 0}, []int{1})
	assert.Equal(t, "2 [1/5] [0.2]\n4 [8] [8]\n", rows(u))
	assert.Equal(t, []string{"b"}, u.Names())
	assert.Equal(t, s.Step(1), u.Step(0), "of the whole column")
	assert.Equal(t, "1/200", u.HalfStep(0, 0).String())
	assert.Panics(t, func() { s.Select([]int{3}, nil) })
	assert.Panics(t, func() { s.Select(nil, []int{-1}) })
	assert.Zero(t, s.Select([]int{}, nil).Rows())
}

func TestSteps(t *testing.T) {
	for _, c := range []struct {
		name, column, step string
		halves             string // of the first three cells
	}{
		{"whole numbers", "100 7 0", "rounded to a multiple of 1e0", "1/2 1/2 1/2"},
		{"hundredths", "0.50 12.25 -3.00", "rounded to a multiple of 1e-2", "1/200 1/200 1/200"},
		{"hundredths without zeros", "0.5 12.25 3 7.11 1.07", "rounded to a multiple of 1e-2", "1/200 1/200 1/200"},
		{"three digits", "123 1.50 0.0125 -72.1", "rounded to 3 digits", "1/2 1/200 1/20000"},
		{"three digits without zeros", "123 1.5 0.0125 72.1 7.11 98.7", "rounded to 3 digits", "1/2 1/200 1/20000"},
		{"one digit", "1e3 2e-1 7", "rounded to 1 digit", "500 1/20 1/2"},
		{"exponents", "1.25e3 2.50e-1 7.00", "rounded to 3 digits", "5 1/2000 1/200"},
		{"no rule", "1.25 100 3.14159 27.5 0.1234567", "rounded to the last digit of each cell", "1/200 1/2 1/200000"},
		{"fractions", "1/3 2/3 5/7", "not rounded", "0 0 0"},
		{"a fraction among decimals", "0.25 1/3 0.50", "rounded to a multiple of 1e-2", "1/200 0 1/200"},
		{"long", "0." + strings.Repeat("1", 25) + " 0." + strings.Repeat("2", 25) + " 1." + strings.Repeat("0", 25), "rounded to a multiple of 1e-25", "1/20000000000000000000000000 1/20000000000000000000000000 1/20000000000000000000000000"},
		{"zeros", "0 0.00 0", "rounded to a multiple of 1e-2", "1/200 1/200 1/200"},
	} {
		s := read(t, "x,y\n"+strings.Join(strings.Fields(c.column), ",1\n")+",1\n")
		assert.Equal(t, c.step, s.Step(0).String(), c.name)
		var halves []string
		for i := range 3 {
			halves = append(halves, s.HalfStep(i, 0).String())
		}
		assert.Equal(t, c.halves, strings.Join(halves, " "), c.name)
	}
	dense := points.FromDense(nil, mat.NewDense(1, 1, []float64{0.5}))
	assert.Equal(t, points.Step{}, dense.Step(0))
	assert.True(t, dense.HalfStep(0, 0).IsZero())
}

// TestHalfStepHoldsTheNumber: numbers that are rounded to places or digits lie within the
// half step of their cell, with and without zeros at the end.
func TestHalfStepHoldsTheNumber(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, verb := range []string{"%.2f", "%.0f", "%.3g", "%.6g", "%.4e"} {
		var text strings.Builder
		var values []ring.Rat
		text.WriteString("x,y\n")
		for range 200 {
			v := math.Exp(6 * rng.NormFloat64())
			exact, err := ring.RatFromFloat(v)
			require.NoError(t, err)
			values = append(values, exact)
			fmt.Fprintf(&text, verb+",1\n", v)
		}
		s := read(t, text.String())
		for i, v := range values {
			off := s.Exact(i, 0).Sub(v).Abs()
			require.LessOrEqual(t, off.Cmp(s.HalfStep(i, 0)), 0, "%s: row %d, %v", verb, i, s.Exact(i, 0))
		}
	}
}

// Numbers of a program, exact or as they are.
func ExampleFromRats() {
	exact := points.FromRats([]string{"x", "y"}, [][]ring.Rat{{ring.NewRat(1, 3), ring.RatFromInt(2)}})
	measured := points.FromDense([]string{"x", "y"}, mat.NewDense(1, 2, []float64{0.25, 2}))
	fmt.Println(exact.Names(), exact.Rows(), exact.Dense().At(0, 1), measured.Dense().At(0, 0))
	// Output:
	// [x y] 1 2 0.25
}
