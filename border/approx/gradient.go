package approx

import (
	"cmp"
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
)

// GradientVCA is VCA with gradient normalisation [Kera, Hasegawa 2020, Section 4;
// the simple basis computation with the gradient as normalisation map]. The
// combinations of candidates are those of the generalised eigenvalue problem
// C(X)ᵀC(X) v = λ D(X)ᵀD(X) v, where C(X) are the values of the candidates less
// their projections and D(X) the gradients: each polynomial has a gradient of
// mean square 1 over the points, so √λ is, to first order, a distance between
// the points and its zero set, in the units of the points. Combinations whose
// gradient vanishes at all points are dropped: their zero sets have no distance.
type GradientVCA struct {
	// Epsilon is the largest root mean square of a generator's values. It must
	// be positive.
	Epsilon float64
	// Rank is the length, relative to the largest, below which the gradient of
	// a combination of candidates counts as zero; 0 means 1e-9.
	Rank float64
}

// defaultGradientRank is far above rounding and far below the gradients of
// polynomials on points of size 1.
const defaultGradientRank = 1e-9

// String returns "gradient-vca".
func (g GradientVCA) String() string { return "gradient-vca" }

// Fit implements Method.
func (g GradientVCA) Fit(ctx context.Context, R *poly.Ring[float64], x *mat.Dense) (*Model, error) {
	g.Rank = cmp.Or(g.Rank, defaultGradientRank)
	if err := start(R, x, epsilon(g.Epsilon), parameter{"Rank", g.Rank, 1}); err != nil {
		return nil, err
	}
	n, _ := x.Dims()
	s := &gradientSearch{nested: newNested(x, meanAbs(x))}
	s.keptGradients = mat.NewDense(n*R.NumVars(), 1, nil)
	return s.run(R, func(l *layer, rests *mat.Dense) error {
		gradients := s.gradients(l)
		values, vectors, err := g.eigen(ctx, rests, gradients)
		if err != nil {
			return err
		}
		l.split(vectors, above(values, g.Epsilon))
		if l.keep != nil {
			s.keptGradients = beside(s.keptGradients, gradients, l.keep)
		}
		return nil
	})
}

// gradientSearch is a search that knows the gradients of the non-vanishing
// polynomials at the points: row i·n + v is ∂/∂x_v at point i.
type gradientSearch struct {
	*nested
	keptGradients *mat.Dense
}

// gradients returns the gradients of the rests of a layer, by the product rule.
func (s *gradientSearch) gradients(l *layer) *mat.Dense {
	n, vars := s.x.Dims()
	_, count := l.projection.Dims()
	d := mat.NewDense(n*vars, count, nil)
	for i := range n {
		f := s.kept.RawRowView(i)
		for v := range vars {
			row := d.RawRowView(i*vars + v)
			if l.products == nil {
				row[v] = 1
				continue
			}
			df := s.keptGradients.RawRowView(i*vars + v)
			for j, p := range l.products {
				row[j] = f[p[0]]*df[p[1]] + df[p[0]]*f[p[1]]
			}
		}
	}
	var rest mat.Dense
	rest.Mul(s.keptGradients, l.projection)
	d.Sub(d, &rest)
	return d
}

// eigen solves CᵀC v = λ DᵀD v on the space where D has full rank and returns the
// root mean squares √(λ/N·…) of the values in decreasing order with the vectors,
// which have gradients of mean square 1. Neither Gram matrix is formed: with
// D = U Σ Vᵀ the vectors are V Σ⁻¹ w for the right singular vectors w of
// C V Σ⁻¹.
func (g GradientVCA) eigen(ctx context.Context, c, d *mat.Dense) ([]float64, *mat.Dense, error) {
	n, cols := c.Dims()
	outer, err := numeric.TallSVD(ctx, d, false)
	if err != nil {
		return nil, nil, err
	}
	rank := 0
	for rank < cols && outer.Values[rank] > g.Rank*outer.Values[0] {
		rank++
	}
	if rank == 0 {
		return nil, nil, nil
	}
	whiten := mat.DenseCopyOf(outer.V.Slice(0, cols, 0, rank))
	for j := range rank {
		scaleColumn(whiten, j, math.Sqrt(float64(n))/outer.Values[j])
	}
	var white mat.Dense
	white.Mul(c, whiten)
	inner, err := numeric.TallSVD(ctx, &white, false)
	if err != nil {
		return nil, nil, err
	}
	values := make([]float64, rank)
	for j, s := range inner.Values {
		values[j] = s / math.Sqrt(float64(n))
	}
	vectors := new(mat.Dense)
	vectors.Mul(whiten, inner.V)
	return values, vectors, nil
}

// meanAbs returns the mean absolute value of the entries, 1 when they are zero.
func meanAbs(x *mat.Dense) float64 {
	n, vars := x.Dims()
	sum := 0.0
	for i := range n {
		for _, v := range x.RawRowView(i) {
			sum += math.Abs(v)
		}
	}
	if sum == 0 {
		return 1
	}
	return sum / float64(n*vars)
}
