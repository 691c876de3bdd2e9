package eval_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/eval"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/numeric/moment"
)

// Whole blocks, a block begun, and one point, against sums term by term.
func TestEvaluatorAgainstPlain(t *testing.T) {
	for k, rows := range []int{1, eval.BlockRows - 1, eval.BlockRows, 2*eval.BlockRows + 5} {
		for variant := range 8 {
			vars, relative := 1+variant%4, variant >= 4
			rng := explaintest.Source(170 + 10*uint64(k) + uint64(vars))
			s := explaintest.Plain(t, explaintest.Draw(rows, rng, func(rng *rand.Rand) []float64 {
				x := make([]float64, vars)
				for j := range x {
					x[j] = rng.NormFloat64()
				}
				return x
			}), 4)
			f := struct {
				Idx []int
				C   []float64
			}{Idx: numeric.FirstInts(s.Table.Len(4))}
			// Errors of all variables go together, but the first has none.
			root, c := mat.NewDense(vars, vars, nil), mat.NewSymDense(vars, nil)
			for j := 1; j < vars; j++ {
				for l := 1; l <= j; l++ {
					root.Set(j, l, rng.NormFloat64())
				}
			}
			c.SymOuterK(1, root)
			noise, err := moment.Correlated(c)
			require.NoError(t, err)
			if relative {
				c.Zero()
				c.SetSym(0, 0, 0.25)
				noise = moment.Independent(append([]float64{0.5}, make([]float64, vars-1)...)).WithRelative([]float64{1, 0.5, 2, 0.1}[:vars])
			}
			metric := problem.NewMetric(noise)
			for range f.Idx {
				f.C = append(f.C, rng.NormFloat64())
			}
			for n := range 64 { // memory that was used before
				used := eval.NewBlock(n)
				for _, column := range used {
					copy(column, slices.Repeat([]float64{math.NaN()}, eval.BlockRows))
				}
				used.Free()
			}
			e := eval.New(s.Table, f.Idx)
			defer e.Free()
			grad, g2, h2 := eval.NewBlock(vars), make([]float64, eval.BlockRows), make([]float64, eval.BlockRows)
			seen := 0
			eval.InBlocks(s.Rows, func(first int, x eval.Block, points int) {
				assert.Equal(t, seen, first)
				e.At(x, points)
				values := e.Monomials()
				value := e.Gradient(f.C, grad)
				metric.Norm2(g2[:points], x, grad)
				metric.Curve2(h2[:points], x, e.Hessian(f.C))
				for r := range points {
					row := s.Rows[first+r]
					assert.Equal(t, row, x.Point(r))
					for i, a := range f.Idx {
						explaintest.Near(t, explaintest.PlainPower(row, s.Table.Exponents(a), nil), values[i][r])
					}
					want, wantGrad := explaintest.PlainGradient(s.Table, f.Idx, f.C, row)
					explaintest.Near(t, want, value[r])
					second := mat.NewDense(vars, vars, nil)
					for j := range vars {
						explaintest.Near(t, wantGrad[j], grad[j][r])
						for l := range vars {
							sum := 0.0
							for i, a := range f.Idx {
								sum += f.C[i] * explaintest.PlainPower(row, s.Table.Exponents(a), []int{j, l})
							}
							second.Set(j, l, sum)
						}
					}
					g := mat.NewVecDense(vars, wantGrad)
					c := mat.NewSymDense(vars, slices.Clone(c.RawSymmetric().Data))
					for j, b2 := range noise.Relative() {
						c.SetSym(j, j, c.At(j, j)+b2*row[j]*row[j])
					}
					explaintest.Near(t, mat.Inner(g, c, g), g2[r])
					explaintest.Near(t, mat.Inner(g, c, g), metric.Norm2At(row, wantGrad))
					var half, full mat.Dense
					half.Mul(c, second)
					full.Mul(&half, &half)
					explaintest.Near(t, mat.Trace(&full), h2[r])
					white := make([]float64, vars)
					metric.Whiten(white, x, grad, r)
					explaintest.Near(t, g2[r], numeric.Dot(white, white))
					seen++
				}
			})
			assert.Equal(t, rows, seen)
		}
	}
}

func TestAddSums(t *testing.T) {
	for n := range 20 {
		rng := explaintest.Source(180 + uint64(n))
		a, columns, dst, want := []float64{1, 2, 3}, eval.NewBlock(n), make([]float64, n), make([]float64, n)
		for i, c := range columns {
			dst[i] = rng.NormFloat64()
			want[i] = dst[i]
			for r, v := range a {
				c[r] = rng.NormFloat64()
				want[i] += v * c[r]
			}
		}
		eval.AddSums(dst, a, columns)
		assert.Equal(t, want, dst, fmt.Sprint(n, " columns"))
	}
}
