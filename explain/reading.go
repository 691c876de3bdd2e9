package explain

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/search"
	"github.com/kexplain/kexplain/explain/internal/support"
	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/learn"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// read adds the spectrum and the kernel reading.
func (r *Result) read(ctx context.Context, v *search.Verdict, o Options) error {
	p := v.Problem
	x := mat.NewDense(len(p.Rows), len(p.Scaling.Keep), nil)
	for i, row := range p.Rows {
		x.SetRow(i, row)
	}
	var model *learn.IPCAModel
	for d := 1; d <= p.Degree; d++ {
		n := p.Table.Len(d)
		ds := DegreeSpectrum{Degree: d, Monomials: n, Rank: n - v.Known.All().DimensionBelow(n)}
		var err error
		model, err = learn.IPCA{
			Kernel: feature.Polynomial{Degree: d, Theta: o.Theta}, Cutoff: learn.Rank{K: min(ds.Rank, len(p.Rows))}, Road: o.Road, Seed: o.Seed,
		}.Fit(ctx, x)
		if err != nil {
			return err
		}
		for _, v := range model.Spectrum().Values {
			ds.Singular = append(ds.Singular, v/math.Sqrt(float64(len(p.Rows))))
		}
		ds.Reason = model.Cut().Reason
		if n <= limit.SpectrumMonomials {
			if ds.Noise, err = noiseSpectrum(p, d); err != nil {
				return err
			}
		}
		r.Spectrum = append(r.Spectrum, ds)
	}
	r.Kernel = model.Kernel().String()
	R, err := poly.NewRing[float64](ring.Float64, p.Scaling.Names, poly.WithMaxDegree(p.Degree))
	if err != nil {
		return err
	}
	for i, e := range v.Accepted {
		g := &r.Generators[i]
		if g.Kernel, err = reading(p, model, R, e.ExactFit(p)); err != nil {
			return err
		}
	}
	return nil
}

// noiseSpectrum returns the smallest noise-unit values of degree d: the square
// roots of the eigenvalues of (M, G), which are the inverses of those of (G, M),
// a pencil whose second matrix is definite where no equation holds exactly.
func noiseSpectrum(p *problem.Problem, d int) ([]float64, error) {
	m, g := p.Flow.Forms(0, d)
	pencil, err := numeric.GeneralisedEigen(g, m, limit.GradientTolerance)
	if err != nil {
		return nil, fmt.Errorf("explain: noise-unit spectrum of degree %d: %w", d, err)
	}
	out := make([]float64, min(pencil.Infinite, limit.SpectrumShown))
	for i := len(pencil.Values) - 1; i >= 0 && len(out) < limit.SpectrumShown; i-- {
		// The constant has no gradient: its value is infinite.
		if v := pencil.Values[i]; v > limit.GradientTolerance {
			out = append(out, math.Sqrt(1/v))
		}
	}
	return out, nil
}

// reading sees an equation in the feature space of the model.
func reading(p *problem.Problem, model *learn.IPCAModel, R *poly.Ring[float64], f support.Fit) (KernelReading, error) {
	terms := make([]poly.Term[float64], 0, len(f.Idx))
	for i, a := range f.Idx {
		m, err := R.Monomial(exponents(p, a)...)
		if err != nil {
			return KernelReading{}, err
		}
		terms = append(terms, poly.Term[float64]{Monomial: m, Coefficient: f.C[i]})
	}
	share, norm, err := model.Share(R.FromTerms(terms))
	return KernelReading{PhiNorm: norm, Certifying: share}, err
}
