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
)

// Write calls content with a writer and puts what was written at path: into a
// temporary file beside it, which takes the place of path by a rename after it
// has reached the disk. When content fails, path is left as it was and nothing
// stays behind. The file keeps the permissions of the one it replaces; a new
// one has 0644 less the umask. A symbolic link is followed. What is not a plain
// file, such as /dev/null or a pipe, is written directly.
func Write(path string, content func(io.Writer) error) (err error) {
	target, err := filepath.EvalSymlinks(path)
	if errors.Is(err, os.ErrNotExist) {
		target = path
	} else if err != nil {
		return fmt.Errorf("atomicfile: %w", err)
	}
	info, err := os.Stat(target)
	switch {
	case err == nil && info.IsDir():
		return fmt.Errorf("atomicfile: %s is a directory", path)
	case err == nil && !info.Mode().IsRegular():
		return writeDirectly(target, content)
	case err != nil && !errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("atomicfile: %w", err)
	}
	// The temporary file is nobody's concern: errors are about the path.
	fault := func(err error) error { return fmt.Errorf("atomicfile: %s: %w", path, reason(err)) }
	temp, err := create(target)
	if err != nil {
		return fault(err)
	}
	defer func() {
		if err != nil {
			temp.Close()
			os.Remove(temp.Name())
		}
	}()
	if info != nil {
		if err := temp.Chmod(info.Mode().Perm()); err != nil {
			return fault(err)
		}
	}
	if err := buffered(temp, content); err != nil {
		if about := (*os.PathError)(nil); errors.As(err, &about) && about.Path == temp.Name() {
			return fault(about)
		}
		return err
	}
	if err := temp.Sync(); err != nil {
		return fault(err)
	}
	if err := temp.Close(); err != nil {
		return fault(err)
	}
	if err := os.Rename(temp.Name(), target); err != nil {
		return fault(err)
	}
	return nil
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

// create makes a new file beside target, with the permissions that any new
// file gets. os.CreateTemp would make it private.
func create(target string) (*os.File, error) {
	dir, base := filepath.Split(target)
	for k := 0; ; k++ {
		name := filepath.Join(dir, fmt.Sprintf(".%s.%d.%d.tmp", base, os.Getpid(), k))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if !errors.Is(err, os.ErrExist) {
			return f, err
		}
	}
}

func writeDirectly(target string, content func(io.Writer) error) error {
	f, err := os.OpenFile(target, os.O_WRONLY, 0)
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
