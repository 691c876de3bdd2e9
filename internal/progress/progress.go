// Package progress shows on a terminal how far long work has come, on one line
// that is overwritten and at last wiped away. Into a pipe or a file it writes
// nothing.
package progress

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"
)

// interval is the least time between two updates: quick enough to look alive,
// slow enough to cost nothing.
const interval = 100 * time.Millisecond

// Line is a line of progress. A nil *Line shows nothing, so callers need not
// ask. It is safe for use by several goroutines.
type Line struct {
	mu    sync.Mutex
	w     io.Writer
	now   func() time.Time
	last  time.Time
	shown bool
	json  bool // a line of JSON an update instead
	start time.Time
}

// JSON makes New write updates to w for a program: a line of JSON each, with the
// stage, how much is done of how much where that is known, and the seconds since the
// beginning.
func JSON(w io.Writer) io.Writer { return jsonWriter{w} }

type jsonWriter struct{ io.Writer }

// update is a line of JSON.
type update struct {
	Stage   string  `json:"stage"`
	Done    int64   `json:"done,omitempty"`
	Total   int64   `json:"total,omitempty"`
	Seconds float64 `json:"seconds"`
}

// New returns a line on w if w is a terminal or comes from JSON, else nil.
func New(w io.Writer) *Line {
	if j, ok := w.(jsonWriter); ok {
		l := newLine(j.Writer, time.Now)
		l.json, l.start = true, l.last
		return l
	}
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return nil
	}
	return newLine(w, time.Now)
}

// newLine waits one interval before it shows anything: short work stays quiet.
func newLine(w io.Writer, now func() time.Time) *Line {
	return &Line{w: w, now: now, last: now()}
}

// Show replaces the line by what is being done and, if total is positive, the
// percentage done.
func (l *Line) Show(doing string, done, total int64) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	if now.Sub(l.last) < interval {
		return
	}
	l.last, l.shown = now, !l.json
	if l.json {
		text, err := json.Marshal(update{doing, done, total, now.Sub(l.start).Seconds()})
		if err == nil { // there is nothing in it that JSON cannot say
			fmt.Fprintf(l.w, "%s\n", text)
		}
		return
	}
	if total > 0 {
		fmt.Fprintf(l.w, "\r\x1b[K%s %d %%", doing, 100*done/total)
		return
	}
	fmt.Fprintf(l.w, "\r\x1b[K%s", doing)
}

// Clear wipes the line away. Call it before anything else is written to the
// terminal.
func (l *Line) Clear() {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.shown {
		fmt.Fprint(l.w, "\r\x1b[K")
		l.shown = false
	}
}
