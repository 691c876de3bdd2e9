//go:build !unix

package cputime

import "time"

var begin = time.Now()

// Now returns the time since the start of this process.
func Now() time.Duration { return time.Since(begin) }
