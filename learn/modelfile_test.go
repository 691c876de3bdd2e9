package learn

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/ring"
)

// savedModels returns small models of all kinds.
func savedModels(t testing.TB) map[string]Model {
	rng := rand.New(rand.NewPCG(1, 51))
	c := circle(90, 0.01, rng)
	models := map[string]Model{}
	add := func(name string, m Model, err error) {
		require.NoError(t, err, name)
		models[name] = m
	}
	kernel := feature.Polynomial{Degree: 2, Theta: ring.NewRat(1, 3)}
	ipca, err := IPCA{Kernel: kernel, Centre: true, Road: KernelRoad{}, Spanning: feature.Random{M: 8}, Cutoff: Rank{K: 4}}.Fit(ctx, c)
	add("ipca", ipca, err)
	ipca, err = IPCA{Kernel: kernel}.Fit(ctx, c)
	add("ipca, feature road", ipca, err)
	avica, err := AVICA{Degree: 3}.Fit(ctx, c)
	add("avica", avica, err)
	avica, err = AVICA{Method: AsPrinted{}}.Fit(ctx, c)
	add("avica as printed", avica, err)
	manifold, err := ManifoldTest{Learner: IPCA{Kernel: kernel}}.Fit(ctx, c)
	add("manifold", manifold, err)
	manifold, err = ManifoldTest{Learner: AVICA{}}.Fit(ctx, c)
	add("manifold of avica", manifold, err)
	return models
}

// answers evaluates everything that a model can say about a few points.
func answers(t testing.TB, m Model) *mat.Dense {
	x := circle(7, 0.3, rand.New(rand.NewPCG(1, 52)))
	var out *mat.Dense
	var err error
	switch m := m.(type) {
	case *IPCAModel:
		var a, b *mat.Dense
		a, err = m.Principal(ctx, x, Whitened)
		require.NoError(t, err)
		b, err = m.Certifying(ctx, x)
		out = new(mat.Dense)
		out.Augment(a, b)
	case *AVICAModel:
		out, err = m.Eval(ctx, x, append(m.Features(Generative), m.Features(Discriminative)...))
	case *Manifold:
		var s []float64
		s, err = m.Scores(ctx, x)
		out = mat.NewDense(1, len(s)+1, append(s, m.Bound()))
	}
	require.NoError(t, err)
	return out
}

func save(t testing.TB, m Model) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, Save(&b, m))
	return b.Bytes()
}

// A model that has been saved and loaded gives the same bits, and saves to the
// same bytes.
func TestModelRoundTrip(t *testing.T) {
	for name, m := range savedModels(t) {
		file := save(t, m)
		got, err := Load(bytes.NewReader(file))
		require.NoError(t, err, name)
		assert.IsType(t, m, got, name)
		assert.True(t, mat.Equal(answers(t, m), answers(t, got)), name)
		assert.Equal(t, string(file), string(save(t, got)), name)
	}
}

// TestFrameRoundTrip: a frame of features or of points, in one variable and in two.
func TestFrameRoundTrip(t *testing.T) {
	for _, road := range []Road{FeatureRoad{}, KernelRoad{}} {
		for vars := 1; vars <= 2; vars++ {
			x := mat.NewDense(9, vars, nil)
			x.Apply(func(i, j int, _ float64) float64 { return float64((i + j) % 3) }, x)
			m, err := IPCA{Kernel: feature.Polynomial{Degree: 3}, Road: road, Cutoff: Rank{K: 2}}.Fit(ctx, x)
			require.NoError(t, err)
			got, err := Load(bytes.NewReader(save(t, m)))
			require.NoError(t, err, "%v, %d variables", road, vars)
			want, err := m.Certifying(ctx, x)
			require.NoError(t, err)
			again, err := got.(*IPCAModel).Certifying(ctx, x)
			require.NoError(t, err)
			assert.True(t, mat.Equal(want, again))
		}
	}
}

// TestFrameAlone: a frame that is written and read by itself gives the same coordinates; a kernel
// without a form in files is an error, and so is a frame without points.
func TestFrameAlone(t *testing.T) {
	z := mat.NewDense(3, 2, []float64{1, 0, 0, 1, 2, -1})
	f, err := NewFrame(ctx, feature.Polynomial{Degree: 2}, z, 0)
	require.NoError(t, err)
	text, err := json.Marshal(f)
	require.NoError(t, err)
	var got Frame
	require.NoError(t, json.Unmarshal(text, &got))
	want, err := f.Coordinates(ctx, z)
	require.NoError(t, err)
	again, err := got.Coordinates(ctx, z)
	require.NoError(t, err)
	assert.True(t, mat.Equal(want, again))
	for _, bad := range []string{"{}", "1", `{"unknown":1}`} {
		assert.Error(t, json.Unmarshal([]byte(bad), new(Frame)), bad)
	}
	f, err = NewFrame(ctx, gaussian{}, z, 0)
	require.NoError(t, err)
	_, err = json.Marshal(f)
	assert.ErrorIs(t, err, ErrKernel)
}

// Blanks do not matter: the checksum is that of the content without them.
func TestModelReformatted(t *testing.T) {
	m := savedModels(t)["avica"]
	var b bytes.Buffer
	require.NoError(t, json.Indent(&b, save(t, m), "", "  "))
	got, err := Load(&b)
	require.NoError(t, err)
	assert.True(t, mat.Equal(answers(t, m), answers(t, got)))
}

// Cut anywhere, with any byte changed: refused, or (a letter of an outer key in
// the other case) read as the same model.
func TestModelDamaged(t *testing.T) {
	models := savedModels(t)
	for _, name := range []string{"ipca", "avica", "manifold"} {
		m := models[name]
		want, file := answers(t, m), save(t, m)
		step := max(1, len(file)/80)
		for i := 0; i < len(file)-1; i += step {
			_, err := Load(bytes.NewReader(file[:i]))
			require.ErrorIs(t, err, ErrModelFile, "%s cut at %d", name, i)
		}
		for i := 0; i < len(file); i += step {
			bad := bytes.Clone(file)
			bad[i] ^= 1 << (i % 7)
			got, err := Load(bytes.NewReader(bad))
			if err != nil {
				require.ErrorIs(t, err, ErrModelFile, "%s byte %d", name, i)
				continue
			}
			require.True(t, mat.Equal(want, answers(t, got)), "%s byte %d: %q for %q", name, i, bad[i], file[i])
		}
	}
}

// forge gives a content the checksum it needs: damage that only the checks of the
// content can find.
func forge(t testing.TB, kind, content string) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, Save(&b, forged{kind, json.RawMessage(content)}))
	return b.Bytes()
}

type forged struct {
	name string
	json json.RawMessage
}

func (f forged) Kind() string          { return f.name }
func (f forged) Content() (any, error) { return f.json, nil }

func TestModelForged(t *testing.T) {
	content := func(name string) string {
		var e envelope
		require.NoError(t, json.Unmarshal(save(t, savedModels(t)[name]), &e))
		return string(e.Content)
	}
	for name, c := range map[string]struct{ kind, from, old, new string }{
		"unknown kind":       {"svm", "ipca", "", ""},
		"unknown field":      {"ipca", "ipca", `"rows"`, `"rowz"`},
		"wrong variables":    {"ipca", "ipca", `"variables":2`, `"variables":3`},
		"wrong size":         {"ipca", "ipca", `"rows":8,"cols":2`, `"rows":4,"cols":2`},
		"overflowing size":   {"ipca", "ipca", `"rows":8,"cols":2`, `"rows":4611686018427387904,"cols":4`},
		"negative size":      {"ipca", "ipca", `"rows":8,"cols":2`, `"rows":-8,"cols":-2`},
		"rank":               {"ipca", "ipca", `"rank":4`, `"rank":99`},
		"negative rank":      {"ipca", "ipca", `"rank":4`, `"rank":-1`},
		"kernel type":        {"ipca", "ipca", `"type":"polynomial"`, `"type":"magic"`},
		"kernel parameter":   {"ipca", "ipca", `"theta":"1/3"`, `"theta":"-1/3"`},
		"kernel no number":   {"ipca", "ipca", `"theta":"1/3"`, `"theta":"1/0"`},
		"no points, no list": {"ipca", "ipca, feature road", `"type":"polynomial"`, `"type":"phase"`},
		"huge list":          {"ipca", "ipca, feature road", `"degree":2`, `"degree":2000000000`},
		"no rows":            {"avica", "avica", `"rows":90`, `"rows":0`},
		"column":             {"avica", "avica", `"column":0`, `"column":77`},
		"no learner":         {"manifold", "manifold", `"level":0.95`, `"level":2`},
		"level":              {"manifold", "manifold", `"level":0.95`, `"level":0`},
		"bound":              {"manifold", "manifold", `"bound":`, `"bound":-`},
		"both learners":      {"manifold", "manifold", `"avica":null`, `"avica":{}`},
		"singular values":    {"ipca", "ipca", `"singular_values":[`, `"singular_values":[9,`},
		"size of v":          {"ipca", "ipca", `"v":{"rows":6,"cols":6`, `"v":{"rows":4,"cols":9`},
		"whitening":          {"ipca", "ipca", `"whitening":{"rows":8,"cols":6`, `"whitening":{"rows":6,"cols":8`},
		"basis":              {"ipca", "ipca", `"basis":{"rows":8,"cols":6`, `"basis":{"rows":6,"cols":8`},
		"kernel of avica":    {"avica", "avica", `"type":"polynomial"`, `"type":"magic"`},
		"points of avica":    {"avica", "avica", `"points":{"rows":`, `"points":{"rows":9`},
		"kernel, manifold":   {"manifold", "manifold", `"type":"polynomial"`, `"type":"magic"`},
		"avica, manifold":    {"manifold", "manifold of avica", `"type":"polynomial"`, `"type":"magic"`},
		"mean":               {"ipca", "ipca", `"mean":[`, `"mean":[9,`},
	} {
		old := content(c.from)
		bad := strings.Replace(old, c.old, c.new, 1)
		if c.old != "" {
			require.NotEqual(t, old, bad, name)
		}
		_, err := Load(bytes.NewReader(forge(t, c.kind, bad)))
		assert.ErrorIs(t, err, ErrModelFile, name)
	}
	for name, file := range map[string]string{
		"empty":          "",
		"no JSON":        "PK\x03\x04",
		"another format": `{"format":"x"}`,
		"later version":  `{"format":"kexplain/model","version":2}`,
		"two models":     string(forge(t, "ipca", content("ipca"))) + "{}",
	} {
		_, err := Load(strings.NewReader(file))
		assert.ErrorIs(t, err, ErrModelFile, name)
	}
}

// Every kernel of package feature that is given by numbers comes back equal.
func TestKernelContent(t *testing.T) {
	a := mat.NewDense(2, 2, []float64{1, 2, 0, 1})
	p := feature.Polynomial{Degree: 1, Theta: ring.NewRat(1, 2)}
	for _, k := range []feature.Kernel{
		p, feature.Polynomial{Degree: 3, Homogeneous: true}, feature.Linear{}, feature.Linear{A: a},
		feature.Gaussian{Sigma: 0.3}, feature.Laplacian{Sigma: 2}, feature.Sigmoid{A: 1, B: -1},
		feature.Exponential{}, feature.Exponential{A: 2}, feature.ANOVA{Degree: 2},
		feature.FiniteRotation{Order: 2}, feature.FiniteRotation{Order: 3, Complex: true}, feature.Phase{},
		feature.PositiveScale{}, feature.Projective{Complex: true},
		feature.Sum{p, feature.Gaussian{Sigma: 1}}, feature.Product{p, p}, feature.Multiple{Factor: ring.NewRat(3, 2), Kernel: p},
		feature.PolynomialOf{Coefficients: []ring.Rat{ring.RatFromInt(1), {}, ring.NewRat(1, 3)}, Kernel: feature.Linear{}},
		feature.InvariantGaussian(p, 0.1), feature.Compose{Kernel: p, Map: feature.LinearMap{A: a}},
	} {
		c, err := encodeKernel(k)
		require.NoError(t, err, k)
		text, err := json.Marshal(c)
		require.NoError(t, err, k)
		var back feature.Code
		require.NoError(t, json.Unmarshal(text, &back), k)
		got, err := back.Kernel()
		require.NoError(t, err, k)
		assert.Equal(t, k, got)
	}
	for _, k := range []feature.Kernel{
		gaussian{}, feature.Sum{gaussian{}}, feature.Weighted{Kernel: p},
		feature.Compose{Kernel: p, Map: feature.Function{}},
	} {
		_, err := encodeKernel(k)
		assert.ErrorIs(t, err, ErrKernel)
	}
}

func FuzzLoad(f *testing.F) {
	for _, m := range savedModels(f) {
		f.Add(save(f, m))
	}
	f.Add([]byte(`{"format":"kexplain/model","version":1,"kind":"ipca"}`))
	f.Fuzz(func(t *testing.T, file []byte) {
		m, err := Load(bytes.NewReader(file))
		if err != nil {
			require.ErrorIs(t, err, ErrModelFile)
			return
		}
		save(t, m)
	})
}

// FuzzContent gives every content its checksum, so that the fuzzer gets past it.
func FuzzContent(f *testing.F) {
	for _, m := range savedModels(f) {
		var e envelope
		require.NoError(f, json.Unmarshal(save(f, m), &e))
		f.Add(e.Kind, []byte(e.Content))
	}
	f.Fuzz(func(t *testing.T, kind string, content []byte) {
		if !json.Valid(content) {
			return
		}
		m, err := decodeModel(kind, content)
		if err != nil {
			return
		}
		save(t, m)
	})
}

func ExampleSave() {
	x := circle(40, 0, rand.New(rand.NewPCG(1, 1)))
	m, err := AVICA{}.Fit(ctx, x)
	if err != nil {
		panic(err)
	}
	var file bytes.Buffer
	if err := Save(&file, m); err != nil {
		panic(err)
	}
	loaded, err := Load(&file)
	if err != nil {
		panic(err)
	}
	fmt.Println(len(loaded.(*AVICAModel).Features(Generative)))
	// Output: 1
}
