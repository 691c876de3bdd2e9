// Gate shows what two revisions of kexplain print differently.
//
//	go run ./cmd/kexplain/gate -since REV [-case NAME] [-lines N]
//
// It builds the program as it stands in the working tree and, in a temporary git
// worktree, as it stood at REV, runs both on every case of the corpus (or on one),
// and prints for each case that differs the command, the two statuses and the
// difference of what was printed. The status is 1 if there was one.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/kexplain/kexplain/cmd/kexplain/gate/corpus"
)

func main() {
	since := flag.String("since", "", "the `REV`ision to compare the working tree with")
	name := flag.String("case", "", "run the case of this `NAME` only")
	lines := flag.Int("lines", 40, "print at most `N` lines of each difference")
	flag.Parse()
	differ, err := compare(os.Stdout, *since, *name, *lines)
	if err != nil {
		fmt.Fprintln(os.Stderr, "gate:", err)
		os.Exit(2)
	}
	if differ {
		os.Exit(1)
	}
}

// compare builds both programs, runs them and reports whether they differ.
func compare(w io.Writer, since, name string, lines int) (bool, error) {
	if since == "" {
		return false, errors.New("found no revision, expected -since REV")
	}
	cases := corpus.Cases()
	if name != "" {
		c, ok := corpus.ByName(name)
		if !ok {
			return false, fmt.Errorf("found no case %q", name)
		}
		cases = []corpus.Case{c}
	}
	top, err := output(".", "git", "rev-parse", "--show-toplevel")
	if err != nil {
		return false, err
	}
	dir, err := os.MkdirTemp("", "gate")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	worktree := filepath.Join(dir, "old")
	if _, err := output(top, "git", "worktree", "add", "--detach", worktree, since); err != nil {
		return false, err
	}
	defer output(top, "git", "worktree", "remove", "--force", worktree)
	var programs [2]string
	for i, source := range []string{worktree, top} {
		programs[i] = filepath.Join(dir, fmt.Sprintf("kexplain%d", i))
		if _, err := output(source, "go", "build", "-o", programs[i], "./cmd/kexplain"); err != nil {
			return false, err
		}
	}
	tables := filepath.Join(dir, "tables")
	if err := corpus.Write(tables, filepath.Join(top, "testdata")); err != nil {
		return false, err
	}
	count := 0
	for _, c := range cases {
		before, after := call(programs[0], tables, c), call(programs[1], tables, c)
		if bytes.Equal(before, after) {
			continue
		}
		count++
		fmt.Fprintf(w, "== %s\nkexplain %s\n", c.Name, strings.Join(c.Args, " "))
		if err := diff(w, dir, before, after, lines); err != nil {
			return false, err
		}
	}
	fmt.Fprintf(w, "%d of %d cases differ\n", count, len(cases))
	return count > 0, nil
}

// call returns the status and both outputs of a program for a case.
func call(program, dir string, c corpus.Case) []byte {
	cmd := exec.Command(program, c.Args...)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(c.Stdin)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	return fmt.Appendf(nil, "status: %v\n%s\nstandard error:\n%s", err, stdout.Bytes(), stderr.Bytes())
}

// diff prints the difference of two texts, at most n lines of it.
func diff(w io.Writer, dir string, before, after []byte, n int) error {
	for name, b := range map[string][]byte{"before": before, "after": after} {
		if err := os.WriteFile(filepath.Join(dir, name), b, 0o666); err != nil {
			return err
		}
	}
	cmd := exec.Command("git", "diff", "--no-index", "--no-prefix", "-U1", "before", "after")
	cmd.Dir = dir
	out, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		return err
	}
	printed := 0
	for line := range strings.Lines(string(out)) {
		if strings.HasPrefix(line, "diff --git") || strings.HasPrefix(line, "index ") {
			continue
		}
		if printed++; printed > n {
			_, err := fmt.Fprintln(w, "…")
			return err
		}
		if _, err := io.WriteString(w, line); err != nil {
			return err
		}
	}
	return nil
}

// output runs a command in a folder and returns what it prints, without blanks at
// the ends.
func output(dir, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s %s: %w: %s", name, strings.Join(args, " "), err, strings.TrimSpace(stderr.String()))
	}
	return strings.TrimSpace(stdout.String()), nil
}
