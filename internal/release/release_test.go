package main

import (
	"archive/zip"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func sample(p platform) release {
	return release{
		version: "1.2.3", platform: p, date: time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC), program: []byte("#!/bin/sh\necho found\n"),
		common: []file{{"man/kexplain.1", []byte(".TH\n"), 0o644}, {"LICENSE", []byte("free\n"), 0o644}, {"completions/kexplain.bash", []byte("complete\n"), 0o644}},
	}
}

// TestArchives packs a small program for every platform, twice: the bytes are the same, and
// the tools of the system read them.
func TestArchives(t *testing.T) {
	dir := t.TempDir()
	for _, p := range platforms() {
		files, err := sample(p).files()
		require.NoError(t, err)
		again, err := sample(p).files()
		require.NoError(t, err)
		assert.Equal(t, files, again)
		for _, f := range files {
			require.NoError(t, os.WriteFile(filepath.Join(dir, f.name), f.data, 0o600))
			if strings.HasSuffix(f.name, ".zip") {
				z, err := zip.NewReader(bytes.NewReader(f.data), int64(len(f.data)))
				require.NoError(t, err)
				assert.Equal(t, "kexplain-1.2.3-windows-"+p.arch+"/kexplain.exe", z.File[0].Name)
			}
		}
	}
	run := func(name string, args ...string) string {
		path, err := exec.LookPath(name)
		if err != nil {
			t.Logf("no %s here", name)
			return ""
		}
		cmd := exec.Command(path, args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		return string(out)
	}
	if out := run("tar", "-xvzf", "kexplain-1.2.3-linux-amd64.tar.gz"); out != "" {
		assert.Contains(t, out, "kexplain-1.2.3-linux-amd64/man/kexplain.1\n")
		info, err := os.Stat(filepath.Join(dir, "kexplain-1.2.3-linux-amd64", "kexplain"))
		require.NoError(t, err)
		assert.NotZero(t, info.Mode()&0o100, "the program may be run")
	}
	if out := run("dpkg-deb", "--info", "kexplain_1.2.3_arm64.deb"); out != "" {
		assert.Contains(t, out, "Architecture: arm64")
		assert.Contains(t, run("dpkg-deb", "--contents", "kexplain_1.2.3_arm64.deb"), "./usr/bin/kexplain\n")
	}
}

func TestChangelog(t *testing.T) {
	const text = "# Changelog\n\n## Unreleased (0.2.0)\n\n## 0.1.0 (2026-11-22)\n"
	for _, c := range []struct {
		version string
		tagged  bool
		ok      bool
	}{{"0.2.0", false, true}, {"0.2.0", true, false}, {"0.1.0", true, true}, {"0.1", true, false}, {"0.3.0", false, false}} {
		assert.Equal(t, c.ok, checkChangelog(text, c.version, c.tagged) == nil, c)
	}
}

// TestRelease builds the release of this platform twice and compares the bytes, and runs the
// program of the archive with an empty PATH.
func TestRelease(t *testing.T) {
	if os.Getenv("KEXPLAIN_RELEASE") == "" {
		t.Skip("links the program twice: with KEXPLAIN_RELEASE=1 only")
	}
	dirs := []string{t.TempDir(), t.TempDir()}
	for _, dir := range dirs {
		require.NoError(t, run(t.Context(), dir, runtime.GOOS+"/"+runtime.GOARCH))
	}
	entries, err := os.ReadDir(dirs[0])
	require.NoError(t, err)
	require.NotEmpty(t, entries)
	for _, e := range entries {
		a, err := os.ReadFile(filepath.Join(dirs[0], e.Name()))
		require.NoError(t, err)
		b, err := os.ReadFile(filepath.Join(dirs[1], e.Name()))
		require.NoError(t, err)
		assert.True(t, bytes.Equal(a, b), e.Name())
	}
	if runtime.GOOS == "windows" {
		return
	}
	archives, err := filepath.Glob(filepath.Join(dirs[0], "*.tar.gz"))
	require.NoError(t, err)
	require.Len(t, archives, 1)
	unpack := exec.Command("tar", "-xzf", archives[0], "-C", dirs[1])
	require.NoError(t, unpack.Run())
	program := filepath.Join(dirs[1], strings.TrimSuffix(filepath.Base(archives[0]), ".tar.gz"), "kexplain")
	learn := exec.Command(program, "learn", "-")
	learn.Env = []string{"PATH="}
	learn.Dir = t.TempDir()
	learn.Stdin = strings.NewReader("x,y\n-2,4\n-1,1\n0,0\n1,1\n2,4\n3,9\n")
	out, err := learn.CombinedOutput()
	require.NoError(t, err, "%s", out)
	assert.Contains(t, string(out), "\ny = x^2\n")
	t.Run("container", func(t *testing.T) { buildContainer(t, filepath.Dir(program)) })
}

// buildContainer builds the image from the folder of an archive and runs it, where there is a
// builder. Elsewhere it holds the names in the file to those of the archive.
func buildContainer(t *testing.T, folder string) {
	text, err := os.ReadFile("Containerfile")
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		if names := strings.Fields(line); len(names) > 2 && names[0] == "COPY" {
			for _, name := range names[1 : len(names)-1] {
				assert.FileExists(t, filepath.Join(folder, name))
			}
		}
	}
	if runtime.GOOS != "linux" {
		t.Skip("the image is for Linux")
	}
	for _, builder := range []string{"docker", "podman"} {
		if exec.Command(builder, "info").Run() != nil {
			continue
		}
		const image = "kexplain-release-test"
		out, err := exec.Command(builder, "build", "-q", "-f", "Containerfile", "-t", image, folder).CombinedOutput()
		require.NoError(t, err, "%s", out)
		learn := exec.Command(builder, "run", "--rm", "-i", image, "learn", "-")
		learn.Stdin = strings.NewReader("x,y\n-2,4\n-1,1\n0,0\n1,1\n2,4\n3,9\n")
		out, err = learn.CombinedOutput()
		require.NoError(t, err, "%s", out)
		assert.Contains(t, string(out), "\ny = x^2\n")
		return
	}
	t.Skip("no builder of containers answers")
}
