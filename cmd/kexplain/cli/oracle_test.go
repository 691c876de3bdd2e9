//go:build linux

package cli

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/internal/sweeptest"
)

// What a run may take for a table of so many bytes, unpacked.
const (
	memoryBase, memoryPerByte = 64 << 20, 50
	cpuBase, cpuPerByte       = 20 * time.Second, 20 * time.Microsecond
)

// TestResources runs commands on tables of random shapes with random flags: each ends
// within bounds that are linear in the size of the table, with an answer or with a refusal.
//
//	KEXPLAIN_SWEEP=all go test ./cmd/kexplain/cli -run TestResources -v
func TestResources(t *testing.T) {
	sweeptest.Minutes(t)
	program, err := exec.LookPath("kexplain") // put there by testscript.Main
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(1, 1))
	answers, refusals := 0, 0
	var mostMemory, mostTime float64
	largest := int64(0)
	for k := range 80 {
		path, size := shape(t, rng, k)
		args := drawCommand(rng, path)
		ctx, stop := context.WithTimeout(t.Context(), 5*time.Minute)
		c := exec.CommandContext(ctx, program, args...)
		var out, stderr bytes.Buffer
		c.Stdout, c.Stderr = &out, &stderr
		err := c.Run()
		stop()
		usage, ok := c.ProcessState.SysUsage().(*syscall.Rusage)
		require.True(t, ok)
		cpu, memory := time.Duration(usage.Utime.Nano()+usage.Stime.Nano()), int64(usage.Maxrss)<<10
		what := fmt.Sprintf("%s (%d bytes): %v, %d MB, status %d, %.200s", strings.Join(args, " "), size, cpu.Round(time.Millisecond), memory>>20, exitStatus(err), stderr.String())
		assert.LessOrEqual(t, memory, memoryBase+memoryPerByte*int64(size), what)
		assert.LessOrEqual(t, cpu, cpuBase+time.Duration(size)*cpuPerByte, what)
		assert.Contains(t, []int{statusDone, statusNoAnswer, statusUsage}, exitStatus(err), what)
		if err == nil {
			answers++
		} else {
			refusals++
			assert.NotEmpty(t, stderr.String(), what)
		}
		if size > 1<<20 {
			mostMemory = max(mostMemory, float64(memory-memoryBase)/float64(size))
		}
		largest = max(largest, memory>>20)
		mostTime = max(mostTime, cpu.Seconds())
	}
	t.Logf("%d answers, %d refusals; at most %d MB; tables over 1 MB: at most 64 MB and %.1f bytes a byte; at most %.1f s of cpu", answers, refusals, largest, mostMemory, mostTime)
}

// shape writes a table: narrow or wide, short or long, text, packed or binary.
func shape(t *testing.T, rng *rand.Rand, k int) (path string, size int) {
	t.Helper()
	rows, cols := 1+rng.IntN(1<<rng.IntN(14)), 1+rng.IntN(1<<rng.IntN(10))
	for rows*cols > 400_000 {
		rows = rows/2 + 1
	}
	var b bytes.Buffer
	name := fmt.Sprintf("t%d.csv", k)
	switch kind := rng.IntN(4); {
	case kind == 3: // NPY
		name = fmt.Sprintf("t%d.npy", k)
		head := fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d), }", rows, cols)
		head += strings.Repeat(" ", 63-(10+len(head))%64) + "\n"
		b.WriteString("\x93NUMPY\x01\x00")
		require.NoError(t, binary.Write(&b, binary.LittleEndian, uint16(len(head))))
		b.WriteString(head)
		for range rows * cols {
			require.NoError(t, binary.Write(&b, binary.LittleEndian, rng.NormFloat64()))
		}
	default:
		same := rng.IntN(3) == 0
		for i := range rows {
			for j := range cols {
				if j > 0 {
					b.WriteByte(",;\t"[kind])
				}
				switch {
				case i == 0 && kind > 0:
					fmt.Fprintf(&b, "c%d", j)
				case same:
					b.WriteByte('1')
				default:
					fmt.Fprintf(&b, "%.*g", 1+rng.IntN(15), rng.NormFloat64()*100)
				}
			}
			b.WriteByte('\n')
		}
	}
	size = b.Len()
	content := b.Bytes()
	if rng.IntN(4) == 0 {
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		_, err := w.Write(content)
		require.NoError(t, err)
		require.NoError(t, w.Close())
		content, name = packed.Bytes(), name+".gz"
	}
	path = filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, content, 0o600))
	return path, size
}

// drawCommand draws a command line.
func drawCommand(rng *rand.Rand, path string) []string {
	degree := fmt.Sprint(1 + rng.IntN(3))
	all := [][]string{
		{"check", "x1 + x2 = 1", path}, {"check", "c1 = c0^2", path, "--format", "json"}, {"ideal", path, "--degree", degree, "--missing", "drop", "--timeout", "15s"},
		{"ideal", path, "--modulo", "32003", "--missing", "drop", "--timeout", "15s"}, {"learn", path, "--degree", degree, "--timeout", "15s"},
		{"learn", path, "--degree", degree, "--robust", "off", "--timeout", "15s"}, {"classify", path, "--degree", "1", "--timeout", "15s"},
		{"fit", path, "--target", "1", "--degree", "1", "--timeout", "15s"}, {"compare", path, "--degree", "1", "--resamples", "2", "--timeout", "15s"},
		{"cluster", path, "--classes", "2", "--timeout", "15s"}, {"predict", "x1 = x2", path, "--target", "x1"},
	}
	return all[rng.IntN(len(all))]
}
