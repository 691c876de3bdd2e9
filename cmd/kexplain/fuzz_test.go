package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestFuzzRota: five turns of .ci/fuzz cover every fuzz target of the module, each once.
func TestFuzzRota(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no bash")
	}
	var want, got []string
	require.NoError(t, filepath.WalkDir(top(t), func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		dir, _ := filepath.Rel(top(t), filepath.Dir(path))
		for _, m := range regexp.MustCompile(`(?m)^func (Fuzz\w+)`).FindAllStringSubmatch(string(text), -1) {
			want = append(want, filepath.ToSlash(dir)+" "+m[1])
		}
		return err
	}))
	for turn := range 5 {
		list := exec.Command(filepath.Join(top(t), ".ci", "fuzz"), "--list", strconv.Itoa(turn))
		out, err := list.Output()
		require.NoError(t, err)
		got = append(got, strings.Split(strings.TrimSpace(string(out)), "\n")...)
	}
	assert.ElementsMatch(t, want, got)
	assert.Greater(t, len(got), 20)
}
