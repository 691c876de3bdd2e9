package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTranscripts runs the transcripts of the README and of docs: blocks of
// console in which a line beginning with "$ kexplain" is a command and what
// follows its output. With -update the output is rewritten. Commands that write
// files, take long or need data from elsewhere stand in plain blocks.
func TestTranscripts(t *testing.T) {
	pages, err := filepath.Glob(filepath.Join(top(t), "docs", "*.md"))
	require.NoError(t, err)
	for _, page := range append(pages, filepath.Join(top(t), "README.md")) {
		t.Run(filepath.Base(page), func(t *testing.T) {
			text, err := os.ReadFile(page)
			require.NoError(t, err)
			fresh := replay(t, string(text))
			if *update && fresh != string(text) {
				require.NoError(t, os.WriteFile(page, []byte(fresh), 0o644))
				return
			}
			assert.Empty(t, cmp.Diff(string(text), fresh), "%s: go test ./cmd/kexplain -update rewrites it", page)
		})
	}
}

// replay returns a page with the output of its transcripts made anew.
func replay(t *testing.T, page string) string {
	var fresh strings.Builder
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
			status, out, stderr := call(t, "", shellWords(t, strings.TrimPrefix(line, "$ "))[1:]...)
			require.Equal(t, statusDone, status, line)
			require.Empty(t, stderr, line)
			fresh.WriteString(out)
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
	page, err := os.ReadFile(filepath.Join(top(t), "docs", "commands.md"))
	require.NoError(t, err)
	for _, c := range commands() {
		assert.True(t, strings.Contains(string(page), "\n$ kexplain help "+c.name+"\n"), "docs/commands.md has no help of %s: add a block for it and run go test ./cmd/kexplain -update", c.name)
	}
}
