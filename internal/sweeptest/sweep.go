// Package sweeptest says which tests run that take long, and which take many draws. go test ./... leaves the long tests out, and takes
// few draws. KEXPLAIN_SWEEP=1 asks for all but tests of minutes, KEXPLAIN_SWEEP=all for these too. KEXPLAIN_SWEEP=i/n asks for one part
// in n, with i from 0 to n - 1; .ci/run takes another part at every commit.
package sweeptest

import (
	"fmt"
	"hash/fnv"
	"os"
	"strings"
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

// Sweeping reports whether a test is in the part that is asked for. Subtests are in that of their test.
func Sweeping(t testing.TB) bool { return runs(t.Name()) }

func runs(name string) bool {
	test, _, _ := strings.Cut(name, "/")
	h := fnv.New32a()
	h.Write([]byte(test))
	i, n := part()
	return n > 0 && int(h.Sum32()%uint32(n)) == i
}

// Sweep skips a test that takes seconds, or compiles anew, unless it is in the part that is asked for.
func Sweep(t testing.TB) {
	t.Helper()
	if !Sweeping(t) {
		t.Skip("a sweep: set KEXPLAIN_SWEEP=1")
	}
}

// Draws is many for a test in the part that is asked for, few for others.
func Draws(t testing.TB, few, many int) int {
	if Sweeping(t) {
		return many
	}
	return few
}

// Repeat is Draws with five times as many.
func Repeat(t testing.TB, n int) int { return Draws(t, n, 5*n) }

// Asked reports whether KEXPLAIN_SWEEP asks for any part.
func Asked() bool {
	_, n := part()
	return n > 0
}

// All reports whether KEXPLAIN_SWEEP asks for tests of minutes.
func All() bool { return os.Getenv("KEXPLAIN_SWEEP") == "all" }

// Minutes skips a test that takes minutes unless KEXPLAIN_SWEEP asks for it.
func Minutes(t testing.TB) {
	t.Helper()
	if !All() {
		t.Skip("takes minutes: set KEXPLAIN_SWEEP=all")
	}
}
