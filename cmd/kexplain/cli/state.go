package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/explain/state"
	"github.com/kexplain/kexplain/internal/atomicfile"
	"github.com/kexplain/kexplain/internal/parallel"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/internal/progress"
	"github.com/kexplain/kexplain/internal/sha256"
)

// stateOptions are the options of kexplain state.
type stateOptions struct {
	data   dataOptions
	degree int
	resume bool
	output string
}

// newState returns the command that reads rows once and keeps what learn needs of them.
func newState() *command {
	o := &stateOptions{}
	return &command{
		name: "state", args: "DATA", short: "keep of rows what learn needs, in a small file",
		long: `Reads DATA once, one file or many, and writes a state: exact sums of monomials,
a sample of the rows, and what tells whether an exact equation holds at all of
them. A state is of a size that does not depend on the number of rows. kexplain
merge puts states together, kexplain learn takes one in place of data.

States of the same rows are the same bytes, however the rows were spread over
files, commands and machines, and in whatever order they were merged. A file
that was read twice is refused: it is known by its SHA-256. What the state holds
is said on standard output; without --output that is all.

With --resume, the state may be there already: files of DATA that are in it are
left out, and it is written again now and then. A command that was killed
and is given again goes on where it was.`,
		examples: []example{
			{`kexplain state testdata/circle.csv`, "what would be kept of these points; --output circle.kxs keeps it"},
		},
		bind: func(flags *flag.FlagSet) {
			o.data.bind(flags)
			flags.Func("degree",
				"equations up to degree `N` can be learned of more rows than a sample holds; by "+
					"default 4 for up to five columns, 3 for six or seven, less for more", func(s string) (err error) {
					o.degree, err = parseDegree(s)
					return err
				})
			flags.BoolVar(&o.resume, "resume", false, "go on with the state in the file of --output, if there is one")
			flags.StringVar(&o.output, "output", "", "write the state to `FILE`; it appears when it is complete")
		},
		accept: o.data.acceptSeveral("DATA"),
		idle:   func() []idle { return []idle{{o.output == "", "resume", "without --output"}} },
		paths:  func() paths { return paths{in: o.data.inputs(), out: []namedPath{{o.output, "--output"}}} },
		run:    func(ctx context.Context, s streams) error { return runState(ctx, s, o) },
	}
}

// writeState writes a state, whole or not at all.
func writeState(path string, s *state.State) error {
	data, err := s.MarshalBinary()
	if err != nil {
		return err
	}
	return atomicfile.Write(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// readState reads the state in a file.
func readState(path string) (*state.State, error) {
	f, err := openFile(path, "a state")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(f)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", err, table.ErrInput)
	}
	s, err := state.Unmarshal(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", cut(path), err)
	}
	return s, nil
}

// checkpoint is how much longer work goes on than writing it down takes.
const checkpoint = 20

// stateRun is a run of kexplain state.
type stateRun struct {
	options stateOptions
	reading table.Options
	columns []string
	degree  int

	mu      sync.Mutex
	total   *state.State
	written time.Time     // when the state was, or the beginning
	writing time.Duration // how long that took
	done    int
	line    *progress.Line
	err     error
}

// runState writes the state of all files.
func runState(ctx context.Context, s streams, o *stateOptions) error {
	first, err := o.data.openVariables(s)
	if err != nil {
		return err
	}
	defer first.Close()
	total, err := gather(ctx, s, o, first)
	if err != nil {
		return err
	}
	return keep(s, o.output, total)
}

// gather reads the files, several at a time. The first of them is open.
func gather(ctx context.Context, s streams, o *stateOptions, first *table.Reader) (_ *state.State, err error) {
	r := &stateRun{options: *o, reading: o.data.options(s), columns: first.Names(), degree: o.degree,
		written: time.Now(), line: progress.New(s.err)}
	defer r.line.Clear()
	const garbage = 30 // percent of what is in use: little is allocated, and a worker is to stay small
	defer debug.SetGCPercent(debug.SetGCPercent(garbage))
	if r.degree == 0 {
		r.degree = explain.DefaultDegree(len(r.columns))
	}
	if r.total, err = state.New(r.columns, r.degree); err != nil {
		return nil, err
	}
	if o.resume {
		if _, err := os.Stat(o.output); err == nil {
			before, err := readState(o.output)
			if err != nil {
				return nil, err
			}
			if err := r.total.Merge(before); err != nil {
				return nil, fmt.Errorf("%s: %w", cut(o.output), err)
			}
		}
	}
	paths := append([]string{o.data.path}, o.data.more...)
	if paths[0] == "-" { // its beginning is read
		err = r.take(ctx, first, "-")
		paths = paths[1:]
	}
	if err == nil {
		inner, stop := context.WithCancel(ctx)
		defer stop()
		parallel.Each(inner, len(paths), func(i int) {
			if err := r.file(inner, paths[i]); err != nil {
				r.fail(err)
				stop()
			}
		})
		err = errors.Join(r.err, ctx.Err())
	}
	if err != nil {
		return nil, err
	}
	return r.total, nil
}

// keep writes a state to the path, if there is one, and says what it holds.
func keep(s streams, path string, total *state.State) error {
	if path != "" {
		if err := writeState(path, total); err != nil {
			return err
		}
	}
	kept := fmt.Sprintf("a sample of %d; equations up to degree %d", total.SampleRows(), total.Degree())
	if total.Whole() {
		kept = fmt.Sprintf("all in the sample; of more rows equations up to degree %d", total.Degree())
	}
	fmt.Fprintf(s.out, "%s of %s, %s\n", plural.Count(total.Rows(), "row"), plural.Count(total.Files(), "file"), kept)
	for j, c := range total.Columns() {
		if total.Rows() > 0 {
			fmt.Fprintf(s.out, "%s from %g to %g\n", total.Names()[j], c.Min, c.Max)
		}
	}
	return nil
}

// fail keeps the first error.
func (r *stateRun) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil {
		r.err = err
	}
}

// file adds a file, unless the run goes on with a state that has it.
func (r *stateRun) file(ctx context.Context, path string) error {
	if r.options.resume {
		if known, err := r.has(path); err != nil || known {
			return err
		}
	}
	reader, err := table.OpenSame(path, r.columns, r.reading)
	if err != nil {
		return err
	}
	defer reader.Close()
	return r.take(ctx, reader, path)
}

// has reports whether the state has a file.
func (r *stateRun) has(path string) (bool, error) {
	f, err := openFile(path, "a file that can be read")
	if err != nil {
		return false, err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return false, fmt.Errorf("%w: %w", err, table.ErrInput)
	}
	digest := state.Digest(h.Sum(nil))
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, p := range r.total.Parts() {
		if p.File == digest {
			return true, nil
		}
	}
	return false, nil
}

// take adds the rows of a reader.
func (r *stateRun) take(ctx context.Context, reader *table.Reader, path string) error {
	part, err := state.Read(ctx, reader, r.degree, func() {})
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.total.Merge(part); err != nil {
		return fmt.Errorf("%s: %w", cut(path), err)
	}
	r.done++
	r.line.Show("files", int64(r.done), int64(1+len(r.options.data.more)))
	if r.options.resume && time.Since(r.written) > checkpoint*r.writing {
		begin := time.Now()
		err = writeState(r.options.output, r.total)
		r.written = time.Now()
		r.writing = r.written.Sub(begin)
	}
	return err
}

// newMerge returns the command that puts states together.
func newMerge() *command {
	var inputs []string
	var output string
	return &command{
		name: "merge", args: "STATE…", short: "put states together",
		long: `Writes one state of all rows of the given ones, which kexplain state or merge
wrote. The order makes no difference: the bytes are the same. States of other
columns or of another degree are refused, and so is a part that is in two of
them.`,
		examples: []example{{`kexplain merge testdata/part1.kxs testdata/part2.kxs`, "the rows of both; --output all.kxs writes them"}},
		bind: func(flags *flag.FlagSet) {
			flags.StringVar(&output, "output", "", "write the state to `FILE`; it appears when it is complete")
		},
		accept: func(args []string) error {
			inputs = args
			if len(args) == 0 {
				return usageError{"found 0 arguments, expected states"}
			}
			return nil
		},
		paths: func() paths {
			p := paths{out: []namedPath{{output, "--output"}}}
			for _, path := range inputs {
				p.in = append(p.in, namedPath{path, "STATE"})
			}
			return p
		},
		run: func(ctx context.Context, s streams) error {
			line := progress.New(s.err)
			defer line.Clear()
			var total *state.State
			for i, path := range inputs {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				part, err := readState(path)
				if err != nil {
					return err
				}
				if total == nil {
					total = part
				} else if err := total.Merge(part); err != nil {
					return fmt.Errorf("%s: %w", cut(path), err)
				}
				line.Show("states", int64(i+1), int64(len(inputs)))
			}
			line.Clear()
			return keep(s, output, total)
		},
	}
}

// isState reports whether a path leads to a state, by its beginning.
func isState(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 8)
	_, err = io.ReadFull(f, head)
	return err == nil && state.Is(head)
}

// stateTable is the sample of a state as a table, with what is said of all rows.
func stateTable(path string) (*table.Table, explain.Whole, error) {
	s, err := readState(path)
	if err != nil {
		return nil, nil, err
	}
	data, err := s.MarshalBinary()
	if err != nil {
		return nil, nil, err
	}
	if s.Rows() == 0 {
		return nil, nil, fmt.Errorf("%s: found a state without rows: %w", cut(path), table.ErrEmpty)
	}
	t, whole := sampleOf(s, table.Info{
		File: path, Format: "state", Columns: s.Names(), FileColumns: s.Names(),
		Digest: fmt.Sprintf("%x", sha256.Sum256(data)), Bytes: int64(len(data)),
	})
	return t, whole, nil
}

// sampleOf is the sample of a state as a table, with what is said of all rows.
func sampleOf(s *state.State, info table.Info) (*table.Table, explain.Whole) {
	t := s.Finish()
	info.Constant = t.Info.Constant
	t.Info = info
	t.Info.Rows = s.Rows()
	if n := s.Files(); n > 1 {
		t.Info.Notes = append(t.Info.Notes, fmt.Sprintf("of %d files: the rows of the sample are numbered, no lines", n))
	}
	if s.Whole() {
		return t, nil
	}
	return t, s
}

// ofState are the flags of learn that have no effect on a state.
const ofState = "columns header separator skip dates missing query with given groups complex features"

// stateNames lists the files of a list that are states.
func stateNames(list []namedPath) string {
	var names []string
	for _, p := range list {
		if p.path != "-" && isState(p.path) {
			names = append(names, cut(p.path))
		}
	}
	return strings.Join(names, ", ")
}
