package cli

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// percentNow is what GOGC is now. It only reads: what a rule that begins in another goroutine takes for GOGC stays as it is.
func percentNow() int {
	now := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	metrics.Read(now)
	return int(now[0].Value.Uint64())
}

// TestCollectRarely: collections of garbage come when 8, 16, 32 MB have been allocated, or when GOGC says so if that is later.
func TestCollectRarely(t *testing.T) {
	assert.Equal(t, 800, percent(mostSpare, 0))
	assert.Equal(t, 800, percent(mostSpare, 4<<20))
	assert.Equal(t, 100, percent(mostSpare, mostSpare))
	assert.Equal(t, 1, percent(mostSpare, 100*mostSpare))

	defer debug.SetGCPercent(percentNow())
	runtime.GC() // what other tests left counts as in use
	r := &rarely{1, firstSpare}
	for _, next := range []uint64{16 << 20, 32 << 20, 32 << 20} {
		r.set()
		runtime.SetFinalizer(r, nil)
		assert.Equal(t, next, r.spare)
		assert.Greater(t, percentNow(), 1, "less than 800 MB are in use")
	}

	for range 2 { // TestMain has called collectRarely
		debug.SetGCPercent(50)
		assert.Eventually(t, func() bool { runtime.GC(); return percentNow() == 1600 }, 10*time.Second, time.Millisecond, "after a collection")
	}
	debug.SetGCPercent(50)
	collectRarely()
	assert.Eventually(t, func() bool { runtime.GC(); return percentNow() == 1600 }, 10*time.Second, time.Millisecond, "after a second call")
}
