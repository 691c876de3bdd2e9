package numeric

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// FactorPencil is the solution of AᵀA v = σ² BᵀB v.
type FactorPencil struct {
	// Values are the finite σ ≥ 0, in increasing order: the stationary values
	// of ‖A v‖/‖B v‖.
	Values []float64
	// Vectors has a column for each value: ‖B v‖ = 1, ‖A v‖ = σ. Nil where B
	// counts as zero.
	Vectors *mat.Dense
	// Condition is that of B, its columns scaled to length 1, on the directions
	// kept.
	Condition float64
	// Infinite is the number of directions in which B counts as zero and A does
	// not, Undetermined the number of those in which both do.
	Infinite, Undetermined int
}

// GeneralisedSingular solves AᵀA v = σ² BᵀB v from the factors, which are the
// tables of values themselves or their triangles, without forming the products:
// σ is right to about 2⁻⁵²·‖A‖·‖B⁺‖, where GeneralisedEigen of the products
// finds σ² to that accuracy and thus no σ below its root. Scaling and the
// treatment of a singular B are those of GeneralisedEigen; singular values of B,
// its columns scaled to length 1, up to rtol times the largest count as zero,
// and so do those of A on the null space of B, relative to the longest column.
//
// It panics if the numbers of columns differ, and returns ErrNotFinite for NaN
// and Inf, and the error of ctx.
func GeneralisedSingular(ctx context.Context, a, b mat.Matrix, rtol float64) (*FactorPencil, error) {
	_, n := a.Dims()
	if _, nb := b.Dims(); nb != n {
		panic(fmt.Sprintf("numeric: pencil of factors with %d and %d columns", n, nb))
	}
	as, bs := mat.DenseCopyOf(a), mat.DenseCopyOf(b)
	scale := make([]float64, n)
	longest := 0.0
	for j := range scale {
		length := columnNorm(as, j)
		scale[j] = unitScale(columnNorm(bs, j), length)
		longest = max(longest, length*scale[j])
		scaleColumn(as, j, scale[j])
		scaleColumn(bs, j, scale[j])
	}
	right, err := SVDWithin(ctx, bs)
	if err != nil {
		return nil, fmt.Errorf("right-hand factor of the pencil: %w", err)
	}
	rank := 0
	for rank < n && right.Values[rank] > rtol*right.Values[0] && right.Values[rank] > 0 {
		rank++
	}
	p := &FactorPencil{Condition: 1}
	if rank > 0 {
		p.Condition = right.Values[0] / right.Values[rank-1]
	}
	x, ax, err := p.reduceNull(ctx, as, right, rank, rtol*longest)
	if err != nil || x == nil {
		return p, err
	}
	left, err := SVDWithin(ctx, ax)
	if err != nil {
		return nil, fmt.Errorf("left-hand factor of the pencil: %w", err)
	}
	p.Values = make([]float64, rank)
	p.Vectors = mat.NewDense(n, rank, nil)
	p.Vectors.Mul(x, left.V)
	for j := range rank {
		p.Values[j] = left.Values[rank-1-j]
	}
	for i := range n {
		row := p.Vectors.RawRowView(i)
		for j := range row {
			row[j] *= scale[i]
		}
		for j := range rank / 2 { // the order of Values
			row[j], row[rank-1-j] = row[rank-1-j], row[j]
		}
	}
	return p, nil
}

// reduceNull returns the directions X that whiten B, with the component in its
// null space that makes A X smallest, and A X. Both are nil where B counts as
// zero.
func (p *FactorPencil) reduceNull(ctx context.Context, a *mat.Dense, right *SVD, rank int, floor float64) (x, ax *mat.Dense, err error) {
	n := len(right.Values)
	x, ax = new(mat.Dense), new(mat.Dense)
	if rank > 0 {
		x.CloneFrom(right.V.Slice(0, n, 0, rank))
		for j := range rank {
			scaleColumn(x, j, 1/right.Values[j])
		}
		ax.Mul(a, x)
	}
	if rank < n {
		null := right.V.Slice(0, n, rank, n)
		var an mat.Dense
		an.Mul(a, null)
		inner, err := SVDWithin(ctx, &an)
		if err != nil {
			return nil, nil, fmt.Errorf("left-hand factor on the null space of the right-hand one: %w", err)
		}
		for p.Infinite < n-rank && inner.Values[p.Infinite] > floor {
			p.Infinite++
		}
		p.Undetermined = n - rank - p.Infinite
		if p.Infinite > 0 && rank > 0 {
			eliminate(x, ax, null, &an, inner, p.Infinite)
		}
	}
	if rank == 0 {
		return nil, nil, ctx.Err()
	}
	return x, ax, nil
}

// eliminate subtracts from x the combinations of the null vectors that make
// ax = A x orthogonal to the first k directions of an = A null.
func eliminate(x, ax *mat.Dense, null mat.Matrix, an *mat.Dense, inner *SVD, k int) {
	rows, _ := inner.V.Dims()
	v := mat.DenseCopyOf(inner.V.Slice(0, rows, 0, k))
	for j := range k {
		scaleColumn(v, j, 1/inner.Values[j])
	}
	var u, m mat.Dense
	u.Mul(an, v) // orthonormal columns, A (null v)
	m.Mul(null, v)
	for range 2 { // the second time removes what rounding left
		var c, du, dx mat.Dense
		c.Mul(u.T(), ax)
		du.Mul(&u, &c)
		dx.Mul(&m, &c)
		ax.Sub(ax, &du)
		x.Sub(x, &dx)
	}
}

// columnNorm returns the Euclidean norm of column j.
func columnNorm(a *mat.Dense, j int) float64 {
	raw := a.RawMatrix()
	return blas.Dnrm2(raw.Rows, raw.Data[j:], raw.Stride)
}

// unitScale returns the factor that makes a column of the first length that has
// a finite inverse one of length 1, and 1 if there is none.
func unitScale(lengths ...float64) float64 {
	for _, l := range lengths {
		if f := 1 / l; f > 0 && !math.IsInf(f, 0) {
			return f
		}
	}
	return 1
}

// scaleColumn multiplies column j by f.
func scaleColumn(a *mat.Dense, j int, f float64) {
	raw := a.RawMatrix()
	blas.Dscal(raw.Rows, f, raw.Data[j:], raw.Stride)
}
