package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/internal/escape"
)

// FuzzCommands gives any text to the commands as their table: no mistake of the program,
// an answer or messages, lines of at most 400 bytes, nothing that a terminal obeys.
func FuzzCommands(f *testing.F) {
	runs := [][]string{
		{"check", "x = y; y^2 - 2*x*y + 1", "-"}, {"check", "x = 1 +- 0.1", "-", "--format", "json"}, {"ideal", "-", "--degree", "2"}, {"ideal", "-", "--format", "singular"},
		{"learn", "-", "--degree", "1", "--format", "json"}, {"learn", "-", "--degree", "2", "--robust", "off", "--explain"}, {"predict", "y = 2*x", "-", "--target", "y"},
		{"learn", "-", "--degree", "1", "--with", "u = 1/x, v = sin(y)"}, {"classify", "-", "--degree", "1", "--folds", "2"}, {"fit", "-", "--target", "y"}, {"learn", "-", "--dates", "days", "--degree", "1"},
		{"compare", "-", "--degree", "1", "--resamples", "2", "--methods", "vca,avi"}, {"cluster", "-", "--classes", "2"},
	}
	for k, text := range []string{
		"x,y\n1,1\n2,4\n3,9\n4,16\n5,25\n", "x;y\n1,5;2\n2,5;3\n3,5;4\n", "x y\n1/2 3/4\n010/3 1\n", "x,y,k\n1,2,a\n2,3,b\n3,5,a\n4,4,b\n5,9,a\n6,1,b\n",
		"{\"x\":1,\"y\":2}\n{\"x\":2,\"y\":4}\n", "x,y\n1e300,1\n-1e300,2\n1e-300,0\n", "\x93NUMPY\x01\x00v\x00{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2), }\n" + strings.Repeat("\x01", 16),
	} {
		for r := range runs {
			if (k+r)%3 == 0 {
				f.Add(uint8(r), []byte(text))
			}
		}
	}
	f.Add(uint8(6), []byte("x \n,,\n0,,"))
	f.Fuzz(func(t *testing.T, which uint8, text []byte) {
		if len(text) > 400 {
			return
		}
		args := append(runs[int(which)%len(runs)], "--timeout", "5s", "--max-memory", "1GB")
		var out, err bytes.Buffer
		status := run(context.Background(), streams{in: bytes.NewReader(text), out: &out, err: &err}, args)
		require.NotEqual(t, statusBug, status, err.String())
		if args[0] != "predict" || status != statusDone { // predict says beside its answer which rows it left out
			require.Equal(t, status != statusDone, err.Len() > 0, "status %d, %s", status, err.String())
		}
		for line := range strings.Lines(err.String()) {
			require.LessOrEqual(t, len(line), maxLine)
		}
		for _, s := range []string{out.String(), err.String()} {
			require.Negative(t, strings.IndexFunc(s, escape.Forbidden), "%q", s)
		}
	})
}

// FuzzServe sends any text to kexplain serve: a JSON object a line comes back, or one
// line of error.
func FuzzServe(f *testing.F) {
	for _, text := range []string{
		`{"id":1,"command":"check","args":["x=y","-"],"data":"x,y\n1,1\n"}`, `{"id":[{}],"command":"learn","args":["-","--degree","1"],"data_base64":"MSwyCg=="}`,
		`{}`, `{"id":1,"command":5}`, `[]`, `{"command":"serve"}`, `{"command":"version"}{"command":"help"}`, `{"args":["` + "\x1b" + `"]}`, strings.Repeat("[", 20000),
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, writes := range []string{"output", "plot", "report", "save", "residuals", `\u`, "experiment"} {
			if len(text) > 30000 || bytes.Contains(text, []byte(writes)) {
				return // it could write files
			}
		}
		var out, err bytes.Buffer
		status := run(context.Background(), streams{in: bytes.NewReader(text), out: &out, err: &err}, []string{"serve", "--stdio"})
		require.NotEqual(t, statusBug, status, err.String())
		for line := range strings.Lines(out.String()) {
			var r response
			require.NoError(t, json.Unmarshal([]byte(line), &r))
			require.NotEqual(t, statusBug, r.Status, r.Error)
		}
		require.LessOrEqual(t, strings.Count(err.String(), "\n"), 1)
		require.LessOrEqual(t, err.Len(), maxLine)
	})
}

// FuzzFlags gives any value to every flag of every command: it is taken, or refused in
// one line.
func FuzzFlags(f *testing.F) {
	type place struct {
		command *command
		name    string
	}
	var places []place
	for _, c := range commands() {
		flags := flag.NewFlagSet(c.name, flag.ContinueOnError)
		c.bindAll(flags)
		flags.VisitAll(func(g *flag.Flag) { places = append(places, place{c, g.Name}) })
	}
	for k := range places {
		for _, value := range []string{"1", "-1", "99999999999999999999", "x=0.1,y=2%", "u,v=1; x,y=1", "1e400", "rows:3"} {
			f.Add(uint8(k), value)
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, value string) {
		p := places[int(which)%len(places)]
		flags := flag.NewFlagSet(p.command.name, flag.ContinueOnError)
		flags.SetOutput(io.Discard)
		p.command.bindAll(flags)
		if _, err := parse(flags, []string{"--" + p.name + "=" + value}); err != nil {
			require.NotEmpty(t, message("kexplain", err))
		}
	})
}
