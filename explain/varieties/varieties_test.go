package varieties_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/varieties"
	"github.com/kexplain/kexplain/internal/sharedtest"
	"github.com/kexplain/kexplain/internal/sweeptest"
	"github.com/kexplain/kexplain/ring"
)

func TestCertify(t *testing.T) {
	for _, name := range varieties.Sets {
		set, ok := varieties.Set(name)
		require.True(t, ok)
		for _, v := range set {
			t.Run(v.Name, func(t *testing.T) {
				require.NoError(t, varieties.Certify(context.Background(), v, v.MaxDegree()+sweeptest.Draws(t, 0, 1)))
			})
		}
	}
}

func TestSets(t *testing.T) {
	where := map[string]string{}
	for _, name := range varieties.Sets {
		set, ok := varieties.Set(name)
		require.True(t, ok)
		for _, v := range set {
			require.Empty(t, where[v.Name], v.Name)
			where[v.Name] = name
			again, ok := varieties.ByName(v.Name)
			require.True(t, ok)
			require.Equal(t, v.Generators, again.Generators)
		}
	}
	require.Equal(t, "first", where["torus"])
	_, ok := varieties.Set("second")
	require.False(t, ok)
}

// TestFormulas reads a chart written as text.
func TestFormulas(t *testing.T) {
	v, ok := varieties.ByName("cissoid")
	require.True(t, ok)
	half := ring.NewRat(1, 2)
	x := v.Charts[0].At([]ring.Rat{half})
	require.Equal(t, []ring.Rat{ring.NewRat(2, 5), ring.NewRat(1, 5)}, x, "2 t²/(1 + t²) and t times that")
	v, ok = varieties.ByName("clifford_torus")
	require.True(t, ok)
	x = v.Charts[0].At([]ring.Rat{half, ring.NewRat(1, 3)})
	require.Equal(t, []ring.Rat{ring.NewRat(3, 5), ring.NewRat(4, 5), ring.NewRat(8, 5), ring.NewRat(6, 5)}, x,
		"the points of two circles with these half angles")
}

// TestCertifyRefuses breaks the generators in each way that Certify is there for.
func TestCertifyRefuses(t *testing.T) {
	for _, c := range []struct {
		why        string
		name       string
		generators []string
	}{
		{"does not vanish", "circle_r10", []string{"x^2 + y^2 - 101"}},
		{"a generator is missing", "twisted_cubic", []string{"x^2 - y", "x*y - z"}},
		{"a multiple instead of the generator", "line", []string{"2*x^2 - x*y + x"}},
	} {
		v, ok := varieties.ByName(c.name)
		require.True(t, ok)
		v.Generators = c.generators
		require.ErrorIs(t, varieties.Certify(context.Background(), v, v.MaxDegree()), varieties.ErrIdeal, c.why)
	}
}

// TestKnownTruths holds the list to reference data made by another program.
func TestKnownTruths(t *testing.T) {
	dirs, err := filepath.Glob(filepath.Join(sharedtest.Path(t, "varieties"), "*", "truth.json"))
	require.NoError(t, err)
	require.NotEmpty(t, dirs)
	for _, d := range dirs {
		want, err := varieties.ReadTruth(filepath.Dir(d))
		require.NoError(t, err)
		v, ok := varieties.ByName(want.Name)
		require.True(t, ok, want.Name)
		require.Equal(t, want.Variables, v.Variables, want.Name)
		require.Equal(t, want.Generators, v.Generators, want.Name)
		require.Equal(t, want.Minimal, v.Minimal, want.Name)
		require.Equal(t, want.MaxDegree, v.MaxDegree(), want.Name)
		require.Equal(t, want.Dimension, v.Dimension, want.Name)
	}
}

func TestWrite(t *testing.T) {
	v, ok := varieties.ByName("parabola")
	require.True(t, ok)
	s := varieties.Settings{N: []int{7}, Sigma: []float64{0, 1e-3}, Draws: 2, Seed: 5}
	var first map[string]string
	for range 2 { // the same bytes twice
		dir := t.TempDir()
		require.NoError(t, varieties.Write(context.Background(), dir, v, s))
		files := make(map[string]string)
		entries, err := os.ReadDir(filepath.Join(dir, "parabola"))
		require.NoError(t, err)
		for _, e := range entries {
			b, err := os.ReadFile(filepath.Join(dir, "parabola", e.Name()))
			require.NoError(t, err)
			files[e.Name()] = string(b)
		}
		if first == nil {
			first = files
		}
		require.Equal(t, first, files)
		truth, err := varieties.ReadTruth(filepath.Join(dir, "parabola"))
		require.NoError(t, err)
		require.Equal(t, v.Generators, truth.Generators)
		require.Len(t, truth.Files, 4)
		require.Equal(t, []float64{0, 0}, truth.Files[0].NoiseStd)
		require.Positive(t, truth.Files[1].NoiseStd[0])
	}
	require.Contains(t, first, "n7_s1e-3_r1.csv")
	require.NotEqual(t, first["n7_s0.csv"], first["n7_s0_r1.csv"])
}

// TestMeasure compares with the files of Write and looks at the size of the noise.
func TestMeasure(t *testing.T) {
	v, ok := varieties.ByName("circle_r10")
	require.True(t, ok)
	const n = 2000
	clean, noisy := v.Measure(n, 0, 5), v.Measure(n, 0.01, 5)
	sum := 0.0
	for i := range clean {
		for j := range clean[i] {
			sum += math.Pow(noisy[i][j]-clean[i][j], 2)
		}
	}
	require.InEpsilon(t, 0.01*10/math.Sqrt2, math.Sqrt(sum/(2*n)), 0.05)
	dir := t.TempDir()
	require.NoError(t, varieties.Write(context.Background(), dir, v, varieties.Settings{N: []int{n}, Sigma: []float64{0}, Seed: 5}))
	text, err := os.ReadFile(filepath.Join(dir, "circle_r10", "n2000_s0.csv"))
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(string(text), fmt.Sprintf("x,y\n%v,%v\n", clean[0][0], clean[0][1])))
}

func Example() {
	v, _ := varieties.ByName("parabola")
	g := v.Ideal(2)[0]
	for _, p := range v.Sample(3, rand.New(rand.NewPCG(1, 2))) {
		fmt.Println(g, "at a point:", g.Eval(p))
	}
	// Output:
	// x^2 - 2*y - 2 at a point: 0
	// x^2 - 2*y - 2 at a point: 0
	// x^2 - 2*y - 2 at a point: 0
}

// A circle of radius 10, measured with an error of one per cent.
func ExampleVariety_Measure() {
	v, _ := varieties.ByName("circle_r10")
	for _, p := range v.Measure(3, 0.01, 1) {
		fmt.Printf("%.1f\n", math.Hypot(p[0], p[1]))
	}
	// Output:
	// 9.9
	// 9.8
	// 9.8
}
