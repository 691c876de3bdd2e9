package main

import (
	"context"
	"fmt"
	"path/filepath"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/ring"
)

// load reads the columns and rows of a case below dir.
func (c Case) load(ctx context.Context, dir string) (explain.Data, error) {
	t, err := table.Read(ctx, filepath.Join(dir, filepath.FromSlash(c.File)), table.Options{Columns: c.Columns, Skip: c.Skip})
	if err != nil {
		return explain.Data{}, err
	}
	v := view{Table: t}
	for i := range t.Rows() {
		if c.Where == nil || c.Where.Keep(t.Line(i)) {
			v.rows = append(v.rows, i)
		}
	}
	names := t.Names()
	if c.Names != nil {
		names = c.Names
	}
	data := explain.Data{Variables: table.Identifiers(names), Points: v}
	if c.Derive != nil {
		return c.Derive.apply(data)
	}
	return data, nil
}

// view is some rows of a table, still exact.
type view struct {
	*table.Table
	rows []int
}

func (v view) Rows() int           { return len(v.rows) }
func (v view) Row(i int) []float64 { return v.Table.Row(v.rows[i]) }
func (v view) Line(i int) int      { return v.Table.Line(v.rows[i]) }

func (v view) ExactRow(dst []ring.Rat, i int) []ring.Rat {
	return v.Table.ExactRow(dst, v.rows[i])
}

// A Where chooses rows by the line of the file that they stand in.
type Where struct{ Keep func(line int) bool }

// A Derive makes new columns out of those read.
type Derive struct {
	Names []string
	From  func(row []float64) []float64
}

// apply makes the derived columns.
func (d Derive) apply(data explain.Data) (explain.Data, error) {
	n := data.Points.Rows()
	if n == 0 {
		return explain.Data{}, fmt.Errorf("realdata: no row left")
	}
	x := mat.NewDense(n, len(d.Names), nil)
	for i := range n {
		x.SetRow(i, d.From(data.Points.Row(i)))
	}
	return explain.Data{Variables: d.Names, Points: explain.Dense(x)}, nil
}
