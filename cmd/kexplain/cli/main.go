// Package cli is the command line of kexplain: a file a command. A program calls [Main]:
// cmd/kexplain as it is, and kexplain-io, in the module io, with readers of workbooks and
// databases.
//
// Results go to standard output, everything else to standard error. The exit status is
// listed in exit.go.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/kexplain/kexplain/cmd/kexplain/plot"
	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/internal/escape"
)

// streams are what a command reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
	paint    *painter // what out writes to, nil where colours are not welcome
	program  Program
}

// Program is what a program has beside the commands of this package.
type Program struct {
	Formats  []table.Format // of data that it reads, beside those of package table
	PNG      plot.Raster    // for --plot FILE.png, or nil
	Licences string         // of the modules that it links beside those of cmd/kexplain
}

// Main does what the arguments of the process say, and ends it.
func Main(p Program) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	s := streams{in: os.Stdin, out: os.Stdout, err: os.Stderr, program: p}
	done := make(chan int, 1)
	go func() { done <- run(ctx, s, os.Args[1:]) }()
	select {
	case status := <-done:
		os.Exit(status)
	case <-ctx.Done():
	}
	// Work looks at its context often and cleans up behind itself; a read from
	// a terminal or a pipe does not return before there is something to read.
	const patience = 500 * time.Millisecond
	select {
	case <-done:
	case <-time.After(patience):
	}
	os.Exit(statusInterrupted)
}

// run does what the arguments say and returns the exit status. An error is one
// line on s.err, a refusal of learn three, and so is a panic: a bug of the program, not of the user.
func run(ctx context.Context, s streams, args []string) (status int) {
	name := "kexplain"
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintln(s.err, errorLine(fmt.Sprintf("%s: internal error: %s; please report it with the command and the data", name, escape.Line(escape.Joined(fmt.Sprint(p))))))
			status = statusBug
		}
	}()
	if mayPaint(s.out) {
		s.paint = &painter{w: s.out}
		s.out = s.paint
	}
	out := escape.NewWriter(s.out)
	s.out = out
	c, rest, err := find(args)
	switch {
	case len(args) == 2 && args[0] == "help" && args[1] == "--man":
		err = writeMan(s.out)
	case err == nil && c != nil:
		name += " " + c.name
		err = c.execute(ctx, s, rest)
	case err == nil:
		err = writeHelp(s.out)
	}
	written := out.Flush()
	if s.paint != nil {
		written = errors.Join(written, s.paint.Flush())
	}
	if err == nil && written != nil {
		err = fmt.Errorf("standard output: %w", written)
	}
	if ctx.Err() != nil {
		sayFound(s.err, name+": interrupted; the best so far, not checked to the end:", err)
		return statusInterrupted
	}
	if bound := (*boundError)(nil); errors.As(err, &bound) &&
		sayFound(s.err, name+": "+bound.Error()+"; the best so far, not checked to the end:", err) {
		return statusNoAnswer
	}
	for _, line := range messages(name, err) {
		fmt.Fprintln(s.err, errorLine(escape.Line(line)))
	}
	return statusOf(err)
}

// sayFound writes the equations that had been found when the work behind an error was
// interrupted, below a title, and reports whether there were any.
func sayFound(w io.Writer, title string, err error) bool {
	var stopped *explain.InterruptedError
	if !errors.As(err, &stopped) || len(stopped.Found) == 0 {
		return false
	}
	fmt.Fprintln(w, title)
	for _, f := range stopped.Found {
		fmt.Fprintln(w, errorLine("  "+escape.Line(f)+" = 0"))
	}
	return true
}
