package theorems

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/duality"
	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/ring"
)

var update = flag.Bool("update", false, "rewrite docs/reference/theorems.md")

// fullRun is the default run, done once for all tests.
var fullRun = sync.OnceValues(func() (Report, error) {
	outcomes, err := Verify(context.Background(), Options{Seed: DefaultSeed})
	return Report{Outcomes: outcomes, Instances: DefaultInstances, Seed: DefaultSeed}, err
})

// TestVerdicts confirms every verdict, on the number of instances promised.
func TestVerdicts(t *testing.T) {
	if testing.Short() {
		t.Skip("checks all statements")
	}
	run, err := fullRun()
	require.NoError(t, err)
	checked := 0
	for _, o := range run.Outcomes {
		assert.Empty(t, o.Problems, o.Statement.ID)
		if o.Statement.Verdict != NotChecked {
			checked++
			assert.GreaterOrEqual(t, o.Satisfying, DefaultInstances, o.Statement.ID)
		}
	}
	assert.GreaterOrEqual(t, checked, 100)
}

// TestRegistry asks for what every statement must have.
func TestRegistry(t *testing.T) {
	all := All()
	counts := map[string]int{}
	seen := map[string]bool{}
	for _, s := range all {
		assert.False(t, seen[s.ID], "%s twice", s.ID)
		seen[s.ID] = true
		counts[s.prefix()]++
		assert.NotEmpty(t, s.Source(), s.ID)
		assert.NotEmpty(t, s.Place, s.ID)
		assert.NotEmpty(t, s.Claim, s.ID)
		assert.Equal(t, s.Verdict == TrueUnder, s.Under != "", "%s: Under", s.ID)
		if s.Verdict == NotChecked {
			assert.NotEmpty(t, s.Reason, s.ID)
			continue
		}
		assert.NotNil(t, s.Draw, s.ID)
		assert.NotNil(t, s.Then, s.ID)
		if s.Verdict == False || s.Verdict == Ambiguous {
			assert.NotEmpty(t, s.Printed, "%s: no counterexample", s.ID)
			assert.NotEmpty(t, s.Correct, "%s: no corrected form", s.ID)
		}
	}
	assert.Equal(t, map[string]int{"DKL": 40, "CKI": 36, "CPX": 4, "IKT": 24, "KR": 14, "KX": 5}, counts)
}

// TestSameSeedSameBytes runs on one thread and on several.
func TestSameSeedSameBytes(t *testing.T) {
	text := func(threads int, seed uint64) string {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
		outcomes, err := Verify(context.Background(), Options{Instances: 20, Seed: seed, IDs: []string{"DKL-16", "CKI-20", "CPX-03", "IKT-05", "KR-07"}})
		require.NoError(t, err)
		var b bytes.Buffer
		require.NoError(t, Report{Outcomes: outcomes, Seed: seed}.WriteJSON(&b))
		return b.String()
	}
	assert.Equal(t, text(1, 7), text(4, 7))
	assert.NotEqual(t, text(1, 7), strings.Replace(text(1, 8), `"seed": 8`, `"seed": 7`, 1))
}

// mutations are wrong laws in the place of right ones, with statements that
// must notice.
var mutations = []struct {
	name   string
	mutate func(*Laws)
	caught []string
}{
	{
		"γ² as DKL prints it for both kernels, θ^d d!/α!",
		func(l *Laws) {
			l.Gamma2 = func(k feature.Polynomial) duality.Weights {
				return func(a []int) ring.Rat {
					w := mul(pow(real(k.Theta), k.Degree), factorial(k.Degree))
					for _, e := range a {
						w = div(w, factorial(e))
					}
					return w.Re()
				}
			}
		},
		[]string{"DKL-04", "DKL-05", "DKL-08", "DKL-09", "DKL-10", "CKI-02", "CKI-04", "CKI-09", "CKI-22", "CPX-01"},
	}, {
		"K_ZZ⁺ dropped from 3.3(d)",
		func(l *Laws) { l.Range = func(kXZ, _ Matrix) Matrix { return kXZ } },
		[]string{"CKI-22", "DKL-16"},
	}, {
		"the complement dropped from 2.8(c)",
		func(l *Laws) { l.PsiOfIdeal = func(_ Space, features Matrix) Matrix { return features } },
		[]string{"CKI-14"},
	},
}

// TestMutations breaks one law at a time; verification must fail and leave a
// certificate that fails again when it is rechecked, and holds under the right
// laws.
func TestMutations(t *testing.T) {
	for _, m := range mutations {
		t.Run(m.name, func(t *testing.T) {
			laws := Correct()
			m.mutate(&laws)
			outcomes, err := Verify(context.Background(), Options{IDs: m.caught, Instances: 50, Seed: DefaultSeed, Laws: laws})
			require.NoError(t, err)
			report := Report{Outcomes: outcomes}
			assert.False(t, report.Confirmed())
			var table bytes.Buffer
			require.NoError(t, report.WriteText(&table))
			assert.Equal(t, len(m.caught), strings.Count(table.String(), "FAILS"))
			assert.Contains(t, table.String(), "certificate: {")
			for _, o := range outcomes {
				require.NotNil(t, o.Refutation, "%s does not notice", o.Statement.ID)
				text, err := json.Marshal(o.Refutation)
				require.NoError(t, err)
				again, err := Recheck(text, laws)
				require.NoError(t, err)
				assert.Empty(t, again[0].Differences, o.Statement.ID)
				right, err := Recheck(text, Correct())
				require.NoError(t, err)
				assert.NotEmpty(t, right[0].Differences, "%s fails under the right laws too", o.Statement.ID)
			}
		})
	}
}

// TestCertificates rechecks every counterexample of the registry from its JSON.
func TestCertificates(t *testing.T) {
	for _, s := range All() {
		o := &Outcome{Statement: &s}
		o.refutePrinted(Correct())
		o.dropHypotheses(Correct())
		require.Empty(t, o.Problems, s.ID)
		for _, c := range slices.Concat(o.Printed, o.Needed) {
			text, err := json.Marshal(c)
			require.NoError(t, err)
			again, err := Recheck(text, Correct())
			require.NoError(t, err, "%s", text)
			assert.Empty(t, again[0].Differences, "%s", text)
		}
	}
}

// TestShrinkFindsThePapersCounterexample starts from random refutations of the
// printed Theorem 3(ii) and ends at the smallest, S = {0}, Y = {1}, or one of
// its size.
func TestShrinkFindsThePapersCounterexample(t *testing.T) {
	s, err := Find("DKL-16")
	require.NoError(t, err)
	form := s.Forms()[1]
	laws := Correct()
	refutes := func(in Instance) bool { return form.refutedBy(in, laws) }
	g := newGen(1, 3)
	found := 0
	for range 40 {
		in := s.Draw(g)
		if !refutes(in) {
			continue
		}
		found++
		small := Shrink(in, refutes)
		assert.True(t, refutes(small))
		assert.Equal(t, 1, small["d"], "%v", small)
		assert.Len(t, small["X"], 1)
		assert.Len(t, small["S"], 1)
		assert.Len(t, small["S"].(Points)[0], 1)
		assert.LessOrEqual(t, small.size(), s.Printed[0].Counterexample.size()+8, "%v", small)
	}
	assert.Greater(t, found, 10)
}

// TestDocument keeps docs/reference/theorems.md current.
func TestDocument(t *testing.T) {
	if testing.Short() {
		t.Skip("checks all statements")
	}
	run, err := fullRun()
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, run.WriteMarkdown(&b))
	const page = "../../docs/reference/theorems.md"
	if *update {
		require.NoError(t, os.MkdirAll("../../docs", 0o755))
		require.NoError(t, os.WriteFile(page, b.Bytes(), 0o644))
	}
	have, err := os.ReadFile(page)
	require.NoError(t, err)
	assert.Equal(t, string(have), b.String(), "run: go test ./duality/theorems -run TestDocument -update")
}

func TestUnknownStatement(t *testing.T) {
	_, err := Verify(context.Background(), Options{IDs: []string{"DKL-99"}})
	require.ErrorIs(t, err, ErrUnknown)
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Verify(ctx, Options{})
	require.ErrorIs(t, err, context.Canceled)
}

func TestMalformedInstances(t *testing.T) {
	for name, text := range map[string]string{
		"no object":             `[1]`,
		"a float":               `{"kind":"rank","d":1.5}`,
		"a bare number":         `{"kind":"statement","ref":["CKI-19"],"form":"corrected","theta":1,"X":[[1]]}`,
		"unknown kind":          `{"kind":"riddle"}`,
		"no statement":          `{"kind":"statement","ref":["XYZ-1"],"form":"corrected"}`,
		"no such form":          `{"kind":"statement","ref":["CKI-19"],"form":"printed 9"}`,
		"values missing":        `{"kind":"statement","ref":["CKI-19"],"form":"corrected"}`,
		"rows differ":           `{"kind":"rank","d":1,"theta":"1","X":[["1"],["1","2"]],"Z":[["1"]]}`,
		"spaces differ":         `{"kind":"rank","d":1,"theta":"1","X":[["1"]],"Z":[["1","2"]]}`,
		"degree beyond measure": `{"kind":"rank","d":400,"theta":"1","X":[["1"]],"Z":[["1"]]}`,
		"θ is complex":          `{"kind":"rank","d":1,"theta":{"re":"0","im":"1"},"X":[["1"]],"Z":[["1"]]}`,
		"lengths differ":        `{"kind":"expansion","d":1,"theta":"1","Z":[["1"]],"c":["1","2"],"f":{"0":"1"},"x":["1"]}`,
		"exponents":             `{"kind":"expansion","d":1,"theta":"1","Z":[["1"]],"c":["1"],"f":{"-1":"1"},"x":["1"]}`,
		"division by zero":      `{"kind":"rank","d":1,"theta":"1/0","X":[["1"]],"Z":[["1"]]}`,
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Recheck([]byte(text), Correct())
			assert.Error(t, err)
		})
	}
}

// TestNeighbours walks away from drawn instances by random simplifications, so
// that a hypothesis which only the generator observes comes to light.
func TestNeighbours(t *testing.T) {
	if testing.Short() {
		t.Skip("walks from many instances")
	}
	laws := Correct()
	for _, s := range All() {
		if s.Verdict == NotChecked {
			continue
		}
		form := s.Forms()[0]
		g := newGen(2, hashOf(s.ID))
		for range 3 {
			g.imaginary = s.Complex && g.coin(3)
			in := s.Draw(g)
			for range 6 {
				steps := simplifications(in)
				if len(steps) == 0 {
					break
				}
				in = steps[g.rng.IntN(len(steps))]
				assert.False(t, form.refutedBy(in, laws), "%s fails on %v", s.ID, in)
			}
		}
	}
}
