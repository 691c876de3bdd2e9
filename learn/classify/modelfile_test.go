package classify

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/learn"
	"github.com/kexplain/kexplain/ring"
)

// savedModels returns small classifiers of all kinds.
func savedModels(t testing.TB) map[string]*Model {
	x, labels := rings(60, 0.05, rand.New(rand.NewPCG(1, 51)))
	models := map[string]*Model{}
	for name, config := range map[string]Classifier{
		"classifier":        {},
		"one-vs-one":        {Scheme: OneVsOne{}, Unit: true},
		"left features":     {Features: LeftFeatures{Count: 3}},
		"shared one-vs-one": {Features: RightFeatures{Count: 4}, Scheme: OneVsOne{}},
		"values":            {Features: CertifyingValues{Count: 2, Rank: 3}, Scale: true},
	} {
		config.Kernel = feature.Polynomial{Degree: 2, Theta: ring.NewRat(1, 3)}
		m, err := config.Fit(ctx, x, labels)
		require.NoError(t, err, name)
		models[name] = m
	}
	return models
}

func save(t testing.TB, m learn.Model) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, learn.Save(&b, m))
	return b.Bytes()
}

// A model that has been saved and loaded gives the same bits, and saves to the
// same bytes. Cut anywhere, or with any byte changed, it is refused, or (a letter
// of an outer key in the other case) read as the same model.
func TestModelFiles(t *testing.T) {
	x, _ := rings(7, 0.3, rand.New(rand.NewPCG(1, 52)))
	scores := func(m *Model) *mat.Dense {
		s, err := m.Scores(ctx, x)
		require.NoError(t, err)
		return s
	}
	for name, m := range savedModels(t) {
		file, want := save(t, m), scores(m)
		got, err := Load(bytes.NewReader(file))
		require.NoError(t, err, name)
		assert.True(t, mat.Equal(want, scores(got)), name)
		assert.Equal(t, string(file), string(save(t, got)), name)
		if name != "classifier" {
			continue
		}
		step := max(1, len(file)/80)
		for i := 0; i < len(file)-1; i += step {
			_, err := Load(bytes.NewReader(file[:i]))
			require.ErrorIs(t, err, learn.ErrModelFile, "%s cut at %d", name, i)
			bad := bytes.Clone(file)
			bad[i] ^= 1 << (i % 7)
			if got, err := Load(bytes.NewReader(bad)); err == nil {
				require.True(t, mat.Equal(want, scores(got)), "%s byte %d: %q for %q", name, i, bad[i], file[i])
			} else {
				require.ErrorIs(t, err, learn.ErrModelFile, "%s byte %d", name, i)
			}
		}
	}
}

// forged gives a content the checksum it needs.
type forged struct{ content json.RawMessage }

func (forged) Kind() string            { return "classifier" }
func (f forged) Content() (any, error) { return f.content, nil }

// Damage that only the checks of the content can find.
func TestModelForged(t *testing.T) {
	content, err := savedModels(t)["classifier"].Content()
	require.NoError(t, err)
	text, err := json.Marshal(content)
	require.NoError(t, err)
	for name, c := range map[string]struct{ old, new string }{
		"one class twice": {`"inner"`, `"outer"`},
		"ranks":           {`"ranks":[1,`, `"ranks":[0,`},
		"scheme":          {`"one_vs_one":false`, `"one_vs_one":true`},
		"unknown field":   {`"unit"`, `"unite"`},
		"field of frame":  {`"variables"`, `"variable"`},
		"kernel type":     {`"type":"polynomial"`, `"type":"magic"`},
		"no frame":        {`"frame":{`, `"frame":null,"other":{`},
	} {
		bad := strings.Replace(string(text), c.old, c.new, 1)
		require.NotEqual(t, string(text), bad, name)
		_, err := Load(bytes.NewReader(save(t, forged{json.RawMessage(bad)})))
		assert.ErrorIs(t, err, learn.ErrModelFile, name)
	}
	content, err = savedModels(t)["shared one-vs-one"].Content()
	require.NoError(t, err)
	text, err = json.Marshal(content)
	require.NoError(t, err)
	bad := strings.Replace(string(text), `"shared":true`, `"shared":false`, 1)
	require.NotEqual(t, string(text), bad)
	_, err = Load(bytes.NewReader(save(t, forged{json.RawMessage(bad)})))
	assert.ErrorContains(t, err, "4 directions for 3 classes")
	m, err := learn.AVICA{}.Fit(ctx, mat.NewDense(5, 2, []float64{1, 0, 0, 1, -1, 0, 0, -1, 0.6, 0.8}))
	require.NoError(t, err)
	_, err = Load(bytes.NewReader(save(t, m)))
	assert.ErrorIs(t, err, learn.ErrModelFile, "a model of another kind")
}
