package approx_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/border"
	"github.com/kexplain/kexplain/border/approx"
	"github.com/kexplain/kexplain/internal/sharedtest"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// readPoints reads the points of a golden file.
func readPoints(t *testing.T, path string) (vars []string, exact [][]ring.Rat, x *mat.Dense) {
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	var c struct {
		Variables []string
		Points    [][]string
	}
	require.NoError(t, json.Unmarshal(b, &c))
	x = mat.NewDense(len(c.Points), len(c.Variables), nil)
	for i, p := range c.Points {
		row := make([]ring.Rat, len(p))
		for j, s := range p {
			row[j], err = ring.ParseRat(s)
			require.NoError(t, err)
			x.Set(i, j, row[j].Float64())
		}
		exact = append(exact, row)
	}
	return c.Variables, exact, x
}

// TestExactLimit lets ε go to rounding on exact points: order ideal and border
// basis must be those of the algorithm of Buchberger and Möller over Q, wherever
// the values of the order ideal are well enough conditioned to be told apart.
func TestExactLimit(t *testing.T) {
	t.Run("testdata", func(t *testing.T) {
		require.Zero(t, compareExact(t, filepath.Join("..", "testdata", "points")))
	})
	t.Run("shared", func(t *testing.T) {
		require.Equal(t, 1, compareExact(t, sharedtest.Path(t, "golden", "points")), "only twelve points on a line are too close together")
	})
}

// compareExact compares on the golden files of a folder and returns how many are
// left out for their condition.
func compareExact(t *testing.T, dir string) (out int) {
	const (
		eps           = 1e-11 // above rounding, below the smallest singular value of a good case
		wellSeparated = 1e8   // condition of the values of the order ideal
		perCondition  = 1e-13 // error of a coefficient per unit of condition
	)
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, f := range files {
		name := filepath.Base(f)
		vars, exact, x := readPoints(t, f)
		id, err := border.BuchbergerMollerQ(context.Background(), poly.MustRing[ring.Rat](ring.Q, vars), exact, border.Options{})
		require.NoError(t, err, name)
		R := poly.MustRing[float64](ring.Float64, vars, poly.WithMaxDegree(len(exact)+1))
		unit := approx.LargestAbs(x)
		scaled := approx.Scaled(x, unit)
		condition := conditionOf(t, id, scaled)
		if condition > wellSeparated {
			t.Logf("%s left out: condition %.2g", name, condition)
			out++
			continue
		}
		for _, method := range []approx.Method{
			approx.AVI{Epsilon: eps, Tau: eps},
			approx.ABM{Epsilon: eps},
			approx.OAVI{Psi: eps * eps, Tau: 1e12, FullBorder: true},
		} {
			model, err := method.Fit(context.Background(), R, scaled)
			require.NoError(t, err, name)
			require.True(t, model.Complete(), "%s %v", name, method)
			b, err := approx.NewBorder(model)
			require.NoError(t, err, "%s %v", name, method)
			require.Len(t, b.OrderIdeal(), id.OrderIdeal().Len(), "%s %v", name, method)
			require.LessOrEqual(t, b.Commutator(), perCondition*condition*condition, "%s %v", name, method)
			requireSameBasis(t, id.BorderBasis(), approx.Unscale(b.Polynomials(), unit), perCondition*condition,
				fmt.Sprintf("%s %v", name, method))
		}
	}
	return out
}

// conditionOf returns the condition of the values of the order ideal at points.
func conditionOf(t *testing.T, id *border.RationalIdeal, x *mat.Dense) float64 {
	n, _ := x.Dims()
	members := id.OrderIdeal().Members()
	m := mat.NewDense(n, len(members), nil)
	for j, o := range members {
		for i := range n {
			v := 1.0
			for k, e := range id.Ring().Exponents(o) {
				v *= math.Pow(x.At(i, k), float64(e))
			}
			m.Set(i, j, v)
		}
	}
	svd, err := numeric.SVDOf(m)
	require.NoError(t, err)
	return svd.Condition()
}

// requireSameBasis compares monic polynomials, relative to the largest
// coefficient of the exact one.
func requireSameBasis(t *testing.T, want []*poly.Polynomial[ring.Rat], got []*poly.Polynomial[float64], tol float64, name string) {
	require.Len(t, got, len(want), name)
	for j, w := range want {
		scale := 0.0
		for _, c := range w.Terms() {
			scale = max(scale, math.Abs(c.Float64()))
		}
		g, err := got[j].Monic()
		require.NoError(t, err, name)
		f, err := poly.Convert(w, g.Ring(), func(c ring.Rat) (float64, error) { return c.Float64(), nil })
		require.NoError(t, err, name)
		for _, c := range g.Sub(f).Terms() {
			require.LessOrEqual(t, math.Abs(c), tol*scale, "%s: %v, not %v", name, g, w)
		}
	}
}
