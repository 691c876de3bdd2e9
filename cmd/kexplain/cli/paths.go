package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// namedPath is a file that the arguments name, and what the message calls it: a flag
// or a positional argument.
type namedPath struct{ path, name string }

// paths are the files that a command reads and those that it writes.
type paths struct{ in, out []namedPath }

// check refuses to write a file that is also read, or to write one twice. Files are
// the same when the system says so, by whatever names and links they are reached.
func (p paths) check(s streams) error {
	in := p.in
	if f, ok := s.in.(*os.File); ok {
		in = append(in, namedPath{f.Name(), "standard input"})
	}
	for k, out := range p.out {
		if out.path == "" {
			continue
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
	entries, err := os.ReadDir(dir)
	if err != nil {
		return list // the command will say so
	}
	for _, e := range entries {
		list = append(list, namedPath{filepath.Join(dir, e.Name()), "a file of " + name})
	}
	return list
}
