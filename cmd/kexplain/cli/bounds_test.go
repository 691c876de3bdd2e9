package cli

import (
	"bytes"
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain"
)

// untilStopped works until its context ends, and has found an equation by then.
func untilStopped(ctx context.Context) error {
	<-ctx.Done()
	return &explain.InterruptedError{Found: []string{"x - y"}, Err: ctx.Err()}
}

func TestBounds(t *testing.T) {
	err := bounds{time: time.Millisecond}.run(t.Context(), untilStopped)
	require.ErrorIs(t, err, errBound)
	assert.Equal(t, statusNoAnswer, statusOf(err))
	assert.EqualError(t, err, "stopped: the time of --timeout 1ms is over")
	var out bytes.Buffer
	assert.True(t, sayFound(&out, "found:", err))
	assert.Equal(t, "found:\n  x - y = 0\n", out.String())

	// Work that does not look at its context is not waited for.
	err = bounds{time: time.Millisecond}.run(t.Context(), func(context.Context) error { select {} })
	assert.ErrorIs(t, err, errBound)

	var hoard []byte
	err = bounds{memory: 100_000_000}.run(t.Context(), func(ctx context.Context) error {
		hoard = make([]byte, 110_000_000)
		clear(hoard)
		return untilStopped(ctx)
	})
	assert.EqualError(t, err, "stopped: more than --max-memory 100 MB is in use")
	assert.NotEmpty(t, hoard)

	// Threads are those of the work alone.
	before := runtime.GOMAXPROCS(0)
	assert.NoError(t, bounds{threads: 3}.run(t.Context(), func(context.Context) error {
		assert.Equal(t, 3, runtime.GOMAXPROCS(0))
		return nil
	}))
	assert.Equal(t, before, runtime.GOMAXPROCS(0))

	// What ends in time is as it is without bounds.
	wide := bounds{time: time.Hour, memory: 1e12}
	assert.NoError(t, wide.run(t.Context(), func(context.Context) error { return nil }))
	other := errors.New("other")
	assert.Equal(t, other, wide.run(t.Context(), func(context.Context) error { return other }))
	assert.PanicsWithValue(t, "a bug", func() { _ = wide.run(t.Context(), func(context.Context) error { panic("a bug") }) })
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	assert.NotErrorIs(t, wide.run(ctx, untilStopped), errBound) // Ctrl-C
}

func TestBoundsOfCommands(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"learn - --timeout x", `kexplain learn: --timeout: found "x", expected a time such as 90s or 10m; see kexplain learn --help`},
		{"learn - --timeout -1s", `kexplain learn: --timeout: found "-1s", expected a time such as 90s or 10m; see kexplain learn --help`},
		{"learn - --threads 0", `kexplain learn: --threads: found "0", expected a whole number from 1 on; see kexplain learn --help`},
		{"check - --threads 1.5", `kexplain check: --threads: found "1.5", expected a whole number from 1 on; see kexplain check --help`},
		{"ideal - --max-memory 12QB", `kexplain ideal: --max-memory: found "12QB", expected a size such as 500MB or 2GB; see kexplain ideal --help`},
		{"check x=y - --max-memory 500", `kexplain check: --max-memory: found "500", expected a size such as 500MB or 2GB; see kexplain check --help`},
		{"check x=y - --max-memory 0", `kexplain check: --max-memory: found "0", expected a size such as 500MB or 2GB; see kexplain check --help`},
	} {
		status, out, err := call(t, "x,y\n1,1\n", strings.Fields(c.args)...)
		assert.Equal(t, statusUsage, status, c.args)
		assert.Empty(t, out, c.args)
		assert.Equal(t, c.want+"\n", err)
	}
	status, out, err := call(t, "x,y\n1,1\n2,2\n3,3\n", "check", "x=y", "-", "--timeout", "1m", "--max-memory", "1GB")
	assert.Equal(t, statusDone, status, err)
	assert.Contains(t, out, "vanishes exactly at 3 of 3 points")
	// A bound that is reached at once: the first refusal names it.
	var points strings.Builder
	for k := range 600 {
		points.WriteString(strings.Repeat("1", k%40+1) + "," + strings.Repeat("7", k%37+1) + "\n")
	}
	status, out, err = call(t, points.String(), "ideal", "-", "--timeout", "1ms")
	assert.Equal(t, statusNoAnswer, status)
	assert.Empty(t, out)
	assert.Equal(t, "kexplain ideal: stopped: the time of --timeout 1ms is over\n", err)
}
