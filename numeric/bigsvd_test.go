package numeric_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/ring"
)

// bigOf returns a in big.Float.
func bigOf(a *mat.Dense, prec uint) *numeric.Matrix[*big.Float] {
	r, c := a.Dims()
	b := numeric.NewMatrix[*big.Float](ring.NewBigFloats(prec), r, c)
	for i := range r {
		for j := range c {
			b.Set(i, j, new(big.Float).SetPrec(prec).SetFloat64(a.At(i, j)))
		}
	}
	return b
}

// The float64 result is that of 200 bits, rounded.
func TestSVDAgainstBig(t *testing.T) {
	for name, a := range corners(rand.New(rand.NewPCG(1, 30))) {
		t.Run(name, func(t *testing.T) {
			r, c := a.Dims()
			if r*c > 2000 {
				t.Skip("big")
			}
			got, err := numeric.SVDOf(a)
			require.NoError(t, err)
			want, err := bigSVDOf(bigOf(a, 200), 200)
			require.NoError(t, err)
			requireOrthonormal(t, want.V, 190)
			top, _ := want.Values[0].Float64()
			for j, v := range want.Values {
				w, _ := v.Float64()
				require.InDelta(t, w, got.Values[j], 1e-14*top, "value %d", j)
			}
			requireSVD(t, bigOf(a, 200), want, 190)
		})
	}
}

// Columns of sizes 1 to 1e-28: relative accuracy of every value.
func TestSVDRelativeAgainstBig(t *testing.T) {
	a := corners(rand.New(rand.NewPCG(1, 31)))["columns of sizes 1 to 1e-28"]
	got, err := numeric.SVDOf(a)
	require.NoError(t, err)
	want, err := bigSVDOf(bigOf(a, 300), 300)
	require.NoError(t, err)
	for j, v := range want.Values {
		w, _ := v.Float64()
		require.InEpsilon(t, w, got.Values[j], 1e-13)
	}
}

// requireSVD checks |A v_j| = σ_j and that the columns A v_j are orthogonal.
func requireSVD(t *testing.T, a *numeric.Matrix[*big.Float], s *bigSVD, bits int) {
	t.Helper()
	av := a.Mul(s.V)
	g := av.T().Mul(av)
	n, _ := g.Dims()
	size := new(big.Float).Mul(s.Values[0], s.Values[0])
	bound := new(big.Float).SetMantExp(size, -bits)
	for i := range n {
		for j := range n {
			want := new(big.Float)
			if i == j {
				want.Mul(s.Values[j], s.Values[j])
			}
			diff := new(big.Float).Sub(g.At(i, j), want)
			require.LessOrEqual(t, diff.Abs(diff).Cmp(bound), 0, "entry %d,%d: %g beside %g", i, j, diff, size)
		}
	}
}

func requireOrthonormal(t *testing.T, v *numeric.Matrix[*big.Float], bits int) {
	t.Helper()
	g := v.T().Mul(v)
	n, _ := g.Dims()
	for i := range n {
		for j := range n {
			x := new(big.Float).Copy(g.At(i, j))
			if i == j {
				x.Sub(x, big.NewFloat(1))
			}
			require.LessOrEqual(t, x.Abs(x).Cmp(new(big.Float).SetMantExp(big.NewFloat(1), -bits)), 0, "entry %d,%d: %g", i, j, x)
		}
	}
}

// The product of the singular values of a Hilbert matrix is its determinant,
// which is known exactly; its condition grows like 34^n.
func TestBigSVDHilbert(t *testing.T) {
	const n, prec = 12, 400
	field := ring.NewBigFloats(prec)
	h := numeric.NewMatrix[*big.Float](field, n, n)
	exact := numeric.NewMatrix(ring.Q, n, n)
	for i := range n {
		for j := range n {
			x := ring.NewRat(1, int64(i+j+1))
			exact.Set(i, j, x)
			h.Set(i, j, new(big.Float).SetPrec(prec).SetRat(x.Big()))
		}
	}
	s, err := bigSVDOf(h, prec)
	require.NoError(t, err)
	product := new(big.Float).SetPrec(prec).SetInt64(1)
	for _, v := range s.Values {
		product.Mul(product, v)
	}
	want := new(big.Float).SetPrec(prec).SetRat(numeric.Det(exact).Big())
	product.Quo(product.Sub(product, want), want)
	require.Less(t, product.MantExp(nil), -300, "relative error %g", product)
	require.Less(t, s.Loss.MantExp(nil), -380)
	// Σ 1/σ_j is the trace of the inverse, which is known exactly too. The
	// smallest value, beyond the reach of 53 bits, dominates it.
	inverse, err := numeric.Inverse(exact)
	require.NoError(t, err)
	trace := ring.Rat{}
	sum := new(big.Float).SetPrec(prec)
	for j, v := range s.Values {
		trace = trace.Add(inverse.At(j, j))
		sum.Add(sum, new(big.Float).SetPrec(prec).Quo(big.NewFloat(1), v))
	}
	want.SetRat(trace.Big())
	sum.Quo(sum.Sub(sum, want), want)
	require.Less(t, sum.MantExp(nil), -300, "relative error %g", sum)
}
