package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/explain/wide"
	"github.com/kexplain/kexplain/internal/progress"
	"github.com/kexplain/kexplain/poly"
)

// openWide opens the data whose columns are to be the variables of a ring. Of a table of more columns than a ring has variables
// it takes those that linear equations may have, which a pass of its own through the file finds.
func (o *learnOptions) openWide(ctx context.Context, s streams) (*table.Reader, error) {
	r, err := o.data.open(s)
	if err != nil {
		return nil, err
	}
	n := len(r.Names())
	switch {
	case n <= poly.MaxVariables || !o.mayLeaveOut():
		return atMost(r, poly.MaxVariables)
	case n > wide.MaxColumns:
		return atMost(r, wide.MaxColumns)
	}
	if o.linear == nil {
		if o.linear, err = o.linearColumns(ctx, s, n); errors.Is(err, wide.ErrRows) {
			err = fmt.Errorf("%s: %w; choose some columns with --columns", r.Info().File, err)
		}
		if err != nil {
			return nil, errors.Join(err, r.Close())
		}
	}
	r.Keep(o.linear, fmt.Sprintf("the other %d columns give these best, by linear regression: only these are searched", n-len(o.linear)))
	return r, nil
}

// mayLeaveOut reports whether columns of a wide table may be left out of the search: nothing that the user said speaks of
// columns, and the file can be read twice.
func (o *learnOptions) mayLeaveOut() bool {
	return o.method == "search" && o.data.path != "-" && len(o.data.more) == 0 && o.groups == nil && !o.features && !o.functions() &&
		o.noise == nil && o.data.columns+o.with+o.complex+o.given+o.target+o.moments+o.data.table.Query == ""
}

// linearColumns are the places of the columns that linear equations may have.
func (o *learnOptions) linearColumns(ctx context.Context, s streams, columns int) ([]int, error) {
	r, err := o.data.open(s)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	line := progress.New(s.err)
	defer line.Clear()
	sample := wide.NewSample(columns)
	err = eachBlock(ctx, r, line, func(b *table.Block) error {
		for i := range b.Rows() {
			sample.Add(b.Row(i))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return sample.Linear(wide.Least, poly.MaxVariables)
}
