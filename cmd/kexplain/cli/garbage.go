package cli

import (
	"runtime"
	"runtime/debug"
)

// spare is how many bytes learn may allocate until garbage is collected, where less than that is in use.
const spare = 32 << 20

// rarely makes the collection of garbage wait until spare bytes have been allocated, or as many as are in use. By itself it waits for
// as many as are in use: every 4 MB of a small table, which takes a quarter of the time of learn. Nothing refers to the value,
// so that its finalizer runs after every collection.
type rarely struct {
	least int     // percent of what is in use, as GOGC says
	_     [8]byte // a smaller value would be one of several that are kept together
}

// collectRarely is for a command. It ends with the program.
func collectRarely() {
	if gogc := debug.SetGCPercent(-1); gogc >= 0 { // not off
		(&rarely{least: gogc}).set()
	}
}

// set says how much may be allocated, after what is in use now.
func (r *rarely) set() {
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	debug.SetGCPercent(max(r.least, percent(now.HeapAlloc)))
	runtime.SetFinalizer(r, (*rarely).set)
}

// percent is how much spare is of the bytes in use, in percent.
func percent(inUse uint64) int {
	const smallest = 4 << 20 // the collector takes a smaller heap for one of this size
	return int(100 * spare / max(inUse, smallest))
}
