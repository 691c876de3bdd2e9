package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/cmd/kexplain/gate/corpus"
	"github.com/kexplain/kexplain/internal/sweeptest"
)

// TestGate holds what the program prints for every case of the corpus to the
// digests in testdata/gate.txt: status, standard output and standard error, byte
// for byte. A change that is not meant to change the output leaves it green. One case in five is run unless KEXPLAIN_SWEEP is set.
//
// To see what changed:
//
//	go run ./cmd/kexplain/gate -since main
//
// Output that changes on purpose is written anew by
//
//	go test ./cmd/kexplain/cli -run TestGate -update
//
// and the commit says which cases changed and why, with the difference of at
// least one of them. The digests are those of amd64: other machines may fuse
// additions into multiplications and round otherwise.
func TestGate(t *testing.T) {
	if testing.Short() {
		t.Skip("takes minutes under the race detector")
	}
	if runtime.GOARCH != "amd64" {
		t.Skip("the digests are those of amd64")
	}
	golden, err := filepath.Abs(filepath.Join("testdata", "gate.txt"))
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, corpus.Write(dir, filepath.Join(top(t), "testdata")))
	t.Chdir(dir)

	cases, every := corpus.Cases(), 5
	if sweeptest.Asked() || *update {
		every = 1
	}
	var all strings.Builder
	want := digests(t, golden)
	var differ []string
	for i, c := range cases {
		if i%every != 0 {
			delete(want, c.Name)
			continue
		}
		var stdout, stderr bytes.Buffer
		start := time.Now()
		status := run(context.Background(), streams{in: strings.NewReader(c.Stdin), out: &stdout, err: &stderr}, c.Args)
		line := c.Line(status, stdout.Bytes(), stderr.Bytes())
		if testing.Verbose() {
			t.Log(time.Since(start).Round(time.Millisecond), c.Name)
		}
		all.WriteString(line)
		if want[c.Name] != line {
			differ = append(differ, c.Name)
		}
	}
	ran := (len(cases) + every - 1) / every
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(all.String()), 0o666))
		return
	}
	if len(differ) > 0 {
		t.Errorf("the output of %d of %d cases differs from the digests; go run ./cmd/kexplain/gate -since main shows how:\n%s",
			len(differ), ran, strings.Join(differ, "\n"))
	}
	require.Len(t, want, ran, "digests of cases that are no more")
}

// digests reads the file of digests: the line of every case by its name.
func digests(t *testing.T, path string) map[string]string {
	t.Helper()
	b, err := os.ReadFile(path)
	if *update && os.IsNotExist(err) {
		return nil
	}
	require.NoError(t, err)
	lines := make(map[string]string)
	for line := range strings.Lines(string(b)) {
		name, _, _ := strings.Cut(line, " ")
		require.NotContains(t, lines, name)
		lines[name] = line
	}
	return lines
}
