package moment

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/numeric"
)

// randomPoly draws a polynomial with small integer coefficients.
func randomPoly(rng *rand.Rand, n int) Poly {
	p := Poly{Idx: rng.Perm(n)[:rng.IntN(min(n, 6)+1)]}
	slices.Sort(p.Idx)
	for range p.Idx {
		p.C = append(p.C, float64(rng.IntN(9)-4))
	}
	return p
}

// nonzero returns the terms of p that are not zero.
func nonzero(p Poly) map[int]float64 {
	terms := map[int]float64{}
	for i, a := range p.Idx {
		if p.C[i] != 0 {
			terms[a] = p.C[i]
		}
	}
	return terms
}

// average returns the mean of p over Gaussian noise of variance s·c_j² in
// variable j, as a polynomial in the true point, from
//
//	E (x + ε)^a = Σ_k (a over 2k) (2k-1)!! v^k x^(a-2k).
func average(m *Monomials, p Poly, s float64, c []float64) Poly {
	terms := map[int32]float64{}
	for i, a := range p.Idx {
		type term struct {
			e []uint8
			c float64
		}
		list := []term{{slices.Clone(m.Exponents(a)), p.C[i]}}
		for j, scale := range c {
			var next []term
			for _, t := range list {
				power := int(t.e[j])
				odd := 1.0 // (2k-1)!! v^k
				for k := 0; 2*k <= power; k++ {
					e := slices.Clone(t.e)
					e[j] -= uint8(2 * k)
					next = append(next, term{e, t.c * odd * float64(numeric.Binomial(power, 2*k))})
					odd *= float64(2*k+1) * s * scale * scale
				}
			}
			list = next
		}
		for _, t := range list {
			terms[int32(m.Position(t.e))] += t.c
		}
	}
	return collect(terms)
}

// flowOf is a flow for its operations on polynomials.
func flowOf(t testing.TB, vars, degree int, c []float64) *Flow {
	t.Helper()
	return gather(t, vars, degree, cloud(10, vars, 100)).Flow(Independent(c))
}

// coolings have noise for which all arithmetic is on integers: s/2k is a multiple
// of 1/2 for k ≤ 4.
var coolings = []struct {
	vars, degree int
	c            []float64
}{
	{1, 4, []float64{1}}, {2, 3, []float64{1, 1}}, {2, 3, []float64{2, 0}},
	{2, 4, []float64{1, 2}}, {3, 2, []float64{1, 2, 3}}, {4, 2, []float64{0, 1, 1, 2}},
}

// Averaging the cooled polynomial over the noise gives the polynomial back,
// exactly.
func TestCoolUnbiased(t *testing.T) {
	rng := source(101)
	for _, tt := range coolings {
		f := flowOf(t, tt.vars, tt.degree, tt.c)
		tab := f.Monomials()
		for range 40 {
			p := randomPoly(rng, f.Size())
			for _, s := range []float64{0, 12, 24} {
				assert.Equal(t, nonzero(p), nonzero(average(tab, f.Cool(p, s), s, tt.c)), "%v, c = %v, s = %v", p, tt.c, s)
				assert.Equal(t, nonzero(p), nonzero(f.Cool(average(tab, p, s, tt.c), s)), "%v, c = %v, s = %v", p, tt.c, s)
			}
			assert.Equal(t, nonzero(f.Cool(p, 36)), nonzero(f.Cool(f.Cool(p, 12), 24)), "two steps are one")
			assert.Equal(t, nonzero(p), nonzero(f.Cool(f.Cool(p, 12), -12)), "and back")
			assert.True(t, slices.IsSorted(f.Cool(p, 12).Idx))
		}
	}
}

// The mean of a cooled polynomial is its mean over cooled moments.
func TestCoolAgainstMoments(t *testing.T) {
	rng := source(102)
	for _, tt := range coolings {
		f := flowOf(t, tt.vars, tt.degree, tt.c)
		for range 10 {
			p := randomPoly(rng, f.Size())
			const s = 0.01
			want, size := 0.0, 1.0
			mu := f.At(s)
			for i, a := range p.Idx {
				want += p.C[i] * mu[a]
				size += max(p.C[i]*mu[a], -p.C[i]*mu[a])
			}
			assert.InDelta(t, want, f.Mean(f.Cool(p, s)), 1e-11*size)
			assert.InDelta(t, p.Value(mu), want, 1e-12*size, "Value at the moments")
		}
	}
}

// values returns the values of all monomials at an integer point.
func values(m *Monomials, rng *rand.Rand) []float64 {
	x := make([]float64, m.Vars())
	for j := range x {
		x[j] = float64(rng.IntN(7) - 3)
	}
	row := make([]float64, m.Len(m.Degree()))
	m.EvalTo(row, x)
	return row
}

func TestTimesAgainstValues(t *testing.T) {
	rng := source(103)
	for _, tt := range coolings {
		f := flowOf(t, tt.vars, tt.degree, tt.c)
		n := f.Monomials().Len(tt.degree)
		for range 30 {
			p, q := randomPoly(rng, n), randomPoly(rng, n)
			product := f.Times(p, q)
			row := values(f.Monomials(), rng)
			assert.Equal(t, p.Value(row)*q.Value(row), product.Value(row), "(%v)·(%v)", p, q)
			assert.Equal(t, product, f.Times(q, p))
			assert.True(t, slices.IsSorted(product.Idx))
		}
		p := randomPoly(rng, n)
		assert.Equal(t, nonzero(p), nonzero(f.Times(p, Poly{Idx: []int{0}, C: []float64{1}})), "times 1")
		assert.Empty(t, f.Times(p, Poly{}).Idx, "times 0")
	}
}

// Δ = ∂_x² + 4 ∂_y² for noise scales 1 and 2.
func TestLaplace(t *testing.T) {
	f := flowOf(t, 2, 3, []float64{1, 2})
	tab := f.Monomials()
	at := func(a, b uint8) int { return tab.Position([]uint8{a, b}) }
	tests := []struct {
		name string
		p    Poly
		want map[int]float64
	}{
		{"constants and lines are harmonic", Poly{Idx: []int{0, 1, 2}, C: []float64{3, 1, 1}}, map[int]float64{}},
		{"x²", Poly{Idx: []int{at(2, 0)}, C: []float64{1}}, map[int]float64{0: 2}},
		{"y² has the noise of y", Poly{Idx: []int{at(0, 2)}, C: []float64{1}}, map[int]float64{0: 8}},
		{"x³y²", Poly{Idx: []int{at(3, 2)}, C: []float64{5}}, map[int]float64{at(1, 2): 30, at(3, 0): 40}},
		{"4x² - y² is harmonic in this noise", Poly{Idx: []int{at(0, 2), at(2, 0)}, C: []float64{-1, 4}}, map[int]float64{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, nonzero(f.Laplace(tt.p))) })
	}
}

// Seen through noise of variance 1, the mean of x² - 1 is that of the true x²,
// and the mean of x⁴ - 6x² + 3 that of the true x⁴: the Hermite polynomials.
func ExampleFlow_Cool() {
	m, err := New(1, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	m.Add([]float64{0}, 1)
	f := m.Flow(Independent([]float64{1}))
	for _, k := range []int{2, 3, 4} {
		p := f.Cool(Poly{Idx: []int{k}, C: []float64{1}}, 1)
		fmt.Println("powers", p.Idx, "coefficients", p.C)
	}
	// Output:
	// powers [0 2] coefficients [-1 1]
	// powers [1 3] coefficients [-3 1]
	// powers [0 2 4] coefficients [3 -6 1]
}

// (x + 2)(x - 2) = x² - 4 is 5 at x = 3.
func ExamplePoly() {
	m, err := New(1, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	m.Add([]float64{3}, 1)
	f := m.Flow(Independent([]float64{1}))
	p := f.Times(Poly{Idx: []int{0, 1}, C: []float64{2, 1}}, Poly{Idx: []int{0, 1}, C: []float64{-2, 1}})
	fmt.Println("powers", p.Idx, "coefficients", p.C, "mean", f.Mean(p))
	// Output: powers [0 1 2] coefficients [-4 0 1] mean 5
}

func BenchmarkCool(b *testing.B) {
	f := flowOf(b, 3, 4, []float64{1, 1, 1})
	for _, k := range []int{3, 30} {
		idx := source(104).Perm(f.Size())[:k]
		slices.Sort(idx)
		p := Poly{Idx: idx, C: make([]float64, k)}
		b.Run(fmt.Sprintf("terms=%d", k), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f.Cool(p, 1e-4)
			}
		})
	}
}
