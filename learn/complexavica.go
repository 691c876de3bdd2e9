package learn

import (
	"context"
	"errors"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/numeric"
)

// ComplexAVICA is AVICA, repaired, of complex data: degree by degree the functions of
// k^d(·, y_j), k = θ⟨x, y⟩ + 1, are freed from the multiples of generators of lower degree,
// and those with small values on the data are generators. Over C the multiples h·l of what is
// known are orthogonal to Σ v_j k^d(·, y_j) where Σ v_j conj(h(y_j) l(y_j)) = 0 (theorems.md,
// DKL-33). As in ComplexIPCA all is computed by the real matrices [[A, -B], [B, A]].
type ComplexAVICA struct {
	Kernel feature.Polynomial // of degree 1
	Degree int                // the highest
	// Cutoff is applied in every degree; where it finds no gap nothing vanishes. Nil means
	// VanishingGap{}, and with a MinGap of 30 above a degree whose gap was as large.
	Cutoff Cutoff
	// Points are the spanning points Y. Nil means as many random ones as there are monomials.
	Points [][]complex128
	Seed   uint64
}

// ComplexDegree is what ComplexAVICA has found in one degree: the certifying directions of the
// model are the new generators.
type ComplexDegree struct {
	*ComplexModel
	Degree    int
	Multiples int // dimension of the space of multiples of generators of lower degree
}

// Fit learns from the points x, the rows. It returns the errors of ComplexIPCA, but not
// ErrNoGap, and ErrKernel for a kernel of another degree than 1.
func (c ComplexAVICA) Fit(ctx context.Context, x [][]complex128) ([]ComplexDegree, error) {
	if err := checkComplexPoints(x); err != nil {
		return nil, err
	}
	if c.Kernel.Degree != 1 || c.Degree < 1 {
		return nil, fmt.Errorf("%w: AVICA takes powers of a kernel of degree 1, not of %v, to a degree from 1 on", ErrKernel, c.Kernel)
	}
	cutoff := c.Cutoff
	if cutoff == nil {
		cutoff = VanishingGap{}
	}
	kernel := c.Kernel
	kernel.Degree = c.Degree
	if c.Points == nil {
		var err error
		if c.Points, err = (ComplexIPCA{Kernel: kernel, Seed: c.Seed}).random(x); err != nil {
			return nil, err
		}
	}
	var out []ComplexDegree
	var known [][]complex128 // values at Y of a basis of what vanishes up to the degree before
	linear, err := feature.ComplexMatrix(ctx, c.Kernel, c.Points, c.Points)
	if err != nil {
		return nil, fmt.Errorf("learn: %w", err)
	}
	for d := 1; d <= c.Degree; d++ {
		kernel.Degree = d
		var multiples *mat.Dense
		if len(known) > 0 {
			multiples = realForm(productsWith(known, linear))
		}
		m, err := ComplexIPCA{Kernel: kernel, Cutoff: orNothing{cutoff}, Points: c.Points}.fit(ctx, x, multiples)
		if err != nil {
			return nil, fmt.Errorf("degree %d: %w", d, err)
		}
		out = append(out, ComplexDegree{m, d, m.multiples})
		if c.Cutoff == nil && m.cut.Rank < len(m.spectrum.Values) && (m.cut.Rank == 0 || m.cut.Gap >= complexClearGap) {
			cutoff = VanishingGap{MinGap: complexClearGap}
		}
		// What vanishes is what was known, times linear functions, and what is new.
		values, err := m.vanishing(ctx, multiples)
		if err != nil {
			return nil, err
		}
		known = values
	}
	return out, nil
}

// orNothing keeps all directions where a cut-off finds no gap.
type orNothing struct{ Cutoff }

// Cut is that of the cut-off, or keeps everything.
func (c orNothing) Cut(s Spectrum) (Cut, error) {
	cut, err := c.Cutoff.Cut(s)
	if errors.Is(err, ErrNoGap) {
		return s.at(len(s.Values), "no gap"), nil
	}
	return cut, err
}

// productsWith returns the rows conj(h(y_j) l(y_j)), for values h and the rows l of a matrix.
func productsWith(values [][]complex128, linear *mat.CDense) *mat.CDense {
	rows, n := linear.Dims()
	out := mat.NewCDense(len(values)*rows, n, nil)
	for i, h := range values {
		for k := range rows {
			for j := range n {
				// The rows k(y_k, ·) are the functions k(·, y_k) conjugated.
				out.Set(i*rows+k, j, conjugate(h[j])*linear.At(k, j))
			}
		}
	}
	return out
}

// vanishing returns the values at the spanning points of a basis of the functions that vanish:
// the multiples of what is known, and the certifying directions.
func (m *ComplexModel) vanishing(ctx context.Context, multiples *mat.Dense) ([][]complex128, error) {
	all := mat.DenseCopyOf(m.certifying)
	dim := len(m.spectrum.Values) - m.cut.Rank
	if multiples != nil {
		all.Add(all, m.absorbed)
		dim += m.multiples
	}
	kyy, err := feature.ComplexMatrix(ctx, m.kernel, m.points, m.points)
	if err != nil {
		return nil, fmt.Errorf("learn: %w", err)
	}
	root := complexForm(m.root)
	n := len(m.points)
	var out [][]complex128
	for _, w := range independent(complexForm(all), dim) {
		coefficients, values := make([]complex128, n), make([]complex128, n)
		for i := range n {
			for l, v := range w {
				coefficients[i] += root.At(i, l) * v
			}
		}
		for i := range n {
			for j := range n {
				values[i] += kyy.At(i, j) * coefficients[j]
			}
		}
		out = append(out, values)
	}
	return out, nil
}

// rangeOf returns the projection on the space that the rows of a matrix span, and its rank.
func rangeOf(rows *mat.Dense, size int) (*mat.Dense, int, error) {
	svd, err := numeric.SVDOf(rows)
	if err != nil {
		return nil, 0, err
	}
	rank := 0
	for rank < len(svd.Values) && svd.Values[rank] > complexMultiples*svd.Values[0] {
		rank++
	}
	p := mat.NewDense(size, size, nil)
	if rank > 0 {
		part := svd.V.Slice(0, size, 0, rank)
		p.Mul(part, part.T())
	}
	return p, rank, nil
}

// complexMultiples is the relative size of singular values of multiples that count as zero:
// multiples of generators repeat one another up to rounding and to noise.
const complexMultiples = 1e-6

func conjugate(v complex128) complex128 { return complex(real(v), -imag(v)) }

// complexClearGap is the gap of generators above which others need as large a one: what is left
// beside exact generators in higher degrees has gaps of up to 16 by chance, and equations at a
// noise of 0.1 % have hundreds.
const complexClearGap = 30
