package explain

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain collects garbage less often: the tables of the tests are small, and a quarter of the
// time would go into it.
func TestMain(m *testing.M) {
	debug.SetGCPercent(1600)
	os.Exit(m.Run())
}
