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

// TestRoomsOfBenchmarks builds the module of the benchmarks, which no build of
// this module looks at.
func TestRoomsOfBenchmarks(t *testing.T) {
	build := exec.Command("go", "build", "./...")
	build.Dir = filepath.Join(top(t), "benchmarks")
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
}
