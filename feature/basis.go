package feature

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/ring"
)

// MaxFeatures bounds the number of monomials that a Basis lists: 2²⁰ of them
// with their weights are some 100 MB and a second of work. Beyond it use the
// kernel, which never writes a monomial down.
const MaxFeatures = 1 << 20

// ErrTooManyFeatures says that a basis would have more than MaxFeatures
// monomials.
var ErrTooManyFeatures = errors.New("feature: more monomials than can be listed")

// Basis lists the monomials that are the features of a polynomial kernel in n
// variables, in ascending degree-lexicographic order, the order of
// poly.Ring.MonomialsUpTo: 1, y, x, y², xy, x² for n = d = 2. It does not
// change after it has been made.
type Basis struct {
	kernel  Polynomial
	n       int
	factors []int32 // the variables of monomial j, with multiplicity, from starts[j] to starts[j+1]
	starts  []int32
	parent  []int32 // monomial j is monomial parent[j] times its last variable
	last    []int32 // nil, like parent, for a homogeneous kernel
	gamma2  []ring.Rat
	gamma   []float64
}

// Basis returns the features of p in n variables. It is ErrParameter when p is
// not valid and ErrTooManyFeatures when there are more than MaxFeatures. It
// panics if n is negative.
func (p Polynomial) Basis(n int) (*Basis, error) {
	if n < 0 {
		panic(fmt.Sprintf("feature: basis in %d variables", n))
	}
	if err := p.Validate(); err != nil {
		return nil, err
	}
	m, ok := p.Dim(n)
	if !ok || m*max(p.Degree, 1) > math.MaxInt32 {
		return nil, fmt.Errorf("feature: monomials of degree %d in %d variables: limit %d: %w",
			p.Degree, n, MaxFeatures, ErrTooManyFeatures)
	}
	b := &Basis{
		kernel: p, n: n, starts: make([]int32, 1, m+1),
		gamma2: make([]ring.Rat, 0, m), gamma: make([]float64, 0, m),
	}
	lowest := 0
	if p.Homogeneous {
		lowest = p.Degree
	}
	a := make([]int, n)
	for d := lowest; d <= p.Degree; d++ {
		b.list(a, 0, d)
	}
	if !p.Homogeneous {
		b.link()
	}
	return b, nil
}

// link finds the parents of all monomials but the first, the constant.
func (b *Basis) link() {
	const width = 4 // bytes of a variable in a key
	b.parent, b.last = make([]int32, b.Len()), make([]int32, b.Len())
	index := make(map[string]int32, b.Len())
	var key []byte
	for j := range b.Len() {
		key = key[:0]
		for _, v := range b.vars(j) {
			key = binary.LittleEndian.AppendUint32(key, uint32(v))
			b.last[j] = v
		}
		index[string(key)] = int32(j)
		if j > 0 {
			b.parent[j] = index[string(key[:len(key)-width])]
		}
	}
}

// list appends the monomials whose first i exponents are those of a and whose
// other exponents add up to rest, in ascending lexicographic order.
func (b *Basis) list(a []int, i, rest int) {
	if i == b.n || rest == 0 {
		if rest == 0 {
			b.add(a)
		}
		return
	}
	if i == b.n-1 {
		a[i] = rest
		b.add(a)
		a[i] = 0
		return
	}
	for e := 0; e <= rest; e++ {
		a[i] = e
		b.list(a, i+1, rest-e)
	}
	a[i] = 0
}

// add appends the monomial with exponents a.
func (b *Basis) add(a []int) {
	for v, e := range a {
		for range e {
			b.factors = append(b.factors, int32(v))
		}
	}
	b.starts = append(b.starts, int32(len(b.factors)))
	w := b.kernel.Weight(a)
	b.gamma2 = append(b.gamma2, w)
	b.gamma = append(b.gamma, math.Sqrt(w.Float64()))
}

// Kernel returns the kernel whose features b lists.
func (b *Basis) Kernel() Polynomial { return b.kernel }

// NumVars returns n.
func (b *Basis) NumVars() int { return b.n }

// Len returns the number of monomials.
func (b *Basis) Len() int { return len(b.gamma) }

// Exponents returns the exponents of monomial j, as a new slice.
func (b *Basis) Exponents(j int) []int {
	a := make([]int, b.n)
	for _, v := range b.vars(j) {
		a[v]++
	}
	return a
}

// vars returns the variables of monomial j with multiplicity, in order.
func (b *Basis) vars(j int) []int32 { return b.factors[b.starts[j]:b.starts[j+1]] }

// DegreeOf returns the degree of monomial j.
func (b *Basis) DegreeOf(j int) int { return len(b.vars(j)) }

// Weight returns γ² of monomial j.
func (b *Basis) Weight(j int) ring.Rat { return b.gamma2[j] }

// Gamma returns γ of monomial j, rounded.
func (b *Basis) Gamma(j int) float64 { return b.gamma[j] }

// MonomialsTo writes the evaluation row e(x) = (x^a)_a to dst. It panics if the
// lengths do not fit.
func (b *Basis) MonomialsTo(dst, x []float64) {
	b.mustFit(len(dst), len(x))
	if b.parent != nil {
		dst[0] = 1
		for j := 1; j < len(dst); j++ {
			dst[j] = dst[b.parent[j]] * x[b.last[j]]
		}
		return
	}
	for j := range dst {
		t := 1.0
		for _, v := range b.vars(j) {
			t *= x[v]
		}
		dst[j] = t
	}
}

// FeaturesTo writes the feature vector Φ(x) = (γ_a x^a)_a to dst, so that
// ⟨Φ(x), Φ(y)⟩ = k(x, y). It panics if the lengths do not fit.
func (b *Basis) FeaturesTo(dst, x []float64) {
	b.MonomialsTo(dst, x)
	for j, g := range b.gamma {
		dst[j] *= g
	}
}

// PartialsTo writes ∂Φ/∂x_l at x to dst. It panics if the lengths do not fit.
func (b *Basis) PartialsTo(dst, x []float64, l int) {
	b.mustFit(len(dst), len(x))
	for j := range dst {
		e, t := 0, b.gamma[j]
		for _, v := range b.vars(j) {
			if int(v) == l {
				e++
				if e == 1 {
					continue // the factor that is differentiated away
				}
			}
			t *= x[v]
		}
		dst[j] = float64(e) * t
	}
}

func (b *Basis) mustFit(dst, x int) {
	if dst != b.Len() || x != b.n {
		panic(fmt.Sprintf("feature: %d places for %d features of a point with %d coordinates in %d variables",
			dst, b.Len(), x, b.n))
	}
}

// Features returns the feature matrix Φ(X), N × Len, rows Φ(x_i). It returns
// ErrShape when x does not have NumVars columns, and the error of ctx.
func (b *Basis) Features(ctx context.Context, x *mat.Dense) (*mat.Dense, error) {
	return b.rows(ctx, x, b.FeaturesTo)
}

// Monomials returns the evaluation matrix (x_i^a), N × Len. Errors are those of
// Features.
func (b *Basis) Monomials(ctx context.Context, x *mat.Dense) (*mat.Dense, error) {
	return b.rows(ctx, x, b.MonomialsTo)
}

func (b *Basis) rows(ctx context.Context, x *mat.Dense, f func(dst, x []float64)) (*mat.Dense, error) {
	r, c := x.Dims()
	if c != b.n {
		return nil, fmt.Errorf("feature: table with %d columns for monomials in %d variables: %w", c, b.n, ErrShape)
	}
	if b.Len() == 0 {
		return nil, fmt.Errorf("feature: no monomials: %w", ErrShape)
	}
	out := mat.NewDense(r, b.Len(), nil)
	err := forRows(ctx, r, func(lo, hi int) error {
		for i := lo; i < hi; i++ {
			f(out.RawRowView(i), x.RawRowView(i))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// EvaluationRow returns e(x) = (x^a)_a over a field. Its Gram matrix is
// diag(γ²): k(x, y) = Σ_a γ_a² e(x)_a conj(e(y)_a). It panics if x does not
// have NumVars coordinates.
func EvaluationRow[E any](k ring.Field[E], b *Basis, x []E) []E {
	b.mustFit(b.Len(), len(x))
	row := make([]E, b.Len())
	for j := range row {
		t := k.One()
		for _, v := range b.vars(j) {
			t = k.Mul(t, x[v])
		}
		row[j] = t
	}
	return row
}
