package explain

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain collects garbage less often: the tables of the tests are small, and a sixth of the
// time would go into it.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
