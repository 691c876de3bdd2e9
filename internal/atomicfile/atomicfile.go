// Package atomicfile writes files whole or not at all: a reader of the path
// sees the old content or the new, never a part.
package atomicfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Write calls content with a writer and puts what was written at path. When
// content fails, or the program is killed, path is left as it was. The file keeps
// the permissions of the one it replaces; a new one has 0644 less the umask. A
// symbolic link is followed, also where nothing is at its end yet. What is not a
// plain file, such as /dev/null or a pipe, is written directly.
//
// The new file gets its name after it has reached the disk, and the folder is
// written to disk too. Where the system can do so (Linux) it has no name until
// then, so that a killed program leaves nothing behind; elsewhere it has a
// temporary name in the same folder, and names that killed programs have left are
// removed by the next call after an hour.
func Write(path string, content func(io.Writer) error) error {
	return writeOn(system{}, path, content)
}

// writeOn is Write on a disk.
func writeOn(d disk, path string, content func(io.Writer) error) (err error) {
	// The temporary file is nobody's concern: errors are about the path.
	fault := func(err error) error { return fmt.Errorf("atomicfile: %s: %w", path, reason(err)) }
	target, err := followed(path)
	if err != nil {
		return fault(err)
	}
	info, err := os.Stat(target)
	switch {
	case err == nil && info.IsDir():
		return fmt.Errorf("atomicfile: %s is a directory", path)
	case err == nil && !info.Mode().IsRegular():
		return writeDirectly(d, target, content)
	case err != nil && !errors.Is(err, os.ErrNotExist):
		return fault(err)
	}
	dir := filepath.Dir(target)
	sweep(dir)
	temp, err := create(d, dir)
	if err != nil {
		return fault(err)
	}
	defer func() {
		if err != nil {
			temp.discard()
		}
	}()
	if info != nil {
		if err := temp.Chmod(info.Mode().Perm()); err != nil {
			return fault(err)
		}
	}
	watched := &writer{Writer: temp}
	if err := buffered(watched, content); watched.err != nil {
		return fault(watched.err)
	} else if err != nil {
		return err
	}
	if err := temp.Sync(); err != nil {
		return fault(err)
	}
	if err := temp.moveTo(target); err != nil {
		return fault(err)
	}
	syncFolder(dir)
	return nil
}

// followed returns where a path leads by symbolic links; the last one may lead to
// nothing.
func followed(path string) (string, error) {
	const most = 40 // as Linux has it
	for range most {
		info, err := os.Lstat(path)
		if errors.Is(err, os.ErrNotExist) || err == nil && info.Mode()&os.ModeSymlink == 0 {
			return path, nil
		}
		if err != nil {
			return "", err
		}
		to, err := os.Readlink(path)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(path), to)
		}
		path = to
	}
	return "", errors.New("too many symbolic links")
}

// reason is an error of package os without the name of the file.
func reason(err error) error {
	var file *os.PathError
	var files *os.LinkError
	switch {
	case errors.As(err, &file):
		return file.Err
	case errors.As(err, &files):
		return files.Err
	}
	return err
}

// temporary is a file on its way to its place.
type temporary struct {
	file
	disk  disk
	named bool   // it has a name in its folder
	name  string // which one
}

// create makes a file without a name, or with a temporary one where the disk has no
// such files.
func create(d disk, dir string) (*temporary, error) {
	if f, err := d.nameless(dir); err == nil {
		return &temporary{file: f, disk: d}, nil
	}
	return createNamed(d, dir)
}

// giveName links the file to a name that is not taken.
func (t *temporary) giveName(name string) error { return t.disk.link(t.file, name) }

// discard gives the file up.
func (t *temporary) discard() {
	t.Close()
	if t.named {
		_ = t.disk.remove(t.name) // what stays is swept by a later call
	}
}

// moveTo closes the file and gives it its name.
func (t *temporary) moveTo(target string) error {
	if !t.named {
		if err := t.giveName(target); err == nil {
			return t.Close() // there was no such file before
		}
		name, err := unusedName(filepath.Dir(target), t.giveName)
		if err != nil {
			return err
		}
		t.name, t.named = name, true
	}
	if err := t.Close(); err != nil {
		return err
	}
	return t.disk.rename(t.name, target)
}

// Temporary names are short whatever the target is called.
const prefix, suffix = ".kexplain-", ".tmp"

// unusedName calls make with names in a folder until one is not taken.
func unusedName(dir string, make func(name string) error) (string, error) {
	for k := 0; ; k++ {
		name := filepath.Join(dir, fmt.Sprintf("%s%d-%d%s", prefix, os.Getpid(), k, suffix))
		if err := make(name); !errors.Is(err, os.ErrExist) {
			return name, err
		}
	}
}

// createNamed makes a new file in a folder, with the permissions that any new file
// gets. os.CreateTemp would make it private.
func createNamed(d disk, dir string) (t *temporary, err error) {
	t = &temporary{disk: d, named: true}
	t.name, err = unusedName(dir, func(name string) error {
		t.file, err = d.open(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL)
		return err
	})
	return t, err
}

// sweep removes what killed programs have left in a folder.
func sweep(dir string) {
	const old = time.Hour
	folder, err := os.Open(dir)
	if err != nil {
		return // what is written there will say so
	}
	defer folder.Close()
	names, _ := folder.Readdirnames(-1)
	for _, name := range names {
		if !strings.HasPrefix(name, prefix) || !strings.HasSuffix(name, suffix) {
			continue
		}
		name = filepath.Join(dir, name)
		if info, err := os.Lstat(name); err == nil && info.Mode().IsRegular() && time.Since(info.ModTime()) > old {
			os.Remove(name)
		}
	}
}

// syncFolder writes a folder to disk, so that a name given in it outlives a loss of
// power. Systems that cannot do that say so, and there is nothing to be done.
func syncFolder(dir string) {
	if f, err := os.Open(dir); err == nil {
		_ = f.Sync()
		f.Close()
	}
}

func writeDirectly(d disk, target string, content func(io.Writer) error) error {
	f, err := d.open(target, os.O_WRONLY)
	if err != nil {
		return fmt.Errorf("atomicfile: %w", err)
	}
	if err := buffered(f, content); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("atomicfile: %w", err)
	}
	return nil
}

// writer keeps the error of the file, which content may say in its own words or not at
// all.
type writer struct {
	io.Writer
	err error
}

func (w *writer) Write(p []byte) (int, error) {
	n, err := w.Writer.Write(p)
	if err != nil {
		w.err = err
	}
	return n, err
}

// buffered hands content a buffered writer on w.
func buffered(w io.Writer, content func(io.Writer) error) error {
	b := bufio.NewWriter(w)
	if err := content(b); err != nil {
		return err
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("atomicfile: %w", err)
	}
	return nil
}
