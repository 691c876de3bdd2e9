package atomicfile_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/internal/atomicfile"
)

func put(text string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

// content reads a file.
func content(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(text)
}

// alone checks that nothing but the named files is in dir.
func alone(t *testing.T, dir string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	var found []string
	for _, e := range entries {
		found = append(found, e.Name())
	}
	assert.Equal(t, names, found)
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.txt")
	require.NoError(t, atomicfile.Write(path, put("one")))
	assert.Equal(t, "one", content(t, path))
	require.NoError(t, os.Chmod(path, 0o600))
	require.NoError(t, atomicfile.Write(path, put("two")))
	assert.Equal(t, "two", content(t, path))
	if runtime.GOOS != "windows" {
		info, err := os.Stat(path)
		require.NoError(t, err)
		assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	}
	alone(t, dir, "a.txt")
}

// TestFailure: the old content stays when the new one cannot be made.
func TestFailure(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.txt")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o644))
	broken := errors.New("broken")
	err := atomicfile.Write(path, func(w io.Writer) error {
		fmt.Fprint(w, "half of the n")
		return broken
	})
	assert.ErrorIs(t, err, broken)
	assert.Equal(t, "old", content(t, path))
	alone(t, dir, "a.txt")

	assert.ErrorIs(t, atomicfile.Write(filepath.Join(dir, "none", "a.txt"), put("x")), os.ErrNotExist)
	assert.ErrorContains(t, atomicfile.Write(dir, put("x")), "is a directory")
}

// Errors are about the path and not about the temporary file beside it.
func TestMessage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none", "x")
	err := atomicfile.Write(path, put("one"))
	assert.ErrorIs(t, err, os.ErrNotExist)
	assert.EqualError(t, err, "atomicfile: "+path+": no such file or directory")

	path = filepath.Join(t.TempDir(), "x")
	err = atomicfile.Write(path, func(w io.Writer) error {
		temp, err := filepath.Glob(filepath.Join(filepath.Dir(path), ".x.*"))
		require.NoError(t, err)
		require.Len(t, temp, 1)
		return &os.PathError{Op: "write", Path: temp[0], Err: errors.New("no space left on device")}
	})
	assert.EqualError(t, err, "atomicfile: "+path+": no space left on device")
}

// TestLink: a symbolic link stays one and its target gets the content.
func TestLink(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "a.txt"), filepath.Join(dir, "b.txt")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o644))
	if err := os.Symlink(path, link); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	require.NoError(t, atomicfile.Write(link, put("new")))
	assert.Equal(t, "new", content(t, path))
	alone(t, dir, "a.txt", "b.txt")
}

func TestDevice(t *testing.T) {
	if _, err := os.Stat(os.DevNull); err != nil || runtime.GOOS == "windows" {
		t.Skip("no null device")
	}
	require.NoError(t, atomicfile.Write(os.DevNull, put("x")))
	info, err := os.Stat(os.DevNull)
	require.NoError(t, err)
	assert.False(t, info.Mode().IsRegular())
}

func ExampleWrite() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "circle.csv")
	err = atomicfile.Write(path, func(w io.Writer) error {
		_, err := fmt.Fprintln(w, "3,4")
		return err
	})
	text, _ := os.ReadFile(path)
	fmt.Printf("%s%v\n", text, err)
	// Output:
	// 3,4
	// <nil>
}
