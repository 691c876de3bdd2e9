package main

import (
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/cmd/kexplain/gate/corpus"
)

// TestBrowser uses the page in Chromium as people do, from a file: it opens an example, drags
// points until the law is withdrawn, puts them back, pastes, copies, follows a link, and asks
// for nothing beyond itself. Then it runs commands of the gate in the page and holds their
// bytes to the digests of the command line.
func TestBrowser(t *testing.T) {
	if os.Getenv("KEXPLAIN_BROWSER") == "" {
		t.Skip("builds the program for WebAssembly, which takes a minute of cpu: with KEXPLAIN_BROWSER=1 only")
	}
	b := newBrowser(t)
	page, err := Build(t.Context())
	require.NoError(t, err)
	_, program, _ := strings.Cut(string(page), `id="program"`)
	program, _, _ = strings.Cut(program, "</")
	packed := base64.StdEncoding.DecodedLen(len(program))
	t.Logf("the page has %d bytes, the program in it %d, compressed", len(page), packed)
	assert.LessOrEqual(t, packed, 4_000_000, "more packages may do without inlining: notInlined")
	file := filepath.Join(t.TempDir(), "index.html")
	require.NoError(t, os.WriteFile(file, page, 0o600))
	b.size(1280, 800)
	b.call("Network.emulateNetworkConditions", map[string]any{"offline": true, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}, nil)
	b.open("file://" + file)
	var took string
	b.eval("document.getElementById('time').textContent", &took)
	var all float64
	b.eval("performance.now()", &all)
	t.Logf("the first equation: %s; the page, with its program compiled, and that in %.1f s", took, all/1000)

	t.Run("load", func(t *testing.T) {
		assert.Equal(t, "T2 = a3", b.text("#verdict .equation"))
		assert.Equal(t, "A law in whole numbers", b.text("#verdict .badge"))
		assert.Equal(t, "#table=kepler", b.text("location.hash"))
	})
	t.Run("drag and refuse", func(t *testing.T) { b.dragAndRefuse(t) })
	t.Run("keyboard", func(t *testing.T) {
		b.eval("document.getElementById('picture').focus()", nil)
		b.key("ArrowRight", 0)
		before := b.text("#text")
		b.key("ArrowUp", 8)
		b.settled()
		assert.NotEqual(t, before, b.text("#text"), "Shift and an arrow move the point")
		assert.Contains(t, b.text("#chosen"), "Line ")
	})
	t.Run("paste", func(t *testing.T) { b.pasteTables(t) })
	t.Run("drop", func(t *testing.T) { b.dropFile(t) })
	t.Run("copy", func(t *testing.T) { b.copyFormats(t) })
	t.Run("link", func(t *testing.T) {
		hash := b.text("location.hash")
		assert.Contains(t, hash, "data=")
		b.open("file://" + file + hash)
		assert.Equal(t, "y = x2", b.text("#verdict .equation"))
		b.open("file://" + file + "#data=broken!")
		assert.Contains(t, b.text("#note"), "damaged")
	})
	t.Run("narrow and dark", func(t *testing.T) { b.narrowAndDark(t, file) })
	t.Run("the same bytes", func(t *testing.T) { b.sameBytes(t) })
	t.Run("offline", func(t *testing.T) {
		for _, e := range b.events() {
			var seen struct {
				Request struct{ URL string }
			}
			kind, params, _ := strings.Cut(e, " ")
			require.Equal(t, "Network.requestWillBeSent", kind, "%s", params)
			require.NoError(t, json.Unmarshal([]byte(params), &seen))
			assert.Regexp(t, `^(file:///.*/index\.html|data:|blob:|about:)`, seen.Request.URL)
		}
	})
}

// text is what an element shows, the value of a field, or the value of a script.
func (b *browser) text(selector string) (text string) {
	b.t.Helper()
	script := selector
	if !strings.HasPrefix(selector, "location") {
		script = "(e => e ? e.value ?? e.innerText : '')(document.querySelector(" + quoteJS(selector) + "))"
	}
	b.eval(script, &text)
	return strings.TrimSpace(text)
}

// dragAndRefuse drags planets until no law is left.
func (b *browser) dragAndRefuse(t *testing.T) {
	original := b.text("#text")
	for _, k := range []int{5, 6, 7} {
		var at [2]float64
		b.eval("(() => { const r = document.getElementById('picture').getBoundingClientRect(), p = kexplain.picture().places()["+string(rune('0'+k))+"]; return [p[0] + r.left, p[1] + r.top]; })()", &at)
		b.drag(at[0], at[1], at[0]-60+float64(k), at[1]-30*float64(k%2)+60)
		b.settled()
		assert.NotEqual(t, original, b.text("#text"))
	}
	assert.Equal(t, "No equation", b.text("#verdict .badge"))
	assert.Equal(t, "withdrawn: T2 = a3", b.text("#verdict .withdrawn"))
	assert.Contains(t, b.text("#verdict .findings"), "No polynomial equation of degree ≤ 4 holds")
	b.eval("document.getElementById('reset').click()", nil)
	b.until("kexplain.idle() && document.querySelector('#verdict .equation')")
	assert.Equal(t, original, b.text("#text"))
	assert.Equal(t, "T2 = a3", b.text("#verdict .equation"))
}

// paste replaces the table as the clipboard does.
func (b *browser) paste(text string) {
	b.eval(`(() => { const box = document.getElementById("text"), data = new DataTransfer(); box.select(); data.setData("text/plain", `+quoteJS(text)+`);
		box.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true })); })()`, nil)
	b.settled()
}

// pasteTables pastes what people paste; the last is a parabola.
func (b *browser) pasteTables(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"text", "hello, this is no table\nat all\n", "table.csv:2: found"},
		{"a header", "x,y\n", "No answer. table.csv: found a header and no rows"},
		{"one row", "x,y\n1,2\n", "No answer."},
		{"no numbers", "x,y\nNaN,2\n3,inf\n4,5\n", "No answer. table.csv:3:2:"},
		{"markup", "<img src=x onerror=alert(1)>,y\n1,2\n2,4\n3,6\n4,8\n7,14\n8,16\n", "y ="},
	} {
		b.paste(c.text)
		verdict := b.text("#verdict")
		assert.NotEmpty(t, verdict, c.name)
		t.Logf("%s: %q", c.name, verdict)
		assert.Contains(t, strings.Join(strings.Fields(verdict), " "), c.want, c.name)
	}
	var images int
	b.eval("document.querySelectorAll('#verdict img, #picture img').length", &images)
	assert.Zero(t, images)
	b.paste("x\ty\n-2\t4\n-1\t1\n0\t0\n1\t1\n2\t4\n3\t9\n")
	assert.Equal(t, "y = x2", b.text("#verdict .equation"))
	assert.Equal(t, "Holds exactly", b.text("#verdict .badge"))
}

// dropFile drops a file on the page, then the table that it began with.
func (b *browser) dropFile(t *testing.T) {
	drop := func(name, text string) {
		b.eval(`(() => { const data = new DataTransfer(); data.items.add(new File([`+quoteJS(text)+`], `+quoteJS(name)+`));
			document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true })); })()`, nil)
		b.until("document.getElementById('name').textContent.includes(" + quoteJS(name) + ")")
		b.settled()
	}
	before := b.text("#text")
	drop("squares.csv", "n;s\n1;1,5\n2;6,0\n3;13,5\n4;24,0\n5;37,5\n6;54,0\n7;73,5\n")
	assert.Equal(t, "2\u2009s = 3\u2009n2", b.text("#verdict .equation"), "a decimal comma, read as on the command line")
	drop("parabola.tsv", before)
	assert.Equal(t, "y = x2", b.text("#verdict .equation"))
}

// copyFormats presses the buttons.
func (b *browser) copyFormats(t *testing.T) {
	for format, want := range map[string]string{"latex": "x^{2} - y", "sympy": "x**2 - y", "sql": "CHECK ("} {
		b.eval("document.getElementById('copied').textContent = ''; document.querySelector('[data-format="+format+"]').click()", nil)
		b.until("document.getElementById('copied').textContent")
		assert.Contains(t, b.text("#copy"), want)
		assert.Contains(t, b.text("#copied"), "copied")
	}
	b.eval("document.getElementById('why').open = true", nil)
	b.until("document.getElementById('steps').textContent.length > 10")
	assert.Contains(t, b.text("#steps"), "y = x^2")
}

// narrowAndDark looks at the page in a window of 320 pixels and in dark mode.
func (b *browser) narrowAndDark(t *testing.T, file string) {
	light := b.text("location && getComputedStyle(document.body).backgroundColor")
	b.size(320, 640)
	b.dark(true)
	for _, example := range []string{"lens", "enzyme"} { // long names, long equations
		b.open("file://" + file + "#table=" + example)
		var wide, room int
		b.eval("document.documentElement.scrollWidth", &wide)
		b.eval("document.documentElement.clientWidth", &room)
		assert.LessOrEqual(t, wide, room, example)
	}
	assert.NotEqual(t, light, b.text("location && getComputedStyle(document.body).backgroundColor"))
	b.size(1280, 800)
	b.dark(false)
}

// illConditioned is a table on which the page and the command line differ: a piece of a sine to
// six digits, which polynomials of ten terms follow to 2e-5. Which of them is chosen depends on
// the order of sums, which the assembly of amd64 and WebAssembly do not share.
const illConditioned = "sine.csv"

// sameBytes runs 30 tables of the gate in the page: status, output and errors are those of
// the command line on amd64, byte for byte.
func (b *browser) sameBytes(t *testing.T) {
	const wanted = 30
	dir := t.TempDir()
	require.NoError(t, corpus.Write(dir, filepath.Join("..", "testdata")))
	digests, err := os.ReadFile(filepath.Join("..", "cmd", "kexplain", "cli", "testdata", "gate.txt"))
	require.NoError(t, err)
	var cases []corpus.Case
	seen := map[string]bool{}
	for _, c := range corpus.Cases() {
		if c.Args[0] != "learn" && c.Args[0] != "check" || len(c.Args) < 2 || c.Stdin != "" {
			continue
		}
		table := c.Args[len(c.Args)-1]
		text, err := os.ReadFile(filepath.Join(dir, table))
		if err != nil || seen[table] || len(text) > 2000 || !utf8.Valid(text) || table == illConditioned {
			continue
		}
		seen[table] = true
		cases = append(cases, c)
	}
	require.GreaterOrEqual(t, len(cases), wanted)
	for k := range wanted {
		c := cases[k*len(cases)/wanted]
		inputs := map[string]string{}
		for _, a := range c.Args[1:] {
			if text, err := os.ReadFile(filepath.Join(dir, a)); err == nil {
				inputs[a] = string(text)
			}
		}
		args, err := json.Marshal(c.Args)
		require.NoError(t, err)
		files, err := json.Marshal(inputs)
		require.NoError(t, err)
		var answer struct {
			Status   int
			Out, Err string
		}
		b.eval("kexplain.run("+string(args)+", "+string(files)+")", &answer)
		line := c.Line(answer.Status, []byte(answer.Out), []byte(answer.Err))
		assert.Contains(t, string(digests), "\n"+line, "%v\n%s%s", c.Args, answer.Out, answer.Err)
	}
}
