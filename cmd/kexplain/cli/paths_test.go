package cli

import (
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPaths: every flag that takes the name of a file or a folder is among the paths
// of its command.
func TestPaths(t *testing.T) {
	for _, c := range commands() {
		flags := flag.NewFlagSet(c.name, flag.ContinueOnError)
		flags.SetOutput(io.Discard)
		c.bind(flags)
		var want []string
		flags.VisitAll(func(f *flag.Flag) {
			if value, _ := flag.UnquoteUsage(f); value == "FILE" || value == "DIR" {
				require.NoError(t, flags.Set(f.Name, "path-"+f.Name))
				want = append(want, "path-"+f.Name)
			}
		})
		var got []string
		if c.paths != nil {
			p := c.paths()
			for _, n := range append(p.in, p.out...) {
				got = append(got, n.path)
			}
		}
		assert.Subset(t, got, want, c.name)
	}
}

// TestSameFile: a file is the same by any name.
func TestSameFile(t *testing.T) {
	dir := t.TempDir()
	data := filepath.Join(dir, "data.csv")
	require.NoError(t, os.WriteFile(data, []byte("1,2\n"), 0o644))
	in, err := os.Open(data)
	require.NoError(t, err)
	defer in.Close()
	require.NoError(t, os.Symlink(data, filepath.Join(dir, "soft")))
	require.NoError(t, os.Link(data, filepath.Join(dir, "hard")))
	for _, out := range []string{data, filepath.Join(dir, ".", "data.csv"), filepath.Join(dir, "soft"), filepath.Join(dir, "hard")} {
		output := []namedPath{{out, "--output"}}
		require.ErrorIs(t, paths{in: []namedPath{{data, "DATA"}}, out: output}.check(streams{}), errUsage)
		require.ErrorIs(t, paths{in: []namedPath{{data + "?array=x", "DATA"}}, out: output}.check(streams{}), errUsage)
		require.ErrorIs(t, paths{in: []namedPath{{"-", "DATA"}}, out: output}.check(streams{in: in}), errUsage)
		require.ErrorIs(t, paths{in: filesIn(dir, "--data"), out: output}.check(streams{}), errUsage)
		require.ErrorIs(t, paths{out: []namedPath{{data, "--save"}, output[0]}}.check(streams{}), errUsage)
	}
	new := filepath.Join(dir, "new")
	require.NoError(t, paths{in: []namedPath{{data, "DATA"}}, out: []namedPath{{new, "--output"}}}.check(streams{in: in}))
	require.ErrorIs(t, paths{out: []namedPath{{new, "--save"}, {filepath.Join(dir, "..", filepath.Base(dir), "new"), "--output"}}}.check(streams{}), errUsage)
	require.NoError(t, paths{in: []namedPath{{os.DevNull, "DATA"}}, out: []namedPath{{os.DevNull, "--output"}}}.check(streams{}))
}

// TestDirectories: a directory in place of a file is one clear line, for what is written
// before any work.
func TestDirectories(t *testing.T) {
	dir := t.TempDir()
	const where = "DIR"
	for _, tt := range []struct{ line, want string }{
		{"check DIR testdata/circle.csv", "DIR: found a directory, expected a file of equations"},
		{"check x=y DIR", "DIR: found a directory, expected a file; name one file inside it"},
		{"learn DIR", "DIR: found a directory, expected a file; name one file inside it"},
		{"ideal testdata/circle.csv --contains DIR", "DIR: found a directory, expected a file of equations"},
		{"inductive DIR --init q=0 --step q:=q+1", "DIR: found a directory, expected a file of equations"},
		{"compare testdata/circle.csv --truth DIR", "DIR: found a directory, expected a file of equations"},
		{"learn testdata/circle.csv --given DIR", "DIR: found a directory, expected a file of equations"},
		{"learn testdata/circle.csv --moments DIR", "DIR: found a directory, expected the result of a query of kexplain sql"},
		{"merge DIR", "DIR: found a directory, expected a state"},
		{"verify --instance DIR", "malformed instance: DIR: found a directory, expected a file that can be read"},
		{"learn testdata/circle.csv --output DIR", `--output: found "DIR", which is a directory, expected the name of a file; see kexplain learn --help`},
		{"learn testdata/circle.csv --residuals DIR/none/r.csv", `--residuals: found "DIR/none/r.csv", but there is no directory "DIR/none"; see kexplain learn --help`},
	} {
		words := strings.Fields(strings.ReplaceAll(tt.line, where, dir))
		status, stdout, stderr := call(t, "", words...)
		assert.Equal(t, statusUsage, status, tt.line)
		assert.Empty(t, stdout)
		assert.Equal(t, "kexplain "+words[0]+": "+strings.ReplaceAll(tt.want, where, dir)+"\n", stderr)
	}
}
