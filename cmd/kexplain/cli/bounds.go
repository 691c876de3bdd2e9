package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"
)

// bounds are how long a command may work, how much memory it may take and on how many threads it
// works; 0 stands for no bound.
type bounds struct {
	time    time.Duration
	memory  int64 // bytes
	threads int
}

// bind declares the flags.
func (b *bounds) bind(flags *flag.FlagSet) {
	flags.Func("timeout", "stop after `TIME`, such as 90s or 10m, with the best so far and status 1", func(s string) (err error) {
		if b.time, err = time.ParseDuration(s); err != nil || b.time <= 0 {
			return fmt.Errorf("found %q, expected a time such as 90s or 10m", s)
		}
		return nil
	})
	flags.Func("max-memory",
		"stop when more memory than `SIZE`, such as 500MB or 2GB, is in use, with the best so "+
			"far and status 1", func(s string) (err error) {
			b.memory, err = parseBytes(s)
			return err
		})
	flags.Func("threads", "work on `N` threads, with the same output; one for each processor where it is not given", func(s string) (err error) {
		if b.threads, err = strconv.Atoi(s); err != nil || b.threads < 1 {
			return fmt.Errorf("found %q, expected a whole number from 1 on", s)
		}
		return nil
	})
}

// parseBytes reads a number of bytes such as 500MB.
func parseBytes(s string) (int64, error) {
	units := map[string]float64{"B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12}
	number := strings.TrimRight(s, "kMGTB")
	unit, known := units[s[len(number):]]
	x, err := strconv.ParseFloat(number, 64)
	if err != nil || !known || x*unit < 1 || x*unit > 1e15 {
		return 0, fmt.Errorf("found %q, expected a size such as 500MB or 2GB", s)
	}
	return int64(x * unit), nil
}

// boundError says which bound ended a command, and what the command returned then.
type boundError struct {
	bound string
	err   error // nil when the command was not waited for
}

// errBound is matched by a boundError.
var errBound = errors.New("a bound was reached")

func (e *boundError) Error() string        { return "stopped: " + e.bound }
func (e *boundError) Unwrap() error        { return e.err }
func (e *boundError) Is(target error) bool { return target == errBound }

// run does work within the bounds. Its context ends when one is reached; work that does
// not look at it, as a read from a pipe, is waited for no longer than a second.
func (b bounds) run(ctx context.Context, work func(context.Context) error) error {
	if b.threads > 0 {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(b.threads))
	}
	if b.time == 0 && b.memory == 0 {
		return work(ctx)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if b.time > 0 {
		stop := time.AfterFunc(b.time, func() { cancel(&boundError{bound: fmt.Sprintf("the time of --timeout %v is over", b.time)}) })
		defer stop.Stop()
	}
	if b.memory > 0 {
		defer debug.SetMemoryLimit(debug.SetMemoryLimit(b.memory * 9 / 10)) // collect garbage before that
		go b.watchMemory(ctx, cancel)
	}
	type outcome struct {
		err      error
		panicked any
	}
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() {
			o.panicked = recover()
			done <- o
		}()
		o.err = work(ctx)
	}()
	var o outcome
	select {
	case o = <-done:
	case <-ctx.Done():
		select {
		case o = <-done:
		case <-time.After(time.Second):
			o.err = ctx.Err()
		}
	}
	if o.panicked != nil {
		panic(o.panicked)
	}
	if cause, ok := context.Cause(ctx).(*boundError); ok && o.err != nil {
		return &boundError{cause.bound, o.err}
	}
	return o.err
}

// watchMemory ends the context when more memory is in use than the bound.
func (b bounds) watchMemory(ctx context.Context, cancel context.CancelCauseFunc) {
	const interval = 50 * time.Millisecond
	for ctx.Err() == nil {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		if used := int64(m.Sys - m.HeapIdle); used > b.memory {
			cancel(&boundError{bound: fmt.Sprintf("more than --max-memory %d MB is in use", b.memory/1_000_000)})
			return
		}
		select {
		case <-ctx.Done():
		case <-time.After(interval):
		}
	}
}
