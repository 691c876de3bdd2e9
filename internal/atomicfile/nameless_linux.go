package atomicfile

import (
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// create makes a file without a name (open(2), O_TMPFILE), or with a temporary one
// where the file system has no such files.
func create(dir string) (*temporary, error) {
	if _, err := os.Stat("/proc/self/fd"); err != nil {
		return createNamed(dir) // giveName would have no way
	}
	fd, err := unix.Open(dir, unix.O_TMPFILE|unix.O_WRONLY|unix.O_CLOEXEC, 0o644)
	if err != nil {
		return createNamed(dir)
	}
	return &temporary{File: os.NewFile(uintptr(fd), filepath.Join(dir, prefix+suffix))}, nil
}

// giveName links the file to a name that is not taken.
func (t *temporary) giveName(name string) error {
	return unix.Linkat(unix.AT_FDCWD, fmt.Sprintf("/proc/self/fd/%d", t.Fd()), unix.AT_FDCWD, name, unix.AT_SYMLINK_FOLLOW)
}
