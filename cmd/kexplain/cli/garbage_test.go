package cli

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// percentNow is what GOGC is now.
func percentNow() int {
	now := debug.SetGCPercent(100)
	debug.SetGCPercent(now)
	return now
}

// TestCollectRarely: the next collection of garbage comes when 32 MB have been allocated, or when GOGC says so if that is later.
func TestCollectRarely(t *testing.T) {
	assert.Equal(t, 800, percent(0))
	assert.Equal(t, 800, percent(4<<20))
	assert.Equal(t, 100, percent(spare))
	assert.Equal(t, 1, percent(100*spare))

	defer debug.SetGCPercent(percentNow())
	r := &rarely{least: 1}
	r.set()
	assert.Greater(t, percentNow(), 1, "less than 3 GB are in use")
	runtime.SetFinalizer(r, nil)

	debug.SetGCPercent(1600) // as TestMain
	collectRarely()
	for range 2 {
		debug.SetGCPercent(50)
		assert.Eventually(t, func() bool { runtime.GC(); return percentNow() == 1600 }, 10*time.Second, time.Millisecond, "after a collection")
	}
	debug.SetGCPercent(50)
	collectRarely()
	assert.Eventually(t, func() bool { runtime.GC(); return percentNow() == 1600 }, 10*time.Second, time.Millisecond, "after a second call")
}
