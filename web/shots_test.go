package main

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

var shots = flag.String("shots", "", "write pictures of the page to `DIR`")

// TestShots takes pictures of the page for people to look at.
func TestShots(t *testing.T) {
	if *shots == "" {
		t.Skip("takes pictures with -shots DIR only")
	}
	file := filepath.Join(*shots, "index.html")
	if _, err := os.Stat(file); err != nil {
		page, err := Build(t.Context())
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(file, page, 0o600))
	}
	b := newBrowser(t)
	for _, s := range []struct {
		name          string
		width, height int
		dark          bool
		hash, script  string
	}{
		{"kepler", 1280, 800, false, "table=kepler", ""},
		{"boyle-dark", 1280, 800, true, "table=boyle", ""},
		{"orbit", 1280, 800, false, "table=orbit", ""},
		{"resistors", 1280, 800, false, "table=resistors", ""},
		{"errors", 1280, 800, false, "table=errors", ""},
		{"withdrawn", 1280, 800, false, "table=kepler", `(() => { const t = document.getElementById("text"); t.value = t.value.replace("5.20", "8.10").replace("19.19", "16").replace("84.01", "60"); t.dispatchEvent(new Event("input")); })()`},
		{"withdrawn-orbit", 1280, 800, true, "table=circle", `(async () => { document.getElementById("picture").focus(); for (const k of [3, 7, 9]) { kexplain.move(k, kexplain.state.scene.points[k].x.map((v, j) => v + 2 - 3 * j)); } })()`},
		{"none", 1280, 800, false, "table=none", ""},
		{"many", 1280, 800, false, "table=circle", `(() => { let s = "x,y\n"; for (let i = 0; i < 2000; i++) { const a = i * 0.7; s += (5 * Math.cos(a) + 0.02 * Math.sin(i * i)).toFixed(3) + "," + (3 * Math.sin(a) + 0.02 * Math.cos(i * i * 1.3)).toFixed(3) + "\n"; } const t = document.getElementById("text"); t.value = s; t.dispatchEvent(new Event("input")); })()`},
		{"why", 1280, 1100, false, "table=lens", `(() => { document.getElementById("why").open = true; document.querySelector("[data-format=latex]").click(); return new Promise(r => setTimeout(r, 15000)); })()`},
		{"lens-320", 320, 640, false, "table=lens", ""},
		{"enzyme-320-dark", 320, 640, true, "table=enzyme", ""},
	} {
		b.size(s.width, s.height)
		b.dark(s.dark)
		b.open("file://" + file + "#" + s.hash)
		if s.script != "" {
			b.eval(s.script, nil)
			b.settled()
		}
		b.shoot(filepath.Join(*shots, s.name+".png"), s.width < 400)
	}
}
