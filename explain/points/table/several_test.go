package table

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestReadFiles: files with the same columns are one table.
func TestReadFiles(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	a := file("a.csv", "n,x,y\nk,1,2\nk,3,2\n")
	b := file("b.csv", "y;x\n2;1/3\n;4\n2;5,5\n")
	got, err := ReadFiles(t.Context(), []string{a, b}, Options{})
	require.NoError(t, err)
	assert.Equal(t, []string{"x", "y"}, got.Names())
	assert.Equal(t, [][]float64{{1, 2}, {3, 2}, {1. / 3, 2}, {5.5, 2}}, rows(got))
	assert.Equal(t, "1/3", got.Exact(2, 0).String())
	assert.Equal(t, 3+4, got.Line(3), "the fourth line of the second file")
	assert.Equal(t, []int{3 + 3}, got.Info.DroppedLines)
	assert.Equal(t, []string{"y"}, got.Info.Constant)
	assert.Contains(t, got.Info.Brief(), "b.csv at line 4")
	assert.Contains(t, got.Info.Brief(), ": 4 rows, columns x, y")

	one, err := ReadFiles(t.Context(), []string{a}, Options{})
	require.NoError(t, err)
	assert.NotEqual(t, one.Info.Digest, got.Info.Digest)
	_, err = ReadFiles(t.Context(), []string{a, file("c.csv", "x,z\n1,2\n2,3\n")}, Options{})
	require.ErrorContains(t, err, "c.csv: found the columns x, z, expected x, y as in the first file; give files with the same columns")
}

// TestNoDigest: without a digest a table is the same but for the digest, also of several files.
func TestNoDigest(t *testing.T) {
	dir := t.TempDir()
	var paths []string
	for i, text := range []string{"x,y\n1,2\n3,4\n", "x,y\n5,6\n"} {
		paths = append(paths, filepath.Join(dir, strconv.Itoa(i)+".csv"))
		require.NoError(t, os.WriteFile(paths[i], []byte(text), 0o600))
	}
	for n := 1; n <= 2; n++ {
		want, err := ReadFiles(t.Context(), paths[:n], Options{})
		require.NoError(t, err)
		got, err := ReadFiles(t.Context(), paths[:n], Options{NoDigest: true})
		require.NoError(t, err)
		assert.NotEmpty(t, want.Info.Digest)
		assert.Empty(t, got.Info.Digest)
		want.Info.Digest = ""
		assert.Equal(t, want, got)
	}
}
