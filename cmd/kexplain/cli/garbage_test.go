package cli

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// inUse is memory that the compiler does not do without.
var inUse []byte

// percentNow is what GOGC is now.
func percentNow() int {
	now := debug.SetGCPercent(100)
	debug.SetGCPercent(now)
	return now
}

// TestCollectRarely: garbage is collected when 32 MB have been allocated, and as often as before where more than that is in use.
func TestCollectRarely(t *testing.T) {
	defer debug.SetGCPercent(percentNow())
	r := &rarely{least: 30}
	runtime.GC()
	r.set()
	assert.Greater(t, percentNow(), 100, "little is in use")
	runtime.SetFinalizer(r, nil)
	inUse = make([]byte, 4*spare)
	r.set()
	assert.Equal(t, 30, percentNow())
	inUse = nil
	runtime.SetFinalizer(r, nil)

	debug.SetGCPercent(-1)
	collectRarely()
	assert.Equal(t, -1, percentNow(), "GOGC=off")

	debug.SetGCPercent(1600)
	collectRarely()
	assert.Equal(t, 1600, percentNow(), "not more often than GOGC says")
	for range 2 {
		debug.SetGCPercent(50)
		assert.Eventually(t, func() bool { runtime.GC(); return percentNow() == 1600 }, 10*time.Second, time.Millisecond, "after a collection")
	}
}
