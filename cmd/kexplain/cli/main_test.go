package cli

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/internal/sweeptest"
	"github.com/kexplain/kexplain/poly"
)

var update = flag.Bool("update", false, "rewrite the expected output in the scripts")

// TestMain collects garbage less often, as in explain.
func TestMain(m *testing.M) {
	debug.SetGCPercent(1600)
	collectRarely() // A comparison that was stopped, and not waited for, leaves another percentage for a while.
	testscript.Main(m, map[string]func(){"kexplain": func() { Main(Program{}) }})
}

// TestScripts runs the command lines in testdata/script. They find the files
// of the repository's testdata in $TESTDATA, and `status N` says which exit
// status the last command must have had.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           filepath.Join("testdata", "script"),
		UpdateScripts: *update,
		Condition: func(name string) (bool, error) { // [sweep]: with KEXPLAIN_SWEEP=1 only
			if name != "sweep" {
				return false, fmt.Errorf("found the condition %q, expected sweep", name)
			}
			return sweeptest.Sweeping(t), nil
		},
		Setup: func(e *testscript.Env) error {
			e.Setenv("TESTDATA", filepath.Join(top(t), "testdata"))
			return os.Symlink(filepath.Join(top(t), "testdata"), filepath.Join(e.WorkDir, "testdata"))
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			// fails STATUS kexplain … runs a command that must fail so.
			"fails": func(ts *testscript.TestScript, neg bool, args []string) {
				if neg || len(args) < 2 {
					ts.Fatalf("usage: fails STATUS COMMAND …")
				}
				err := ts.Exec(args[1], args[2:]...)
				if got := exitStatus(err); fmt.Sprint(got) != args[0] {
					ts.Fatalf("exit status %d, want %s", got, args[0])
				}
				stderr := ts.ReadFile("stderr")
				lines := strings.Count(stderr, "\n") - strings.Count(stderr, "\n  ") // a refusal goes on
				if lines != 1 {
					ts.Fatalf("%d lines on standard error, want one", lines)
				}
				if out := ts.ReadFile("stdout"); out != "" {
					ts.Fatalf("found %q on standard output, want nothing", out)
				}
			},
		},
	})
}

// TestInterrupt sends Ctrl-C to a command that waits for its standard input.
func TestInterrupt(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no interrupts between processes")
	}
	program, err := exec.LookPath("kexplain") // put there by testscript.Main
	if err != nil {
		t.Skip("the program is not on the path: ", err)
	}
	cmd := exec.Command(program, "check", "x1=x2", "-")
	stdin, err := cmd.StdinPipe()
	require.NoError(t, err)
	defer stdin.Close()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	require.NoError(t, cmd.Start())
	// More than a pipe holds: when all is written, the command is reading.
	_, err = io.WriteString(stdin, strings.Repeat("1,2\n", 50_000))
	require.NoError(t, err)
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	start := time.Now()
	err = cmd.Wait()
	assert.Equal(t, statusInterrupted, exitStatus(err))
	assert.Less(t, time.Since(start), time.Minute) // the read would never return
	assert.Empty(t, stderr.String())
}

func exitStatus(err error) int {
	var exit interface{ ExitCode() int }
	if errors.As(err, &exit) {
		return exit.ExitCode()
	}
	return 0
}

// top is the top folder of the repository: three above this file.
func top(t *testing.T) string {
	t.Helper()
	_, file, _, ok := runtime.Caller(0)
	require.True(t, ok)
	return filepath.Join(filepath.Dir(file), "..", "..", "..")
}

// call runs the program inside the test, in the top folder of the repository.
func call(t *testing.T, stdin string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	t.Chdir(top(t))
	var out, err bytes.Buffer
	status = run(context.Background(), streams{in: strings.NewReader(stdin), out: &out, err: &err}, args)
	return status, out.String(), err.String()
}

// TestExamples runs the examples of the help as they stand.
func TestExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long under the race detector")
	}
	for _, c := range commands() {
		require.NotEmpty(t, c.examples, c.name)
		for _, e := range c.examples {
			t.Run(e.line, func(t *testing.T) {
				words := shellWords(t, e.line)
				require.Equal(t, []string{"kexplain", c.name}, words[:2])
				if slices.Contains(words, "--all") {
					t.Skip("half a minute; KEXPLAIN_SWEEP=1 runs it in TestScripts/experiment")
				}
				status, out, stderr := call(t, "", words[1:]...)
				assert.Zero(t, status)
				assert.NotEmpty(t, out)
				assert.Empty(t, stderr)
				_, again, _ := call(t, "", words[1:]...)
				assert.Equal(t, out, again, "same input, same bytes")
			})
		}
	}
}

// shellWords splits a line as a shell does, knowing single quotes only.
func shellWords(t *testing.T, line string) []string {
	t.Helper()
	var words []string
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			words = append(words, part)
		} else {
			words = append(words, strings.Fields(part)...)
		}
	}
	return words
}

// TestHelp looks at the help of every command: it fits a terminal of 80
// columns, and asking for it is no error.
func TestHelp(t *testing.T) {
	for _, args := range [][]string{{"help"}, {"--help"}, {"-h"}} {
		status, out, stderr := call(t, "", args...)
		assert.Zero(t, status)
		assert.Contains(t, out, "usage: kexplain COMMAND")
		assert.Empty(t, stderr)
	}
	for _, c := range commands() {
		status, out, stderr := call(t, "", "help", c.name)
		assert.Zero(t, status)
		assert.Empty(t, stderr)
		_, again, _ := call(t, "", c.name, "--help")
		assert.Equal(t, out, again)
		for line := range strings.SplitSeq(out, "\n") {
			assert.LessOrEqual(t, len([]rune(line)), 80, line)
		}
	}
}

// TestParse reads flags between arguments.
func TestParse(t *testing.T) {
	tests := []struct {
		line, positional, columns string
		skip                      int
		format                    string
		err                       string
	}{
		{line: "a b", positional: "a b", format: "text"},
		{line: "a --columns x,y b", positional: "a b", columns: "x,y", format: "text"},
		{line: "--columns=x a --skip 2 - --format json", positional: "a -", columns: "x", skip: 2, format: "json"},
		{line: "a -- --columns b", positional: "a --columns b", format: "text"},
		{line: "--columns -- a", positional: "a", columns: "--", format: "text"},
		{line: "-columns x a", positional: "a", columns: "x", format: "text"},
		{line: "--format xml", err: `--format: found "xml", expected text or json`},
		{line: "--skip -1", err: `--skip: found "-1", expected a whole number from 0 on`},
		{line: "--skip 1e3", err: `--skip: found "1e3", expected a whole number from 0 on`},
		{line: "--header maybe", err: `--header: found header "maybe", expected auto, yes or no`},
		{line: "a --columns", err: "--columns needs a value"},
		{line: "--column x", err: "found the flag --column, did you mean --columns?"},
		{line: "--frobnicate", err: "found --frobnicate, which is no flag; write -- before arguments that begin with a minus sign"},
		{line: "-x+y=0 a", err: "found -x+y=0, which is no flag; write -- before arguments that begin with a minus sign"},
		{line: "-h", err: "flag: help requested"},
	}
	for _, tt := range tests {
		t.Run(tt.line, func(t *testing.T) {
			var data dataOptions
			var output outputOptions
			flags := flag.NewFlagSet("check", flag.ContinueOnError)
			flags.SetOutput(io.Discard)
			data.bind(flags)
			output.bind(flags, "text", "json")
			positional, err := parse(flags, strings.Fields(tt.line))
			if tt.err != "" {
				require.EqualError(t, err, tt.err)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, tt.positional, strings.Join(positional, " "))
			assert.Equal(t, tt.columns, data.columns)
			assert.Equal(t, tt.skip, data.table.Skip)
			assert.Equal(t, tt.format, output.format)
		})
	}
}

// TestIdle: what is said of flags without effect names flags that there are.
func TestIdle(t *testing.T) {
	for _, c := range commands() {
		flags := flag.NewFlagSet(c.name, flag.ContinueOnError)
		c.bind(flags)
		if c.idle == nil {
			continue
		}
		for _, i := range c.idle() {
			for _, name := range strings.Fields(i.flags) {
				assert.NotNil(t, flags.Lookup(name), "%s --%s", c.name, name)
			}
		}
	}
}

func TestNearest(t *testing.T) {
	names := []string{"learn", "check", "ideal", "compare", "verify"}
	for typed, want := range map[string]string{
		"chek": "check", "lern": "learn", "Learn": "learn", "comp": "compare", "verifiy": "verify", "x": "", "help me": "", "": "",
	} {
		assert.Equal(t, want, nearest(typed, names), typed)
	}
	assert.Equal(t, 3, distance("kitten", "sitting"))
}

// TestStatus: every class of errors has the status that exit.go lists, wrapped
// or not.
func TestStatus(t *testing.T) {
	assert.Equal(t, statusDone, statusOf(nil))
	assert.Equal(t, statusNoAnswer, statusOf(errors.New("disk full")))
	for _, c := range classes() {
		assert.Equal(t, c.status, statusOf(fmt.Errorf("reading: %w", c.err)), c.err)
	}
	assert.Equal(t, statusUsage, statusOf(usageError{"x"}))
	assert.Equal(t, statusUsage, statusOf(&table.Error{}))
	assert.Equal(t, statusNoAnswer, statusOf(&table.Error{Err: table.ErrEmpty}))
}

// TestMeanings: the help says what every status means that an error can have.
func TestMeanings(t *testing.T) {
	var known []int
	for _, m := range meanings() {
		known = append(known, m.status)
	}
	assert.Equal(t, []int{statusDone, statusNoAnswer, statusUsage, statusBug, statusInterrupted}, known)
	for _, c := range classes() {
		assert.Contains(t, known, c.status, c.err)
	}
}

// TestPackages: every package that begins its errors with its name is known, so
// that the name can be left out before users.
func TestPackages(t *testing.T) {
	var said []string
	err := filepath.WalkDir(top(t), func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() && (e.Name() == "testdata" || e.Name() == "benchmarks" || e.Name() == "cmd" || strings.HasPrefix(e.Name(), ".")) {
			return filepath.SkipDir
		}
		if name := filepath.Base(filepath.Dir(path)); strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			source, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for _, begin := range []string{`fmt.Errorf("`, `errors.New("`} {
				if bytes.Contains(source, []byte(begin+name+": ")) && !slices.Contains(said, name) {
					said = append(said, name)
				}
			}
		}
		return nil
	})
	require.NoError(t, err)
	assert.Subset(t, packages(), said)
	assert.Contains(t, said, "table")
}

// TestBug: a panic is one line and a status of its own.
func TestBug(t *testing.T) {
	var stderr bytes.Buffer
	s := streams{in: strings.NewReader(""), out: panicking{}, err: &stderr}
	assert.Equal(t, statusBug, run(context.Background(), s, []string{"version"}))
	assert.Equal(t, "kexplain version: internal error: out of ink; please report it with the command and the data\n", stderr.String())
}

type panicking struct{}

func (panicking) Write([]byte) (int, error) { panic("out of\nink") }

// TestInterrupted: a cancelled context ends the work with status 130 and
// without a word.
func TestInterrupted(t *testing.T) {
	t.Chdir(top(t))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, stderr bytes.Buffer
	s := streams{in: strings.NewReader("1,2\n"), out: &out, err: &stderr}
	assert.Equal(t, statusInterrupted, run(ctx, s, []string{"check", "x1=x2", "-"}))
	assert.Empty(t, out.String()+stderr.String())
}

// TestIdentifiers: what a table calls a name of a variable is one for a ring.
func TestIdentifiers(t *testing.T) {
	names := table.Identifiers([]string{"x", "x₁", "θ", "v^2", "2nd", "", "a b", "_", "m/s", "été", "x"})
	for _, name := range names {
		assert.True(t, poly.IsName(name), name)
	}
}
