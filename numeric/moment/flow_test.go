package moment

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
)

// hermite is the Gauss–Hermite rule of five nodes for the standard normal
// distribution: it has the same means of all powers up to the ninth.
var hermite = func() []weighted {
	r := math.Sqrt(10)
	near, far := math.Sqrt(5-r), math.Sqrt(5+r)
	return []weighted{
		{[]float64{0}, 8.0 / 15},
		{[]float64{near}, (7 + 2*r) / 60}, {[]float64{-near}, (7 + 2*r) / 60},
		{[]float64{far}, (7 - 2*r) / 60}, {[]float64{-far}, (7 - 2*r) / 60},
	}
}()

// withNoise replaces every point by a cloud that has the same means of
// polynomials of degree ≤ 9 as the point with Gaussian noise of covariance s C.
func withNoise(rows []weighted, s float64, noise Noise) []weighted {
	rows = withRelative(rows, s, noise)
	for j := range noise.Vars() {
		var next []weighted
		for _, r := range rows {
			for _, h := range hermite {
				x := append([]float64(nil), r.x...)
				for _, l := range noise.Root() {
					if l.Col == j {
						x[l.Row] += math.Sqrt(s) * l.Value * h.x[0]
					}
				}
				next = append(next, weighted{x, r.w * h.w})
			}
		}
		rows = next
	}
	return rows
}

// withRelative does so for the part of the noise that is relative to the values, which
// comes first: the other errors do not depend on it.
func withRelative(rows []weighted, s float64, noise Noise) []weighted {
	for j, b2 := range noise.Relative() {
		var next []weighted
		for _, r := range rows {
			for _, h := range hermite {
				x := append([]float64(nil), r.x...)
				x[j] *= 1 + math.Sqrt(s*b2)*h.x[0]
				next = append(next, weighted{x, r.w * h.w})
			}
		}
		rows = next
	}
	return rows
}

func TestHermiteRule(t *testing.T) {
	want := []float64{1, 0, 1, 0, 3, 0, 15, 0, 105, 0} // (2k-1)!!
	for k, v := range want {
		got := 0.0
		for _, h := range hermite {
			got += h.w * math.Pow(h.x[0], float64(k))
		}
		assert.InDelta(t, v, got, 1e-12, "power %d", k)
	}
}

// flows are noise levels, the corner cases first.
var flows = []struct {
	name         string
	vars, degree int
	s            float64
	noise        Noise
}{
	{"no noise", 2, 2, 0, Independent([]float64{1, 1})},
	{"a variable without noise", 2, 2, 0.3, Independent([]float64{0, 1})},
	{"lines", 3, 1, 0.5, Independent([]float64{1, 1, 1})},
	{"quadrics", 3, 2, 0.04, Independent([]float64{1, 2, 0.5})},
	{"cubics", 2, 3, 0.01, Independent([]float64{1, 0.3})},
	{"quartics in one variable", 1, 4, 0.25, Independent([]float64{1})},
	{"quartics", 2, 4, 0.09, Independent([]float64{0.5, 1})},
	{"errors that go together", 2, 3, 0.02, correlated(2, 1, 0.6, 0.6, 0.5)},
	{"two errors against each other, one alone", 3, 2, 0.05, correlated(3, 1, -0.8, 0, -0.8, 1, 0, 0, 0, 0.3)},
	{"one error of two variables", 2, 2, 0.1, correlated(2, 1, 2, 2, 4)},
	{"relative errors", 2, 4, 0.04, Independent([]float64{0, 0}).WithRelative([]float64{1, 0.5})},
	{"a relative error beside absolute ones", 2, 3, 0.03, Independent([]float64{1, 0.5}).WithRelative([]float64{0, 0.8})},
}

// correlated is the noise of a covariance given by rows.
func correlated(n int, entries ...float64) Noise {
	noise, err := Correlated(mat.NewSymDense(n, entries))
	if err != nil {
		panic(err)
	}
	return noise
}

// The moments of noisy points flow back to those of the true ones, and so do
// the forms.
func TestFlowUnbiased(t *testing.T) {
	for k, tt := range flows {
		t.Run(tt.name, func(t *testing.T) {
			points := cloud(6, tt.vars, 30+uint64(k))
			truth := gather(t, tt.vars, tt.degree, points).Flow(tt.noise)
			noisy := gather(t, tt.vars, tt.degree, withNoise(points, tt.s, tt.noise)).Flow(tt.noise)
			inDelta(t, truth.At(0), noisy.At(tt.s), 1e-11)
			if tt.s > 0 && tt.noise.Relative() == nil { // relative noise of half the variance, twice, is not that of the whole
				half := gather(t, tt.vars, tt.degree, withNoise(points, tt.s/2, tt.noise)).Flow(tt.noise)
				inDelta(t, half.At(0), noisy.At(tt.s/2), 1e-11)
				inDelta(t, noisy.At(0), truth.At(-tt.s), 1e-11, "forward is adding noise")
			}
			for d := range tt.degree + 1 {
				m, g := truth.Forms(0, d)
				a, b := noisy.Forms(tt.s, d)
				assert.True(t, mat.EqualApprox(m, a, 1e-10), "M of degree %d", d)
				assert.True(t, mat.EqualApprox(g, b, 1e-10), "G of degree %d", d)
			}
		})
	}
}

// The forms against sums over the rows of values and derivatives.
func TestFormsAgainstSums(t *testing.T) {
	for k, tt := range flows {
		t.Run(tt.name, func(t *testing.T) {
			rows := cloud(20, tt.vars, 40+uint64(k))
			f := gather(t, tt.vars, tt.degree, rows).Flow(tt.noise)
			m, g := f.Forms(0, tt.degree)
			tab := f.Monomials()
			n, _ := m.Dims()
			require.Equal(t, tab.Len(tt.degree), n)
			derivative := func(x []float64, e []uint8, j int) float64 {
				if e[j] == 0 {
					return 0
				}
				lower := append([]uint8(nil), e...)
				lower[j]--
				return float64(e[j]) * power(x, lower)
			}
			for a := range n {
				for b := range n {
					ea, eb := tab.Exponents(a), tab.Exponents(b)
					want := mean(rows, func(x []float64) float64 { return power(x, ea) * power(x, eb) })
					assert.InDelta(t, want, m.At(a, b), 1e-12*(1+math.Abs(want)), "M(%v, %v)", ea, eb)
					want = mean(rows, func(x []float64) float64 {
						sum := 0.0
						for _, c := range tt.noise.Entries() {
							sum += c.Value * derivative(x, ea, c.Row) * derivative(x, eb, c.Col)
						}
						for j, b2 := range tt.noise.Relative() {
							sum += b2 * x[j] * x[j] * derivative(x, ea, j) * derivative(x, eb, j)
						}
						return sum
					})
					assert.InDelta(t, want, g.At(a, b), 1e-12*(1+math.Abs(want)), "G(%v, %v)", ea, eb)
				}
			}
		})
	}
}

// supports are some places of n, in no order.
func supports(n int, k uint64) [][]int {
	rng := source(k)
	list := [][]int{{}, {0}, {n - 1}, rng.Perm(n)}
	for range 5 {
		list = append(list, rng.Perm(n)[:1+rng.IntN(n)])
	}
	return list
}

func TestFormsOnAgainstForms(t *testing.T) {
	for k, tt := range flows {
		t.Run(tt.name, func(t *testing.T) {
			f := gather(t, tt.vars, tt.degree, cloud(20, tt.vars, 50+uint64(k))).Flow(tt.noise)
			for _, s := range []float64{0, tt.s, 1, -0.5} {
				m, g := f.Forms(s, tt.degree)
				n, _ := m.Dims()
				for _, idx := range supports(n, 60+uint64(k)) {
					if len(idx) == 0 {
						continue
					}
					a, b := f.FormsOn(s, idx)
					for i, p := range idx {
						for l, q := range idx {
							assert.InDelta(t, m.At(p, q), a.At(i, l), 1e-12*(1+math.Abs(m.At(p, q))))
							assert.InDelta(t, g.At(p, q), b.At(i, l), 1e-12*(1+math.Abs(g.At(p, q))))
						}
					}
				}
			}
		})
	}
}

// The central difference of five points is exact for polynomials of degree ≤ 4.
func TestSlopeAgainstDifferences(t *testing.T) {
	for k, tt := range flows {
		t.Run(tt.name, func(t *testing.T) {
			f := gather(t, tt.vars, tt.degree, cloud(20, tt.vars, 70+uint64(k))).Flow(tt.noise)
			n := f.Monomials().Len(tt.degree)
			idx := source(80 + uint64(k)).Perm(n)
			h, tolerance := 0.125, 1e-12
			if tt.noise.Relative() != nil { // no polynomials in s
				h, tolerance = 2e-4, 1e-10
			}
			for _, s := range []float64{0, tt.s, 0.7} {
				at := func(s float64) *mat.SymDense {
					m, _ := f.FormsOn(s, idx)
					return m
				}
				a, b, c, d := at(s-2*h), at(s-h), at(s+h), at(s+2*h)
				got := f.SlopeOn(s, idx)
				for i := range n {
					for l := range n {
						want := (a.At(i, l) - 8*b.At(i, l) + 8*c.At(i, l) - d.At(i, l)) / (12 * h)
						size := 1 + math.Abs(a.At(i, l)) + math.Abs(d.At(i, l))
						assert.InDelta(t, want, got.At(i, l), tolerance*size/h)
					}
				}
			}
		})
	}
}

// A flow of other means is that of the moments that have these means.
func TestWithMeans(t *testing.T) {
	c := []float64{1, 0.5}
	f := gather(t, 2, 3, cloud(10, 2, 90)).Flow(Independent(c))
	before := f.At(0.2)
	want := gather(t, 2, 3, cloud(12, 2, 91)).Flow(Independent(c))
	got := f.WithMeans(want.At(0))
	assert.Equal(t, want.At(0), got.At(0))
	assert.Equal(t, want.At(0.2), got.At(0.2))
	assert.Equal(t, before, f.At(0.2), "the first is as it was")
	assert.Equal(t, len(before), f.Size())
	assert.Same(t, f.Monomials(), got.Monomials())
}

// The points 1 and 3, seen with noise of variance 1, have the mean square 5 + 1.
func ExampleFlow() {
	m, err := New(1, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	// Noise that is 1 or -1, each once, has the variance 1.
	for _, x := range []float64{0, 2, 2, 4} {
		m.Add([]float64{x}, 1)
	}
	f := m.Flow(Independent([]float64{1}))
	fmt.Println("means of 1, x, x² as seen:", f.At(0))
	fmt.Println("with the noise taken away:", f.At(1))
	// Output:
	// means of 1, x, x² as seen: [1 2 6]
	// with the noise taken away: [1 2 5]
}

func BenchmarkFlow(b *testing.B) {
	for _, s := range []struct{ vars, degree int }{{2, 4}, {4, 4}, {10, 2}} {
		c := make([]float64, s.vars)
		for j := range c {
			c[j] = 1
		}
		m := gather(b, s.vars, s.degree, cloud(10, s.vars, 92))
		name := fmt.Sprintf("vars=%d/degree=%d", s.vars, s.degree)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				m.Flow(Independent(c))
			}
		})
	}
}

func BenchmarkForms(b *testing.B) {
	for _, s := range []struct{ vars, degree int }{{2, 4}, {4, 4}, {10, 2}} {
		c := make([]float64, s.vars)
		for j := range c {
			c[j] = 1
		}
		f := gather(b, s.vars, s.degree, cloud(10, s.vars, 93)).Flow(Independent(c))
		b.Run(fmt.Sprintf("vars=%d/degree=%d", s.vars, s.degree), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f.Forms(1e-4, s.degree)
			}
		})
	}
}

func BenchmarkFormsOn(b *testing.B) {
	f := gather(b, 4, 4, cloud(10, 4, 94)).Flow(Independent([]float64{1, 1, 1, 1}))
	for _, k := range []int{3, 6, 20} {
		idx := source(95).Perm(f.Monomials().Len(4))[:k]
		b.Run(fmt.Sprintf("terms=%d", k), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f.FormsOn(1e-4, idx)
			}
		})
	}
}

// With the moments that a form uses alone, the form is that of all moments.
func TestWithMeansAt(t *testing.T) {
	for _, noise := range []Noise{Independent([]float64{1, 0.5}), Independent([]float64{1, 0.5}).WithRelative([]float64{0.3, 0})} {
		f := gather(t, 2, 3, cloud(10, 2, 90)).Flow(noise)
		q := Poly{Idx: []int{0, 3, 4}, C: []float64{1, 1, 1}}
		need := f.Cool(f.Times(q, q), 1).Idx
		all := f.At(0)
		some := make([]float64, len(need))
		for k, i := range need {
			some[k] = all[i]
		}
		whole, part := f.WithMeans(all), f.WithMeansAt(some, need)
		m, g := whole.FormsOn(0.1, q.Idx)
		m1, g1 := part.FormsOn(0.1, q.Idx)
		assert.Equal(t, m, m1)
		assert.Equal(t, g, g1)
		assert.Equal(t, whole.SlopeOn(0.1, q.Idx), part.SlopeOn(0.1, q.Idx))
		at := part.At(0.1)
		for k, i := range need {
			assert.Equal(t, whole.At(0.1)[i], at[k])
		}
		assert.Panics(t, func() { part.FormsOn(0.1, []int{0, 5}) }, "moments that were not asked for")
	}
}
