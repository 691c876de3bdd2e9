package explain

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/numeric/moment"
)

// plainGradient evaluates a polynomial and its gradient term by term.
func plainGradient(tab *moment.Monomials, f fit, x []float64) (value float64, grad []float64) {
	grad = make([]float64, len(x))
	for i, a := range f.idx {
		e := tab.Exponents(a)
		value += f.v[i] * plainPower(x, e, nil)
		for j := range x {
			grad[j] += f.v[i] * plainPower(x, e, []int{j})
		}
	}
	return value, grad
}

// plainPower is the derivative of x^e by the variables in turn.
func plainPower(x []float64, exponents []uint8, by []int) float64 {
	e := append([]uint8(nil), exponents...)
	v := 1.0
	for _, j := range by {
		if e[j] == 0 {
			return 0
		}
		v *= float64(e[j])
		e[j]--
	}
	for j, k := range e {
		v *= math.Pow(x[j], float64(k))
	}
	return v
}

// Whole blocks, a block begun, and one point, against sums term by term.
func TestEvaluatorAgainstPlain(t *testing.T) {
	for k, rows := range []int{1, blockRows - 1, blockRows, 2*blockRows + 5} {
		for variant := range 8 {
			vars, relative := 1+variant%4, variant >= 4
			rng := source(170 + 10*uint64(k) + uint64(vars))
			s := plain(t, draw(rows, rng, func(rng *rand.Rand) []float64 {
				x := make([]float64, vars)
				for j := range x {
					x[j] = rng.NormFloat64()
				}
				return x
			}), 4)
			f := fit{idx: firstInts(s.table.Len(4))}
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
			metric := newNoiseMetric(noise)
			for range f.idx {
				f.v = append(f.v, rng.NormFloat64())
			}
			e := newEvaluator(s.table, f.idx)
			grad, g2, h2 := newBlock(vars), make([]float64, blockRows), make([]float64, blockRows)
			seen := 0
			inBlocks(s.rows, func(first int, x block, points int) {
				assert.Equal(t, seen, first)
				e.at(x, points)
				values := e.monomials()
				value := e.gradient(f.v, grad)
				metric.norm2(g2[:points], x, grad)
				metric.curve2(h2[:points], x, e.hessian(f.v))
				for r := range points {
					row := s.rows[first+r]
					assert.Equal(t, row, x.point(r))
					for i, a := range f.idx {
						near(t, plainPower(row, s.table.Exponents(a), nil), values[i][r])
					}
					want, wantGrad := plainGradient(s.table, f, row)
					near(t, want, value[r])
					second := mat.NewDense(vars, vars, nil)
					for j := range vars {
						near(t, wantGrad[j], grad[j][r])
						for l := range vars {
							sum := 0.0
							for i, a := range f.idx {
								sum += f.v[i] * plainPower(row, s.table.Exponents(a), []int{j, l})
							}
							second.Set(j, l, sum)
						}
					}
					g := mat.NewVecDense(vars, wantGrad)
					c := mat.NewSymDense(vars, slices.Clone(c.RawSymmetric().Data))
					for j, b2 := range noise.Relative() {
						c.SetSym(j, j, c.At(j, j)+b2*row[j]*row[j])
					}
					near(t, mat.Inner(g, c, g), g2[r])
					near(t, mat.Inner(g, c, g), metric.norm2At(row, wantGrad))
					var half, full mat.Dense
					half.Mul(c, second)
					full.Mul(&half, &half)
					near(t, mat.Trace(&full), h2[r])
					white := make([]float64, vars)
					metric.whiten(white, x, grad, r)
					near(t, g2[r], dot(white, white))
					seen++
				}
			})
			assert.Equal(t, rows, seen)
		}
	}
}

// near compares numbers to rounding.
func near(t *testing.T, want, got float64) {
	t.Helper()
	assert.InDelta(t, want, got, 1e-10*(1+math.Abs(want)))
}

func TestAddSums(t *testing.T) {
	for n := range 10 {
		rng := source(180 + uint64(n))
		a, columns, dst, want := []float64{1, 2, 3}, newBlock(n), make([]float64, n), make([]float64, n)
		for i, c := range columns {
			dst[i] = rng.NormFloat64()
			want[i] = dst[i]
			for r, v := range a {
				c[r] = rng.NormFloat64()
				want[i] += v * c[r]
			}
		}
		addSums(dst, a, columns)
		assert.Equal(t, want, dst, fmt.Sprint(n, " columns"))
	}
}
