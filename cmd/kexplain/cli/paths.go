package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/kexplain/kexplain/explain/points/table"
)

// namedPath is a file that the arguments name, and what the message calls it: a flag
// or a positional argument.
type namedPath struct{ path, name string }

// paths are the files that a command reads and those that it writes.
type paths struct {
	in, out []namedPath
	folders bool // what it writes are folders, which it makes
}

// check refuses to write a file that is also read, to write one twice, and to write what
// cannot be a file, before any work is done. Files are the same when the system says so,
// by whatever names and links they are reached.
func (p paths) check(s streams) error {
	in := p.in
	if f, ok := s.in.(*os.File); ok {
		in = append(in, namedPath{f.Name(), "standard input"})
	}
	for k, out := range p.out {
		if out.path == "" {
			continue
		}
		if err := out.writable(); err != nil && !p.folders {
			return err
		}
		for _, other := range in {
			if sameFile(out.path, other, s) {
				return usageError{fmt.Sprintf("%s %q would destroy %s, which is read; give another name", out.name, out.path, other.name)}
			}
		}
		for _, other := range p.out[:k] {
			if other.path != "" && (sameFile(out.path, other, s) || clean(out.path) == clean(other.path)) {
				return usageError{fmt.Sprintf("%s and %s are one file, %q; give two names", other.name, out.name, out.path)}
			}
		}
	}
	return nil
}

// writable returns an error where the path is that of a folder, or of a file in a folder
// that does not exist.
func (p namedPath) writable() error {
	if info, err := os.Stat(p.path); err == nil && info.IsDir() {
		return usageError{fmt.Sprintf("%s: found %q, which is a directory, expected the name of a file", p.name, p.path)}
	}
	folder := filepath.Dir(p.path)
	if _, err := os.Stat(folder); errors.Is(err, os.ErrNotExist) {
		return usageError{fmt.Sprintf("%s: found %q, but there is no directory %q", p.name, p.path, folder)}
	}
	return nil
}

// openFile opens a file that is read, and says what was expected where it cannot be.
func openFile(path, expected string) (*os.File, error) {
	f, err := os.Open(path)
	found := ""
	switch {
	case err != nil:
		found = table.OpenFault(err)
	default:
		if info, err := f.Stat(); err == nil && info.IsDir() {
			f.Close()
			found = "a directory"
		}
	}
	if found != "" {
		return nil, fmt.Errorf("%s: found %s, expected %s: %w", path, found, expected, table.ErrInput)
	}
	return f, nil
}

// sameFile reports whether a path leads to the same plain file as another.
func sameFile(path string, other namedPath, s streams) bool {
	a, err := os.Stat(path)
	if err != nil || !a.Mode().IsRegular() {
		return false
	}
	b, err := os.Stat(other.path)
	if err != nil { // a part of a file, data.npz?array=x
		file, _, _ := strings.Cut(other.path, "?")
		b, err = os.Stat(file)
	}
	if f, ok := s.in.(*os.File); ok && (other.name == "standard input" || other.path == "-") {
		b, err = f.Stat()
	}
	return err == nil && os.SameFile(a, b)
}

// clean is a path as it looks from the top.
func clean(path string) string {
	whole, err := filepath.Abs(path)
	if err != nil {
		return filepath.Clean(path)
	}
	return whole
}

// filesIn are the files of a folder that a command reads from, and the folder itself.
func filesIn(dir, name string) []namedPath {
	list := []namedPath{{dir, name}}
	f, err := os.Open(dir)
	if err != nil {
		return list // the command will say so
	}
	defer f.Close()
	files, err := f.Readdirnames(0)
	if err != nil {
		return list
	}
	for _, file := range files {
		list = append(list, namedPath{filepath.Join(dir, file), "a file of " + name})
	}
	return list
}
