package explain

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/noisefree"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/internal/judge"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// DataOf makes data of rows.
func dataOf(names string, rows [][]float64) Data {
	vars := strings.Split(names, ",")
	x := mat.NewDense(len(rows), len(vars), nil)
	for i, row := range rows {
		x.SetRow(i, row)
	}
	return Data{Variables: vars, Points: Dense(x)}
}

// noiseFreeOf is what was found of data.
func noiseFreeOf(data Data, found noisefree.Found) *noiseFree {
	found.Variables, found.Points = data.Variables, data.Points
	return &noiseFree{found, data}
}

// problemOf makes a problem of rows, as Learn does.
func problemOf(t testing.TB, rows [][]float64, degree int, o Options) *problem.Problem {
	t.Helper()
	o.MaxDegree = degree
	p, _, err := scale(context.Background(), remainder{found: &noiseFree{}, data: dataOf("x,y,z,u,v,w"[:2*len(rows[0])-1], rows), options: o}, func(string) {})
	require.NoError(t, err)
	return p
}

// readTable reads a table of numbers with a header.
func readTable(t testing.TB, path string, columns ...string) Data {
	t.Helper()
	b, err := table.Read(context.Background(), path, table.Options{Columns: columns})
	require.NoError(t, err)
	return Data{Variables: b.Names(), Points: b}
}

// verdict judges a result against equations in text.
func verdict(t testing.TB, data Data, r *Result, want []string, sigma float64) *judge.Verdict {
	t.Helper()
	R := explaintest.RingOf(t, r.Variables...)
	known := judge.Truth{Points: mat.NewDense(data.Points.Rows(), len(r.Variables), nil), Sigma: sigma}
	for i := range data.Points.Rows() {
		known.Points.SetRow(i, data.Points.Row(i))
	}
	for _, text := range want {
		known.Generators = append(known.Generators, explaintest.Parse(t, R, text))
	}
	var printed []judge.Printed
	for _, g := range r.Generators {
		printed = append(printed, judge.Printed{Polynomial: g.Polynomial, Rational: g.Rational})
	}
	v, err := judge.Judge(context.Background(), known, printed)
	require.NoError(t, err)
	return v
}

// monomialsOf returns the exponents of the terms.
func monomialsOf(f *poly.Polynomial[ring.Rat]) (out [][]int) {
	for m := range f.Terms() {
		out = append(out, f.Ring().Exponents(m))
	}
	return out
}

// texts returns the equations as printed.
func texts(r *Result) []string {
	var out []string
	for _, g := range r.Generators {
		out = append(out, g.String())
	}
	return out
}
