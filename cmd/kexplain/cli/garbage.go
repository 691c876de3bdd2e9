package cli

import (
	"runtime"
	"runtime/debug"
	"sync"
)

// Bytes that learn may allocate before the first collection of garbage, and at most between two, where less than that is in use.
const (
	firstSpare = 8 << 20
	mostSpare  = 32 << 20
)

// rarely is the rule for collections of garbage in learn: the next one comes when spare bytes have been allocated, or as many as are
// in use. Without the rule it comes when as many as are in use have been allocated. For a small table that is every 4 MB, and
// the collections take up to a third of the time. What is spare doubles with every collection: new memory takes time, too, a fifth of it for
// a table that needs 25 MB in all. The finalizer of the value runs after every collection, since nothing refers to the value.
type rarely struct {
	least int // percent of what is in use, as GOGC says
	spare uint64
}

// collectRarely makes the rule hold until the program ends. Further calls do nothing: they would take the percentage of
// the first for GOGC.
var collectRarely = sync.OnceFunc(func() {
	if gogc := debug.SetGCPercent(-1); gogc >= 0 { // not off
		(&rarely{gogc, firstSpare}).set()
	}
})

// set says when the next collection comes.
func (r *rarely) set() {
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	debug.SetGCPercent(max(r.least, percent(r.spare, now.HeapAlloc)))
	r.spare = min(2*r.spare, mostSpare)
	runtime.SetFinalizer(r, (*rarely).set)
}

// percent is what is spare in percent of the bytes in use.
func percent(spare, inUse uint64) int {
	const smallest = 4 << 20 // the collector takes a smaller heap for one of this size
	return int(100 * spare / max(inUse, smallest))
}
