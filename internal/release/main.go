// Release builds what people download: for each platform an archive with the program, its
// manual page, completions and licences, for Debian a package, and the checksums of all.
//
//	go run ./internal/release -o dist
//	go run ./internal/release -o dist -platform linux/amd64
//
// The version is that of the source. On a tagged commit the tag must name it, and CHANGELOG.md
// must have a section for it. The same commit and the same Go give the same bytes: no file
// has a date but that of the commit.
package main

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// notInlined lists the packages that are compiled without inlining, where that
// costs little time: the program is smaller then.
//
//go:embed notinlined.txt
var notInlined string

// platform is an operating system and a processor in the words of Go.
type platform struct{ os, arch string }

func platforms() []platform {
	return []platform{{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"},
		{"windows", "amd64"}, {"windows", "arm64"}}
}

func main() {
	out := flag.String("o", "dist", "write the files to `DIR`")
	only := flag.String("platform", "", "build for `OS/ARCH` only, such as linux/amd64")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *out, *only); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out, only string) error {
	if flag.NArg() > 0 {
		return fmt.Errorf("found the argument %q, expected none", flag.Arg(0))
	}
	top, err := output(ctx, ".", "go", "list", "-m", "-f", "{{.Dir}}", "github.com/kexplain/kexplain")
	if err != nil {
		return err
	}
	version, err := sourceVersion(top)
	if err != nil {
		return err
	}
	if err := checkTag(ctx, top, version); err != nil {
		return err
	}
	date, err := commitDate(ctx, top)
	if err != nil {
		return err
	}
	common, err := commonFiles(ctx, top)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	var sums strings.Builder
	found := false
	for _, p := range platforms() {
		if only != "" && only != p.os+"/"+p.arch {
			continue
		}
		found = true
		program, err := build(ctx, top, p)
		if err != nil {
			return err
		}
		r := release{version: version, platform: p, date: date, program: program, common: common}
		files, err := r.files()
		if err != nil {
			return err
		}
		for _, f := range files {
			if err := os.WriteFile(filepath.Join(out, f.name), f.data, 0o644); err != nil {
				return err
			}
			fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(f.data), f.name)
			fmt.Println(f.name, len(f.data))
		}
	}
	if !found {
		return fmt.Errorf("found the platform %q, expected one of %v", only, platforms())
	}
	return os.WriteFile(filepath.Join(out, "SHA256SUMS"), []byte(sums.String()), 0o644)
}

// sourceVersion reads the version from the source.
func sourceVersion(top string) (string, error) {
	const file = "cmd/kexplain/cli/version.go"
	text, err := os.ReadFile(filepath.Join(top, filepath.FromSlash(file)))
	if err != nil {
		return "", err
	}
	m := regexp.MustCompile(`const version = "([^"]+)"`).FindSubmatch(text)
	if m == nil {
		return "", fmt.Errorf("%s: found no version", file)
	}
	return string(m[1]), nil
}

// checkTag compares the version with the tag of the commit, where it has one, and with CHANGELOG.md.
func checkTag(ctx context.Context, top, version string) error {
	tag, err := output(ctx, top, "git", "describe", "--tags", "--exact-match", "HEAD")
	tagged := err == nil // without git, or without a tag, it is a build for trial
	if tagged && tag != "v"+version {
		return fmt.Errorf("found the tag %s, expected v%s, the version of the source", tag, version)
	}
	text, err := os.ReadFile(filepath.Join(top, "CHANGELOG.md"))
	if err != nil {
		return err
	}
	return checkChangelog(string(text), version, tagged)
}

// checkChangelog wants a section with the version; it may be called unreleased before the tag.
func checkChangelog(text, version string, tagged bool) error {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "## "+version || strings.HasPrefix(line, "## "+version+" ") || !tagged && line == "## Unreleased ("+version+")" {
			return nil
		}
	}
	return fmt.Errorf("CHANGELOG.md: found no section %q", "## "+version)
}

// commitDate is SOURCE_DATE_EPOCH, or when the commit was made, or a fixed day where there is no git.
func commitDate(ctx context.Context, top string) (time.Time, error) {
	text := os.Getenv("SOURCE_DATE_EPOCH")
	if text == "" {
		var err error
		if text, err = output(ctx, top, "git", "log", "-1", "--format=%ct"); err != nil {
			text = "315532800" // 1980, before which zip has no dates
		}
	}
	seconds, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return time.Time{}, fmt.Errorf("SOURCE_DATE_EPOCH: found %q, expected seconds", text)
	}
	return time.Unix(seconds, 0).UTC(), nil
}

// build compiles the program for a platform.
func build(ctx context.Context, top string, p platform) ([]byte, error) {
	dir, err := os.MkdirTemp("", "kexplain-release-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "kexplain")
	args := []string{"build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -funcalign=1", "-o", name}
	for _, p := range strings.Fields(notInlined) {
		args = append(args, "-gcflags="+p+"=-l")
	}
	cmd := exec.CommandContext(ctx, "go", append(args, "./cmd/kexplain")...)
	cmd.Dir = top
	cmd.Env = append(os.Environ(), "GOOS="+p.os, "GOARCH="+p.arch, "CGO_ENABLED=0", "GOAMD64=", "GOARM64=", "GOFLAGS=")
	if said, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%s/%s: %w\n%s", p.os, p.arch, err, said)
	}
	return os.ReadFile(name)
}

// commonFiles are those that every archive has: what the program writes about itself, and the
// texts of the source.
func commonFiles(ctx context.Context, top string) ([]file, error) {
	program, err := build(ctx, top, platform{runtime.GOOS, runtime.GOARCH})
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "kexplain-release-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "kexplain.exe")
	if err := os.WriteFile(path, program, 0o700); err != nil {
		return nil, err
	}
	var files []file
	for _, f := range []struct {
		name string
		args []string
	}{
		{"man/kexplain.1", []string{"help", "--man"}},
		{"completions/kexplain.bash", []string{"completion", "bash"}},
		{"completions/_kexplain", []string{"completion", "zsh"}},
		{"completions/kexplain.fish", []string{"completion", "fish"}},
		{"completions/kexplain.ps1", []string{"completion", "powershell"}},
		{"NOTICES", []string{"version", "--licences"}},
	} {
		text, err := exec.CommandContext(ctx, path, f.args...).Output()
		if err != nil {
			return nil, fmt.Errorf("kexplain %s: %w", strings.Join(f.args, " "), err)
		}
		files = append(files, file{f.name, text, 0o644})
	}
	for _, name := range []string{"LICENSE", "README.md", "CHANGELOG.md"} {
		text, err := os.ReadFile(filepath.Join(top, name))
		if err != nil {
			return nil, err
		}
		files = append(files, file{name, text, 0o644})
	}
	return files, nil
}

func output(ctx context.Context, dir, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	text, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return "", fmt.Errorf("%s: %w: %s", name, err, strings.TrimSpace(string(exit.Stderr)))
	}
	return strings.TrimSpace(string(text)), err
}
