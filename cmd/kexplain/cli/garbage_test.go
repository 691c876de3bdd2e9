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

// TestCollectRarely: garbage is collected when 32 MB have been allocated, and as often as GOGC says where more than that is in use.
func TestCollectRarely(t *testing.T) {
	assert.Equal(t, 800, percent(0))
	assert.Equal(t, 800, percent(4<<20))
	assert.Equal(t, 100, percent(spare))
	assert.Equal(t, 1, percent(100*spare))

	defer debug.SetGCPercent(percentNow())
	debug.SetGCPercent(1600)
	collectRarely()
	assert.Equal(t, 1600, percentNow(), "not more often than GOGC says")
	for range 2 {
		debug.SetGCPercent(50)
		assert.Eventually(t, func() bool { runtime.GC(); return percentNow() == 1600 }, 10*time.Second, time.Millisecond, "after a collection")
	}
}
