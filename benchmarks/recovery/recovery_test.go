package main

import (
	"bytes"
	"context"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/varieties"
	"github.com/kexplain/kexplain/internal/judge"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// folder writes two varieties at two noise levels.
func folder(t *testing.T) string {
	dir := t.TempDir()
	for _, name := range []string{"circle_r10", "line"} {
		v, ok := varieties.ByName(name)
		require.True(t, ok)
		require.NoError(t, varieties.Write(context.Background(), dir, v, varieties.Settings{N: []int{40}, Sigma: []float64{0, 0.01}, Seed: 1}))
	}
	return dir
}

// seconds matches the two columns of the table that differ from run to run.
var seconds = regexp.MustCompile(`\d+\.\d{3}\s+\d+\.\d{3}`)

func TestRun(t *testing.T) {
	dir := folder(t)
	var first string
	for _, threads := range []string{"1", "3"} {
		o, err := parse([]string{"-threads", threads, "-method", "svd", dir})
		require.NoError(t, err)
		var out bytes.Buffer
		require.NoError(t, run(context.Background(), &out, o))
		text := seconds.ReplaceAllString(out.String(), "")
		if first == "" {
			first = text
		}
		require.Equal(t, first, text, "the same on any number of threads")
	}
	rows := strings.Split(first, "\n")
	require.Equal(t, []string{"40", "0", "2", "0", "0", "2", "100", "2", "2", "9", "6", "0", "0"}, strings.Fields(rows[1]))
	require.Contains(t, first, "circle_r10 n40_s0.csv: numerical only")
}

// TestExactCounts runs a learner that knows the answer, one that claims a false
// one and one that refuses.
func TestExactCounts(t *testing.T) {
	dir := folder(t)
	answer := func(offset string) learner {
		return func(_ context.Context, variables []string, _ *mat.Dense, _ int) ([]judge.Printed, error) {
			R := poly.MustRing[ring.Rat](ring.Q, variables)
			p, err := R.Parse("x^2 + y^2 - 100" + offset)
			return []judge.Printed{{Polynomial: p, Rational: true}}, err
		}
	}
	for name, c := range map[string]struct {
		learn                    learner
		exact, wrong, none, show string
	}{
		"right":  {answer(""), "1", "0", "0", ""},
		"wrong":  {answer(" + 1"), "0", "1", "0", "missed; dimension 1 of 1"},
		"refuse": {func(context.Context, []string, *mat.Dense, int) ([]judge.Printed, error) { return nil, nil }, "0", "0", "1", "no equation"},
	} {
		t.Run(name, func(t *testing.T) {
			methods[name] = c.learn
			defer delete(methods, name)
			o, err := parse([]string{"-method", name, "-only", "circle_r10", "-sigma", "0", dir})
			require.NoError(t, err)
			var out bytes.Buffer
			require.NoError(t, run(context.Background(), &out, o))
			fields := strings.Fields(strings.Split(out.String(), "\n")[1])
			require.Equal(t, []string{c.exact, c.wrong, c.none}, []string{fields[3], fields[11], fields[12]}, out.String())
			require.Contains(t, out.String(), c.show)
		})
	}
}

// TestRecovery: what the program promises, on varieties drawn here: the exact
// equations of curves and surfaces from 200 points, without noise and with 1 %.
func TestRecovery(t *testing.T) {
	names := []string{"circle_r10", "hyperbola", "kepler", "nodal_cubic", "pythagoras", "sphere", "twisted_cubic"}
	dir := t.TempDir()
	for _, name := range names {
		v, ok := varieties.ByName(name)
		require.True(t, ok)
		require.NoError(t, varieties.Write(t.Context(), dir, v, varieties.Settings{N: []int{200}, Sigma: []float64{0, 0.01}, Seed: 1}))
	}
	o, err := parse([]string{dir})
	require.NoError(t, err)
	var out bytes.Buffer
	require.NoError(t, run(t.Context(), &out, o))
	rows := strings.Split(out.String(), "\n")
	for _, row := range rows[1:3] {
		fields := strings.Fields(row)
		require.Equal(t, []string{"7", "7"}, fields[2:4], out.String())
		require.Equal(t, "0", fields[11], "wrong rational equations:\n%s", &out)
	}
}

func TestErrors(t *testing.T) {
	_, err := parse(nil)
	require.Error(t, err, "no folder")
	_, err = parse([]string{"-n", "many", "x"})
	require.Error(t, err)
	o, err := parse([]string{t.TempDir()})
	require.NoError(t, err)
	require.Error(t, run(context.Background(), new(bytes.Buffer), o), "an empty folder")
	o.method = "guess"
	require.Error(t, run(context.Background(), new(bytes.Buffer), o))
}

func TestContaminated(t *testing.T) {
	x := mat.NewDense(50, 2, nil)
	for i := range 50 {
		x.SetRow(i, []float64{float64(i), 1})
	}
	require.Same(t, x, contaminated(x, 0, 1))
	y := contaminated(x, 0.1, 1)
	changed := 0
	for i := range 50 {
		if y.At(i, 0) != x.At(i, 0) {
			changed++
			require.InDelta(t, 24.5, y.At(i, 0), 1.5*49, "in the box")
		}
		require.InDelta(t, 1, y.At(i, 1), 0, "a box without width")
	}
	require.Equal(t, 5, changed)
	require.True(t, mat.Equal(y, contaminated(x, 0.1, 1)), "the same seed")
	_, err := parse([]string{"-outliers", "1.5", "x"})
	require.Error(t, err)
}
