//go:build !linux

package atomicfile

import "os"

func (system) nameless(string) (file, error) { return nil, os.ErrInvalid }
func (system) link(file, string) error       { return os.ErrInvalid }
