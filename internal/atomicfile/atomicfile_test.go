package atomicfile_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

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

// TestDangling: a link to nothing stays a link, and what it leads to is made.
func TestDangling(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "sub"), 0o755))
	if err := os.Symlink(filepath.Join("sub", "b"), filepath.Join(dir, "a")); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	require.NoError(t, os.Symlink("../c", filepath.Join(dir, "sub", "b")))
	require.NoError(t, atomicfile.Write(filepath.Join(dir, "a"), put("new")))
	assert.Equal(t, "new", content(t, filepath.Join(dir, "c")))
	alone(t, dir, "a", "c", "sub")
	require.NoError(t, os.Symlink("loop", filepath.Join(dir, "loop")))
	assert.ErrorContains(t, atomicfile.Write(filepath.Join(dir, "loop"), put("x")), "too many symbolic links")
}

// TestLongName: a name may have as many bytes as the file system allows.
func TestLongName(t *testing.T) {
	dir := t.TempDir()
	name := strings.Repeat("n", 250)
	for _, text := range []string{"one", "two"} {
		require.NoError(t, atomicfile.Write(filepath.Join(dir, name), put(text)))
		assert.Equal(t, text, content(t, filepath.Join(dir, name)))
	}
	alone(t, dir, name)
}

// TestKilled kills a program in the middle of its output.
func TestKilled(t *testing.T) {
	if dir := os.Getenv("ATOMICFILE_KILLED"); dir != "" {
		_ = atomicfile.Write(filepath.Join(dir, "a"), func(w io.Writer) error {
			fmt.Fprint(w, strings.Repeat("half", 10000))
			fmt.Println("writing")
			select {}
		})
	}
	if runtime.GOOS != "linux" {
		t.Skip("the temporary file has a name here until the next run")
	}
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a"), []byte("old"), 0o644))
	program, err := os.Executable()
	require.NoError(t, err)
	c := exec.Command(program, "-test.run=TestKilled")
	c.Env = append(os.Environ(), "ATOMICFILE_KILLED="+dir)
	out, err := c.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, c.Start())
	_, err = out.Read(make([]byte, 1))
	require.NoError(t, err)
	require.NoError(t, c.Process.Kill())
	assert.Error(t, c.Wait())
	assert.Equal(t, "old", content(t, filepath.Join(dir, "a")))
	alone(t, dir, "a")
}

// TestSweep: what a killed program has left is removed, what one may be writing is
// not.
func TestSweep(t *testing.T) {
	dir := t.TempDir()
	for name, age := range map[string]time.Duration{".kexplain-1-0.tmp": 2 * time.Hour, ".kexplain-2-0.tmp": time.Minute, "kexplain.tmp": 2 * time.Hour} {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, nil, 0o644))
		require.NoError(t, os.Chtimes(path, time.Time{}, time.Now().Add(-age)))
	}
	require.NoError(t, atomicfile.Write(filepath.Join(dir, "a"), put("x")))
	alone(t, dir, ".kexplain-2-0.tmp", "a", "kexplain.tmp")
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
