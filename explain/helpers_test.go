package explain

import (
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/internal/judge"
	"github.com/kexplain/kexplain/numeric/moment"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// source is the generator of the k-th test.
func source(k uint64) *rand.Rand { return rand.New(rand.NewPCG(1, k)) }

// draw returns n points of a parametrisation.
func draw(n int, rng *rand.Rand, point func(rng *rand.Rand) []float64) [][]float64 {
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = point(rng)
	}
	return rows
}

// noisy returns the points with Gaussian noise of sigma times the root mean
// square of every coordinate.
func noisy(rows [][]float64, sigma float64, rng *rand.Rand) [][]float64 {
	rms := make([]float64, len(rows[0]))
	for _, x := range rows {
		for j, v := range x {
			rms[j] += v * v / float64(len(rows))
		}
	}
	out := make([][]float64, len(rows))
	for i, x := range rows {
		out[i] = make([]float64, len(x))
		for j, v := range x {
			out[i][j] = v + sigma*math.Sqrt(rms[j])*rng.NormFloat64()
		}
	}
	return out
}

// dataOf makes data of rows.
func dataOf(names string, rows [][]float64) Data {
	vars := strings.Split(names, ",")
	x := mat.NewDense(len(rows), len(vars), nil)
	for i, row := range rows {
		x.SetRow(i, row)
	}
	return Data{Variables: vars, Points: Dense(x)}
}

// studyOf prepares a study of rows, as Learn does.
func studyOf(t testing.TB, rows [][]float64, degree int, o Options) (*study, *prepared) {
	t.Helper()
	names := "x,y,z,u,v,w"[:2*len(rows[0])-1]
	p, err := prepare(dataOf(names, rows), o)
	require.NoError(t, err)
	s, err := p.study(context.Background(), degree)
	require.NoError(t, err)
	return s, p
}

// plain is a study of rows in units that are 1, without a limit of time.
func plain(t testing.TB, rows [][]float64, degree int) *study {
	t.Helper()
	n := len(rows[0])
	p := &prepared{
		rows: rows, units: ones(n), decades: make([]int, n), noise: ones(n),
		metric: newNoiseMetric(moment.Independent(ones(n))), keep: firstInts(n),
	}
	p.names = strings.Split("x,y,z,u,v,w"[:2*n-1], ",")
	s, err := p.study(context.Background(), degree)
	require.NoError(t, err)
	return s
}

func ones(n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = 1
	}
	return out
}

// ringOf returns the ring over Q in the names.
func ringOf(t testing.TB, names ...string) *poly.Ring[ring.Rat] {
	t.Helper()
	R, err := poly.NewRing[ring.Rat](ring.Q, names)
	require.NoError(t, err)
	return R
}

// parse reads a polynomial.
func parse(t testing.TB, R *poly.Ring[ring.Rat], text string) *poly.Polynomial[ring.Rat] {
	t.Helper()
	p, err := R.Parse(text)
	require.NoError(t, err)
	return p
}

// places returns a polynomial as places in the table, increasing, and
// coefficients.
func places(tab *moment.Monomials, p *poly.Polynomial[ring.Rat]) (idx []int, c []float64) {
	R := p.Ring()
	for m, a := range p.Terms() {
		e := make([]uint8, R.NumVars())
		for j, k := range R.Exponents(m) {
			e[j] = uint8(k)
		}
		idx, c = append([]int{tab.Position(e)}, idx...), append([]float64{a.Float64()}, c...)
	}
	return idx, c
}

// fitOf is a polynomial in x, y, … as a fit of a study in units that are 1.
func fitOf(t testing.TB, s *study, text string) fit {
	t.Helper()
	idx, c := places(s.table, parse(t, ringOf(t, strings.Split("x,y,z,u,v,w"[:2*s.table.Vars()-1], ",")...), text))
	return fit{idx: idx, v: s.scaled(idx, c)}
}

// readTable reads a table of numbers with a header.
func readTable(t testing.TB, path string, columns ...string) Data {
	t.Helper()
	b, err := table.Read(context.Background(), path, table.Options{Columns: columns})
	require.NoError(t, err)
	return Data{Variables: b.Names(), Points: b}
}

// truth is a known variety.
type truth struct {
	Name       string   `json:"name"`
	Variables  []string `json:"variables"`
	Generators []string `json:"generators"`
}

// readTruth reads a known variety.
func readTruth(t testing.TB, dir string) truth {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "truth.json"))
	require.NoError(t, err)
	var v truth
	require.NoError(t, json.Unmarshal(text, &v))
	return v
}

// verdict judges a result against equations in text.
func verdict(t testing.TB, data Data, r *Result, want []string, sigma float64) *judge.Verdict {
	t.Helper()
	R := ringOf(t, r.Variables...)
	known := judge.Truth{Points: mat.NewDense(data.Points.Rows(), len(r.Variables), nil), Sigma: sigma}
	for i := range data.Points.Rows() {
		known.Points.SetRow(i, data.Points.Row(i))
	}
	for _, text := range want {
		known.Generators = append(known.Generators, parse(t, R, text))
	}
	var printed []judge.Printed
	for _, g := range r.Generators {
		printed = append(printed, judge.Printed{Polynomial: g.Polynomial, Rational: g.Rational})
	}
	v, err := judge.Judge(context.Background(), known, printed)
	require.NoError(t, err)
	return v
}

// texts returns the equations as printed.
func texts(r *Result) []string {
	var out []string
	for _, g := range r.Generators {
		out = append(out, g.String())
	}
	return out
}

// circlePoints returns n points on the circle of radius r.
func circlePoints(n int, rng *rand.Rand, r float64) [][]float64 {
	return draw(n, rng, func(rng *rand.Rand) []float64 {
		a := 2 * math.Pi * rng.Float64()
		return []float64{r * math.Cos(a), r * math.Sin(a)}
	})
}
