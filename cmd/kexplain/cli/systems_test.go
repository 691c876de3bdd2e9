package cli

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/cmd/kexplain/experiment"
)

// TestSystems: the tests that docs/reference/systems.md names are there, some script, example of
// the help or transcript runs each of its commands, and no experiment is left out.
func TestSystems(t *testing.T) {
	tests, runs := declaredTests(t), commandLines(t)
	page, err := os.ReadFile(filepath.Join(top(t), "docs", "reference", "systems.md"))
	require.NoError(t, err)
	quoted, rows, shown := regexp.MustCompile("`([^`]+)`"), 0, map[string]bool{}
	for line := range strings.Lines(string(page)) {
		cells := strings.Split(line, "|")
		if len(cells) != 5 || !strings.Contains(cells[2], "`") {
			continue
		}
		rows++
		commands := quoted.FindAllStringSubmatch(cells[2], -1)
		require.NotEmpty(t, commands, line)
		for _, c := range commands {
			words := strings.Fields(c[1])
			if words[0] == "experiment" {
				_, ok := experiment.Find(words[1])
				assert.True(t, ok, "no %s", c[1])
				shown[words[1]] = true
				continue
			}
			assert.True(t, slices.ContainsFunc(runs, func(run []string) bool {
				return !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(run, w) })
			}), "nothing runs kexplain %s", c[1])
		}
		for _, group := range strings.Split(cells[3], ";") {
			folder := quoted.FindStringSubmatch(group)
			require.NotNil(t, folder, group)
			names := regexp.MustCompile(`Test\w+`).FindAllString(group, -1)
			assert.NotEmpty(t, names, group)
			for _, name := range names {
				assert.True(t, tests[folder[1]+" "+name], "no %s in %s", name, folder[1])
			}
		}
	}
	assert.Greater(t, rows, 40)
	for _, e := range experiment.All() {
		assert.True(t, shown[e.Name], "the page has no experiment %s", e.Name)
	}
}

// declaredTests returns the tests of the repository, with their folders before them.
func declaredTests(t *testing.T) map[string]bool {
	t.Helper()
	tests, declared := map[string]bool{}, regexp.MustCompile(`(?m)^func (Test\w+)\(t \*testing\.T\)`)
	require.NoError(t, filepath.WalkDir(top(t), func(path string, e fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel(top(t), filepath.Dir(path))
		for _, m := range declared.FindAllSubmatch(text, -1) {
			tests[filepath.ToSlash(folder)+" "+string(m[1])] = true
		}
		return err
	}))
	return tests
}

// commandLines returns the words of the command lines in scripts, transcripts and the help.
func commandLines(t *testing.T) [][]string {
	t.Helper()
	pages, err := filepath.Glob(filepath.Join("testdata", "script", "*.txtar"))
	require.NoError(t, err)
	var runs [][]string
	for _, page := range append(docPages(t), pages...) {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		for line := range strings.Lines(string(text)) {
			if _, command, ok := strings.Cut(line, "kexplain "); ok && strings.HasPrefix(line, "$ ") == strings.HasSuffix(page, ".md") {
				runs = append(runs, strings.Fields(command))
			}
		}
	}
	for _, c := range commands() {
		for _, e := range c.examples {
			runs = append(runs, shellWords(t, e.line)[1:])
		}
	}
	return runs
}
