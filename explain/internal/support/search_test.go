package support

import (
	"cmp"
	"context"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/known"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/numeric/moment"
)

// searchOf returns a search on the forms of a study up to degree d.
func searchOf(p *problem.Problem, d int) *search {
	m, g := p.Flow.Forms(0, d)
	return &search{
		table: p.Table, m: m, g: g, known: known.New(p.Table, d),
		keep: limit.KeepSupports, nodes: limit.SearchNodes, max: 4, limit: limit.MaxNoiseVariance,
	}
}

// restrictedTo returns the rows and columns idx of a form.
func restrictedTo(a *mat.SymDense, idx []int) *mat.SymDense {
	b := mat.NewSymDense(len(idx), nil)
	for i, p := range idx {
		for j := i; j < len(idx); j++ {
			b.SetSym(i, j, a.At(p, idx[j]))
		}
	}
	return b
}

// lambdaOf is the smallest eigenvalue on a support by the plain road.
func lambdaOf(t testing.TB, s *search, idx []int) float64 {
	t.Helper()
	p, err := numeric.GeneralisedEigen(restrictedTo(s.m, idx), restrictedTo(s.g, idx), limit.GradientTolerance)
	require.NoError(t, err)
	if len(p.Values) == 0 {
		return 1e300
	}
	return p.Values[0]
}

// subsets calls f for all increasing lists of k places below n.
func subsets(n, k int, f func(idx []int)) {
	idx := numeric.FirstInts(k)
	for {
		f(slices.Clone(idx))
		i := k - 1
		for i >= 0 && idx[i] == n-k+i {
			i--
		}
		if i < 0 {
			return
		}
		idx[i]++
		for j := i + 1; j < k; j++ {
			idx[j] = idx[j-1] + 1
		}
	}
}

// bruteForce returns the supports of size k whose largest monomial stands in
// [lo, hi) with an eigenvalue below the limit, best first, that the exhaustive
// search must find: their eigenvalue is below the limit and worthwhile, compared
// with what their largest monomials have.
func bruteForce(t testing.TB, s *search, lo, hi, k int) []Fit {
	t.Helper()
	var all []Fit
	subsets(hi, k, func(idx []int) {
		if idx[k-1] < lo || commonFactor(s.table, idx) || s.known.Dependent(idx) {
			return
		}
		most := s.limit
		for i := k - 2; i > 0; i-- {
			if l := lambdaOf(t, s, idx[i:]); l < most {
				most = limit.SupersetFactor * l
			}
		}
		if l := lambdaOf(t, s, idx); l < most {
			all = append(all, Fit{Idx: idx, Variance: l})
		}
	})
	slices.SortStableFunc(all, func(a, b Fit) int { return cmp.Compare(a.Variance, b.Variance) })
	return all
}

func TestExhaustAgainstBruteForce(t *testing.T) {
	tests := []struct {
		name          string
		vars, d, size int
		quantile      float64 // of all eigenvalues, the limit
	}{
		{"pairs have no bordered steps but the last", 2, 3, 2, 0.3},
		{"three monomials", 2, 3, 3, 0.2},
		{"four monomials", 2, 3, 4, 0.2},
		{"five monomials", 2, 3, 5, 0.1},
		{"three variables", 3, 2, 3, 0.1},
		{"a limit below every eigenvalue", 2, 2, 3, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := searchOf(explaintest.Plain(t, explaintest.Cloud(60, tt.vars, explaintest.Source(2)), tt.d), tt.d)
			lo, hi := s.table.Len(tt.d-1), s.table.Len(tt.d)
			var all []float64
			subsets(hi, tt.size, func(idx []int) { all = append(all, lambdaOf(t, s, idx)) })
			slices.Sort(all)
			s.limit, s.keep = (1-1e-6)*all[int(tt.quantile*float64(len(all)))], 1_000_000
			got, want := s.exhaust(lo, hi, tt.size), bruteForce(t, s, lo, hi, tt.size)
			require.Equal(t, tt.quantile > 0, len(want) > 0)
			require.Len(t, got, len(want))
			for i := range got {
				assert.InEpsilon(t, want[i].Variance, got[i].Variance, 1e-6, "rank %d", i)
				assert.Equal(t, want[i].Idx, got[i].Idx, "rank %d", i)
			}
			// A short list prunes more and must not lose what belongs on it.
			for _, keep := range []int{1, 2, 7} {
				s.keep = keep
				short := s.exhaust(lo, hi, tt.size)
				require.GreaterOrEqual(t, len(short), min(keep, len(want)))
				for i := range min(keep, len(want)) {
					assert.LessOrEqual(t, short[i].Variance, want[i].Variance*(1+1e-6), "rank %d of %d", i, keep)
				}
			}
		})
	}
}

// Every support found has the eigenvalue it says, at its vector of unit mean
// square gradient, and no variable in common.
func TestDegreeReturnsEigenpairs(t *testing.T) {
	s := searchOf(explaintest.Plain(t, explaintest.Cloud(60, 2, explaintest.Source(3)), 3), 3)
	s.keep = 20
	for d := 1; d <= 3; d++ {
		s.limit = []float64{0, 0.8, 0.4, 0.2}[d]
		found := s.degree(t.Context(), d)
		require.NotEmpty(t, found)
		for _, u := range found {
			assert.Equal(t, d, s.table.DegreeOf(u.Idx[len(u.Idx)-1]), "the largest monomial has degree d")
			assert.False(t, commonFactor(s.table, u.Idx), "%v", u.Idx)
			v := mat.NewVecDense(len(u.C), u.C)
			m, g := restrictedTo(s.m, u.Idx), restrictedTo(s.g, u.Idx)
			assert.InDelta(t, 1, mat.Inner(v, g, v), 1e-9)
			assert.InEpsilon(t, u.Variance, mat.Inner(v, m, v), 1e-7)
			assert.InEpsilon(t, lambdaOf(t, s, u.Idx), u.Variance, 1e-6)
		}
	}
}

func TestCommonFactor(t *testing.T) {
	s := searchOf(explaintest.Plain(t, explaintest.Cloud(30, 2, explaintest.Source(4)), 3), 3)
	tests := []struct {
		name string
		poly string
		want bool
	}{
		{"x divides both", "x^2 + x*y", true},
		{"y divides all three", "x^2*y + y^3 + y", true},
		{"the constant has no factor", "x^2 + x*y + 1", false},
		{"no variable is in all", "x^2 + x*y + y^2", false},
	}
	R := explaintest.RingOf(t, "x", "y")
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			idx, _ := explaintest.Places(s.table, explaintest.Parse(t, R, tt.poly))
			assert.Equal(t, tt.want, commonFactor(s.table, idx))
		})
	}
}

// What follows from an accepted equation is not proposed again, and the rest is.
func TestSearchLeavesOutDependent(t *testing.T) {
	st := explaintest.Plain(t, explaintest.Noisy(explaintest.CirclePoints(100, explaintest.Source(5), 1), 1e-3, explaintest.Source(6)), 3)
	s := searchOf(st, 3)
	circle := fitOf(t, st, "x^2 + y^2 - 1")
	has := func(list []Fit, idx []int) bool {
		return slices.ContainsFunc(list, func(u Fit) bool { return slices.Equal(u.Idx, idx) })
	}
	require.True(t, has(s.degree(t.Context(), 2), circle.Idx))
	tripled := fitOf(t, st, "x^3 + x*y^2 - x + x^2 + y^2 - 1")
	s.known.Add(circle.Idx, circle.C)
	s.limit = 0.1
	assert.False(t, has(s.degree(t.Context(), 2), circle.Idx))
	assert.False(t, has(s.degree(t.Context(), 3), tripled.Idx))
	for _, u := range append(s.degree(t.Context(), 2), s.degree(t.Context(), 3)...) {
		assert.False(t, s.known.Dependent(u.Idx), "%v", u.Idx)
	}
	assert.NotEmpty(t, s.degree(t.Context(), 2))
}

// Beyond the budget, supports are those of one monomial fewer with one more.
func TestSearchBudget(t *testing.T) {
	st := explaintest.Plain(t, explaintest.Noisy(explaintest.CirclePoints(100, explaintest.Source(5), 1), 1e-2, explaintest.Source(6)), 2)
	rich, poor := searchOf(st, 2), searchOf(st, 2)
	rich.limit, poor.limit = 0.1, 0.1
	poor.nodes = 15 // C(6, 2): pairs are enumerated, triples are not
	pairs := poor.exhaust(st.Table.Len(1), st.Table.Len(2), 2)
	list := poor.degree(t.Context(), 2)
	for _, u := range list {
		assert.Equal(t, 2, st.Table.DegreeOf(u.Idx[len(u.Idx)-1]), "%v", u.Idx)
		if len(u.Idx) != 3 {
			continue
		}
		assert.True(t, slices.ContainsFunc(pairs, func(p Fit) bool {
			return !slices.ContainsFunc(p.Idx, func(a int) bool { return !slices.Contains(u.Idx, a) })
		}), "%v contains a pair found before", u.Idx)
	}
	best := func(list []Fit) []int {
		var b Fit
		for _, u := range list {
			if len(u.Idx) == 3 && (b.Idx == nil || u.Variance < b.Variance) {
				b = u
			}
		}
		return b.Idx
	}
	assert.Equal(t, fitOf(t, st, "x^2 + y^2 - 1").Idx, best(list))
	assert.Equal(t, best(rich.degree(t.Context(), 2)), best(list), "here both roads agree")
}

// The path of an elimination drops one monomial at a time, down to two, with
// rising eigenvalues, and passes through the true support.
func TestEliminate(t *testing.T) {
	st := explaintest.Plain(t, explaintest.Noisy(explaintest.CirclePoints(200, explaintest.Source(7), 1), 1e-2, explaintest.Source(8)), 3)
	s := searchOf(st, 3)
	s.limit = math.Inf(1)
	path := s.eliminate(t.Context(), numeric.FirstInts(st.Table.Len(3)))
	require.Len(t, path, st.Table.Len(3)-1)
	for i, u := range path {
		assert.Len(t, u.Idx, st.Table.Len(3)-i)
		assert.InEpsilon(t, lambdaOf(t, s, u.Idx), u.Variance, 1e-6)
		if i > 0 {
			for _, a := range u.Idx {
				assert.Contains(t, path[i-1].Idx, a, "the path is nested")
			}
			assert.GreaterOrEqual(t, u.Variance, path[i-1].Variance*(1-1e-9), "fewer monomials fit no better")
		}
	}
	require.Equal(t, path[0].Idx, numeric.FirstInts(10))
	quadrics := s.eliminate(t.Context(), numeric.FirstInts(st.Table.Len(2)))
	assert.Equal(t, fitOf(t, st, "x^2 + y^2 - 1").Idx, quadrics[len(quadrics)-2].Idx)
	s.limit = path[3].Variance
	assert.Len(t, s.eliminate(t.Context(), numeric.FirstInts(st.Table.Len(3))), 3, "what is not below the limit is not reported")
}

// The loss of a monomial to first order is near the rise of the eigenvalue.
func TestLoss(t *testing.T) {
	st := explaintest.Plain(t, explaintest.Noisy(explaintest.CirclePoints(200, explaintest.Source(7), 1), 1e-2, explaintest.Source(8)), 2)
	s := searchOf(st, 2)
	// x is nearly free; x² is not.
	idx := fitOf(t, st, "x^2 + y^2 + x - 1").Idx
	lambda, v, ok := smallest(s.m, s.g, idx)
	require.True(t, ok)
	loss := s.loss(idx, lambda, v)
	least := 0
	for i := range loss {
		assert.GreaterOrEqual(t, loss[i], 0.0)
		if loss[i] < loss[least] {
			least = i
		}
	}
	rest := slices.Delete(slices.Clone(idx), least, least+1)
	rise := lambdaOf(t, s, rest) - lambda
	assert.Equal(t, fitOf(t, st, "x^2 + y^2 - 1").Idx, rest)
	assert.InEpsilon(t, rise, loss[least], 0.1)
}

func TestSearchEndsWithContext(t *testing.T) {
	st := explaintest.Plain(t, explaintest.Cloud(30, 2, explaintest.Source(9)), 3)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s := searchOf(st, 3)
	assert.Empty(t, s.degree(ctx, 3))
	assert.Empty(t, s.eliminate(ctx, numeric.FirstInts(10)))
}

func TestShortlist(t *testing.T) {
	rng := explaintest.Source(10)
	h := &shortlist{limit: 5, ceiling: 0.9}
	assert.Equal(t, 0.9, h.worst(), "the ceiling while there is room")
	var all []float64
	for range 100 {
		if x := rng.Float64(); x < h.worst() {
			h.add(Fit{Variance: x})
			all = append(all, x)
		} else if x < 0.9 {
			all = append(all, x)
		}
	}
	slices.Sort(all)
	require.Len(t, h.items, 5)
	for i, u := range h.items {
		assert.Equal(t, all[i], u.Variance)
	}
	assert.Equal(t, all[4], h.worst())
}

func TestProductOfVariables(t *testing.T) {
	assert.True(t, productOfVariables([]uint8{1, 0, 1}))
	assert.False(t, productOfVariables([]uint8{0, 1, 0}), "a variable alone is a column of zeros")
	assert.False(t, productOfVariables([]uint8{2, 1}), "x y vanishes already")
	assert.False(t, productOfVariables([]uint8{0, 0}))
}

// A multiple of a column is no support, but where it speaks of that column alone.
func TestMultipleOfColumn(t *testing.T) {
	m, err := moment.NewMonomials(2, 3)
	require.NoError(t, err)
	at := func(list ...[]uint8) []int {
		var idx []int
		for _, e := range list {
			idx = append(idx, m.Position(e))
		}
		return idx
	}
	assert.True(t, multipleOfColumn(m, at([]uint8{1, 1}, []uint8{2, 0})))
	assert.False(t, multipleOfColumn(m, at([]uint8{1, 0}, []uint8{3, 0})), "of one column")
	assert.False(t, multipleOfColumn(m, at([]uint8{1, 0}, []uint8{0, 2})))
	assert.False(t, multipleOfColumn(m, at([]uint8{1, 1})), "one monomial")
}

// TestIsPower: a² = 4b² says a = 2b on rows of one sign, and two lines else; a³ = 8b³ is always
// a = 2b.
func TestIsPower(t *testing.T) {
	one := explaintest.Plain(t, [][]float64{{1, 2}, {2, 4.1}, {3, 6}, {4, 8}, {5, 9.9}, {-6, -12}}, 4)
	two := explaintest.Plain(t, [][]float64{{1, 2}, {2, -4.1}, {3, 6}, {4, -8}, {5, 9.9}, {-6, -12}}, 4)
	for _, tt := range []struct {
		text     string
		one, two bool
	}{
		{"x^2 - 4*y^2", true, false},
		{"x^3 - 8*y^3", true, true},
		{"x^4 - 8*y^4", true, false},
		{"x^2*y^2 - 3", true, false},
		{"x^2 - y^3", false, false},
		{"x - y", false, false},
		{"x^2 - y^2 + x", false, false},
	} {
		idx, _ := explaintest.Polynomial(t, one, tt.text)
		assert.Equal(t, tt.one, isPower(one, idx), tt.text)
		assert.Equal(t, tt.two, isPower(two, idx), tt.text)
	}
}

// TestLength counts the supports among the monomials that bounds of the degree allow: there is one
// with all nine that are bilinear, as likely as all parts of them, which have one of nine sizes; nine have one less.
func TestLength(t *testing.T) {
	rng := explaintest.Source(3)
	d := problem.Data{Names: []string{"x", "y", "u", "v"}, Bounds: []problem.Bound{{Names: []string{"x", "y"}, Degree: 1}, {Names: []string{"u", "v"}, Degree: 1}}}
	rows := make([][]float64, 30)
	for i := range rows {
		rows[i] = []float64{rng.Float64(), rng.Float64(), rng.Float64(), rng.Float64()}
	}
	d.Points = explaintest.Points(rows)
	scaling, err := d.Scale()
	require.NoError(t, err)
	p, err := problem.New(context.Background(), scaling, scaling.Apply(d.Points), 2)
	require.NoError(t, err)
	allowed := slices.DeleteFunc(numeric.FirstInts(p.Table.Len(2)), func(a int) bool { return !p.Allowed(a) })
	require.Len(t, allowed, 9)
	assert.InDelta(t, 2*limit.DegreeLength, Length(p, allowed), 1e-9)
	assert.InDelta(t, 2*limit.DegreeLength+2*math.Log(9), Length(p, allowed[1:]), 1e-9)
}
