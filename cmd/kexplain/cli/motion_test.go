package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/internal/sharedtest"
	"github.com/kexplain/kexplain/internal/sweeptest"
)

// TestMotion runs the plain blocks of docs/reference/motion.md whose commands begin with "$
// kexplain": their output is that of the files of Schmidt and Lipson, and their pictures
// those that --plot draws. It runs with KEXPLAIN_SWEEP=1; with -update both are made anew.
func TestMotion(t *testing.T) {
	if !*update {
		sweeptest.Sweep(t)
	}
	folder := sharedtest.Path(t, "data", "schmidt-lipson") + string(filepath.Separator)
	reference := filepath.Join(top(t), "docs", "reference")
	page, err := os.ReadFile(filepath.Join(reference, "motion.md"))
	require.NoError(t, err)
	files := map[string]bool{}
	fresh := regexp.MustCompile("(?s)```text\n(\\$ kexplain .*?)```\n").ReplaceAllStringFunc(string(page), func(block string) string {
		var out strings.Builder
		out.WriteString("```text\n")
		for line := range strings.Lines(block) {
			if !strings.HasPrefix(line, "$ ") {
				continue
			}
			args := shellWords(t, strings.TrimPrefix(line, "$ "))[1:]
			files[args[1]] = true
			args[1] = folder + args[1]
			drawn, picture := filepath.Join(t.TempDir(), "drawn.svg"), ""
			for i := range args {
				if args[i] == "--plot" {
					args[i+1], picture = drawn, filepath.Join(reference, args[i+1])
				}
			}
			status, stdout, stderr := call(t, "", args...)
			require.Equal(t, statusDone, status, "%s%s", line, stderr)
			out.WriteString(line)
			for said := range strings.Lines(strings.ReplaceAll(stdout, folder, "")) {
				if !strings.Contains(said, "data sha256") && strings.TrimSpace(said) != "" {
					out.WriteString(said)
				}
			}
			if picture != "" {
				samePicture(t, picture, drawn)
			}
		}
		return out.String() + "```\n"
	})
	assert.Len(t, files, 13)
	if *update {
		require.NoError(t, os.WriteFile(filepath.Join(reference, "motion.md"), []byte(fresh), 0o644))
		return
	}
	assert.Empty(t, cmp.Diff(string(page), fresh), "go test ./cmd/kexplain/cli -run Motion -update rewrites it")
}

// samePicture compares a picture of the docs with what was drawn; with -update it is replaced.
func samePicture(t *testing.T, path, drawn string) {
	t.Helper()
	fresh, err := os.ReadFile(drawn)
	require.NoError(t, err)
	if *update {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, fresh, 0o644))
		return
	}
	was, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.True(t, string(was) == string(fresh), "%s is not what --plot draws", path)
}
