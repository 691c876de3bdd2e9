package cli

import (
	"runtime"
	"runtime/debug"
	"sync"
)

// spare is how many bytes learn may allocate between two collections of garbage, where less than that is in use.
const spare = 32 << 20

// rarely is the rule for collections of garbage in learn: the next one comes when spare bytes have been allocated, or as many as are
// in use. Without the rule it comes when as many as are in use have been allocated. For a small table that is every 4 MB, and
// the collections take up to a third of the time. The finalizer of the value runs after every collection, since nothing refers
// to the value.
type rarely struct {
	least int     // percent of what is in use, as GOGC says
	_     [8]byte // Go keeps several values of less than 16 bytes as one, and their finalizers may not run
}

// collectRarely makes the rule hold until the program ends. Further calls do nothing: they would take the percentage of
// the first for GOGC.
var collectRarely = sync.OnceFunc(func() {
	if gogc := debug.SetGCPercent(-1); gogc >= 0 { // not off
		(&rarely{least: gogc}).set()
	}
})

// set says when the next collection comes.
func (r *rarely) set() {
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	debug.SetGCPercent(max(r.least, percent(now.HeapAlloc)))
	runtime.SetFinalizer(r, (*rarely).set)
}

// percent is spare in percent of the bytes in use.
func percent(inUse uint64) int {
	const smallest = 4 << 20 // the collector takes a smaller heap for one of this size
	return int(100 * spare / max(inUse, smallest))
}
