package main

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// browser is a Chromium that the test talks to by the DevTools protocol over pipes: JSON
// objects with a zero byte behind each.
type browser struct {
	t       *testing.T
	in      *os.File
	session string
	mu      sync.Mutex
	next    int
	waiting map[int]chan reply
	seen    []string // the addresses that pages asked for, and errors of scripts
}

type reply struct {
	ID     int             `json:"id"`
	Method string          `json:"method"`
	Result json.RawMessage `json:"result"`
	Params json.RawMessage `json:"params"`
	Error  *struct {
		Message string `json:"message"`
	} `json:"error"`
}

// newBrowser starts Chromium with an empty page, or skips the test where there is none.
func newBrowser(t *testing.T) *browser {
	t.Helper()
	var path string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Skip("no Chromium here: the page is not opened")
	}
	theirIn, ourIn, err := os.Pipe()
	require.NoError(t, err)
	ourOut, theirOut, err := os.Pipe()
	require.NoError(t, err)
	cmd := exec.CommandContext(t.Context(), path, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
		"--user-data-dir="+t.TempDir(), "--no-first-run", "--disable-extensions", "--disable-background-networking", "about:blank")
	cmd.ExtraFiles = []*os.File{theirIn, theirOut}
	require.NoError(t, cmd.Start())
	_ = theirIn.Close()
	_ = theirOut.Close()
	b := &browser{t: t, in: ourIn, waiting: map[int]chan reply{}}
	read := make(chan struct{})
	go func() {
		defer close(read)
		b.read(ourOut)
	}()
	t.Cleanup(func() {
		_ = ourIn.Close() // it ends with its pipe
		_ = cmd.Wait()
		<-read
		_ = ourOut.Close()
	})
	var target struct{ TargetID string }
	b.call("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var attached struct{ SessionID string }
	b.call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	b.session = attached.SessionID
	for _, domain := range []string{"Page", "Runtime", "Network"} {
		b.call(domain+".enable", nil, nil)
	}
	b.call("Browser.grantPermissions", map[string]any{"permissions": []string{"clipboardReadWrite", "clipboardSanitizedWrite"}}, nil)
	return b
}

func (b *browser) read(out *os.File) {
	scanner := bufio.NewScanner(out)
	scanner.Buffer(nil, 64<<20)
	scanner.Split(func(data []byte, atEOF bool) (int, []byte, error) {
		if i := bytes.IndexByte(data, 0); i >= 0 {
			return i + 1, data[:i], nil
		}
		return 0, nil, nil
	})
	for scanner.Scan() {
		var r reply
		if json.Unmarshal(scanner.Bytes(), &r) != nil {
			continue
		}
		b.mu.Lock()
		switch r.Method {
		case "":
			if c := b.waiting[r.ID]; c != nil {
				delete(b.waiting, r.ID)
				c <- r
			}
		case "Network.requestWillBeSent", "Runtime.exceptionThrown":
			b.seen = append(b.seen, r.Method+" "+string(r.Params))
		}
		b.mu.Unlock()
	}
}

// call sends a command and reads its result.
func (b *browser) call(method string, params, result any) {
	b.t.Helper()
	const patience = 2 * time.Minute // the machine may be busy
	b.mu.Lock()
	b.next++
	id, c := b.next, make(chan reply, 1)
	b.waiting[id] = c
	message := map[string]any{"id": id, "method": method, "params": params}
	if params == nil {
		message["params"] = struct{}{}
	}
	if b.session != "" {
		message["sessionId"] = b.session
	}
	b.mu.Unlock()
	text, err := json.Marshal(message)
	require.NoError(b.t, err)
	_, err = b.in.Write(append(text, 0))
	require.NoError(b.t, err)
	select {
	case r := <-c:
		require.Nil(b.t, r.Error, "%s", method)
		if result != nil {
			require.NoError(b.t, json.Unmarshal(r.Result, result))
		}
	case <-time.After(patience):
		require.Fail(b.t, "no answer", method)
	}
}

// eval runs a script, which may be a promise, and reads its value.
func (b *browser) eval(script string, value any) {
	b.t.Helper()
	var r struct {
		Result struct {
			Value json.RawMessage
		}
		ExceptionDetails json.RawMessage
	}
	b.call("Runtime.evaluate", map[string]any{"expression": script, "awaitPromise": true, "returnByValue": true}, &r)
	require.Nil(b.t, r.ExceptionDetails, "%s", script)
	if value != nil {
		require.NoError(b.t, json.Unmarshal(r.Result.Value, value), "%s", script)
	}
}

// until waits for a script to be true.
func (b *browser) until(script string) {
	b.t.Helper()
	var ok bool
	for range 600 {
		if b.eval("Boolean("+script+")", &ok); ok {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	var text string
	b.eval("document.body.innerText", &text)
	require.Fail(b.t, "the page does not get there", "%s\n%s", script, text)
}

// open goes to an address and waits for its first answer.
func (b *browser) open(address string) {
	b.t.Helper()
	b.call("Page.navigate", map[string]any{"url": "about:blank"}, nil)
	b.until("location.href === 'about:blank'")
	b.call("Page.navigate", map[string]any{"url": address}, nil)
	b.settled()
}

// settled waits until the page has answered what it was asked last.
func (b *browser) settled() {
	b.t.Helper()
	b.until(settled)
}

const settled = `globalThis.kexplain && kexplain.idle()`

// size is the window in pixels.
func (b *browser) size(width, height int) {
	b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}, nil)
}

func (b *browser) dark(on bool) {
	scheme := map[bool]string{true: "dark", false: "light"}[on]
	b.call("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}}}, nil)
}

// mouse moves with the button down from a point to another, in steps.
func (b *browser) drag(x, y, toX, toY float64) {
	const steps = 6
	send := func(kind string, x, y float64) {
		b.call("Input.dispatchMouseEvent", map[string]any{"type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1}, nil)
	}
	send("mousePressed", x, y)
	for k := 1; k <= steps; k++ {
		f := float64(k) / steps
		send("mouseMoved", x+f*(toX-x), y+f*(toY-y))
	}
	send("mouseReleased", toX, toY)
}

// key presses a key; modifiers are 1 for Alt, 8 for Shift.
func (b *browser) key(name string, modifiers int) {
	for _, kind := range []string{"keyDown", "keyUp"} {
		b.call("Input.dispatchKeyEvent", map[string]any{"type": kind, "key": name, "code": name, "modifiers": modifiers}, nil)
	}
}

// shoot writes a picture of the window, or of the whole page.
func (b *browser) shoot(path string, whole bool) {
	var shot struct{ Data string }
	b.call("Page.captureScreenshot", map[string]any{"format": "png", "captureBeyondViewport": whole}, &shot)
	picture, err := base64.StdEncoding.DecodeString(shot.Data)
	require.NoError(b.t, err)
	require.NoError(b.t, os.WriteFile(path, picture, 0o600))
}

// events returns what was seen since the last call.
func (b *browser) events() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	seen := b.seen
	b.seen = nil
	return seen
}

func quoteJS(text string) string {
	b, err := json.Marshal(text)
	if err != nil {
		panic(fmt.Sprint(err))
	}
	return string(b)
}
