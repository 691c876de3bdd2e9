// Package testmain runs the tests of a package that makes much garbage.
package testmain

import (
	"os"
	"runtime/debug"
	"testing"
)

// Run runs the tests and ends the program. Garbage is collected less often: what tests hold is
// small, and between a fifth and a third of the time would go into it.
func Run(m *testing.M) {
	debug.SetGCPercent(1600)
	os.Exit(m.Run())
}
