package learn

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/numeric"
)

// KernelPCA is kernel principal component analysis with the full kernel matrix
// of the data: N² numbers and N³ operations. IPCA gives the same projections
// from M spanning points. It is plain data.
//
// Reference: B. Schölkopf, A. Smola, K.-R. Müller, Nonlinear component analysis
// as a kernel eigenvalue problem, Neural Comput. 10 (1998).
type KernelPCA struct {
	// Kernel is required.
	Kernel feature.Kernel
	// Components says how many components are kept, judging by the square
	// roots of the eigenvalues of K_XX. Nil means Threshold{}: all that are not
	// zero.
	Components Cutoff
	// Centre subtracts the mean of the features.
	Centre bool
}

// KernelECA is kernel entropy component analysis: of the components of kernel
// PCA without centring it keeps those that contribute most to the estimate of
// the quadratic Rényi entropy, λ_i (e_iᵀ1)²/N², not those with the largest
// eigenvalues. It is plain data.
//
// Reference: R. Jenssen, Kernel entropy component analysis, IEEE Trans. Pattern
// Anal. Mach. Intell. 32 (2010), section 3.
type KernelECA struct {
	// Kernel is required.
	Kernel feature.Kernel
	// Components is the number of components kept. It must be positive and at
	// most the rank of the kernel matrix.
	Components int
}

// Components are the principal or entropy components of training data, which
// they keep. They do not change and are safe for use by several goroutines at
// once.
type Components struct {
	kernel   feature.Kernel
	train    *mat.Dense
	kxx      *mat.SymDense // not centred; nil without centring
	spectrum Spectrum
	chosen   []int      // positions in the spectrum
	dual     *mat.Dense // N×len(chosen): e_i/√λ_i; nil where nothing is chosen
	entropy  []float64  // one a value of the spectrum; nil for kernel PCA
}

// Fit computes the components of the rows of x, which is copied. It returns
// ErrData for data that are empty or not finite, ErrKernel for a learner without
// a kernel, what the cut-off returns, and the error of ctx.
func (c KernelPCA) Fit(ctx context.Context, x *mat.Dense) (*Components, error) {
	p, root, err := kernelEigen(ctx, c.Kernel, x, c.Centre)
	if err != nil {
		return nil, err
	}
	cutoff := c.Components
	if cutoff == nil {
		cutoff = Threshold{}
	}
	cut, err := cutoff.Cut(p.spectrum)
	if err != nil {
		return nil, err
	}
	if cut.Rank > root.Rank {
		return nil, fmt.Errorf("%w: %d components of a kernel matrix of rank %d", ErrCutoff, cut.Rank, root.Rank)
	}
	for j := range cut.Rank {
		p.chosen = append(p.chosen, j)
	}
	p.setDual(root)
	return p, nil
}

// Fit computes the components of the rows of x, which is copied. It returns
// ErrData for data that are empty or not finite, ErrKernel for a learner without
// a kernel, ErrCutoff for a number of components that does not fit, and the
// error of ctx.
func (c KernelECA) Fit(ctx context.Context, x *mat.Dense) (*Components, error) {
	p, root, err := kernelEigen(ctx, c.Kernel, x, false)
	if err != nil {
		return nil, err
	}
	if c.Components < 1 || c.Components > root.Rank {
		return nil, fmt.Errorf("%w: %d components of a kernel matrix of rank %d", ErrCutoff, c.Components, root.Rank)
	}
	n := float64(len(p.spectrum.Values))
	p.entropy = make([]float64, len(p.spectrum.Values))
	for j := range root.Rank {
		sum := mat.Sum(root.Basis.ColView(j))
		p.entropy[j] = root.Values[j] * sum * sum / (n * n)
		p.chosen = append(p.chosen, j)
	}
	stable.Sort(p.chosen, func(a, b int) int { return cmp.Compare(p.entropy[b], p.entropy[a]) })
	p.chosen = p.chosen[:c.Components]
	p.setDual(root)
	return p, nil
}

// trainingKernel checks data and kernel and returns K_XX.
func trainingKernel(ctx context.Context, k feature.Kernel, x *mat.Dense) (*mat.SymDense, error) {
	if k == nil {
		return nil, fmt.Errorf("%w: none given", ErrKernel)
	}
	if x == nil || x.IsEmpty() {
		return nil, fmt.Errorf("%w: no rows", ErrData)
	}
	if err := CheckFinite(x); err != nil {
		return nil, err
	}
	kxx, err := feature.Gram(ctx, k, x)
	if err != nil {
		return nil, fmt.Errorf("learn: %w", err)
	}
	return kxx, nil
}

// kernelEigen returns the eigenvectors of K_XX, and components of which nothing
// is chosen yet.
func kernelEigen(ctx context.Context, k feature.Kernel, x *mat.Dense, centre bool) (*Components, *numeric.PinvRoot, error) {
	kxx, err := trainingKernel(ctx, k, x)
	if err != nil {
		return nil, nil, err
	}
	n := kxx.SymmetricDim()
	p := &Components{kernel: k, train: mat.DenseCopyOf(x)}
	size := mat.Trace(kxx) // rounding errors are of the size of the plain matrix
	if centre {
		p.kxx = kxx
		full := mat.DenseCopyOf(kxx)
		centreRows(full, kxx)
		kxx = mat.NewSymDense(n, full.RawMatrix().Data)
	}
	tol := float64(n) * spanTolerance
	root, err := numeric.PinvSqrtScaled(kxx, tol, size)
	if err != nil {
		return nil, nil, fmt.Errorf("learn: kernel matrix of the data: %w", err)
	}
	p.spectrum = Spectrum{Rows: n, Floor: math.Sqrt(tol * max(size, root.Values[0]))}
	for _, lambda := range root.Values {
		p.spectrum.Values = append(p.spectrum.Values, math.Sqrt(max(0, lambda)))
	}
	return p, root, ctx.Err()
}

// setDual takes the vectors chosen from the eigenvectors.
func (p *Components) setDual(root *numeric.PinvRoot) {
	if len(p.chosen) == 0 {
		return
	}
	n, _ := root.Whitening.Dims()
	p.dual = mat.NewDense(n, len(p.chosen), nil)
	for c, j := range p.chosen {
		// Eigenvectors have no sign; the largest entry is made positive.
		largest := 0.0
		for i := range n {
			if e := root.Whitening.At(i, j); math.Abs(e) > math.Abs(largest) {
				largest = e
			}
		}
		for i := range n {
			p.dual.Set(i, c, math.Copysign(1, largest)*root.Whitening.At(i, j))
		}
	}
}

// Spectrum returns the square roots of the eigenvalues of the kernel matrix, in
// decreasing order.
func (p *Components) Spectrum() Spectrum {
	s := p.spectrum
	s.Values = slices.Clone(s.Values)
	return s
}

// Chosen returns the positions in the spectrum of the components kept, in their
// order.
func (p *Components) Chosen() []int { return slices.Clone(p.chosen) }

// Entropy returns what each value of the spectrum contributes to the entropy
// estimate, nil for kernel PCA.
func (p *Components) Entropy() []float64 { return slices.Clone(p.entropy) }

// Project returns the components of the rows of x, one column each:
// κ_X(x) e_i/√λ_i. It is nil if no component was kept. It returns ErrData for
// rows that are not finite or of the wrong length, and the error of ctx.
func (p *Components) Project(ctx context.Context, x *mat.Dense) (*mat.Dense, error) {
	kx, err := kernelRows(ctx, p.kernel, x, p.train)
	if err != nil || p.dual == nil {
		return nil, err
	}
	if p.kxx != nil {
		centreRows(kx, p.kxx)
	}
	var out mat.Dense
	out.Mul(kx, p.dual)
	return &out, nil
}

// kernelRows returns the kernel of new rows with the training data.
func kernelRows(ctx context.Context, k feature.Kernel, x, train *mat.Dense) (*mat.Dense, error) {
	_, n := train.Dims()
	if x == nil || x.IsEmpty() {
		return nil, fmt.Errorf("%w: no rows", ErrData)
	}
	if _, c := x.Dims(); c != n {
		return nil, fmt.Errorf("%w: rows of %d numbers, expected %d", ErrData, c, n)
	}
	if err := CheckFinite(x); err != nil {
		return nil, err
	}
	kx, err := feature.Matrix(ctx, k, x, train)
	if err != nil {
		return nil, fmt.Errorf("learn: %w", err)
	}
	return kx, nil
}
