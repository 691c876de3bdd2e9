package main

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
)

// rings returns points of two circles around the origin, which no linear
// classifier separates, as a table with the class at the end.
func rings(n int) string {
	rng := rand.New(rand.NewPCG(1, 1))
	var b strings.Builder
	for i := range n {
		a, r := 2*math.Pi*rng.Float64(), 1+float64(i%2)
		fmt.Fprintf(&b, "%.4f,%.4f,%s\n", r*math.Cos(a), r*math.Sin(a), [2]string{"inner", "outer"}[i%2])
	}
	return b.String()
}

func TestParse(t *testing.T) {
	d, err := tableFile{name: "t", skip: 1, drop: 1}.parse(strings.NewReader("id,a,b,label\n1,2,3,yes\n2,4,5,no\n\n3,6,7,yes\n"))
	require.NoError(t, err)
	require.Equal(t, []int{1, 0, 1}, d.class)
	require.Equal(t, 2, d.classes)
	require.True(t, mat.Equal(mat.NewDense(3, 2, []float64{2, 3, 4, 5, 6, 7}), d.x))
	for _, bad := range []string{"", "1,2,a\n1,b\n", "x,2,a\n"} {
		_, err := tableFile{}.parse(strings.NewReader(bad))
		require.Error(t, err, bad)
	}
}

func TestSplit(t *testing.T) {
	d, err := tableFile{}.parse(strings.NewReader(rings(100)))
	require.NoError(t, err)
	train, test := d.split(0.6, rand.New(rand.NewPCG(1, 2)))
	require.Equal(t, 60, train.rows())
	require.Equal(t, 40, test.rows())
	require.Equal(t, 0.0, mat.Min(train.x))
	require.Equal(t, 1.0, mat.Max(train.x))
}

// TestSVM checks the optimality conditions of the ℓ¹-penalised problem: the
// derivative of the loss is ∓1 where a weight is positive or negative, and
// between −1 and 1 where it is zero.
func TestSVM(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	n, vars, c := 80, 5, 0.3
	x := mat.NewDense(n, vars, nil)
	class := make([]int, n)
	for i := range n {
		for j := range vars {
			x.Set(i, j, rng.NormFloat64())
		}
		if x.At(i, 0)-2*x.At(i, 1)+0.5*rng.NormFloat64() < 0 {
			class[i] = 1
		}
	}
	m, err := fitSVM(context.Background(), x, class, 2, c)
	require.NoError(t, err)
	w := m.weights[0]
	for j := range vars + 1 {
		g := 0.0
		for i := range n {
			y := 1 - 2*float64(class[i])
			margin := w[vars]
			for k := range vars {
				margin += w[k] * x.At(i, k)
			}
			feature := 1.0
			if j < vars {
				feature = x.At(i, j)
			}
			if s := 1 - y*margin; s > 0 {
				g -= 2 * c * y * feature * s
			}
		}
		switch {
		case w[j] > 0:
			require.InDelta(t, -1, g, 0.1, "weight %d", j)
		case w[j] < 0:
			require.InDelta(t, 1, g, 0.1, "weight %d", j)
		default:
			require.LessOrEqual(t, math.Abs(g), 1.01, "weight %d", j)
		}
	}
	require.Less(t, errorRate(class, m.classify(x)), 0.15)
	require.Positive(t, w[0])
	require.Negative(t, w[1])
}

// TestRun: every method separates two circles by their equations, and the table
// is the same twice but for the seconds.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "rings.csv"), []byte(rings(200)), 0o666))
	saved := tables
	tables = []tableFile{{name: "rings", file: "rings.csv"}}
	defer func() { tables = saved }()
	var first [][]string
	for range 2 {
		var out bytes.Buffer
		require.NoError(t, run(context.Background(), &out, []string{"-data", dir, "-reps", "2"}))
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		require.Len(t, lines, 2+len(competitors))
		var rows [][]string
		for _, line := range lines[2:] {
			cells := strings.Split(line, "|")
			var mean float64
			_, err := fmt.Sscanf(cells[3], " %f", &mean)
			require.NoError(t, err)
			require.Less(t, mean, 2.0, line)
			rows = append(rows, append(cells[:6:6], cells[8:]...))
		}
		if first == nil {
			first = rows
		}
		require.Equal(t, first, rows)
	}
	require.Error(t, run(context.Background(), new(bytes.Buffer), nil), "no folder")
}
