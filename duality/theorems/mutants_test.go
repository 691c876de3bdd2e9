package theorems_test

import (
	"encoding/json"
	"flag"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var withMutants = flag.Bool("mutants", false, "build the packages with each of the mutants and see whether verify notices")

// mutant is a small change of the meaning of a package.
type mutant struct{ name, file, old, new string }

// mutants are changes such as misprints of the papers and slips with conjugates.
// Each must occur once in the file.
var mutants = []mutant{
	{"F1 homogeneous weight not zero below degree d", "feature/polynomial.go", "total > d || p.Homogeneous && total < d", "total > d"},
	{"F2 theta^d instead of theta^|a| (DKL misprint)", "feature/polynomial.go", "p.theta().Pow(total)", "p.theta().Pow(d)"},
	{"F3 binomial(d,e) for all factors of the multinomial", "feature/polynomial.go", "w = w.Mul(binomial(rest, e))", "w = w.Mul(binomial(d, e))"},
	{"F4 conj omitted in Expand", "feature/section.go", "bar[i] = conj(x)", "_ = conj; bar[i] = x"},
	{"F5 factor 2 missing in the Gaussian of products (IKT misprint)", "feature/gaussian.go", "max(0, xx+yy-2*xy) / (2 * k.Sigma", "max(0, xx+yy-xy) / (2 * k.Sigma"},
	{"F6 |y|² in blocks of the scale kernel", "feature/positivescale.go", "(math.Sqrt(xx[i/n]) * math.Sqrt(yy[i%n]))", "(math.Sqrt(xx[i/n]) * yy[i%n])"},
	{"F7 derivative of a feature without its exponent", "feature/basis.go", "dst[j] = float64(e) * t", "dst[j] = float64(min(e, 1)) * t"},
	{"F8 conj omitted in the complex product", "feature/invariant.go", "im += float64(x[i+1]*y[i]) - float64(x[i]*y[i+1])", "im += float64(x[i+1]*y[i]) + float64(x[i]*y[i+1])"},
	{"F9 phase kernel ⟨x,y⟩² (IKT misprint)", "feature/phase.go", "a.Mul(a.Dot(x, y), a.Dot(y, x))", "a.Mul(a.Dot(x, y), a.Dot(x, y))"},
	{"D1 conj omitted in sections", "duality/expansion.go", "zc[i] = s.conj(c)", "zc[i] = c"},
	{"D2 conj omitted in the products with lower generators", "duality/generators.go", "out.Set(i*nf+j, k, s.conj(h))", "out.Set(i*nf+j, k, h)"},
	{"D3 conj omitted in the complement", "duality/subspace.go", "row[j] = s.field.Mul(s.conj(c), s.inverse[j])", "row[j] = s.field.Mul(c, s.inverse[j])"},
	{"D4 φ-product bilinear over C", "duality/space.go", "s.field.Mul(s.field.Mul(u[i], s.conj(v[i])), s.inverse[i])", "s.field.Mul(s.field.Mul(u[i], v[i]), s.inverse[i])"},
	{"D5 transpose omitted in the lower generators", "duality/generators.go", "below.KernelMatrix(Y, Y).T()", "below.KernelMatrix(Y, Y)"},
	{"D6 R_1 instead of R_≤1", "duality/subspace.go", "factors := s.ring.MonomialsUpTo(1)", "factors := s.ring.MonomialsOf(1)"},
	{"D7 transpose omitted in the linear factors", "duality/generators.go", "numeric.RowSpace(linear.KernelMatrix(Y, Y).T())", "numeric.RowSpace(linear.KernelMatrix(Y, Y))"},
	{"D8 inverse of psi with 1/γ²", "duality/feature.go", "v[i] = s.field.Mul(u[i], s.gamma2[i])", "v[i] = s.field.Mul(u[i], s.inverse[i])"},
	{"D9 products omitted in degree 1", "duality/generators.go", "if s.kernel.Degree > 0 {", "if s.kernel.Degree > 1 {"},
	{"P1 division as if divisors were monic", "poly/divide.go", "a := R.k.Mul(c, inverses[i])", "a := c"},
	{"P2 Sub: sign of the tail", "poly/arith.go", "return p.merge(q, p.ring.k.Sub, p.ring.k.Neg)", "return p.merge(q, p.ring.k.Sub, func(c E) E { return c })"},
	{"N1 absolute rank tolerance", "numeric/svd.go", "floor := float64(len(values)) * epsilon * values[0]", "floor := float64(len(values)) * epsilon"},
	{"N2 pseudo-inverse with T instead of *", "numeric/solve.go", "bh, ch := b.ConjT(), c.ConjT()", "bh, ch := b.T(), c.T()"},
	{"N3 zero pivot not checked", "numeric/ldl.go", "if !isZero(k, rest.row(i)[j]) {", "if false {"},
	{"N4 sign of an exchange in Det", "numeric/solve.go", "det = w.k.Neg(det)", ""},
	{"N5 squared tolerance in RREFTol", "numeric/echelon.go", "if !(size > tol) {", "if !(size > tol*tol) {"},
	{"N6 sign in the null space", "numeric/solve.go", "x[p] = m.k.Neg(r.row(i)[j])", "x[p] = r.row(i)[j]"},
}

// others are mutants of what no statement of verify is about.
var others = []mutant{
	{"B1 sign of the combination", "border/buchbergermoller.go", "e.vec.Axpy(combination[:len(e.s[r])], e.k.Neg(a), e.s[r])", "e.vec.Axpy(combination[:len(e.s[r])], a, e.s[r])"},
	{"B2 a degree too many", "border/bounded.go", "o.border[j].Degree() > d", "o.border[j].Degree() > d+1"},
	{"B3 no check at the other points (unlucky prime)", "border/bounded.go", "\t\tif ok {\n", "\t\tif ok = true; ok {\n"},
	{"L1 rank tolerance of K_ZZ", "learn/frame.go", "rtol = float64(m) * spanTolerance", "rtol = spanTolerance / 4"},
	{"L2 second projection of centring omitted", "learn/centre.go", "row[j] -= total", "row[j] -= 0 * total"},
	{"L3 u not whitened", "learn/ipcamodel.go", "power = 3", "power = 2"},
	{"L4 entropy with λ²", "learn/kpca.go", "root.Values[j] * sum * sum", "root.Values[j] * root.Values[j] * sum * sum"},
	{"L5 threshold of a degree with θ^(d-1)", "learn/avica_printed.go", "a.Epsilon * math.Pow(theta, float64(d))", "a.Epsilon * math.Pow(theta, float64(d-1))"},
	{"L6 doubt ignored", "learn/avica_repaired.go", "math.Max(below.doubt, s.floor) * svd.Values[0]", "s.floor * svd.Values[0]"},
	{"L7 sign of the mean in polynomials", "learn/ipcamodel.go", "o[j] += mu * m.v.At", "o[j] -= mu * m.v.At"},
	{"L8 λ times N", "learn/kernelridge.go", "k.At(i, i)+c.Penalty", "k.At(i, i)+float64(n)*c.Penalty"},
	{"L9 quantum divided by √(N-1)", "learn/avica_repaired.go", "append(step.report.Quanta, v/math.Sqrt(float64(rows)))", "append(step.report.Quanta, v/math.Sqrt(float64(rows-1)))"},
}

// Every mutant but D9, which changes nothing unless X is empty, makes a verdict of
// verify fail.
func TestMutants(t *testing.T) {
	paths := overlays(t, mutants)
	if !*withMutants {
		t.Skip("builds 26 programs; -mutants runs it")
	}
	seen := 0
	for i, m := range mutants {
		// The statements on 200 instances each, as kexplain verify checks them.
		out, err := tests(t, paths[i], "-run", "^TestVerdicts$", "./duality/theorems")
		if err != nil {
			seen++
		}
		who := map[string]bool{}
		for line := range strings.Lines(out) {
			if _, id, ok := strings.Cut(line, "Messages:"); ok {
				who[strings.TrimSpace(id)] = true
			}
		}
		t.Logf("%-60s seen: %-5v %s", m.name, err != nil, strings.Join(slices.Sorted(maps.Keys(who)), " "))
	}
	t.Logf("%d of %d", seen, len(mutants))
	assert.GreaterOrEqual(t, seen, 25)
}

// Every mutant but D9 is noticed by the tests of its own package, which may be that they do not end.
func TestMutantsInTheirPackages(t *testing.T) {
	all := slices.Concat(mutants, others)
	paths := overlays(t, all)
	if !*withMutants {
		t.Skip("builds 38 programs; -mutants runs it")
	}
	for i, m := range all {
		t.Run(m.name, func(t *testing.T) {
			_, err := tests(t, paths[i], "-short", "-failfast", "-timeout", "60s", "./"+filepath.Dir(m.file))
			assert.Equal(t, strings.HasPrefix(m.name, "D9"), err == nil)
		})
	}
}

const top = "../.."

// overlays writes a changed file for each mutant and returns the files that tell the
// compiler of it. Nothing is written to the sources.
func overlays(t *testing.T, mutants []mutant) []string {
	t.Helper()
	dir := t.TempDir()
	var paths []string
	for i, m := range mutants {
		file, err := filepath.Abs(filepath.Join(top, m.file))
		require.NoError(t, err)
		source, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Equal(t, 1, strings.Count(string(source), m.old), "%s: %q in %s", m.name, m.old, m.file)
		changed := filepath.Join(dir, strconv.Itoa(i)+".go")
		require.NoError(t, os.WriteFile(changed, []byte(strings.Replace(string(source), m.old, m.new, 1)), 0o600))
		overlay, err := json.Marshal(map[string]map[string]string{"Replace": {file: changed}})
		require.NoError(t, err)
		path := filepath.Join(dir, strconv.Itoa(i)+".json")
		require.NoError(t, os.WriteFile(path, overlay, 0o600))
		paths = append(paths, path)
	}
	return paths
}

// tests runs tests with a mutant; an error says that they notice it.
func tests(t *testing.T, overlay string, args ...string) (string, error) {
	t.Helper()
	c := exec.Command("go", append([]string{"test", "-vet=off", "-overlay", overlay}, args...)...)
	c.Dir = top
	out, err := c.CombinedOutput()
	require.NotContains(t, string(out), "build failed", overlay)
	return string(out), err
}
