package atomicfile

import (
	"io"
	"os"
)

// disk is what writes files: the operating system, or in tests one that fails.
type disk interface {
	// nameless makes a file without a name in a folder. Its error says that there
	// are no such files here.
	nameless(dir string) (file, error)
	// open is os.OpenFile; a new file has 0644 less the umask.
	open(name string, flag int) (file, error)
	// link gives a nameless file a name that is not taken.
	link(f file, name string) error
	rename(from, to string) error
	remove(name string) error
}

// file is an open file.
type file interface {
	io.Writer
	Chmod(os.FileMode) error
	Sync() error
	Close() error
}

// system is the disk of the operating system.
type system struct{}

func (system) open(name string, flag int) (file, error) {
	f, err := os.OpenFile(name, flag, 0o644)
	if err != nil {
		return nil, err // not a file that holds nil
	}
	return f, nil
}
func (system) rename(from, to string) error { return os.Rename(from, to) }
func (system) remove(name string) error     { return os.Remove(name) }
