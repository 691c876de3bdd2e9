package theorems

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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
