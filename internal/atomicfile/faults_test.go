package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// errFault is what a failing disk says.
var errFault = errors.New("input/output error")

// failing is a disk whose n-th call fails, counted from 1. short makes a write that
// fails write half of its bytes before.
type failing struct {
	system
	n, calls int
	short    bool
	noTemp   bool     // there are no files without names
	log      []string // the calls
}

func (d *failing) call(name string) error {
	d.calls++
	d.log = append(d.log, name)
	if d.calls == d.n {
		return errFault
	}
	return nil
}

func (d *failing) nameless(dir string) (file, error) {
	if d.noTemp {
		return nil, os.ErrInvalid
	}
	if err := d.call("nameless"); err != nil {
		return nil, err
	}
	f, err := d.system.nameless(dir)
	if err != nil {
		return nil, err
	}
	return &failingFile{f, d}, nil
}

func (d *failing) open(name string, flag int) (file, error) {
	if err := d.call("open"); err != nil {
		return nil, err
	}
	f, err := d.system.open(name, flag)
	if err != nil {
		return nil, err
	}
	return &failingFile{f, d}, nil
}

func (d *failing) link(f file, name string) error {
	if err := d.call("link"); err != nil {
		return err
	}
	return d.system.link(f.(*failingFile).file, name)
}

func (d *failing) rename(from, to string) error {
	if err := d.call("rename"); err != nil {
		return err
	}
	return d.system.rename(from, to)
}

type failingFile struct {
	file
	disk *failing
}

func (f *failingFile) Write(p []byte) (int, error) {
	if err := f.disk.call("write"); err != nil {
		n := 0
		if f.disk.short {
			n, _ = f.file.Write(p[:len(p)/2])
		}
		return n, err
	}
	return f.file.Write(p)
}

func (f *failingFile) Chmod(mode os.FileMode) error {
	if err := f.disk.call("chmod"); err != nil {
		return err
	}
	return f.file.Chmod(mode)
}

func (f *failingFile) Sync() error {
	if err := f.disk.call("sync"); err != nil {
		return err
	}
	return f.file.Sync()
}

func (f *failingFile) Close() error {
	return errors.Join(f.file.Close(), f.disk.call("close"))
}

// TestFaults lets every call of the output path fail, one after the other: the path has
// its old content or the whole new one, the error is one line about the path, and no
// other file is left.
func TestFaults(t *testing.T) {
	text := strings.Repeat("a line of the answer\n", 1000) // several writes
	faults := 0
	for _, old := range []bool{false, true} {
		for _, noTemp := range []bool{false, true} {
			for _, short := range []bool{false, true} {
				for n := 1; ; n++ {
					dir := t.TempDir()
					path := filepath.Join(dir, "a")
					if old {
						require.NoError(t, os.WriteFile(path, []byte("old"), 0o600))
					}
					d := &failing{n: n, short: short, noTemp: noTemp}
					err := writeOn(d, path, func(w io.Writer) error {
						_, err := io.WriteString(w, text)
						return err
					})
					what := fmt.Sprintf("old %v, noTemp %v, short %v, call %d of %v", old, noTemp, short, n, d.log)
					got, readErr := os.ReadFile(path)
					whole := string(got) == text
					switch {
					case err == nil:
						assert.True(t, whole, what)
					case whole: // the file was in its place when it could not be closed
						assert.Equal(t, "close", d.log[n-1], what)
					case old:
						assert.Equal(t, "old", string(got), what)
					default:
						assert.ErrorIs(t, readErr, os.ErrNotExist, what)
					}
					if err != nil {
						assert.ErrorIs(t, err, errFault, what)
						assert.NotContains(t, err.Error(), "\n", what)
						assert.NotContains(t, err.Error(), prefix, what)
						assert.Contains(t, err.Error(), "atomicfile: ", what)
					}
					entries, listErr := os.ReadDir(dir)
					require.NoError(t, listErr)
					for _, e := range entries {
						assert.Equal(t, "a", e.Name(), what)
					}
					if d.calls < n {
						require.NoError(t, err, what)
						break
					}
					faults++
				}
			}
		}
	}
	t.Log(faults, "faults")
}
