package robust

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/search"
)

// Of the 10 pairs of 5 things 4 are neighbours.
func TestFewRuns(t *testing.T) {
	assert.InDelta(t, 0.4, fewRuns(5, 2, 1), 1e-12)
	assert.InDelta(t, 1, fewRuns(5, 2, 2), 1e-12)
	assert.InDelta(t, 1, fewRuns(4, 4, 1), 1e-12, "all")
	assert.Less(t, fewRuns(60, 4, 1), 2e-4)
}

func TestLeastRuns(t *testing.T) {
	var rows explaintest.Points
	for i := range 40 {
		rows = append(rows, []float64{float64(i * 7 % 40), float64(i * 11 % 40)})
	}
	p := &problem.Problem{Scaling: &problem.Scaling{Keep: []int{0, 1}, Names: []string{"x", "y"}, Units: []float64{1, 1}}}
	s := &Selection{Verdict: &search.Verdict{Problem: p}}
	for i, x := range rows {
		if x[1] < 5 {
			s.Aside = append(s.Aside, i)
		}
	}
	name, chance := s.LeastRuns(rows)
	assert.Equal(t, "y", name)
	assert.InEpsilon(t, 2*fewRuns(40, 5, 1), chance, 1e-12)
	s.Aside = []int{3, 11, 19, 30}
	_, chance = s.LeastRuns(rows)
	assert.Greater(t, chance, 0.1)
}

// Rows with a rebate are no outliers of the law of rows without one.
func TestAllButOneValue(t *testing.T) {
	var rows explaintest.Points
	s := &Selection{}
	for i := range 40 {
		rebate := 0.0
		if i%5 == 2 {
			rebate = float64(i)
			s.Aside = append(s.Aside, i)
		}
		rows = append(rows, []float64{float64(i * 7 % 40), rebate})
	}
	assert.True(t, s.AllButOneValue(rows))
	s.Aside = []int{3, 11, 19, 30}
	assert.False(t, s.AllButOneValue(rows), "rows without a rebate")
	s.Aside = []int{2, 7, 12}
	assert.False(t, s.AllButOneValue(rows), "other rows have a rebate too")
	s.Aside = nil
	assert.False(t, s.AllButOneValue(rows))
}
