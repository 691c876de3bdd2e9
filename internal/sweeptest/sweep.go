// Package sweeptest says which tests run that take long. go test ./... leaves them out. KEXPLAIN_SWEEP=1 runs all of them but those of
// minutes, KEXPLAIN_SWEEP=all these too, and KEXPLAIN_SWEEP=i/n one part in n, as .ci/run does: with i from 0 to n - 1.
package sweeptest

import (
	"fmt"
	"hash/fnv"
	"os"
	"testing"
)

// part is the part of the tests that KEXPLAIN_SWEEP asks for, one of so many: 0 of 1 are all, 0 of 0 none.
func part() (i, n int) {
	switch v := os.Getenv("KEXPLAIN_SWEEP"); v {
	case "":
		return 0, 0
	case "1", "all":
		return 0, 1
	default:
		if k, err := fmt.Sscanf(v, "%d/%d", &i, &n); k != 2 || err != nil || i < 0 || i >= n {
			panic(fmt.Sprintf("KEXPLAIN_SWEEP=%s is none of 1, all and i/n with i < n", v))
		}
		return i, n
	}
}

// Sweep skips a test of many rows or draws, or that compiles anew, unless it is in the part that is asked for.
func Sweep(t testing.TB) {
	t.Helper()
	if !runs(t.Name()) {
		t.Skip("a sweep: set KEXPLAIN_SWEEP=1")
	}
}

// runs reports whether a test is in the part that is asked for.
func runs(name string) bool {
	h := fnv.New32a()
	h.Write([]byte(name))
	i, n := part()
	return n > 0 && int(h.Sum32()%uint32(n)) == i
}

// Asked reports whether KEXPLAIN_SWEEP is set.
func Asked() bool {
	_, n := part()
	return n > 0
}

// Sweeping reports whether tests that are no sweeps are to take many draws: they do in part 0.
func Sweeping() bool {
	i, n := part()
	return n > 0 && i == 0
}

// Minutes skips a test that takes minutes unless KEXPLAIN_SWEEP is "all".
func Minutes(t testing.TB) {
	t.Helper()
	if !All() {
		t.Skip("takes minutes: set KEXPLAIN_SWEEP=all")
	}
}

// All reports whether KEXPLAIN_SWEEP is "all".
func All() bool { return os.Getenv("KEXPLAIN_SWEEP") == "all" }

// Draws is few, or many where tests take many draws.
func Draws(few, many int) int {
	if Sweeping() {
		return many
	}
	return few
}

// Repeat is n, or five times as many where tests take many draws.
func Repeat(n int) int { return Draws(n, 5*n) }
