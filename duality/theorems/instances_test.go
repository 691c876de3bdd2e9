package theorems

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/internal/sharedtest"
)

// TestReferenceInstances recomputes every expected value of the reference files.
func TestReferenceInstances(t *testing.T) {
	files, err := filepath.Glob("testdata/instances/*.json")
	require.NoError(t, err)
	require.Len(t, files, 16)
	count := 0
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			data, err := os.ReadFile(name)
			require.NoError(t, err)
			list, err := Recheck(data, Correct())
			require.NoError(t, err)
			count += len(list)
			for _, r := range list {
				assert.Empty(t, r.Differences, "%s (%s)", r.ID, r.Kind)
			}
		})
	}
	assert.Equal(t, 205, count)
}

// TestReferenceFilesAreCurrent compares the copies with the originals, where
// those are at hand.
func TestReferenceFilesAreCurrent(t *testing.T) {
	originals, err := filepath.Glob(filepath.Join(sharedtest.Path(t, "math", "instances"), "*.json"))
	require.NoError(t, err)
	for _, name := range originals {
		want, err := os.ReadFile(name)
		require.NoError(t, err)
		have, err := os.ReadFile(filepath.Join("testdata", "instances", filepath.Base(name)))
		require.NoError(t, err)
		assert.Equal(t, string(want), string(have), filepath.Base(name))
	}
}

// FuzzParseInstance reads what it has written as the same instance.
func FuzzParseInstance(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"d":1,"theta":"1/2","X":[["0"],["1"]]}`, `{"c":["1",{"re":"0","im":"-1/3"}]}`,
		`{"f":{"0,2":"1","1,0":"-3/4"},"F":[{"1":"2"},{}]}`, `{"homogeneous":true,"group":"sign"}`,
		`{"X":[]}`, `{"X":[[]]}`, `{"X":[["1"],["2","3"]]}`, `{"f":{"-1":"1"}}`, `{"d":1.5}`, `{"a":"1e400"}`,
		`{"a":{"re":"1"}}`, `{"a":[null]}`, `{"a":[{}]}`, `{"a":null}`, `{"a":"1/0"}`, `[`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		in, err := ParseInstance([]byte(text))
		if err != nil {
			require.ErrorIs(t, err, ErrInstance)
			return
		}
		again, err := ParseInstance([]byte(in.String()))
		require.NoError(t, err, "%s", in)
		assert.Equal(t, in.String(), again.String())
	})
}
