package explaintest

import (
	"os"
	"testing"
)

// Sweep skips a test of many rows or draws unless KEXPLAIN_SWEEP is set.
func Sweep(t testing.TB) {
	t.Helper()
	if !Sweeping() {
		t.Skip("a sweep: set KEXPLAIN_SWEEP=1")
	}
}

// Sweeping reports whether KEXPLAIN_SWEEP is set.
func Sweeping() bool { return os.Getenv("KEXPLAIN_SWEEP") != "" }

// SweepingAll reports whether KEXPLAIN_SWEEP is "all": sweeps of minutes too, which .ci/run leaves out.
func SweepingAll() bool { return os.Getenv("KEXPLAIN_SWEEP") == "all" }

// Draws is few, or many where KEXPLAIN_SWEEP is set.
func Draws(few, many int) int {
	if Sweeping() {
		return many
	}
	return few
}

// Repeat is n, or five times as many where KEXPLAIN_SWEEP is set.
func Repeat(n int) int {
	if !Sweeping() {
		return n
	}
	return 5 * n
}

// Slow skips a test that takes minutes under the race detector, which runs with
// -short; it adds nothing there to the tests of the same roads that stay.
func Slow(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("takes long: without -short only")
	}
}
