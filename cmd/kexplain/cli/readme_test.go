package cli

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTranscripts runs the transcripts of the README and of docs: blocks of
// console in which a line beginning with "$ kexplain" is a command and what
// follows its output. With -update the output is rewritten. Commands that write
// files, take long or need data from elsewhere stand in plain blocks. What a command
// that has no answer says on standard error is a part of the transcript.
func TestTranscripts(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long under the race detector")
	}
	for _, page := range append(docPages(t), filepath.Join(top(t), "README.md")) {
		t.Run(filepath.Base(page), func(t *testing.T) {
			text, err := os.ReadFile(page)
			require.NoError(t, err)
			fresh := replay(t, string(text), filepath.Dir(page))
			if *update && fresh != string(text) {
				require.NoError(t, os.WriteFile(page, []byte(fresh), 0o644))
				return
			}
			assert.Empty(t, cmp.Diff(string(text), fresh), "%s: go test ./cmd/kexplain/cli -update rewrites it", page)
		})
	}
}

// docPages returns the pages of docs and of the folders in it.
func docPages(t *testing.T) []string {
	t.Helper()
	var pages []string
	for _, pattern := range []string{"*.md", "*/*.md"} {
		found, err := filepath.Glob(filepath.Join(top(t), "docs", pattern))
		require.NoError(t, err)
		pages = append(pages, found...)
	}
	return pages
}

// replay returns a page in a folder with the output of its transcripts made anew. The pictures
// below them are drawn by the same runs.
func replay(t *testing.T, page, folder string) string {
	var fresh strings.Builder
	pictures := picturesBelow(page)
	inside, skipping := false, false
	for line := range strings.Lines(page) {
		switch {
		case line == "```console\n":
			inside, skipping = true, false
		case inside && line == "```\n":
			inside, skipping = false, false
		case inside && strings.HasPrefix(line, "$ kexplain "):
			fresh.WriteString(line)
			require.NotRegexp(t, "--(output|plot|save)", line, "a transcript must not write files")
			args, drawn := shellWords(t, strings.TrimPrefix(line, "$ "))[1:], filepath.Join(t.TempDir(), "drawn.svg")
			picture := pictures[line]
			if picture != "" {
				args = append(args, "--plot", drawn)
			}
			status, out, stderr := call(t, "", args...)
			require.Contains(t, []int{statusDone, statusNoAnswer}, status, line)
			require.Equal(t, status == statusNoAnswer, stderr != "", line)
			if picture != "" && runtime.GOARCH == "amd64" { // other machines round otherwise
				samePicture(t, filepath.Join(folder, picture), drawn)
			}
			fresh.WriteString(out + stderr)
			skipping = true
			continue
		case inside && strings.HasPrefix(line, "$ "):
			skipping = false // a command of somebody else
		}
		if !skipping {
			fresh.WriteString(line)
		}
	}
	return fresh.String()
}

// TestManual: the page on the command line has the help of every command.
func TestManual(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(top(t), "docs", "reference", "commands.md"))
	require.NoError(t, err)
	for _, c := range commands() {
		assert.True(t, strings.Contains(string(page), "\n$ kexplain help "+c.name+"\n"), "docs/reference/commands.md has no help of %s: add a block for it and run go test ./cmd/kexplain/cli -update", c.name)
	}
}

// TestPages: the source files that the pages name are there, and so are the pages
// that they link to.
func TestPages(t *testing.T) {
	sources := make(map[string]bool) // by base name, and by every longer end of the path
	err := filepath.WalkDir(top(t), func(path string, e fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".go") {
			end, _ := filepath.Rel(top(t), path) // both are below the same root
			end = filepath.ToSlash(end)
			for ok := true; ok; _, end, ok = strings.Cut(end, "/") {
				sources[end] = true
			}
		}
		return err
	})
	require.NoError(t, err)
	tops, err := filepath.Glob(filepath.Join(top(t), "*.md"))
	require.NoError(t, err)
	for _, page := range append(docPages(t), tops...) {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		for _, m := range regexp.MustCompile("`([a-zA-Z0-9_/]+\\.go)`").FindAllStringSubmatch(string(text), -1) {
			assert.True(t, sources[m[1]], "%s names %s, which is not there", page, m[1])
		}
		for _, m := range regexp.MustCompile(`\]\(([^)#:]+)(#[^)]*)?\)`).FindAllStringSubmatch(string(text), -1) {
			assert.FileExists(t, filepath.Join(filepath.Dir(page), m[1]), "%s links to it", page)
		}
	}
	assert.True(t, sources["cmd/kexplain/cli/readme_test.go"])
}

// TestReadingOrder: the package comment of explain, which has many files, names
// every one of them and no other.
func TestReadingOrder(t *testing.T) {
	comment, err := os.ReadFile(filepath.Join(top(t), "explain", "doc.go"))
	require.NoError(t, err)
	named := regexp.MustCompile(`[a-z]+\.go`).FindAllString(string(comment), -1)
	files, err := filepath.Glob(filepath.Join(top(t), "explain", "*.go"))
	require.NoError(t, err)
	var there []string
	for _, f := range files {
		if name := filepath.Base(f); name != "doc.go" && !strings.HasSuffix(name, "_test.go") {
			there = append(there, name)
		}
	}
	assert.ElementsMatch(t, there, named)
}
