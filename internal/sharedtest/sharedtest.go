// Package sharedtest finds the reference data that live beside the repository
// and are too large to be part of it.
package sharedtest

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// Path returns the path of a file or folder below ../shared, seen from the top
// of the repository. It skips the test, with a message, where that does not
// exist.
func Path(t testing.TB, elem ...string) string {
	t.Helper()
	p := filepath.Join(append([]string{root(), "..", "shared"}, elem...)...)
	if _, err := os.Stat(p); err != nil {
		t.Skipf("reference data absent: %v", err)
	}
	return p
}

// root is the top folder of the repository: two above this file.
func root() string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Join(filepath.Dir(file), "..", "..")
}
