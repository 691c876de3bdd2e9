package cli

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestIdealConstraints: a database and a program take the points that constraints and
// assertions came from, and no other point. The elements of the ideals have sevenths.
func TestIdealConstraints(t *testing.T) {
	for _, c := range []struct {
		flags []string
		rows  []string
		other string
	}{
		{nil, []string{"1,3", "2,1", "5,2"}, "4,4"},
		{[]string{"--degree", "2"}, []string{"1,3", "2,1", "5,2"}, "4,4"},
		{nil, []string{"0.1,3.7", "2.3,1.1", "-5.9,2.2"}, "0.1,1.1"},
		{nil, []string{"30000001,3", "2,10000019", "5,2"}, "2,2"},
		{[]string{"--order", "lex"}, []string{"1,3", "2,1", "5,2", "-7,11"}, "4,4"},
		{[]string{"--border"}, []string{"1,3", "2,1", "5,2"}, "4,4"},
		{[]string{"--border", "--contains", "x = 3, 7*(x-1)*(x-2)*(x-5) = 0", "--normal-form", "x^3"}, []string{"1,3", "2,1", "5,2"}, "4,4"},
	} {
		path := filepath.Join(t.TempDir(), "t.csv")
		require.NoError(t, os.WriteFile(path, []byte("x,y\n"+strings.Join(c.rows, "\n")+"\n"), 0o600))
		text := func(format string) string {
			var out, err bytes.Buffer
			args := append([]string{"ideal", path, "--format", format}, c.flags...)
			status := run(context.Background(), streams{in: strings.NewReader(""), out: &out, err: &err}, args)
			require.Equal(t, statusDone, status, err.String())
			return out.String()
		}
		constraints, program := text("sql"), text("c")
		for _, s := range []string{constraints, program} {
			for line := range strings.Lines(s) {
				if !strings.HasPrefix(line, "//") && !strings.HasPrefix(line, "--") {
					assert.NotContains(t, line, "/", "a quotient is rounded")
				}
			}
		}
		if sqlite, err := exec.LookPath("sqlite3"); err == nil {
			insert := func(rows ...string) error {
				in := "CREATE TABLE t (x NUMERIC, y NUMERIC,\n" + constraints + ");\n"
				for _, row := range rows {
					in += "INSERT INTO t VALUES (" + row + ");\n"
				}
				cmd := exec.CommandContext(t.Context(), sqlite, "-bail", ":memory:")
				cmd.Stdin = strings.NewReader(in)
				return cmd.Run()
			}
			assert.NoError(t, insert(c.rows...), "SQLite: %s", constraints)
			assert.Error(t, insert(c.other), "SQLite: %s", constraints)
		}
		if cc, err := exec.LookPath("cc"); err == nil {
			includes, assertions, ok := strings.Cut(program, "// G = 0")
			require.True(t, ok, program)
			kind := "long long"
			if strings.Contains(assertions, "fabs") {
				kind = "double"
			}
			assertAt := func(rows ...string) error {
				source := fmt.Sprintf("%s\nvoid point(%[2]s x, %[2]s y) {%[3]s}\nint main(void) {\n", includes, kind, assertions)
				for _, row := range rows {
					source += "point(" + row + ");\n"
				}
				file, binary := filepath.Join(t.TempDir(), "p.c"), filepath.Join(t.TempDir(), "p")
				require.NoError(t, os.WriteFile(file, []byte(source+"return 0;\n}\n"), 0o600))
				out, err := exec.CommandContext(t.Context(), cc, "-o", binary, file, "-lm").CombinedOutput()
				require.NoError(t, err, "%s", out)
				return exec.CommandContext(t.Context(), binary).Run()
			}
			assert.NoError(t, assertAt(c.rows...), "C: %s", program)
			assert.Error(t, assertAt(c.other), "C: %s", program)
		}
	}
}

// TestIdealModuloFormats: the modulus is in what is written for another system, or the format
// is refused before anything is read.
func TestIdealModuloFormats(t *testing.T) {
	for _, format := range []string{"text", "json", "latex", "sympy", "cocoa", "singular", "macaulay2"} {
		status, out, stderr := call(t, "x,y\n1,2\n3,4\n", "ideal", "-", "--modulo", "7", "--format", format)
		assert.Equal(t, statusDone, status, stderr)
		assert.Contains(t, strings.ReplaceAll(out, "sha256", ""), "7", format)
	}
	for _, format := range []string{"python", "c", "sql"} {
		status, _, stderr := call(t, "", "ideal", "missing.csv", "--modulo", "7", "--format", format)
		assert.Equal(t, statusUsage, status)
		assert.Equal(t, "kexplain ideal: found --modulo 7 and --format "+format+
			", which has no numbers modulo a prime; take text, json or a format of a computer algebra system; see kexplain ideal --help\n", stderr)
	}
}
