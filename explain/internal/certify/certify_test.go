package certify

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/known"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/learn"
)

// sources are all methods and roads.
var sources = []Source{IPCA{Road: learn.KernelRoad{}}, IPCA{Road: learn.FeatureRoad{}}, IPCA{}, AVICA{}}

// circle is a problem in its own units.
func circle(t *testing.T, degree int) *problem.Problem {
	t.Helper()
	return explaintest.Plain(t, explaintest.CirclePoints(60, explaintest.Source(500), 1), degree)
}

// The spaces of all methods are those of the ideal: dim I_≤d = d(d-1)/2 for a circle.
func TestSpacesOfCircle(t *testing.T) {
	p := circle(t, 4)
	idx, c := explaintest.Polynomial(t, p, "x^2 + y^2 - 1")
	for _, s := range sources {
		proposer, err := New(context.Background(), p, s)
		require.NoError(t, err)
		assert.Equal(t, s.String(), proposer.Source)
		require.Len(t, proposer.Spaces, 4)
		for i, space := range proposer.Spaces {
			d := i + 1
			require.Equal(t, d*(d-1)/2, space.Dim(), "%v, degree %d", s, d)
			assert.Equal(t, (d+1)*(d+2)/2, space.Monomials)
			if d == 1 {
				continue
			}
			// The circle lies in the space, and a line does not.
			f := mat.NewVecDense(space.Monomials, nil)
			for j, a := range idx {
				f.SetVec(a, c[j]/space.scale[a])
			}
			assert.InDelta(t, 0, mat.Inner(f, space.distance(), f)/mat.Dot(f, f), 1e-12)
			line := mat.NewVecDense(space.Monomials, nil)
			line.SetVec(1, 1)
			assert.Greater(t, mat.Inner(line, space.distance(), line), 0.1)
		}
	}
}

// In every degree the circle is the shortest polynomial of its space.
func TestProposeCircle(t *testing.T) {
	p := circle(t, 3)
	want, _ := explaintest.Polynomial(t, p, "x^2 + y^2 - 1")
	for _, s := range sources {
		proposer, err := New(context.Background(), p, s)
		require.NoError(t, err)
		equations := known.NewEquations(p.Table, p.Degree)
		fits := proposer.Propose(context.Background(), p, equations, 0, 0.01)
		require.NotEmpty(t, fits)
		shortest := fits[0]
		for _, f := range fits {
			assert.Less(t, f.Variance, 1e-12)
			if len(f.Idx) < len(shortest.Idx) {
				shortest = f
			}
		}
		assert.Equal(t, want, shortest.Idx)
		// What follows from it is not proposed again.
		equations.Add(shortest.Idx, []float64{-1, 1, 1})
		equations.Modulo = true
		assert.Empty(t, proposer.Propose(context.Background(), p, equations, 0, 0.01))
	}
}

// The echelon form of the twisted cubic's quadrics is its reduced Gröbner basis in degree 2.
func TestEchelon(t *testing.T) {
	var rows [][]float64
	for i := range 40 {
		u := -1 + float64(i)/20
		rows = append(rows, []float64{u, u * u, u * u * u})
	}
	p := explaintest.Plain(t, rows, 2)
	for _, s := range sources {
		proposer, err := New(context.Background(), p, s)
		require.NoError(t, err)
		space := proposer.Spaces[len(proposer.Spaces)-1]
		require.Equal(t, 3, space.Dim())
		found := space.echelon(space.turn())
		require.Len(t, found, 3)
		for i, text := range []string{"x^2 - y", "x*y - z", "x*z - y^2"} {
			want, _ := explaintest.Polynomial(t, p, text)
			ok := false
			for _, f := range found {
				ok = ok || assert.ObjectsAreEqual(want, f.Idx)
			}
			assert.True(t, ok, "%v: %d %s", s, i, text)
		}
	}
}

// What vanishes for want of rows is no gap, and beside zeros no other gap counts.
func TestGaps(t *testing.T) {
	s := learn.Spectrum{Values: []float64{1, 0.5, 0.1, 0.09, 0.001, 0, 0}, Rows: 5, Floor: 1e-15}
	assert.Equal(t, []int{1, 2, 4}, gaps(s, 2))
	assert.Equal(t, []int{2, 4}, gaps(s, 5))
	cut, err := firstGap{5}.Cut(s)
	require.NoError(t, err)
	assert.Equal(t, 2, cut.Rank)
	assert.InDelta(t, 5, cut.Gap, 1e-12)
	s.Rows = 7
	assert.Equal(t, []int{5}, gaps(s, 2))
	_, err = firstGap{}.Cut(learn.Spectrum{Values: []float64{1, 0.9, 0.8, 0.7, 0, 0}, Rows: 4, Floor: 1e-15})
	require.ErrorIs(t, err, learn.ErrNoGap)
}

// The angle is that of the gap, between rounding and half a right one.
func TestTurn(t *testing.T) {
	assert.InDelta(t, 0.03, Space{Gap: 100}.turn(), 1e-15)
	assert.InDelta(t, limit.SpaceRounding, Space{Gap: math.Inf(1)}.turn(), 1e-20)
	assert.InDelta(t, 0.5, Space{Gap: 2}.turn(), 1e-15)
}
