package explain_test

import (
	"context"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/internal/sweeptest"
)

// The cone a² + 1.45b² = c² is nearly a plane for a, b in [1, 5]. In units of the
// covariance its noise is as large as steps along it, and it is an equation all the same:
// refused, it left its place to multiples with other integers.
func TestLearnFlatCone(t *testing.T) {
	sweeptest.Sweep(t)
	for k := range uint64(10) {
		rng := explaintest.Source(380 + k)
		cone := explaintest.Noisy(explaintest.Draw(300, rng, func(rng *rand.Rand) []float64 {
			a, b := 1+4*rng.Float64(), 1+4*rng.Float64()
			return []float64{a, b, math.Sqrt(a*a + 1.45*b*b)}
		}), 0.01, rng)
		r, err := explain.Learn(t.Context(), explain.DataOf("a,b,c", cone), explain.Options{MaxDegree: 3})
		require.NoError(t, err)
		require.Len(t, r.Generators, 1, "%v", explain.Texts(r))
		var shape [][]int
		for _, term := range r.Generators[0].Terms {
			shape = append(shape, term.Exponents)
		}
		assert.ElementsMatch(t, [][]int{{2, 0, 0}, {0, 2, 0}, {0, 0, 2}}, shape, "%v", explain.Texts(r))
	}
}

// Many conics and more quartics pass through some clusters, and none is an
// equation of the data.
func TestLearnRefusesClusters(t *testing.T) {
	sweeptest.Sweep(t)
	sets := 60
	for seed := range uint64(sets) {
		rng := explaintest.Source(242 + seed)
		var rows [][]float64
		for range 2 + rng.IntN(7) {
			a, b := 4*rng.Float64()-2, 4*rng.Float64()-2
			for range 30 {
				rows = append(rows, []float64{a + 0.01*rng.NormFloat64(), b + 0.01*rng.NormFloat64()})
			}
		}
		r, err := explain.Learn(context.Background(), explain.DataOf("x,y", rows), explain.Options{MaxDegree: 2})
		if err == nil {
			t.Errorf("set %d: %v", seed, explain.Texts(r))
			continue
		}
		assert.ErrorAs(t, err, new(*explain.NoEquationError))
	}
}

// Two or three clusters in many variables satisfy several linear equations with short
// integers at their noise, of which each alone may seem to be told.
func TestLearnRefusesFewClusters(t *testing.T) {
	sweeptest.Sweep(t)
	for seed := range uint64(10) {
		rng := explaintest.Source(370 + seed)
		centres := explaintest.Draw(2+int(seed%2), rng, func(rng *rand.Rand) []float64 {
			x := make([]float64, 5)
			for j := range x {
				x[j] = 2*rng.Float64() - 1
			}
			return x
		})
		rows := explaintest.Noisy(explaintest.Draw(200, rng, func(rng *rand.Rand) []float64 { return slices.Clone(centres[rng.IntN(len(centres))]) }), 0.04, rng)
		r, err := explain.Learn(t.Context(), explain.DataOf("x,y,z,u,v", rows), explain.Options{MaxDegree: 2})
		assert.ErrorAs(t, err, new(*explain.NoEquationError), "set %d: %v", seed, r)
	}
}

// Columns that are merely correlated obey no equation, however few or many rows
// there are.
func TestLearnRefusesCorrelation(t *testing.T) {
	sweeptest.Sweep(t)
	for _, n := range []int{50, 200, 1000} {
		for _, rho := range []float64{0.8, 0.95} {
			rows := explaintest.Draw(n, explaintest.Source(302), func(rng *rand.Rand) []float64 {
				a, b := rng.NormFloat64(), rng.NormFloat64()
				return []float64{3 + a, 5 + 2*rho*a + 2*math.Sqrt(1-rho*rho)*b}
			})
			r, err := explain.Learn(context.Background(), explain.DataOf("x,y", rows), explain.Options{MaxDegree: 3})
			assert.ErrorAs(t, err, new(*explain.NoEquationError), "%d rows, correlation %g: %v", n, rho, r)
		}
	}
}

// TestLearnScores: ten scores about 10 have two or three common causes, so that any few of them lie about a plane. The coefficients of
// some of these hundreds of planes are near whole numbers by chance. Of 36 sets 5 have such a law; 9 laws were printed when each plane
// was judged as if it were the only one, two of them in the sets that are drawn here without KEXPLAIN_SWEEP=all.
func TestLearnScores(t *testing.T) {
	sweeptest.Sweep(t)
	const columns = 10
	seed, sets, laws := uint64(1037), 2, 0
	if sweeptest.All() {
		seed, sets = 1029, 36
	}
	for last := seed + uint64(sets); seed < last; seed++ {
		rng := explaintest.Source(2700 + seed)
		loadings := explaintest.Draw(columns, rng, func(rng *rand.Rand) []float64 {
			return []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64() * float64(seed%2)}
		})
		rows := explaintest.Draw([]int{30, 60, 200}[seed%3], rng, func(rng *rand.Rand) []float64 {
			a, b, c := rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()
			x := make([]float64, columns)
			for j, l := range loadings {
				x[j] = math.Round(1e4*(10+l[0]*a+l[1]*b+l[2]*c+0.1*rng.NormFloat64())) / 1e4
			}
			return x
		})
		r, err := explain.Learn(t.Context(), explain.DataOf("a,b,c,d,e,f,g,h,i,j", rows), explain.Options{})
		if err != nil {
			require.ErrorAs(t, err, new(*explain.NoEquationError))
			continue
		}
		for _, g := range r.Generators {
			if g.Kind == explain.Law {
				t.Logf("set %d: %v", seed, g.Polynomial)
				laws++
			}
		}
	}
	assert.LessOrEqual(t, laws, sets/6)
}

// TestLearnFewRowsOfManyColumns: of twelve rows of counts in twenty columns some product is equal to another at all rows, or to a sum
// of two.
func TestLearnFewRowsOfManyColumns(t *testing.T) {
	sweeptest.Sweep(t)
	const columns = 20
	rows := explaintest.Draw(12, explaintest.Source(2900), func(rng *rand.Rand) []float64 {
		x := make([]float64, columns)
		for j := range x {
			x[j] = math.Floor(2 * rng.ExpFloat64())
		}
		return x
	})
	_, err := explain.Learn(t.Context(), explain.DataOf(strings.Join(explaintest.Names(columns), ","), rows), explain.Options{})
	require.ErrorAs(t, err, new(*explain.NoEquationError))
}

func TestLearnRefusesIris(t *testing.T) {
	r, err := explain.Learn(context.Background(), explain.ReadTable(t, filepath.Join("..", "testdata", "iris.csv"), "1-4"), explain.Options{MaxDegree: 2})
	assert.ErrorAs(t, err, new(*explain.NoEquationError), "%v", r)
}

// TestLearnShortLines: a line needs fewer rows than a curve, if the rows are near it.
func TestLearnShortLines(t *testing.T) {
	for name, c := range map[string]struct {
		n    int
		y    func(x float64) float64
		want string // of the kind, or of the refusal
	}{
		"a battery":          {8, func(x float64) float64 { return 9.17 - 1.31*x }, "fit"},
		"six rows":           {6, func(x float64) float64 { return 9.17 - 1.31*x }, "fit"},
		"five rows":          {5, func(x float64) float64 { return 9.17 - 1.31*x }, "no polynomial equation"},
		"the edge of a sine": {8, func(x float64) float64 { return 4 * math.Sin(x/2) }, "no polynomial equation"},
	} {
		rng := explaintest.Source(105)
		rows := make([][]float64, c.n)
		for i := range rows {
			x := 0.5 + 5*float64(i)/float64(c.n)
			rows[i] = []float64{x, c.y(x) + 0.005*rng.NormFloat64()}
		}
		r, err := explain.Learn(context.Background(), explain.DataOf("x,y", rows), explain.Options{})
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = string(r.Generators[0].Kind) + " " + r.String()
		}
		assert.Contains(t, got, c.want, name)
	}
}

// TestLearnShortPlanes: a plane in three columns needs nine rows, and with two wrong cells of twenty it is found.
func TestLearnShortPlanes(t *testing.T) {
	for n, want := range map[int]string{8: "no polynomial equation", 9: "fit", 20: "fit"} {
		i := 0
		rows := explaintest.Draw(n, explaintest.Source(106), func(rng *rand.Rand) []float64 {
			x, y := 2+7*rng.Float64(), 2+7*rng.Float64()
			z := 2.41*x - 1.32*y + 5.17 + 0.01*rng.NormFloat64()
			if i++; n == 20 && i%8 == 7 {
				z = -z
			}
			return []float64{x, y, z}
		})
		r, err := explain.Learn(context.Background(), explain.DataOf("x,y,z", rows), explain.Options{})
		if err != nil {
			assert.Contains(t, err.Error(), want, "%d rows", n)
			continue
		}
		assert.Equal(t, want, string(r.Generators[0].Kind), "%d rows", n)
		assert.Len(t, r.Generators[0].Terms, 4, "%d rows", n)
	}
}

// Five rows of Galileo: the square of the distance is proportional to the
// height [Drake, Galileo's discovery of the parabolic trajectory, 1975].
func TestLearnFromFiveRows(t *testing.T) {
	rows := [][]float64{{1000, 1500}, {828, 1340}, {800, 1328}, {600, 1172}, {300, 800}}
	r, err := explain.Learn(context.Background(), explain.DataOf("height,distance", rows), explain.Options{})
	require.NoError(t, err)
	require.Len(t, r.Generators, 1)
	require.Len(t, r.Generators[0].Terms, 2)
	assert.Equal(t, []int{0, 2}, r.Generators[0].Terms[0].Exponents)
	assert.InEpsilon(t, -2220, r.Generators[0].Terms[1].Estimate, 0.02)
}
