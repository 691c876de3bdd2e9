//go:build unix

package sharedtest

import (
	"time"

	"golang.org/x/sys/unix"
)

// CPU returns the processor time of this process so far, which, unlike the clock, does not
// depend on what else the machine does.
func CPU() time.Duration {
	var u unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
