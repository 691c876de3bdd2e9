package cli

import (
	"encoding/json"
	"html"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// measures are taken in a page by the script that the test adds to a copy of it.
type measures struct {
	Wide, Room                int    // how wide the page is, and the window
	Title, Equation           string // as shown
	Pictures, Tables, Focused int    // things that the keyboard reaches
	Paper, Ink                string // the colours of the page
	Requests                  int    // files that it asked for
}

const measure = `<script>
addEventListener("load", () => {
  const all = s => document.querySelectorAll(s).length, page = getComputedStyle(document.body);
  const found = "<pre>MEASURED" + JSON.stringify({
    Wide: document.documentElement.scrollWidth, Room: innerWidth, Title: document.title,
    Equation: document.querySelector(".equation").innerText,
    Pictures: all("figure svg"), Tables: all("table"), Focused: all("[tabindex='0'], summary"),
    Paper: page.backgroundColor, Ink: page.color, Requests: performance.getEntriesByType("resource").length,
  }) + "</pre>";
  if (parent === window) document.body.innerHTML = found; else parent.postMessage(found, "*");
});
</script>`

// TestBrowser opens the page of --report in Chromium, narrow and wide, light and dark: it is
// no wider than the window, shows what it should, and asks for no other file.
func TestBrowser(t *testing.T) {
	if os.Getenv("KEXPLAIN_BROWSER") == "" {
		t.Skip("takes seconds: with KEXPLAIN_BROWSER=1 only")
	}
	var browser string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			browser = path
			break
		}
	}
	if browser == "" {
		t.Skip("no Chromium here: the page of --report is not opened")
	}
	dir := t.TempDir()
	page := filepath.Join(dir, "boyle.html")
	status, _, stderr := call(t, "", "learn", filepath.Join(top(t), "testdata", "boyle.csv"), "--degree", "2", "--report", page)
	require.Equal(t, statusDone, status, stderr)
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	measured := strings.Replace(string(text), "</body>", measure+"</body>", 1)
	// Chromium has no window of 320 pixels; a frame may be so narrow.
	frame := filepath.Join(dir, "frame.html")
	require.NoError(t, os.WriteFile(frame, []byte(`<script>addEventListener("message", e => { document.body.innerHTML = e.data })</script>`+
		`<iframe style="width: 320px; height: 800px; border: 0" srcdoc="`+html.EscapeString(measured)+`"></iframe>`), 0o600))
	copied := filepath.Join(dir, "measured.html")
	require.NoError(t, os.WriteFile(copied, []byte(measured), 0o600))
	run := func(args ...string) []byte {
		cmd := exec.CommandContext(t.Context(), browser, append([]string{"--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=" + filepath.Join(dir, "profile"), "--virtual-time-budget=2000"}, args...)...)
		out, err := cmd.Output()
		require.NoError(t, err)
		return out
	}
	look := func(page string, args ...string) (m measures) {
		found := regexp.MustCompile(`MEASURED({.*?})</pre>`).FindSubmatch(run(append(args, "--dump-dom", "file://"+page)...))
		require.NotNil(t, found)
		require.NoError(t, json.Unmarshal([]byte(strings.ReplaceAll(string(found[1]), "&quot;", `"`)), &m))
		return m
	}
	wide, dark := look(copied, "--window-size=1000,800"), look(copied, "--window-size=1000,800", "--blink-settings=preferredColorScheme=0")
	assert.Equal(t, "boyle.csv", wide.Title)
	assert.Regexp(t, `^volume.·.pressure = 1[34]\d\d`, wide.Equation)
	assert.Equal(t, 3, wide.Pictures, "the curve, the distances, the spectrum")
	assert.Equal(t, 2, wide.Tables)
	assert.GreaterOrEqual(t, wide.Focused, 2, "a wide table is scrolled, and details are opened, by the keyboard")
	assert.Zero(t, wide.Requests)
	assert.LessOrEqual(t, wide.Wide, wide.Room)
	assert.NotEqual(t, wide.Paper, wide.Ink)
	assert.NotEqual(t, wide.Paper, dark.Paper, "dark mode")
	assert.NotEqual(t, wide.Ink, dark.Ink)
	narrow := look(frame)
	assert.Equal(t, 320, narrow.Room)
	assert.LessOrEqual(t, narrow.Wide, narrow.Room)
	shot := filepath.Join(dir, "shot.png")
	run("--screenshot="+shot, "--window-size=500,2000", "file://"+page)
	f, err := os.Open(shot)
	require.NoError(t, err)
	defer f.Close()
	picture, err := png.Decode(f)
	require.NoError(t, err)
	assert.Greater(t, picture.Bounds().Dy(), 1000)
}
