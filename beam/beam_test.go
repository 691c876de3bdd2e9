package beam

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/explain/state"
)

func TestMain(m *testing.M) { ptest.Main(m) }

// files writes tables to a folder and returns the bytes of their state, gathered in a loop.
func files(t *testing.T, dir string, n int) string {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 1))
	total, err := state.New([]string{"x", "y"}, 2)
	require.NoError(t, err)
	for k := range n {
		var b strings.Builder
		b.WriteString("x,y\n")
		for range 300 {
			fmt.Fprintf(&b, "%d,%.3f\n", rng.IntN(100), rng.NormFloat64())
		}
		path := filepath.Join(dir, fmt.Sprintf("f%d.csv", k))
		require.NoError(t, os.WriteFile(path, []byte(b.String()), 0o666))
		r, err := table.Open(path, table.Options{})
		require.NoError(t, err)
		s, err := state.Read(context.Background(), r, 2, func() {})
		require.NoError(t, err)
		require.NoError(t, r.Close())
		require.NoError(t, total.Merge(s))
	}
	data, err := total.MarshalBinary()
	require.NoError(t, err)
	return string(data)
}

// TestGather: the local runner of Beam comes to the bytes of one loop.
func TestGather(t *testing.T) {
	dir := t.TempDir()
	want := files(t, dir, 7)
	out := filepath.Join(dir, "all.kxs")
	p, s := beam.NewPipelineWithRoot()
	Write(s, out, Gather(s, filepath.Join(dir, "*.csv"), nil, 2))
	require.NoError(t, ptest.Run(p))
	got, err := os.ReadFile(out)
	require.NoError(t, err)
	assert.True(t, want == string(got), "the bytes of one process")
	left, err := filepath.Glob(out + "*")
	require.NoError(t, err)
	assert.Equal(t, []string{out}, left)
}

// TestTwice: a file that is there twice is not counted twice.
func TestTwice(t *testing.T) {
	dir := t.TempDir()
	files(t, dir, 2)
	text, err := os.ReadFile(filepath.Join(dir, "f1.csv"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "f2.csv"), text, 0o666))
	p, s := beam.NewPipelineWithRoot()
	Write(s, filepath.Join(dir, "all.kxs"), Gather(s, filepath.Join(dir, "*.csv"), nil, 2))
	assert.ErrorContains(t, ptest.Run(p), "must not be counted twice")
	assert.NoFileExists(t, filepath.Join(dir, "all.kxs"))
}

// TestMergeFn: accumulators go over the wire and come together in any order.
func TestMergeFn(t *testing.T) {
	dir := t.TempDir()
	want := files(t, dir, 3)
	fn := &MergeFn{}
	var parts []Accumulator
	for k := range 3 {
		r, err := table.Open(filepath.Join(dir, fmt.Sprintf("f%d.csv", k)), table.Options{})
		require.NoError(t, err)
		s, err := state.Read(context.Background(), r, 2, func() {})
		require.NoError(t, err)
		require.NoError(t, r.Close())
		data, err := s.MarshalBinary()
		require.NoError(t, err)
		a, err := fn.AddInput(fn.CreateAccumulator(), data)
		require.NoError(t, err)
		data, err = encode(a)
		require.NoError(t, err)
		a, err = decode(data)
		require.NoError(t, err)
		parts = append(parts, a)
	}
	a, err := fn.MergeAccumulators(parts[2], parts[0])
	require.NoError(t, err)
	a, err = fn.MergeAccumulators(fn.CreateAccumulator(), a)
	require.NoError(t, err)
	a, err = fn.MergeAccumulators(a, parts[1])
	require.NoError(t, err)
	got, err := fn.ExtractOutput(a)
	require.NoError(t, err)
	assert.True(t, want == string(got))
	_, err = fn.AddInput(a, []byte("x,y\n1,2\n"))
	assert.ErrorIs(t, err, state.ErrFile)
}
