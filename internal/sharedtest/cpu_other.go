//go:build !unix

package sharedtest

import "time"

var begin = time.Now()

// CPU returns the time since the start of this process.
func CPU() time.Duration { return time.Since(begin) }
