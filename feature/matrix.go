package feature

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"
	"gonum.org/v1/gonum/mat"
)

// tileRows × tileCols pairs are evaluated at a time: three squares of 64, the
// largest block of which gonum's Gemm makes one goroutine's work, and 100 kB,
// which stays in the cache.
const (
	tileRows = 64
	tileCols = 3 * 64
)

// Matrix returns the cross-kernel matrix K_XZ with the entries k(x_i, z_j). The
// work is cut into blocks by the sizes alone, so the result has the same bits
// on any number of processors. It returns ErrParameter, ErrShape or ErrDomain
// when the kernel is not valid, the tables do not fit one another, or k is not
// defined at a point (named by its row), and the error of ctx.
func Matrix(ctx context.Context, k Kernel, x, z *mat.Dense) (*mat.Dense, error) {
	if err := check(k, x, z); err != nil {
		return nil, err
	}
	r, _ := x.Dims()
	m, _ := z.Dims()
	out := mat.NewDense(r, m, nil)
	cols := newColumns(z)
	err := forRows(ctx, r, func(lo, hi int) error {
		cols.eval(k, out, x, lo, hi)
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// Gram returns the kernel matrix K_XX, symmetric to the last bit. Errors are
// those of Matrix.
func Gram(ctx context.Context, k Kernel, x *mat.Dense) (*mat.SymDense, error) {
	full, err := Matrix(ctx, k, x, x)
	if err != nil {
		return nil, err
	}
	n, _ := full.Dims()
	return mat.NewSymDense(n, full.RawMatrix().Data), nil // reads the upper triangle
}

// Diagonal returns the values k(x_i, x_i). Errors are those of Matrix.
func Diagonal(ctx context.Context, k Kernel, x *mat.Dense) ([]float64, error) {
	if err := check(k, x, x); err != nil {
		return nil, err
	}
	r, _ := x.Dims()
	out := make([]float64, r)
	err := forRows(ctx, r, func(lo, hi int) error {
		for i := lo; i < hi; i++ {
			row := x.RawRowView(i)
			out[i] = k.Eval(row, row)
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// Gradients returns the derivatives of k(·, z_j) at x_i: entry (i, j) of the
// l-th matrix is ∂k(x, z_j)/∂x_l at x = x_i. The derivative of the expansion
// Σ_j c_j k(·, z_j) by x_l is then the l-th matrix times c. Errors are those of
// Matrix, and ErrNotDifferentiable.
//
// The n matrices take n times the memory of K_XZ; for many rows call it on
// parts of x.
func Gradients(ctx context.Context, k Kernel, x, z *mat.Dense) ([]*mat.Dense, error) {
	if err := check(k, x, z); err != nil {
		return nil, err
	}
	d, ok := k.(Differentiable)
	if !ok {
		return nil, fmt.Errorf("feature: %v: %w", k, ErrNotDifferentiable)
	}
	r, n := x.Dims()
	m, _ := z.Dims()
	out := make([]*mat.Dense, n)
	for l := range out {
		out[l] = mat.NewDense(r, m, nil)
	}
	err := forRows(ctx, r, func(lo, hi int) error {
		grad := make([]float64, n)
		for i := lo; i < hi; i++ {
			if err := ctx.Err(); err != nil {
				return err
			}
			xi := x.RawRowView(i)
			for j := range m {
				if err := d.Gradient(grad, xi, z.RawRowView(j)); err != nil {
					return fmt.Errorf("feature: gradient at rows %d and %d: %w", i+1, j+1, err)
				}
				for l, g := range grad {
					out[l].Set(i, j, g)
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// check finds what makes a kernel matrix impossible.
func check(k Kernel, x, z *mat.Dense) error {
	if err := Validate(k); err != nil {
		return err
	}
	_, n := x.Dims()
	if _, m := z.Dims(); n != m {
		return fmt.Errorf("feature: tables with %d and %d columns: %w", n, m, ErrShape)
	}
	c, ok := k.(PointChecker)
	if !ok {
		return nil
	}
	for _, points := range []*mat.Dense{x, z} {
		r, _ := points.Dims()
		for i := range r {
			if err := c.CheckPoint(points.RawRowView(i)); err != nil {
				return fmt.Errorf("feature: row %d: %w", i+1, err)
			}
		}
	}
	return nil
}

// columns holds the points z in tiles, with what is computed once for each.
type columns struct {
	tiles []Block // with only the y side filled
}

func newColumns(z *mat.Dense) *columns {
	m, n := z.Dims()
	c := &columns{}
	for lo := 0; lo < m; lo += tileCols {
		y := z.Slice(lo, min(lo+tileCols, m), 0, n).(*mat.Dense)
		c.tiles = append(c.tiles, Block{y: y, yy: squares(y), yTranspose: mat.DenseCopyOf(y.T())})
	}
	return c
}

// spaces are values and products of tiles, used again: they are larger than most that is computed from them.
var spaces = sync.Pool{New: func() any { return new([]float64) }}

// eval writes rows lo to hi of the kernel matrix.
func (c *columns) eval(k Kernel, out, x *mat.Dense, lo, hi int) {
	_, n := x.Dims()
	rows := x.Slice(lo, hi, 0, n).(*mat.Dense)
	var xx []float64
	size := (hi - lo) * c.tiles[0].Cols() // the first tile is the widest
	space := spaces.Get().(*[]float64)
	defer spaces.Put(space)
	*space = slices.Grow((*space)[:0], 2*size)
	buf := (*space)[:size]
	at := 0
	for _, tile := range c.tiles {
		b := tile // the y side is shared and read only, the rest is ours
		b.x, b.xx, b.space = rows, xx, (*space)[size:2*size]
		w := b.Cols()
		dst := buf[:(hi-lo)*w]
		evalBlock(k, dst, &b)
		for i := range hi - lo {
			copy(out.RawRowView(lo + i)[at:at+w], dst[i*w:(i+1)*w])
		}
		xx = b.xx
		at += w
	}
}

// forRows calls f for pieces of tileRows rows on all processors, and returns
// the first error or that of ctx. All calls have ended when it returns.
func forRows(ctx context.Context, rows int, f func(lo, hi int) error) error {
	if runtime.GOMAXPROCS(0) == 1 || rows <= tileRows {
		for lo := 0; lo < rows && ctx.Err() == nil; lo += tileRows {
			if err := f(lo, min(lo+tileRows, rows)); err != nil {
				return err
			}
		}
		return ctx.Err()
	}
	g, inner := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for lo := 0; lo < rows && inner.Err() == nil; lo += tileRows {
		g.Go(func() error { return f(lo, min(lo+tileRows, rows)) })
	}
	if err := g.Wait(); err != nil {
		return err
	}
	return ctx.Err()
}
