//go:build unix

package cputime

import (
	"syscall"
	"time"
)

// Now returns the time that the processors have spent on this process so far, or 0 where the
// system does not say it.
func Now() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
