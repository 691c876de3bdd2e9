package points

import (
	"context"
	"io"

	"github.com/kexplain/kexplain/explain/points/table"
)

// Options chooses how a file is read: [table.Options].
type Options = table.Options

// Read reads the points of a file: CSV, TSV, text separated by blanks, NPY, also
// compressed with gzip. Every row is a point. What is wrong with a file is a
// *[table.Error] that names line and column.
func Read(ctx context.Context, path string, o Options) (*Set, error) {
	t, err := table.Read(ctx, path, o)
	if err != nil {
		return nil, err
	}
	return FromTable(t), nil
}

// ReadFrom reads the points of an open file, which messages call name.
func ReadFrom(ctx context.Context, r io.Reader, name string, o Options) (*Set, error) {
	reader, err := table.NewReader(r, name, o)
	if err != nil {
		return nil, err
	}
	t, err := reader.ReadAll(ctx)
	if err != nil {
		return nil, err
	}
	return FromTable(t), nil
}
