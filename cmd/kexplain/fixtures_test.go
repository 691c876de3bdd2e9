package main

import (
	"crypto/sha256"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestFixturesOnce looks for files under testdata that are the same byte for byte:
// one place holds a fixture, and other packages read it there.
func TestFixturesOnce(t *testing.T) {
	first := map[[sha256.Size]byte]string{}
	require.NoError(t, filepath.WalkDir(top(t), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.Contains(filepath.ToSlash(path), "/testdata/") {
			return err
		}
		b, err := os.ReadFile(path)
		if err != nil || len(b) < 200 || strings.Contains(path, "fuzz") {
			return err
		}
		if other, ok := first[sha256.Sum256(b)]; ok {
			assert.Fail(t, "the same file twice", "%s and %s", other, path)
		}
		first[sha256.Sum256(b)] = path
		return nil
	}))
}
