package cli

import (
	"context"
	"fmt"
	"os"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/explain/state"
)

// Tables of more rows, or files of more bytes in all, are read once: learn keeps a state of
// them instead of the rows.
const (
	manyRows  = 200_000
	manyBytes = 16 << 20
)

// once reports whether a sample of many rows and their moments are enough: not where every
// row is to be written or drawn, or is taken by a method.
func (o *learnOptions) once() bool {
	return o.method == "search" && !o.features && o.groups == nil && !o.functions() &&
		o.with+o.complex+o.residuals+o.plot+o.report+o.moments == ""
}

// readOnce reads a file: all rows, or a state of them where they are many. Where the size of the
// file says that there are many, the first rows are not kept for the case that there are few; if
// there are few all the same, the file is read again.
func (o *learnOptions) readOnce(ctx context.Context, s streams, r *table.Reader) (*table.Table, error) {
	kept, err := state.New(r.Names(), o.stateDegree(r))
	if err != nil { // of too many columns
		return r.ReadAll(ctx)
	}
	few := r.Expected() < manyRows+manyRows/4
	if few {
		t, err := r.ReadRows(ctx, manyRows)
		if err != nil || t.Rows() < manyRows {
			return t, err
		}
		if err := kept.Add(&t.Block); err != nil {
			return nil, err
		}
	}
	if err := kept.Read(ctx, r, func() {}); err != nil {
		return nil, err
	}
	if !few && kept.Rows() < manyRows {
		again, err := o.openListed(ctx, s)
		if err != nil {
			return nil, err
		}
		defer again.Close()
		return again.ReadAll(ctx)
	}
	t, whole := sampleOf(kept, r.Info())
	o.whole = whole
	return t, nil
}

// readFilesOnce reads files and keeps a state of them. The first is open.
func (o *learnOptions) readFilesOnce(ctx context.Context, s streams, first *table.Reader) (*table.Table, error) {
	total, err := gather(ctx, s, &stateOptions{data: o.data, degree: o.stateDegree(first)}, first)
	if err != nil {
		return nil, err
	}
	info := first.Info()
	info.File = fmt.Sprintf("%s and %d more", info.File, len(o.data.more))
	t, whole := sampleOf(total, info)
	o.whole = whole
	return t, nil
}

// stateDegree is the degree of the state that learn keeps.
func (o *learnOptions) stateDegree(r *table.Reader) int {
	if o.options.MaxDegree > 0 {
		return o.options.MaxDegree
	}
	return explain.DefaultDegree(len(r.Names()))
}

// sizeOf is the size of files in bytes, of those that have one.
func sizeOf(list []namedPath) int64 {
	sum := int64(0)
	for _, p := range list {
		if info, err := os.Stat(p.path); err == nil {
			sum += info.Size()
		}
	}
	return sum
}
