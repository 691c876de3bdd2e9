package atomicfile

import (
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// nameless makes a file that has no name until link gives it one (open(2), O_TMPFILE).
func (system) nameless(dir string) (file, error) {
	if _, err := os.Stat("/proc/self/fd"); err != nil {
		return nil, err // link would have no way
	}
	fd, err := unix.Open(dir, unix.O_TMPFILE|unix.O_WRONLY|unix.O_CLOEXEC, 0o644)
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), filepath.Join(dir, prefix+suffix)), nil
}

func (system) link(f file, name string) error {
	fd, ok := f.(interface{ Fd() uintptr })
	if !ok {
		return os.ErrInvalid
	}
	return unix.Linkat(unix.AT_FDCWD, fmt.Sprintf("/proc/self/fd/%d", fd.Fd()), unix.AT_FDCWD, name, unix.AT_SYMLINK_FOLLOW)
}
