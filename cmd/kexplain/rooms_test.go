package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestRoomsOfExplain holds the packages of explain/internal to the list in explain/doc.go:
// each is there, and imports only packages that stand before it.
func TestRoomsOfExplain(t *testing.T) {
	comment, err := os.ReadFile(filepath.Join(top(t), "explain", "doc.go"))
	require.NoError(t, err)
	var rooms []string
	for _, m := range regexp.MustCompile("(?m)^//   - ([a-z, ]+):").FindAllStringSubmatch(string(comment), -1) {
		rooms = append(rooms, strings.Split(m[1], ", ")...)
	}
	const prefix = "github.com/kexplain/kexplain/explain/internal/"
	list := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./explain/internal/...")
	list.Dir = top(t)
	out, err := list.Output()
	require.NoError(t, err)
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		name := strings.TrimPrefix(words[0], prefix)
		if name == "explaintest" {
			continue // imported by tests alone
		}
		at := slices.Index(rooms, name)
		assert.NotEqual(t, -1, at, "%s is not in the list", name)
		for _, imported := range words[1:] {
			if other, ours := strings.CutPrefix(imported, prefix); ours {
				assert.Less(t, slices.Index(rooms, other), at, "%s imports %s, which does not stand before it", name, other)
			}
		}
	}
}

// TestExplainIsSmall holds explain and its rooms to sizes at which one reads them.
func TestExplainIsSmall(t *testing.T) {
	sources := map[string]int{}
	require.NoError(t, filepath.WalkDir(filepath.Join(top(t), "explain"), func(path string, d os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		assert.LessOrEqual(t, strings.Count(string(text), "\n"), 400, "lines of %s", path)
		sources[filepath.Dir(path)]++
		return err
	}))
	for dir, n := range sources {
		assert.LessOrEqual(t, n, 15, "source files of %s", dir)
	}
}

// TestRooms holds the imports of all packages to the table in CONTRIBUTING.md:
// they point down it, but for the packages of internal, which stand outside.
func TestRooms(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(top(t), "CONTRIBUTING.md"))
	require.NoError(t, err)
	var rooms []string
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z/]+)` \\|").FindAllStringSubmatch(string(page), -1) {
		rooms = append(rooms, m[1])
	}
	require.Contains(t, rooms, "ring")
	const module = "github.com/kexplain/kexplain/"
	room := func(path string) int {
		path = strings.TrimPrefix(path, module)
		return slices.IndexFunc(rooms, func(r string) bool { return path == r || strings.HasPrefix(path, r+"/") })
	}
	outside := func(path string) bool {
		return slices.Contains([]string{"internal", "benchmarks"}, rooms[room(path)])
	}
	list := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...")
	list.Dir = top(t)
	out, err := list.Output()
	require.NoError(t, err)
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		if !assert.NotEqual(t, -1, room(words[0]), "%s is in no room of CONTRIBUTING.md", words[0]) || outside(words[0]) {
			continue
		}
		for _, imported := range words[1:] {
			if strings.HasPrefix(imported, module) && !strings.HasPrefix(imported, module+"internal/") {
				assert.LessOrEqual(t, room(words[0]), room(imported), "%s imports %s, which is above it", words[0], imported)
			}
		}
	}
}
