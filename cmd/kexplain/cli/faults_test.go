//go:build linux

package cli

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/internal/sweeptest"
)

// TestSystemFaults lets the n-th open, read, write, sync, link, rename and allocation of a
// whole run fail, by strace, and looks at what is left: the file has its old content or the
// whole answer, nothing else is in its folder, the status is not 0 where the answer is
// missing, and the error is one line. Where memory is refused Go's runtime ends the program
// with lines and a status of its own; the file is whole all the same.
//
//	KEXPLAIN_SWEEP=all go test ./cmd/kexplain/cli -run TestSystemFaults -v
func TestSystemFaults(t *testing.T) {
	sweeptest.Minutes(t)
	if _, err := exec.LookPath("strace"); err != nil {
		t.Skip("strace is not installed")
	}
	program, err := exec.LookPath("kexplain") // put there by testscript.Main
	require.NoError(t, err)
	data := filepath.Join(top(t), "testdata", "circle.csv")
	status, whole, _ := call(t, "", "ideal", data)
	require.Equal(t, statusDone, status)
	faults, kept, replaced := 0, 0, 0
	for _, call := range []string{"openat", "read", "write", "fsync", "linkat", "renameat", "mmap", "close"} {
		for _, old := range []bool{false, true} {
			for n := 1; n <= 40; n++ {
				dir := t.TempDir()
				path, trace := filepath.Join(dir, "answer"), filepath.Join(t.TempDir(), "trace")
				if old {
					require.NoError(t, os.WriteFile(path, []byte("old"), 0o600))
				}
				reason := "EIO"
				if call == "mmap" {
					reason = "ENOMEM"
				}
				c := exec.Command("strace", "-f", "-qq", "-o", trace, "-e", "trace="+call, "-e", fmt.Sprintf("inject=%s:error=%s:when=%d", call, reason, n),
					program, "ideal", data, "--output", path)
				var stdout, stderr bytes.Buffer
				c.Stdout, c.Stderr = &stdout, &stderr
				status := exitStatus(c.Run())
				log, err := os.ReadFile(trace)
				require.NoError(t, err)
				what := fmt.Sprintf("%s %d, old %v: status %d, %.300s", call, n, old, status, stderr.String())
				got, readErr := os.ReadFile(path)
				switch {
				case readErr == nil && string(got) == whole:
					replaced++
				case old:
					assert.Equal(t, "old", string(got), what)
					kept++
				default:
					assert.ErrorIs(t, readErr, os.ErrNotExist, what)
					kept++
				}
				if string(got) != whole {
					assert.NotZero(t, status, what)
					if call != "mmap" && !strings.Contains(stderr.String(), "runtime") {
						assert.Equal(t, 1, strings.Count(stderr.String(), "\n"), what)
						assert.LessOrEqual(t, stderr.Len(), maxLine, what)
					}
				}
				entries, err := os.ReadDir(dir)
				require.NoError(t, err)
				for _, e := range entries {
					assert.Equal(t, "answer", e.Name(), what)
				}
				if !bytes.Contains(log, []byte("INJECTED")) {
					break // the run has fewer of these calls
				}
				faults++
			}
		}
	}
	t.Logf("%d faults: %d times the file was as before, %d times it was whole", faults, kept, replaced)
}
