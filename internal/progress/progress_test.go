package progress

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestLine(t *testing.T) {
	var b strings.Builder
	clock := time.Unix(0, 0)
	l := newLine(&b, func() time.Time { return clock })
	l.Show("reading", 1, 10)
	assert.Empty(t, b.String(), "short work stays quiet")
	clock = clock.Add(quiet - interval)
	l.Show("reading", 2, 10)
	assert.Empty(t, b.String(), "up to half a second")
	clock = clock.Add(2 * interval)
	l.Show("reading", 3000, 6000)
	l.Show("reading", 3001, 6000) // too soon
	clock = clock.Add(interval)
	l.Show("thinking", 0, 0)
	clock = clock.Add(3 * time.Second)
	l.update()
	l.Clear()
	l.Clear()
	assert.Equal(t, "\r\x1b[Kreading 50 %, 5k a second, 1 s left\r\x1b[Kthinking, 1 s\r\x1b[Kthinking, 4 s\r\x1b[K", b.String())
}

// TestNoTerminal: nothing is shown in a file, in memory or on a nil line.
func TestNoTerminal(t *testing.T) {
	f, err := os.CreateTemp(t.TempDir(), "")
	require.NoError(t, err)
	defer f.Close()
	assert.Nil(t, New(f))
	assert.Nil(t, New(&strings.Builder{}))
	var none *Line
	none.Show("reading", 1, 2)
	none.Clear()
}

// TestJSON: an update is a line for a program.
func TestJSON(t *testing.T) {
	var b strings.Builder
	l := New(JSON(&b))
	l.last = l.last.Add(-time.Second)
	l.Show("reading", 3, 10)
	l.Show("reading", 4, 10) // too soon
	l.Clear()
	var got update
	require.NoError(t, json.Unmarshal([]byte(b.String()), &got))
	assert.Equal(t, "reading", got.Stage)
	assert.EqualValues(t, 3, got.Done)
	assert.EqualValues(t, 10, got.Total)
}
