package approx_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/border/approx"
	"github.com/kexplain/kexplain/internal/judge"
	"github.com/kexplain/kexplain/internal/sharedtest"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// reference is a file of results of public implementations.
type reference struct {
	Case    string
	Degree  int
	Results []struct {
		File        string
		Method      string
		EpsRMS      float64 `json:"eps_rms"`
		Dimension   int
		Polynomials []map[string]float64
	}
}

// atEdge lists the results whose threshold of 1e-8 lies below what the public
// implementation can resolve: it forms Gram matrices, which lose everything below
// 1e-8 of the largest singular value, and misses equations that hold exactly.
var atEdge = []string{
	"linear_r10 n200_s0.csv gradient-vca 1e-08: 2 of 6 linear forms found",
	"linear_r10 n200_s0.csv oavi-cg-ihb 1e-08: 4 of 6 linear forms found",
	"so2 n200_s0.csv gradient-vca 1e-08: 8 of 10 dimensions found",
	"two_circles_sphere n200_s0.csv oavi-cg-ihb 1e-08: none of 2 quadrics found",
}

// ridged lists results of the public gradient-vca in which a candidate has a
// gradient of about the size of the noise. The implementation adds a ridge of 1e-9
// of the mean squared gradient to the Gram matrix of gradients, which moves such
// combinations by up to the noise times 0.05, and then counts them or not.
var ridged = []string{
	"kepler n200_s1e-3.csv gradient-vca 0.003008",
	"six_points n200_s1e-3.csv gradient-vca 0.003008",
	"six_points n200_s1e-3.csv gradient-vca 0.05",
	"six_points n200_s1e-2.csv gradient-vca 0.03008",
	"six_points n200_s1e-2.csv gradient-vca 0.05",
}

// ridge is how closely those agree.
const ridge = 1e-4

// TestPublicImplementations compares with the circle of testdata and, where they
// are, with all references beside the repository.
func TestPublicImplementations(t *testing.T) {
	t.Run("testdata", func(t *testing.T) {
		dir := filepath.Join("testdata", "avi")
		require.Zero(t, comparePublic(t, dir, dir))
	})
	t.Run("shared", func(t *testing.T) {
		edge := comparePublic(t, sharedtest.Path(t, "golden", "avi"), sharedtest.Path(t, "varieties"))
		require.Equal(t, len(atEdge), edge)
	})
}

// comparePublic compares the spaces of degree ≤ d with what public
// implementations of the same methods return, and returns how many results are
// left out, being at the edge. Where a generator is noisy, its products are nearly
// dependent; the file says how many dimensions are meant.
func comparePublic(t *testing.T, golden, varieties string) (edge int) {
	const agreement = 1e-6 // what the digits of the reference data allow
	files, err := filepath.Glob(filepath.Join(golden, "*.json"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	compared := 0
	for _, f := range files {
		b, err := os.ReadFile(f)
		require.NoError(t, err)
		var ref reference
		require.NoError(t, json.Unmarshal(b, &ref))
		for _, r := range ref.Results {
			name := fmt.Sprintf("%s %s %s %.4g", ref.Case, r.File, r.Method, r.EpsRMS)
			if slices.ContainsFunc(atEdge, func(s string) bool { return strings.HasPrefix(s, name+":") }) {
				edge++
				continue
			}
			vars, x := readCSV(t, filepath.Join(varieties, ref.Case, r.File))
			vars, x = reversed(vars, x)
			R := poly.MustRing[float64](ring.Float64, vars, poly.WithMaxDegree(ref.Degree))
			ours := fitReference(t, R, x, r.Method, r.EpsRMS)
			var theirs []*poly.Polynomial[float64]
			for _, p := range r.Polynomials {
				theirs = append(theirs, fromMap(t, R, p))
			}
			a, c := judge.SpanOf(R, ours, ref.Degree, x), judge.SpanOf(R, theirs, ref.Degree, x)
			tol := agreement
			if slices.Contains(ridged, name) {
				tol = ridge
			} else {
				assert.Equal(t, c.Dimension(agreement), a.Dimension(agreement), name)
			}
			if r.Dimension > 0 {
				assert.LessOrEqual(t, a.Angle(c, r.Dimension), tol, name)
			}
			compared++
		}
	}
	require.Positive(t, compared)
	t.Logf("%d results compared, %d at the edge", compared, edge)
	return edge
}

// fitReference runs our method with the parameters of the public implementation
// and returns polynomials in the variables of the file. Within a degree the
// implementations try the first variable first, so the ring has the variables in
// reverse order.
func fitReference(t *testing.T, R *poly.Ring[float64], x *mat.Dense, method string, eps float64) []*poly.Polynomial[float64] {
	n, _ := x.Dims()
	var m approx.Method
	switch method {
	case "vca": // the implementation compares on the scale 1/√N from degree 2 on
		m = approx.VCA{Epsilon: eps / math.Sqrt(float64(n)), AsPrinted: true}
	case "gradient-vca": // it drops squared gradients below 1e-9
		m = approx.GradientVCA{Epsilon: eps, Rank: math.Sqrt(1e-9)}
	case "abm":
		m = approx.ABM{Epsilon: eps}
	case "oavi-abm":
		m = approx.ABM{Epsilon: eps, Corners: true}
	case "oavi-cg-ihb":
		m = approx.OAVI{Psi: eps * eps}
	default:
		t.Fatalf("method %q", method)
	}
	unit := approx.LargestAbs(x)
	model, err := m.Fit(context.Background(), R, approx.Scaled(x, unit))
	require.NoError(t, err)
	if method == "abm" && slices.Contains(model.Degrees(), 1) {
		// Here the implementation multiplies by the remaining variables only,
		// which leaves out multiples of linear generators.
		model, err = approx.ABM{Epsilon: eps, Corners: true}.Fit(context.Background(), R, approx.Scaled(x, unit))
		require.NoError(t, err)
	}
	polys, err := model.Polynomials(context.Background())
	require.NoError(t, err)
	return approx.Unscale(polys, unit)
}

// fromMap returns the polynomial with terms such as "2,0": c for c·x².
func fromMap(t testing.TB, R *poly.Ring[float64], p map[string]float64) *poly.Polynomial[float64] {
	var terms []poly.Term[float64]
	for key, c := range p {
		var e []int
		for _, s := range strings.Split(key, ",") {
			v, err := strconv.Atoi(s)
			require.NoError(t, err)
			e = append(e, v)
		}
		slices.Reverse(e)
		m, err := R.Monomial(e...)
		require.NoError(t, err)
		terms = append(terms, poly.Term[float64]{Monomial: m, Coefficient: c})
	}
	return R.FromTerms(terms)
}

// reversed returns the table with its columns in the opposite order.
func reversed(vars []string, x *mat.Dense) ([]string, *mat.Dense) {
	n, k := x.Dims()
	y := mat.NewDense(n, k, nil)
	y.Apply(func(i, j int, _ float64) float64 { return x.At(i, k-1-j) }, y)
	vars = slices.Clone(vars)
	slices.Reverse(vars)
	return vars, y
}

// readCSV reads a table with a header line.
func readCSV(t testing.TB, path string) ([]string, *mat.Dense) {
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	lines := strings.Fields(string(b))
	vars := strings.Split(lines[0], ",")
	x := mat.NewDense(len(lines)-1, len(vars), nil)
	for i, line := range lines[1:] {
		for j, cell := range strings.Split(line, ",") {
			v, err := strconv.ParseFloat(cell, 64)
			require.NoError(t, err)
			x.Set(i, j, v)
		}
	}
	return vars, x
}
