package moment

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// source is the generator of the k-th test.
func source(k uint64) *rand.Rand { return rand.New(rand.NewPCG(1, k)) }

// tableOf lists monomials.
func tableOf(t testing.TB, vars, degree int) *Monomials {
	t.Helper()
	m, err := NewMonomials(vars, degree)
	require.NoError(t, err)
	return m
}

// power returns Π x_j^e_j by repeated multiplication.
func power(x []float64, e []uint8) float64 {
	v := 1.0
	for j, k := range e {
		for range k {
			v *= x[j]
		}
	}
	return v
}

// shapes are numbers of variables and degrees, the smallest first.
var shapes = []struct{ vars, degree int }{{1, 0}, {1, 1}, {1, 9}, {2, 0}, {2, 1}, {2, 6}, {3, 4}, {4, 3}, {7, 2}}

// The list is that of the polynomial rings, so places may be exchanged.
func TestMonomialsAgainstRing(t *testing.T) {
	for _, shape := range shapes {
		t.Run(fmt.Sprintf("vars=%d/degree=%d", shape.vars, shape.degree), func(t *testing.T) {
			m := tableOf(t, shape.vars, shape.degree)
			names := make([]string, shape.vars)
			for j := range names {
				names[j] = fmt.Sprintf("x%d", j)
			}
			R, err := poly.NewRing[ring.Rat](ring.Q, names)
			require.NoError(t, err)
			list := R.MonomialsUpTo(shape.degree)
			require.Equal(t, len(list), m.Len(shape.degree))
			for i, want := range list {
				got := make([]int, shape.vars)
				for j, k := range m.Exponents(i) {
					got[j] = int(k)
				}
				assert.Equal(t, R.Exponents(want), got, "monomial %d", i)
				assert.Equal(t, i, m.Position(m.Exponents(i)))
				assert.Equal(t, want.Degree(), m.DegreeOf(i))
			}
			for d := range shape.degree + 1 {
				assert.Equal(t, len(R.MonomialsUpTo(d)), m.Len(d), "degree ≤ %d is a prefix", d)
			}
			assert.Equal(t, shape.vars, m.Vars())
			assert.Equal(t, shape.degree, m.Degree())
			beyond := make([]uint8, shape.vars)
			beyond[0] = uint8(shape.degree + 1)
			assert.Equal(t, -1, m.Position(beyond))
			assert.Equal(t, -1, m.Position(append(beyond, 0)), "one variable too many")
		})
	}
}

func TestEvalTo(t *testing.T) {
	for k, shape := range shapes {
		m := tableOf(t, shape.vars, shape.degree)
		n := m.Len(shape.degree)
		rng := source(uint64(k))
		points := [][]float64{make([]float64, shape.vars)} // the origin
		for range 5 {
			x := make([]float64, shape.vars)
			for j := range x {
				x[j] = float64(rng.IntN(9) - 4) // powers are exact
			}
			points = append(points, x)
		}
		row := make([]float64, n)
		for _, x := range points {
			m.EvalTo(row, x)
			for i, got := range row {
				assert.Equal(t, power(x, m.Exponents(i)), got, "%v at %v", m.Exponents(i), x)
			}
			prefix := make([]float64, m.Len(shape.degree/2))
			m.EvalTo(prefix, x)
			assert.Equal(t, row[:len(prefix)], prefix)
		}
		assert.Zero(t, testing.AllocsPerRun(10, func() { m.EvalTo(row, points[0]) }))
	}
}

func TestMonomialsLimit(t *testing.T) {
	_, err := NewMonomials(100, 4) // 4,598,126
	require.Error(t, err)
	assert.Contains(t, err.Error(), "4598126")
	assert.Contains(t, err.Error(), "2000000")
	_, err = NewMonomials(200, 200)
	assert.Error(t, err, "a number of monomials beyond the integers")
	_, err = New(100, 2)
	assert.Error(t, err, "the moments have twice the degree")
	for _, bad := range [][2]int{{0, 1}, {-1, 1}, {1, -1}, {1, 256}} {
		assert.Panics(t, func() { _, _ = NewMonomials(bad[0], bad[1]) }, "%v", bad)
	}
	m := tableOf(t, 1, 255)
	assert.Equal(t, []uint8{255}, m.Exponents(255), "the largest exponent of a byte")
	assert.Equal(t, 255, m.DegreeOf(255))
}

func ExampleMonomials() {
	m, err := NewMonomials(2, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	row := make([]float64, m.Len(2))
	m.EvalTo(row, []float64{3, 5})
	for i, v := range row {
		e := m.Exponents(i)
		fmt.Printf("x^%d*y^%d = %g\n", e[0], e[1], v)
	}
	// Output:
	// x^0*y^0 = 1
	// x^0*y^1 = 5
	// x^1*y^0 = 3
	// x^0*y^2 = 25
	// x^1*y^1 = 15
	// x^2*y^0 = 9
}

func BenchmarkNewMonomials(b *testing.B) {
	for _, s := range []struct{ vars, degree int }{{2, 8}, {4, 8}, {10, 4}} {
		b.Run(fmt.Sprintf("vars=%d/degree=%d", s.vars, s.degree), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				tableOf(b, s.vars, s.degree)
			}
		})
	}
}
