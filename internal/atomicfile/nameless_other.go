//go:build !linux

package atomicfile

import "os"

// create makes a file with a temporary name.
func create(dir string) (*temporary, error) { return createNamed(dir) }

// giveName is for files without a name, which there are none of.
func (t *temporary) giveName(string) error { return os.ErrInvalid }
