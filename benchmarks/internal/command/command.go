// Package command is the frame of the programs that measure kexplain: how they
// start and end, and the flags that they share.
package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// Main runs a program with the arguments that it was started with, its context
// ending with Ctrl-C. An error is printed behind the program's name and the
// status is 1; being asked for help is none.
func Main(name string, run func(ctx context.Context, args []string) error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		os.Exit(1)
	}
}

// Parse fills in the flags and returns the other arguments. Where the arguments
// ask for help it writes that to standard output and returns flag.ErrHelp.
func Parse(flags *flag.FlagSet, args []string) ([]string, error) {
	flags.SetOutput(io.Discard)
	err := flags.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		flags.SetOutput(os.Stdout)
		flags.PrintDefaults()
	}
	return flags.Args(), err
}

// Limits are the flags of programs that do many runs.
type Limits struct {
	Threads int           // runs at the same time
	Timeout time.Duration // longest time for one
}

// Bind declares -threads, by default all processors, and -timeout.
func (l *Limits) Bind(flags *flag.FlagSet, timeout time.Duration) {
	flags.IntVar(&l.Threads, "threads", runtime.GOMAXPROCS(0), "runs at the same time")
	flags.DurationVar(&l.Timeout, "timeout", timeout, "longest time for a run")
}

// List declares a flag that holds a list with commas between the elements, which
// parse reads. Its default is what the list holds. The empty text is the empty
// list.
func List[T any](flags *flag.FlagSet, list *[]T, name, usage string, parse func(string) (T, error)) {
	flags.Var(&listValue[T]{list, parse}, name, usage+", separated by commas")
}

type listValue[T any] struct {
	list  *[]T
	parse func(string) (T, error)
}

// String returns the list as Set reads it.
func (v *listValue[T]) String() string {
	if v.list == nil {
		return ""
	}
	words := make([]string, len(*v.list))
	for i, x := range *v.list {
		words[i] = fmt.Sprint(x)
	}
	return strings.Join(words, ",")
}

// Set reads a list. Nothing changes where there is an error.
func (v *listValue[T]) Set(text string) error {
	var list []T
	if text != "" {
		for word := range strings.SplitSeq(text, ",") {
			x, err := v.parse(word)
			if err != nil {
				return err
			}
			list = append(list, x)
		}
	}
	*v.list = list
	return nil
}

// Word reads any text.
func Word(text string) (string, error) { return text, nil }

// OneOf reads one of some words, called a kind in errors.
func OneOf(kind string, words ...string) func(string) (string, error) {
	return func(text string) (string, error) {
		for _, w := range words {
			if text == w {
				return w, nil
			}
		}
		return "", fmt.Errorf("no %s %q, have %s", kind, text, strings.Join(words, ", "))
	}
}

// Count reads a positive whole number.
func Count(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n <= 0 {
		return 0, fmt.Errorf("%q is not a positive whole number", text)
	}
	return n, nil
}

// Level reads a number that is not negative, such as a noise level.
func Level(text string) (float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x >= 0) {
		return 0, fmt.Errorf("%q is not a number from 0 on", text)
	}
	return x, nil
}

// Positive reads a positive number.
func Positive(text string) (float64, error) {
	x, err := Level(text)
	if err != nil || x == 0 {
		return 0, fmt.Errorf("%q is not a positive number", text)
	}
	return x, nil
}
