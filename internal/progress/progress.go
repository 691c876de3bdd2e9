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

const (
	// interval is the least time between two updates: quick enough to look alive, slow
	// enough to cost nothing.
	interval = 100 * time.Millisecond
	// quiet is how long work may take before a terminal shows anything.
	quiet = 500 * time.Millisecond
	// heartbeat is the time between two updates while nothing is reported.
	heartbeat = time.Second
)

// Line is a line of progress. A nil *Line shows nothing, so callers need not
// ask. It is safe for use by several goroutines.
type Line struct {
	mu    sync.Mutex
	w     io.Writer
	now   func() time.Time
	last  time.Time // of the last update
	shown bool
	json  bool // a line of JSON an update instead
	start time.Time
	stop  chan struct{} // closed by Clear; nil without a heartbeat

	doing       string
	done, total int64
	since       time.Time // of the stage
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
	Rate    float64 `json:"rate,omitempty"` // done a second, in this stage
	Left    float64 `json:"left,omitempty"` // seconds that the rest takes at this rate
}

// New returns a line on w if w is a terminal or comes from JSON, else nil. It is updated now
// and then until Clear is called, also while nothing is reported.
func New(w io.Writer) *Line {
	var l *Line
	if j, ok := w.(jsonWriter); ok {
		l = newLine(j.Writer, time.Now)
		l.json = true
	} else if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		l = newLine(w, time.Now)
	} else {
		return nil
	}
	l.stop = make(chan struct{})
	go l.beat(l.stop)
	return l
}

// beat updates the line until it is stopped.
func (l *Line) beat(stop chan struct{}) {
	t := time.NewTicker(heartbeat)
	defer t.Stop()
	for {
		select {
		case <-stop:
			return
		case <-t.C:
			l.mu.Lock()
			if l.doing != "" && l.stop != nil {
				l.update()
			}
			l.mu.Unlock()
		}
	}
}

// newLine waits before it shows anything: short work stays quiet.
func newLine(w io.Writer, now func() time.Time) *Line {
	return &Line{w: w, now: now, last: now(), start: now()}
}

// Show replaces the line by what is being done and, if total is positive, how much of it is
// done, how fast, and how long the rest will take.
func (l *Line) Show(doing string, done, total int64) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if doing != l.doing || done < l.done {
		l.since = l.now()
	}
	l.doing, l.done, l.total = doing, done, total
	l.update()
}

// update writes what is known, unless it is too early.
func (l *Line) update() {
	now := l.now()
	if now.Sub(l.last) < interval || !l.json && now.Sub(l.start) < quiet {
		return
	}
	l.last, l.shown = now, !l.json
	u := update{Stage: l.doing, Done: l.done, Total: l.total, Seconds: now.Sub(l.start).Seconds()}
	if stage := now.Sub(l.since).Seconds(); l.done > 0 && stage > 0 {
		u.Rate = float64(l.done) / stage
		u.Left = float64(max(0, l.total-l.done)) / u.Rate
	}
	if l.json {
		text, err := json.Marshal(u)
		if err == nil { // there is nothing in it that JSON cannot say
			fmt.Fprintf(l.w, "%s\n", text)
		}
		return
	}
	fmt.Fprintf(l.w, "\r\x1b[K%s", u.text())
}

// text is an update for a terminal.
func (u update) text() string {
	if u.Total <= 0 {
		return fmt.Sprintf("%s, %.0f s", u.Stage, u.Seconds)
	}
	s := fmt.Sprintf("%s %d %%", u.Stage, 100*u.Done/u.Total)
	if u.Rate > 0 {
		s += fmt.Sprintf(", %s a second, %.0f s left", short(u.Rate), u.Left)
	}
	return s
}

// short writes a number with a letter for thousands.
func short(x float64) string {
	for _, unit := range []string{"", "k", "M", "G"} {
		if x < 1000 || unit == "G" {
			return fmt.Sprintf("%.3g%s", x, unit)
		}
		x /= 1000
	}
	return ""
}

// Clear wipes the line away. Call it before anything else is written to the
// terminal.
func (l *Line) Clear() {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.stop != nil {
		close(l.stop)
		l.stop = nil
	}
	if l.shown {
		fmt.Fprint(l.w, "\r\x1b[K")
		l.shown = false
	}
}
