package certify

import (
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/learn"
	"github.com/kexplain/kexplain/numeric/moment"
	"github.com/kexplain/kexplain/poly"
)

// Kernels learns by Ideal PCA in the functions of other kernels, such as those invariant
// under a group (IKT). A group may mix columns, so that all are measured in one unit, the
// root mean square of all cells, and not each in its own.
type Kernels struct {
	// Of returns the kernel whose functions are polynomials of degree ≤ d, nil where there
	// are none of degree d.
	Of func(degree int) feature.Kernel
	// Units are those of the columns.
	Units []float64
	Seed  uint64
}

// String names the method.
func (s Kernels) String() string { return "Ideal PCA in the functions of a kernel" }

func (s Kernels) spaces(ctx context.Context, x *mat.Dense, t *moment.Monomials, degree int) ([]Space, error) {
	R, err := newRing(t, degree)
	if err != nil {
		return nil, err
	}
	common, units := s.common(x)
	var list []Space
	for d := 1; d <= degree; d++ {
		space := Space{Degree: d, Monomials: t.Len(d), scale: scales(feature.Polynomial{Degree: d}, t, d)}
		kernel := s.Of(d)
		if kernel == nil {
			list = append(list, space)
			continue
		}
		// As many points as monomials span all functions; few are needed of an invariant kernel.
		points := feature.Pivoted{M: t.Len(d)}
		model, err := learn.IPCA{Kernel: kernel, Cutoff: firstGap{}, Road: learn.KernelRoad{}, Spanning: points, Seed: s.Seed}.Fit(ctx, common)
		if errors.Is(err, learn.ErrNoGap) {
			list = append(list, space)
			continue
		}
		if err != nil {
			return nil, err
		}
		certifying, err := s.symbolic(ctx, model, R, t, d, units)
		if err != nil {
			return nil, err
		}
		if model, err = (learn.IPCA{Kernel: kernel, Cutoff: learn.Rank{}, Road: learn.KernelRoad{},
			Spanning: points, Seed: s.Seed}).Fit(ctx, common); err != nil {
			return nil, err
		}
		all, err := s.symbolic(ctx, model, R, t, d, units)
		if err != nil {
			return nil, err
		}
		space.functions = orthonormal(space.columns(all))
		list = append(list, space.nested(space.columns(certifying), nil, model.Spectrum())...)
	}
	return list, nil
}

// symbolic returns the coefficients of the certifying features in the units of the columns.
func (s Kernels) symbolic(ctx context.Context, model *learn.IPCAModel, R *poly.Ring[float64],
	t *moment.Monomials, d int, units []float64) ([][]float64, error) {
	found, err := model.Symbolic(ctx, R)
	if err != nil {
		return nil, err
	}
	var columns [][]float64
	for _, f := range found {
		c := coefficients(t, f, d)
		for a := range c {
			for j, e := range t.Exponents(a) {
				c[a] *= math.Pow(units[j], float64(e))
			}
		}
		columns = append(columns, c)
	}
	return columns, nil
}

// common returns the rows in one unit, and the units of the columns in that.
func (s Kernels) common(x *mat.Dense) (*mat.Dense, []float64) {
	rows, vars := x.Dims()
	out := mat.NewDense(rows, vars, nil)
	out.Apply(func(_, j int, v float64) float64 { return v * s.Units[j] }, x)
	unit := mat.Norm(out, 2) / math.Sqrt(float64(rows*vars))
	out.Scale(1/unit, out)
	units := make([]float64, vars)
	for j, u := range s.Units {
		units[j] = u / unit
	}
	return out, units
}
