package feature_test

import (
	"encoding/json"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/feature/featuretest"
	"github.com/kexplain/kexplain/internal/sweeptest"
	"github.com/kexplain/kexplain/ring"
)

// The invariant scalar products and their groups, with points of four
// coordinates: matrices of two rows and two columns, or two complex numbers.
func invariants() []feature.Kernel {
	quadratic := feature.Polynomial{Degree: 2}
	return []feature.Kernel{
		feature.CoordinateSigns(4),
		feature.Blocks{{Columns: []int{0, 2}, Kernel: feature.FiniteRotation{Order: 2}}, {Columns: []int{1, 3}, Kernel: feature.Phase{}}},
		feature.Columns{Rows: 2, Kernel: quadratic},
		feature.Columns{Rows: 2, Kernel: feature.Gaussian{Sigma: 2}},
		feature.Average{Kernel: quadratic, Group: feature.ColumnPermutations{Rows: 2}},
		feature.Average{Kernel: quadratic, Group: feature.Signs{}},
		feature.Average{Kernel: quadratic, Group: feature.QuarterTurns{}},
		feature.RightUnitary{Rows: 2},
		feature.RightUnitary{Rows: 1, Complex: true},
		feature.LeftUnitary{Rows: 2},
		feature.LeftUnitary{Rows: 2, Complex: true},
		feature.RowTranslation{Rows: 2},
		feature.RigidMotion{Rows: 2},
		feature.RealPart{Kernel: feature.Through{Outer: quadratic, Inner: feature.FiniteRotation{Order: 3, Complex: true}}},
		feature.RealPart{Kernel: feature.Gaussian{Sigma: 2}},
	}
}

// The laws hold for every invariant scalar product, normalised, and for every
// function of products with it in place of the product.
func TestNewInvariantLaws(t *testing.T) {
	half := ring.NewRat(1, 2)
	outer := []feature.Kernel{
		feature.Polynomial{Degree: 2, Theta: half},
		feature.Gaussian{Sigma: 4},
		feature.Laplacian{Sigma: 4},
		feature.Exponential{A: 0x1p-16},
		feature.PolynomialOf{Coefficients: []ring.Rat{half, half}, Kernel: feature.Linear{}},
	}
	for i, k := range invariants() {
		for _, of := range []feature.Kernel{k, feature.Normalised{Kernel: feature.Sum{k, feature.Product{}}}, feature.Through{Outer: outer[i%len(outer)], Inner: k}} {
			t.Run(of.String(), func(t *testing.T) { featuretest.Test(t, of, featuretest.Points(4)) })
		}
	}
	for _, k := range outer {
		of := feature.Through{Outer: k, Inner: feature.PositiveScale{}}
		t.Run(of.String(), func(t *testing.T) { featuretest.Test(t, of, featuretest.NonZeroPoints(3)) })
	}
	positive := func(rng *rand.Rand) []float64 {
		x := featuretest.Points(2)(rng)
		for i := range x {
			x[i] = math.Abs(x[i])
		}
		return x
	}
	featuretest.Test(t, feature.Minimum{}, positive)
	featuretest.Test(t, feature.Spline{}, positive)
}

func q(values ...int64) []ring.Rat {
	out := make([]ring.Rat, len(values))
	for i, v := range values {
		out[i] = ring.RatFromInt(v)
	}
	return out
}

// Exact values over Q, computed by hand.
func TestMatrixInvariantInstances(t *testing.T) {
	x, y, y2 := q(1, 2, 3, 4), q(0, 1, 1, 0), q(0, 1, 2, 0)
	quadratic := feature.Polynomial{Degree: 2}
	for _, row := range []struct {
		k    feature.Kernel
		x, y []ring.Rat
		want string
	}{
		{feature.RightUnitary{Rows: 2}, x, y, "30"},
		{feature.RightUnitary{Rows: 2}, q(2, 1, 4, 3), y, "30"}, // columns swapped
		{feature.RightUnitary{Rows: 2}, x, y2, "105"},           // ‖XᵀY‖², and ‖XYᵀ‖² is another number
		{feature.LeftUnitary{Rows: 2}, x, y2, "60"},
		{feature.Through{Outer: feature.Linear{}, Inner: feature.RightUnitary{Rows: 2}}, x, y, "30"},
		{feature.RowTranslation{Rows: 2}, x, y2, "1"},
		{feature.RigidMotion{Rows: 2}, x, y2, "10"},
		{feature.Columns{Rows: 2, Kernel: feature.Linear{}}, x, y2, "17"},
		{feature.Columns{Rows: 2, Kernel: quadratic}, x, y2, "143"},
		{feature.Average{Kernel: quadratic, Group: feature.ColumnPermutations{Rows: 2}}, x, y2, "181/2"},
		{feature.CoordinateSigns(2), q(1, 2), q(3, -1), "13"},
		{feature.Minimum{}, q(2), q(3), "2"},
		{feature.Spline{}, q(1), q(2), "23/6"}, // 1 + 2 + 2 - 3/2 + 1/3
	} {
		assert.Equal(t, row.want, at(t, ring.Q, row.k, row.x, row.y).String(), "%v", row.k)
	}
	// The ANOVA kernel is the set kernel 2^|A∩B| on 0/1 vectors (KR), and no
	// function of scalar products, which are equal at (5,0) and at (3,4).
	assert.Equal(t, "4", at(t, ring.Q, feature.ANOVA{}, q(1, 1, 1, 0), q(0, 1, 1, 1)).String())
	assert.Equal(t, "26", at(t, ring.Q, feature.ANOVA{}, q(5, 0), q(5, 0)).String())
	assert.Equal(t, "170", at(t, ring.Q, feature.ANOVA{}, q(3, 4), q(3, 4)).String())
}

// Through refuses kernels that are no functions of scalar products.
func TestThroughRefuses(t *testing.T) {
	for _, outer := range []feature.Kernel{
		feature.ANOVA{}, feature.Spline{}, feature.Minimum{}, feature.Columns{Rows: 1, Kernel: feature.Linear{}},
		feature.Linear{A: a23}, feature.PolynomialOf{Kernel: feature.ANOVA{}}, nil,
	} {
		assert.ErrorIs(t, feature.Validate(feature.Through{Outer: outer, Inner: feature.Phase{}}), feature.ErrParameter, "%v", outer)
	}
	for _, k := range []feature.Kernel{
		feature.Normalised{}, feature.Blocks{{}}, feature.Columns{Kernel: feature.Linear{}}, feature.RightUnitary{},
		feature.RowTranslation{Rows: -1}, feature.Average{Kernel: feature.Linear{}}, feature.RealPart{Kernel: feature.Sigmoid{A: 1}},
	} {
		assert.ErrorIs(t, feature.Validate(k), feature.ErrParameter)
	}
	_, err := feature.ColumnPermutations{Rows: 1}.Elements(8)
	assert.ErrorIs(t, err, feature.ErrParameter, "8! elements")
}

// What the groups do to either argument does not show, and points of one orbit
// are one point; points of different orbits are not.
func TestNewInvariance(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 2))
	swap := func(x []float64) []float64 { return []float64{x[1], x[0], x[3], x[2]} }
	right := func(x []float64) []float64 { // times the rotation by (3/5, 4/5)
		return []float64{0.6*x[0] + 0.8*x[1], -0.8*x[0] + 0.6*x[1], 0.6*x[2] + 0.8*x[3], -0.8*x[2] + 0.6*x[3]}
	}
	left := func(x []float64) []float64 {
		return []float64{0.6*x[0] + 0.8*x[2], 0.6*x[1] + 0.8*x[3], -0.8*x[0] + 0.6*x[2], -0.8*x[1] + 0.6*x[3]}
	}
	move := func(x []float64) []float64 { return []float64{x[0] + 2, x[1] - 1, x[2] + 2, x[3] - 1} }
	signs := func(x []float64) []float64 { return []float64{-x[0], x[1], -x[2], -x[3]} }
	quarter := func(x []float64) []float64 { return []float64{-x[1], x[0], -x[3], x[2]} }
	quadratic := feature.Polynomial{Degree: 2}
	for _, row := range []struct {
		k    feature.Kernel
		acts []func([]float64) []float64
	}{
		{feature.CoordinateSigns(4), []func([]float64) []float64{signs}},
		{feature.Columns{Rows: 2, Kernel: quadratic}, []func([]float64) []float64{swap}},
		{feature.Average{Kernel: quadratic, Group: feature.ColumnPermutations{Rows: 2}}, []func([]float64) []float64{swap}},
		{feature.RealPart{Kernel: feature.FiniteRotation{Order: 4}}, []func([]float64) []float64{quarter}},
		{feature.RightUnitary{Rows: 2}, []func([]float64) []float64{swap, right}},
		{feature.LeftUnitary{Rows: 2}, []func([]float64) []float64{left}},
		{feature.RowTranslation{Rows: 2}, []func([]float64) []float64{move}},
		{feature.RigidMotion{Rows: 2}, []func([]float64) []float64{move, right, swap}},
	} {
		for _, k := range []feature.Kernel{row.k, feature.InvariantPolynomial(row.k, 2), feature.InvariantGaussian(row.k, 8)} {
			for range 20 {
				x, y := normal(r, 1, 4).RawRowView(0), normal(r, 1, 4).RawRowView(0)
				for _, g := range row.acts {
					want := k.Eval(x, y)
					assert.InDelta(t, want, k.Eval(g(x), y), 1e-10*(1+math.Abs(want)), "%v", k)
					assert.InDelta(t, want, k.Eval(x, g(y)), 1e-10*(1+math.Abs(want)), "%v", k)
					assert.InDelta(t, 0, feature.SquaredDistance(k, x, g(x)), 1e-8*(1+k.Eval(x, x)), "%v: one orbit", k)
				}
				assert.Greater(t, feature.SquaredDistance(k, x, y), 1e-8, "%v: two orbits", k)
			}
		}
	}
}

// Z/4 and Z/2 on complex points (IKT, section 2.5.1), and what RealPart and
// Through do when the one is put around the other.
func TestRealPartInstances(t *testing.T) {
	x := []ring.Gaussian{ring.NewGaussian(ring.RatFromInt(1), ring.RatFromInt(1)), {ring.RatFromInt(2)}}
	y := []ring.Gaussian{{ring.RatFromInt(1)}, {1: ring.RatFromInt(1)}}
	four := feature.FiniteRotation{Order: 4, Complex: true}
	assert.Equal(t, "-4", at(t, ring.Qi, four, x, y).String())
	assert.Equal(t, "1320", distance2(t, four, pairs(x), pairs(y)).String())
	ix := []ring.Gaussian{ring.NewGaussian(ring.RatFromInt(-1), ring.RatFromInt(1)), {1: ring.RatFromInt(2)}}
	assert.Equal(t, "-4", at(t, ring.Qi, four, ix, y).String(), "(i x, y)")
	assert.Equal(t, "1320", distance2(t, four, pairs(ix), pairs(y)).String())
	two := feature.FiniteRotation{Order: 2, Complex: true}
	squared := feature.InvariantPolynomial(two, 2)
	assert.Equal(t, "-2*i", at(t, ring.Qi, two, x, y).String())
	assert.Equal(t, ring.NewGaussian(ring.RatFromInt(-3), ring.RatFromInt(-4)), at(t, ring.Qi, squared, x, y), "(1 - 2i)²")
	assert.Equal(t, "-3", at(t, ring.Q, feature.RealPart{Kernel: squared}, pairs(x), pairs(y)).String(), "the real part taken last")
	assert.Equal(t, "1", at(t, ring.Q, squared, pairs(x), pairs(y)).String(), "the real part taken first")
	fx, fy := []float64{1, 1, 2, 0}, []float64{1, 0, 0, 1}
	assert.InDelta(t, -3, feature.RealPart{Kernel: squared}.Eval(fx, fy), 1e-12)
	assert.InDelta(t, 1, squared.Eval(fx, fy), 1e-12)
	assert.InDelta(t, 0, cmplx.Abs(complex(-3, -4)-feature.EvalComplex(squared, []complex128{1 + 1i, 2}, []complex128{1, 1i})), 1e-12)
	m, err := feature.ComplexMatrix(ctx, feature.Gaussian{Sigma: 1}, [][]complex128{{1i}, {0}}, [][]complex128{{1i}})
	require.NoError(t, err)
	assert.InDelta(t, math.Exp(-0.5), real(m.At(1, 0)), 1e-15)
	assert.ErrorIs(t, feature.CheckComplex(feature.Sigmoid{A: 1}), feature.ErrNotExact)
}

// Every kernel that files can hold comes back equal.
func TestCodes(t *testing.T) {
	p := feature.Polynomial{Degree: 2, Theta: half}
	seen := map[string]bool{}
	for _, k := range append(invariants(), p, feature.Linear{}, feature.Linear{A: a23}, feature.Gaussian{Sigma: 1},
		feature.Laplacian{Sigma: 1}, feature.Sigmoid{A: 1}, feature.Exponential{A: 2}, feature.ANOVA{Degree: 2}, feature.Minimum{},
		feature.Spline{}, feature.FiniteRotation{Order: 2}, feature.Phase{}, feature.PositiveScale{}, feature.Projective{Complex: true},
		feature.Normalised{Kernel: p}, feature.InvariantGaussian(p, 2), feature.Sum{p, p}, feature.Product{p}, feature.Multiple{Factor: half, Kernel: p},
		feature.PolynomialOf{Coefficients: q(1, 2), Kernel: p}, feature.Compose{Kernel: p, Map: feature.LinearMap{A: a23}}) {
		c, err := feature.Encode(k)
		require.NoError(t, err, "%v", k)
		text, err := json.Marshal(c)
		require.NoError(t, err)
		var back feature.Code
		require.NoError(t, json.Unmarshal(text, &back))
		got, err := back.Kernel()
		require.NoError(t, err, "%v", k)
		assert.Equal(t, k, got)
		seen[c.Type] = true
	}
	for _, name := range feature.Types() {
		assert.True(t, seen[name], "%s is not tested", name)
	}
	_, err := feature.Encode(feature.Weighted{Name: "f", Kernel: p})
	assert.ErrorIs(t, err, feature.ErrNoCode)
	linear := []feature.Code{{Type: "linear"}}
	for _, c := range []feature.Code{
		{Type: "magic"},
		{Type: "multiple", Parts: linear, Coefficients: []string{"x"}},
		{Type: "multiple", Parts: linear},
		{Type: "multiple", Parts: linear, Coefficients: []string{"1", "2"}},
		{Type: "multiple", Coefficients: []string{"1"}},
		{Type: "multiple", Parts: []feature.Code{{Type: "magic"}}, Coefficients: []string{"1"}},
		{Type: "polynomial of", Parts: linear, Coefficients: []string{"1/0"}},
		{Type: "normalised", Parts: append(linear, linear...)},
		{Type: "blocks", Parts: linear},
		{Type: "average", Parts: linear, Group: "magic"},
		{Type: "compose", Parts: linear},
	} {
		_, err = c.Kernel()
		assert.Error(t, err, "%v", c)
	}
	_, err = feature.Code{Type: "multiple", Parts: linear, Coefficients: []string{"1/2"}}.Kernel()
	assert.NoError(t, err)
}

// recipe is a kernel made by the recipe of CONTRIBUTING.md.
const recipe = `package feature

import "fmt"

// Cubic is the kernel 1 + a⟨x,y⟩³.
type Cubic struct{ A float64 }

// String returns the formula.
func (k Cubic) String() string { return fmt.Sprintf("1 + %v⟨x,y⟩³", k.A) }

// Eval returns k(x, y).
func (k Cubic) Eval(x, y []float64) float64 { p := dot(x, y); return 1 + k.A*p*p*p }

// EvalIn returns k(x, y) for A = 1, computed with a.
func (k Cubic) EvalIn(a *Arithmetic, x, y []Element) Element {
	return a.Add(a.Int(1), a.Power(a.Dot(x, y), 3))
}

// Code returns the form in files.
func (k Cubic) Code() (Code, error) { return Code{Type: "cubic", A: k.A}, nil }

func decodeCubic(c Code) (Kernel, error) { return Cubic{A: c.A}, nil }
`

// recipeTest is what the recipe demands of it.
const recipeTest = `package feature_test

import (
	"testing"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/feature/featuretest"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

func TestCubic(t *testing.T) {
	k := feature.Cubic{A: 1}
	featuretest.Test(t, k, featuretest.Points(2))
	c, err := feature.Encode(k)
	if back, errBack := c.Kernel(); err != nil || errBack != nil || back != feature.Kernel(k) {
		t.Fatal(back, err, errBack)
	}
	R, _ := poly.NewRing(ring.Q, []string{"t"})
	f, err := feature.Section(k, R, []ring.Rat{ring.RatFromInt(2)})
	if err != nil || f.String() != "8*t^3 + 1" {
		t.Fatal(f, err)
	}
}
`

// The recipe for a kernel in CONTRIBUTING.md is followed: one file and one line in
// the list. Nothing is written to the sources; the compiler is given an overlay.
func TestRecipe(t *testing.T) {
	sweeptest.Sweep(t)
	here, err := os.Getwd()
	require.NoError(t, err)
	dir := t.TempDir()
	list, err := os.ReadFile("code.go")
	require.NoError(t, err)
	const line = "\"anova\":           decodeANOVA,\n"
	require.Contains(t, string(list), line)
	files := map[string]string{
		"cubic.go": recipe, "cubic_test.go": recipeTest,
		"code.go": strings.Replace(string(list), line, line+"\"cubic\": decodeCubic,\n", 1),
	}
	overlay := map[string]map[string]string{"Replace": {}}
	for name, text := range files {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		overlay["Replace"][filepath.Join(here, name)] = path
	}
	text, err := json.Marshal(overlay)
	require.NoError(t, err)
	path := filepath.Join(dir, "overlay.json")
	require.NoError(t, os.WriteFile(path, text, 0o600))
	out, err := exec.Command("go", "test", "-vet=off", "-overlay", path, "-run", "^TestCubic$", ".").CombinedOutput()
	require.NoError(t, err, "%s", out)
}

// TestMatrixShape: a complex matrix has twice as many numbers in each column.
func TestMatrixShape(t *testing.T) {
	for _, c := range []struct {
		isComplex bool
		numbers   int
		fits      bool
	}{{false, 6, true}, {false, 5, false}, {true, 8, true}, {true, 6, false}, {true, 5, false}} {
		x := make([]float64, c.numbers)
		for _, k := range []interface{ CheckPoint(x []float64) error }{
			feature.RightUnitary{Rows: 2, Complex: c.isComplex}, feature.LeftUnitary{Rows: 2, Complex: c.isComplex},
		} {
			assert.Equal(t, c.fits, k.CheckPoint(x) == nil, "%v", c)
		}
	}
}
