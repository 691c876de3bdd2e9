package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestGallery: the pictures of docs/gallery.md are those that --plot draws with the command
// above each. With -update they are drawn anew.
func TestGallery(t *testing.T) {
	if testing.Short() || runtime.GOARCH != "amd64" {
		t.Skip("takes seconds, and other machines round otherwise")
	}
	docs := filepath.Join(top(t), "docs")
	page, err := os.ReadFile(filepath.Join(docs, "gallery.md"))
	require.NoError(t, err)
	found := regexp.MustCompile(`(?s)\$ (kexplain learn [^\n]*)\n.*?!\[[^]]*\]\((gallery/[a-z_]+\.svg)\)`).FindAllStringSubmatch(string(page), -1)
	require.Len(t, found, 12)
	require.Equal(t, 13, strings.Count(string(page), "\n## ")) // the data of the last are elsewhere
	for _, f := range found {
		path, drawn := filepath.Join(docs, f[2]), filepath.Join(t.TempDir(), "drawn.svg")
		status, _, stderr := call(t, "", append(shellWords(t, f[1])[1:], "--plot", drawn)...)
		require.Equal(t, statusDone, status, stderr)
		want, err := os.ReadFile(drawn)
		require.NoError(t, err)
		if *update {
			require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
			require.NoError(t, os.WriteFile(path, want, 0o644))
			continue
		}
		got, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.True(t, string(want) == string(got), "%s is not what %s draws; go test ./cmd/kexplain/cli -run Gallery -update draws it", f[2], f[1])
	}
}
