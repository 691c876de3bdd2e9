// Package beam gathers the state of many files with Apache Beam: what kexplain state does
// on one machine, on as many as a runner has.
//
//	files → one state a file → CombineFn → one state
//
// A state is a function of the rows alone, so the runner may cut, retry and merge as it
// likes: the bytes are those of kexplain state on one machine.
package beam

import (
	"context"
	"fmt"
	"reflect"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/fileio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/explain/state"
	"github.com/kexplain/kexplain/io/parquet"
)

func init() {
	register.DoFn3x1[context.Context, fileio.ReadableFile, func([]byte), error](&fileFn{})
	register.DoFn2x1[context.Context, []byte, error](&writeFn{})
	register.Emitter1[[]byte]()
	register.Combiner3[Accumulator, []byte, []byte](&MergeFn{})
	beam.RegisterCoder(reflect.TypeFor[Accumulator](), encode, decode)
}

// Gather returns the state, one element, of the files that match a pattern: CSV and its
// relatives, NPY, Parquet, also compressed with gzip. Columns are their names, empty for
// those of the first block of each file; degree 0 is the default of kexplain learn.
func Gather(s beam.Scope, pattern string, columns []string, degree int) beam.PCollection {
	s = s.Scope("kexplain.Gather")
	files := fileio.ReadMatches(s, fileio.MatchFiles(s, pattern, fileio.MatchEmptyDisallow()), fileio.ReadUncompressed())
	parts := beam.ParDo(s, &fileFn{Columns: columns, Degree: degree}, beam.Reshuffle(s, files))
	return beam.Combine(s, &MergeFn{}, parts)
}

// Write writes an element to a path, of any file system that is linked in.
func Write(s beam.Scope, path string, data beam.PCollection) {
	beam.ParDo0(s.Scope("kexplain.Write"), &writeFn{path}, data)
}

// fileFn is a file → its state.
type fileFn struct {
	Columns []string
	Degree  int
}

// ProcessElement reads a file.
func (fn *fileFn) ProcessElement(ctx context.Context, f fileio.ReadableFile, emit func([]byte)) error {
	in, err := f.Open(ctx)
	if err != nil {
		return err
	}
	defer in.Close()
	r, err := table.NewReader(in, f.Metadata.Path, table.Options{Columns: fn.Columns, Formats: []table.Format{parquet.Format()}})
	if err != nil {
		return err
	}
	degree := fn.Degree
	if degree == 0 {
		degree = explain.DefaultDegree(len(r.Names()))
	}
	s, err := state.Read(ctx, r, degree, func() {})
	if err != nil {
		return err
	}
	data, err := s.MarshalBinary()
	if err == nil {
		emit(data)
	}
	return err
}

// Accumulator is a state that is being put together; nil before anything is in it.
type Accumulator struct{ state *state.State }

func encode(a Accumulator) ([]byte, error) {
	if a.state == nil {
		return nil, nil
	}
	return a.state.MarshalBinary()
}

func decode(data []byte) (Accumulator, error) {
	if len(data) == 0 {
		return Accumulator{}, nil
	}
	s, err := state.Unmarshal(data)
	return Accumulator{s}, err
}

// MergeFn puts states together, in any order and grouping.
type MergeFn struct{}

// CreateAccumulator returns nothing.
func (*MergeFn) CreateAccumulator() Accumulator { return Accumulator{} }

// AddInput adds a state.
func (fn *MergeFn) AddInput(a Accumulator, part []byte) (Accumulator, error) {
	b, err := decode(part)
	if err != nil {
		return a, err
	}
	return fn.MergeAccumulators(a, b)
}

// MergeAccumulators puts two states together.
func (*MergeFn) MergeAccumulators(a, b Accumulator) (Accumulator, error) {
	switch {
	case a.state == nil:
		return b, nil
	case b.state == nil:
		return a, nil
	}
	return a, a.state.Merge(b.state)
}

// ExtractOutput returns the bytes of the state.
func (*MergeFn) ExtractOutput(a Accumulator) ([]byte, error) { return encode(a) }

// writeFn writes what it is given.
type writeFn struct{ Path string }

// ProcessElement writes beside the path, and then gives the file its name where the file
// system can.
func (fn *writeFn) ProcessElement(ctx context.Context, data []byte) error {
	fs, err := filesystem.New(ctx, fn.Path)
	if err != nil {
		return err
	}
	defer fs.Close()
	path := fn.Path
	renamer, can := fs.(filesystem.Renamer)
	if can {
		path += ".part"
	}
	w, err := fs.OpenWrite(ctx, path)
	if err != nil {
		return err
	}
	if _, err := w.Write(data); err != nil {
		w.Close()
		return err
	}
	if err := w.Close(); err != nil || !can {
		return err
	}
	return renamer.Rename(ctx, path, fn.Path)
}

// Columns splits a list of names at its commas.
func Columns(list string) []string {
	if strings.TrimSpace(list) == "" {
		return nil
	}
	return table.SplitColumns(list)
}

// Check is an error where a degree is none.
func Check(degree int) error {
	if degree < 0 || degree > explain.MaxDegree {
		return fmt.Errorf("found the degree %d, expected 1 to %d, or 0 for the default", degree, explain.MaxDegree)
	}
	return nil
}
